"""Premium points the scribe claims; whether they are granted is decided in `rules.entitlements`."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.checking.play import Play
from rules.checking.reader import Ground, Reader
from rules.parts import counted_fleks
from rules.records import Claim
from rules.rulebook import Rulebook
from rules.shown import encodable, shown

FIELDS: Final = frozenset({"to", "points", "row"})
MOST_POINTS: Final = 1000
# Where these are broken, nothing is said about who flekked.
GROUND: Final = ("players", "fleks", "contract", "declarer")


def read_claims(read: Reader, record: Mapping[str, Any], ground: Ground, play: Play) -> tuple[Claim, ...]:
    """Read the claims; minus points are possible only for the defence who flekked (B/16)."""
    claims = read.array("premium", record["premium"], "prémiové body")
    flekkers: set[str] | None = None
    book = ground.book
    if book is not None and not any(problem.path.startswith(GROUND) for problem in read.problems):
        flekkers = _flekkers(play, book, ground.declarer)
    found = []
    for n, value in enumerate(claims or ()):
        path = f"premium[{n}]"
        claim = _claim(read, path, value, ground.players)
        if claim is None:
            continue
        if claim.points < 0 and flekkers is not None and claim.to not in flekkers:
            text = f"Mínusové body může dostat jen protihráč, který flekoval (B/16), ne {shown(claim.to)}."
            read.add(f"{path}.points", "minus_without_flek", text)
        found.append(claim)
    return tuple(found)


def _flekkers(play: Play, book: Rulebook, declarer: str | None) -> set[str]:
    counted = (counted_fleks(part.fleks, book) for part in play.parts)
    return {player for fleks in counted for player in fleks if player != declarer}


def _claim(read: Reader, path: str, value: object, players: Sequence[str] | None) -> Claim | None:
    entry = read.obj(path, value, "prémiové body jednoho hráče")
    if entry is None:
        return None
    count = len(read.problems)
    read.unknown_fields(path, entry, FIELDS)
    to = entry.get("to")
    if "to" not in entry:
        read.missing(f"{path}.to", "komu se body píší")
    elif not isinstance(to, str):
        read.add(f"{path}.to", "wrong_type", f"Očekávám jméno hráče, dostal jsem {shown(to)}.")
    elif players is not None and to not in players:
        read.add(f"{path}.to", "not_a_player", f"U tohoto stolu nesedí {shown(to)} (prémiové body).")
    points = None
    if "points" not in entry:
        read.missing(f"{path}.points", "počet bodů")
    else:
        points = read.whole(f"{path}.points", entry["points"], -MOST_POINTS, MOST_POINTS, "prémiové body")
    row = entry.get("row")
    if "row" in entry and not (isinstance(row, str) and encodable(row)):
        read.add(f"{path}.row", "wrong_type", f"Řádek bodovací tabulky musí být text, ne {shown(row)}.")
    if len(read.problems) > count or not isinstance(to, str) or points is None:
        return None
    return Claim(to, points, row)
