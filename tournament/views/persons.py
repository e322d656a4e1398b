"""Pages of persons: the list, one of them, merging two, splitting one, and the way back."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import for_account, for_person
from tournament.actors import Actor
from tournament.forms.common import beside_fields
from tournament.forms.people import MergeForm, PersonForm, SplitForm
from tournament.journal.words import changes_in_words
from tournament.lib.counting import counted
from tournament.lib.requested import uuids
from tournament.models import Player
from tournament.selectors.joining import REASONS, likely_pairs, merge_of, split_of
from tournament.selectors.persons import (
    labels_used,
    likely_others,
    person_of,
    persons_listed,
    starts_of,
    told_changes,
)
from tournament.services import people as services

SHOWN = 100
"""Persons on a page of the list."""

CANDIDATES = 30
"""Most persons offered to be merged with one."""


@require_safe
@for_account
def persons(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Everybody who plays in a tournament of mine, and who of them may be one."""
    query, label = request.GET.get("q", ""), request.GET.get("kategorie", "")
    found = persons_listed(actor, query=query, label=label)
    page = Paginator(found, SHOWN).get_page(request.GET.get("page"))
    pairs = [(pair, REASONS[pair.reason]) for pair in likely_pairs(actor)] if not query and not label else []
    context = {
        "page": page,
        "count": counted(len(found), _("člověk"), _("lidé"), _("lidí")),
        "query": query,
        "label": label,
        "labels": labels_used(actor),
        "pairs": pairs,
    }
    return render(request, "tournament/persons.html", context)


@require_safe
@for_person
def person(request: HttpRequest, person: Player, actor: Actor) -> HttpResponse:
    """What I know of somebody, and where he played."""
    return _page(request, person, actor, PersonForm(person=person))


@require_POST
@for_person
def person_edit(request: HttpRequest, person: Player, actor: Actor) -> HttpResponse:
    """Correct what is written down about a person."""
    form = PersonForm(request.POST, person=person)
    if form.is_valid():
        with beside_fields(form, row=person):
            services.person_edit(
                person=person, by=actor, values=form.values(), expected=form.cleaned_data["expected"]
            )
            messages.success(request, _("Uloženo. V turnajích zůstává, co v nich bylo."))
            return redirect("tournament:person", person.pk)
    return _page(request, person, actor, form, status=422)


@require_safe
@for_person
def person_merge_with(request: HttpRequest, person: Player, actor: Actor) -> HttpResponse:
    """Look for the other one; the likely ones are there at once."""
    query = request.GET.get("q", "")
    listed = persons_listed(actor, query=query) if query else likely_others(actor, person)
    others = [one for one in listed if one.person != person]
    context = {"person": person, "query": query, "others": others[:CANDIDATES]}
    return render(request, "tournament/person_merge_with.html", context)


@require_safe
@for_person
def person_merge(request: HttpRequest, person: Player, actor: Actor, other_id: uuid.UUID) -> HttpResponse:
    """What a merge would do."""
    return _merge_page(request, person, actor, other_id, None)


@require_POST
@for_person
def person_merge_make(
    request: HttpRequest, person: Player, actor: Actor, other_id: uuid.UUID
) -> HttpResponse:
    """Make the two one."""
    form = MergeForm(request.POST)
    if form.is_valid():
        with beside_fields(form):
            services.people_merge(
                by=actor,
                person_id=person.pk,
                other_id=other_id,
                expected=form.cleaned_data["expected"],
                expected_other=form.cleaned_data["expected_other"],
                submission=form.cleaned_data["submission"],
            )
            messages.success(request, _("Sloučeno. Vrátit to jde dole na této stránce."))
            return redirect("tournament:person", person.pk)
    return _merge_page(request, person, actor, other_id, form)


@require_safe
@for_person
def person_split(request: HttpRequest, person: Player, actor: Actor) -> HttpResponse:
    """What splitting the ticked starts off would do."""
    return _split_page(request, person, actor, uuids(request.GET.getlist("start")), None)


@require_POST
@for_person
def person_split_make(request: HttpRequest, person: Player, actor: Actor) -> HttpResponse:
    """Make a new person of the ticked starts."""
    form, starts = SplitForm(request.POST), uuids(request.POST.getlist("start"))
    if form.is_valid():
        with beside_fields(form):
            services.person_split(
                by=actor,
                person_id=person.pk,
                starts=starts,
                expected=form.cleaned_data["expected"],
                submission=form.cleaned_data["submission"],
            )
            messages.success(request, _("Rozděleno na dvě osoby. Vrátit to jde dole na této stránce."))
            return redirect("tournament:person", person.pk)
    return _split_page(request, person, actor, starts, form)


@require_POST
@for_person
def person_differs(request: HttpRequest, person: Player, actor: Actor, other_id: uuid.UUID) -> HttpResponse:
    """The two are not one and are suggested no more."""
    services.people_tell_apart(by=actor, person_id=person.pk, other_id=other_id)
    messages.success(request, _("Tito dva se už nabízet nebudou."))
    return redirect("tournament:persons")


@require_POST
@for_account
def person_change_put_back(request: HttpRequest, actor: Actor, change_id: uuid.UUID) -> HttpResponse:
    """Undo a merge, a split, a correction."""
    change = services.person_change_put_back(by=actor, change_id=change_id)
    messages.success(request, _("Změna je vrácená, všechno je jako předtím."))
    for one in (change.person, change.other):
        if one is not None and person_of(actor, one.pk) is not None:
            return redirect("tournament:person", one.pk)
    return redirect("tournament:persons")


def _page(
    request: HttpRequest, person: Player, actor: Actor, form: PersonForm, status: int = 200
) -> HttpResponse:
    context = {
        "person": person,
        "form": form,
        "starts": starts_of(person, actor),
        "changes": told_changes(person, actor),
    }
    return render(request, "tournament/person.html", context, status=status)


def _merge_page(
    request: HttpRequest, person: Player, actor: Actor, other_id: uuid.UUID, form: MergeForm | None
) -> HttpResponse:
    other = person_of(actor, other_id)
    if other is None or other == person:
        messages.warning(request, _("Druhá osoba mezi vašimi lidmi není; možná ji už někdo sloučil."))
        return redirect("tournament:person", person.pk)
    merge = merge_of(person, other, actor)
    context: dict[str, Any] = {
        "person": person,
        "other": other,
        "merge": merge,
        "starts": starts_of(person, actor),
        "changes": changes_in_words(None, merge.values),
        "form": form or MergeForm(),
        "submission": uuid.uuid4(),
    }
    return render(request, "tournament/person_merge.html", context, status=422 if form else 200)


def _split_page(
    request: HttpRequest, person: Player, actor: Actor, starts: Sequence[uuid.UUID], form: SplitForm | None
) -> HttpResponse:
    split = split_of(person, starts, actor)
    if not split.moving or len(split.moving) == person.entries.count():
        messages.warning(
            request, _("Označte turnaje, ve kterých hrál někdo jiný; aspoň jeden musí osobě zůstat.")
        )
        return redirect("tournament:person", person.pk)
    context: dict[str, Any] = {
        "person": person,
        "split": split,
        "changes": changes_in_words({name: getattr(person, name) for name in split.values}, split.values),
        "form": form or SplitForm(),
        "submission": uuid.uuid4(),
    }
    return render(request, "tournament/person_split.html", context, status=422 if form else 200)
