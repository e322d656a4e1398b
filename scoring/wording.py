"""A hand in a few Czech words: for lists, prints and the log. A leaf beside ``adapters``."""

from dataclasses import dataclass

from rules import Hand
from rules.contracts import PART_NAMES, contract_name, flek_name
from rules.offences import Verdict, as_played, cited, judge, lozena_parts
from rules.records import Offence, PartPlay, QuietSedma

ENDED = {
    "hra": ("hra uhraná", "hra prohraná"),
    "sedma": ("sedma uhraná", "sedma prohraná"),
    "sto": ("sto uhrané", "sto prohrané"),
    "betl": ("uhraný", "prohraný"),
    "durch": ("uhraný", "prohraný"),
    "dve_sedmy": ("dvě sedmy uhrané", "dvě sedmy prohrané"),
}
# Who lost by a renonc that was not played on; C12 and four helpers against give dvě sedmy to the defence.
BY_RENONC = {
    "declarer": ("renoncem prohrál aktér", "renonc aktéra"),
    "defence": ("renoncem prohrála obrana", "renonc obrany"),
    "helpers": ("dvě sedmy platí aktér", "2×7 platí aktér"),
}
KINDS = {"omyl": "omyl", "misdeal": "chybné rozdání", "renonc": "renonc bez hry"}


@dataclass(frozen=True, slots=True)
class Wording:
    """What was played, who doubled, how it ended, what else there was.

    ``short_result`` says the same as ``result`` in fewer letters, for the narrow column of a sheet.
    """

    contract: str
    red: bool
    fleks: str
    result: str
    short_result: str
    note: str


def wording_of(hand: Hand) -> Wording:
    """The words of one checked hand; players are named by their seats."""
    if hand.contract is None:
        return Wording(KINDS[hand.kind], False, "", "", "", _notes(hand))
    return Wording(
        contract=contract_name(hand.contract, hand.red),
        red=hand.red,
        fleks=", ".join(_fleks(play) for play in hand.parts if play.fleks),
        result=_result(hand),
        short_result=_short_result(hand),
        note=_notes(hand),
    )


def _fleks(play: PartPlay) -> str:
    return f"{PART_NAMES[play.part]} {flek_name(len(play.fleks))} ({' '.join(play.fleks)})"


def _result(hand: Hand) -> str:
    verdict = _verdict(hand)
    words = _decided(verdict, hand, short=False)
    words += [_ended(play) for play in _as_played(verdict, hand)]
    if hand.quiet_sto is not None and not verdict.without_playout:
        words.append(f"tiché {90 + 10 * hand.quiet_sto.steps}")
    if hand.quiet_sedma is not None and not verdict.without_playout:
        words.append(_quiet_sedma(hand.quiet_sedma))
    return ", ".join(words)


def _short_result(hand: Hand) -> str:
    """«hra ano, sedma ne», «obojí uhráno», «sto 120, sedma ne»; a single part keeps its full words."""
    verdict = _verdict(hand)
    decided, ended = _decided(verdict, hand, short=True), _as_played(verdict, hand)
    quiet = [hand.quiet_sto, hand.quiet_sedma] if not verdict.without_playout else []
    if len(decided) + len(ended) < 2 and not any(quiet):
        return ", ".join([*decided, *(_ended(play) for play in ended)])
    if len(ended) == 2 and not decided and not any(quiet) and "sto" not in {play.part for play in ended}:
        first, second = (play.won for play in ended)
        if first == second:
            return "obojí uhráno" if first else "obojí prohráno"
    words = [*decided, *(_short_ended(play) for play in ended)]
    if any(quiet) and hand.quiet_sto is not None:
        words.append(f"tiché {90 + 10 * hand.quiet_sto.steps}")
    if any(quiet) and hand.quiet_sedma is not None:
        against = "" if hand.quiet_sedma.side == "declarer" else " proti"
        words.append(f"t. sedma{against} {'ano' if hand.quiet_sedma.won else 'ne'}")
    return ", ".join(words)


def _verdict(hand: Hand) -> Verdict:
    return judge(
        hand.renonce,
        contract=hand.contract,
        declarer=hand.declarer,
        four_helpers_against=hand.four_helpers_against,
    )


def _as_played(verdict: Verdict, hand: Hand) -> list[PartPlay]:
    """The parts with their results as they are settled; by B/18 the ložené ones are won whatever happened."""
    forced = lozena_parts(hand.parts) if verdict.lozena_played else frozenset()
    parts = [play for play in hand.parts if as_played(verdict, play.part)]
    parts = [
        play._replace(won=True, steps=play.steps if play.won else 1) if play.part in forced else play
        for play in parts
    ]
    return [play for play in parts if play.won is not None]


def _decided(verdict: Verdict, hand: Hand, *, short: bool) -> list[str]:
    """What a renonc has decided, so that no result of play is told for it."""
    words = []
    if verdict.helpers_hidden or verdict.helpers_against:
        words.append(BY_RENONC["helpers"][short])
    if verdict.without_playout and verdict.decider is not None:
        side = "declarer" if verdict.decider.by == hand.declarer else "defence"
        only = "sto " if verdict.helpers_shown or verdict.helpers_against else ""
        words.append(only + BY_RENONC[side][short])
    return words


def _short_ended(play: PartPlay) -> str:
    name = PART_NAMES[play.part]
    if play.part != "sto":
        return f"{name} {'ano' if play.won else 'ne'}"
    return f"{name} {90 + 10 * play.steps}" if play.won else f"{name} ne (o {play.steps})"


def _ended(play: PartPlay) -> str:
    word = ENDED[play.part][0 if play.won else 1]
    if play.part != "sto":
        return word
    return f"{word} ({90 + 10 * play.steps})" if play.won else f"{word} (o {play.steps})"


def _quiet_sedma(quiet: QuietSedma) -> str:
    against = "" if quiet.side == "declarer" else " proti"
    return f"tichá sedma{against} {'uhraná' if quiet.won else 'prohraná'}"


def _notes(hand: Hand) -> str:
    words = []
    laid = [PART_NAMES[play.part] for play in hand.parts if play.lozena]
    if laid:
        words.append(f"ložená {', '.join(laid)}")
    words += [_offence(offence) for offence in hand.renonce]
    return ", ".join(words)


def _offence(offence: Offence) -> str:
    playout = ", dohráno" if offence.playout else ""
    if offence.article == "REF":
        return f"rozhodnutí rozhodčího ({offence.by}{playout})"
    return f"renonc {cited(offence.article)} ({offence.by}{playout})"
