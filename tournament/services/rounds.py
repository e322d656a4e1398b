"""The life of a round before its results: published, taken back, played."""

import uuid
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.enums import RoundState
from tournament.errors import Conflict, Refused
from tournament.lifecycle import Act, require
from tournament.models import Round, Tournament, next_version
from tournament.selectors.rounds import draft_before, later_published
from tournament.services.links import links_create, links_switch_off
from tournament.services.writes import change_expected, log_write

PUBLISHED = "tournament.round.published"
TAKEN_BACK = "tournament.round.taken_back"
STARTED = "tournament.round.started"


def round_publish(*, round_: Round, by: Actor, expected: int | None = None) -> Round:
    """Show the seating to everybody and give every table its scribe's link. Nothing else begins.

    Raises ``Conflict`` naming who was faster, ``Refused`` for a round without a draw.
    """
    with transaction.atomic():
        fresh = locked_round(round_.pk)
        _refuse_published(fresh)
        require(Act.PUBLISH, state=fresh.state, number=fresh.number)
        earlier = draft_before(fresh.tournament, fresh.number)
        if earlier is not None:
            raise Refused(
                _("Nejdřív zveřejněte %(number)s. kolo, je ještě návrh.") % {"number": earlier.number},
                code="earlier_draft",
            )
        tables = fresh.tables.count()
        if tables == 0:
            raise Refused(
                _("%(number)s. kolo ještě není vylosované; nejdřív ho vylosujte.") % {"number": fresh.number},
                code="not_drawn",
            )
        change_expected(
            fresh,
            expected=expected,
            state=RoundState.PUBLISHED,
            published_at=timezone.now(),
            published_by=by.name,
        )
        links_create(round_=fresh)
        log_write(
            tournament=fresh.tournament,
            by=by,
            action=PUBLISHED,
            subject=str(fresh),
            object_id=fresh.pk,
            old={"state": RoundState.DRAFT},
            new={"state": RoundState.PUBLISHED, "tables": tables},
        )
    return fresh


def round_take_back(*, round_: Round, by: Actor, reason: str = "", expected: int | None = None) -> Round:
    """Make a published round a draft again, while no hand of it is written; its links stop working."""
    with transaction.atomic():
        fresh = locked_round(round_.pk)
        require(Act.TAKE_BACK, state=fresh.state, number=fresh.number)
        refuse_later_round(fresh)
        before = {"state": RoundState.PUBLISHED, "published_by": fresh.published_by}
        change_expected(fresh, expected=expected, state=RoundState.DRAFT, published_at=None, published_by="")
        links_switch_off(round_=fresh)
        log_write(
            tournament=fresh.tournament,
            by=by,
            action=TAKEN_BACK,
            subject=str(fresh),
            object_id=fresh.pk,
            old=before,
            new={"state": RoundState.DRAFT},
            reason=reason,
        )
    return fresh


def round_mark_playing(*, round_: Round, by: Actor) -> bool:
    """The first hand or result of a published round was written; says whether this call was the first.

    Called inside the transaction of that write. Conditional, so of two first hands one starts the round.
    """
    started = Round.objects.filter(pk=round_.pk, state=RoundState.PUBLISHED).update(
        state=RoundState.PLAYING, version=next_version()
    )
    if started:
        round_.refresh_from_db(fields=["state", "version"])
        log_write(
            tournament=round_.tournament,
            by=by,
            action=STARTED,
            subject=str(round_),
            object_id=round_.pk,
            old={"state": RoundState.PUBLISHED},
            new={"state": RoundState.PLAYING},
        )
    return bool(started)


def lock_tournament(tournament: Tournament) -> None:
    """Let those who draw and seat in one tournament go one after another.

    Without the key, because writers of hands hold a round and refer to the tournament in the log: a lock with
    the key would make the two wait for each other.
    """
    Tournament.objects.select_for_update(no_key=True).filter(pk=tournament.pk).values_list("pk").first()


def locked_round(round_id: uuid.UUID) -> Round:
    """The round as it is now, nobody else's until the transaction ends; its tournament is locked first.

    Raises ``Conflict`` for a round that was discarded in between.
    """
    rounds = Round.with_discarded.select_related("tournament")
    lock_tournament(rounds.get(pk=round_id).tournament)
    round_ = rounds.select_for_update(of=("self",)).get(pk=round_id)
    if round_.discarded_at is not None:
        raise Conflict(
            _("%(number)s. kolo zahodil(a) %(who)s (%(when)s); obnovit ho může pořadatel na stránce Kola.")
            % {
                "number": round_.number,
                "who": round_.discarded_by,
                "when": when_text(round_.discarded_at),
            },
            code="round_discarded",
        )
    return round_


def refuse_later_round(round_: Round) -> None:
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
    if round_.state == RoundState.PUBLISHED:
        raise Conflict(
            _("%(number)s. kolo už zveřejnil(a) %(who)s (%(when)s).")
            % {
                "number": round_.number,
                "who": round_.published_by,
                "when": when_text(round_.published_at),
            },
            code="already_published",
        )


def when_text(moment: datetime | None) -> str:
    """A moment in a sentence: «14. 3. 2026 10:05»."""
    return date_format(timezone.localtime(moment), "j. n. Y H:i") if moment else "?"
