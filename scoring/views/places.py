"""The door of a table's pages: members come through the tournament, scribes through their link.

Both see the same views. A view gets a ``Place`` – the table, who asks, what he may do – and takes its
addresses from it, so that a scribe never leaves his link.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse

from scoring.models import Hand
from scoring.selectors.scribes import is_past_link
from scoring.selectors.tables import hand_of, table_of
from scoring.services.guards import WRITABLE_TABLES, require_writable, require_writer
from tournament.access import for_members, refuse
from tournament.actors import Actor
from tournament.enums import CLOSED_STATES, RoundState, TableState
from tournament.models import Round, Table, Tournament
from tournament.selectors.access import scribe_actor, scribe_link

View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
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
            self.round.state in (RoundState.PUBLISHED, RoundState.PLAYING)
            and self.table.state in WRITABLE_TABLES
            and self.actor.may_write_hands(self.table.pk)
        )

    def require_write(self) -> None:
        """Refuse with the reason where ``may_write`` is not true: no form would be there to show it."""
        require_writer(self.table, self.actor)
        require_writable(self.table)

    @property
    def may_decide(self) -> bool:
        """May rule on hands of this table now."""
        if self.round.state == RoundState.DRAFT or self.tournament.finished_at is not None:
            return False
        return self.actor.is_chief if self.is_closed else self.actor.may_decide(self.table.number)

    @property
    def is_closed(self) -> bool:
        """The round is closed: only corrections with a reason are left."""
        return self.round.state in CLOSED_STATES

    @property
    def is_confirmed(self) -> bool:
        """The result is confirmed and the round is not closed yet."""
        return self.table.state == TableState.CONFIRMED

    @property
    def may_enter_result(self) -> bool:
        """May enter the result, of a closed round as a correction."""
        if self.tournament.finished_at is not None or not self.actor.is_organiser:
            return False
        return self.is_closed or self.table.state in WRITABLE_TABLES

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


def at_table(view: View) -> View:
    """For organisers and the referees of the table, at the address of the tournament."""

    @wraps(view)
    @for_members
    def with_place(
        request: HttpRequest,
        tournament: Tournament,
        actor: Actor,
        number: int,
        table_number: int,
        **kwargs: Any,
    ) -> HttpResponse:
        table = table_of(tournament, number, table_number)
        if table is None or not actor.may_see_hands(table.pk, table.number):
            return refuse(request)
        if table.round.state == RoundState.DRAFT:
            raise Http404
        return view(request, Place(table, actor), **kwargs)

    return with_place


def by_link(view: View) -> View:
    """For the scribe of the table, at the address of his link; 404 once the round is closed.

    Whoever held a link that ended is told so, without a name or a figure of the table.
    """

    @wraps(view)
    def with_place(request: HttpRequest, token: str, **kwargs: Any) -> HttpResponse:
        link = scribe_link(token)
        if link is None and is_past_link(token):
            return render(request, "scoring/scribe_past.html", status=404)
        if link is None or link.table.round.state == RoundState.DRAFT:
            raise Http404
        response = view(request, Place(link.table, scribe_actor(link), token), **kwargs)
        # The address is the key; it must not stay in caches that other people share.
        response["Cache-Control"] = "private, no-store"
        return response

    return with_place
