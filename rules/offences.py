"""Renoncy: who may commit what, what each costs, and which one decides the hand (R-012 to R-017)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.contracts import ANNOUNCED_SEVEN
from rules.records import Offence, PartPlay

ANYBODY: Final = "anybody"
DECLARER: Final = "declarer"
DEFENDER: Final = "defender"


class Article(NamedTuple):
    """An article of section C (or of B, for C11): whose renonc it is, what it is about, in which contracts.

    `contracts` is None where any will do; `needs_contract` marks what cannot happen before one is announced.

    >>> ARTICLES["C14"].whose, sorted(ARTICLES["C12"].contracts)
    ('declarer', ['dve_sedmy'])
    """

    whose: str
    text: str
    text_en: str
    contracts: frozenset[str] | None = None
    needs_contract: bool = False


_WITH_TRUMPS: Final = frozenset({"hra", "sedma", "sto", "sto_sedma", "dve_sedmy", "dve_sedmy_sto"})

ARTICLES: Final[dict[str, Article]] = {
    "C1": Article(
        ANYBODY,
        "nepřiznání barvy",
        "suit not followed",
    ),
    "C2": Article(
        ANYBODY,
        "nepřebití nižší karty",
        "lower card not beaten",
    ),
    "C3": Article(
        ANYBODY,
        "nesprávné vynesení",
        "wrong lead",
    ),
    "C4": Article(
        ANYBODY,
        "předhození karty",
        "card played out of turn",
    ),
    "C5": Article(
        ANYBODY,
        "řezání a míchání karet",
        "cutting and shuffling of cards",
    ),
    "C6": Article(
        ANYBODY,
        "náznaky, signály, prozrazení karty spoluhráči",
        "hints, signals, a card given away to the partner",
    ),
    "C7": Article(
        DECLARER,
        "nesprávný počet karet v talonu",
        "wrong number of cards in the talon",
    ),
    "C8": Article(
        ANYBODY, "nedodržení pořadí při schvalování a flekování", "order of approving and flekking not kept"
    ),
    "C9": Article(
        DECLARER,
        "změna talonu nebo nahlížení do něj po ohlášení hry",
        "talon changed or looked into after announcing",
    ),
    "C10": Article(
        ANYBODY,
        "neoprávněné shlédnutí talonu",
        "talon looked into without right",
    ),
    "C12": Article(
        DEFENDER,
        "neukázání sedmy nebo čtyř pomocných při dvou sedmách",
        "seven or four helpers not shown in two sevens",
        frozenset({"dve_sedmy"}),
        True,
    ),
    "C13": Article(
        DEFENDER,
        "ukázání čtyř pomocných při dvou sedmách a stu",
        "four helpers shown in two sevens and sto",
        frozenset({"dve_sedmy_sto"}),
        True,
    ),
    "C14": Article(
        DECLARER,
        "eso nebo desítka v talonu",
        "ace or ten in the talon",
        _WITH_TRUMPS,
    ),
    "B13": Article(
        DECLARER,
        "předčasné vynesení hlášené nebo pomocné sedmy",
        "announced or helping seven led too early",
        ANNOUNCED_SEVEN,
        True,
    ),
    "B18": Article(
        DECLARER, "hraná ložená hra, která se měla ukázat", "ložená game played instead of shown", None, True
    ),
    "B19": Article(
        DECLARER, "hra neprávem prohlášená za loženou", "game wrongly declared ložená", None, True
    ),
    "REF": Article(
        ANYBODY, "jiné provinění podle rozhodnutí rozhodčího", "other misconduct by decision of the referee"
    ),
}

# What never loses the hand by itself; a REF says so in its own record.
CANNOT_DECIDE: Final = frozenset({"C8", "C12", "B18"})


def default_pausal(article: str) -> int:
    """Which paušál an article costs: 2 for an ace or ten in the talon, 1 otherwise (section C).

    >>> default_pausal("C14"), default_pausal("C1")
    (2, 1)
    """
    return 2 if article == "C14" else 1


def can_decide(offence: Offence) -> bool:
    """Whether a renonc can lose the hand for its side (D1, R-013).

    >>> can_decide(Offence("A", "C1")), can_decide(Offence("A", "C8"))
    (True, False)
    """
    return offence.article not in CANNOT_DECIDE and (offence.article != "REF" or offence.lost)


def is_renonc(offence: Offence) -> bool:
    """Whether an entry costs its author the premium points (D5): not C8, nor a REF without any consequence.

    >>> is_renonc(Offence("A", "C8")), is_renonc(Offence("A", "REF", pausal=0, lost=False))
    (False, False)
    """
    if offence.article == "REF":
        return offence.pausal > 0 or offence.lost
    return offence.article != "C8"


class Verdict(NamedTuple):
    """What the renoncy of a hand decide.

    `decider` is the renonc that decides, None when the hand is settled as played, and `playout` whether the
    outcome is that of a playout after it. The rest is about single parts: `helpers_hidden`, C12 gives dvě
    sedmy to the defence; `helpers_shown`, C13 decides and only sto is at stake; `helpers_against`, the
    declarer pays dvě sedmy although the defence offended; `lozena_played`, B/18 gives the ložené parts to
    the declarer.

    >>> judge([Offence("B", "C13")], contract="dve_sedmy_sto", declarer="A").helpers_shown
    True
    """

    decider: Offence | None = None
    playout: bool = False
    helpers_hidden: bool = False
    helpers_shown: bool = False
    helpers_against: bool = False
    lozena_played: bool = False

    @property
    def without_playout(self) -> bool:
        """Whether a renonc has decided without the hand being played on (D1).

        >>> judge([Offence("B", "C1")], contract="hra", declarer="A").without_playout
        True
        """
        return self.decider is not None and not self.playout


NOTHING_DECIDED: Final = Verdict()


def judge(
    renonce: Sequence[Offence],
    *,
    contract: str | None,
    declarer: str | None,
    four_helpers_against: bool = False,
) -> Verdict:
    """Find which renonc decides the hand and how far (D1–D4, section on two sevens, R-017).

    The last one that can decide does; C12, once committed, has decided before all others.

    >>> judge([Offence("B", "C1", True), Offence("A", "C8")], contract="sto", declarer="A").playout
    True
    """
    if not renonce:
        return NOTHING_DECIDED
    articles = {offence.article for offence in renonce}
    lozena_played = "B18" in articles
    if "C12" in articles:
        return Verdict(helpers_hidden=True, lozena_played=lozena_played)
    decider = next((offence for offence in reversed(renonce) if can_decide(offence)), None)
    if decider is None:
        return Verdict(lozena_played=lozena_played)
    helpers_shown = decider.article == "C13"
    helpers_against = (
        contract == "dve_sedmy_sto"
        and (four_helpers_against or "C13" in articles)
        and decider.by != declarer
        and not helpers_shown
    )
    return Verdict(decider, decider.playout, False, helpers_shown, helpers_against, lozena_played)


def lozena_parts(parts: Sequence[PartPlay]) -> frozenset[str]:
    """The parts B/18 gives to the declarer: the ložené ones, all of them when none is named.

    >>> sorted(lozena_parts([PartPlay("hra"), PartPlay("sedma", lozena=True)]))
    ['sedma']
    """
    named = frozenset(play.part for play in parts if play.lozena)
    return named or frozenset(play.part for play in parts)


def decided_parts(verdict: Verdict, parts: Sequence[PartPlay]) -> frozenset[str]:
    """The parts whose outcome in play does not matter, so that a record may leave it out.

    >>> decided_parts(judge([Offence("B", "C1")], contract="betl", declarer="A"), [PartPlay("betl")])
    frozenset({'betl'})
    """
    if verdict is NOTHING_DECIDED:
        return frozenset()
    if verdict.helpers_hidden:
        return frozenset(play.part for play in parts)
    everything = frozenset(play.part for play in parts)
    forced = lozena_parts(parts) if verdict.lozena_played else frozenset()
    if verdict.without_playout:
        # After C13 only sto is lost; dvě sedmy is settled as played.
        return everything - {"dve_sedmy"} | forced if verdict.helpers_shown else everything
    return forced
