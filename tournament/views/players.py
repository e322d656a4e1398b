"""Pages of players: the list with the door, one player, the registry of earlier tournaments."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_tables2 import RequestConfig

from tournament.access import for_members, for_organiser
from tournament.actors import Actor
from tournament.enums import Presence
from tournament.errors import DeskError, Refused
from tournament.forms.common import add_refusal
from tournament.forms.entries import AddEntryForm, ApartForm, EditEntryForm
from tournament.lib.counting import counted, in_round
from tournament.models import Entry, LogEntry, Tournament
from tournament.selectors.entries import (
    PRESENCE_WORDS,
    apart_from,
    entries_by_name,
    entries_of,
    entry_counts,
    matches,
    open_seat,
    others_by_name,
    registry_search,
    search_text,
    seated_now,
    staying_among,
    waiting_among,
)
from tournament.selectors.log import history_of, tapped_change
from tournament.selectors.rounds import unseated_of
from tournament.services import entries as services
from tournament.services.apart import entry_keep_apart, entry_let_together
from tournament.tables import EntryTable, door_row


@require_safe
@for_members
def player_list(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Everybody, one line each, with the door: who came, who paid."""
    return _list_page(request, tournament, actor, AddEntryForm())


@require_POST
@for_organiser
def player_add(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Register a player by hand."""
    form = AddEntryForm(request.POST)
    if form.is_valid():
        try:
            entry = services.entry_create(
                tournament=tournament,
                by=actor,
                details=form.details(),
                known_namesake=form.cleaned_data["known_namesake"],
                submission=form.cleaned_data["submission"],
            )
        except Refused as refusal:
            form.asks_about_namesake = refusal.code == "same_name"
            add_refusal(form, refusal)
        else:
            _say_registered(request, tournament, entry)
            return redirect(f"{_address(request, tournament)}?pridat=1#pridat")
    return _list_page(request, tournament, actor, form, status=422)


@require_POST
@for_organiser
def player_presence(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """One tap at the door: came, did not come, or not seen yet."""
    entry = _entry(tournament, number)
    presence = request.POST.get("presence")
    if presence not in Presence.values:
        raise Refused(_("Prezence může být jen „je tady“, „není tu“, nebo „čeká se“."), code="bad_value")
    change = services.entry_set_presence(entry=entry, by=actor, presence=Presence(presence))
    return _tapped(request, tournament, actor, entry, change)


@require_POST
@for_organiser
def player_fee(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """One tap: the fee was paid, or was not."""
    entry = _entry(tournament, number)
    change = services.entry_set_fee(entry=entry, by=actor, paid=request.POST.get("fee") == "paid")
    return _tapped(request, tournament, actor, entry, change)


@require_POST
@for_organiser
def players_present(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Everybody who was shown as expected came."""
    numbers = _numbers(request.POST.getlist("number"))
    change = services.entries_mark_present(tournament=tournament, by=actor, numbers=numbers)
    return _to_list(request, tournament, change)


@require_safe
@for_organiser
def players_leaving(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Choose several who leave at once; the names and their number are shown before anything happens."""
    chosen = staying_among(tournament, _numbers(request.GET.getlist("number")))
    people = [entry for entry in entries_by_name(tournament) if entry.withdrawn_after is None]
    context = {
        "tournament": tournament,
        "actor": actor,
        "chosen": chosen,
        "chosen_words": counted(len(chosen), _("hráč"), _("hráči"), _("hráčů")),
        "seated": seated_now(chosen),
        "people": [{"entry": entry, "search": search_text(entry)} for entry in people],
    }
    return render(request, "tournament/players_leaving.html", context)


@require_POST
@for_organiser
def players_withdraw(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Those who were shown leave together; one tap takes it back."""
    numbers = _numbers(request.POST.getlist("number"))
    seated = seated_now(staying_among(tournament, numbers))
    change = services.entries_withdraw(tournament=tournament, by=actor, numbers=numbers)
    if change and seated:
        messages.warning(
            request,
            _("Místo v kole ještě mají: %(who)s. Přesaďte jejich stoly na stránce kola.")
            % {"who": ", ".join(map(str, seated))},
        )
    return _to_list(request, tournament, change)


def _numbers(texts: list[str]) -> list[int]:
    """Start numbers of a form; anything else in it is nobody."""
    return [int(text) for text in texts if text.isdecimal() and len(text) < 7]


@require_POST
@for_organiser
def player_take_back(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Undo the change that was just made."""
    try:
        log_id = uuid.UUID(request.POST.get("change", ""))
    except ValueError as error:
        raise Refused(_("Není co vrátit."), code="nothing_to_undo") from error
    done = services.entry_change_take_back(tournament=tournament, by=actor, log_id=log_id)
    if done:
        messages.success(request, _("Změna je vrácená, všechno je jako předtím."))
    where = f"#hrac-{done[0].number}" if len(done) == 1 else ""
    return redirect(_address(request, tournament) + where)


@require_safe
@for_members
def player_page(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Everything about one player and what happened to him."""
    entry = _entry(tournament, number)
    return _player_page(request, tournament, actor, entry, EditEntryForm(entry=entry))


@require_POST
@for_organiser
def player_edit(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """Correct what is written down about a player."""
    entry = _entry(tournament, number)
    form = EditEntryForm(request.POST, entry=entry)
    if form.is_valid():
        try:
            services.entry_edit(
                entry=entry,
                by=actor,
                details=form.details(),
                fixed_table=form.cleaned_data["fixed_table"],
                expected=form.cleaned_data["expected"],
            )
        except DeskError as refusal:
            add_refusal(form, refusal)
            entry = _entry(tournament, number)
            form.show_version(entry.version)
        else:
            messages.success(request, _("Uloženo."))
            return redirect("tournament:player", tournament.slug, number)
    return _player_page(request, tournament, actor, entry, form, status=422)


@require_POST
@for_organiser
def player_keep_apart(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int
) -> HttpResponse:
    """Two people who are not to sit together."""
    entry = _entry(tournament, number)
    form = ApartForm(request.POST, others=others_by_name(entry, apart_from(entry)))
    if not form.is_valid():
        return _player_page(
            request, tournament, actor, entry, EditEntryForm(entry=entry), apart_form=form, status=422
        )
    other = form.cleaned_data["other"]
    entry_keep_apart(entry=entry, number=other, by=actor)
    messages.success(
        request,
        _("Čísla %(number)s a %(other)s bude losování držet od sebe.") % {"number": number, "other": other},
    )
    return redirect("tournament:player", tournament.slug, number)


@require_POST
@for_organiser
def player_let_together(
    request: HttpRequest, tournament: Tournament, actor: Actor, number: int, player: int
) -> HttpResponse:
    """The two may sit together again."""
    entry_let_together(entry=_entry(tournament, number), number=player, by=actor)
    messages.success(
        request,
        _("Čísla %(number)s a %(other)s zase mohou sedět spolu.") % {"number": number, "other": player},
    )
    return redirect("tournament:player", tournament.slug, number)


@require_POST
@for_organiser
def player_withdraw(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """The player leaves the tournament; if he sits somewhere, that table needs a look."""
    entry = _entry(tournament, number)
    change = services.entry_withdraw(entry=entry, by=actor)
    seat = open_seat(entry)
    if change and seat:
        messages.warning(
            request,
            _("%(name)s má místo %(in_round)s u stolu %(table)s. Přesaďte tento stůl na stránce kola.")
            % {"name": entry.name, "in_round": in_round(seat.round.number), "table": seat.table.number},
        )
    return _to_list(request, tournament, change)


@require_POST
@for_organiser
def player_return(request: HttpRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """A withdrawn player plays on."""
    change = services.entry_return(entry=_entry(tournament, number), by=actor)
    return _to_list(request, tournament, change)


@require_safe
@for_organiser
def registry(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Look for somebody who played in an earlier tournament."""
    return _registry_page(request, tournament, actor, query=request.GET.get("q", ""))


@require_POST
@for_organiser
def registry_add(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Register a person of the registry by one tap."""
    query = request.POST.get("q", "")
    try:
        player_id = uuid.UUID(request.POST.get("player", ""))
    except ValueError as error:
        raise Refused(_("Vyberte hráče ze seznamu."), code="unknown_player") from error
    try:
        entry = services.entry_take_over(
            tournament=tournament,
            by=actor,
            player_id=player_id,
            known_namesake=request.POST.get("known_namesake") == "on",
        )
    except Refused as refusal:
        return _registry_page(
            request, tournament, actor, query=query, refusal=refusal, about=player_id, status=422
        )
    _say_registered(request, tournament, entry)
    return redirect(reverse("tournament:registry", args=[tournament.slug], query={"q": query}))


def _say_registered(request: HttpRequest, tournament: Tournament, entry: Entry) -> None:
    """His number; to whoever came after the seating was published also where he gets a seat."""
    number = _("%(name)s má startovní číslo %(number)s.") % {"name": entry.name, "number": entry.number}
    unseated = unseated_of(tournament)
    if unseated is None or entry not in unseated.entries:
        messages.success(request, number)
        return
    text = format_html(
        '{} {} <a href="{}">{}</a>',
        number,
        _("Místo %(in_round)s zatím nemá.") % {"in_round": in_round(unseated.round.number)},
        reverse("tournament:draw", args=[tournament.slug, unseated.round.number]),
        _("Upravit rozesazení"),
    )
    messages.warning(request, text)


def _entry(tournament: Tournament, number: int) -> Entry:
    entry = entries_of(tournament).select_related("player").filter(number=number).first()
    if entry is None:
        raise Http404
    entry.tournament = tournament
    return entry


def _list_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, form: AddEntryForm, status: int = 200
) -> HttpResponse:
    query = request.GET.get("q", "")
    everybody = entries_by_name(tournament)
    waiting = waiting_among(everybody) if actor.is_organiser else []
    rows = [door_row(entry, slug=tournament.slug) for entry in everybody]
    table = EntryTable([row for row in rows if matches(row.search, query)])
    table.actor = actor
    RequestConfig(request, paginate=False).configure(table)
    return render(
        request,
        "tournament/players.html",
        {
            "tournament": tournament,
            "actor": actor,
            "table": table,
            "query": query,
            "form": form,
            "adding": status != 200 or not everybody or "pridat" in request.GET,
            "counts": entry_counts(tournament),
            **_waiting_context(waiting),
            "change": _change_shown(request, tournament) if actor.is_organiser else None,
        },
        status=status,
    )


def _waiting_context(waiting: list[Entry]) -> dict[str, Any]:
    """Those nobody has seen yet, and how many they are."""
    return {
        "waiting": waiting,
        "waiting_words": counted(len(waiting), _("hráč"), _("hráči"), _("hráčů")),
    }


def _change_shown(request: HttpRequest, tournament: Tournament) -> Any:
    """The change named in the address, offered to be taken back."""
    try:
        return tapped_change(tournament, uuid.UUID(request.GET.get("zmena", "")))
    except ValueError:
        return None


def _player_page(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    entry: Entry,
    form: EditEntryForm,
    *,
    apart_form: ApartForm | None = None,
    status: int = 200,
) -> HttpResponse:
    apart = apart_from(entry)
    return render(
        request,
        "tournament/player.html",
        {
            "tournament": tournament,
            "actor": actor,
            "entry": entry,
            "presence": PRESENCE_WORDS[entry.presence],
            "form": form,
            "apart": apart,
            "apart_form": apart_form or ApartForm(others=others_by_name(entry, apart)),
            "seat": open_seat(entry),
            "history": history_of(entry),
        },
        status=status,
    )


def _registry_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, *, query: str, status: int = 200, **more: Any
) -> HttpResponse:
    found = registry_search(tournament, query=query)
    context = {"tournament": tournament, "actor": actor, "query": query, "found": found, **more}
    return render(request, "tournament/registry.html", context, status=status)


def _tapped(
    request: HttpRequest, tournament: Tournament, actor: Actor, entry: Entry, change: LogEntry | None
) -> HttpResponse:
    """The changed line alone for a live page, the list for any other."""
    if not request.htmx:
        return redirect(f"{_address(request, tournament, change)}#hrac-{entry.number}")
    return render(
        request,
        "tournament/players.html#tapped",
        {
            "tournament": tournament,
            "actor": actor,
            "record": door_row(entry, slug=tournament.slug),
            "counts": entry_counts(tournament),
            **_waiting_context(waiting_among(entries_by_name(tournament))),
            "change": tapped_change(tournament, change.pk) if change else None,
            "live": True,
        },
    )


def _to_list(request: HttpRequest, tournament: Tournament, change: LogEntry | None) -> HttpResponse:
    return redirect(_address(request, tournament, change))


def _address(request: HttpRequest, tournament: Tournament, change: LogEntry | None = None) -> str:
    """Back to the list as it was seen, with the change to be taken back."""
    kept = {"q": request.POST.get("q", ""), "sort": request.POST.get("sort", "")}
    query = {name: value for name, value in kept.items() if value}
    if change is not None:
        query["zmena"] = str(change.pk)
    return reverse("tournament:players", args=[tournament.slug], query=query or None)
