"""Players: adding, editing, a file of registrations."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.common import ExpectedForm, OnceForm
from tournament.models import Entry
from tournament.selectors.entries import described
from tournament.services.entries import DETAILS, Details

LARGEST_FILE = 5 * 1024 * 1024
"""Bytes of an uploaded file; a list of a thousand players takes a hundredth of it."""


class DetailsForm(forms.Form):
    """What is written down about a player."""

    name = forms.CharField(
        label=_("Příjmení a jméno"), max_length=100, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    club = forms.CharField(label=_("Klub"), max_length=100, required=False)
    card = forms.CharField(label=_("Průkaz"), max_length=40, required=False)
    team = forms.CharField(label=_("Družstvo"), max_length=100, required=False)
    note = forms.CharField(label=_("Poznámka"), max_length=200, required=False)

    def details(self) -> Details:
        """The record services take; a field the page does not show stays empty."""
        return Details(**{name: self.cleaned_data.get(name, "") for name in DETAILS})


class AddEntryForm(OnceForm, DetailsForm):
    """One line: name, club, card. ``known_namesake`` is offered once a likely match was found (S17)."""

    known_namesake = forms.BooleanField(label=_("Je to někdo jiný, přihlásit"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["team"]
        del self.fields["note"]
        self.asks_about_namesake = False


class EditEntryForm(ExpectedForm, DetailsForm):
    """Everything about one player."""

    fixed_table = forms.IntegerField(
        label=_("Stálý stůl"),
        help_text=_("Pro toho, kdo špatně chodí: losování ho posadí k tomuto stolu."),
        min_value=1,
        max_value=200,
        required=False,
    )

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        initial = {name: getattr(entry, name) for name in (*DETAILS, "fixed_table")}
        super().__init__(*args, initial=initial | {"expected": entry.version}, **kwargs)


class ApartForm(forms.Form):
    """Whom the player is not to sit with."""

    other = forms.TypedChoiceField(label=_("S kým nemá sedět"), coerce=int, choices=())

    def __init__(self, *args: Any, others: Iterable[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["other"].choices = [
            ("", _("– vyberte hráče –")),
            *((other.number, described(other)) for other in others),
        ]


class UploadForm(forms.Form):
    """A file of registrations from a table processor."""

    file = forms.FileField(
        label=_("Soubor s přihláškami"),
        help_text=_("Excel (.xlsx, první list) nebo CSV. Na názvech a pořadí sloupců nezáleží."),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.csv,.txt,.tsv"}),
        error_messages={
            "required": _("Vyberte soubor, například prihlasky.xlsx."),
            "empty": _("Soubor je prázdný. Uložte v Excelu seznam hráčů a nahrajte ho znovu."),
        },
    )

    def clean_file(self) -> Any:
        """A list of players is small; a film or a scan sent by mistake is named as such."""
        upload = self.cleaned_data["file"]
        if upload.size > LARGEST_FILE:
            raise forms.ValidationError(
                _("Soubor je větší než 5 MB, seznam hráčů to nejspíš není. Vyberte soubor z Excelu.")
            )
        return upload
