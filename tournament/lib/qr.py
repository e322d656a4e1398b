"""A QR code as inline SVG, for screens and prints alike."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_svg(text: str) -> SafeString:
    """The code of a text, usually an address, as ``<svg class="qr">``; its size comes from the stylesheet.

    It survives a smudge over 15 % of its area; the quiet zone that readers need around it is part of it.
    """
    code = segno.make_qr(text, error="m")
    # segno draws a path of numbers only; the text itself is nowhere in the SVG.
    return mark_safe(code.svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None))
