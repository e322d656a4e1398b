"""Pages of rounds: the list with the next draw, one round as everybody may see it, publishing, links."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament import lifecycle, ports
from tournament.access import for_everybody, for_organiser, refuse
from tournament.actors import Actor
from tournament.destinations import Destination, address_of
from tournament.errors import Refused
from tournament.forms.drawing import DrawForm, method_choices
from tournament.frozen import frozen
from tournament.lib.collation import czech_key
from tournament.lib.counting import in_round
from tournament.lib.names import filing_name
from tournament.lib.requested import seen_version
from tournament.models import Round, Table, Tournament
from tournament.selectors.entries import next_round_number
from tournament.selectors.public_state import desk_mark
from tournament.selectors.rounds import (
    TableCard,
    board_of,
    contents_of,
    discarded_round,
    discarded_rounds,
    mismatch_of,
    present_sizes,
    round_named,
    rounds_of,
)
from tournament.selectors.seating import current_draw, weights_of
from tournament.selectors.sizes import size_offers
from tournament.services.discarding import round_discard, round_restore
from tournament.services.drawing import NO_ROUND
from tournament.services.links import link_replace
from tournament.services.rounds import round_publish, round_take_back


@require_safe
@frozen()
@for_everybody
def round_list(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """All rounds; for the organiser also the draw of the next one."""
    return rounds_page(request, tournament, actor)


def rounds_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, form: DrawForm | None = None
) -> HttpResponse:
    """The list, with ``form`` when a draw typed into it was refused; the public needs something to see."""
    mark = desk_mark(tournament.slug) if actor.is_member else None
    cards = rounds_of(tournament, drafts=actor.is_organiser)
    if not cards and not actor.is_member:
        return refuse(request)
    context: dict[str, Any] = {"tournament": tournament, "actor": actor, "mark": mark, "cards": cards}
    if actor.is_organiser:
        number = next_round_number(tournament)
        waiting = next((card.round for card in cards if card.round.number == number), None)
        unpublished = next((card for card in cards if card.is_drawn and card.is_draft), None)
        if unpublished and number and number < unpublished.round.number:
            unpublished = None
        context |= {
            "next_number": number,
            "announced": waiting,
            "unpublished": unpublished,
            "sizes": present_sizes(tournament, number),
            "discarded": discarded_rounds(tournament),
            "form": form or (_draw_form(tournament, number, waiting) if number else None),
        }
    return render(request, "tournament/rounds.html", context, status=422 if form else 200)


def _draw_form(tournament: Tournament, number: int, waiting: Round | None) -> DrawForm:
    before = round_named(tournament, number - 1)
    form = DrawForm(
        number=number,
        again=False,
        weights=weights_of(current_draw(before) if before else None),
        offers=size_offers(tournament, number),
    )
    own = tournament.draw_method
    form.initial = {
        "method": own if own in dict(method_choices(number)) else "random",
        "table_size": tournament.table_size,
        "expected": waiting.version if waiting else NO_ROUND,
    }
    return form


@require_safe
@frozen()
@for_everybody
def round_page(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """The seating of a published round by table and by name; a draft is shown to its organisers elsewhere."""
    mark = desk_mark(tournament.slug) if actor.is_member else None
    round_ = round_named(tournament, number)
    if round_ is None or not lifecycle.allowed(lifecycle.Act.SHOW, round_.state):
        if round_ is not None and actor.is_organiser:
            return redirect("tournament:draw", tournament.slug, number)
        return refuse(request)
    return render(request, "tournament/round.html", round_context(tournament, actor, round_) | {"mark": mark})


def round_context(tournament: Tournament, actor: Actor, round_: Round) -> dict[str, Any]:
    """What templates/tournament/round.html shows; pages that add to it start from here."""
    tables = board_of(round_)
    return {
        "tournament": tournament,
        "actor": actor,
        "round": round_,
        "tables": tables,
        "by_name": _by_name(tables),
        "may_change_seats": actor.is_organiser and lifecycle.allowed(lifecycle.Act.RESEAT, round_.state),
        "may_discard": actor.is_organiser and lifecycle.allowed(lifecycle.Act.DISCARD, round_.state),
        "may_take_back": actor.is_organiser and lifecycle.allowed(lifecycle.Act.TAKE_BACK, round_.state),
        "revision": ports.running_revisions(tournament).get(round_.number, ""),
        "is_over": lifecycle.allowed(lifecycle.Act.PUBLISH_STANDINGS, round_.state),
    }


def _by_name(tables: tuple[TableCard, ...]) -> list[dict[str, Any]]:
    """One line a person in Czech order: where he sits."""
    lines = [{"seat": seat, "table": table} for table in tables for seat in table.seats]
    return sorted(lines, key=lambda line: (czech_key(filing_name(line["seat"].name)), line["seat"].number))


@require_POST
@for_organiser
def publish(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Show the draw to everybody; while somebody is gone or has no seat, only once that was confirmed."""
    round_ = round_or_refuse(tournament, number)
    try:
        round_publish(
            round_=round_, by=actor, expected=seen_version(request), seen=request.POST.get("seen", "")
        )
    except Refused as refusal:
        if refusal.code != "mismatch":
            raise
        return _publish_page(request, tournament, actor, round_)
    messages.success(
        request, _("Losování %(number)s. kola je zveřejněné, vidí ho všichni.") % {"number": number}
    )
    return redirect("tournament:round", tournament.slug, number)


def _publish_page(request: HttpRequest, tournament: Tournament, actor: Actor, round_: Round) -> HttpResponse:
    """Who is gone and who has no seat: re-seat first, or publish all the same."""
    round_.refresh_from_db()
    context = {
        "tournament": tournament,
        "actor": actor,
        "round": round_,
        "mismatch": mismatch_of(round_),
        "asked_again": "seen" in request.POST,
    }
    return render(request, "tournament/publish.html", context, status=422)


@require_POST
@for_organiser
def take_back(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Make the published draw a draft again."""
    round_ = round_or_refuse(tournament, number)
    round_take_back(round_=round_, by=actor, expected=seen_version(request))
    messages.success(
        request, _("%(number)s. kolo je zase návrh, vidí ho jen pořadatelé.") % {"number": number}
    )
    return redirect("tournament:draw", tournament.slug, number)


@require_safe
@for_organiser
def discard_page(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Ask for the name of the round before the whole of it is put aside."""
    return _discard_page(request, tournament, actor, round_or_refuse(tournament, number))


def _discard_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, round_: Round, refusal: Refused | None = None
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "actor": actor,
        "round": round_,
        "contents": contents_of(round_),
        "may_discard": lifecycle.allowed(lifecycle.Act.DISCARD, round_.state),
        "typed_error": refusal.fields["typed"] if refusal else "",
    }
    return render(request, "tournament/discard.html", context, status=422 if refusal else 200)


@require_POST
@for_organiser
def discard(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Put the whole round aside once its name was typed."""
    round_ = round_or_refuse(tournament, number)
    try:
        round_discard(
            round_=round_, by=actor, typed=request.POST.get("typed", ""), expected=seen_version(request)
        )
    except Refused as refusal:
        if "typed" not in refusal.fields:
            raise
        return _discard_page(request, tournament, actor, round_, refusal)
    messages.success(
        request,
        _("%(number)s. kolo je zahozené se vším, co v něm bylo. Obnovíte ho níže na této stránce.")
        % {"number": number},
    )
    return redirect("tournament:rounds", tournament.slug)


@require_POST
@for_organiser
def restore(request: HttpRequest, tournament: Tournament, actor: Actor, round_id: uuid.UUID) -> HttpResponse:
    """Bring a discarded round back as it was."""
    round_ = discarded_round(tournament, round_id)
    if round_ is None:
        raise Refused(_("Takové zahozené kolo v turnaji není; možná už je obnovené."), code="round_missing")
    round_restore(round_=round_, by=actor)
    messages.success(
        request,
        _("%(number)s. kolo je zpátky i se zápisy, výsledky a odkazy zapisovatelů.")
        % {"number": round_.number},
    )
    return redirect("tournament:rounds", tournament.slug)


@require_POST
@for_organiser
def new_link(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, table: int
) -> HttpResponse:
    """Replace the scribe's link of a table."""
    round_ = round_named(tournament, number)
    found = Table.objects.filter(round=round_, number=table).first() if round_ else None
    if found is None:
        raise Refused(
            _("Stůl %(table)s %(in_round)s není.") % {"table": table, "in_round": in_round(number)},
            code="no_table",
        )
    link = link_replace(table=found, by=actor)
    messages.success(
        request,
        _("Stůl %(table)s má nový odkaz s kódem %(code)s, starý přestal platit. Vytiskněte mu nový lístek.")
        % {"table": table, "code": link.code},
    )
    return redirect(address_of(Destination.TABLE, tournament.slug, number, table))


def round_or_refuse(tournament: Tournament, number: int) -> Round:
    """The round with this number; a sentence for one that does not exist."""
    round_ = round_named(tournament, number)
    if round_ is None:
        raise Refused(_("%(number)s. kolo ještě není vylosované.") % {"number": number}, code="round_missing")
    return round_
