"""What every write at a table begins with: one lock on the round, then the checks, and words for the log.

One lock for the whole round keeps two writers of one table, and a table against the closing of its round,
in a queue; a lock per table would let two of them wait for each other.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict

from django.db.models import Exists, Expression, OuterRef, QuerySet, Subquery, UUIDField
from django.utils.translation import gettext as _

from scoring.models import Hand, TableResult
from scoring.selectors.revision import may_correct, revision_of
from scoring.selectors.tables import log_of
from tournament.actors import Actor
from tournament.enums import SEAT_NAMES
from tournament.errors import NotAllowed, Refused
from tournament.lib.names import normalise
from tournament.lib.prepared import Prepared
from tournament.lifecycle import Act, TableAct, allowed_at, require
from tournament.models import Round, Seat, Table, Tournament
from tournament.services.rounds import refuse_discarded, when_text
from tournament.services.writes import lock_tournament_of


class LockedTable(NamedTuple):
    """A table under the lock of its round, and what a new hand asks of it.

    ``letters`` are its seats in order; ``has_result``: there is a result, which may have to follow the hands;
    ``mark`` is the last entry of the journal about it, as ``table_mark`` gives it.
    """

    table: Table
    letters: tuple[str, ...]
    has_result: bool = True
    mark: int = 0


def locked_table(*, table: Table) -> Table:
    """The table as it is now, under the lock of its round; ``table.round.tournament`` costs no query."""
    lock_tournament_of(round_id=table.round_id)
    fresh = _under_lock().get(pk=table.pk)
    refuse_discarded(round_=fresh.round)
    return fresh


def locked_for_hand(*, table: Table) -> LockedTable:
    """The same with all that a new hand asks, in one query: a whole hall writes hands at a time."""
    lock_tournament_of(round_id=table.round_id)
    fresh = _ASKED.first(pk=table.pk)
    if fresh is None:
        raise Table.DoesNotExist
    refuse_discarded(round_=fresh.round)
    letters = SEAT_NAMES if fresh.has_fourth else SEAT_NAMES[:3]
    return LockedTable(fresh, letters, has_result=fresh.has_result, mark=fresh.mark or 0)


def _asked_by_a_hand(pk: Expression) -> QuerySet[Any]:
    here = OuterRef("pk")
    fourth = Seat.objects.filter(table=here, position=SEAT_NAMES[3])
    result = TableResult.objects.filter(table=here, current=True)
    return (
        _under_lock()
        .filter(pk=pk)
        .annotate(
            has_fourth=Exists(fourth),
            has_result=Exists(result),
            mark=Subquery(log_of(OuterRef("round_id"), OuterRef("number")).values("sequence")[:1]),
        )
    )


_ASKED: Prepared[Any] = Prepared(_asked_by_a_hand, pk=UUIDField())


def _under_lock() -> QuerySet[Table]:
    return Table.objects.select_related("round__tournament").select_for_update(of=("round",))


def seat_letters(*, table: Table) -> tuple[str, ...]:
    """The seats of a table in order, ``("A", "B", "C")`` or with ``"D"``."""
    return tuple(table.seats.order_by("position").values_list("position", flat=True))


def require_writer(*, table: Table, by: Actor) -> None:
    """Hands are written by the table's scribe and by organisers; a referee changes them by a ruling."""
    if not by.may_write_hands(table.pk):
        raise NotAllowed(
            _("Hry stolu %(number)d zapisuje jeho zapisovatel nebo pořadatel.") % {"number": table.number},
            code="not_writer",
        )


def holds_ruling(*, record: Mapping[str, Any]) -> bool:
    """Whether a record says what only a referee may say: another misconduct (REF), what D6 leaves to him."""
    renonce = record.get("renonce") or []
    return bool(record.get("theoretically_playable")) or any(one["article"] == "REF" for one in renonce)


def refuse_ruling(*, record: Mapping[str, Any], by: Actor) -> None:
    """A scribe records, a referee rules; organisers write down from paper what one has ruled."""
    if by.is_organiser or not holds_ruling(record=record):
        return
    text = _("Jiné provinění (REF) a teoretickou sehratelnost (D6) určuje rozhodčí. Zavolejte ho ke stolu.")
    raise Refused(text, code="referee_rules")


def require_organiser(*, by: Actor) -> None:
    """Results and standings are the organiser's."""
    if not by.is_organiser:
        raise NotAllowed(_("Tohle může udělat jen pořadatel turnaje."), code="not_organiser")


def require_corrector(*, table: Table, by: Actor) -> None:
    """Who changes the result of a closed round: during its revision an organiser, afterwards the chief.

    Asked under the lock of the round. The first entry of a table without a result is no correction: it is an
    organiser's. Raises ``NotAllowed``.
    """
    if allowed_at(TableAct.AWAIT, table.state):
        require_organiser(by=by)
        return
    revision = revision_of(table.round)
    if revision is None or may_correct(revision, by):
        return
    number = {"number": table.round.number}
    if not by.may_punish:
        require_organiser(by=by)
    if revision.is_over:
        raise NotAllowed(
            _("Reklamace výsledků %(number)d. kola skončila. Opravit výsledek může už jen hlavní rozhodčí.")
            % number,
            code="revision_over",
        )
    raise NotAllowed(
        _("Reklamace výsledků %(number)d. kola ještě trvá, výsledek opraví pořadatel.") % number,
        code="revision_running",
    )


def require_desk(*, by: Actor) -> None:
    """Corrections are of organisers and the chief referee; whose and when, the revision says."""
    if not by.may_punish:
        require_organiser(by=by)


def require_play(*, round_: Round) -> None:
    """Hands and results belong to a published round that is not closed."""
    require(Act.WRITE_HAND, state=round_.state, number=round_.number)


def require_unfinished(*, tournament: Tournament) -> None:
    """Results can be corrected until the tournament is ended; the end can be taken back."""
    if tournament.finished_at is not None:
        raise Refused(
            _("Turnaj je ukončený, výsledky se už nemění. Opravu umožní až jeho znovuotevření v přehledu."),
            code="finished",
        )


def refuse_without_result(*, table: Table) -> None:
    """Nothing is written or confirmed at a table without a result until it is awaited again."""
    if allowed_at(TableAct.AWAIT, table.state):
        raise Refused(
            _(
                "Stůl %(number)d je uzavřený bez výsledku (%(why)s). Chcete-li zapisovat dál, ať pořadatel"
                " na stránce výsledku znovu začne na výsledek čekat."
            )
            % {"number": table.number, "why": table.no_result_reason},
            code="without_result",
        )


def require_writable(*, table: Table) -> None:
    """A confirmed table only reads; the organiser can take the confirmation back."""
    require_play(round_=table.round)
    refuse_without_result(table=table)
    if not allowed_at(TableAct.WRITE, table.state):
        result = TableResult.objects.filter(table=table, current=True).first()
        raise Refused(
            _(
                "Lístek stolu %(number)d už je potvrzený: %(who)s (%(when)s). Chcete-li zapisovat dál,"
                " ať pořadatel potvrzení vezme zpět."
            )
            % {
                "number": table.number,
                "who": (result and result.confirmed_by) or "?",
                "when": when_text(moment=result.confirmed_at if result else None),
            },
            code="table_confirmed",
        )


class LoggedPlace(TypedDict, total=False):
    """Where something happened, by the names of ``log_write``."""

    round_: Round
    table: int
    hand: int


def place_of(*, target: Table | Hand) -> LoggedPlace:
    """The place of a table or of a hand, for a log entry about it."""
    if isinstance(target, Hand):
        return {**place_of(target=target.table), "hand": target.sequence}
    return {"round_": target.round, "table": target.number}


def reason_given(*, reason: str, field: str = "reason") -> str:
    """The reason without spaces around it; ``Refused`` when there is none or it is too long."""
    text = normalise(reason)
    if not text:
        raise Refused(
            _("Napište důvod, bude u výsledku vidět."),
            code="reason_missing",
            fields={field: _("Napište důvod.")},
        )
    if len(text) > 300:
        raise Refused(
            _("Důvod má mít nejvýš 300 písmen, má jich %(count)d.") % {"count": len(text)},
            code="reason_long",
            fields={field: _("Nejvýš 300 písmen.")},
        )
    return text
