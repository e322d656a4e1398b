"""Forms of penalties: a new one, one in place of another, the points of a proposal, a cancellation."""

from enum import StrEnum
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.enums import Exclusion
from scoring.forms.fields import READ_BY_ALL, PointsField
from scoring.models import Penalty
from scoring.selectors.penalties import PenaltyTargets
from scoring.services.penalties import Sentence
from tournament.forms.common import ChangeForm, OnceForm, set_choices


class PenaltyKind(StrEnum):
    """What a judge chooses; an exclusion has the value that is stored."""

    WARNING = "warning"
    POINTS = "points"
    ROUND = Exclusion.ROUND.value
    TOURNAMENT = Exclusion.TOURNAMENT.value


KINDS = (
    (PenaltyKind.WARNING.value, gettext_lazy("napomenutí")),
    (PenaltyKind.POINTS.value, gettext_lazy("body dolů")),
    (PenaltyKind.ROUND.value, gettext_lazy("vyloučení z tohoto kola")),
    (PenaltyKind.TOURNAMENT.value, gettext_lazy("vyloučení z turnaje")),
)


class SentenceForm(OnceForm, ChangeForm):
    """What the penalty is and why. ``expected`` is the version of the penalty it takes the place of."""

    kind = forms.ChoiceField(label=gettext_lazy("Trest"), choices=KINDS, widget=forms.RadioSelect)
    points = PointsField(
        label=gettext_lazy("Kolik bodů"),
        required=False,
        help_text=gettext_lazy("Jen k trestu v bodech, třeba 10; odečtou se ze SB."),
    )
    article = forms.CharField(
        label=gettext_lazy("Článek"),
        max_length=20,
        required=False,
        help_text=gettext_lazy("Třeba B/1 nebo §9 DŘ. Za jeden článek má hráč v kole jen jeden trest."),
    )
    reason = forms.CharField(label=gettext_lazy("Důvod"), max_length=300, help_text=READ_BY_ALL)

    def clean(self) -> dict[str, Any]:
        """Points belong to a penalty of points and to no other; written with or without the minus."""
        data = super().clean() or self.cleaned_data
        points, kind = data.get("points"), data.get("kind")
        if kind == PenaltyKind.POINTS and not points and "points" not in self.errors:
            self.add_error("points", _("Napište, kolik bodů se strhne, třeba 10."))
        elif kind and kind != PenaltyKind.POINTS and points:
            self.add_error("points", _("Body patří jen k trestu „body dolů“. Vyberte ho, nebo je smažte."))
        return data

    def sentence(self) -> Sentence:
        """What was chosen, for the service to check."""
        data = self.cleaned_data
        return Sentence(
            reason=data["reason"],
            points=-abs(data["points"] or 0),
            exclusion=data["kind"] if data["kind"] in Exclusion.values else "",
            article=data["article"],
        )


class PenaltyForm(SentenceForm):
    """A new penalty in a round: of one player, or of everybody at a table."""

    to = forms.ChoiceField(
        label=gettext_lazy("Komu"), help_text=gettext_lazy("Hráči, nebo všem u jednoho stolu.")
    )

    field_order = ("to", "kind", "points", "article", "reason", "submission")

    def __init__(self, *args: Any, targets: PenaltyTargets, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["expected"]
        tables = [
            (f"{TABLE}{table.number}", _("stůl %(number)d – všichni") % {"number": table.number})
            for table in targets.tables
        ]
        people = [(str(entry.number), f"{entry.name} (č. {entry.number})") for entry in targets.entries]
        groups = [(_("Hráč"), people), (_("Celý stůl"), tables)]
        set_choices(self, "to", [("", "–"), *(one for one in groups if one[1])])

    def table(self) -> int | None:
        """The number of the table that was chosen; ``None`` for a player."""
        to: str = self.cleaned_data["to"]
        return int(to.removeprefix(TABLE)) if to.startswith(TABLE) else None


TABLE = "stul-"
"""What a chosen table is called in the form, so that its number is no start number."""


class PenaltyPointsForm(forms.Form):
    """Points of proposed penalties that are being put in force; each of them brings its version."""

    points = PointsField(label=gettext_lazy("Body"))

    def clean_points(self) -> int:
        """Zero or a loss, written with or without the minus."""
        points: int | None = self.cleaned_data["points"]
        return -abs(points or 0)


class ProposalForm(ChangeForm, PenaltyPointsForm):
    """The points of one proposal."""


class PenaltyEndForm(ChangeForm):
    """Why a penalty in force is cancelled."""

    reason = forms.CharField(label=gettext_lazy("Proč se trest ruší"), max_length=300, help_text=READ_BY_ALL)

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        # The form beside it asks for a reason too.
        super().__init__(data, auto_id="end_%s", **kwargs)


def sentence_of(penalty: Penalty) -> dict[str, Any]:
    """A penalty as the form that may take its place shows it first."""
    kind = penalty.exclusion or (PenaltyKind.POINTS.value if penalty.points else PenaltyKind.WARNING.value)
    return {
        "kind": kind,
        "points": -penalty.points or None,
        "article": penalty.article,
        "expected": penalty.version,
    }
