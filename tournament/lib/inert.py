"""Texts in a file that a spreadsheet opens: what looks like a formula stays text and comes back as it was."""

import re

_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def inert(text: str) -> str:
    """The text as it goes into a CSV: an apostrophe before what a spreadsheet would take for a formula.

    >>> [inert(text) for text in ("=1+1", "'=1+1", "-Novák", "O'Connor", "'")]
    ["'=1+1", "''=1+1", "'-Novák", "O'Connor", "'"]
    """
    return f"'{text}" if _FORMULA.match(text) else text


def typed(text: str) -> str:
    """The text before it was made ``inert``; any other stays as it is.

    >>> [typed(text) for text in ("'=1+1", "''=1+1", "=1+1", "'Novák")]
    ['=1+1', "'=1+1", '=1+1', "'Novák"]
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
