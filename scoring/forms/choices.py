"""What can be chosen about a hand, and how a choice stands in its record."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import forms
from django.utils.choices import BaseChoiceIterator
from django.utils.html import format_html
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from rules import Rulebook
from rules.contracts import FLEK_NAMES
from scoring.selectors.tables import SeatLine

Choices = list[tuple[str, Any]]


class FixedChoices(BaseChoiceIterator):
    """Choices that nobody changes: a form takes them as they are.

    A list would be read through and copied anew for each field and each form of every hand that is saved.
    """

    def __init__(self, choices: Choices) -> None:
        self.choices = tuple(choices)

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        return iter(self.choices)

    def __len__(self) -> int:
        return len(self.choices)

    def __copy__(self) -> "FixedChoices":
        return self

    def __deepcopy__(self, memo: object) -> "FixedChoices":
        return self


FLEKS = FixedChoices([("0", "–"), *((str(count), FLEK_NAMES[count]) for count in range(1, 5))])
WON_LOST = FixedChoices([("won", gettext_lazy("uhráno")), ("lost", gettext_lazy("neuhráno"))])
STO_LOST = range(5, 0, -1)
STO_MADE = range(1, 7)
QUIET_SEDMA = FixedChoices(
    [
        ("", gettext_lazy("nebyla")),
        ("declarer-won", gettext_lazy("aktér uhrál")),
        ("declarer-lost", gettext_lazy("aktérovi zabita")),
        ("defence-won", gettext_lazy("obrana uhrála")),
        ("defence-lost", gettext_lazy("obraně zabita")),
    ]
)
STO_DEFENCE = FixedChoices([("", gettext_lazy("žádné")), *((str(n), str(n)) for n in range(20, 120, 20))])
QUIET_STO = FixedChoices([("", gettext_lazy("nebylo")), *((str(n), str(90 + 10 * n)) for n in range(1, 7))])
KINDS = FixedChoices(
    [
        ("hand", gettext_lazy("hra")),
        ("omyl", gettext_lazy("omyl")),
        ("misdeal", gettext_lazy("chybné rozdání")),
        ("renonc", gettext_lazy("renonc bez hry")),
    ]
)
PARTS = ("hra", "dve_sedmy", "sto", "sedma", "betl", "durch")


def seat_choice(
    label: str,
    seats: Sequence[SeatLine],
    *,
    widget: type[forms.Widget] = forms.Select,
    required: bool = True,
) -> forms.ChoiceField:
    """A choice of a seat, people by their names."""
    choices = _seat_names(tuple(seats), widget, get_language())
    return forms.ChoiceField(label=label, choices=choices, widget=widget, required=required)


@lru_cache(maxsize=512)
def _seat_names(
    seats: tuple[SeatLine, ...], widget: type[forms.Widget], _language: str | None
) -> FixedChoices:
    """Put into words once for the sixteen choices of a form, and for the forms of one table."""
    repeated = {name for name, count in Counter(seat.name for seat in seats).items() if count > 1}
    names: Choices = [
        (seat.letter, _seat_label(seat, widget, numbered=seat.name in repeated)) for seat in seats
    ]
    return FixedChoices([("", "–"), *names] if widget is forms.Select else names)


def _seat_label(seat: SeatLine, widget: type[forms.Widget], *, numbered: bool) -> str:
    """The name and the seat; of two with the same name also the start number."""
    number = _(" · č. %(number)s") % {"number": seat.number} if numbered else ""
    if widget is forms.Select:
        return f"{seat.letter} {seat.name}{number}"
    return format_html("{}<small>{}{}</small>", seat.name, seat.letter, number)


@lru_cache(maxsize=64)
def rungs(rulebook: Rulebook) -> FixedChoices:
    """The rungs of the auction."""
    steps = range(1, len(rulebook.ladder) + 1)
    return FixedChoices([("", "–"), *((str(rung), f"{rung}. {rulebook.rung_name(rung)}") for rung in steps)])


STO_RESULTS = FixedChoices(
    [
        *((f"lost-{steps}", str(100 - 10 * steps)) for steps in STO_LOST),
        *((f"made-{steps}", str(90 + 10 * steps)) for steps in STO_MADE),
    ]
)
"""Points of a sto as they are tapped: up to 90 it is lost, from 100 made."""


def sto_of(typed: str, defence: str = "") -> dict[str, Any]:
    """What was tapped as a record holds it; ``defence``: the hlášky against a sto that was lost (R-006).

    >>> sto_of("lost-2", "20"), sto_of("made-2", "20")
    ({'made': False, 'steps': 4}, {'made': True, 'steps': 2})
    """
    ended, steps = typed.split("-")
    made = ended == "made"
    return {"made": made, "steps": int(steps) + (0 if made else int(defence or 0) // 10)}


def sto_value(result: Mapping[str, Any]) -> str:
    """The choice of a stored result of sto."""
    return f"{'made' if result['made'] else 'lost'}-{result['steps']}"


def sto_initial(result: Mapping[str, Any]) -> dict[str, str]:
    """The choices of a stored result of sto; of a heavy loss a part is shown as hlášky against it.

    >>> sto_initial({"made": False, "steps": 8})
    {'outcome_sto': 'lost-4', 'sto_defence': '40'}
    """
    beyond = 0 if result["made"] else max(0, result["steps"] - STO_LOST[0])
    against = (beyond + 1) // 2 * 2
    shown = {"outcome_sto": sto_value({**result, "steps": result["steps"] - against})}
    return shown | ({"sto_defence": str(10 * against)} if against else {})


def quiet_sedma_of(typed: str) -> dict[str, Any]:
    """What was tapped as a record holds it."""
    side, ended = typed.split("-")
    return {"side": side, "won": ended == "won"}


def quiet_sedma_value(result: Mapping[str, Any]) -> str:
    """The choice of a stored quiet seven."""
    return f"{result['side']}-{'won' if result['won'] else 'lost'}"
