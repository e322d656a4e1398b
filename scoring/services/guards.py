"""What every write at a table begins with: one lock on the round, then the checks, and words for the log.

One lock for the whole round keeps two writers of one table, and a table against the closing of its round,
in a queue; a lock per table would let two of them wait for each other.
"""

from django.utils.translation import gettext as _

from scoring.models import Hand, TableResult
from tournament.actors import Actor
from tournament.enums import TableState
from tournament.errors import NotAllowed, Refused
from tournament.lib.names import normalise
from tournament.lifecycle import Act, require
from tournament.models import Round, Table, Tournament
from tournament.services.rounds import locked_round, when_text

WRITABLE_TABLES = (TableState.OPEN, TableState.HANDED_IN)
"""The scribe writes while the table is open or handed in, and only reads once it is confirmed."""


def locked_table(table: Table) -> Table:
    """The table as it is now, under the lock of its round; ``table.round.tournament`` costs no query."""
    round_ = locked_round(table.round_id)
    fresh = Table.objects.get(pk=table.pk)
    fresh.round = round_
    return fresh


def seat_letters(table: Table) -> tuple[str, ...]:
    """The seats of a table in order, ``("A", "B", "C")`` or with ``"D"``."""
    return tuple(table.seats.order_by("position").values_list("position", flat=True))


def require_writer(table: Table, by: Actor) -> None:
    """Hands are written by the table's scribe and by organisers; a referee changes them by a ruling."""
    if not by.may_write_hands(table.pk):
        raise NotAllowed(
            _("Hry stolu %(number)d zapisuje jeho zapisovatel nebo pořadatel.") % {"number": table.number},
            code="not_writer",
        )


def require_organiser(by: Actor) -> None:
    """Results and standings are the organiser's."""
    if not by.is_organiser:
        raise NotAllowed(_("Tohle může udělat jen pořadatel turnaje."), code="not_organiser")


def require_play(round_: Round) -> None:
    """Hands and results belong to a published round that is not closed."""
    require(Act.WRITE_HAND, state=round_.state, number=round_.number)


def require_unfinished(tournament: Tournament) -> None:
    """Results can be corrected until the tournament is ended; the end can be taken back."""
    if tournament.finished_at is not None:
        raise Refused(
            _("Turnaj je ukončený, výsledky se už nemění. Opravu umožní až jeho znovuotevření v přehledu."),
            code="finished",
        )


def require_writable(table: Table) -> None:
    """A confirmed table only reads; the organiser can take the confirmation back."""
    require_play(table.round)
    if table.state not in WRITABLE_TABLES:
        result = TableResult.objects.filter(table=table, current=True).first()
        raise Refused(
            _(
                "Lístek stolu %(number)d už potvrdil(a) %(who)s (%(when)s). Chcete-li zapisovat dál,"
                " ať pořadatel potvrzení vezme zpět."
            )
            % {
                "number": table.number,
                "who": (result and result.confirmed_by) or "?",
                "when": when_text(result.confirmed_at if result else None),
            },
            code="table_confirmed",
        )


def subject_of(target: Table | Hand) -> str:
    """What a log entry is about: «1. kolo, stůl 4, hra 3»."""
    if isinstance(target, Hand):
        return f"{subject_of(target.table)}, hra {target.sequence}"
    return f"{target.round.number}. kolo, stůl {target.number}"


def reason_given(reason: str, *, field: str = "reason") -> str:
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
