"""The form of one line: a hand in a few keys, as somebody types it from a sheet (docs/rules/shorthand.md)."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import Rulebook, RulesError
from rules.notation import to_record
from rules.shorthand import expand
from scoring.adapters import InvalidRecord, ReadHand, read_hand, read_record
from scoring.selectors.tables import NextHand, SeatLine
from scoring.services.questions import ANSWERS, DEALER, Announced
from tournament.errors import Refused
from tournament.forms.common import ExpectedForm, OnceForm, given_by

WHOLE_RECORDS = ("{", "[", "ABC", '"')
"""Beginnings of a pasted record or of a line of the full notation."""


class LineForm(OnceForm, ExpectedForm):
    """One line about a hand of the table with the seats ``seats``; ``after`` says who deals and what counts.

    A new hand carries the ``number`` it was given on the page, a correction the version it shows.
    """

    line = forms.CharField(
        label=gettext_lazy("Hra"),
        max_length=2000,
        error_messages={"required": gettext_lazy("Napište hru, třeba bs++: hraje B, sedma, obojí uhráno.")},
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "class": "notation"}
        ),
    )
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=9999, required=False)

    def __init__(
        self,
        data: Any = None,
        *,
        seats: Sequence[SeatLine],
        rulebook: Rulebook,
        after: NextHand,
        **kwargs: Any,
    ) -> None:
        # Many of them stand on one page.
        super().__init__(data, auto_id=False, **kwargs)
        self.letters = "".join(seat.letter for seat in seats)
        self.rulebook, self.after = rulebook, after

    def read_hand(self) -> ReadHand | None:
        """The hand when it can be read; otherwise what is wrong stands beside the line."""
        return self._read_hand

    @cached_property
    def _read_hand(self) -> ReadHand | None:
        if not self.is_valid():
            return None
        try:
            return read_hand(self._record(), self.rulebook, self.letters)
        except InvalidRecord as refusal:
            self.add_error("line", [problem.text for problem in refusal.problems])
        except Refused as refusal:
            self.add_error("line", refusal.text)
        except RulesError as error:
            self.add_error("line", str(error))
        return None

    def announced(self, read: ReadHand) -> Announced:
        """What the line says beside the hand: its number, answers; a dealer that it names is meant."""
        answered = {name for name in ANSWERS.values() if self.data.get(name) == "1"}
        if self._is_short and read.hand.dealer != self.after.dealer:
            answered.add(ANSWERS[DEALER])
        return Announced(given_by(self)["number"] or None, frozenset(answered))

    @property
    def _is_short(self) -> bool:
        return not self.cleaned_data["line"].startswith(WHOLE_RECORDS)

    def _record(self) -> object:
        line = self.cleaned_data["line"]
        if not self._is_short:
            return read_record(line)
        full = expand(line, players=self.letters, dealer=self.after.dealer, rulebook=self.rulebook)
        return self._counted(to_record(full))

    def _counted(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """A misdeal counts those that were written before it, unless the line says how many there were."""
        if record.get("kind") != "misdeal" or "prior_misdeals" in record:
            return dict(record)
        return {**record, "prior_misdeals": self.after.misdeals[record["dealer"]]}


def line_error(texts: Sequence[str]) -> str:
    """What is wrong with a line, as one text; nobody reads more than the beginning of many.

    >>> line_error(["Chybí výsledek.", "Flek nesedí."]), line_error([])
    ('Chybí výsledek. Flek nesedí.', '')
    """
    more = len(texts) - 3
    return " ".join([*texts[:3], *([_("A dalších chyb: %(count)d.") % {"count": more}] if more > 0 else [])])
