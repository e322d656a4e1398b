"""Penalties in words and as the desk lists them; the standings say them with their reasons."""

import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from rules import format_points
from rules.entitlements import must_be_listed
from scoring.enums import Exclusion
from scoring.models import Hand, Penalty
from tournament.journal.reading import when_written
from tournament.lib.counting import from_round, plural
from tournament.lifecycle import ALLOWED, Act, allowed
from tournament.models import Entry, Seat, Table, Tournament
from tournament.selectors.entries import entries_by_name, next_round_number


@dataclass(frozen=True, slots=True)
class PenaltyGroup:
    """Penalties proposed to several people of a round for the same thing, decided together."""

    round: int
    reason: str
    penalties: tuple[Penalty, ...]


@dataclass(frozen=True, slots=True)
class PenaltyList:
    """The penalties of a tournament by round and player: what waits for a decision, and what was decided.

    ``groups`` are the proposals that can be decided together.
    """

    groups: tuple[PenaltyGroup, ...]
    proposed: tuple[Penalty, ...]
    decided: tuple[Penalty, ...]


@dataclass(frozen=True, slots=True)
class PenaltyTargets:
    """Whom a penalty can be given in a round: its tables, for everybody there, and every player."""

    tables: tuple[Table, ...]
    entries: tuple[Entry, ...]


def penalty_words(penalty: Penalty) -> str:
    """What the penalty is: a warning, points, an exclusion."""
    if penalty.exclusion == Exclusion.TOURNAMENT:
        return _("vyloučení z turnaje")
    if penalty.exclusion == Exclusion.ROUND:
        # Only a penalty of a whole tournament has no round.
        number = penalty.round.number if penalty.round else 1
        return _("vyloučení %(where)s") % {"where": from_round(number)}
    if not penalty.points:
        return _("napomenutí")
    points = {"points": format_points(penalty.points)}
    unit = plural(-penalty.points, _("%(points)s bod"), _("%(points)s body"), _("%(points)s bodů"))
    return unit % points


def penalty_reason(penalty: Penalty) -> str:
    """What it is and why, as it stands beside the sum of a player's penalties."""
    return _("%(what)s: %(why)s") % {"what": penalty_words(penalty), "why": penalty.reason}


def penalties_in_force(tournament: Tournament, upto: int) -> list[Penalty]:
    """Penalties that count after round ``upto``, by round; one without a round counts from the beginning."""
    applied = tournament.penalties.filter(state=Penalty.State.APPLIED, round__discarded_at=None)
    ordered = applied.select_related("entry", "round").order_by(
        "round__number", "entry__number", when_written(), "pk"
    )
    return [one for one in ordered if one.round is None or one.round.number <= upto]


def kept_out(tournament: Tournament, number: int | None) -> Collection[uuid.UUID]:
    """Ids of the entries that round ``number`` does not seat; ``None``: those of the whole tournament."""
    wanted = Q(exclusion=Exclusion.TOURNAMENT)
    if number is not None:
        wanted |= Q(exclusion=Exclusion.ROUND, round__number=number)
    in_force = Penalty.objects.filter(
        wanted, tournament=tournament, state=Penalty.State.APPLIED, round__discarded_at=None
    )
    return set(in_force.values_list("entry_id", flat=True))


def penalty_list(tournament: Tournament) -> PenaltyList:
    """Every penalty of the tournament, those of discarded rounds apart."""
    found = tournament.penalties.filter(round__discarded_at=None).select_related("entry", "round")
    ordered = list(found.order_by("-round__number", "entry__number", when_written(), "pk"))
    waiting = [one for one in ordered if one.state == Penalty.State.PROPOSED]
    return PenaltyList(
        groups=_groups(waiting),
        proposed=tuple(waiting),
        decided=tuple(one for one in ordered if one.state != Penalty.State.PROPOSED),
    )


def undecided_penalties(tournament: Tournament) -> int:
    """How many proposed penalties nobody has decided; those of a discarded round count nowhere."""
    return tournament.penalties.filter(state=Penalty.State.PROPOSED, round__discarded_at=None).count()


def penalty_of(tournament: Tournament, penalty_id: uuid.UUID) -> Penalty | None:
    """A penalty of the tournament; ``None`` for another one's, and in a discarded round."""
    found = tournament.penalties.select_related("round", "entry", "tournament")
    return found.filter(pk=penalty_id, round__discarded_at=None).first()


def penalty_rounds(tournament: Tournament) -> tuple[list[int], int | None]:
    """Numbers of the rounds a penalty can be given in, and of the one that is talked about now.

    The next one that is not drawn is among them, so that somebody can be excluded from it; talked about is
    the last one that was shown, else the first.
    """
    rounds = list(tournament.rounds.order_by("number"))
    ahead = next_round_number(tournament)
    numbers = sorted({*(one.number for one in rounds), *([ahead] if ahead else [])})
    shown = [one.number for one in rounds if allowed(Act.SHOW, one.state)]
    return numbers, shown[-1] if shown else next(iter(numbers), None)


def penalty_targets(tournament: Tournament, number: int) -> PenaltyTargets:
    """Whom a penalty can be given in a round; tables of a draft are nobody's yet."""
    tables = Table.objects.filter(
        round__tournament=tournament,
        round__number=number,
        round__discarded_at=None,
        round__state__in=ALLOWED[Act.SHOW],
    )
    return PenaltyTargets(tuple(tables.order_by("number")), tuple(entries_by_name(tournament)))


def people_at(table: Table) -> list[Entry]:
    """The players of a table in the order of their seats."""
    seats = Seat.objects.filter(table=table).select_related("entry").order_by("position")
    return [seat.entry for seat in seats]


def listed_hands(table: Table) -> list[tuple[int, str, int]]:
    """Number, seat and points of each hand that B/1 wants written on the sheet."""
    hands = Hand.objects.filter(table=table, removed=False).order_by("sequence")
    return [
        (number, letter, points)
        for number, premium in hands.values_list("sequence", "premium")
        for letter, points in sorted(premium.items())
        if must_be_listed(points)
    ]


def _groups(proposed: Iterable[Penalty]) -> tuple[PenaltyGroup, ...]:
    alike: dict[tuple[int, str], list[Penalty]] = {}
    for one in proposed:
        if one.round is not None:
            alike.setdefault((one.round.number, one.reason), []).append(one)
    return tuple(
        PenaltyGroup(number, reason, tuple(group))
        for (number, reason), group in alike.items()
        if len(group) > 1
    )
