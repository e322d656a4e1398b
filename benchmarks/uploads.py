"""How long it takes to read a file of registrations, and how much memory, whoever made the file and what for.

    python -m benchmarks.uploads [name of a file below]

Each file is made here and read in a process of its own; the memory is what the process holds at most over
what it held before it began to read. Wanted: every file is read or refused within 10 s and 200 MB.
"""

import csv
import json
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO, StringIO
from pathlib import Path

_NAMES = (
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_ONE_SHEET = '<sheet name="List1" sheetId="1" r:id="rId1"/>'
_PERSON = '<row r="1"><c r="A1" t="inlineStr"><is><t>Jméno</t></is></c></row>'


def packed(parts: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP archive of the parts."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w", method) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return content.getvalue()


def workbook(
    rows: str,
    *,
    strings: str = "",
    part: str = "worksheets/sheet1.xml",
    before: str = "",
    after: str = "",
    sheets: str = _ONE_SHEET,
    more: Mapping[str, str | bytes] | None = None,
    method: int = zipfile.ZIP_DEFLATED,
) -> bytes:
    """A workbook whose sheet holds the rows as they are written here, be they ever so wrong."""
    links = (
        f'<Relationship Id="rId1" Type="{_KINDS}/worksheet" Target="{part}"/>'
        f'<Relationship Id="rId2" Type="{_KINDS}/sharedStrings" Target="sharedStrings.xml"/>'
    )
    home = f'<Relationship Id="rId1" Type="{_KINDS}/officeDocument" Target="xl/workbook.xml"/>'
    return packed(
        {
            "_rels/.rels": f'<Relationships xmlns="{_RELATIONS}">{home}</Relationships>',
            "xl/workbook.xml": f"<workbook {_NAMES}><sheets>{sheets}</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_RELATIONS}">{links}</Relationships>',
            "xl/sharedStrings.xml": f"<sst {_NAMES}>{strings}</sst>",
            f"xl/{part}": f"{before}<worksheet {_NAMES}><sheetData>{rows}</sheetData>{after}</worksheet>",
            **(more or {}),
        },
        method,
    )


def people(count: int, columns: int = 3) -> list[list[str]]:
    """A list of people who are all different, with other columns of texts to the given width."""
    headings = ["Příjmení a jméno", "Klub", "Č. průkazu", *(f"Údaj {at}" for at in range(3, columns))]
    rows = [
        [
            f"Novák{at % 700} Jan{at}",
            f"Klub {at % 90}",
            f"{at:05}",
            *(f"t{at}.{on}" for on in range(3, columns)),
        ]
        for at in range(count)
    ]
    return [headings, *rows]


def rows_of(table: Iterable[Iterable[str]]) -> str:
    """The rows of a sheet whose every cell holds its own text."""
    return "".join(
        "<row>" + "".join(f'<c t="inlineStr"><is><t>{text}</t></is></c>' for text in row) + "</row>"
        for row in table
    )


def csv_of(table: Iterable[Iterable[str]]) -> bytes:
    text = StringIO()
    csv.writer(text, delimiter=";").writerows(table)
    return text.getvalue().encode()


def _entities() -> bytes:
    """11 kB: a thousand references to an entity of a million letters, in a sheet that is not named .xml."""
    entity = f'<!DOCTYPE worksheet [<!ENTITY many "{"x" * 1_000_000}">]>'
    return workbook(
        f"<row><c><v>{'&many;' * 1_000}</v></c></row>", part="worksheets/sheet1.txt", before=entity
    )


def _deep() -> bytes:
    return workbook("<a>" * 3_000_000 + "</a>" * 3_000_000)


def _one_part_often() -> bytes:
    """A hundred sheets that are all the same large part."""
    sheets = "".join(f'<sheet name="List{at}" sheetId="{at}" r:id="rId1"/>' for at in range(100))
    return workbook(rows_of(people(4_900)), sheets=sheets)


def _merged_over_everything() -> bytes:
    merged = "".join(f'<mergeCell ref="A{at}:XFD1048576"/>' for at in range(1, 4_900))
    return workbook(rows_of(people(4_900)), after=f"<mergeCells>{merged}</mergeCells>")


def _long_text_everywhere() -> bytes:
    cells = '<c t="s"><v>0</v></c>' * 60
    return workbook(f"<row>{cells}</row>" * 4_000, strings=f"<si><t>{'Ž' * 32_000}</t></si>")


def _coloured_to_the_end() -> bytes:
    empty = "".join(f'<row r="{at}"><c r="A{at}" s="0"/></row>' for at in range(2, 500_000))
    return workbook(_PERSON + empty)


# Accents of two kinds are put in order one by one.
_ACCENTS = "\u0301" * 16_000 + "\u0327" * 16_000
_WORD = "\u0301" * 50 + "\u0327" * 49

FILES: Mapping[str, Callable[[], bytes]] = {
    "5000 people, XLSX": lambda: workbook(rows_of(people(5_000))),
    "5000 people, CSV": lambda: csv_of(people(5_000)),
    "4999 rows of 50 full columns": lambda: workbook(rows_of(people(4_999, 50))),
    "4999 rows of 100 full columns": lambda: workbook(rows_of(people(4_999, 100))),
    "5000 namesakes of one club": lambda: csv_of(
        [["Jméno", "Průkaz"], *(["Jan Novák", str(at)] for at in range(4_999))]
    ),
    "5000 rows of headings": lambda: csv_of([["Jméno", "Klub"], *[["Jméno", "Klub"] * 40] * 4_999]),
    "entity in a part not named .xml": _entities,
    "row of 7 million empty cells": lambda: workbook(f"<row>{'<c/>' * 7_000_000}</row>"),
    "2 million shared strings": lambda: workbook(_PERSON, strings="<si><t>a</t></si>" * 2_000_000),
    "text of 40 million letters": lambda: workbook(_PERSON, strings=f"<si><t>{'a' * 40_000_000}</t></si>"),
    "100 MB of spaces": lambda: workbook(" " * 100_000_000),
    "one text in 240 000 cells": _long_text_everywhere,
    "3 million elements in each other": _deep,
    "tag of 2 million attributes": lambda: workbook(
        "<row" + "".join(f" a{at}=''" for at in range(2_000_000)) + "/>"
    ),
    "remark of 30 MB": lambda: workbook(f"<!--{'x' * 30_000_000}-->"),
    "5000 merges over the whole sheet": _merged_over_everything,
    "100 sheets of one part": _one_part_often,
    "sheet coloured to its end": _coloured_to_the_end,
    "30 000 parts": lambda: workbook(_PERSON, more={f"xl/media/{at}.png": b"" for at in range(30_000)}),
    "CSV of a million columns": lambda: b"Jm\xc3\xa9no\n" + b"a;" * 1_000_000,
    "CSV of one endless line": lambda: b"J" * (5 * 1024 * 1024),
    "CSV of one endless quotation": lambda: b'Jm\xc3\xa9no;Klub\n"' + b"a;b\n" * 1_300_000,
    "CSV of brackets and commas": lambda: b"Jm\xc3\xa9no\n" + (b"Jan Novak " + b"(," * 2_000 + b"\n") * 1_200,
    "CSV of accents on one letter": lambda: b"Jm\xc3\xa9no;Klub\n" + f"Jan;{_ACCENTS}\n".encode() * 80,
    "CSV of accents in 24 000 cells": lambda: (
        b"Jm\xc3\xa9no;Klub\n" + (";".join([_WORD] * 60) + "\n").encode() * 400
    ),
    "packed so that little unpacks to much": lambda: workbook(" " * 100_000_000, method=zipfile.ZIP_BZIP2),
    "CSV of line ends": lambda: b"Jm\xc3\xa9no\n" + b"\n" * 5_000_000,
    "CSV of foreign letters": lambda: b"Jm\xe9no;Klub\n" + bytes(range(128, 256)) * 40_000,
}
"""What is read, by what it is called in the table."""


def main() -> None:
    """Make each file, read it in another process, print a table."""
    wanted = sys.argv[1:] or list(FILES)
    print("| file | kB | seconds | MB | answer |\n|---|---|---|---|---|")
    for name in wanted:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "upload"
            path.write_bytes(FILES[name]())
            found = measured(path)
            size = path.stat().st_size / 1000
        print(f"| {name} | {size:,.0f} | {found['seconds']:.2f} | {found['peak']:.0f} | {found['answer']} |")


def measured(path: Path) -> dict[str, float | str]:
    """Seconds of the processor, megabytes and the answer of reading a file in a process of its own."""
    command = [sys.executable, "-c", f"from benchmarks import uploads; uploads.read({str(path)!r})"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    found: dict[str, float | str] = json.loads(done.stdout)
    return found


def read(path: str) -> None:
    """In the process that is measured: read the file and tell what it took."""
    import django
    from django.conf import settings

    settings.configure(USE_I18N=False)
    django.setup()
    from tournament.lib.package import UnreadableFile
    from tournament.lib.registrations import read_registrations

    content = Path(path).read_bytes()
    before, start = _peak(), time.process_time()
    try:
        result = read_registrations(content)
        answer = f"{len(result.registrations)} people, {len(result.rejected)} refused"
    except UnreadableFile as refusal:
        answer = str(refusal)
    took = {"seconds": time.process_time() - start, "peak": _peak() - before, "answer": answer}
    print(json.dumps(took))


def _peak() -> float:
    """The most memory this process has held, in MB; ``getrusage`` would count that of its parent too."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


if __name__ == "__main__":
    main()
