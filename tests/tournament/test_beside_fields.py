"""What a service refuses stands beside the fields it is about, with everything typed; other errors pass."""

import pytest
from django import forms
from django.template.loader import render_to_string

from tests.markup import squeezed
from tournament.errors import Conflict, DeskError, NotAllowed, Refused
from tournament.forms.common import ChangeForm, ExpectedForm, OnceForm, beside_fields
from tournament.models import Tournament


class NameForm(ExpectedForm):
    name = forms.CharField()
    place = forms.CharField(required=False)


class EditForm(ChangeForm):
    name = forms.CharField()


REFUSALS: dict[str, tuple[DeskError, dict[str, list[str]]]] = {
    "about the whole": (Refused("Nejde to.", code="no"), {"__all__": ["Nejde to."]}),
    "about one field": (Refused("Celé.", code="no", fields={"name": "Jméno."}), {"name": ["Jméno."]}),
    "about a field that is not shown": (
        Refused("Celé.", code="no", fields={"name": "Jméno.", "other": "Jinde."}),
        {"name": ["Jméno."], "__all__": ["Celé."]},
    ),
    "somebody was faster": (Conflict("Změnil to jiný.", code="changed"), {"__all__": ["Změnil to jiný."]}),
    "no right": (NotAllowed("Nesmíte.", code="no"), {"__all__": ["Nesmíte."]}),
}


@pytest.mark.parametrize(("refusal", "errors"), REFUSALS.values(), ids=REFUSALS)
def test_refusal_stands_in_the_form(refusal: DeskError, errors: dict[str, list[str]]) -> None:
    form = NameForm({"name": "Jan", "place": "Praha"})
    assert form.is_valid()

    with beside_fields(form) as attempt:
        raise refusal

    assert attempt.refusal is refusal
    assert form.errors == errors
    assert (form["name"].value(), form["place"].value()) == ("Jan", "Praha")


def test_what_went_well_leaves_the_form_alone() -> None:
    form = NameForm({"name": "Jan"})
    with beside_fields(form) as attempt:
        assert form.is_valid()
    assert (attempt.refusal, form.errors) == (None, {})


def test_error_of_the_program_is_not_hidden() -> None:
    form = NameForm({"name": "Jan"})
    with pytest.raises(ZeroDivisionError), beside_fields(form):
        _ = 1 // 0
    assert form.is_valid()


@pytest.mark.django_db
def test_form_shows_the_version_that_is_there_now(tournament: Tournament) -> None:
    Tournament.objects.update(version=5, place="Brno")
    form = NameForm({"name": "Jan", "expected": "1"})

    with beside_fields(form, row=tournament):
        raise Conflict("Změnil to jiný.", code="changed")

    assert form["expected"].value() == "5"
    assert (tournament.version, tournament.place) == (5, "Brno")


NOT_FROM_HERE = "Formulář není z této stránky. Načtěte ji znovu."
CRAFTED = {
    "left out": None,
    "empty": "",
    "no number": "první",
    "zero": "0",
    "below": "-1",
    "huge": "9" * 5000,
}


@pytest.mark.parametrize("expected", CRAFTED.values(), ids=CRAFTED)
def test_form_of_what_exists_says_which_version_it_showed(expected: str | None) -> None:
    """Left out, it would overwrite somebody's change; the sentence is ours and names no field."""
    sent = {"name": "Jan"} if expected is None else {"name": "Jan", "expected": expected}
    form = EditForm(sent)
    assert form.errors == {"expected": [NOT_FROM_HERE]}
    shown = squeezed(render_to_string("includes/form_errors.html", {"form": form}))
    assert NOT_FROM_HERE in shown
    assert "xpected" not in shown


def test_hidden_key_of_a_form_is_no_riddle() -> None:
    form = OnceForm({"submission": "klíč"})
    assert form.errors == {"submission": [NOT_FROM_HERE]}
