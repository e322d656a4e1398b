"""Hypothesis strategies for every valid hand record: all kinds, contracts, renoncy and rulebooks."""

from typing import Any

from hypothesis import strategies as st

from rules import Offence, PartPlay, Rulebook, rulebook_from
from rules.contracts import QUIET_SEDMA_CONTRACTS, QUIET_STO_CONTRACTS, TRUMPLESS
from rules.offences import (
    ANYBODY,
    ARTICLES,
    DECLARER,
    DEFENDER,
    PLAYING,
    decided_parts,
    default_pausal,
    judge,
)
from rules.parts import FOREIGN_SUITS_LOSS, hra_won, quiet_sto_of, sto_result
from rules.records import Points
from rules.rulebook import CHOICES, RATES

Record = dict[str, Any]

CONTRACTS = ("hra", "sedma", "sto", "sto_sedma", "betl", "durch", "dve_sedmy", "dve_sedmy_sto")
ACCEPTED_CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
NAMES = st.text(ACCEPTED_CHARACTERS, min_size=1, max_size=20)
LADDERS = (
    "csm",
    "traditional",
    "pub",
    [["hra"], ["sedma", "sedma red"], ["sto"], "betl", "dve_sedmy_sto red"],
)

flags = st.booleans()


def own_rulebooks() -> st.SearchStrategy[Record]:
    rates = {name: st.integers(0, 5000) for name in RATES}
    choices = {name: st.sampled_from(values) for name, values in CHOICES.items()}
    other = {
        "base_rate": st.integers(1, 500),
        "max_fleks": st.integers(0, 6),
        "ladder": st.sampled_from(LADDERS),
    }
    base = {"base": st.sampled_from(["csm", "traditional", "pub", "online"])}
    return st.fixed_dictionaries(base, optional=rates | choices | other)


rulebooks = st.one_of(st.sampled_from(["csm", "traditional", "pub", "online"]), own_rulebooks())


@st.composite
def tables(draw: st.DrawFn) -> Record:
    count = draw(st.sampled_from([3, 4]))
    names = draw(
        st.one_of(st.just(list("ABCD")[:count]), st.lists(NAMES, min_size=count, max_size=count, unique=True))
    )
    return {"players": names, "dealer": draw(st.sampled_from(names))}


@st.composite
def hand_records(draw: st.DrawFn) -> Record:
    """A valid record of kind `hand`."""
    table = draw(tables())
    named = draw(st.one_of(st.none(), rulebooks))
    book = rulebook_from(named or "csm")
    players, dealer = table["players"], table["dealer"]
    playing = [p for p in players if len(players) == 3 or p != dealer]
    declarer = draw(st.sampled_from(playing))
    defenders = [p for p in playing if p != declarer]
    contract = draw(st.sampled_from(CONTRACTS))
    red = contract not in TRUMPLESS and draw(flags)
    parts = book.parts_of(contract)
    record = table | {"declarer": declarer, "contract": contract}
    if named is not None:
        record["rulebook"] = named
    if red or draw(flags):
        record["red"] = red
    rung = book.rung_of(contract, red)
    if rung is not None and draw(flags):
        record["bid"] = draw(st.integers(1, rung))
    record["fleks"] = draw(_fleks(parts, declarer, defenders))
    record |= draw(_results(contract, parts, book))
    record |= draw(_lozena(parts))
    if contract in ("dve_sedmy", "dve_sedmy_sto"):
        record["foreign_suits_flek"] = draw(flags)
    record["four_helpers_against"] = draw(flags)
    record["renonce"] = draw(_renonce(contract, players, declarer, defenders))
    _drop_decided(draw, record)
    if draw(flags):
        record["trumps"] = draw(st.integers(1, 10))
    record["theoretically_playable"] = draw(flags)
    record["premium"] = draw(_claims(record, book))
    return record


@st.composite
def _fleks(draw: st.DrawFn, parts: tuple[str, ...], declarer: str, defenders: list[str]) -> Record:
    fleks = {}
    for part in parts:
        count = draw(st.integers(0, 6))
        fleks[part] = [declarer if n % 2 else draw(st.sampled_from(defenders)) for n in range(count)]
    return fleks


@st.composite
def _results(draw: st.DrawFn, contract: str, parts: tuple[str, ...], book: Rulebook) -> Record:
    record: Record = {}
    outcome: Record = {}
    counted = "hra" in parts or "sto" in parts
    if counted and draw(flags):
        points = draw(_points())
        record["points"] = points._asdict() | {
            "declarer_marriages": list(points.declarer_marriages),
            "defence_marriages": list(points.defence_marriages),
        }
        if draw(flags):
            outcome |= _computed(points, contract, parts, book)
    else:
        outcome |= {part: draw(st.sampled_from(["won", "lost"])) for part in parts if part != "sto"}
        if "sto" in parts:
            outcome["sto"] = {"made": draw(flags), "steps": draw(st.integers(1, 20))}
        if contract in QUIET_STO_CONTRACTS and draw(flags):
            side = "declarer" if outcome["hra"] == "won" else "defence"
            outcome["quiet_sto"] = {"side": side, "steps": draw(st.integers(1, 10))}
    for part in parts:
        if part not in ("hra", "sto"):
            outcome[part] = draw(st.sampled_from(["won", "lost"]))
    if contract in QUIET_SEDMA_CONTRACTS and draw(flags):
        outcome["quiet_sedma"] = {"side": draw(st.sampled_from(["declarer", "defence"])), "won": draw(flags)}
    return record | {"outcome": outcome}


def _computed(points: Points, contract: str, parts: tuple[str, ...], book: Rulebook) -> Record:
    outcome: Record = {}
    if "hra" in parts:
        outcome["hra"] = "won" if hra_won(points) else "lost"
    if "sto" in parts:
        made, steps = sto_result(points, book)
        outcome["sto"] = {"made": made, "steps": steps}
    quiet = quiet_sto_of(points)
    if quiet is not None and contract in QUIET_STO_CONTRACTS:
        outcome["quiet_sto"] = quiet._asdict()
    return outcome


@st.composite
def _points(draw: st.DrawFn) -> Points:
    marriages = draw(st.permutations([40, 20, 20, 20]))[: draw(st.integers(0, 4))]
    cut = draw(st.integers(0, len(marriages)))
    return Points(10 * draw(st.integers(0, 9)), tuple(marriages[:cut]), tuple(marriages[cut:]))


@st.composite
def _lozena(draw: st.DrawFn, parts: tuple[str, ...]) -> Record:
    marks = {part: draw(st.sampled_from(["", "", "lozena", "minus_parts"])) for part in parts}
    return {name: [part for part in parts if marks[part] == name] for name in ("lozena", "minus_parts")}


@st.composite
def _renonce(
    draw: st.DrawFn, contract: str | None, players: list[str], declarer: str | None, defenders: list[str]
) -> list[Record]:
    """Renoncy that could have been committed in this contract, with who could have committed them."""
    possible = {}
    for name, article in ARTICLES.items():
        fits = article.contracts is None or contract in article.contracts
        if contract is None:
            fits = not article.needs_contract
        playing = defenders if declarer is None else [declarer, *defenders]
        who = {ANYBODY: players, PLAYING: playing, DECLARER: [declarer], DEFENDER: defenders}[article.whose]
        if fits and who and None not in who:
            possible[name] = who
    entries = []
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 1, 2, 3]))):
        name = draw(st.sampled_from(sorted(possible)))
        entry: Record = {"by": draw(st.sampled_from(possible[name])), "article": name}
        if name != "C7" and draw(flags):
            entry["playout"] = draw(flags)
        if name == "REF" and draw(flags):
            entry |= {"pausal": draw(st.integers(0, 2)), "lost": draw(flags)}
        entries.append(entry)
    return entries


def _drop_decided(draw: st.DrawFn, record: Record) -> None:
    """Leave out some outcomes that a renonc has decided."""
    offences = [
        Offence(
            entry["by"],
            entry["article"],
            entry.get("playout", False),
            default_pausal(entry["article"]),
            entry.get("lost", entry["article"] != "REF"),
        )
        for entry in record["renonce"]
    ]
    verdict = judge(
        offences,
        contract=record["contract"],
        declarer=record["declarer"],
        four_helpers_against=record["four_helpers_against"],
    )
    book = rulebook_from(record.get("rulebook", "csm"))
    parts = [PartPlay(part, lozena=part in record["lozena"]) for part in book.parts_of(record["contract"])]
    for part in sorted(decided_parts(verdict, parts)):
        if draw(flags):
            record["outcome"].pop(part, None)


@st.composite
def _claims(draw: st.DrawFn, record: Record, book: Rulebook) -> list[Record]:
    first = {doublers[0] for doublers in record.get("fleks", {}).values() if doublers[: book.max_fleks]}
    playing = [p for p in record["players"] if len(record["players"]) == 3 or p != record["dealer"]]
    claims = []
    for _ in range(draw(st.integers(0, 3))):
        to = draw(st.sampled_from(playing))
        points = draw(st.integers(-1000 if to in first else 0, 1000))
        if record.get("foreign_suits_flek") and points == -FOREIGN_SUITS_LOSS:
            points -= 1
        claim: Record = {"to": to, "points": points}
        if draw(flags):
            claim["row"] = draw(st.text(ACCEPTED_CHARACTERS, max_size=10))
        claims.append(claim)
    return claims


@st.composite
def other_records(draw: st.DrawFn) -> Record:
    """A valid record of an omyl, a misdeal or a renonc without a hand."""
    table = draw(tables())
    players, dealer = table["players"], table["dealer"]
    playing = [p for p in players if len(players) == 3 or p != dealer]
    kind = draw(st.sampled_from(["omyl", "misdeal", "renonc"]))
    declarer = draw(st.sampled_from(playing)) if kind == "omyl" or draw(flags) else None
    defenders = [p for p in playing if p != declarer]
    record = table | {"kind": kind}
    if declarer is not None:
        record["declarer"] = declarer
    named = draw(
        st.one_of(st.none(), st.sampled_from(["csm", "traditional", {"base": "pub", "base_rate": 10}]))
    )
    if named is not None:
        record["rulebook"] = named
    if kind == "omyl":
        record["bid"] = rulebook_from(named or "csm").rung_of("sedma")
    if kind == "misdeal" and draw(flags):
        record["prior_misdeals"] = draw(st.integers(0, 5))
    entries = draw(_renonce(None, players, declarer, defenders))
    if entries or kind != "renonc":
        record["renonce"] = entries
    else:
        record["renonce"] = [{"by": dealer, "article": "C6"}]
    return record


records = st.one_of(hand_records(), hand_records(), hand_records(), other_records())
