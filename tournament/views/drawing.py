"""Pages of the draw: the draft with its quality, swapping, re-seating, undo, the protocol."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rules import seating
from tournament import ports
from tournament.access import for_everybody, for_organiser, refuse
from tournament.actors import Actor
from tournament.errors import DeskError, Refused
from tournament.forms.common import beside_fields, problems_of
from tournament.forms.drawing import DrawForm, LatecomerForm, SubstituteForm
from tournament.frozen import frozen
from tournament.lib.htmx import HtmxRequest
from tournament.lib.requested import seen_version, whole_number
from tournament.models import Draw, Round, Tournament
from tournament.selectors.drafts import draft_of, names_in, offers_of, seat_line, swap_names
from tournament.selectors.protocols import draw_shown, protocol_of
from tournament.selectors.rounds import Mismatch, mismatch_of, round_named
from tournament.selectors.seating import current_draw, preferred_of, weights_of
from tournament.selectors.sizes import size_offers
from tournament.services.drawing import draft_discard, round_draw, seed_announce
from tournament.services.reseating import (
    latecomer_seat,
    player_leave,
    reseat_proposals,
    round_reseat,
    tables_to_join,
)
from tournament.services.seating import seat_substitute, seat_swap
from tournament.services.undoing import seating_undo
from tournament.views.rounds import round_or_refuse, rounds_page


@require_safe
@for_organiser
def draw_page(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """The seating before it is played: how good it is and everything that can be changed about it."""
    round_ = round_named(tournament, number)
    if round_ is None or not round_.tables.exists():
        return redirect("tournament:rounds", tournament.slug)
    return _draft(request, tournament, actor, round_)


def _draft(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    round_: Round,
    *,
    form: DrawForm | None = None,
    part: str = "",
    verdict: "SwapNote | None" = None,
    status: int = 200,
) -> HttpResponse:
    draft = draft_of(round_, chosen=whole_number(request.GET.get("vyber", "")))
    context = {
        "tournament": tournament,
        "actor": actor,
        "round": round_,
        "draft": draft,
        "form": form or _again_form(round_),
        "verdict": verdict,
    }
    return render(request, f"tournament/draw.html{part}", context, status=status)


def _again_form(round_: Round, data: Any = None) -> DrawForm:
    draw = current_draw(round_)
    return DrawForm(
        data,
        number=round_.number,
        again=True,
        weights=weights_of(draw),
        offers=size_offers(round_.tournament, round_.number),
        initial={
            "method": draw.method if draw else "random",
            "table_size": preferred_of(round_, draw),
            "expected": round_.version,
        },
    )


@require_POST
@for_organiser
def draw_make(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Draw the round, or its draft again with a reason (only that form has the field)."""
    round_ = round_named(tournament, number)
    again = round_ if "reason" in request.POST else None
    form = _again_form(again, request.POST) if again else _first_form(tournament, number, request.POST)
    if form.is_valid() and _drawn(form, tournament, actor, number):
        messages.success(
            request,
            _("%(number)s. kolo je vylosované. Prohlédněte stoly a losování zveřejněte.")
            % {"number": number},
        )
        return redirect("tournament:draw", tournament.slug, number)
    if again:
        return _draft(request, tournament, actor, again, form=form, status=422)
    if round_ is not None and round_.tables.exists():
        # Somebody was faster; what he drew is more use than the form about a round that was not there.
        messages.error(request, " ".join(problems_of(form)))
        return redirect("tournament:draw", tournament.slug, number)
    return rounds_page(request, tournament, actor, form)


def _first_form(tournament: Tournament, number: int, data: Any) -> DrawForm:
    return DrawForm(data, number=number, again=False, offers=size_offers(tournament, number))


def _drawn(form: DrawForm, tournament: Tournament, actor: Actor, number: int) -> bool:
    """Whether the draw was made; otherwise the refusal stands in the form."""
    data = form.cleaned_data
    with beside_fields(form) as attempt:
        round_draw(
            tournament=tournament,
            number=number,
            by=actor,
            method=data["method"],
            seed=data["seed"] or None,
            reason=data.get("reason", ""),
            order=ports.standings_order(tournament, number - 1),
            options=form.options(),
            submission=data["submission"],
            expected=data["expected"],
        )
    return attempt.refusal is None


@require_POST
@for_organiser
def announce(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Choose the seed before the draw and show its fingerprint."""
    round_ = seed_announce(tournament=tournament, number=number, by=actor)
    messages.success(
        request,
        _("Semínko %(number)s. kola je vybrané, jeho otisk je %(digest)s.")
        % {"number": number, "digest": seating.seed_digest(round_.announced_seed)},
    )
    return redirect("tournament:rounds", tournament.slug)


@require_POST
@for_organiser
def discard(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Throw the draft away."""
    draft_discard(round_=round_or_refuse(tournament, number), by=actor, expected=seen_version(request))
    messages.success(
        request, _("Návrh %(number)s. kola je zahozený, kolo můžete vylosovat znovu.") % {"number": number}
    )
    return redirect("tournament:rounds", tournament.slug)


@require_POST
@for_organiser
def swap(request: HtmxRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Swap two people and say at once what it did."""
    round_ = round_or_refuse(tournament, number)
    verdict, status = _swap(request, round_, actor)
    if request.htmx:
        round_.refresh_from_db()
        return _draft(request, tournament, actor, round_, part="#seating", verdict=verdict, status=status)
    messages.add_message(request, verdict.level, verdict.text)
    return redirect("tournament:draw", tournament.slug, number)


@dataclass(frozen=True, slots=True)
class SwapNote:
    """What stands beside the tables after a swap; ``level`` is one of ``django.contrib.messages``."""

    level: int
    text: str

    @property
    def look(self) -> str:
        """The name of the level, as style sheets know it."""
        return messages.DEFAULT_TAGS[self.level]


def _swap(request: HttpRequest, round_: Round, actor: Actor) -> tuple[SwapNote, int]:
    """Swap the two of the form; the verdict or the refusal, and the status of the answer."""
    first, second = (whole_number(request.POST.get(name, "")) for name in ("first", "second"))
    try:
        if first is None or second is None:
            raise Refused(_("Vyberte dva hráče, kteří si vymění místa."), code="two_players")
        change = seat_swap(
            round_=round_, first=first, second=second, by=actor, expected=seen_version(request)
        )
    except DeskError as refusal:
        return SwapNote(messages.ERROR, refusal.text), 422
    text = _("Prohozeni %(names)s. %(verdict)s") % {
        "names": swap_names(round_, first, second),
        "verdict": change.text,
    }
    return SwapNote(messages.WARNING if change.is_worse else messages.SUCCESS, text), 200


@require_POST
@for_organiser
def undo(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Put the last change back."""
    round_ = round_or_refuse(tournament, number)
    change = seating_undo(round_=round_, by=actor, expected=seen_version(request))
    messages.success(request, _("Vráceno: %(what)s.") % {"what": change.subject})
    if round_.tables.exists():
        return redirect("tournament:draw", tournament.slug, number)
    return redirect("tournament:rounds", tournament.slug)


@require_safe
@for_organiser
def reseat_page(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Who came and who left since the draw, and the ways to seat them."""
    return _reseat_page(request, tournament, actor, round_or_refuse(tournament, number))


def _reseat_page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    round_: Round,
    form: LatecomerForm | None = None,
) -> HttpResponse:
    change = mismatch_of(round_)
    context = {
        "tournament": tournament,
        "actor": actor,
        "round": round_,
        "mismatch": change,
        "form": form or _latecomer_form(round_, change),
    }
    return render(
        request, "tournament/reseat.html", context | _offers(round_, change), status=422 if form else 200
    )


def _offers(round_: Round, change: Mismatch) -> dict[str, Any]:
    """The ways of seating the change, or the sentence that says why there is none."""
    try:
        proposals = reseat_proposals(round_=round_, change=change) if change else ()
    except Refused as refusal:
        return {"refusal": refusal.text}
    return {"offers": offers_of(round_, proposals, change)}


@require_POST
@for_organiser
def reseat(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Take one of the proposals."""
    round_ = round_or_refuse(tournament, number)
    proposal = round_reseat(
        round_=round_,
        by=actor,
        choice=whole_number(request.POST.get("choice", "")) or 0,
        expected=seen_version(request),
    )
    return _reseated(request, round_, proposal)


def _reseated(request: HttpRequest, round_: Round, proposal: seating.Reseating) -> HttpResponse:
    """Say what was changed beside the tables as they are now."""
    messages.success(request, proposal.told(names_in(round_), done=True))
    return redirect("tournament:draw", round_.tournament.slug, round_.number)


@require_POST
@for_organiser
def latecomer(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Put somebody who came late at the table that was chosen for him."""
    round_ = round_or_refuse(tournament, number)
    form = _latecomer_form(round_, mismatch_of(round_), request.POST)
    if form.is_valid():
        with beside_fields(form):
            proposal = latecomer_seat(
                round_=round_,
                number=form.cleaned_data["player"],
                table=form.cleaned_data["table"],
                by=actor,
                expected=seen_version(request),
            )
            return _reseated(request, round_, proposal)
    return _reseat_page(request, tournament, actor, round_, form)


def _latecomer_form(round_: Round, change: Mismatch, data: Any = None) -> LatecomerForm:
    return LatecomerForm(data, players=change.arriving, tables=tables_to_join(round_=round_))


@require_safe
@for_organiser
def seat_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, player: int
) -> HttpResponse:
    """One person at a table: did not come, leaves, is replaced for this round."""
    round_ = round_or_refuse(tournament, number)
    return _seat(request, tournament, actor, round_, player)


def _seat(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    round_: Round,
    player: int,
    form: SubstituteForm | None = None,
) -> HttpResponse:
    line = seat_line(round_, player)
    if line is None:
        return redirect("tournament:draw", tournament.slug, round_.number)
    context = {
        "tournament": tournament,
        "actor": actor,
        "round": round_,
        "seat": line,
        "form": form or SubstituteForm(initial={"name": line.substitute}),
    }
    if line.may_leave:
        context |= _offers(round_, Mismatch(leaving=(line.entry,), arriving=()))
    return render(request, "tournament/seat.html", context, status=422 if form else 200)


@require_POST
@for_organiser
def leave(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, player: int
) -> HttpResponse:
    """The person did not come, or withdraws; only the tables concerned are re-seated."""
    round_ = round_or_refuse(tournament, number)
    proposal = player_leave(
        round_=round_,
        number=player,
        by=actor,
        withdrawn=request.POST.get("how") == "withdrawn",
        expected=seen_version(request),
    )
    return _reseated(request, round_, proposal)


@require_POST
@for_organiser
def substitute(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, player: int
) -> HttpResponse:
    """Somebody plays this round in the person's place."""
    round_ = round_or_refuse(tournament, number)
    form = SubstituteForm(request.POST)
    if form.is_valid():
        with beside_fields(form) as attempt:
            seat = seat_substitute(
                round_=round_,
                number=player,
                name=form.cleaned_data["name"],
                sits_elsewhere=form.cleaned_data["sits_elsewhere"],
                by=actor,
                expected=seen_version(request),
            )
            messages.success(request, _substituted(seat.entry.name, seat.substitute))
            return redirect("tournament:draw", tournament.slug, number)
        form.asks_about_seat = attempt.refusal is not None and attempt.refusal.code == "sits_elsewhere"
    return _seat(request, tournament, actor, round_, player, form)


def _substituted(player: str, substitute_name: str) -> str:
    if not substitute_name:
        return _("%(player)s hraje za sebe.") % {"player": player}
    return _("Místo hráče %(player)s hraje v tomto kole %(substitute)s.") % {
        "player": player,
        "substitute": substitute_name,
    }


@require_safe
@frozen()
@for_everybody
def protocol_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, sequence: int | None = None
) -> HttpResponse:
    """Everything a draw was made from and what came out; on demand it is drawn again and compared."""
    draw = draw_shown(tournament, number, sequence, drafts=actor.is_organiser)
    if draw is None:
        return refuse(request)
    checked = draw.protocol if actor.is_organiser else seating.public_protocol(draw.protocol)
    context = {
        "tournament": tournament,
        "actor": actor,
        "round": draw.round,
        "protocol": protocol_of(draw, wishes=actor.is_organiser),
        "checked": "overit" in request.GET,
        "drawn_again": bool(checked) and seating.is_complete(checked),
        "problems": seating.verify(checked) if "overit" in request.GET else (),
    }
    return render(request, "tournament/protocol.html", context)


@require_safe
@frozen()
@for_everybody
def protocol_file(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, sequence: int
) -> HttpResponse:
    """The public protocol as JSON, as ``verify_draw`` reads it."""
    draw = draw_shown(tournament, number, sequence, drafts=actor.is_organiser)
    if draw is None:
        return refuse(request)
    return _protocol_file(draw, seating.public_protocol(draw.protocol), "losovani")


@require_safe
@for_organiser
def protocol_sealed(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, sequence: int
) -> HttpResponse:
    """The full protocol with private wishes, byte for byte what the digest in the public one is of."""
    draw = draw_shown(tournament, number, sequence, drafts=True)
    if draw is None:
        return refuse(request)
    return _protocol_file(draw, draw.protocol, "losovani-uplne")


def _protocol_file(draw: Draw, document: Mapping[str, Any], name: str) -> HttpResponse:
    response = HttpResponse(seating.sealed_text(document), content_type="application/json; charset=utf-8")
    name = f"{name}-{draw.round.tournament.slug}-{draw.round.number}-{draw.sequence}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
