"""The life of a round before its results: published, taken back, played."""

import uuid
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actors import Actor, signed
from tournament.enums import RoundState
from tournament.errors import Conflict, Refused
from tournament.journal.actions import ROUNDS, declare
from tournament.journal.write import log_write
from tournament.lifecycle import Act, allowed, require
from tournament.models import Round, Tournament, next_version
from tournament.selectors.entries import next_round_number
from tournament.selectors.rounds import draft_before, later_published, mismatch_of, unfinished_before
from tournament.services.clock_changes import clock_reset
from tournament.services.links import links_create, links_switch_off
from tournament.services.writes import change_expected, lock_tournament, lock_tournament_of

PUBLISHED = declare("tournament.round.published", gettext_lazy("Losování zveřejněno"), area=ROUNDS)
TAKEN_BACK = declare("tournament.round.taken_back", gettext_lazy("Zveřejnění vzato zpět"), area=ROUNDS)
STARTED = declare("tournament.round.started", gettext_lazy("Kolo začalo"), area=ROUNDS)


def round_ahead(*, tournament: Tournament, number: int) -> Round:
    """The round with this number, made without a table where it is the next one to be drawn.

    So something can be said of it before its draw. Raises ``Refused`` for any other that does not exist.
    """
    with transaction.atomic():
        lock_tournament(tournament=tournament)
        round_ = tournament.rounds.filter(number=number).first()
        if round_ is None and number != next_round_number(tournament):
            raise Refused(_("%(number)s. kolo v turnaji není.") % {"number": number}, code="round_number")
        return round_ or Round.objects.create(
            tournament=tournament, number=number, minutes=tournament.round_minutes
        )


def round_publish(*, round_: Round, by: Actor, expected: int | None = None, seen: str | None = None) -> Round:
    """Show the seating to everybody and give every table its scribe's link. Nothing else begins.

    ``seen`` is the ``key`` of the mismatch that was on the screen, empty for none; ``None`` asks nobody.
    Raises ``Conflict`` naming who was faster, ``Refused`` for a round without a draw, and with the code
    ``mismatch`` while somebody sits who is gone, or is here without a seat, and that was not on the screen.
    """
    with transaction.atomic():
        fresh = locked_round(round_id=round_.pk)
        require_open_tournament(tournament=fresh.tournament)
        _refuse_published(fresh)
        require(Act.PUBLISH, state=fresh.state, number=fresh.number)
        earlier = draft_before(fresh.tournament, fresh.number)
        if earlier is not None:
            raise Refused(
                _("Nejdřív zveřejněte %(number)s. kolo, je ještě návrh.") % {"number": earlier.number},
                code="earlier_draft",
            )
        if seen is not None and mismatch_of(fresh).key != seen:
            raise Refused(
                _("Rozesazení %(number)s. kola neodpovídá tomu, kdo je přítomen.") % {"number": fresh.number},
                code="mismatch",
            )
        tables = fresh.tables.count()
        if tables == 0:
            raise Refused(
                _("%(number)s. kolo ještě není vylosované; nejdřív ho vylosujte.") % {"number": fresh.number},
                code="not_drawn",
            )
        change_expected(
            row=fresh,
            expected=expected,
            state=RoundState.PUBLISHED,
            published_at=timezone.now(),
            **signed("published_by", by),
        )
        links_create(round_=fresh)
        log_write(
            tournament=fresh.tournament,
            by=by,
            action=PUBLISHED,
            round_=fresh,
            object_id=fresh.pk,
            old={"state": RoundState.DRAFT},
            new={"state": RoundState.PUBLISHED, "tables": tables},
        )
    return fresh


def round_take_back(*, round_: Round, by: Actor, reason: str = "", expected: int | None = None) -> Round:
    """Make a published round a draft again, while no hand of it is written; its links stop working."""
    with transaction.atomic():
        fresh = locked_round(round_id=round_.pk)
        require(Act.TAKE_BACK, state=fresh.state, number=fresh.number)
        refuse_later_round(round_=fresh)
        before = {"state": RoundState.PUBLISHED, "published_by": fresh.published_by}
        change_expected(
            row=fresh,
            expected=expected,
            state=RoundState.DRAFT,
            published_at=None,
            **signed("published_by", None),
        )
        links_switch_off(round_=fresh)
        clock_reset(round_=fresh)
        log_write(
            tournament=fresh.tournament,
            by=by,
            action=TAKEN_BACK,
            round_=fresh,
            object_id=fresh.pk,
            old=before,
            new={"state": RoundState.DRAFT},
            reason=reason,
        )
    return fresh


def round_mark_playing(*, round_: Round, by: Actor) -> bool:
    """The first hand or result of a published round was written; says whether this call was the first.

    Called inside the transaction of that write, with the round as its lock has shown it. Conditional, so of
    two first hands one starts the round.
    """
    if not allowed(Act.TAKE_BACK, round_.state):
        return False
    started = Round.objects.filter(pk=round_.pk, state=RoundState.PUBLISHED).update(
        state=RoundState.PLAYING, version=next_version()
    )
    if started:
        round_.refresh_from_db(fields=["state", "version"])
        log_write(
            tournament=round_.tournament,
            by=by,
            action=STARTED,
            round_=round_,
            object_id=round_.pk,
            old={"state": RoundState.PUBLISHED},
            new={"state": RoundState.PLAYING},
        )
    return bool(started)


def locked_round(*, round_id: uuid.UUID) -> Round:
    """The round as it is now, nobody else's until the transaction ends; its tournament is locked first.

    Raises ``Conflict`` for a round that was discarded in between.
    """
    lock_tournament_of(round_id=round_id)
    rounds = Round.with_discarded.select_related("tournament").select_for_update(of=("self",))
    round_ = rounds.get(pk=round_id)
    refuse_discarded(round_=round_)
    return round_


def refuse_discarded(*, round_: Round) -> None:
    """Raises ``Conflict`` for a round that somebody discarded while its page was open."""
    if round_.discarded_at is not None:
        raise Conflict(
            _("%(number)s. kolo je zahozené: %(who)s (%(when)s); obnovit ho může pořadatel na stránce Kola.")
            % {
                "number": round_.number,
                "who": round_.discarded_by,
                "when": when_text(moment=round_.discarded_at),
            },
            code="round_discarded",
        )


def refuse_earlier_open(*, round_: Round) -> None:
    """Rounds are closed, and their standings published, in order: the first open one is named."""
    unfinished = unfinished_before(round_.tournament, round_.number)
    if unfinished:
        raise Refused(
            _("Nejdřív uzavřete %(earlier)d. kolo, teprve pak přijde na řadu %(number)d. kolo.")
            % {"earlier": unfinished[0].round, "number": round_.number},
            code="earlier_open",
        )


def require_open_tournament(*, tournament: Tournament) -> None:
    """Rounds of an ended tournament stay as they are; its end can be taken back."""
    if tournament.finished_at is not None:
        raise Refused(
            _("Turnaj je ukončený, kola se v něm nemění. Nejdřív ho v přehledu znovu otevřete."),
            code="finished",
        )


def refuse_later_round(*, round_: Round) -> None:
    """What a published draw was made from stays as it is; a draft can be drawn again."""
    later = later_published(round_)
    if later is not None:
        raise Refused(
            _(
                "Po %(number)s. kole je už zveřejněné %(later)s. kolo, které z něj vychází;"
                " rozesazení %(number)s. kola se proto nemění."
            )
            % {"number": round_.number, "later": later.number},
            code="later_published",
        )


def _refuse_published(round_: Round) -> None:
    if allowed(Act.TAKE_BACK, round_.state):
        raise Conflict(
            _("%(number)s. kolo už je zveřejněné: %(who)s (%(when)s).")
            % {
                "number": round_.number,
                "who": round_.published_by,
                "when": when_text(moment=round_.published_at),
            },
            code="already_published",
        )


def when_text(*, moment: datetime | None) -> str:
    """A moment in a sentence: «14. 3. 2026 10:05»."""
    return date_format(timezone.localtime(moment), "j. n. Y H:i") if moment else "?"
