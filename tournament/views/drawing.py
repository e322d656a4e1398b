"""Pages of the draw: the draft with its quality, swapping, re-seating, undo, the protocol."""

import json
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
from tournament.forms.common import add_refusal
from tournament.forms.drawing import DrawForm, SubstituteForm
from tournament.models import Round, Tournament
from tournament.selectors.drafts import draft_of, offers_of, seat_line, swap_names
from tournament.selectors.protocols import draw_shown, protocol_of
from tournament.selectors.rounds import mismatch_of, round_named
from tournament.selectors.seating import current_draw, preferred_of, weights_of
from tournament.selectors.sizes import size_offers
from tournament.services.drawing import draft_discard, round_draw, seed_announce
from tournament.services.reseating import player_leave, reseat_proposals, round_reseat
from tournament.services.seating import seat_substitute, seat_swap
from tournament.services.undoing import seating_undo
from tournament.views.rounds import round_or_refuse, rounds_page, version_of


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
    verdict: "Verdict | None" = None,
    status: int = 200,
) -> HttpResponse:
    draft = draft_of(round_, chosen=_number(request.GET.get("vyber", "")))
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
    again = round_ is not None and "reason" in request.POST
    form = _again_form(round_, request.POST) if again else _first_form(tournament, number, request.POST)
    if form.is_valid() and _drawn(form, tournament, actor, number):
        messages.success(
            request,
            _("%(number)s. kolo je vylosované. Prohlédněte stoly a losování zveřejněte.")
            % {"number": number},
        )
        return redirect("tournament:draw", tournament.slug, number)
    if again:
        return _draft(request, tournament, actor, round_, form=form, status=422)
    if round_ is not None and round_.tables.exists():
        # Somebody was faster; what he drew is more use than the form about a round that was not there.
        messages.error(request, " ".join(text for texts in form.errors.values() for text in texts))
        return redirect("tournament:draw", tournament.slug, number)
    return rounds_page(request, tournament, actor, form)


def _first_form(tournament: Tournament, number: int, data: Any) -> DrawForm:
    return DrawForm(data, number=number, again=False, offers=size_offers(tournament, number))


def _drawn(form: DrawForm, tournament: Tournament, actor: Actor, number: int) -> bool:
    """Whether the draw was made; otherwise the refusal stands in the form."""
    data = form.cleaned_data
    try:
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
    except DeskError as refusal:
        add_refusal(form, refusal)
        return False
    return True


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
    draft_discard(round_=round_or_refuse(tournament, number), by=actor, expected=version_of(request))
    messages.success(
        request, _("Návrh %(number)s. kola je zahozený, kolo můžete vylosovat znovu.") % {"number": number}
    )
    return redirect("tournament:rounds", tournament.slug)


@require_POST
@for_organiser
def swap(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Swap two people and say at once what it did."""
    round_ = round_or_refuse(tournament, number)
    verdict, status = _swap(request, round_, actor)
    if request.htmx:
        round_.refresh_from_db()
        return _draft(request, tournament, actor, round_, part="#seating", verdict=verdict, status=status)
    messages.add_message(request, verdict.level, verdict.text)
    return redirect("tournament:draw", tournament.slug, number)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What stands beside the tables after a swap; ``level`` is one of ``django.contrib.messages``."""

    level: int
    text: str

    @property
    def look(self) -> str:
        """The name of the level, as style sheets know it."""
        return messages.DEFAULT_TAGS[self.level]


def _swap(request: HttpRequest, round_: Round, actor: Actor) -> tuple[Verdict, int]:
    """Swap the two of the form; the verdict or the refusal, and the status of the answer."""
    first, second = (_number(request.POST.get(name, "")) for name in ("first", "second"))
    try:
        if first is None or second is None:
            raise Refused(_("Vyberte dva hráče, kteří si vymění místa."), code="two_players")
        change = seat_swap(round_=round_, first=first, second=second, by=actor, expected=version_of(request))
    except DeskError as refusal:
        return Verdict(messages.ERROR, refusal.text), 422
    text = _("Prohozeni %(names)s. %(verdict)s") % {
        "names": swap_names(round_, first, second),
        "verdict": change.text,
    }
    return Verdict(messages.WARNING if change.is_worse else messages.SUCCESS, text), 200


@require_POST
@for_organiser
def undo(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Put the last change back."""
    round_ = round_or_refuse(tournament, number)
    change = seating_undo(round_=round_, by=actor, expected=version_of(request))
    messages.success(request, _("Vráceno: %(what)s.") % {"what": change.subject})
    if round_.tables.exists():
        return redirect("tournament:draw", tournament.slug, number)
    return redirect("tournament:rounds", tournament.slug)


@require_safe
@for_organiser
def reseat_page(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Who came and who left since the draw, and the ways to seat them."""
    round_ = round_or_refuse(tournament, number)
    change = mismatch_of(round_)
    context: dict[str, Any] = {"tournament": tournament, "actor": actor, "round": round_, "mismatch": change}
    try:
        proposals = reseat_proposals(round_=round_, change=change) if change else ()
        context["offers"] = offers_of(round_, proposals, change)
    except Refused as refusal:
        context["refusal"] = refusal.text
    return render(request, "tournament/reseat.html", context)


@require_POST
@for_organiser
def reseat(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Take one of the proposals."""
    proposal = round_reseat(
        round_=round_or_refuse(tournament, number),
        by=actor,
        choice=_number(request.POST.get("choice", "")) or 0,
        expected=version_of(request),
    )
    messages.success(request, proposal.done_text)
    return redirect("tournament:draw", tournament.slug, number)


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
    return render(request, "tournament/seat.html", context, status=422 if form else 200)


@require_POST
@for_organiser
def leave(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, player: int
) -> HttpResponse:
    """The person did not come, or withdraws; only the tables concerned are re-seated."""
    proposal = player_leave(
        round_=round_or_refuse(tournament, number),
        number=player,
        by=actor,
        withdrawn=request.POST.get("how") == "withdrawn",
        expected=version_of(request),
    )
    messages.success(request, proposal.done_text)
    return redirect("tournament:draw", tournament.slug, number)


@require_POST
@for_organiser
def substitute(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, player: int
) -> HttpResponse:
    """Somebody plays this round in the person's place."""
    round_ = round_or_refuse(tournament, number)
    form = SubstituteForm(request.POST)
    if form.is_valid():
        try:
            seat = seat_substitute(
                round_=round_,
                number=player,
                name=form.cleaned_data["name"],
                by=actor,
                expected=version_of(request),
            )
        except DeskError as refusal:
            add_refusal(form, refusal)
        else:
            messages.success(request, _substituted(seat.entry.name, seat.substitute))
            return redirect("tournament:draw", tournament.slug, number)
    return _seat(request, tournament, actor, round_, player, form)


def _substituted(player: str, substitute_name: str) -> str:
    if not substitute_name:
        return _("%(player)s hraje za sebe.") % {"player": player}
    return _("Místo hráče %(player)s hraje v tomto kole %(substitute)s.") % {
        "player": player,
        "substitute": substitute_name,
    }


@require_safe
@for_everybody
def protocol_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, sequence: int | None = None
) -> HttpResponse:
    """Everything a draw was made from and what came out; on demand it is drawn again and compared."""
    draw = draw_shown(tournament, number, sequence, drafts=actor.is_organiser)
    if draw is None:
        return refuse(request)
    context = {
        "tournament": tournament,
        "actor": actor,
        "round": draw.round,
        "protocol": protocol_of(draw),
        "checked": "overit" in request.GET,
        "problems": seating.verify(draw.protocol) if "overit" in request.GET else (),
    }
    return render(request, "tournament/protocol.html", context)


@require_safe
@for_everybody
def protocol_file(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, sequence: int
) -> HttpResponse:
    """The protocol as JSON, as ``verify_draw`` reads it."""
    draw = draw_shown(tournament, number, sequence, drafts=actor.is_organiser)
    if draw is None:
        return refuse(request)
    content = json.dumps(draw.protocol, ensure_ascii=False, indent=1, sort_keys=True)
    response = HttpResponse(content, content_type="application/json; charset=utf-8")
    name = f"losovani-{tournament.slug}-{number}-{sequence}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 7 else None
