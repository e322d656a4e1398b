"""What was played: fleks, outcome, points, ložené parts."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from rules.checking.reader import Ground, Reader
from rules.contracts import (
    PART_NAMES,
    QUIET_SEDMA_CONTRACTS,
    QUIET_STO_CONTRACTS,
    Contract,
    Part,
    Side,
    contract_name,
)
from rules.offences import Verdict, decided_parts
from rules.parts import hra_won, quiet_sto_of, sto_result
from rules.records import PartPlay, Points, QuietSedma, QuietSto
from rules.rulebook import DEFAULT, Rulebook, find_rulebook
from rules.shown import printable, shown

SIDES: Final = ("declarer", "defence")
SIDES_TEXT: Final = "declarer (aktér) nebo defence (obrana)"
WON_LOST: Final = ("won", "lost")
WON_LOST_TEXT: Final = "won (výhra aktéra) nebo lost (prohra aktéra)"
PARTS_TEXT: Final = "hra, sedma, sto, betl, durch nebo dve_sedmy"
KNOWN_PARTS: Final = frozenset({"hra", "sedma", "sto", "betl", "durch", "dve_sedmy"})

# Beyond every hundred that can be played; what counts tens must stay a number that can be written out.
MOST_STEPS: Final = 1000
MARRIAGES: Final = (20, 40)


class Play(NamedTuple):
    """The checked play of a hand, as far as the record tells it."""

    parts: tuple[PartPlay, ...] = ()
    quiet_sto: QuietSto | None = None
    quiet_sedma: QuietSedma | None = None
    points: Points | None = None
    foreign_suits_flek: bool = False
    four_helpers_against: bool = False
    trumps: int | None = None
    theoretically_playable: bool = False


class Outcome(NamedTuple):
    """The field `outcome`: results by part (won, steps) and the quiet results."""

    parts: Mapping[str, tuple[bool, int]]
    quiet_sto: QuietSto | None = None
    quiet_sedma: QuietSedma | None = None


NO_OUTCOME: Final = Outcome({})


def read_play(read: Reader, record: Mapping[str, Any], ground: Ground) -> Play:
    """Read every field about the play; without a known contract only what does not depend on it."""
    contract = ground.contract
    book = ground.book or find_rulebook(DEFAULT)
    parts = book.parts_of(contract) if contract is not None else None
    fleks = _fleks(read, record["fleks"], parts, ground) if "fleks" in record else {}
    outcome = _outcome(read, record["outcome"], parts, contract) if "outcome" in record else NO_OUTCOME
    points = _points(read, record["points"], parts) if "points" in record else None
    if points is not None and parts is not None:
        outcome = _computed(read, outcome, points, parts, contract, book)
    _quiet_sto_side(read, outcome)
    lozena = _part_list(read, record, "lozena", parts) if "lozena" in record else ()
    minus = _part_list(read, record, "minus_parts", parts) if "minus_parts" in record else ()
    if lozena and minus:
        _not_both(read, lozena, minus)
    plays = []
    for part in parts or ():
        won, steps = outcome.parts.get(part, (None, 1))
        plays.append(PartPlay(part, fleks.get(part, ()), won, steps, part in lozena, part in minus))
    flags = _flags(read, record, contract)
    return Play(tuple(plays), outcome.quiet_sto, outcome.quiet_sedma, points, *flags)


def missing_outcomes(read: Reader, play: Play, verdict: Verdict) -> None:
    """Every part needs an outcome unless a renonc has decided it."""
    decided = decided_parts(verdict, play.parts)
    broken = {problem.path for problem in read.problems}
    for part in play.parts:
        path = f"outcome.{part.part}"
        if part.won is None and part.part not in decided and not _touched(path, broken):
            read.add(path, "missing_outcome", f"Chybí výsledek závazku {PART_NAMES[part.part]}.")


def _touched(path: str, broken: set[str]) -> bool:
    """Whether something else is already said about the outcome, so that its absence is not said as well."""
    return any(p == "outcome" or p == "points" or p.startswith((path, "points.")) for p in broken)


def _fleks(
    read: Reader, value: object, parts: Sequence[str] | None, ground: Ground
) -> dict[str, tuple[str, ...]]:
    _, _, players, declarer, sitting_out, _ = ground
    found: dict[str, tuple[str, ...]] = {}
    for part, doublers in (read.obj("fleks", value, "kdo kterou část flekoval") or {}).items():
        path = f"fleks.{printable(str(part))}"
        if not _belongs(read, path, part, parts):
            continue
        names = read.array(path, doublers, "hráči v pořadí, jak flekovali")
        for n, name in enumerate(names or ()):
            if players is None:
                continue
            if not isinstance(name, str) or name not in players:
                read.add(f"{path}[{n}]", "not_a_player", f"U tohoto stolu nesedí {shown(name)} (flek).")
            elif name == sitting_out:
                read.add(f"{path}[{n}]", "sits_out", f"{shown(name)} v této hře pauzíruje, flekovat nemůže.")
            elif declarer is not None and (name == declarer) != bool(n % 2):
                whose = "aktér" if n % 2 else "obrana"
                text = f"{n + 1}. flek na závazek {PART_NAMES[part]} dává {whose}, ne {shown(name)}."
                read.add(f"{path}[{n}]", "flek_out_of_turn", text)
        found[part] = tuple(names or ())
    return found


def _belongs(read: Reader, path: str, part: object, parts: Sequence[str] | None) -> bool:
    if not isinstance(part, str) or part not in KNOWN_PARTS:
        read.add(path, "unknown_part", f"Závazek {shown(part)} neznám; očekávám {PARTS_TEXT}.")
        return False
    if parts is not None and part not in parts:
        names = ", ".join(PART_NAMES[p] for p in parts)
        text = f"{PART_NAMES[part].capitalize()} není částí ohlášeného závazku; jeho části: {names}."
        read.add(path, "not_a_part", text)
        return False
    return True


def _outcome(read: Reader, value: object, parts: Sequence[str] | None, contract: Contract | None) -> Outcome:
    results: dict[str, tuple[bool, int]] = {}
    quiet_sto: QuietSto | None = None
    quiet_sedma: QuietSedma | None = None
    for name, result in (read.obj("outcome", value, "výsledky částí závazku") or {}).items():
        if name == "quiet_sto":
            quiet_sto = _quiet_sto(read, result, contract)
        elif name == "quiet_sedma":
            quiet_sedma = _quiet_sedma(read, result, contract)
        elif name not in KNOWN_PARTS:
            read.unknown_fields("outcome", {name: result}, KNOWN_PARTS)
        elif not _belongs(read, f"outcome.{name}", name, parts):
            continue
        elif name == "sto":
            sto = _sto(read, result)
            if sto is not None:
                results["sto"] = sto
        elif result == "won" or result == "lost":
            results[name] = (result == "won", 1)
        else:
            read.choice(f"outcome.{name}", result, WON_LOST, WON_LOST_TEXT)
    return Outcome(results, quiet_sto, quiet_sedma)


def _fields(
    read: Reader, path: str, value: object, names: tuple[str, ...], what: str
) -> dict[str, Any] | None:
    """An object that has exactly these fields."""
    record = read.obj(path, value, what)
    if record is None:
        return None
    read.unknown_fields(path, record, names)
    absent = [name for name in names if name not in record]
    for name in absent:
        read.missing(f"{path}.{name}", f"údaj „{name}“ ({what})")
    return None if absent else record


def _sto(read: Reader, value: object) -> tuple[bool, int] | None:
    record = _fields(read, "outcome.sto", value, ("made", "steps"), "výsledek sta")
    if record is None:
        return None
    made = read.flag("outcome.sto.made", record["made"])
    steps = read.whole("outcome.sto.steps", record["steps"], 1, MOST_STEPS, "počet desítek sta")
    return None if steps is None else (made, steps)


def _quiet_sto(read: Reader, value: object, contract: Contract | None) -> QuietSto | None:
    path = "outcome.quiet_sto"
    if contract is not None and contract not in QUIET_STO_CONTRACTS:
        _not_quiet(read, path, "Tiché sto", contract)
        return None
    record = _fields(read, path, value, ("side", "steps"), "tiché sto")
    if record is None:
        return None
    side = read.choice(f"{path}.side", record["side"], SIDES, SIDES_TEXT)
    steps = read.whole(f"{path}.steps", record["steps"], 1, MOST_STEPS, "počet desítek tichého sta")
    return None if side is None or steps is None else QuietSto(cast("Side", side), steps)


def _quiet_sedma(read: Reader, value: object, contract: Contract | None) -> QuietSedma | None:
    path = "outcome.quiet_sedma"
    if contract is not None and contract not in QUIET_SEDMA_CONTRACTS:
        _not_quiet(read, path, "Tichá sedma", contract)
        return None
    record = _fields(read, path, value, ("side", "won"), "tichá sedma")
    if record is None:
        return None
    side = read.choice(f"{path}.side", record["side"], SIDES, SIDES_TEXT)
    won = read.flag(f"{path}.won", record["won"])
    return None if side is None else QuietSedma(cast("Side", side), won)


def _not_quiet(read: Reader, path: str, what: str, contract: Contract) -> None:
    read.add(path, "no_such_quiet_result", f"{what} k závazku {contract_name(contract)} nepatří.")


def _quiet_sto_side(read: Reader, outcome: Outcome) -> None:
    hra = outcome.parts.get("hra")
    if outcome.quiet_sto is None or hra is None:
        return
    winner = "declarer" if hra[0] else "defence"
    if outcome.quiet_sto.side != winner:
        text = "Tiché sto patří straně, která vyhrála hru."
        read.add("outcome.quiet_sto.side", "quiet_sto_of_loser", text)


def _points(read: Reader, value: object, parts: Sequence[str] | None) -> Points | None:
    record = read.obj("points", value, "body v kartách a hlášky")
    if record is None:
        return None
    if parts is not None and "hra" not in parts and "sto" not in parts:
        read.add(
            "points", "no_points", "Body se počítají jen u hry, sedmy a sta; u tohoto závazku nerozhodují."
        )
        return None
    count = len(read.problems)
    read.unknown_fields("points", record, Points._fields)
    if "declarer_cards" not in record:
        read.missing("points.declarer_cards", "body aktéra v kartách")
    else:
        cards = read.whole("points.declarer_cards", record["declarer_cards"], 0, 90, "body aktéra v kartách")
        if cards is not None and cards % 10:
            text = f"Body v kartách jsou celé desítky, ne {cards}."
            read.add("points.declarer_cards", "not_tens", text)
    declarer = _marriages(read, record, "declarer_marriages")
    defence = _marriages(read, record, "defence_marriages")
    if len(read.problems) > count:
        return None
    together = declarer + defence
    if len(together) > 4 or together.count(40) > 1 or together.count(20) > 3:
        text = "Hlášky mohou být nejvýš čtyři, z nich jedna trumfová za 40 a tři za 20."
        read.add("points", "too_many_marriages", text)
        return None
    return Points(record["declarer_cards"], declarer, defence)


def _marriages(read: Reader, record: Mapping[str, Any], name: str) -> tuple[int, ...]:
    if name not in record:
        return ()
    path = f"points.{name}"
    values = read.array(path, record[name], "hlášky v pořadí, jak byly hlášeny") or ()
    for n, value in enumerate(values):
        if type(value) is not int or value not in MARRIAGES:
            read.add(f"{path}[{n}]", "wrong_value", f"Hláška platí 20 nebo 40, ne {shown(value)}.")
    return tuple(values)


def _computed(
    read: Reader,
    outcome: Outcome,
    points: Points,
    parts: Sequence[str],
    contract: Contract | None,
    book: Rulebook,
) -> Outcome:
    """Results of hra and sto by the points; an outcome that says otherwise is a problem."""
    results = dict(outcome.parts)
    computed: dict[str, tuple[bool, int]] = {}
    if "hra" in parts:
        computed["hra"] = (hra_won(points), 1)
    if "sto" in parts:
        computed["sto"] = sto_result(points, book)
    for part, result in computed.items():
        if results.get(part, result) != result:
            text = f"Výsledek neodpovídá bodům; podle nich je {PART_NAMES[part]} {_told(part, result)}."
            read.add(f"outcome.{part}", "contradicts_points", text)
    quiet = quiet_sto_of(points) if contract in QUIET_STO_CONTRACTS else None
    if outcome.quiet_sto not in (None, quiet):
        said = f"má tiché sto {_whose(quiet.side)}, steps {quiet.steps}" if quiet else "tiché sto nikdo nemá"
        read.add("outcome.quiet_sto", "contradicts_points", f"Tiché sto neodpovídá bodům; podle nich {said}.")
    return Outcome(results | computed, quiet, outcome.quiet_sedma)


def _told(part: str, result: tuple[bool, int]) -> str:
    won, steps = result
    if part != "sto":
        return "vyhraná" if won else "prohraná"
    return f"{'uhrané' if won else 'prohrané'}, steps {steps}"


def _whose(side: str) -> str:
    return "aktér" if side == "declarer" else "obrana"


def _part_list(
    read: Reader, record: Mapping[str, Any], name: str, parts: Sequence[str] | None
) -> tuple[Part, ...]:
    values = read.array(name, record[name], "části závazku") or ()
    return tuple(value for n, value in enumerate(values) if _belongs(read, f"{name}[{n}]", value, parts))


def _not_both(read: Reader, lozena: Sequence[str], minus: Sequence[str]) -> None:
    for n, part in enumerate(minus):
        if part in lozena:
            text = f"{PART_NAMES[part].capitalize()} je buď ložená, nebo má mínusové body bez toho, ne obojí."
            read.add(f"minus_parts[{n}]", "lozena_and_minus", text)


def _flags(
    read: Reader, record: Mapping[str, Any], contract: Contract | None
) -> tuple[bool, bool, int | None, bool]:
    foreign = "foreign_suits_flek" in record and read.flag("foreign_suits_flek", record["foreign_suits_flek"])
    if foreign and contract is not None and contract not in ("dve_sedmy", "dve_sedmy_sto"):
        read.add(
            "foreign_suits_flek", "not_two_sevens", "Flek na dvě cizí barvy je možný jen při dvou sedmách."
        )
    helpers = "four_helpers_against" in record and read.flag(
        "four_helpers_against", record["four_helpers_against"]
    )
    trumps = (
        read.whole("trumps", record["trumps"], 1, 10, "počet trumfů aktéra") if "trumps" in record else None
    )
    playable = "theoretically_playable" in record and read.flag(
        "theoretically_playable", record["theoretically_playable"]
    )
    return foreign, helpers, trumps, playable
