"""Renoncy: who may commit what, what each costs, and which one decides the hand (R-012 to R-017)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.contracts import ANNOUNCED_SEVEN
from rules.language import gettext_noop as _
from rules.records import Hand, Offence, PartPlay

# The one sitting out included; of C1 to C4 and C8 he is not capable, he holds no cards.
ANYBODY: Final = "anybody"
PLAYING: Final = "playing"
DECLARER: Final = "declarer"
DEFENDER: Final = "defender"


class Breach(NamedTuple):
    """An article of section C (or of B, for C11): whose renonc it is, what it is about, in which contracts.

    `contracts` is None where any will do; `needs_contract` marks what cannot happen before one is announced.

    >>> ARTICLES["C14"].whose, sorted(ARTICLES["C12"].contracts)
    ('declarer', ['dve_sedmy'])
    """

    whose: str
    text: str
    contracts: frozenset[str] | None = None
    needs_contract: bool = False


_WITH_TRUMPS: Final = frozenset({"hra", "sedma", "sto", "sto_sedma", "dve_sedmy", "dve_sedmy_sto"})

ARTICLES: Final[dict[str, Breach]] = {
    "C1": Breach(PLAYING, _("nepřiznání barvy")),
    "C2": Breach(PLAYING, _("nepřebití nižší karty")),
    "C3": Breach(PLAYING, _("nesprávné vynesení")),
    "C4": Breach(PLAYING, _("předhození karty")),
    "C5": Breach(ANYBODY, _("řezání a míchání karet")),
    "C6": Breach(ANYBODY, _("náznaky, signály, prozrazení karty spoluhráči")),
    "C7": Breach(DECLARER, _("nesprávný počet karet v talonu")),
    "C8": Breach(PLAYING, _("nedodržení pořadí při schvalování a flekování")),
    "C9": Breach(DECLARER, _("změna talonu nebo nahlížení do něj po ohlášení hry")),
    "C10": Breach(ANYBODY, _("neoprávněné shlédnutí talonu")),
    "C12": Breach(
        DEFENDER, _("neukázání sedmy nebo čtyř pomocných při dvou sedmách"), frozenset({"dve_sedmy"}), True
    ),
    "C13": Breach(
        DEFENDER, _("ukázání čtyř pomocných při dvou sedmách a stu"), frozenset({"dve_sedmy_sto"}), True
    ),
    "C14": Breach(DECLARER, _("eso nebo desítka v talonu"), _WITH_TRUMPS),
    "B13": Breach(DECLARER, _("předčasné vynesení hlášené nebo pomocné sedmy"), ANNOUNCED_SEVEN, True),
    "B18": Breach(DECLARER, _("hraná ložená hra, která se měla ukázat"), None, True),
    "B19": Breach(DECLARER, _("hra neprávem prohlášená za loženou"), None, True),
    "REF": Breach(ANYBODY, _("jiné provinění podle rozhodnutí rozhodčího")),
}

# What never loses the hand by itself; a REF says so in its own record.
CANNOT_DECIDE: Final = frozenset({"C8", "C12", "B18"})


def cited(article: str) -> str:
    """An article as people cite it; a paragraph of section B is recorded without its stroke.

    >>> cited("B13"), cited("C7")
    ('B/13', 'C7')
    """
    return f"B/{article[1:]}" if article[0] == "B" and article[1:].isdigit() else article


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

    C12, once committed, has decided before all others, then C7, after which the hand cannot be played; else
    the last one that can decide does.

    >>> judge([Offence("B", "C1", True), Offence("A", "C8")], contract="sto", declarer="A").playout
    True
    """
    if not renonce:
        return NOTHING_DECIDED
    articles = {offence.article for offence in renonce}
    lozena_played = "B18" in articles
    if "C12" in articles:
        return Verdict(helpers_hidden=True, lozena_played=lozena_played)
    talon = [offence for offence in renonce if offence.article == "C7"]
    decider = next((offence for offence in talon or reversed(renonce) if can_decide(offence)), None)
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


def as_played(verdict: Verdict, part: str) -> bool:
    """Whether a part is settled by its outcome, in play or in a playout.

    >>> as_played(judge([Offence("B", "C1")], contract="betl", declarer="A"), "betl")
    False
    """
    two_sevens = part == "dve_sedmy"
    if verdict.helpers_hidden or (verdict.helpers_against and two_sevens):
        return False
    return not verdict.without_playout or (verdict.helpers_shown and two_sevens)


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


def possible_articles(hand: Hand) -> tuple[str, ...]:
    """The articles that can be committed in a hand: those of its contract, and with somebody to commit them.

    >>> from rules.notation import parse
    >>> [a for a in ARTICLES if a not in possible_articles(parse("ABCD/D A:betl betl+"))]
    ['C12', 'C13', 'C14', 'B13']
    """
    return tuple(
        key
        for key, article in ARTICLES.items()
        if possible_authors(key, hand)
        and (hand.contract is not None or not article.needs_contract)
        and (hand.contract is None or article.contracts is None or hand.contract in article.contracts)
    )


def possible_authors(key: str, hand: Hand) -> tuple[str, ...]:
    """Who at the table can commit it: the declarer, a defender, anybody who plays, or anybody.

    >>> from rules.notation import parse
    >>> hand = parse("ABCD/D A:betl betl+")
    >>> possible_authors("C7", hand), possible_authors("C1", hand), possible_authors("REF", hand)
    (('A',), ('A', 'B', 'C'), ('A', 'B', 'C', 'D'))
    """
    whose = ARTICLES[key].whose
    if whose == ANYBODY:
        return hand.players
    if whose == PLAYING:
        return tuple(player for player in hand.players if player != hand.sitting_out)
    if hand.declarer is None:
        return ()
    return (hand.declarer,) if whose == DECLARER else hand.defenders


def can_be_played_on(offence: Offence) -> bool:
    """Whether the other side may demand a playout after it (D3); not after C7, which ends the hand (B/9).

    >>> can_be_played_on(Offence("B", "C1")), can_be_played_on(Offence("A", "C7"))
    (True, False)
    """
    return can_decide(offence) and offence.article != "C7"
