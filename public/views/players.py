"""The page of a player, and the hands of his table for whoever has the code of its sheet."""

import uuid
from http import HTTPStatus

from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from public.selectors.player import PlayerPage, closed_table, closed_table_of, player_page
from scoring.columns import standing_remark
from scoring.forms.scribe import CodeForm
from scoring.views.scribe import TRIES, WAIT
from tournament.access import for_everybody, refuse
from tournament.actors import Actor
from tournament.frozen import frozen, without_forms
from tournament.models import Table, Tournament
from tournament.selectors.hall import clock_of, coming_of
from tournament.services.tries import TooManyTries, try_once

_SIGNER = Signer(salt="public.hands")
"""An address that shows hands is no way in to writing: the link of the table is not in it."""


@require_safe
@frozen()
@for_everybody
def player(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Where he sits, how he stands, what he played."""
    page = player_page(tournament, number)
    if page is None:
        return refuse(request)
    return _answer(request, tournament, actor, page)


# It changes nothing but the count of wrong tries, so whoever keeps no cookies may send it too.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@for_everybody
def player_code(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Ask for the code on the sheet of a table where the hands of tables are not for everybody."""
    page = player_page(tournament, number)
    if page is None:
        return refuse(request)
    form = CodeForm(request.POST or None)
    too_many = False
    if request.method == "POST" and form.is_valid():
        try:
            table = _tried(request, tournament, number, form.cleaned_data["code"])
        except TooManyTries:
            form.add_error(None, _("Příliš mnoho pokusů. Zkuste to za pět minut."))
            too_many = True
        else:
            if table is not None:
                return redirect("public:player_hands", tournament.slug, number, _SIGNER.sign(table.pk.hex))
            form.add_error("code", _("Takový kód žádný stůl uzavřeného kola, u kterého hráč seděl, nemá."))
    without_forms(request)
    context = {"tournament": tournament, "actor": actor, "page": page, "form": form}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    status = HTTPStatus.TOO_MANY_REQUESTS if too_many else status
    return render(request, "public/player_code.html", context, status=status)


@require_safe
@for_everybody
def player_hands(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, opened: str
) -> HttpResponse:
    """The same page with the hands of the table whose code was typed."""
    try:
        table = closed_table(tournament, number, uuid.UUID(hex=_SIGNER.unsign(opened)))
    except BadSignature as error:
        raise Http404 from error
    page = player_page(tournament, number, opened=table) if table else None
    if page is None:
        raise Http404
    return _answer(request, tournament, actor, page)


def _tried(request: HttpRequest, tournament: Tournament, number: int, code: str) -> Table | None:
    """Wrong codes count together with those of scribes."""
    return try_once(
        of=f"scribe-code:{request.META.get('REMOTE_ADDR', '')}",
        most=TRIES,
        wait=WAIT,
        find=lambda: closed_table_of(tournament, number, code),
    )


def _answer(request: HttpRequest, tournament: Tournament, actor: Actor, page: PlayerPage) -> HttpResponse:
    without_forms(request)
    remark = standing_remark(page.last.row) if page.last else ""
    context = {
        "tournament": tournament,
        "actor": actor,
        "page": page,
        "remark": remark,
        "clock": clock_of(tournament),
        "coming": coming_of(tournament),
    }
    return render(request, "public/player.html", context)
