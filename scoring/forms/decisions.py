"""The referee's form: what happened, was it played on, what was written wrong; it becomes a patch.

Only those questions stand in it that matter for the contract and for what was answered so far. What is asked
must be answered, and what is not asked stays as it was written.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules import Problem
from rules.contracts import PART_NAMES, TRUMPLESS
from rules.offences import (
    ARTICLES,
    can_be_played_on,
    decided_parts,
    default_pausal,
    is_renonc,
    judge,
    possible_articles,
    possible_authors,
)
from rules.records import Hand, Offence
from scoring.adapters import ReadHand, plain_outcome
from scoring.forms.choices import (
    FLEKS,
    QUIET_SEDMA,
    QUIET_STO,
    STO_RESULTS,
    WON_LOST,
    Choices,
    quiet_sedma_of,
    quiet_sedma_value,
    seat_choice,
    sto_of,
    sto_value,
)
from scoring.forms.claims import claims_initial, claims_of
from scoring.forms.disputes import NEVER_PUBLIC, RulingTexts
from scoring.forms.fields import ClaimsField
from scoring.forms.renonce import PREFIX, RenonceForm, RenoncForm, renonc_initial
from scoring.selectors.offences import ArticleWords, article_words, articles_found
from scoring.selectors.tables import SeatLine
from tournament.forms.common import ExpectedForm, OnceForm, given_by

YES_NO: Choices = [("yes", gettext_lazy("ano")), ("no", gettext_lazy("ne"))]
UNANSWERED = gettext_lazy("Odpovězte, důsledek na tom závisí.")
DVE_SEDMY = ("dve_sedmy", "dve_sedmy_sto")


class OffenceForm(RenoncForm):
    """One renonc of the hand: found by typing, chosen with its meaning, then only what its article asks."""

    find = forms.CharField(
        label=gettext_lazy("Hledat"),
        required=False,
        max_length=60,
        widget=forms.TextInput(
            attrs={"type": "search", "autocomplete": "off", "placeholder": gettext_lazy("třeba talon, barva")}
        ),
    )

    def __init__(self, *args: Any, seats: Sequence[SeatLine], hand: Hand, **kwargs: Any) -> None:
        super().__init__(*args, seats=seats, **kwargs)
        self.hand, self.seats = hand, seats
        possible = possible_articles(hand)
        sought = _said(self, "find")
        self.chosen = _said(self, "article")
        listed = [key for key in possible if key in articles_found(sought, hand.rulebook)]
        self.found_nothing = bool(sought) and not listed
        self.fields["article"] = forms.ChoiceField(
            label=_("Co se stalo"),
            choices=[("", _("nic")), *((key, key) for key in ARTICLES)],
            widget=forms.RadioSelect,
            required=False,
        )
        self.listed = tuple(article_words(key, hand.rulebook) for key in listed or possible)
        # Where only one person can have done it, nobody is asked.
        authors = possible_authors(self.chosen, hand) if self.chosen in ARTICLES else hand.players
        people = [one for one in seats if one.letter in authors]
        self.fields["by"] = seat_choice(_("Kdo"), people, widget=forms.RadioSelect, required=False)
        self.only = authors[0] if len(authors) == 1 else ""

    @property
    def article_words(self) -> ArticleWords | None:
        """The chosen article in words."""
        return article_words(self.chosen, self.hand.rulebook) if self.chosen in ARTICLES else None

    @property
    def only_author(self) -> SeatLine | None:
        """The only person who can have done it."""
        return next((seat for seat in self.seats if seat.letter == self.only), None)

    @property
    def asks_pausal(self) -> bool:
        """A misconduct that the referee measures himself (REF)."""
        return self.chosen == "REF"

    @property
    def asks_playout(self) -> bool:
        """The other side may have demanded to play on."""
        if not self.chosen or self.chosen not in ARTICLES or self.hand.kind != "hand":
            return False
        lost = self.chosen != "REF" or bool(self["lost"].value())
        return can_be_played_on(Offence(self.only, self.chosen, lost=lost))

    def record(self) -> dict[str, Any]:
        """The renonc as a record holds it, without what its article does not ask."""
        renonc = super().record()
        if renonc and self.only:
            renonc["by"] = self.only
        if not self.asks_playout:
            renonc.pop("playout", None)
        return renonc


@dataclass(frozen=True, slots=True)
class PartBoxes:
    """The fields that correct one part of the contract."""

    label: str
    flek: forms.BoundField
    first: forms.BoundField
    third: forms.BoundField
    outcome: forms.BoundField
    is_sto: bool


class DecisionForm(RulingTexts, RenonceForm, OnceForm, ExpectedForm):
    """A ruling on the hand ``written``; ``patch`` is the one in force, which the form starts from."""

    least_rows = 3
    row_form: ClassVar[type[RenoncForm]] = OffenceForm

    claim = forms.CharField(
        label=gettext_lazy("Co se namítá"), max_length=300, required=False, help_text=NEVER_PUBLIC
    )

    def __init__(
        self,
        data: Any = None,
        *,
        seats: Sequence[SeatLine],
        written: ReadHand,
        patch: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        self.written, self.ruled = written, written.patched(patch)
        self.claimed = list(self.ruled.record.get("premium") or [])
        self.hand = self.ruled.hand
        self.row_options = {"hand": self.hand}
        super().__init__(data, seats=seats, initial=self._initial(), **kwargs)
        self._add_corrections()
        for seat in seats:
            self.fields[f"premium_{seat.letter}"] = ClaimsField(label=f"{seat.letter} {seat.name}")
        self.offences = self._offences()
        self.asked = self._add_questions()

    # What the page shows

    def questions(self) -> list[forms.BoundField]:
        """What else matters for what was done wrong."""
        return [self[name] for name in self.asked if not name.startswith("playout_")]

    def playout_results(self) -> list[forms.BoundField]:
        """How the playout ended, part by part."""
        return [self[name] for name in self.asked if name.startswith("playout_")]

    def corrected_parts(self) -> list[PartBoxes]:
        """The parts of the contract: their fleks and how they ended."""
        return [
            PartBoxes(
                label=PART_NAMES[play.part].capitalize(),
                flek=self[f"flek_{play.part}"],
                first=self[f"first_{play.part}"],
                third=self[f"third_{play.part}"],
                outcome=self[f"outcome_{play.part}"],
                is_sto=play.part == "sto",
            )
            for play in self.hand.parts
        ]

    def corrections(self) -> list[forms.BoundField]:
        """The rest of what may have been written wrong."""
        names = ("quiet_sedma", "quiet_sto", "lozena", "minus_parts", "foreign_suits_flek", "trumps")
        return [self[name] for name in names if name in self.fields and name not in self.asked]

    def premiums(self) -> list[forms.BoundField]:
        """The claims of premium points, by seat."""
        return [self[f"premium_{seat.letter}"] for seat in self.seats]

    @property
    def corrects(self) -> bool:
        """Something that was written is ruled to have been otherwise, or is typed wrongly."""
        names = [name for box in self.corrected_parts() for name in (box.flek, box.first, box.third)]
        fields = [*names, *self.corrections(), *(box.outcome for box in self.corrected_parts())]
        return any(field.errors for field in fields) or self.written.hand != self.hand._replace(
            renonce=self.written.hand.renonce
        )

    @property
    def signature(self) -> str:
        """Which questions are asked: the page takes new ones only where they are others."""
        rows = [
            ":".join(
                (
                    row.chosen,
                    row.only,
                    "played on" if row.asks_playout else "",
                    "wrong" if row.errors else "",
                    *(article.key for article in row.listed),
                )
            )
            for row in self.rows()
        ]
        wrong = [name for name in self.asked if name in self.errors]
        return "|".join([*rows, *self.asked, "wrong", *wrong])

    def rows(self) -> list[OffenceForm]:
        """The rows of renoncy."""
        return [row for row in self.renonce if isinstance(row, OffenceForm)]

    # What was answered

    def clean(self) -> dict[str, Any]:
        """What is asked has to be answered; a flek needs who gave it."""
        cleaned = super().clean()
        for name in self.asked:
            if not cleaned.get(name) and not self.has_error(name) and name != "playout_quiet_sedma":
                self.add_error(name, UNANSWERED)
        for play in self.hand.parts:
            if int(cleaned.get(f"flek_{play.part}") or 0) and not cleaned.get(f"first_{play.part}"):
                self.add_error(f"first_{play.part}", _("Klepněte na toho, kdo flekoval."))
        return cleaned

    def patch(self) -> dict[str, Any]:
        """The fields of the record this ruling sets: only those that differ from what was written."""
        given, record = given_by(self), self.written.record
        fields: dict[str, Any] = {"renonce": self.renonce_records(), **self._flags(given)}
        if self.hand.parts:
            fields |= {
                "lozena": list(given["lozena"]),
                "minus_parts": list(given["minus_parts"]),
                "fleks": {
                    play.part: who for play in self.hand.parts if (who := self._fleks(play.part, given))
                },
            }
        if "trumps" in self.fields:
            fields["trumps"] = int(given["trumps"]) if given["trumps"] else None
        patch = {
            name: value or None
            for name, value in fields.items()
            if (value or None) != (record.get(name) or None)
        }
        outcome = self._outcome(given)
        if outcome != plain_outcome(self.written.hand):
            patch |= {"outcome": outcome, "points": None}
        claims = claims_of(given, self.seats, rows=self.claimed)
        if _claims_by_seat(claims) != _claims_by_seat(record.get("premium") or []):
            patch["premium"] = claims or None
        return {name: value for name, value in patch.items() if value is not None or name in record}

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Each problem of the record beside the field it comes from."""
        for problem in problems:
            if self.renonce.add_problem(problem):
                continue
            name = self._field_of(problem.path)
            self.add_error(name if name in self.fields else None, problem.text)

    def _field_of(self, path: str) -> str:
        if path.startswith("premium["):
            place = int(path.removeprefix("premium[").split("]")[0])
            return f"premium_{claims_of(given_by(self), self.seats)[place]['to']}"
        name = path.split("[")[0]
        if name.startswith("outcome.") and f"playout_{name[8:]}" in self.asked:
            return f"playout_{name[8:]}"
        if name.startswith("outcome.quiet_"):
            return name[8:]
        return name.replace("fleks.", "flek_").replace(".", "_")

    # How the form is made

    def _add_corrections(self) -> None:
        parts = [play.part for play in self.hand.parts]
        outcome = plain_outcome(self.hand)
        for part in parts:
            self.fields[f"outcome_{part}"] = _outcome_field(part, outcome)
            self.fields[f"flek_{part}"] = forms.ChoiceField(
                label=_("Fleky"), choices=FLEKS, widget=forms.RadioSelect, required=False
            )
            players = [seat for seat in self.seats if seat.letter in self.hand.defenders]
            for name, label in (("first", _("Flek dal")), ("third", _("Tutti dal (není-li to týž)"))):
                self.fields[f"{name}_{part}"] = seat_choice(
                    label, players, widget=forms.RadioSelect, required=False
                )
        if self.hand.contract in ("hra", "sto"):
            self.fields["quiet_sedma"] = _quiet_sedma_field()
        if self.hand.contract in ("hra", "sedma"):
            steps = self.hand.quiet_sto.steps if self.hand.quiet_sto else 1
            self.fields["quiet_sto"] = forms.ChoiceField(
                label=_("Tiché sto"),
                choices=_with(list(QUIET_STO), str(steps), steps),
                widget=forms.RadioSelect,
                required=False,
            )
        for name, label in (("lozena", _("Ložené části")), ("minus_parts", _("Části s mínusovými body"))):
            if parts:
                self.fields[name] = forms.MultipleChoiceField(
                    label=label,
                    choices=[(part, PART_NAMES[part]) for part in parts],
                    widget=forms.CheckboxSelectMultiple,
                    required=False,
                )
        if parts and self.hand.contract not in TRUMPLESS:
            self.fields["trumps"] = forms.ChoiceField(
                label=_("Na kolik trumfů aktér hrál"),
                choices=[("", _("nezapsáno")), *((str(n), str(n)) for n in range(1, 11))],
                widget=forms.RadioSelect,
                required=False,
            )
        if self.hand.contract in DVE_SEDMY:
            self.fields["foreign_suits_flek"] = forms.BooleanField(
                label=_("První flek byl na dvě cizí barvy"), required=False
            )

    def _add_questions(self) -> tuple[str, ...]:
        """The questions that what was done wrong brings along."""
        asked: list[str] = []
        for part in self._played_on():
            self.fields[f"playout_{part}"] = _outcome_field(part, plain_outcome(self.hand))
            asked.append(f"playout_{part}")
        if asked and "quiet_sedma" in self.fields:
            self.fields["playout_quiet_sedma"] = _quiet_sedma_field()
            asked.append("playout_quiet_sedma")
        if self._asks_helpers():
            label = _("Měl protihráč čtyři a více pomocných v jedné ruce?")
            self.fields["four_helpers_against"] = _yes_no(label)
            asked.append("four_helpers_against")
        if self._asks_trumps():
            asked.append("trumps")
            if str(self["trumps"].value()) == "2":
                self.fields["theoretically_playable"] = _yes_no(
                    _("D6: Byly dvě sedmy na dva trumfy teoreticky sehratelné?")
                )
                asked.append("theoretically_playable")
        return tuple(asked)

    def _played_on(self) -> list[str]:
        """The parts whose payment depends on how the playout ended."""
        verdict = judge(self.offences, contract=self.hand.contract, declarer=self.hand.declarer)
        if not verdict.playout:
            return []
        decided = decided_parts(verdict, self.hand.parts)
        return [play.part for play in self.hand.parts if play.part not in decided]

    def _asks_helpers(self) -> bool:
        return self.hand.contract == "dve_sedmy_sto" and any(
            one.by and one.by != self.hand.declarer and one.article not in ("C8", "C13")
            for one in self.offences
        )

    def _asks_trumps(self) -> bool:
        """D6 speaks of the declarer's points, so only where he claims some."""
        claimed = str(self[f"premium_{self.hand.declarer}"].value() or "") if self.hand.declarer else ""
        claims_some = any(ch.isdigit() for ch in claimed)
        return (
            self.hand.contract in DVE_SEDMY and claims_some and any(is_renonc(one) for one in self.offences)
        )

    def _offences(self) -> tuple[Offence, ...]:
        """What the rows say so far, whether or not it is sound."""
        found = []
        for row in self.rows():
            if row.chosen in ARTICLES:
                by = row.only or str(row["by"].value() or "")
                playout = row.asks_playout and bool(row["playout"].value())
                found.append(Offence(by, row.chosen, playout, default_pausal(row.chosen)))
        return tuple(found)

    def _initial(self) -> dict[str, Any]:
        record = self.ruled.record
        outcome = plain_outcome(self.hand)
        initial: dict[str, Any] = {PREFIX: renonc_initial(record), **claims_initial(record)}
        played = any(offence.playout for offence in self.hand.renonce)
        for part, value in outcome.items():
            if part == "quiet_sto":
                initial["quiet_sto"] = str(value["steps"])
                continue
            shown = sto_value(value) if part == "sto" else value
            shown = quiet_sedma_value(value) if part == "quiet_sedma" else shown
            initial["quiet_sedma" if part == "quiet_sedma" else f"outcome_{part}"] = shown
            if played:
                initial[f"playout_{part}"] = shown
        for part, who in (record.get("fleks") or {}).items():
            third = who[2] if len(who) > 2 and who[2] != who[0] else ""
            fleks = {"flek": str(min(len(who), 4)), "first": who[0], "third": third}
            initial |= {f"{name}_{part}": value for name, value in fleks.items()}
        for name in ("theoretically_playable", "four_helpers_against"):
            if name in record:
                initial[name] = "yes" if record[name] else "no"
        return initial | {
            "lozena": record.get("lozena", []),
            "minus_parts": record.get("minus_parts", []),
            "foreign_suits_flek": record.get("foreign_suits_flek", False),
            "trumps": str(record.get("trumps") or ""),
        }

    # How the patch is made

    def _flags(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """What is not asked stays as it was written."""
        record = self.written.record
        flags: dict[str, Any] = {}
        for name in ("theoretically_playable", "four_helpers_against"):
            flags[name] = given[name] == "yes" if name in self.asked else record.get(name, False)
        if "foreign_suits_flek" in self.fields:
            flags["foreign_suits_flek"] = given["foreign_suits_flek"]
        return flags

    def _fleks(self, part: str, given: Mapping[str, Any]) -> list[str]:
        """Who doubled, in order; more fleks than the form counts stay as they were written."""
        count = int(given[f"flek_{part}"] or 0)
        first = given[f"first_{part}"]
        third = given[f"third_{part}"] or first
        said = [first, self.hand.declarer, third, self.hand.declarer][:count]
        written = list((self.written.record.get("fleks") or {}).get(part, []))
        return written if len(written) > len(FLEKS) - 1 and written[:count] == said else said

    def _outcome(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """How the playout ended, or the hand: what was typed over what was written."""
        head = "playout_" if any(name.startswith("playout_") for name in self.asked) else "outcome_"
        outcome = plain_outcome(self.written.hand)
        for play in self.hand.parts:
            typed = given.get(f"{head}{play.part}")
            if typed:
                outcome[play.part] = sto_of(typed) if play.part == "sto" else typed
        quiet = "playout_quiet_sedma" if head == "playout_" else "quiet_sedma"
        if quiet in self.fields:
            outcome.pop("quiet_sedma", None)
            if given[quiet]:
                outcome["quiet_sedma"] = quiet_sedma_of(given[quiet])
        if "quiet_sto" in self.fields:
            before = outcome.pop("quiet_sto", None)
            side = "declarer" if outcome.get("hra") == "won" else "defence"
            # A playout that the other side won leaves nothing of a hundred that was reached in play.
            if given["quiet_sto"] and (head == "outcome_" or (before and before["side"] == side)):
                outcome["quiet_sto"] = {"side": side, "steps": int(given["quiet_sto"])}
        return outcome


class CancelForm(OnceForm, ExpectedForm):
    """Cancelling a ruling: it stays on the list with its reason."""

    reason = forms.CharField(
        label=gettext_lazy("Proč se rozhodnutí ruší"),
        max_length=1000,
        help_text=NEVER_PUBLIC,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


def _said(form: forms.Form, name: str) -> str:
    """What a field holds, before the field itself is made."""
    if form.is_bound:
        return str(form.data.get(form.add_prefix(name)) or "")
    return str(form.get_initial_for_field(form.fields[name], name) or "")


def _outcome_field(part: str, outcome: Mapping[str, Any]) -> forms.ChoiceField:
    """The choices of a part, and what is recorded of it where that is none of them."""
    choices = list(STO_RESULTS if part == "sto" else WON_LOST)
    if part == "sto" and "sto" in outcome:
        choices = _with(choices, sto_value(outcome["sto"]), outcome["sto"]["steps"])
    return forms.ChoiceField(
        label=PART_NAMES[part].capitalize(), choices=choices, widget=forms.RadioSelect, required=False
    )


def _with(choices: Choices, value: str, steps: int) -> Choices:
    if value in dict(choices):
        return choices
    return [*choices, (value, ngettext("%(n)d desítka", "%(n)d desítek", steps) % {"n": steps})]


def _quiet_sedma_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Tichá sedma"), choices=QUIET_SEDMA, widget=forms.RadioSelect, required=False
    )


def _yes_no(label: str) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=YES_NO, widget=forms.RadioSelect, required=False)


def _claims_by_seat(claims: Iterable[Mapping[str, Any]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for claim in claims:
        found.setdefault(claim["to"], []).append(claim["points"])
    return found
