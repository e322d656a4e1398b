"""Forms of the hall: the clock of a round, what is coming, announcements."""

from datetime import datetime
from typing import Any

from django import forms
from django.forms.utils import from_current_timezone
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.enums import ClockAct, ComingKind
from tournament.forms.common import HOUR_CHANGES, ChangeForm, OnceForm, unseen
from tournament.models import ANNOUNCED_KINDS, ComingEvent
from tournament.services.clock import MOST_MINUTES, Turn


class TurnForm(OnceForm, ChangeForm):
    """One press; ``expected`` is the version of the clock that its person saw."""

    def turn(self, act: ClockAct) -> Turn:
        """What the service takes."""
        data = self.cleaned_data
        return Turn(act, minutes=data.get("minutes", 0), reason=data.get("reason", ""))


class MinutesForm(TurnForm):
    """Minutes given or taken, by the button that was pressed."""

    minutes = forms.IntegerField(**unseen(min_value=-MOST_MINUTES, max_value=MOST_MINUTES))


class CutForm(TurnForm):
    """A round cut short for everybody."""

    minutes = forms.IntegerField(label=_("O kolik minut"), min_value=1, max_value=MOST_MINUTES)
    reason = forms.CharField(
        label=_("Proč"), help_text=_("Uvidí to všichni na plátně i v telefonech."), max_length=120
    )

    def turn(self, act: ClockAct) -> Turn:
        """Typed as how much is taken."""
        return Turn(act, minutes=-self.cleaned_data["minutes"], reason=self.cleaned_data["reason"])


def turn_form(act: ClockAct, data: Any = None, *, version: int | None = None) -> TurnForm:
    """The form of an act, each with ids of its own: several stand on one page."""
    form = {ClockAct.MINUTES: MinutesForm, ClockAct.CUT: CutForm}.get(act, TurnForm)
    return form(data, initial={"expected": version}, auto_id=f"hodiny_{act.value}_%s")


class AnnouncementForm(OnceForm):
    """A sentence for everybody."""

    text = forms.CharField(
        label=_("Co se má všem ukázat"), max_length=300, widget=forms.Textarea(attrs={"rows": 2})
    )


class _When(forms.Form):
    """A time of today, or of another day where one is named."""

    at = forms.TimeField(
        label=_("V kolik"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": _("Napište čas, například 14:30.")},
    )
    day = forms.DateField(
        label=_("Který den"),
        help_text=_("Prázdné: dnes."),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    moment: datetime
    """The time of the clock on the wall here."""

    def clean(self) -> dict[str, Any] | None:
        """Refuses an hour that is left out, an hour that is there twice."""
        data = super().clean()
        if "at" in self.cleaned_data and "day" in self.cleaned_data:
            day = self.cleaned_data["day"] or timezone.localdate()
            try:
                self.moment = from_current_timezone(datetime.combine(day, self.cleaned_data["at"]))
            except forms.ValidationError:
                self.add_error("at", HOUR_CHANGES)
        return data


class ComingForm(_When, OnceForm):
    """Something announced beforehand."""

    kind = forms.ChoiceField(
        label=_("Co se chystá"),
        choices=[(kind.value, kind.label) for kind in ANNOUNCED_KINDS],
        widget=forms.RadioSelect,
        initial=ComingKind.ROUND.value,
    )
    text = forms.CharField(
        label=_("Jak to napsat"),
        help_text=_("Prázdné: „Začíná 2. kolo“ nebo „Přestávka“."),
        max_length=120,
        required=False,
    )

    def values(self) -> dict[str, Any]:
        """What the service takes."""
        data = self.cleaned_data
        return {
            "kind": ComingKind(data["kind"]),
            "at": self.moment,
            "text": data["text"],
            "submission": data["submission"],
        }


class ComingChangeForm(_When, ChangeForm):
    """Another time or other words of what was announced."""

    text = forms.CharField(label=_("Jak to napsat"), max_length=120, required=False)

    def __init__(self, data: Any = None, *, event: ComingEvent) -> None:
        at = timezone.localtime(event.at)
        initial = {"expected": event.version, "at": at.time(), "day": at.date(), "text": event.text}
        super().__init__(data, initial=initial, auto_id=f"chysta_{event.pk}_%s")

    def values(self) -> dict[str, Any]:
        """What the service takes."""
        data = self.cleaned_data
        return {"at": self.moment, "text": data["text"], "expected": data["expected"]}
