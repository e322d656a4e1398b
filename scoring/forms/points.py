"""Forms of a bodovací tabulka: a sheet to read, one row to add."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.contracts import CONTRACT_NAMES, PART_NAMES
from rules.points_table import Row
from scoring.forms.fields import PointsField

LARGEST_FILE = 2 * 1024 * 1024
ROW_PARTS = ("hra", "sedma", "sto", "betl", "durch", "dve_sedmy")


class SheetForm(forms.Form):
    """A workbook with a table, and what the sheet itself does not say."""

    file = forms.FileField(
        label=_("Sešit s tabulkou"),
        help_text=_("Excel (.xlsx), první list se stejným záhlavím, jaké má stažená tabulka."),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx"}),
        error_messages={
            "required": _("Vyberte soubor .xlsx."),
            "empty": _("Soubor je prázdný. Uložte v Excelu tabulku znovu a nahrajte ji."),
        },
    )
    name = forms.CharField(
        label=_("Jak se tabulka jmenuje"),
        max_length=120,
        help_text=_("Stejné jméno jako dřív znamená novou verzi téže tabulky."),
    )
    source = forms.CharField(label=_("Odkud je"), max_length=300, required=False)
    date = forms.CharField(label=_("Od kdy platí"), max_length=40, required=False)
    choose = forms.BooleanField(label=_("Hrát podle ní tento turnaj"), required=False, initial=True)

    def clean_file(self) -> Any:
        """A table has a few dozen rows; a large file is another one taken by mistake."""
        upload = self.cleaned_data["file"]
        if upload.size > LARGEST_FILE:
            raise forms.ValidationError(
                _("Soubor je větší než 2 MB, bodovací tabulka to nejspíš není. Vyberte jiný.")
            )
        return upload


def _number(label: Any, **kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=32, **kwargs)


class RowForm(forms.Form):
    """One row of a table. The code of a row that is there replaces it."""

    base = forms.CharField(widget=forms.HiddenInput, max_length=60)
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    id = forms.CharField(
        label=_("Kód"),
        max_length=40,
        help_text=_("Třeba sto.1.ten. Kód řádku, který v tabulce je, ho nahradí."),
    )
    text = forms.CharField(label=_("Slova řádku"), max_length=200)
    s = PointsField(label=_("S výnosem"), required=False)
    bez = PointsField(label=_("Bez výnosu"), required=False)
    contracts = forms.MultipleChoiceField(
        label=_("Závazky"),
        choices=list(CONTRACT_NAMES.items()),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Vyberte aspoň jeden závazek, ke kterému řádek patří.")},
    )
    won = forms.MultipleChoiceField(
        label=_("Co musí být uhrané"),
        choices=[(part, PART_NAMES[part]) for part in ROW_PARTS],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    to = forms.ChoiceField(
        label=_("Komu"), choices=[("declarer", _("aktérovi")), ("flekker", _("flekujícímu"))], required=False
    )
    times = forms.ChoiceField(
        label=_("Krát počet"),
        choices=[
            ("", _("ničeho")),
            ("aces", _("es")),
            ("suits", _("barev")),
            ("fleks", _("fleků")),
            ("half_of_sto", _("polovina bodů za sto")),
        ],
        required=False,
    )
    trumps_from = _number(_("Trumfů od"))
    trumps_to = _number(_("Trumfů do"))
    tops = forms.ChoiceField(
        label=_("Trumfové eso a desítka"),
        choices=[
            ("", _("na tom nezáleží")),
            ("both", _("obě")),
            ("no_ten", _("bez desítky")),
            ("no_ace", _("bez esa")),
            ("neither", _("bez obou")),
        ],
        required=False,
    )
    marriage = forms.ChoiceField(
        label=_("Hláška, na které sto stojí"),
        choices=[("", _("na tom nezáleží")), ("trump", _("trumfová")), ("plain", _("netrumfová"))],
        required=False,
    )
    helpers_from = _number(_("Pomocných od"))
    helpers_to = _number(_("Pomocných do"))
    flekker_suits_from = _number(_("Barev fleku od"))
    flekker_suits_to = _number(_("Barev fleku do"))
    six = forms.BooleanField(label=_("betl na šesteráka s chytákem v jedné barvě"), required=False)
    lozena = forms.BooleanField(label=_("flekovaná část byla ložená"), required=False)

    def row(self) -> dict[str, Any]:
        """The row as ``rules`` reads it: what was left empty asks for nothing."""
        given = {name: self.cleaned_data.get(name) for name in Row._fields}
        # A zero is a figure: a published row gives nothing with the lead.
        return {
            name: value
            for name, value in given.items()
            if value is not None and value is not False and value not in ("", [])
        }

    @property
    def rare(self) -> list[forms.BoundField]:
        """Conditions that few rows have."""
        names = ("helpers_from", "helpers_to", "flekker_suits_from", "flekker_suits_to", "six", "lozena")
        return [self[name] for name in names]


def row_initial(row: Row) -> dict[str, Any]:
    """The form of a row that is there."""
    values = row._asdict()
    return values | {"contracts": list(row.contracts), "won": list(row.won)}


class ChooseForm(forms.Form):
    """Which table is played."""

    key = forms.CharField(max_length=60)
    expected = forms.IntegerField(min_value=1, required=False)
