"""Forms of a bodovací tabulka: a sheet to read, one row to add, what is proposed for a hand being written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.contracts import CONTRACT_NAMES, PART_NAMES
from rules.points_table import (
    PointsTable,
    Proposal,
    Proposals,
    Row,
    facts_of,
    find_points_table,
    points_table_ids,
    propose,
)
from scoring.adapters import ReadHand
from scoring.forms.fields import PointsField, read_list, written_list
from scoring.forms.hands import HandForm
from scoring.selectors.tables import SeatLine, explained, names_of
from tournament.forms.common import set_choices

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
    joins = forms.ChoiceField(
        label=_("Co v sešitu je"),
        required=False,
        help_text=_("Připojené řádky platí vedle vyvěšených; řádek se stejným kódem nahradí ten vyvěšený."),
    )
    choose = forms.BooleanField(label=_("Hrát podle ní tento turnaj"), required=False, initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        published = [(key, find_points_table(key).name) for key in points_table_ids()]
        set_choices(
            self,
            "joins",
            [
                ("", _("celá tabulka")),
                *((key, gettext("řádky k tabulce %(name)s") % {"name": name}) for key, name in published),
            ],
        )

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


class FactsForm(forms.Form):
    """What only a person can say about the cards of a hand; asked for where a row of the table needs it."""

    fact_tops = forms.ChoiceField(
        label=_("Trumfové eso a desítka u aktéra"),
        choices=[
            ("", "–"),
            ("both", _("obě")),
            ("no_ten", _("jen eso")),
            ("no_ace", _("jen desítka")),
            ("neither", _("žádná")),
        ],
        required=False,
    )
    fact_marriage = forms.ChoiceField(
        label=_("Hláška, na které sto stojí"),
        choices=[("", "–"), ("trump", _("trumfová")), ("plain", _("netrumfová"))],
        required=False,
    )
    fact_helpers = forms.TypedChoiceField(label=_("Pomocných"), coerce=int, empty_value=None, required=False)
    fact_aces = forms.TypedChoiceField(
        label=_("Chytajících es"), coerce=int, empty_value=None, required=False
    )
    fact_suits = forms.TypedChoiceField(
        label=_("Barev, které nejsou ložené"), coerce=int, empty_value=None, required=False
    )
    fact_flekker_suits = forms.TypedChoiceField(
        label=_("Barev, na které se flekovalo"), coerce=int, empty_value=None, required=False
    )
    fact_six = forms.ChoiceField(
        label=_("Betl na šesteráka s chytákem v jedné barvě"),
        choices=[("", "–"), ("yes", _("ano")), ("no", _("ne"))],
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, most in (("helpers", 8), ("aces", 4), ("suits", 4), ("flekker_suits", 4)):
            set_choices(self, f"fact_{name}", [("", "–"), *((n, str(n)) for n in range(most + 1))])

    def known(self) -> dict[str, Any]:
        """The facts that were said."""
        self.is_valid()
        said = {name.removeprefix("fact_"): value for name, value in self.cleaned_data.items()}
        known = {name: value for name, value in said.items() if value not in ("", None)}
        return known | ({"six": known["six"] == "yes"} if "six" in known else {})

    def asked(self, facts: tuple[str, ...]) -> list[forms.BoundField]:
        """The fields for these facts; the number of trumps is a field of the hand itself."""
        return [self[f"fact_{fact}"] for fact in facts if f"fact_{fact}" in self.fields]


@dataclass(frozen=True, slots=True)
class Offer:
    """A row that applies: to whom, how many, whether it was taken already, why it is not granted."""

    to: str
    name: str
    points: int
    row: Row
    taken: bool
    refused: str


@dataclass(frozen=True, slots=True)
class Offers:
    """What the table proposes for the hand being written; ``asked`` are questions it needs answered.

    ``gaps`` says which rows the table lacks, where ``hint`` does not say it.
    """

    table: str = ""
    asked: tuple[forms.BoundField, ...] = ()
    rows: tuple[Offer, ...] = ()
    hint: str = ""
    gaps: str = ""
    open: bool = False
    missing: tuple[str, ...] = field(default=())

    @property
    def free(self) -> list[Offer]:
        """Rows that can be taken now."""
        return [offer for offer in self.rows if not offer.taken and not offer.refused]


NOT_ASKED = Offers()


def offers_for(form: HandForm, table: PointsTable, data: Mapping[str, Any]) -> Offers:
    """The rows of ``table`` for what is typed in ``form``; nothing that is not known is guessed."""
    read = form.read_hand()
    if read is None:
        missing = tuple(form.problems()[:3])
        return Offers(table.name, hint=gettext("Nejdřív zapište hru:"), missing=missing, open=True)
    if read.hand.contract is None:
        return Offers(table.name, hint=gettext("Body se dávají jen za odehranou hru."), open=True)
    plain = _without_claims(read)
    won = any(line.won for line in plain.settlement.lines)
    facts_form = FactsForm(data)
    asked = propose(table, facts_of(plain.hand, plain.settlement, trumps=None, marriage=None)).needs
    found = propose(table, facts_of(plain.hand, plain.settlement, **facts_form.known()))
    return Offers(
        table=table.name,
        asked=tuple(facts_form.asked(asked)),
        rows=_offers(found, form, plain, read),
        hint=found.text if won else "",
        gaps=found.gaps if won and found.gaps not in found.text else "",
        open=won,
    )


def take(data: Any, offers: Offers, wanted: str) -> Any:
    """The typed form with the points of one row (its code), or of every free one (``all``), written in."""
    typed = data.copy()
    rows = [row for row in read_list(data.get("premium_rows")) or [] if isinstance(row, dict)]
    for offer in offers.free:
        if wanted in ("all", offer.row.id):
            name = f"premium_{offer.to}"
            typed[name] = f"{typed.get(name, '')} {offer.points}".strip()
            rows.append({"to": offer.to, "points": offer.points, "row": offer.row.id})
    typed["premium_rows"] = written_list(rows)
    return typed


def _without_claims(read: ReadHand) -> ReadHand:
    if not read.hand.premium:
        return read
    return read.patched({"premium": None})


def _offers(found: Proposals, form: HandForm, plain: ReadHand, read: ReadHand) -> tuple[Offer, ...]:
    names = names_of(form.seats)
    claimed = {(claim.to, claim.row) for claim in read.hand.premium}
    return tuple(
        Offer(
            to=one.to,
            name=names[one.to],
            points=one.points,
            row=one.row,
            taken=(one.to, one.row.id) in claimed,
            refused=_refusal(one, plain, form.seats),
        )
        for one in found.rows
    )


def _refusal(offer: Proposal, plain: ReadHand, seats: Sequence[SeatLine]) -> str:
    """Why the claim would not be granted, with its article; empty when it would."""
    claim = {"to": offer.to, "points": offer.points, "row": offer.row.id}
    claimed = plain.patched({"premium": [claim]})
    return " ".join(refusal.text for refusal in explained(claimed.settlement, seats).refused)
