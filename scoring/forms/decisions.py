"""The referee's form: what was done wrong, was it played on, how did that end; it becomes a patch."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import Problem, Rulebook
from rules.contracts import PART_NAMES
from scoring.adapters import parsed, plain_outcome, with_ruling
from scoring.forms.fields import ClaimsField
from scoring.forms.hands import (
    QUIET_SEDMA,
    WON_LOST,
    RenoncFields,
    claims_initial,
    claims_of,
    quiet_sedma_of,
    quiet_sedma_value,
    renonc_initial,
    sto_of,
    sto_results,
    sto_value,
)
from scoring.selectors.tables import SeatLine
from tournament.forms.common import ExpectedForm, OnceForm

RENONC_ROWS = range(3)


class DecisionForm(RenoncFields, OnceForm, ExpectedForm):
    """A ruling on the hand with ``record``; ``patch`` is the one in force, which the form starts from."""

    claim = forms.CharField(
        label=gettext_lazy("Co se namítá"),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Odůvodnění"), max_length=1000, widget=forms.Textarea(attrs={"rows": 3})
    )
    theoretically_playable = forms.BooleanField(
        label=gettext_lazy("D6: dvě sedmy na dva trumfy byly teoreticky sehratelné"), required=False
    )
    four_helpers_against = forms.BooleanField(
        label=gettext_lazy("Čtyři a více pomocných proti v jedné ruce"), required=False
    )

    def __init__(
        self,
        *args: Any,
        seats: Sequence[SeatLine],
        rulebook: Rulebook,
        record: Mapping[str, Any],
        patch: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        self.seats, self.written = seats, record
        self.claimed = list(with_ruling(record, patch).get("premium") or [])
        self.hand = parsed(with_ruling(record, patch), rulebook)
        super().__init__(*args, initial=self._initial(patch), **kwargs)
        self.add_renonc_rows(seats, RENONC_ROWS)
        for play in self.hand.parts:
            self.fields[f"outcome_{play.part}"] = forms.ChoiceField(
                label=PART_NAMES[play.part].capitalize(),
                choices=sto_results() if play.part == "sto" else WON_LOST,
                widget=forms.RadioSelect,
                required=False,
            )
        if self.hand.contract in ("hra", "sto"):
            self.fields["quiet_sedma"] = forms.ChoiceField(
                label=_("Tichá sedma"), choices=QUIET_SEDMA, widget=forms.RadioSelect, required=False
            )
        if self.hand.parts:
            self.fields["lozena"] = forms.MultipleChoiceField(
                label=_("Ložené části (B18)"),
                choices=[(play.part, PART_NAMES[play.part]) for play in self.hand.parts],
                widget=forms.CheckboxSelectMultiple,
                required=False,
            )
        for seat in seats:
            self.fields[f"premium_{seat.letter}"] = ClaimsField(label=f"{seat.letter} {seat.name}")

    def outcomes(self) -> list[forms.BoundField]:
        """The results of the parts, those of the playout where there was one."""
        names = [f"outcome_{play.part}" for play in self.hand.parts]
        return [self[name] for name in (*names, "quiet_sedma") if name in self.fields]

    def premiums(self) -> list[forms.BoundField]:
        """The claims of premium points, by seat."""
        return [self[f"premium_{seat.letter}"] for seat in self.seats]

    def patch(self) -> dict[str, Any]:
        """The fields of the record this ruling sets: only those that differ from what was written."""
        given = self.given()
        outcome = self._outcome(given)
        fields: dict[str, Any] = {
            "renonce": self.renonce(),
            "lozena": list(given.get("lozena") or []),
            "theoretically_playable": given["theoretically_playable"],
            "four_helpers_against": given["four_helpers_against"],
        }
        patch = {
            name: value or None
            for name, value in fields.items()
            if (value or None) != (self.written.get(name) or None)
        }
        if outcome != self._written_outcome():
            patch |= {"outcome": outcome, "points": None}
        claims = claims_of(given, self.seats, rows=self.claimed)
        if _claims_by_seat(claims) != _claims_by_seat(self.written.get("premium") or []):
            patch["premium"] = claims or None
        return {name: value for name, value in patch.items() if value is not None or name in self.written}

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Each problem of the record beside the field it comes from."""
        for problem in problems:
            name = self.renonc_field(problem.path) or problem.path.replace(".", "_").split("[")[0]
            if problem.path.startswith("premium["):
                place = int(problem.path.removeprefix("premium[").split("]")[0])
                name = f"premium_{claims_of(self.given(), self.seats)[place]['to']}"
            self.add_error(name if name in self.fields else None, problem.text)

    def _initial(self, patch: Mapping[str, Any] | None) -> dict[str, Any]:
        record = with_ruling(self.written, patch)
        outcome = plain_outcome(self.hand)
        initial = {
            f"outcome_{part}": sto_value(value) if part == "sto" else value
            for part, value in outcome.items()
            if not part.startswith("quiet_")
        }
        if "quiet_sedma" in outcome:
            initial["quiet_sedma"] = quiet_sedma_value(outcome["quiet_sedma"])
        return {
            **initial,
            **renonc_initial(record),
            **claims_initial(record),
            "lozena": record.get("lozena", []),
            "theoretically_playable": record.get("theoretically_playable", False),
            "four_helpers_against": record.get("four_helpers_against", False),
        }

    def _outcome(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The outcome typed, over what was written where nothing was typed."""
        outcome = plain_outcome(self.hand)
        for play in self.hand.parts:
            typed = given[f"outcome_{play.part}"]
            if typed:
                outcome[play.part] = sto_of(typed) if play.part == "sto" else typed
        if "quiet_sedma" in self.fields:
            outcome.pop("quiet_sedma", None)
            if given["quiet_sedma"]:
                outcome["quiet_sedma"] = quiet_sedma_of(given["quiet_sedma"])
        if "quiet_sto" in outcome and "hra" in outcome:
            side = "declarer" if outcome["hra"] == "won" else "defence"
            if outcome["quiet_sto"]["side"] != side:
                del outcome["quiet_sto"]
        return outcome

    def _written_outcome(self) -> dict[str, Any]:
        return plain_outcome(parsed(self.written, self.hand.rulebook))


class CancelForm(OnceForm, ExpectedForm):
    """Cancelling a ruling: it stays on the list with its reason."""

    reason = forms.CharField(
        label=gettext_lazy("Proč se rozhodnutí ruší"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


def _claims_by_seat(claims: Iterable[Mapping[str, Any]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for claim in claims:
        found.setdefault(claim["to"], []).append(claim["points"])
    return found
