"""What an organiser may choose from: rulebooks, their choices and rates, bodovací tabulky."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

import rules
from rules.points_table import find_points_table, points_table_ids
from tournament import ports
from tournament.models import Tournament

BASE_RATES = (10, 20, 25, 50, 100)
"""Usual base rates in haléře; any whole number from 1 may be written instead (R-002)."""


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A point where the rules leave a choice (R-002): the field of the rulebook and what it may be."""

    field: str
    label: Any
    options: tuple[tuple[Any, Any], ...]


RULE_CHOICES = (
    RuleChoice(
        "sto_scaling",
        _("Každá desítka nad sto"),
        (
            ("linear", _("přidá jednu sazbu")),
            ("doubling", _("zdvojnásobí sazbu")),
            ("flat", _("nic nepřidá")),
        ),
    ),
    RuleChoice(
        "sto_replaces_hra",
        _("Při stu se hra"),
        ((True, _("neplatí zvlášť")), (False, _("platí také"))),
    ),
    RuleChoice(
        "sto_marriage",
        _("Do sta se počítá hláška"),
        (("highest", _("nejvyšší")), ("first", _("první hlášená"))),
    ),
    RuleChoice(
        "quiet_sto_scaling",
        _("Tiché sto"),
        (("flat", _("dvojnásobek hry")), ("linear", _("roste s každou desítkou"))),
    ),
    RuleChoice(
        "renonc_rate",
        _("Renonc se platí sazbou"),
        (("base", _("základní")), ("flekked", _("i s fleky"))),
    ),
    RuleChoice(
        "raised_limit_at_three",
        _("Zvýšený limit u stolu tří"),
        ((False, _("neplatí")), (True, _("platí"))),
    ),
    RuleChoice(
        "nobody_bids",
        _("Když nikdo nelicituje, forhont hraje"),
        (("sedma", _("sedmu")), ("hra", _("hru"))),
    ),
    RuleChoice("opener", _("Licitaci začíná"), (("zadak", _("zadák")), ("prostredni", _("prostřední")))),
)


def rulebook_choices() -> list[tuple[str, str]]:
    """Identifier and Czech name of every rulebook, the Svaz's first."""
    return [(name, rules.find_rulebook(name).name) for name in rules.rulebook_ids()]


def premium_table_choices(tournament: Tournament) -> list[tuple[str, str]]:
    """Identifier and Czech name of every published bodovací tabulka, then of the tournament's own ones."""
    published = [(name, find_points_table(name).name) for name in points_table_ids()]
    return [*published, *ports.own_points_tables(tournament)]


def rulebook_name(rulebook_id: str) -> str:
    """The Czech name of a rulebook; one this program does not know keeps its identifier."""
    return dict(rulebook_choices()).get(rulebook_id, rulebook_id)


def premium_table_name(table_id: str) -> str:
    """The Czech name of a published bodovací tabulka; an own one keeps its identifier."""
    return find_points_table(table_id).name if table_id in points_table_ids() else table_id


def newest_version(rulebook_id: str, overrides: Mapping[str, Any]) -> str:
    """The version a tournament that chooses the rulebook now is bound to.

    Raises ``rules.RulesError`` for an unknown rulebook and for fields it does not take.
    """
    return str(rules.find_rulebook(rulebook_id, overrides=overrides).version)
