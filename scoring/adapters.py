"""The bridge to ``rules``: a tournament becomes a rulebook, a stored record with its ruling a settlement.

Records are ``licitovany-hand/1`` with the seats ``A``–``D`` as players. They are stored without a rulebook,
because the tournament's applies.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules import (
    Hand,
    InvalidHand,
    Problem,
    Rulebook,
    RulesError,
    Settlement,
    check_agreed_crowns,
    check_record,
    find_rulebook,
    hand_to_json,
    load_json,
    parse_hand,
    settle,
    to_crowns,
)
from rules.notation import format_hand, to_record
from rules.rulebook import RATES
from tournament.errors import Refused
from tournament.models import Tournament

Record = Mapping[str, Any]
Patch = Mapping[str, Any]

MISSING = "…"
"""Stands for a player whose result a table's sum lacks."""

NOTATION_LENGTH = 600

MONEY_LIMIT = 100_000_00
"""Haléře. No table ever played for more; a larger number is a slip of the finger."""


class InvalidRecord(Refused):
    """A record that cannot be settled; ``problems`` are all of them, ``fields`` maps their paths to texts."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        fields: dict[str, str] = {}
        for problem in self.problems:
            fields[problem.path] = " ".join(filter(None, (fields.get(problem.path), problem.text)))
        super().__init__(_sentence(self.problems), code="invalid_hand", fields=fields)


@dataclass(frozen=True)
class ReadHand:
    """A hand read once: its record, what the rules understood, and what follows from it.

    ``record`` is as it is stored, or as a ruling laid over it makes it. Made at the door (``read_hand``,
    ``stored_hand``) and handed on, so that nobody after it parses or settles the same record again.
    """

    record: dict[str, Any]
    hand: Hand

    @cached_property
    def settlement(self) -> Settlement:
        """What the hand is paid; worked out when it is first asked for, and once."""
        return settle(self.hand)

    @cached_property
    def notation(self) -> str:
        """The record as one line for logs and reports; empty where it would be longer than a line."""
        line = format_hand(self.hand)
        return line if len(line) <= NOTATION_LENGTH else ""

    def ruled(self, patch: Patch) -> "ReadHand":
        """The hand as a new ruling makes it. Raises ``InvalidRecord``, also for what only new records may not
        say, unless the written record says it already.
        """
        known = set(check_record(self.record, rulebook=self.hand.rulebook))
        record = with_ruling(self.record, patch)
        problems = [p for p in check_record(record, rulebook=self.hand.rulebook) if p not in known]
        if problems:
            raise InvalidRecord(problems)
        return stored_hand(record, self.hand.rulebook)

    def patched(self, patch: Patch | None) -> "ReadHand":
        """The hand with fields replaced, as by a ruling; itself without any. Raises ``InvalidRecord``."""
        return stored_hand(with_ruling(self.record, patch), self.hand.rulebook) if patch else self


def rulebook_of(tournament: Tournament) -> Rulebook:
    """The rules this tournament plays by: its rulebook, version, base rate and changed fields."""
    overrides = {**tournament.rulebook_overrides, "base_rate": tournament.base_rate}
    return _rulebook(
        tournament.rulebook_id, tournament.rulebook_version, json.dumps(overrides, sort_keys=True)
    )


def device_rules(rulebook: Rulebook) -> dict[str, Any]:
    """What a device needs of the rules to reckon a hand by itself (static/js/settle.js); rates in haléře."""
    named = rulebook.fields()
    chosen = ("max_fleks", "sto_scaling", "sto_replaces_hra", "sto_marriage", "quiet_sto_scaling")
    names = (*RATES, *chosen, "raised_limit_at_three")
    return {name: named[name] for name in names} | {"omyl_bid": rulebook.rung_of("sedma")}


def read_hand(data: object, rulebook: Rulebook, seats: Sequence[str], *, stored: bool = False) -> ReadHand:
    """The hand that came in, its record as it is stored: checked, defaults left out, no rulebook.

    ``stored``: it was written down elsewhere before, and may say what only new records must not.

    A ``ReadHand`` made at an earlier door is checked anew only where the table or its rules have changed
    since. Raises ``InvalidRecord`` with every problem, also for players that are not the seats of the table.
    """
    if isinstance(data, ReadHand):
        if data.hand.players == tuple(seats) and data.hand.rulebook == rulebook:
            return data
        data = data.record
    hand = _parsed(data, rulebook, stored=stored)
    if hand.players != tuple(seats):
        raise InvalidRecord([_other_players(hand.players, seats)])
    record = hand_to_json(hand)
    record.pop("rulebook", None)
    return ReadHand(record, hand)


def stored_hand(record: Record, rulebook: Rulebook, patch: Patch | None = None) -> ReadHand:
    """A hand that is stored, with the ruling in force (``None``: there is none). Raises ``InvalidRecord``.

    It opens also with what only new records may not say.
    """
    paid = with_ruling(record, patch)
    return ReadHand(paid, _parsed(paid, rulebook, stored=True))


def with_ruling(record: Record, patch: Patch | None) -> dict[str, Any]:
    """The record as it is paid: the fields a referee set replace the written ones, ``null`` takes one out."""
    merged = {**record, **(patch or {})}
    return {name: value for name, value in merged.items() if value is not None}


def plain_outcome(hand: Hand) -> dict[str, Any]:
    """How a hand ended, part by part, also where its record gives points to compute it from."""
    outcome: dict[str, Any] = {}
    for play in hand.parts:
        if play.won is not None:
            sto = {"made": play.won, "steps": play.steps}
            outcome[play.part] = sto if play.part == "sto" else "won" if play.won else "lost"
    if hand.quiet_sto is not None:
        outcome["quiet_sto"] = {"side": hand.quiet_sto.side, "steps": hand.quiet_sto.steps}
    if hand.quiet_sedma is not None:
        outcome["quiet_sedma"] = {"side": hand.quiet_sedma.side, "won": hand.quiet_sedma.won}
    return outcome


def read_json(text: str | bytes) -> object:
    """A JSON value from a person's paste or file; raises ``Refused`` with one sentence."""
    try:
        return load_json(text)
    except RulesError as error:
        raise Refused(str(error), code="invalid_json") from error


def read_record(text: str) -> object:
    """A whole record a person pasted: JSON, or a hand on one line of notation; raises ``Refused``."""
    if text.lstrip().startswith(("{", "[")):
        return read_json(text)
    try:
        return to_record(" ".join(text.split()))
    except RulesError as error:
        raise Refused(str(error), code="invalid_notation") from error


def proposed_crowns(money: Mapping[str, int]) -> dict[str, int]:
    """ZB proposed for exact results in haléře (R-001).

    Where an organiser lets a sum stand that is not zero, what is missing is rounded like one more player's.
    """
    crowns = to_crowns(_balanced(money))
    return {seat: crowns[seat] for seat in money}


def crowns_problems(money: Mapping[str, int], zb: Mapping[str, int]) -> dict[str, str]:
    """What is wrong with the crowns agreed at a table, by seat (``""``: the whole); empty when nothing."""
    agreed = {**zb, MISSING: -sum(zb.values())} if sum(money.values()) else zb
    problems = check_agreed_crowns(_balanced(money), agreed)
    return {problem.path: problem.text for problem in problems if problem.path != MISSING}


def _balanced(amounts: Mapping[str, int]) -> dict[str, int]:
    total = sum(amounts.values())
    return {**amounts, MISSING: -total} if total else dict(amounts)


def _parsed(data: object, rulebook: Rulebook, *, stored: bool = False) -> Hand:
    try:
        return parse_hand(data, rulebook=rulebook, stored=stored)
    except InvalidHand as error:
        raise InvalidRecord(error.problems) from error


@lru_cache(maxsize=64)
def _rulebook(rulebook_id: str, version: str, overrides: str) -> Rulebook:
    if version and not version.isdecimal():
        raise Refused(
            _("Pravidla turnaje se nedají použít: verze má být celé číslo, ne „%(version)s“.")
            % {"version": version},
            code="invalid_rulebook",
        )
    try:
        return find_rulebook(
            rulebook_id, version=int(version) if version else None, overrides=json.loads(overrides)
        )
    except ValueError as error:  # RulesError is one
        raise Refused(
            _("Pravidla turnaje se nedají použít: %(why)s") % {"why": error}, code="invalid_rulebook"
        ) from error


def _other_players(players: Sequence[str], seats: Sequence[str]) -> Problem:
    return Problem(
        "players",
        "other_players",
        _("U stolu jsou místa %(seats)s v tomto pořadí, v záznamu je ale %(players)s.")
        % {"seats": ", ".join(seats), "players": ", ".join(players)},
    )


def _sentence(problems: Sequence[Problem]) -> str:
    first = problems[0]
    where = f"{first.path}: " if first.path else ""
    further = len(problems) - 1
    if not further:
        return f"{where}{first.text}"
    return f"{where}{first.text} " + ngettext(
        "(a ještě %(count)d chyba)", "(a dalších chyb: %(count)d)", further
    ) % {"count": further}
