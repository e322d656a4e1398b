"""A hand in a few Czech words: for lists, prints and the log. A leaf beside ``adapters``."""

from dataclasses import dataclass

from rules import Hand
from rules.contracts import PART_NAMES, contract_name, flek_name
from rules.records import Offence, PartPlay, QuietSedma

ENDED = {
    "hra": ("hra uhraná", "hra prohraná"),
    "sedma": ("sedma uhraná", "sedma prohraná"),
    "sto": ("sto uhrané", "sto prohrané"),
    "betl": ("uhraný", "prohraný"),
    "durch": ("uhraný", "prohraný"),
    "dve_sedmy": ("dvě sedmy uhrané", "dvě sedmy prohrané"),
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
    words = [_ended(play) for play in hand.parts if play.won is not None]
    if hand.quiet_sto is not None:
        words.append(f"tiché {90 + 10 * hand.quiet_sto.steps}")
    if hand.quiet_sedma is not None:
        words.append(_quiet_sedma(hand.quiet_sedma))
    return ", ".join(words)


def _short_result(hand: Hand) -> str:
    """«hra ano, sedma ne», «obojí uhráno», «sto 120, sedma ne»; a single part keeps its full words."""
    ended = [play for play in hand.parts if play.won is not None]
    quiet = [hand.quiet_sto, hand.quiet_sedma]
    if len(ended) < 2 and not any(quiet):
        return _result(hand)
    if len(ended) == 2 and not any(quiet) and "sto" not in {play.part for play in ended}:
        first, second = (play.won for play in ended)
        if first == second:
            return "obojí uhráno" if first else "obojí prohráno"
    words = [_short_ended(play) for play in ended]
    if hand.quiet_sto is not None:
        words.append(f"tiché {90 + 10 * hand.quiet_sto.steps}")
    if hand.quiet_sedma is not None:
        against = "" if hand.quiet_sedma.side == "declarer" else " proti"
        words.append(f"t. sedma{against} {'ano' if hand.quiet_sedma.won else 'ne'}")
    return ", ".join(words)


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
    return f"renonc {offence.article} ({offence.by}{playout})"
