"""Amounts of the till: fees are nearly always whole crowns, and then said so; the same in words."""

from rules.money import format_crowns

NBSP = "\N{NO-BREAK SPACE}"


def crowns_said(amount: int) -> str:
    """Haléře as people say them; only what is no whole crown has a comma.

    >>> [crowns_said(amount).replace(NBSP, " ") for amount in (20000, 1234567, -30000, 50, 0)]
    ['200 Kč', '12 345,67 Kč', '−300 Kč', '0,50 Kč', '0 Kč']
    """
    return format_crowns(amount).replace(",00" + NBSP, NBSP)


def crowns_in_words(amount: int) -> str:
    """An amount as it is written out on a receipt.

    num2words (0.5.14) says „dva koruny“ and takes crowns for their hundredths, so it is no help here.

    >>> [crowns_in_words(amount) for amount in (20000, 2201, 134500)]
    ['dvě stě korun', 'dvacet dvě koruny jeden haléř', 'tisíc tři sta čtyřicet pět korun']
    """
    whole, rest = divmod(abs(amount), 100)
    said = f"{_number(whole, feminine=True)} {_form(whole, 'koruna', 'koruny', 'korun')}"
    if not rest:
        return said
    return f"{said} {_number(rest)} {_form(rest, 'haléř', 'haléře', 'haléřů')}"


_SMALL = (
    *("nula", "jeden", "dva", "tři", "čtyři", "pět", "šest", "sedm", "osm", "devět"),
    *("deset", "jedenáct", "dvanáct", "třináct", "čtrnáct", "patnáct"),
    *("šestnáct", "sedmnáct", "osmnáct", "devatenáct"),
)
_TENS = (
    *("", "", "dvacet", "třicet", "čtyřicet", "padesát"),
    *("šedesát", "sedmdesát", "osmdesát", "devadesát"),
)
_HUNDREDS = (
    *("", "sto", "dvě stě", "tři sta", "čtyři sta", "pět set"),
    *("šest set", "sedm set", "osm set", "devět set"),
)
_FEMININE = {"jeden": "jedna", "dva": "dvě"}
_GROUPS = ((1_000_000, "milion", "miliony", "milionů"), (1_000, "tisíc", "tisíce", "tisíc"))


def _number(count: int, *, feminine: bool = False) -> str:
    """A whole number below a thousand millions; only its last word has a gender."""
    parts = []
    for size, *forms in _GROUPS:
        group, count = divmod(count, size)
        if group:
            parts += [*([] if group == 1 else [_number(group)]), _form(group, *forms)]
    hundreds, rest = divmod(count, 100)
    if hundreds:
        parts.append(_HUNDREDS[hundreds])
    if rest >= 20:
        parts.append(_TENS[rest // 10])
        rest %= 10
    if rest or not parts:
        parts.append(_FEMININE.get(_SMALL[rest], _SMALL[rest]) if feminine else _SMALL[rest])
    return " ".join(parts)


def _form(count: int, one: str, few: str, many: str) -> str:
    """The counted word behind a number said in words: «dvacet dvě koruny», «dvacet jedna korun»."""
    if count == 1:
        return one
    return few if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else many
