"""What an organiser may choose from: rulebooks and bodovací tabulky."""

from django.utils.translation import gettext_lazy as _

import rules

BASE_RATES = (10, 20, 25, 50, 100)
"""Usual base rates in haléře; any whole number from 1 may be written instead (rules.md §2)."""

PREMIUM_TABLES = (
    ("csm-2014", _("Český svaz mariáše (2014)")),
    ("sloapslam-2010", _("SloapSlam (2010)")),
)


def rulebook_choices() -> list[tuple[str, str]]:
    """Identifier and Czech name of every rulebook, the Svaz's first."""
    return [(name, rules.find_rulebook(name).name) for name in rules.rulebook_ids()]


def newest_version(rulebook_id: str) -> str:
    """The version a tournament that chooses the rulebook now is bound to."""
    return str(rules.find_rulebook(rulebook_id).version)
