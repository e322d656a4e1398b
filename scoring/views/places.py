"""The door of a table's pages: members come through the tournament, scribes through their link.

Both see the same views. A view gets a ``Place`` – the table, who asks, what he may do – and takes its
addresses from it, so that a scribe never leaves his link.
"""

from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.models import Hand
from scoring.selectors.revision import Revision, may_correct, revision_of
from scoring.selectors.scribes import is_past_link
from scoring.selectors.tables import HandRow, hand_of, table_of
from scoring.services.guards import require_writable, require_writer
from tournament.access import View, refuse
from tournament.actors import Actor
from tournament.lifecycle import WITHOUT_RESULT, Act, TableAct, allowed, allowed_at
from tournament.models import Round, Table, Tournament
from tournament.selectors.access import NOBODY, actor_for, scribe_actor, scribe_link


@dataclass(frozen=True)
class Place:
    """A table, who looks at it, and the way to its pages (``token``: through the scribe's link)."""

    table: Table
    actor: Actor
    token: str = ""

    @property
    def round(self) -> Round:
        """The round of the table."""
        return self.table.round

    @property
    def tournament(self) -> Tournament:
        """The tournament of the table."""
        return self.table.round.tournament

    @property
    def may_write(self) -> bool:
        """May write and correct hands now."""
        return (
            allowed(Act.WRITE_HAND, self.round.state)
            and allowed_at(TableAct.WRITE, self.table.state)
            and self.actor.may_write_hands(self.table.pk)
        )

    @property
    def is_desk(self) -> bool:
        """An organiser: pastes whole records and writes down what a referee ruled; a scribe does neither."""
        return self.actor.is_organiser

    @property
    def may_hand_in(self) -> bool:
        """May hand the sheet in now; otherwise, where he may write, take it back."""
        return self.may_write and allowed_at(TableAct.HAND_IN, self.table.state)

    def require_write(self) -> None:
        """Refuse with the reason where ``may_write`` is not true: no form would be there to show it."""
        require_writer(table=self.table, by=self.actor)
        require_writable(table=self.table)

    @property
    def may_decide(self) -> bool:
        """May rule on hands of this table now."""
        act = Act.RULE_AS_CHIEF if self.actor.is_chief else Act.RULE
        return (
            allowed(act, self.round.state)
            and self.tournament.finished_at is None
            and self.actor.may_decide(self.table.number)
        )

    @property
    def may_call(self) -> bool:
        """May open a dispute at this table now."""
        return (
            allowed(Act.CALL_REFEREE, self.round.state)
            and self.tournament.finished_at is None
            and self.actor.may_see_hands(self.table.pk, self.table.number)
        )

    @property
    def is_closed(self) -> bool:
        """The round is closed: only corrections with a reason are left."""
        return allowed(Act.CORRECT_RESULT, self.round.state)

    @property
    def is_confirmed(self) -> bool:
        """The result is confirmed and the round is not closed yet."""
        return allowed_at(TableAct.UNCONFIRM, self.table.state)

    @property
    def is_without_result(self) -> bool:
        """The table was closed without a result, and none has been supplied."""
        return self.table.state in WITHOUT_RESULT

    @property
    def may_give_up(self) -> bool:
        """May close the table without a result now."""
        return self._may_at_desk(TableAct.GIVE_UP)

    @property
    def may_await(self) -> bool:
        """May wait for the result of such a table again."""
        return self._may_at_desk(TableAct.AWAIT)

    def _may_at_desk(self, act: TableAct) -> bool:
        open_round = allowed(Act.CONFIRM_RESULT, self.round.state)
        return open_round and self.actor.is_organiser and allowed_at(act, self.table.state)

    @property
    def may_enter_result(self) -> bool:
        """May enter the result, of a closed round as a correction."""
        if self.tournament.finished_at is not None:
            return False
        if self.is_closed and not self.is_without_result:
            revision = self.revision
            return revision is not None and may_correct(revision, self.actor)
        supplied = self.is_closed or allowed_at(TableAct.WRITE, self.table.state)
        return self.actor.is_organiser and supplied

    @cached_property
    def revision(self) -> Revision | None:
        """The revision of a closed round."""
        return revision_of(self.round) if self.is_closed else None

    def address(self, name: str, **kwargs: Any) -> str:
        """The address of a page of this table for this person."""
        if self.token:
            return reverse(f"scoring:scribe_{name}", kwargs={"token": self.token, **kwargs})
        place = {
            "slug": self.tournament.slug,
            "number": self.round.number,
            "table_number": self.table.number,
        }
        return reverse(f"scoring:{name}", kwargs={**place, **kwargs})

    def back(self) -> HttpResponseRedirect:
        """To the page of the table."""
        return redirect(self.address("table"))

    def hand_or_404(self, sequence: int) -> Hand:
        """A hand of this table by its number."""
        hand = hand_of(self.table, sequence)
        if hand is None:
            raise Http404
        return hand


@dataclass(frozen=True)
class LinkedRow:
    """A line of the account and the ways to its hand; an address is made where it is shown."""

    row: HandRow
    place: Place

    @cached_property
    def address(self) -> str:
        """The page of the hand."""
        return self.place.address("hand", sequence=self.row.hand.sequence)

    @cached_property
    def put_back(self) -> str:
        """Where a hand that was taken back is put back."""
        return self.place.address("hand_put_back", sequence=self.row.hand.sequence)


def at_table(view: View) -> View:
    """For organisers and the referees of the table, at the address of the tournament."""

    @wraps(view)
    def with_place(
        request: HttpRequest, slug: str, number: int, table_number: int, **kwargs: Any
    ) -> HttpResponseBase:
        table = table_of(slug, number, table_number)
        actor = actor_for(request.user, table.round.tournament) if table else NOBODY
        if table is None or not actor.may_see_hands(table.pk, table.number):
            return refuse(request)
        if not allowed(Act.SHOW, table.round.state):
            raise Http404
        return _unkept(view(request, Place(table, actor), **kwargs))

    return with_place


def by_link(view: View) -> View:
    """For the scribe of the table, at the address of his link; 404 once the round is closed.

    Whoever held a link that ended is told so, without a name or a figure of the table.
    """

    @wraps(view)
    def with_place(request: HttpRequest, token: str, **kwargs: Any) -> HttpResponseBase:
        link = scribe_link(token)
        if link is None and is_past_link(token):
            return render(request, "scoring/scribe_past.html", status=404)
        if link is None:
            raise Http404
        return _unkept(view(request, Place(link.table, scribe_actor(link.table), token), **kwargs))

    return with_place


def _unkept(response: HttpResponseBase) -> HttpResponseBase:
    """Nobody keeps a page of a table: Back asks for it again and shows what is stored by then (S45).

    The scribe's address is his key besides, which must not stay in caches that other people share.
    """
    response["Cache-Control"] = "private, no-store"
    return response
