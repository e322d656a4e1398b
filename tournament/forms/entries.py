"""Players: adding, editing, a file of registrations."""

import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.common import NOT_FROM_HERE, ChangeForm, OnceForm, set_choices
from tournament.models import Entry, Player
from tournament.selectors.entries import described
from tournament.services.entries import DETAILS, Details


class DetailsForm(forms.Form):
    """What is written down about a player."""

    name = forms.CharField(
        label=_("Příjmení a jméno"), max_length=100, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    club = forms.CharField(label=_("Klub"), max_length=100, required=False)
    card = forms.CharField(label=_("Průkaz"), max_length=40, required=False)
    team = forms.CharField(label=_("Družstvo"), max_length=100, required=False)
    note = forms.CharField(
        label=_("Poznámka"),
        max_length=200,
        required=False,
        help_text=_("Přečtou si ji jen pořadatelé a rozhodčí."),
    )

    def details(self) -> Details:
        """The record services take; a field the page does not show stays empty."""
        return Details(**{name: self.cleaned_data.get(name, "") for name in DETAILS})


class AddEntryForm(OnceForm, DetailsForm):
    """One line: name, club, card.

    ``known_namesake`` is offered once a likely match was found in the tournament (S17), ``person`` once one
    was found among people of earlier tournaments: the id of one of ``likely``, or ``NEW_PERSON``.
    """

    NEW_PERSON = "nova"

    known_namesake = forms.BooleanField(label=_("Je to někdo jiný, přihlásit"), required=False)
    person = forms.CharField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["team"]
        del self.fields["note"]
        self.fields["name"].widget.attrs["autofocus"] = True
        self.asks_about_namesake = False
        self.likely: Sequence[Player] = ()

    def ask(self, code: str, likely: Sequence[Player]) -> None:
        """Offer the answers to what the service asked about."""
        self.asks_about_namesake = code == "same_name"
        self.likely = likely if code == "likely_person" else ()

    def clean_person(self) -> uuid.UUID | str:
        """The known person, the word for a new one, or nothing."""
        answer: str = self.cleaned_data["person"]
        if answer in ("", self.NEW_PERSON):
            return answer
        try:
            return uuid.UUID(answer)
        except ValueError as error:
            raise forms.ValidationError(NOT_FROM_HERE) from error

    def answers(self) -> dict[str, Any]:
        """What was answered to the questions, as the service takes it."""
        person = self.cleaned_data["person"]
        return {
            "known_namesake": self.cleaned_data["known_namesake"],
            "player_id": person if isinstance(person, uuid.UUID) else None,
            "new_person": person == self.NEW_PERSON,
        }


class ReturningForm(OnceForm):
    """People of earlier tournaments; whom the page showed is ticked in it, and the service knows them."""

    turnaj = forms.CharField(required=False, widget=forms.HiddenInput)
    q = forms.CharField(required=False, widget=forms.HiddenInput)


class EditEntryForm(ChangeForm, DetailsForm):
    """Everything about one player."""

    fixed_table = forms.IntegerField(
        label=_("Stálý stůl"),
        help_text=_(
            "Pro toho, kdo špatně chodí: losování ho posadí k tomuto stolu. Vidí to jen pořadatelé;"
            " veřejný protokol losování řekne jen, kolik přání bylo."
        ),
        min_value=1,
        max_value=200,
        required=False,
    )

    def __init__(self, data: Any = None, *, entry: Entry, **kwargs: Any) -> None:
        initial = {name: getattr(entry, name) for name in (*DETAILS, "fixed_table")}
        super().__init__(data, initial=initial | {"expected": entry.version}, **kwargs)


class ApartForm(forms.Form):
    """Whom the player is not to sit with."""

    other = forms.TypedChoiceField(label=_("S kým nemá sedět"), coerce=int, choices=())

    def __init__(self, *args: Any, others: Iterable[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = ((other.number, described(other)) for other in others)
        set_choices(self, "other", [("", _("– vyberte hráče –")), *people])
