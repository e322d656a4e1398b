"""The form of one hand: what is tapped becomes a hand record, what the rules refuse stands beside its field.

The record is checked by ``rules`` alone; the form only knows which field a problem belongs to. What the
fields cannot say is written as the whole record in JSON.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import Problem, Rulebook
from rules.contracts import CONTRACT_NAMES, FLEK_NAMES, PART_NAMES
from rules.offences import ARTICLES
from scoring.adapters import read_record, record_problems
from scoring.forms.fields import ClaimsField, HiddenListField, written_list
from scoring.selectors.tables import SeatLine
from tournament.errors import Refused
from tournament.forms.common import ExpectedForm, OnceForm

Choices = list[tuple[str, Any]]

FLEKS: Choices = [("0", "–"), *((str(count), FLEK_NAMES[count]) for count in range(1, 5))]
WON_LOST: Choices = [("won", gettext_lazy("uhráno")), ("lost", gettext_lazy("neuhráno"))]
STO_LOST = range(5, 0, -1)
STO_MADE = range(1, 7)
QUIET_SEDMA: Choices = [
    ("", gettext_lazy("nebyla")),
    ("declarer-won", gettext_lazy("aktér uhrál")),
    ("declarer-lost", gettext_lazy("aktérovi zabita")),
    ("defence-won", gettext_lazy("obrana uhrála")),
    ("defence-lost", gettext_lazy("obraně zabita")),
]
QUIET_STO: Choices = [("", gettext_lazy("nebylo")), *((str(n), str(90 + 10 * n)) for n in range(1, 7))]
KINDS: Choices = [
    ("hand", gettext_lazy("hra")),
    ("omyl", gettext_lazy("omyl")),
    ("misdeal", gettext_lazy("chybné rozdání")),
    ("renonc", gettext_lazy("renonc bez hry")),
]
PAUSALS: Choices = [
    ("1", gettext_lazy("paušál 1")),
    ("2", gettext_lazy("paušál 2")),
    ("0", gettext_lazy("bez paušálu")),
]
RENONC_ROWS = range(2)
PARTS = ("hra", "dve_sedmy", "sto", "sedma", "betl", "durch")

FIELD_OF = (
    (re.compile(r"fleks\.(\w+)"), "flek_{0}"),
    (re.compile(r"outcome\.quiet_(\w+)"), "quiet_{0}"),
    (re.compile(r"outcome\.(\w+)"), "outcome_{0}"),
    (re.compile(r"points\.(declarer|defence)_marriages"), "points_{0}"),
    (re.compile(r"points"), "points_cards"),
    (re.compile(r"(\w+)"), "{0}"),
)
"""Path of a problem (``fleks.hra[1]``) and the field beside which it is shown."""


@dataclass(frozen=True, slots=True)
class PartBox:
    """The fields of one part of a contract, as the page lays them out."""

    name: str
    label: str
    flek: forms.BoundField
    first: forms.BoundField
    third: forms.BoundField
    outcome: forms.BoundField


@dataclass(frozen=True, slots=True)
class RenoncBox:
    """The fields of one renonc."""

    article: forms.BoundField
    by: forms.BoundField
    playout: forms.BoundField
    pausal: forms.BoundField
    lost: forms.BoundField


class RenoncFields(forms.Form):
    """Rows of renoncy; shared by the form of a hand and by the referee's form."""

    def given(self) -> dict[str, Any]:
        """What was typed soundly; an unsound or missing value counts as not typed."""
        return {name: self.cleaned_data.get(name, _empty(field)) for name, field in self.fields.items()}

    def add_renonc_rows(self, seats: Sequence[SeatLine], rows: Iterable[int]) -> None:
        """Add one group of fields for each row."""
        articles = [("", "–"), *((key, f"{key} {article.text}") for key, article in ARTICLES.items())]
        for row in rows:
            self.fields[f"renonc{row}_article"] = forms.ChoiceField(
                label=_("Článek"), choices=articles, required=False
            )
            self.fields[f"renonc{row}_by"] = seat_choice(_("Kdo"), seats, required=False)
            self.fields[f"renonc{row}_playout"] = forms.BooleanField(label=_("dohrávka"), required=False)
            self.fields[f"renonc{row}_pausal"] = forms.ChoiceField(
                label=_("Paušál (jen REF)"), choices=PAUSALS, required=False
            )
            self.fields[f"renonc{row}_lost"] = forms.BooleanField(
                label=_("hra prohraná (jen REF)"), required=False
            )

    def renonc_boxes(self) -> list[RenoncBox]:
        """The rows of renoncy with their fields."""
        names = [name for name in self.fields if re.fullmatch(r"renonc\d+_article", name)]
        return [
            RenoncBox(*(self[name.replace("article", one)] for one in RenoncBox.__dataclass_fields__))
            for name in names
        ]

    def renonce(self) -> list[dict[str, Any]]:
        """The renoncy that were filled in, in order."""
        found = []
        for row in self._renonc_rows():
            data = self.given()
            renonc: dict[str, Any] = {"article": data[f"renonc{row}_article"]}
            if data[f"renonc{row}_by"]:
                renonc["by"] = data[f"renonc{row}_by"]
            if data[f"renonc{row}_playout"]:
                renonc["playout"] = True
            if renonc["article"] == "REF":
                renonc["pausal"] = int(data[f"renonc{row}_pausal"] or 1)
                renonc["lost"] = data[f"renonc{row}_lost"]
            found.append(renonc)
        return found

    def renonc_field(self, path: str) -> str | None:
        """The field of a problem's path ``renonce[0].by``; ``None`` for another path."""
        found = re.match(r"renonce(?:\[(\d+)\](?:\.(\w+))?)?", path)
        if found is None:
            return None
        rows = self._renonc_rows()
        place = int(found[1] or 0)
        row = rows[place] if place < len(rows) else 0
        name = f"renonc{row}_{found[2] or 'article'}"
        return name if name in self.fields else f"renonc{row}_article"

    def _renonc_rows(self) -> list[int]:
        return [
            int(re.sub(r"\D", "", name))
            for name in self.fields
            if re.fullmatch(r"renonc\d+_article", name) and self.cleaned_data.get(name)
        ]


class HandForm(RenoncFields, OnceForm, ExpectedForm):
    """One hand of a table with the seats ``seats``, by the rules of ``rulebook``.

    Sent again after Back with other content it is refused: most likely the hand was to be corrected.
    """

    one_record = True

    kind = forms.ChoiceField(
        label=gettext_lazy("Co se zapisuje"), choices=KINDS, widget=forms.RadioSelect, required=False
    )
    contract = forms.ChoiceField(
        label=gettext_lazy("Závazek"),
        choices=list(CONTRACT_NAMES.items()),
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
        choices=[("", "–"), *((str(n), str(n)) for n in range(0, 100, 10))],
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
        choices=[("", "–"), *((str(n), str(n)) for n in range(1, 11))],
        required=False,
    )
    prior_misdeals = forms.ChoiceField(
        label=gettext_lazy("Kolikrát už rozdávající v tomto kole chybně rozdal"),
        choices=[(str(n), str(n)) for n in range(10)],
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

    def __init__(self, *args: Any, seats: Sequence[SeatLine], rulebook: Rulebook, **kwargs: Any) -> None:
        self.seats, self.rulebook = seats, rulebook
        super().__init__(*args, **kwargs)
        self.fields["dealer"] = seat_choice(_("Rozdává"), seats, widget=forms.RadioSelect)
        self.fields["declarer"] = seat_choice(_("Kdo hraje"), seats, widget=forms.RadioSelect, required=False)
        self.fields["bid"] = forms.ChoiceField(
            label=_("Vylicitovaný stupeň"), choices=_rungs(rulebook), required=False
        )
        for part in PARTS:
            self._add_part(part)
        for name, label in (("lozena", _("Ložené části")), ("minus_parts", _("Části s mínusovými body"))):
            self.fields[name] = forms.MultipleChoiceField(
                label=label,
                choices=[(part, PART_NAMES[part]) for part in PARTS],
                widget=forms.CheckboxSelectMultiple,
                required=False,
            )
        self.add_renonc_rows(seats, RENONC_ROWS)
        for seat in seats:
            self.fields[f"premium_{seat.letter}"] = ClaimsField(label=f"{seat.letter} {seat.name}")

    def parts(self) -> list[PartBox]:
        """The parts in the order in which contracts name them."""
        return [
            PartBox(
                part,
                PART_NAMES[part].capitalize(),
                self[f"flek_{part}"],
                self[f"first_{part}"],
                self[f"third_{part}"],
                self[f"outcome_{part}"],
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
            name
            for name in self.fields
            if name.startswith(("renonc", "premium_", "points_", "lozena", "minus_")) or name in RARE
        ]
        return any(self.errors.get(name) for name in rare) or any(
            _is_set(self[name].value(), name) for name in rare
        )

    def checked_record(self) -> dict[str, Any] | None:
        """The record when nothing is wrong with it; otherwise every problem stands beside its field."""
        self.is_valid()
        try:
            record = self.record()
        except Refused as refusal:
            self.add_error("record_json", refusal.text)
            return None
        self.add_problems(record_problems(record, self.rulebook, [seat.letter for seat in self.seats]))
        # What the rules accepted is an object, also where it was pasted as JSON.
        return None if self.errors else cast("dict[str, Any]", record)

    def record(self) -> object:
        """The record of what was typed, for ``rules`` to check. Raises ``Refused`` for a bad JSON."""
        data = self.given()
        if data["record_json"].strip():
            return read_record(data["record_json"])
        kind = data["kind"] or "hand"
        record: dict[str, Any] = {
            "players": [seat.letter for seat in self.seats],
            "dealer": data["dealer"],
        }
        if kind != "hand":
            record["kind"] = kind
        if data["declarer"] and kind != "misdeal":
            record["declarer"] = data["declarer"]
        record |= {"hand": self._played, "omyl": self._omyl, "misdeal": self._misdeal, "renonc": dict}[kind]()
        renonce = self.renonce()
        claims = self._claims()
        return record | ({"renonce": renonce} if renonce else {}) | ({"premium": claims} if claims else {})

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Each problem beside its field; a record written as JSON has one field for all."""
        as_json = bool(self.given()["record_json"].strip())
        for problem in problems:
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
            if (_whole(cleaned.get(f"flek_{part}")) or 0) and not cleaned.get(f"first_{part}"):
                self.add_error(f"first_{part}", _("Klepněte na toho, kdo flekoval."))
        for name in ("points_declarer", "points_defence"):
            try:
                cleaned[name] = _marriages(cleaned.get(name) or "")
            except ValueError:
                self.add_error(name, _("Hlášky napište jako čísla s mezerou, třeba 40 20."))
        return cleaned

    def _add_part(self, part: str) -> None:
        self.fields[f"flek_{part}"] = forms.ChoiceField(
            label=_("Fleky"), choices=FLEKS, widget=forms.RadioSelect, required=False
        )
        self.fields[f"first_{part}"] = seat_choice(
            _("Kdo flekoval"), self.seats, widget=forms.RadioSelect, required=False
        )
        self.fields[f"third_{part}"] = seat_choice(
            _("Kdo dal třetí flek"), self.seats, widget=forms.RadioSelect, required=False
        )
        self.fields[f"outcome_{part}"] = forms.ChoiceField(
            label=PART_NAMES[part].capitalize(),
            choices=sto_results() if part == "sto" else WON_LOST,
            widget=forms.RadioSelect,
            required=False,
        )

    def _played(self) -> dict[str, Any]:
        data = self.given()
        contract = data["contract"]
        if not contract:
            return {}
        parts = self.rulebook.parts_of(contract)
        record: dict[str, Any] = {"contract": contract}
        trumps = contract not in ("betl", "durch")
        optional = {
            "red": data["red"] and trumps,
            "bid": _whole(data["bid"]),
            "fleks": {part: who for part in parts if (who := self._fleks(part))},
            "points": self._points(parts),
            "lozena": [part for part in data["lozena"] if part in parts],
            "minus_parts": [part for part in data["minus_parts"] if part in parts],
            "foreign_suits_flek": data["foreign_suits_flek"],
            "four_helpers_against": data["four_helpers_against"],
            "theoretically_playable": data["theoretically_playable"],
            "trumps": _whole(data["trumps"]),
        }
        outcome = self._outcome(parts, contract, counted=optional["points"] is not None)
        return record | {name: value for name, value in optional.items() if value} | {"outcome": outcome}

    def _omyl(self) -> dict[str, Any]:
        bid = _whole(self.given()["bid"]) or self.rulebook.rung_of("sedma", False)
        return {"bid": bid} if bid else {}

    def _misdeal(self) -> dict[str, Any]:
        return {"prior_misdeals": _whole(self.given()["prior_misdeals"]) or 0}

    def _fleks(self, part: str) -> list[str]:
        """Who doubled, in order: the defence first, then the sides in turn."""
        data = self.given()
        count = _whole(data[f"flek_{part}"]) or 0
        first = data[f"first_{part}"]
        third = data[f"third_{part}"] or first
        return [first, data["declarer"], third, data["declarer"]][:count]

    def _outcome(self, parts: Sequence[str], contract: str, *, counted: bool) -> dict[str, Any]:
        data = self.given()
        outcome: dict[str, Any] = {}
        for part in parts:
            typed = data[f"outcome_{part}"]
            if not typed or (counted and part in ("hra", "sto")):
                continue
            outcome[part] = sto_of(typed) if part == "sto" else typed
        if contract in ("hra", "sto") and data["quiet_sedma"]:
            outcome["quiet_sedma"] = quiet_sedma_of(data["quiet_sedma"])
        if contract in ("hra", "sedma") and data["quiet_sto"] and not counted:
            side = "declarer" if outcome.get("hra") == "won" else "defence"
            outcome["quiet_sto"] = {"side": side, "steps": int(data["quiet_sto"])}
        return outcome

    def _points(self, parts: Sequence[str]) -> dict[str, Any] | None:
        data = self.given()
        if not data["points_cards"] or not {"hra", "sto"} & set(parts):
            return None
        return {
            "declarer_cards": int(data["points_cards"]),
            "declarer_marriages": data["points_declarer"] or [],
            "defence_marriages": data["points_defence"] or [],
        }

    def _claims(self) -> list[dict[str, Any]]:
        data = self.given()
        return claims_of(data, self.seats, rows=data["premium_rows"] or [])

    def _flekker_missing(self, name: str) -> bool:
        return name.startswith("flek_") and self.has_error(name.replace("flek_", "first_"))

    def _field(self, path: str) -> str | None:
        renonc = self.renonc_field(path)
        if renonc is not None:
            return renonc
        claim = re.match(r"premium\[(\d+)\]", path)
        if claim is not None:
            return f"premium_{self._claims()[int(claim[1])]['to']}"
        for pattern, template in FIELD_OF:
            found = pattern.match(path)
            if found is not None:
                name = template.format(*found.groups())
                return name if name in self.fields else None
        return None


RARE = (
    "trumps",
    "foreign_suits_flek",
    "four_helpers_against",
    "theoretically_playable",
    "record_json",
)


def initial_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """What the form shows for a stored record; what its fields cannot say stays for ``record_json``."""
    outcome = record.get("outcome", {})
    initial: dict[str, Any] = {
        "kind": record.get("kind", "hand"),
        **{name: record.get(name) for name in ("dealer", "declarer", "contract", "red", "bid", "trumps")},
        **{name: record.get(name, False) for name in FLAGS},
        "lozena": record.get("lozena", []),
        "minus_parts": record.get("minus_parts", []),
        "prior_misdeals": record.get("prior_misdeals", 0),
        **{f"flek_{part}": "0" for part in PARTS},
    }
    for part, who in record.get("fleks", {}).items():
        initial |= _flek_initial(part, who)
    for part in PARTS:
        if part in outcome:
            initial[f"outcome_{part}"] = sto_value(outcome[part]) if part == "sto" else outcome[part]
    if "quiet_sedma" in outcome:
        initial["quiet_sedma"] = quiet_sedma_value(outcome["quiet_sedma"])
    if "quiet_sto" in outcome:
        initial["quiet_sto"] = str(outcome["quiet_sto"]["steps"])
    points = record.get("points")
    if points is not None:
        initial["points_cards"] = str(points["declarer_cards"])
        initial["points_declarer"] = " ".join(map(str, points.get("declarer_marriages", [])))
        initial["points_defence"] = " ".join(map(str, points.get("defence_marriages", [])))
    initial |= renonc_initial(record)
    return initial | claims_initial(record)


def claims_of(
    given: Mapping[str, Any], seats: Iterable[SeatLine], rows: Iterable[Any] = ()
) -> list[dict[str, Any]]:
    """Premium claims typed by seat, as a record holds them.

    ``rows`` are claims whose row of the bodovací tabulka is known; one that was typed over is a plain number.
    """
    known = [row for row in rows if isinstance(row, Mapping) and isinstance(row.get("row"), str)]
    claims = []
    for seat in seats:
        for points in given[f"premium_{seat.letter}"] or []:
            claim: dict[str, Any] = {"to": seat.letter, "points": points}
            found = next(
                (row for row in known if (row.get("to"), row.get("points")) == tuple(claim.values())), None
            )
            if found is not None:
                known.remove(found)
                claim["row"] = found["row"]
            claims.append(claim)
    return claims


def claims_initial(record: Mapping[str, Any]) -> dict[str, str]:
    """The fields of premium points for a stored record."""
    claims: dict[str, list[int]] = {}
    for claim in record.get("premium") or []:
        claims.setdefault(f"premium_{claim['to']}", []).append(claim["points"])
    rows = [claim for claim in record.get("premium") or [] if claim.get("row")]
    return {
        **{name: " ".join(map(str, points)) for name, points in claims.items()},
        **({"premium_rows": written_list(rows)} if rows else {}),
    }


def renonc_initial(record: Mapping[str, Any]) -> dict[str, Any]:
    """The rows of renoncy for a stored record."""
    initial: dict[str, Any] = {}
    for row, renonc in enumerate(record.get("renonce") or []):
        initial |= {
            f"renonc{row}_article": renonc["article"],
            f"renonc{row}_by": renonc["by"],
            f"renonc{row}_playout": renonc.get("playout", False),
            f"renonc{row}_pausal": str(renonc.get("pausal", 1)),
            f"renonc{row}_lost": renonc.get("lost", False),
        }
    return initial


def hand_initial(record: Mapping[str, Any], seats: Sequence[SeatLine], rulebook: Rulebook) -> dict[str, Any]:
    """The form of a stored record; one the fields cannot say whole is shown as JSON."""
    initial = initial_of(record)
    data = {name: value for name, value in initial.items() if value not in (None, "", False)}
    form = HandForm(data, seats=seats, rulebook=rulebook)
    said = form.checked_record()
    if _same(said, record):
        return initial
    return {**initial, "record_json": json.dumps(record, ensure_ascii=False, indent=1)}


def seat_choice(
    label: str | Promise,
    seats: Sequence[SeatLine],
    *,
    widget: type[forms.Widget] = forms.Select,
    required: bool = True,
) -> forms.ChoiceField:
    """A choice of a seat, people by their names."""
    repeated = {name for name, count in Counter(seat.name for seat in seats).items() if count > 1}
    names: Choices = [
        (seat.letter, _seat_label(seat, widget, numbered=seat.name in repeated)) for seat in seats
    ]
    empty: Choices = [("", "–")] if widget is forms.Select else []
    return forms.ChoiceField(label=label, choices=[*empty, *names], widget=widget, required=required)


def _seat_label(seat: SeatLine, widget: type[forms.Widget], *, numbered: bool) -> str:
    """The name and the seat; of two with the same name also the start number."""
    number = _(" · č. %(number)s") % {"number": seat.number} if numbered else ""
    if widget is forms.Select:
        return f"{seat.letter} {seat.name}{number}"
    return format_html("{}<small>{}{}</small>", seat.name, seat.letter, number)


FLAGS = ("foreign_suits_flek", "four_helpers_against", "theoretically_playable")


def _same(said: object, record: Mapping[str, Any]) -> bool:
    """Does what the fields say equal the stored record? Both without what defaults leave out."""
    if not isinstance(said, dict):
        return False
    stored = {
        name: value for name, value in record.items() if name != "format" and value not in ([], {}, False)
    }
    typed = {name: value for name, value in said.items() if value not in ([], {}, False)}
    if typed.get("prior_misdeals") == 0:
        del typed["prior_misdeals"]
    return _without_defaults(typed) == _without_defaults(stored)


def _without_defaults(record: dict[str, Any]) -> dict[str, Any]:
    plain = dict(record)
    if "points" in plain:
        plain["points"] = {name: value for name, value in plain["points"].items() if value != []}
    # The fields go by seats; in which order the claims were written changes nothing.
    if "premium" in plain:
        plain["premium"] = sorted(plain["premium"], key=lambda claim: claim["to"])
    return plain


def _flek_initial(part: str, who: Sequence[str]) -> dict[str, Any]:
    if not who:
        return {}
    third = who[2] if len(who) > 2 and who[2] != who[0] else ""
    return {f"flek_{part}": str(min(len(who), 4)), f"first_{part}": who[0], f"third_{part}": third}


def _rungs(rulebook: Rulebook) -> Choices:
    return [
        ("", "–"),
        *((str(rung), f"{rung}. {rulebook.rung_name(rung)}") for rung in range(1, len(rulebook.ladder) + 1)),
    ]


def sto_results() -> Choices:
    """Points of a sto as they are tapped: up to 90 it is lost, from 100 made."""
    lost = [(f"lost-{steps}", str(100 - 10 * steps)) for steps in STO_LOST]
    return lost + [(f"made-{steps}", str(90 + 10 * steps)) for steps in STO_MADE]


def sto_of(typed: str) -> dict[str, Any]:
    """What was tapped as a record holds it."""
    ended, steps = typed.split("-")
    return {"made": ended == "made", "steps": int(steps)}


def sto_value(result: Mapping[str, Any]) -> str:
    """The choice of a stored result of sto."""
    return f"{'made' if result['made'] else 'lost'}-{result['steps']}"


def quiet_sedma_of(typed: str) -> dict[str, Any]:
    """What was tapped as a record holds it."""
    side, ended = typed.split("-")
    return {"side": side, "won": ended == "won"}


def quiet_sedma_value(result: Mapping[str, Any]) -> str:
    """The choice of a stored quiet seven."""
    return f"{result['side']}-{'won' if result['won'] else 'lost'}"


def _empty(field: forms.Field) -> Any:
    if isinstance(field, forms.MultipleChoiceField):
        return []
    return False if isinstance(field, forms.BooleanField) else ""


def _whole(text: str | None) -> int | None:
    return int(text) if text else None


def _marriages(text: str) -> list[int]:
    return [int(word) for word in re.split(r"[\s,;+]+", text) if word]


def _is_set(value: Any, name: str) -> bool:
    if name.endswith("_pausal"):
        return False
    return value not in (None, "", False, [], "0")
