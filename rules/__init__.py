"""Rules of licitovaný mariáš: settlement of hands, rulebooks, rounding.

Pure Python, standard library only: plain frozen records in, plain frozen records out. Money is whole haléře.
Beside these names: `rules.auction`, `rules.notation` with `rules.shorthand`, `rules.explain`,
`rules.points_table` with `rules.points_sheet`, `rules.articles` and `rules.ranking`.
"""

from rules.checking import check_record, parse_hand
from rules.entitlements import Refusal
from rules.errors import (
    InvalidAuction,
    InvalidHand,
    InvalidInput,
    InvalidJson,
    InvalidMoney,
    InvalidNotation,
    InvalidRulebook,
    InvalidTable,
    Problem,
    RulesError,
    UnknownRulebook,
    UnknownTable,
)
from rules.lines import Line
from rules.money import check_agreed_crowns, format_amount, format_crowns, format_points, split, to_crowns
from rules.reading import load_json
from rules.records import Claim, Hand, Offence, PartPlay, Points, QuietSedma, QuietSto, hand_to_json
from rules.rulebook import Rulebook, find_rulebook, load_rulebook, rulebook_from, rulebook_ids
from rules.settlement import Settlement, settle

__all__ = [
    "Claim",
    "Hand",
    "InvalidAuction",
    "InvalidHand",
    "InvalidInput",
    "InvalidJson",
    "InvalidMoney",
    "InvalidNotation",
    "InvalidRulebook",
    "InvalidTable",
    "Line",
    "Offence",
    "PartPlay",
    "Points",
    "Problem",
    "QuietSedma",
    "QuietSto",
    "Refusal",
    "Rulebook",
    "RulesError",
    "Settlement",
    "UnknownRulebook",
    "UnknownTable",
    "check_agreed_crowns",
    "check_record",
    "find_rulebook",
    "format_amount",
    "format_crowns",
    "format_points",
    "hand_to_json",
    "load_json",
    "load_rulebook",
    "parse_hand",
    "rulebook_from",
    "rulebook_ids",
    "settle",
    "split",
    "to_crowns",
]
