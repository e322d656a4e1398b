"""Pages of players: the list with the door, one player."""

import re
import uuid
from typing import Any

from django.contrib import messages
from django.contrib.messages.constants import DEFAULT_TAGS
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect
from django_tables2 import RequestConfig

from tournament.access import for_members, for_organiser
from tournament.actors import Actor
from tournament.destinations import Destination, address_of
from tournament.enums import Presence
from tournament.errors import Conflict, Refused
from tournament.forms.common import beside_fields
from tournament.forms.entries import AddEntryForm, ApartForm, EditEntryForm
from tournament.journal.reading import TappedChange, history_of, tapped_change
from tournament.lib.counting import counted, in_round
from tournament.lib.htmx import HtmxRequest
from tournament.lib.requested import whole_numbers
from tournament.models import Entry, LogEntry, Tournament
from tournament.selectors.applications import undecided
from tournament.selectors.cash import tapped_payment
from tournament.selectors.entries import (
    PRESENCE_WORDS,
    apart_from,
    entries_by_name,
    entries_of,
    entry_counts,
    entry_group,
    matches,
    open_seat,
    others_by_name,
    search_text,
    seated_now,
    staying_among,
)
from tournament.selectors.fees import fee_of, fees_of
from tournament.selectors.people import earlier_start, likely_people
from tournament.selectors.rounds import unseated_of
from tournament.services import entries as services
from tournament.services.apart import entry_keep_apart, entry_let_together
from tournament.services.payments import payment_cancel, payment_take
from tournament.tables import EntryTable, door_line, door_row, fee_words


@require_safe
@for_members
def player_list(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Everybody, one line each, with the door: who came, who paid."""
    return _list_page(request, tournament, actor, AddEntryForm())


@require_POST
@for_organiser
def player_add(request: HtmxRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Register a player by hand; a live page gets his line and the form for the next one."""
    form = AddEntryForm(request.POST)
    if form.is_valid():
        details = form.details()
        with beside_fields(form) as attempt:
            entry = services.entry_create(
                tournament=tournament,
                by=actor,
                details=details,
                **form.answers(),
                submission=form.cleaned_data["submission"],
            )
            return _added(request, tournament, actor, entry)
        if attempt.refusal is not None:
            form.ask(attempt.refusal.code, likely_people(tournament, actor, details))
    if request.htmx:
        context = {"tournament": tournament, "form": form}
        return render(request, "tournament/players.html#asked", context, status=422)
    return _list_page(request, tournament, actor, form, status=422)


@require_POST
@for_organiser
def player_presence(request: HtmxRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """One tap at the door: came, did not come, or not seen yet."""
    entry = _entry(tournament, number)
    presence, shown = request.POST.get("presence"), request.GET.get("videno")
    if presence not in Presence.values or shown not in (None, *Presence.values):
        raise Refused(_("Prezence může být jen „je tady“, „není tu“, nebo „čeká se“."), code="bad_value")
    try:
        change = services.entry_set_presence(
            entry=entry, by=actor, presence=Presence(presence), shown=Presence(shown) if shown else None
        )
    except Conflict as conflict:
        if not request.htmx:
            raise
        return _tapped(request, tournament, actor, entry, None, refusal=conflict)
    return _tapped(request, tournament, actor, entry, change.id if change else None)


@require_POST
@for_organiser
def player_fee(request: HtmxRequest, tournament: Tournament, actor: Actor, number: int) -> HttpResponse:
    """One tap: what is missing of the fee was taken in cash; a double tap of one person is one payment."""
    entry = _entry(tournament, number)
    seen = re.fullmatch(r"(\d{1,6})-(\d{1,9})", request.POST.get("fee", ""), re.ASCII)
    if seen is None:
        raise Refused(_("Startovné jde vybrat jen tlačítkem s částkou."), code="bad_value")
    try:
        payment = payment_take(
            entry=entry,
            by=actor,
            amount=int(seen[2]),
            expected=int(seen[1]),
            submission=uuid.uuid5(entry.pk, f"{actor.key} {seen[0]}"),
        )
    except Conflict as conflict:
        if not request.htmx:
            raise
        return _tapped(request, tournament, actor, entry, None, refusal=conflict)
    return _tapped(request, tournament, actor, entry, payment.pk)


@require_safe
@for_organiser
def players_waiting(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Everybody nobody has seen yet, by name, before they are all marked as present (S15)."""
    waiting = entries_by_name(tournament, entry_group("expected", money=True).who)
    context = {
        "tournament": tournament,
        "actor": actor,
        "waiting": waiting,
        "waiting_words": counted(len(waiting), _("hráč"), _("hráči"), _("hráčů")),
    }
    return render(request, "tournament/players_waiting.html", context)


@require_POST
@for_organiser
def players_present(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Everybody who was shown as expected came."""
    numbers = whole_numbers(request.POST.getlist("number"))
    change = services.entries_mark_present(tournament=tournament, by=actor, numbers=numbers)
    return _to_list(request, tournament, change)


@require_safe
@for_organiser
def players_leaving(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Choose several who leave at once; the names and their number are shown before anything happens."""
    chosen = staying_among(tournament, whole_numbers(request.GET.getlist("number")))
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
    numbers = whole_numbers(request.POST.getlist("number"))
    seated = seated_now(staying_among(tournament, numbers))
    change = services.entries_withdraw(tournament=tournament, by=actor, numbers=numbers)
    if change and seated:
        messages.warning(
            request,
            _("Místo v kole ještě mají: %(who)s. Přesaďte jejich stoly na stránce kola.")
            % {"who": ", ".join(map(str, seated))},
        )
    return _to_list(request, tournament, change)


@require_POST
@for_organiser
def player_take_back(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """Undo the change that was just made."""
    try:
        log_id = uuid.UUID(request.POST.get("change", ""))
    except ValueError as error:
        raise Refused(_("Není co vrátit."), code="nothing_to_undo") from error
    payment = tournament.payments.filter(pk=log_id).first()
    if payment is not None:
        payment_cancel(payment=payment, by=actor, reason=_("vráceno hned u prezence"))
        done = [payment.entry]
    else:
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
        with beside_fields(form, row=entry):
            services.entry_edit(
                entry=entry,
                by=actor,
                details=form.details(),
                fixed_table=form.cleaned_data["fixed_table"],
                expected=form.cleaned_data["expected"],
            )
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


def _added(request: HtmxRequest, tournament: Tournament, actor: Actor, entry: Entry) -> HttpResponse:
    """The form for the next one with what was done; the whole page where there is no list for his line."""
    said, level = _registered_words(tournament, actor, entry)
    door = _door_context(request, tournament, actor)
    if not request.htmx or door["counts"].all == 1:
        messages.add_message(request, level, said)
        page = f"{_address(request, tournament)}?pridat=1"
        return HttpResponseClientRedirect(page) if request.htmx else redirect(page)
    context = {
        **door,
        "form": AddEntryForm(),
        "said": said,
        "level": DEFAULT_TAGS[level],
        "line": _line(tournament, entry),
        "live": True,
    }
    return render(request, "tournament/players.html#added", context)


def _registered_words(tournament: Tournament, actor: Actor, entry: Entry) -> tuple[str, int]:
    """His number and whether he is known; to who came after the seating was published also where he sits."""
    number = _("%(name)s má startovní číslo %(number)s.") % {"name": entry.name, "number": entry.number}
    before = earlier_start(entry, actor)
    known = (
        _("Z minulých turnajů: naposledy %(tournament)s.") % {"tournament": before.tournament}
        if before
        else _("V minulých turnajích zatím není.")
    )
    unseated = _unseated_words(tournament, entry)
    if unseated:
        return format_html("{} {}", number, unseated), messages.WARNING
    return f"{number} {known}", messages.SUCCESS


def _unseated_words(tournament: Tournament, entry: Entry) -> str:
    """To who came after the seating was published: that he has no seat, and where he gets one."""
    unseated = unseated_of(tournament)
    if unseated is None or entry not in unseated.entries:
        return ""
    return format_html(
        '{} <a href="{}">{}</a>',
        _("Místo %(in_round)s zatím nemá.") % {"in_round": in_round(unseated.round.number)},
        reverse("tournament:draw", args=[tournament.slug, unseated.round.number]),
        _("Upravit rozesazení"),
    )


def _entry(tournament: Tournament, number: int) -> Entry:
    entry = entries_of(tournament).select_related("player").filter(number=number).first()
    if entry is None:
        raise Http404
    entry.tournament = tournament
    return entry


def _list_page(
    request: HttpRequest, tournament: Tournament, actor: Actor, form: AddEntryForm, status: int = 200
) -> HttpResponse:
    context = _door_context(request, tournament, actor)
    query = request.GET.get("q", "")
    people = entries_by_name(tournament, context["shown"].who)
    fees = fees_of(tournament, people)
    rows = [door_row(entry, fees[entry.pk], players=context["players"]) for entry in people]
    hidden = () if actor.is_organiser else ("fee",)
    table = EntryTable([row for row in rows if matches(row.search, query)], exclude=hidden)
    table.taps = actor.is_organiser
    RequestConfig(request, paginate=False).configure(table)
    context |= {
        "table": table,
        "query": query,
        "prints": address_of(Destination.PRINTS, tournament.slug),
        "form": form,
        "adding": status != 200 or not context["counts"].all or "pridat" in request.GET,
        "applications": undecided(tournament).count() if actor.is_organiser else 0,
        "change": _change_shown(request, tournament) if actor.is_organiser else None,
    }
    return render(request, "tournament/players.html", context, status=status)


def _door_context(request: HttpRequest, tournament: Tournament, actor: Actor) -> dict[str, Any]:
    """What every part of the page needs: whose it is, its address, the figures and who is shown."""
    counts = entry_counts(tournament)
    asked = request.POST if request.method == "POST" else request.GET
    return {
        "tournament": tournament,
        "actor": actor,
        "players": reverse("tournament:players", args=[tournament.slug]),
        "counts": counts,
        "shown": entry_group(asked.get("stav", ""), money=actor.is_organiser),
        "groups": counts.of_groups(money=actor.is_organiser),
    }


def _line(tournament: Tournament, entry: Entry) -> str:
    players = reverse("tournament:players", args=[tournament.slug])
    return door_line(door_row(entry, fee_of(entry), players=players), taps=True)


def _change_shown(request: HttpRequest, tournament: Tournament) -> Any:
    """The change named in the address, offered to be taken back."""
    try:
        return _change_offered(tournament, uuid.UUID(request.GET.get("zmena", "")))
    except ValueError:
        return None


def _change_offered(tournament: Tournament, change: uuid.UUID) -> TappedChange | None:
    """A payment or another change made by one tap, in words, to be taken back."""
    return tapped_payment(tournament, change) or tapped_change(tournament, change)


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
            "history": history_of(entry, actor),
            "fee": (fee_words(fee_of(entry)) or _("nezaplaceno")) if actor.is_organiser else "",
        },
        status=status,
    )


def _tapped(
    request: HtmxRequest,
    tournament: Tournament,
    actor: Actor,
    entry: Entry,
    change: uuid.UUID | None,
    *,
    refusal: Conflict | None = None,
) -> HttpResponse:
    """The changed line alone for a live page, the list for any other."""
    if not request.htmx:
        return redirect(f"{_address(request, tournament, change)}#hrac-{entry.number}")
    context = {
        **_door_context(request, tournament, actor),
        "line": _line(tournament, entry),
        "change": _change_offered(tournament, change) if change else None,
        "refusal": refusal,
        "unseated": _unseated_words(tournament, entry),
        "live": True,
    }
    return render(request, "tournament/players.html#tapped", context, status=422 if refusal else 200)


def _to_list(request: HttpRequest, tournament: Tournament, change: LogEntry | None) -> HttpResponse:
    return redirect(_address(request, tournament, change.id if change else None))


def _address(request: HttpRequest, tournament: Tournament, change: uuid.UUID | None = None) -> str:
    """Back to the list as it was seen, with the change to be taken back."""
    query = {name: value for name in ("q", "sort", "stav") if (value := request.POST.get(name))}
    if change is not None:
        query["zmena"] = str(change)
    return reverse("tournament:players", args=[tournament.slug], query=query or None)
