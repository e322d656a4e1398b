"""Premium points the scribe claims; whether they are granted is decided in `rules.entitlements`."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.checking.play import Play
from rules.checking.reader import Ground, Reader
from rules.offences import Verdict, as_played
from rules.parts import FOREIGN_SUITS_LOSS, counted_fleks, foreign_suits
from rules.records import Claim
from rules.shown import encodable, shown

FIELDS: Final = frozenset({"to", "points", "row"})
MOST_POINTS: Final = 1000
# Where these are broken, nothing is said about who flekked.
GROUND: Final = ("players", "fleks", "contract", "declarer")


def read_claims(
    read: Reader, record: Mapping[str, Any], ground: Ground, play: Play, verdict: Verdict
) -> tuple[Claim, ...]:
    """Read the claims; minus points are possible only for the first flekker of a part (B/16)."""
    claims = read.array("premium", record["premium"], "prémiové body")
    book = ground.book
    known = book is not None and not any(problem.path.startswith(GROUND) for problem in read.problems)
    found = []
    for n, value in enumerate(claims or ()):
        path = f"premium[{n}]"
        claim = _claim(read, path, value, ground.players)
        if claim is None:
            continue
        if claim.to == ground.sitting_out:
            text = f"{shown(claim.to)} v této hře pauzíruje, prémiové body mít nemůže."
            read.add_to_new(f"{path}.to", "sits_out", text)
        elif claim.points < 0 and book is not None and known:
            counted = [counted_fleks(part.fleks, book) for part in play.parts]
            _minus(read, f"{path}.points", claim, play, verdict, counted)
        found.append(claim)
    return tuple(found)


def _minus(
    read: Reader, path: str, claim: Claim, play: Play, verdict: Verdict, counted: Sequence[Sequence[str]]
) -> None:
    """Whether somebody can lose these points; `counted` are the fleks of each part that count."""
    to = claim.to
    # The first, the third and so on are those of the defence.
    if not any(to in fleks[::2] for fleks in counted):
        text = f"Mínusové body může dostat jen protihráč, který flekoval (B/16), ne {shown(to)}."
        read.add(path, "minus_without_flek", text)
    elif not any(fleks and to == fleks[0] for fleks in counted):
        text = f"Mínusové body může dostat jen ten, kdo dal první flek (B/16), ne {shown(to)}."
        read.add_to_new(path, "minus_not_first", text)
    elif claim.points == -FOREIGN_SUITS_LOSS and to == _loses_by_itself(play, verdict, counted):
        text = (
            f"{FOREIGN_SUITS_LOSS} bodů za flek na dvě cizí barvy odečítají hráči {shown(to)} pravidla sama; "
            "do zápisu nepatří."
        )
        read.add_to_new(path, "minus_twice", text)


def _loses_by_itself(play: Play, verdict: Verdict, counted: Sequence[Sequence[str]]) -> str | None:
    """Who loses the points of a flek on two foreign suits without any claim."""
    for part, fleks in zip(play.parts, counted, strict=True):
        if as_played(verdict, part.part) and foreign_suits(part, len(fleks), play.foreign_suits_flek):
            return fleks[0]
    return None


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
