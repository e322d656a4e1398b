"""Counts with the right Czech form of the word."""


def counted(count: int, one: str, few: str, many: str) -> str:
    """The count and its word: Czech has one form for 1, another for 2–4, a third for the rest.

    gettext knows only two forms of a Czech source text, because the rule comes from a catalogue.

    >>> [counted(n, "hráč", "hráči", "hráčů") for n in (0, 1, 4, 5)]
    ['0 hráčů', '1 hráč', '4 hráči', '5 hráčů']
    """
    return f"{count} {plural(count, one, few, many)}"


def plural(count: int, one: str, few: str, many: str) -> str:
    """The word alone.

    >>> plural(3, "stůl", "stoly", "stolů")
    'stoly'
    """
    if count == 1:
        return one
    return few if 2 <= count <= 4 else many
