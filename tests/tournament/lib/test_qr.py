"""The QR code: the modules are those of the address, nothing else is in the SVG."""

import re

import segno

from tournament.lib.qr import qr_svg

ADDRESS = "http://192.168.100.100:8000/l/Zm9yaG9udC1mb3Job250MQ/?a=<b>"


def drawn(path: str) -> set[tuple[int, int]]:
    """Dark modules (column, row) of a path of horizontal strokes, without the quiet zone of four."""
    dark: set[tuple[int, int]] = set()
    x, y = 0.0, 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if command == "M":
            x, y = values
        elif command == "m":
            x, y = x + values[0], y + values[1]
        else:
            dark.update((int(x) + step - 4, int(y) - 4) for step in range(int(values[0])))
            x += values[0]
    return dark


def test_svg_draws_the_code_of_the_address() -> None:
    svg = qr_svg(ADDRESS)
    code = segno.make_qr(ADDRESS, error="m")
    size = len(code.matrix) + 8
    found = re.fullmatch(
        rf'<svg viewBox="0 0 {size} {size}" class="qr"><path stroke="#000" d="([^"<>]+)"/></svg>', svg
    )
    assert found
    assert drawn(found.group(1)) == {
        (column, row) for row, line in enumerate(code.matrix) for column, module in enumerate(line) if module
    }
