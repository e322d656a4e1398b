"""The words of the game as data: contracts, their parts, fleks, and their Czech names.

docs/glossary.md fixes the words, R-005 the parts of each contract.
"""

from typing import Final, Literal

from rules.language import gettext_noop as _

Part = Literal["hra", "sedma", "sto", "betl", "durch", "dve_sedmy"]
Contract = Literal["hra", "sedma", "sto", "sto_sedma", "betl", "durch", "dve_sedmy", "dve_sedmy_sto"]
Side = Literal["declarer", "defence"]
Kind = Literal["hand", "omyl", "misdeal", "renonc"]

PARTS: Final[dict[Contract, tuple[Part, ...]]] = {
    "hra": ("hra",),
    "sedma": ("hra", "sedma"),
    "sto": ("sto",),
    "sto_sedma": ("sto", "sedma"),
    "betl": ("betl",),
    "durch": ("durch",),
    "dve_sedmy": ("dve_sedmy",),
    "dve_sedmy_sto": ("dve_sedmy", "sto"),
}

# Where the rulebook says that sto does not replace hra, the hundred is played on top of it.
PARTS_WITH_HRA: Final[dict[Contract, tuple[Part, ...]]] = PARTS | {
    "sto": ("hra", "sto"),
    "sto_sedma": ("hra", "sto", "sedma"),
}

TRUMPLESS: Final[frozenset[str]] = frozenset({"betl", "durch"})
QUIET_STO_CONTRACTS: Final[frozenset[str]] = frozenset({"hra", "sedma"})
QUIET_SEDMA_CONTRACTS: Final[frozenset[str]] = frozenset({"hra", "sto"})
ANNOUNCED_SEVEN: Final[frozenset[str]] = frozenset({"sedma", "sto_sedma", "dve_sedmy", "dve_sedmy_sto"})

PART_NAMES: Final[dict[str, str]] = {
    "hra": "hra",
    "sedma": "sedma",
    "sto": "sto",
    "betl": "betl",
    "durch": "durch",
    "dve_sedmy": "dvě sedmy",
    "quiet_sedma": "tichá sedma",
    "quiet_sto": "tiché sto",
}

CONTRACT_NAMES: Final[dict[Contract, str]] = {
    "hra": _("hra"),
    "sedma": _("sedma"),
    "sto": _("sto"),
    "sto_sedma": _("sto a sedma"),
    "betl": _("betl"),
    "durch": _("durch"),
    "dve_sedmy": _("dvě sedmy"),
    "dve_sedmy_sto": _("dvě sedmy a sto"),
}

RED_CONTRACT_NAMES: Final[dict[Contract, str]] = {
    "hra": _("hra červená"),
    "sedma": _("sedma červená"),
    "sto": _("sto červených"),
    "sto_sedma": _("sto a sedma červených"),
    "dve_sedmy": _("dvě sedmy, červená trumf"),
    "dve_sedmy_sto": _("dvě sedmy, červená trumf, a sto"),
}

FLEK_NAMES: Final[tuple[str, ...]] = ("bez fleku", "flek", "re", "tutti", "boty")


def flek_name(count: int) -> str:
    """The Czech name of that many fleks; beyond boty, which only an own rulebook counts, the number.

    >>> [flek_name(n) for n in (0, 2, 4, 5)]
    ['bez fleku', 're', 'boty', '5 fleků']
    """
    return FLEK_NAMES[count] if count < len(FLEK_NAMES) else f"{count} fleků"


def contract_name(contract: Contract, red: bool = False) -> str:
    """The Czech name of a contract as the licitační žebříček (section A) writes it.

    >>> contract_name("sto_sedma", red=True)
    'sto a sedma červených'
    """
    return RED_CONTRACT_NAMES[contract] if red else CONTRACT_NAMES[contract]
