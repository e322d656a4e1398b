"""People of earlier tournaments: looked for, ticked, registered many at once."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import for_organiser
from tournament.actors import Actor
from tournament.forms.common import beside_fields
from tournament.forms.entries import ReturningForm
from tournament.lib.counting import counted, in_round
from tournament.lib.requested import uuids
from tournament.models import Tournament
from tournament.selectors.people import people_to_register
from tournament.selectors.returning import MOST_SHOWN, doubts_about, earlier_tournaments, returning_people
from tournament.selectors.rounds import unseated_of
from tournament.services.returning import entries_take_over

Marks = dict[str, Any]
"""Who is ticked and about whom is asked, as ``returning_people`` takes it."""

EVERYBODY = "vsechny"
"""In the address: people of all earlier tournaments."""


@require_safe
@for_organiser
def registry(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Those who played in an earlier tournament, to be ticked."""
    turnaj, query = request.GET.get("turnaj", ""), request.GET.get("q", "")
    form = ReturningForm(initial={"turnaj": turnaj, "q": query})
    marks: Marks = {"ticked": None if "vse" in request.GET else ()}
    return _page(request, tournament, actor, form, turnaj=turnaj, query=query, marks=marks)


@require_POST
@for_organiser
def registry_add(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Register whoever is ticked; who may be registered already is asked about in the same page."""
    form = ReturningForm(request.POST)
    turnaj, query = request.POST.get("turnaj", ""), request.POST.get("q", "")
    answers = {one: request.POST.get(f"answer-{one}", "") for one in uuids(request.POST.getlist("player"))}
    chosen = [one for one, answer in answers.items() if answer != "skip"]
    marks: Marks = {"ticked": chosen}
    if form.is_valid() and chosen:
        with beside_fields(form):
            numbers = entries_take_over(
                tournament=tournament,
                by=actor,
                people=chosen,
                others=[one for one in chosen if answers[one] == "other"],
                submission=form.cleaned_data["submission"],
            )
            _say_registered(request, tournament, numbers)
            kept = {name: value for name, value in (("turnaj", turnaj), ("q", query)) if value}
            return redirect(reverse("tournament:registry", args=[tournament.slug], query=kept or None))
        asked = people_to_register(tournament, actor).filter(pk__in=chosen)
        marks["doubts"] = doubts_about(tournament, asked)
    elif form.is_valid():
        form.add_error(None, _("Zaškrtněte aspoň jednoho hráče."))
    return _page(request, tournament, actor, form, turnaj=turnaj, query=query, marks=marks, status=422)


def _say_registered(request: HttpRequest, tournament: Tournament, numbers: list[int]) -> None:
    """How many and with which numbers; after the seating was published also where they get a seat."""
    many = counted(len(numbers), _("hráč"), _("hráči"), _("hráčů"))
    which = f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else "".join(map(str, numbers))
    said = _("Přihlášeno: %(many)s, startovní čísla %(which)s.") if len(numbers) > 1 else ""
    if len(numbers) == 1:
        said = _("Přihlášeno: %(many)s, startovní číslo %(which)s.")
    if not numbers:
        messages.info(request, _("Všichni vybraní už přihlášku mají."))
        return
    messages.success(request, said % {"many": many, "which": which})
    unseated = unseated_of(tournament)
    if unseated is not None:
        text = format_html(
            '{} <a href="{}">{}</a>',
            _("Místo %(in_round)s zatím nemají.") % {"in_round": in_round(unseated.round.number)},
            reverse("tournament:draw", args=[tournament.slug, unseated.round.number]),
            _("Upravit rozesazení"),
        )
        messages.warning(request, text)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    form: ReturningForm,
    *,
    turnaj: str,
    query: str,
    marks: Marks,
    status: int = 200,
) -> HttpResponse:
    earlier = earlier_tournaments(tournament, actor)
    newest = earlier[:1] if not turnaj and not query else [one for one in earlier if one.slug == turnaj]
    of = newest[0] if newest else None
    people = returning_people(tournament, actor, of=of, query=query, **marks)
    context = {
        "tournament": tournament,
        "actor": actor,
        "form": form,
        "earlier": earlier,
        "of": of,
        "everybody": EVERYBODY,
        "query": query,
        "people": people[:MOST_SHOWN],
        "free": counted(sum(one.number is None for one in people), _("hráč"), _("hráči"), _("hráčů")),
        "left_out": len(people) - MOST_SHOWN,
    }
    return render(request, "tournament/registry.html", context, status=status)
