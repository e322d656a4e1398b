"""The draw of a round: who is here, whom he met, which method and seed; kept so that anybody can check it."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import seating
from rules.seating import CannotSeat
from tournament.actors import Actor, signed
from tournament.enums import DrawMethod
from tournament.errors import Conflict, Refused
from tournament.journal.actions import ROUNDS, SeenBy, declare
from tournament.journal.write import change_keep, log_write
from tournament.lifecycle import Act, TableAct, allowed, allowed_at, require
from tournament.models import Draw, LogEntry, Round, Tournament
from tournament.selectors.entries import seatable_entries
from tournament.selectors.rounds import UnfinishedTable, draft_before, unfinished_before
from tournament.selectors.seating import entrants_from, history_before
from tournament.services.rounds import refuse_later_round, require_open_tournament, when_text
from tournament.services.seating import seating_clear, seating_store
from tournament.services.writes import change_expected, lock_tournament, run_once

DRAWN = declare(
    "tournament.round.drawn", gettext_lazy("Kolo vylosováno"), area=ROUNDS, seen_by=SeenBy.SEATING
)
SEED_ANNOUNCED = declare(
    "tournament.round.seed_announced", gettext_lazy("Semínko losování ohlášeno"), area=ROUNDS
)
DISCARDED = declare(
    "tournament.round.draft_discarded",
    gettext_lazy("Návrh losování zahozen"),
    area=ROUNDS,
    seen_by=SeenBy.SEATING,
)

BY_ORDER = frozenset({DrawMethod.SEEDED, DrawMethod.STANDINGS, DrawMethod.FINAL})
"""Methods that need the order of the players after the rounds before."""

NO_ROUND = 0
"""The version a form expects of a round that did not exist when the form was shown."""


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """What a draw may be asked for beyond its method.

    ``weights`` by the names of ``rules.seating.Weights``, ``final_size`` the number of players of a final,
    ``manual`` start numbers of each table in seat order, ``preferred`` the size of tables for this draw (by
    default the tournament's).
    """

    weights: Mapping[str, int] = field(default_factory=dict)
    final_size: int | None = None
    manual: tuple[tuple[int, ...], ...] = ()
    preferred: int | None = None


@dataclass(frozen=True, slots=True)
class _PlannedDraw:
    """One draw about to be stored."""

    number: int
    request: seating.DrawRequest
    draw: seating.Draw


def round_draw(
    *,
    tournament: Tournament,
    number: int,
    by: Actor,
    method: str | None = None,
    seed: str | None = None,
    reason: str = "",
    order: Sequence[uuid.UUID] | None = None,
    options: DrawOptions | None = None,
    submission: uuid.UUID | None = None,
    expected: int | None = None,
) -> Round:
    """Draw a round, or draw its draft again; the old draw stays with its protocol.

    ``method`` and ``seed`` default to the tournament's method and to fresh random bits, or to the seed that
    was announced. ``order`` are ids of entries from the best after the rounds before. ``expected`` is the
    version of the round that was on the screen, ``NO_ROUND`` when there was none. The method ``schedule``
    draws all later rounds with it. Raises ``Refused``, ``Conflict``; then nothing at all was stored.
    """

    def create() -> Round:
        lock_tournament(tournament=tournament)
        tournament.refresh_from_db()
        require_open_tournament(tournament=tournament)
        round_ = _round_to_draw(tournament, number, expected)
        chosen = _method(tournament, number, method)
        _check_results(tournament, number, chosen, order)
        plans = _plans(
            tournament,
            number,
            method=chosen,
            seed=_seed(round_, number, chosen_seed=seed, tournament=tournament),
            order=order,
            options=options or DrawOptions(),
        )
        drawn = [_store(tournament, plan, by=by, reason=reason) for plan in plans]
        return drawn[0]

    return run_once(submission=submission, action=DRAWN, model=Round, create=create)


def seed_announce(*, tournament: Tournament, number: int, by: Actor) -> Round:
    """Choose the seed of a round before its draw; everybody sees its SHA-256 at once and the seed afterwards.

    Announced once: a second announcement would be a choice. Raises ``Refused``, ``Conflict``.
    """
    with transaction.atomic():
        lock_tournament(tournament=tournament)
        _check_number(tournament, number)
        round_ = _round_of(tournament, number) or Round.objects.create(
            tournament=tournament, number=number, minutes=tournament.round_minutes
        )
        if round_.announced_seed:
            raise _announced_already(round_)
        require(Act.ANNOUNCE_SEED, state=round_.state, number=number)
        if round_.draws.exists():
            raise Refused(
                _("%(number)s. kolo je už vylosované; semínko se ohlašuje před losováním.")
                % {"number": number},
                code="drawn_already",
            )
        seed = seating.new_seed()
        change_expected(row=round_, expected=None, announced_seed=seed)
        log_write(
            tournament=tournament,
            by=by,
            action=SEED_ANNOUNCED,
            round_=round_,
            object_id=round_.pk,
            new={"sha256": seating.seed_digest(seed)},
        )
    return round_


def draft_discard(*, round_: Round, by: Actor, reason: str = "", expected: int | None = None) -> Round:
    """Throw a draft away: nobody sits in the round, its draws stay readable and it can be drawn anew."""
    with transaction.atomic():
        lock_tournament(tournament=round_.tournament)
        fresh = Round.objects.select_related("tournament").get(pk=round_.pk)
        require(Act.DRAW, state=fresh.state, number=fresh.number)
        change_expected(row=fresh, expected=expected)
        sequence = fresh.draws.filter(current=True).values_list("sequence", flat=True).first()
        fresh.draws.update(current=False)
        stored = seating_clear(round_=fresh)
        change_keep(
            entry=log_write(
                tournament=fresh.tournament,
                by=by,
                action=DISCARDED,
                round_=fresh,
                object_id=fresh.pk,
                old={"tables": stored.old, "draw": sequence},
                new={"tables": [], "draw": None},
                reason=reason,
            )
        )
    return fresh


# What a draw is made from


def _round_of(tournament: Tournament, number: int) -> Round | None:
    return Round.objects.select_for_update(of=("self",)).filter(tournament=tournament, number=number).first()


def _round_to_draw(tournament: Tournament, number: int, expected: int | None) -> Round | None:
    """The round as it is, if it may be drawn; ``None`` when this draw makes it."""
    round_ = _round_of(tournament, number)
    if round_ is None:
        _check_number(tournament, number)
        return None
    nothing_done = expected == NO_ROUND and not round_.announced_seed and not round_.draws.exists()
    if expected is not None and expected != round_.version and not nothing_done:
        raise _drawn_by_another(round_)
    _refuse_published(round_)
    require(Act.DRAW, state=round_.state, number=number)
    _check_number(tournament, number)
    refuse_later_round(round_=round_)
    return round_


def _check_number(tournament: Tournament, number: int) -> None:
    if not 1 <= number <= tournament.rounds_planned:
        raise Refused(
            _("Turnaj má kola 1 až %(planned)s, %(number)s. kolo v něm není; počet kol změníte v nastavení.")
            % {"planned": tournament.rounds_planned, "number": number},
            code="round_number",
        )
    drawn = set(
        tournament.rounds.filter(number__lt=number, tables__isnull=False).values_list("number", flat=True)
    )
    missing = next((earlier for earlier in range(1, number) if earlier not in drawn), None)
    if missing is not None:
        raise Refused(
            _("Kola se losují po řadě; nejdřív vylosujte %(missing)s. kolo.") % {"missing": missing},
            code="round_order",
        )
    earlier_draft = draft_before(tournament, number)
    if earlier_draft is not None:
        raise Refused(
            _("%(number)s. kolo je ještě návrh; nejdřív ho zveřejněte.") % {"number": earlier_draft.number},
            code="earlier_draft",
        )


def _method(tournament: Tournament, number: int, method: str | None) -> str:
    """The method asked for; the tournament's own, except that nobody has an order before the first round."""
    if method is None:
        own = tournament.draw_method
        return DrawMethod.RANDOM if own == DrawMethod.MANUAL or (own in BY_ORDER and number == 1) else own
    if method not in DrawMethod.values:
        known = ", ".join(DrawMethod.values)
        raise Refused(
            _("Způsob losování „%(method)s“ neznám; známé jsou: %(known)s.")
            % {"method": method, "known": known},
            code="method",
        )
    return method


def _check_results(
    tournament: Tournament, number: int, method: str, order: Sequence[uuid.UUID] | None
) -> None:
    """A draw by results waits until the rounds before are closed; unconfirmed figures do not count (S06)."""
    if method not in BY_ORDER:
        return
    unfinished = unfinished_before(tournament, number)
    if unfinished:
        raise Refused(_unfinished_sentence(number, unfinished), code="unconfirmed_results")
    if not order:
        raise Refused(
            _("Losování „%(method)s“ potřebuje pořadí hráčů, a to ještě není; losujte náhodně.")
            % {"method": DrawMethod(method).label},
            code="no_order",
        )


def _unfinished_sentence(number: int, unfinished: Sequence[UnfinishedTable]) -> str:
    waiting = [table for table in unfinished if allowed_at(TableAct.CONFIRM, table.state)]
    if not waiting:
        return _("%(number)s. kolo se losuje z uzavřených výsledků; nejdřív uzavřete %(earlier)s. kolo.") % {
            "number": number,
            "earlier": unfinished[0].round,
        }
    tables = "; ".join(
        _("%(round)s. kolo, stůl %(table)s (%(players)s)")
        % {"round": table.round, "table": table.number, "players": ", ".join(table.players)}
        for table in waiting
    )
    return _("%(number)s. kolo se losuje z potvrzených výsledků; potvrďte ještě: %(tables)s.") % {
        "number": number,
        "tables": tables,
    }


def _seed(round_: Round | None, number: int, *, chosen_seed: str | None, tournament: Tournament) -> str:
    """The seed asked for; else the announced one, which each further draw follows by its sequence."""
    chosen = (chosen_seed or "").strip()
    if len(chosen) > 128:
        raise Refused(
            _("Semínko má mít nejvýš 128 znaků."), code="seed_long", fields={"seed": _("Nejvýš 128 znaků.")}
        )
    if round_ is None or not round_.announced_seed:
        return chosen or seating.new_seed()
    drawn = round_.draws.count()
    announced = f"{round_.announced_seed}/{drawn + 1}" if drawn else round_.announced_seed
    if chosen and chosen != announced:
        text = _("Pro %(number)s. kolo je ohlášené semínko, losuje se jen s ním; pole nechte prázdné.") % {
            "number": number
        }
        raise Refused(text, code="seed_announced", fields={"seed": text})
    return announced


def _plans(
    tournament: Tournament,
    number: int,
    *,
    method: str,
    seed: str,
    order: Sequence[uuid.UUID] | None,
    options: DrawOptions,
) -> list[_PlannedDraw]:
    """The draw of the round, or of all rounds from it on for the method ``schedule``."""
    first = seating.DrawRequest(
        round=number,
        entrants=entrants_from(seatable_entries(tournament, number), order),
        seed=seed,
        history=history_before(tournament, number),
        method=str(method),
        preferred=options.preferred or tournament.table_size,
        weights=seating.Weights(**options.weights),
        rounds=tournament.rounds_planned,
        schedule_from=number,
        final_size=options.final_size,
        manual=options.manual,
    )
    try:
        if method == DrawMethod.SCHEDULE:
            return _scheduled(first)
        return [_PlannedDraw(number, first, seating.draw_round(first))]
    except CannotSeat as error:
        raise Refused(str(error), code=error.code) from error


def _scheduled(first: seating.DrawRequest) -> list[_PlannedDraw]:
    """All rounds from the first one on, computed once; each as ``draw_round`` would give it alone."""
    draws = seating.draw_schedule(
        first.entrants,
        first.rounds or first.round,
        first.seed,
        preferred=first.preferred,
        weights=first.weights,
        history=first.history,
        first_round=first.round,
    )
    plans = []
    for number, draw in enumerate(draws, start=first.round):
        quality = seating.assess(
            draw.tables,
            first.entrants,
            first.history,
            round_=number,
            weights=first.weights,
            preferred=first.preferred,
        )
        plans.append(_PlannedDraw(number, replace(first, round=number), replace(draw, quality=quality)))
    return plans


# Storing


def _store(tournament: Tournament, plan: _PlannedDraw, *, by: Actor, reason: str) -> Round:
    round_ = _round_of(tournament, plan.number)
    if round_ is None:
        round_ = Round.objects.create(
            tournament=tournament, number=plan.number, minutes=tournament.round_minutes
        )
    else:
        change_expected(row=round_, expected=None)
    old_draw = round_.draws.filter(current=True).first()
    sequence = round_.draws.count() + 1
    round_.draws.update(current=False)
    draw = Draw.objects.create(
        round=round_,
        sequence=sequence,
        seed=str(plan.request.seed),
        method=plan.request.method,
        protocol=seating.protocol(plan.request, plan.draw, salt=seating.new_seed()),
        reason=reason,
        **signed("drawn_by", by),
    )
    stored = seating_store(round_=round_, wanted=plan.draw.tables)
    change_keep(
        entry=log_write(
            tournament=tournament,
            by=by,
            action=DRAWN,
            round_=round_,
            object_id=round_.pk,
            old=_logged(stored.old, old_draw) if old_draw else None,
            new=_logged(stored.new, draw),
            reason=reason,
        )
    )
    return round_


def _logged(tables: list[dict[str, Any]], draw: Draw) -> dict[str, Any]:
    return {"tables": tables, "draw": draw.sequence, "method": draw.method, "seed": draw.seed}


# Who was faster


def _drawn_by_another(round_: Round) -> Conflict:
    """The second of two organisers is told by whom and when it was done (S21)."""
    last = LogEntry.objects.filter(object_id=round_.pk).order_by("-sequence").first()
    if last is None:
        return Conflict(
            _("%(number)s. kolo mezitím vylosoval někdo jiný. Podívejte se na jeho návrh.")
            % {"number": round_.number},
            code="drawn_already",
        )
    words: dict[str, str] = {
        DRAWN: _("%(number)s. kolo už je vylosované: %(who)s (%(when)s). Podívejte se na návrh."),
    }
    sentence = words.get(
        last.action, _("%(number)s. kolo se mezitím změnilo: %(who)s (%(when)s). Načtěte stránku znovu.")
    )
    return Conflict(
        sentence % {"number": round_.number, "who": last.actor_name, "when": when_text(moment=last.at)},
        code="drawn_already",
    )


def _refuse_published(round_: Round) -> None:
    if not allowed(Act.DRAW, round_.state):
        raise Refused(
            _("%(number)s. kolo už je zveřejněné: %(who)s (%(when)s); znovu se losuje jen návrh.")
            % {
                "number": round_.number,
                "who": round_.published_by or "?",
                "when": when_text(moment=round_.published_at),
            },
            code="already_published",
        )


def _announced_already(round_: Round) -> Conflict:
    digest = seating.seed_digest(round_.announced_seed)
    return Conflict(
        _("Semínko %(number)s. kola je už ohlášené: %(digest)s.")
        % {"number": round_.number, "digest": digest},
        code="announced_already",
    )
