"""Penalties: the page of organisers and of the chief referee, and what they decide on it."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.penalties import (
    PenaltyEndForm,
    PenaltyForm,
    PenaltyPointsForm,
    ProposalForm,
    SentenceForm,
    sentence_of,
)
from scoring.models import Penalty
from scoring.selectors.penalties import (
    penalty_list,
    penalty_of,
    penalty_rounds,
    penalty_targets,
    penalty_words,
    people_at,
)
from scoring.services.penalties import (
    penalties_apply,
    penalties_create,
    penalty_apply,
    penalty_reject,
    penalty_supersede,
)
from scoring.views.published import published_so_far, with_published
from tournament.access import for_judges
from tournament.actors import Actor
from tournament.forms.common import beside_fields
from tournament.lib.counting import counted
from tournament.lib.requested import seen_version, whole_number
from tournament.models import Entry, Round, Tournament
from tournament.selectors.rounds import round_named
from tournament.services.rounds import round_ahead


@require_safe
@for_judges
def penalties(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Every penalty of the tournament and the form of a new one; ``?kolo=`` chooses its round."""
    numbers, now = penalty_rounds(tournament)
    asked = request.GET.get("kolo")
    number = whole_number(asked) if asked else now
    if asked and number not in numbers:
        raise Http404
    return _page(request, tournament, actor, number)


@require_POST
@for_judges
def penalty_add(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """A penalty in force at once, of a player or of a whole table."""
    if number not in penalty_rounds(tournament)[0]:
        raise Http404
    form = PenaltyForm(request.POST, targets=penalty_targets(tournament, number))
    if form.is_valid():
        before = published_so_far(tournament)
        with beside_fields(form):
            round_ = round_ahead(tournament=tournament, number=number)
            made = penalties_create(
                round_=round_,
                entries=_punished(round_, form),
                sentence=form.sentence(),
                by=actor,
                submission=form.cleaned_data["submission"],
            )
            _tell(request, tournament, before, _given_words(made))
            return _to_page(tournament, number)
    return _page(request, tournament, actor, number, form, status=422)


@require_safe
@for_judges
def penalty(
    request: HttpRequest, tournament: Tournament, actor: Actor, penalty_id: uuid.UUID
) -> HttpResponse:
    """One penalty in force: give another in its place, or cancel it."""
    return _penalty_page(request, tournament, actor, _penalty(tournament, penalty_id))


@require_POST
@for_judges
def penalty_replace(
    request: HttpRequest, tournament: Tournament, actor: Actor, penalty_id: uuid.UUID
) -> HttpResponse:
    """Another penalty in place of this one, which stays readable."""
    found = _penalty(tournament, penalty_id)
    form = SentenceForm(request.POST)
    if form.is_valid():
        before = published_so_far(tournament)
        with beside_fields(form, row=found):
            penalty_supersede(
                penalty=found,
                sentence=form.sentence(),
                by=actor,
                expected=form.cleaned_data["expected"],
                submission=form.cleaned_data["submission"],
            )
            _tell(request, tournament, before, _("Trest je nahrazený novým."))
            return _to_page_of(tournament, found)
    return _penalty_page(request, tournament, actor, found, replaced=form, status=422)


@require_POST
@for_judges
def penalty_cancel(
    request: HttpRequest, tournament: Tournament, actor: Actor, penalty_id: uuid.UUID
) -> HttpResponse:
    """A penalty that does not stand: one in force with a reason, a proposal without."""
    found = _penalty(tournament, penalty_id)
    before = published_so_far(tournament)
    if found.state == Penalty.State.PROPOSED:
        penalty_reject(penalty=found, by=actor, expected=seen_version(request))
        messages.success(request, _("Navržený trest neplatí."))
        return _to_page_of(tournament, found)
    form = PenaltyEndForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with beside_fields(form, row=found):
            penalty_reject(penalty=found, by=actor, reason=data["reason"], expected=data["expected"])
            _tell(request, tournament, before, _("Trest je zrušený."))
            return _to_page_of(tournament, found)
    return _penalty_page(request, tournament, actor, found, ended=form, status=422)


@require_POST
@for_judges
def penalty_confirm(
    request: HttpRequest, tournament: Tournament, actor: Actor, penalty_id: uuid.UUID
) -> HttpResponse:
    """Put a proposed penalty in force."""
    found = _penalty(tournament, penalty_id)
    form = ProposalForm(request.POST)
    if form.is_valid():
        before = published_so_far(tournament)
        data = form.cleaned_data
        made = penalty_apply(penalty=found, points=data["points"], by=actor, expected=data["expected"])
        _tell(request, tournament, before, _given_words([made]))
    else:
        _ask_points(request)
    return _to_page_of(tournament, found)


@require_POST
@for_judges
def penalties_confirm(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int
) -> HttpResponse:
    """Put the penalties proposed for a whole table in force by one button."""
    round_ = round_named(tournament, number)
    if round_ is None:
        raise Http404
    form = PenaltyPointsForm(request.POST)
    seen = dict(found for text in request.POST.getlist("penalty") if (found := _seen_penalty(text)))
    chosen = list(tournament.penalties.filter(pk__in=seen, round=round_).order_by("entry__number"))
    if form.is_valid() and chosen:
        before = published_so_far(tournament)
        made = penalties_apply(penalties=chosen, points=form.cleaned_data["points"], by=actor, expected=seen)
        _tell(request, tournament, before, _given_words(made))
    else:
        _ask_points(request)
    return _to_page(tournament, number)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    number: int | None,
    form: PenaltyForm | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    found = penalty_list(tournament)
    if number is not None and form is None:
        form = PenaltyForm(targets=penalty_targets(tournament, number), initial={"submission": uuid.uuid4()})
    context = {
        "tournament": tournament,
        "actor": actor,
        "penalty_groups": found.groups,
        "proposed": [_line(one) for one in found.proposed],
        "decided": [_line(one) for one in found.decided],
        "numbers": penalty_rounds(tournament)[0],
        "number": number,
        "penalty_form": form,
    }
    return render(request, "scoring/penalties.html", context, status=status)


def _penalty_page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    found: Penalty,
    *,
    replaced: SentenceForm | None = None,
    ended: PenaltyEndForm | None = None,
    status: int = 200,
) -> HttpResponse:
    version = {"expected": found.version}
    context = {
        "tournament": tournament,
        "actor": actor,
        "one": _line(found),
        "in_force": found.state == Penalty.State.APPLIED,
        "replace_form": replaced or SentenceForm(initial=sentence_of(found) | {"submission": uuid.uuid4()}),
        "end_form": ended or PenaltyEndForm(initial=version),
    }
    return render(request, "scoring/penalty.html", context, status=status)


def _line(penalty: Penalty) -> dict[str, Any]:
    return {
        "penalty": penalty,
        "what": penalty_words(penalty),
        "is_proposed": penalty.state == Penalty.State.PROPOSED,
        "in_force": penalty.state == Penalty.State.APPLIED,
    }


def _punished(round_: Round, form: PenaltyForm) -> list[Entry]:
    table = form.table()
    if table is None:
        return [round_.tournament.entries.get(number=form.cleaned_data["to"])]
    return people_at(round_.tables.get(number=table))


def _given_words(made: list[Penalty]) -> str:
    if not made:
        return _("O trestu už je rozhodnuto, nic se nezměnilo.")
    players = counted(len(made), _("hráči"), _("hráčům"), _("hráčům"))
    what = penalty_words(made[0])
    return _("Trest je uložený %(players)s: %(what)s.") % {"players": players, "what": what}


def _tell(request: HttpRequest, tournament: Tournament, before: frozenset[uuid.UUID], done: str) -> None:
    messages.success(request, with_published(done, tournament, before))


def _ask_points(request: HttpRequest) -> None:
    messages.error(request, _("Body trestu napište číslem, třeba 10; nula je napomenutí."))


def _seen_penalty(text: str) -> tuple[uuid.UUID, int] | None:
    """A penalty of the form and the version that was on the screen; ``None`` for anything else."""
    key, _colon, version = text.partition(":")
    seen = whole_number(version)
    try:
        return (uuid.UUID(key), seen) if seen is not None else None
    except ValueError:
        return None


def _penalty(tournament: Tournament, penalty_id: uuid.UUID) -> Penalty:
    found = penalty_of(tournament, penalty_id)
    if found is None:
        raise Http404
    return found


def _to_page_of(tournament: Tournament, penalty: Penalty) -> HttpResponse:
    return _to_page(tournament, penalty.round.number if penalty.round else None)


def _to_page(tournament: Tournament, number: int | None) -> HttpResponse:
    response = redirect("scoring:penalties", tournament.slug)
    if number is not None:
        response["Location"] += f"?kolo={number}"
    return response
