"""The form of one hand: what is tapped becomes a hand record, what the rules refuse stands beside its field.

The record is checked by ``rules`` alone; the form only knows which field a problem belongs to. What the
fields cannot say is written as the whole record in JSON.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from rules import Problem, Rulebook
from rules.contracts import CONTRACT_NAMES, PART_NAMES
from scoring.adapters import InvalidRecord, ReadHand, read_hand, read_record
from scoring.forms.choices import (
    FLEKS,
    KINDS,
    PARTS,
    QUIET_SEDMA,
    QUIET_STO,
    STO_DEFENCE,
    STO_RESULTS,
    WON_LOST,
    FixedChoices,
    rungs,
    seat_choice,
)
from scoring.forms.claims import claims_of
from scoring.forms.fields import ClaimsField, HiddenListField
from scoring.forms.renonce import RenonceForm
from scoring.forms.typed_hands import TypedHand, whole
from scoring.selectors.tables import SeatLine
from scoring.services.questions import ANSWERS, Announced
from tournament.errors import Refused
from tournament.forms.common import ExpectedForm, OnceForm, given_by, shares_fields

FIELD_OF = (
    (re.compile(r"fleks\.(\w+)"), "flek_{0}"),
    (re.compile(r"prior_misdeals"), "unwritten_misdeals"),
    (re.compile(r"outcome\.quiet_(\w+)"), "quiet_{0}"),
    (re.compile(r"outcome\.(\w+)"), "outcome_{0}"),
    (re.compile(r"points\.(declarer|defence)_marriages"), "points_{0}"),
    (re.compile(r"points"), "points_cards"),
    (re.compile(r"(\w+)"), "{0}"),
)
"""Path of a problem (``fleks.hra[1]``) and the field beside which it is shown."""


PART_CHOICES = FixedChoices([(part, PART_NAMES[part]) for part in PARTS])


@dataclass(frozen=True, slots=True)
class PartBox:
    """The fields of one part of a contract, as the page lays them out."""

    name: str
    label: str
    flek: forms.BoundField
    first: forms.BoundField
    third: forms.BoundField
    outcome: forms.BoundField
    marks: tuple[BoundWidget, ...]
    """Whether the part was ložená, or has minus points for who flekked it; asked where somebody did."""


def _radio(label: str, choices: FixedChoices) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect, required=False)


@lru_cache(maxsize=64)
def _fields_by(rulebook: Rulebook, _language: str | None) -> dict[str, forms.Field]:
    """The fields that are the same at every table of a tournament."""
    bid = forms.ChoiceField(label=_("Vylicitovaný stupeň"), choices=rungs(rulebook), required=False)
    fleks = {f"flek_{part}": _radio(_("Fleky"), FLEKS) for part in PARTS}
    outcomes = {
        f"outcome_{part}": _radio(PART_NAMES[part].capitalize(), STO_RESULTS if part == "sto" else WON_LOST)
        for part in PARTS
    }
    marks = {
        name: forms.MultipleChoiceField(
            label=label,
            choices=FixedChoices([(part, label) for part in PARTS]),
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )
        for name, label in (("lozena", _("byla ložená")), ("minus_parts", _("má mínusové body")))
    }
    return {"bid": bid, **fleks, **outcomes, **marks}


@lru_cache(maxsize=256)
def _fields_at(
    seats: tuple[SeatLine, ...], rulebook: Rulebook, language: str | None
) -> dict[str, forms.Field]:
    """All fields beside the declared ones in their order, made once for every form of a table."""
    dealer = seat_choice(_("Rozdává"), seats, widget=forms.RadioSelect)
    declarer, first, third = (
        seat_choice(label, seats, widget=forms.RadioSelect, required=False)
        for label in (_("Kdo hraje"), _("Kdo flekoval"), _("Kdo dal třetí flek"))
    )
    common = _fields_by(rulebook, language)
    fields = {"dealer": dealer, "declarer": declarer, "bid": common["bid"]}
    for part in PARTS:
        fields |= {
            f"flek_{part}": common[f"flek_{part}"],
            f"first_{part}": first,
            f"third_{part}": third,
            f"outcome_{part}": common[f"outcome_{part}"],
        }
    claims = {f"premium_{seat.letter}": ClaimsField(label=f"{seat.letter} {seat.name}") for seat in seats}
    return fields | {name: common[name] for name in ("lozena", "minus_parts")} | claims


@shares_fields
class HandForm(RenonceForm, OnceForm, ExpectedForm):
    """One hand of a table with the seats ``seats``, by the rules of ``rulebook``.

    ``desk``: for an organiser, who may also paste a whole record and write down what a referee ruled.
    ``misdeals`` gives the earlier misdeals that are written, by dealer; it is asked only about a misdeal.

    Sent again after Back with other content it is refused: most likely the hand was to be corrected.
    """

    one_record = True

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=9999, required=False)
    kind = forms.ChoiceField(
        label=gettext_lazy("Co se zapisuje"), choices=KINDS, widget=forms.RadioSelect, required=False
    )
    contract = forms.ChoiceField(
        label=gettext_lazy("Závazek"),
        choices=FixedChoices(list(CONTRACT_NAMES.items())),
        widget=forms.RadioSelect,
        required=False,
    )
    red = forms.BooleanField(label=gettext_lazy("Červené"), required=False)
    quiet_sedma = forms.ChoiceField(
        label=gettext_lazy("Tichá sedma"), choices=QUIET_SEDMA, widget=forms.RadioSelect, required=False
    )
    quiet_sto = forms.ChoiceField(
        label=gettext_lazy("Tiché sto (patří straně, která vyhrála hru)"),
        choices=QUIET_STO,
        widget=forms.RadioSelect,
        required=False,
    )
    points_cards = forms.ChoiceField(
        label=gettext_lazy("Body aktéra v kartách"),
        choices=FixedChoices([("", "–"), *((str(n), str(n)) for n in range(0, 100, 10))]),
        required=False,
        help_text=gettext_lazy("Z bodů se výsledek hry a sta vypočítá sám."),
    )
    points_declarer = forms.CharField(
        label=gettext_lazy("Hlášky aktéra"),
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"placeholder": "40 20"}),
    )
    points_defence = forms.CharField(
        label=gettext_lazy("Hlášky obrany"),
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"placeholder": "20"}),
    )
    sto_defence = forms.ChoiceField(
        label=gettext_lazy("Hlášky obrany"), choices=STO_DEFENCE, widget=forms.RadioSelect, required=False
    )
    foreign_suits_flek = forms.BooleanField(
        label=gettext_lazy("dvě sedmy: první flek na dvě cizí barvy"), required=False
    )
    four_helpers_against = forms.BooleanField(
        label=gettext_lazy("dvě sedmy a sto: čtyři pomocné proti v jedné ruce"), required=False
    )
    theoretically_playable = forms.BooleanField(
        label=gettext_lazy("D6: hra byla teoreticky sehratelná"), required=False
    )
    trumps = forms.ChoiceField(
        label=gettext_lazy("Trumfů aktéra"),
        choices=FixedChoices([("", "–"), *((str(n), str(n)) for n in range(1, 11))]),
        widget=forms.RadioSelect,
        required=False,
    )
    unwritten_misdeals = forms.ChoiceField(
        label=gettext_lazy("Dřívější chybná rozdání téhož hráče v tomto kole, která tu zapsaná nejsou"),
        choices=FixedChoices([("", gettext_lazy("žádné")), *((str(n), str(n)) for n in range(1, 10))]),
        widget=forms.RadioSelect,
        required=False,
    )
    premium_rows = HiddenListField()
    auction = HiddenListField()
    record_json = forms.CharField(
        label=gettext_lazy("Celá hra na jednom řádku, nebo jako JSON"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "class": "notation"}),
        help_text=gettext_lazy(
            "Třeba ABCD/D A:sedma* hra+ sedma-[BA]. Je-li tu něco napsáno, platí to místo všeho ostatního"
            " ve formuláři."
        ),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        seats: Sequence[SeatLine],
        rulebook: Rulebook,
        desk: bool = True,
        misdeals: Callable[[], Mapping[str, int]] = dict,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, seats=seats, desk=desk, **kwargs)
        self.rulebook, self.misdeals = rulebook, misdeals
        if not desk:
            del self.fields["record_json"]
        self.fields |= _fields_at(tuple(seats), rulebook, get_language())

    def parts(self) -> list[PartBox]:
        """The parts in the order in which contracts name them."""
        marks = {name: dict(zip(PARTS, self[name], strict=True)) for name in ("lozena", "minus_parts")}
        return [
            PartBox(
                part,
                PART_NAMES[part].capitalize(),
                self[f"flek_{part}"],
                self[f"first_{part}"],
                self[f"third_{part}"],
                self[f"outcome_{part}"],
                tuple(options[part] for options in marks.values()),
            )
            for part in PARTS
        ]

    def premiums(self) -> list[forms.BoundField]:
        """The fields of premium points, by seat."""
        return [self[f"premium_{seat.letter}"] for seat in self.seats]

    @property
    def more_is_open(self) -> bool:
        """Something rare is filled in or wrong, so the rest of the form has to be seen."""
        rare = [
            name for name in self.fields if name.startswith(("premium_", "points_", "quiet_")) or name in RARE
        ]
        return self._is_used(rare)

    @property
    def is_pasted(self) -> bool:
        """A whole record was pasted, which only the desk can; it stands over everything else."""
        return "record_json" in self.fields and bool(str(self["record_json"].value() or "").strip())

    @property
    def says_too_little(self) -> bool:
        """The stored record says more than the fields, and this person has no other way to see it."""
        return "record_json" in self.initial and "record_json" not in self.fields

    @property
    def line_is_open(self) -> bool:
        """The whole record is pasted, or wrong."""
        return "record_json" in self.fields and self._is_used(["record_json"])

    @property
    def renonce_are_open(self) -> bool:
        """A renonc is filled in or wrong."""
        return any(row.errors or row.is_filled for row in self.renonce)

    def _is_used(self, names: Iterable[str]) -> bool:
        return any(
            self.errors.get(name) or self[name].value() not in (None, "", False, [], "0") for name in names
        )

    def announced(self) -> Announced:
        """What a form of a new hand says beside the hand."""
        answered = frozenset(name for name in ANSWERS.values() if self.data.get(name) == "1")
        return Announced(self.cleaned_data.get("number"), answered)

    def show_number(self, number: int) -> None:
        """Let the form announce another hand: who writes it has seen the one it announced before."""
        self.data = self.data.copy() if isinstance(self.data, QueryDict) else dict(self.data)
        self.data["number"] = str(number)

    def read_hand(self) -> ReadHand | None:
        """The hand when nothing is wrong with it; otherwise every problem stands beside its field."""
        return self._read_hand

    @cached_property
    def _read_hand(self) -> ReadHand | None:
        self.is_valid()
        read = None
        try:
            read = read_hand(self.record(), self.rulebook, [seat.letter for seat in self.seats])
        except InvalidRecord as refusal:
            self.add_problems(refusal.problems)
        except Refused as refusal:
            self.add_error("record_json", refusal.text)
        return read if self.is_valid() else None

    def record(self) -> object:
        """The record of what was typed, for ``rules`` to check. Raises ``Refused`` for a bad JSON."""
        data = given_by(self)
        if self.is_pasted:
            return read_record(data["record_json"])
        record = TypedHand(data, self.rulebook, self.misdeals).record([seat.letter for seat in self.seats])
        renonce = self.renonce_records()
        claims = self._claims()
        return record | ({"renonce": renonce} if renonce else {}) | ({"premium": claims} if claims else {})

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Each problem beside its field; a record written as JSON has one field for all."""
        as_json = self.is_pasted
        for problem in problems:
            if not as_json and self.renonce.add_problem(problem):
                continue
            name = "record_json" if as_json else self._field(problem.path)
            text = f"{problem.path}: {problem.text}" if as_json and problem.path else problem.text
            if name is None or not (self.has_error(name) or self._flekker_missing(name)):
                self.add_error(name, text)

    def clean(self) -> dict[str, Any]:
        """What only the form can know is checked here; the rules check the whole record."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        contract = cleaned.get("contract")
        for part in (
            self.rulebook.parts_of(contract) if contract and cleaned.get("kind") in ("", "hand") else ()
        ):
            if (whole(cleaned.get(f"flek_{part}")) or 0) and not cleaned.get(f"first_{part}"):
                self.add_error(f"first_{part}", _("Klepněte na toho, kdo flekoval."))
        for name in ("points_declarer", "points_defence"):
            try:
                cleaned[name] = _marriages(cleaned.get(name) or "")
            except ValueError:
                self.add_error(name, _("Hlášky napište jako čísla s mezerou, třeba 40 20."))
        return cleaned

    def _claims(self) -> list[dict[str, Any]]:
        data = given_by(self)
        return claims_of(data, self.seats, rows=data["premium_rows"] or [])

    def _flekker_missing(self, name: str) -> bool:
        return name.startswith("flek_") and self.has_error(name.replace("flek_", "first_"))

    def _field(self, path: str) -> str | None:
        claim = re.match(r"premium\[(\d+)\]", path)
        if claim is not None:
            return f"premium_{self._claims()[int(claim[1])]['to']}"
        for pattern, template in FIELD_OF:
            found = pattern.match(path)
            if found is not None:
                name = template.format(*found.groups())
                return name if name in self.fields else None
        return None


RARE = ("foreign_suits_flek", "four_helpers_against", "theoretically_playable")


def _marriages(text: str) -> list[int]:
    return [int(word) for word in re.split(r"[\s,;+]+", text) if word]
