"""The record as a whole: table, kind, auction and contract; the rest is read by the modules beside."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, cast

from rules.checking.claims import read_claims
from rules.checking.play import Play, missing_outcomes, read_play
from rules.checking.reader import Ground, Reader
from rules.checking.renonce import read_renonce
from rules.contracts import CONTRACT_NAMES, TRUMPLESS, Contract, Kind, contract_name
from rules.errors import InvalidHand, InvalidRulebook, Problem, UnknownRulebook
from rules.offences import NOTHING_DECIDED, Verdict, judge
from rules.records import FORMAT, Hand, Offence
from rules.rulebook import DEFAULT, Rulebook, find_rulebook, rulebook_from
from rules.shown import encodable, shown

KINDS: Final = ("hand", "omyl", "misdeal", "renonc")
KINDS_TEXT: Final = "hand, omyl, misdeal nebo renonc"
CONTRACTS_TEXT: Final = ", ".join(CONTRACT_NAMES)

# What only a hand that was played has, with the value that says nothing and may stand beside another kind.
PLAY_FIELDS: Final[dict[str, object]] = {
    "contract": None,
    "red": False,
    "fleks": {},
    "outcome": {},
    "points": None,
    "lozena": [],
    "minus_parts": [],
    "foreign_suits_flek": False,
    "four_helpers_against": False,
    "trumps": None,
    "theoretically_playable": False,
}
FIELDS: Final = frozenset(
    {
        "format",
        "rulebook",
        "players",
        "dealer",
        "kind",
        "prior_misdeals",
        "bid",
        "declarer",
        "renonce",
        "premium",
        *PLAY_FIELDS,
    }
)
NO_PLAY: Final = Play()


def parse_hand(data: object, *, rulebook: Rulebook | None = None, stored: bool = False) -> Hand:
    """The hand that a record, as read from JSON, describes.

    With `rulebook` the tournament's rules apply, and a record that names others is refused. A `stored` record
    is read as it was when it was taken in, without what only new ones may not say. Raises InvalidHand with
    every problem of the record.

    >>> hand = parse_hand({"players": ["A", "B", "C"], "dealer": "C", "declarer": "A", "contract": "betl",
    ...                    "outcome": {"betl": "won"}})
    >>> hand.opponents, hand.parts[0].won
    (('B', 'C'), True)
    """
    read = Reader(stored=stored)
    hand = _read(read, data, rulebook)
    if hand is None or read.problems:
        raise InvalidHand(read.problems)
    return hand


def check_record(data: object, *, rulebook: Rulebook | None = None) -> tuple[Problem, ...]:
    """Every problem of a record; none when `parse_hand` would accept it.

    >>> [problem.path for problem in check_record({"players": ["A", "B"], "bid": True})]
    ['players', 'dealer', 'bid', 'declarer', 'contract']
    """
    read = Reader()
    _read(read, data, rulebook)
    return tuple(read.problems)


def _read(read: Reader, data: object, given: Rulebook | None) -> Hand | None:
    record = read.obj("", data, "zápis jedné hry")
    if record is None:
        return None
    if not record.keys() <= FIELDS:
        read.unknown_fields("", record, FIELDS)
    if record.get("format", FORMAT) != FORMAT:
        read.add("format", "wrong_format", f"Formát musí být „{FORMAT}“, ne {shown(record['format'])}.")
    book = read_rulebook(read, record, given)
    players = _players(read, record)
    dealer = _seat(read, record, "dealer", "rozdávající", players)
    kind = cast("Kind | None", read.choice("kind", record.get("kind", "hand"), KINDS, KINDS_TEXT))
    prior_misdeals = _prior_misdeals(read, record, kind)
    bid = _bid(read, record, kind, book)
    declarer = _declarer(read, record, kind, players, dealer)
    contract, red = _contract(read, record, kind, bid, book)
    if kind != "hand":
        _nothing_played(read, record, kind)
    sitting_out = dealer if players is not None and len(players) == 4 else None
    ground = Ground(kind, book, players, declarer, sitting_out, contract)
    play = read_play(read, record, ground) if kind == "hand" else NO_PLAY
    renonce = read_renonce(read, record, ground)
    verdict = _judged(renonce, ground, play)
    premium = read_claims(read, record, ground, play, verdict) if "premium" in record else ()
    if kind == "hand" and contract is not None:
        missing_outcomes(read, play, verdict)
    if read.problems:
        return None
    return Hand(
        cast("Rulebook", book),
        cast("tuple[str, ...]", players),
        cast("str", dealer),
        cast("Kind", kind),
        prior_misdeals,
        bid,
        declarer,
        contract,
        red,
        play.parts,
        play.quiet_sto,
        play.quiet_sedma,
        play.points,
        play.foreign_suits_flek,
        renonce,
        play.four_helpers_against,
        play.trumps,
        play.theoretically_playable,
        premium,
    )


def _judged(renonce: Sequence[Offence], ground: Ground, play: Play) -> Verdict:
    if not renonce:
        return NOTHING_DECIDED
    return judge(
        renonce,
        contract=ground.contract,
        declarer=ground.declarer,
        four_helpers_against=play.four_helpers_against,
    )


def read_rulebook(read: Reader, record: Mapping[str, Any], given: Rulebook | None) -> Rulebook | None:
    """The rulebook a record names, `given` when it names none; a record must not name another than that."""
    if "rulebook" not in record:
        return given or find_rulebook(DEFAULT)
    try:
        named = rulebook_from(record["rulebook"])
    except UnknownRulebook as error:
        read.add("rulebook", error.code, str(error))
        return None
    except InvalidRulebook as error:
        for problem in error.problems:
            path = f"rulebook.{problem.path}" if problem.path else "rulebook"
            read.add(path, problem.code, problem.text)
        return None
    if given is not None and given != named and given.to_json() != named.to_json():
        read.add(
            "rulebook", "other_rulebook", "Zápis uvádí jiná pravidla, než podle kterých se hraje turnaj."
        )
    return given or named


def _players(read: Reader, record: Mapping[str, Any]) -> tuple[str, ...] | None:
    if "players" not in record:
        read.missing("players", "seznam hráčů u stolu")
        return None
    value = read.array("players", record["players"], "3 nebo 4 hráči u stolu")
    if value is None:
        return None
    if _good_table(value):
        return tuple(value)
    count = len(read.problems)
    if len(value) not in (3, 4):
        read.add("players", "players_count", f"Očekávám 3 nebo 4 hráče, dostal jsem jich {len(value)}.")
    for n, name in enumerate(value):
        if not isinstance(name, str):
            text = f"Jméno hráče musí být text, dostal jsem {shown(name)}."
            read.add(f"players[{n}]", "wrong_type", text)
        elif not 1 <= len(name) <= 100:
            text = f"Jméno hráče musí mít 1 až 100 znaků, má jich {len(name)}."
            read.add(f"players[{n}]", "player_name", text)
        elif not encodable(name):
            read.add(f"players[{n}]", "player_name", f"Jméno {shown(name)} obsahuje neplatný znak.")
        elif name in value[:n]:
            read.add(f"players[{n}]", "duplicate_player", f"Hráč {shown(name)} je u stolu dvakrát.")
    return tuple(value) if len(read.problems) == count else None


def _good_table(names: Sequence[Any]) -> bool:
    """Whether there is nothing to say about the players; the same table plays hand after hand."""
    return all(type(name) is str for name in names) and _good_names(tuple(names))


@lru_cache(maxsize=1024)
def _good_names(names: tuple[str, ...]) -> bool:
    known = len(names) in (3, 4) and len(set(names)) == len(names)
    return known and all(1 <= len(name) <= 100 and encodable(name) for name in names)


def _seat(
    read: Reader, record: Mapping[str, Any], name: str, what: str, players: tuple[str, ...] | None
) -> str | None:
    """A field that names one of the players."""
    if name not in record:
        read.missing(name, what)
        return None
    value = record[name]
    if not isinstance(value, str):
        read.add(name, "wrong_type", f"Očekávám jméno hráče ({what}), dostal jsem {shown(value)}.")
    elif players is not None and value not in players:
        read.add(name, "not_a_player", f"U tohoto stolu nesedí {shown(value)} ({what}).")
    else:
        return value
    return None


def _prior_misdeals(read: Reader, record: Mapping[str, Any], kind: str | None) -> int:
    if "prior_misdeals" not in record:
        return 0
    if kind not in ("misdeal", None):
        text = "Počet dřívějších chybných rozdání patří jen k chybnému rozdání."
        read.add("prior_misdeals", "field_of_other_kind", text)
    count = read.whole("prior_misdeals", record["prior_misdeals"], 0, None, "dřívější chybná rozdání")
    return count or 0


def _bid(read: Reader, record: Mapping[str, Any], kind: str | None, book: Rulebook | None) -> int | None:
    if "bid" not in record:
        if kind == "omyl":
            read.missing("bid", "vylicitovaný stupeň; omyl je možný jen na obyčejnou sedmu (B/15)")
        return None
    rungs = len(book.ladder) if book is not None else None
    bid = read.whole("bid", record["bid"], 1, rungs, "stupeň licitačního žebříčku")
    if bid is not None and book is not None and kind == "omyl" and bid != book.rung_of("sedma"):
        text = f"Omyl je možný jen na obyčejnou sedmu, ne na stupeň {bid} – {book.rung_name(bid)} (B/15)."
        read.add("bid", "omyl_needs_plain_sedma", text)
    return bid


def _declarer(
    read: Reader,
    record: Mapping[str, Any],
    kind: str | None,
    players: tuple[str, ...] | None,
    dealer: str | None,
) -> str | None:
    if "declarer" not in record and kind in ("misdeal", "renonc", None):
        return None
    declarer = _seat(read, record, "declarer", "aktér", players)
    if declarer is not None and declarer == dealer and players is not None and len(players) == 4:
        read.add("declarer", "sits_out", f"{shown(declarer)} v této hře pauzíruje, aktérem být nemůže.")
        return None
    return declarer


def _contract(
    read: Reader, record: Mapping[str, Any], kind: str | None, bid: int | None, book: Rulebook | None
) -> tuple[Contract | None, bool]:
    if kind != "hand":
        return None, False
    red = read.flag("red", record["red"]) if "red" in record else False
    if "contract" not in record:
        read.missing("contract", "ohlášený závazek")
        return None, red
    contract = cast(
        "Contract | None", read.choice("contract", record["contract"], CONTRACT_NAMES, CONTRACTS_TEXT)
    )
    if contract is None:
        return None, red
    if red and contract in TRUMPLESS:
        read.add(
            "red", "no_trumps", f"{contract_name(contract).capitalize()} nemá trumfy, červený být nemůže."
        )
    elif bid is not None and book is not None:
        _reaches_bid(read, contract, red, bid, book)
    return contract, red


def _reaches_bid(read: Reader, contract: Contract, red: bool, bid: int, book: Rulebook) -> None:
    rung = book.rung_of(contract, red)
    name = contract_name(contract, red)
    if rung is None:
        text = f"{name.capitalize()} není na licitačním žebříčku, vylicitovaný stupeň k ní nepatří."
        read.add("bid", "not_on_ladder", text)
    elif rung < bid:
        text = (
            f"Ohlásit lze jen vylicitovaný stupeň {bid} ({book.rung_name(bid)}) nebo vyšší, "
            f"ne nižší {rung} ({name})."
        )
        read.add("contract", "below_bid", text)


def _nothing_played(read: Reader, record: Mapping[str, Any], kind: str | None) -> None:
    if kind is None:
        return
    for name, empty in PLAY_FIELDS.items():
        if name not in record:
            continue
        value = record[name]
        if empty is None or type(value) is not type(empty) or value:
            text = f"Pole „{name}“ patří jen k sehrané hře (kind „hand“), ne k „{kind}“."
            read.add(name, "field_of_other_kind", text)
