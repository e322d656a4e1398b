"""A file of registrations: choosing it, saying how it is read, putting its rows right."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.common import LARGEST_VERSION, NOT_FROM_HERE, ChangeForm, unseen
from tournament.lib.registering.reading import FIELDS
from tournament.lib.registrations import MAX_LENGTHS, Place
from tournament.previews import EVERY_SHEET, ImportRow
from tournament.selectors.waiting_imports import Choices, OpenImport

LARGEST_FILE = 5 * 1024 * 1024
"""Bytes of an uploaded file; a list of a thousand players takes a hundredth of it."""

LONGEST = 2 * max(MAX_LENGTHS.values())
"""Letters of a field of a row; what is longer than it may be is told by the reader, with the row."""

TOO_LONG = _("Tak dlouhý text se do řádku nevejde, řádek zůstal, jak byl. Zkraťte ho.")
"""What is not even kept to be told by the reader."""


class UploadForm(forms.Form):
    """A file of registrations from a table processor."""

    file = forms.FileField(
        label=_("Soubor s přihláškami"),
        help_text=_("Excel (.xlsx) nebo CSV, nejvýš 5 MB. Na názvech a pořadí sloupců nezáleží."),
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


class ReadingForm(ChangeForm):
    """How a file is read. What does not belong to another sheet or heading is proposed anew."""

    sheet = forms.CharField(required=False, max_length=200, strip=False)
    heading_row = forms.IntegerField(required=False, **unseen(min_value=0, max_value=LARGEST_VERSION))
    ordinary = forms.ChoiceField(choices=(("yes", ""), ("no", "")), required=False)

    def choices(self, known: OpenImport) -> Choices:
        """The choices now in force with what was changed in the form."""
        chosen, typed, reading = known.choices, self.cleaned_data, known.reading
        if typed["ordinary"]:
            return chosen._replace(ordinary=typed["ordinary"] == "yes", otherwise=())
        now = EVERY_SHEET if len(reading.sheets) > 1 else reading.sheets[0]
        if typed["sheet"] != now and "sheet" in self.data:
            wanted = None if typed["sheet"] == EVERY_SHEET else typed["sheet"]
            return Choices(sheet=wanted, ordinary=chosen.ordinary, otherwise=chosen.otherwise)
        if typed["heading_row"] is not None and typed["heading_row"] != (reading.heading_row or 0):
            return chosen._replace(heading_row=typed["heading_row"], columns={})
        return chosen._replace(columns=self._columns(known))

    def _columns(self, known: OpenImport) -> dict[int, str]:
        """Every column as the form has it; a place that nobody was shown stays as it is."""
        sent = {
            int(found.group(1)): str(self.data[name])
            for name in self.data
            if (found := re.fullmatch(r"column-(\d{1,4})", name)) and self.data[name] in FIELDS
        }
        return {one.index: sent.get(one.index, one.field) for one in known.reading.columns}


class ImportRowForm(forms.Form):
    """A row of the file: which one, and its fields as they are to be."""

    row = forms.RegexField(r"^\d{1,4}-\d{1,7}-\d{1,3}$", **unseen())
    name = forms.CharField(required=False, max_length=LONGEST)
    club = forms.CharField(required=False, max_length=LONGEST)
    card = forms.CharField(required=False, max_length=LONGEST)
    team = forms.CharField(required=False, max_length=LONGEST)
    note = forms.CharField(required=False, max_length=LONGEST)
    paid = forms.BooleanField(required=False)

    @property
    def wrong(self) -> str:
        """Why nothing was changed: no row of the file is meant, or a field is far too long."""
        return str(TOO_LONG if self.errors and "row" not in self.errors else NOT_FROM_HERE)

    def place(self, known: OpenImport) -> Place | None:
        """The row that is meant, if the file has it."""
        sheet, row, part = (int(part) for part in self.cleaned_data["row"].split("-"))
        if sheet >= len(known.book.sheets):
            return None
        return known.book.sheets[sheet].name, row, part

    def changed(self, shown: ImportRow) -> dict[str, str]:
        """What was typed otherwise than it was shown; a field that was not sent stays."""
        typed = {
            name: self.cleaned_data[name]
            for name in ("name", "club", "card", "team", "note")
            if name in self.data and self.cleaned_data[name] != getattr(shown, name)
        }
        if self.cleaned_data["paid"] != shown.paid:
            # As somebody would write it into the file.
            typed["fee"] = "ano" if self.cleaned_data["paid"] else "ne"
        return typed
