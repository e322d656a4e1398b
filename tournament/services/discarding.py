"""A whole round that should not have been: discarded with everything it holds, restored the same (S12)."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import ports
from tournament.actors import Actor, signed
from tournament.errors import Conflict, NotAllowed, Refused
from tournament.journal.actions import ROUNDS, declare
from tournament.journal.write import log_write
from tournament.lib.names import fold
from tournament.lifecycle import ALLOWED, Act, allowed, require
from tournament.models import Round
from tournament.services.rounds import locked_round, refuse_earlier_open, require_open_tournament
from tournament.services.writes import change_expected, lock_tournament

DISCARDED = declare("tournament.round.discarded", gettext_lazy("Celé kolo zahozeno"), area=ROUNDS)
RESTORED = declare("tournament.round.restored", gettext_lazy("Zahozené kolo obnoveno"), area=ROUNDS)


def round_discard(
    *, round_: Round, by: Actor, typed: str, reason: str = "", expected: int | None = None
) -> Round:
    """Take a published, playing or closed round out of the tournament; ``typed`` is its name, «3. kolo».

    Nothing is deleted: tables, hands, rulings, results, penalties and published standings stay with the
    round, count nowhere while it is discarded and come back with it. Raises ``NotAllowed``, ``Refused``
    (also while a later round is drawn from it), ``Conflict``.
    """
    _require_organiser(by)
    with transaction.atomic():
        fresh = locked_round(round_id=round_.pk)
        require_open_tournament(tournament=fresh.tournament)
        require(Act.DISCARD, state=fresh.state, number=fresh.number)
        _refuse_drawn_later(fresh)
        _require_name(fresh, typed)
        change_expected(
            row=fresh, expected=expected, discarded_at=timezone.now(), **signed("discarded_by", by)
        )
        log_write(
            tournament=fresh.tournament,
            by=by,
            action=DISCARDED,
            round_=fresh,
            object_id=fresh.pk,
            old={"discarded": False, "state": fresh.state, "table_count": fresh.tables.count()},
            new={"discarded": True},
            reason=reason,
        )
    return fresh


def round_restore(*, round_: Round, by: Actor, reason: str = "") -> Round:
    """Put a discarded round back as it was, with its scribes' links.

    Standings that were published with it follow what has changed in the meantime. Raises ``NotAllowed``;
    ``Refused`` when another round of its number is drawn or the rounds before it are not there, or not closed
    before a closed one; ``Conflict`` when somebody has restored it already.
    """
    _require_organiser(by)
    with transaction.atomic():
        lock_tournament(tournament=round_.tournament)
        fresh = (
            Round.with_discarded.select_for_update(of=("self",))
            .select_related("tournament")
            .get(pk=round_.pk)
        )
        if fresh.discarded_at is None:
            raise Conflict(
                _("%(number)s. kolo už je zpátky v turnaji.") % {"number": fresh.number},
                code="restored_already",
            )
        require_open_tournament(tournament=fresh.tournament)
        _require_place(fresh)
        before = {"discarded": True, "discarded_by": fresh.discarded_by}
        replaced = _put_empty_aside(fresh, by)
        change_expected(row=fresh, expected=None, discarded_at=None, **signed("discarded_by", None))
        log_write(
            tournament=fresh.tournament,
            by=by,
            action=RESTORED,
            round_=fresh,
            object_id=fresh.pk,
            old=before,
            new={"discarded": False, "state": fresh.state} | replaced,
            reason=reason,
        )
        ports.standings_follow(
            tournament=fresh.tournament,
            first=fresh.number,
            by=by,
            reason=_("%(number)s. kolo obnoveno") % {"number": fresh.number},
        )
    return fresh


def _require_organiser(by: Actor) -> None:
    if not by.is_organiser:
        raise NotAllowed(_("Celé kolo zahodí nebo obnoví jen pořadatel turnaje."), code="not_organiser")


def _refuse_drawn_later(round_: Round) -> None:
    """Whoever was drawn from this round would stand on nothing."""
    later = (
        round_.tournament.rounds.filter(number__gt=round_.number, tables__isnull=False)
        .order_by("number")
        .first()
    )
    if later is None:
        return
    numbers = {"number": round_.number, "later": later.number}
    if allowed(Act.DRAW, later.state):
        raise Refused(
            _("Po %(number)s. kole je už vylosované %(later)s. kolo; nejdřív zahoďte jeho návrh.") % numbers,
            code="later_drawn",
        )
    raise Refused(
        _("Po %(number)s. kole je už zveřejněné %(later)s. kolo, které z něj vychází; nejdřív zahoďte to.")
        % numbers,
        code="later_published",
    )


def _require_name(round_: Round, typed: str) -> None:
    """The name typed as people write it; spaces and capitals do not matter."""
    if "".join(fold(typed).split()) != "".join(fold(str(round_)).split()):
        text = _("Napište přesně název kola: %(name)s.") % {"name": round_}
        raise Refused(text, code="name_typed", fields={"typed": text})


def _require_place(round_: Round) -> None:
    """Its number is free and the rounds before it are there."""
    tournament, number = round_.tournament, round_.number
    if number > tournament.rounds_planned:
        raise Refused(
            _("Turnaj má teď jen kola 1 až %(planned)s; nejdřív v nastavení přidejte %(number)s. kolo.")
            % {"planned": tournament.rounds_planned, "number": number},
            code="round_number",
        )
    newer = tournament.rounds.filter(number=number, tables__isnull=False).first()
    if newer is not None:
        raise Refused(
            _("%(number)s. kolo se mezitím vylosovalo znovu; nejdřív zahoďte to nové.") % {"number": number},
            code="number_taken",
        )
    if allowed(Act.PUBLISH_STANDINGS, round_.state):
        refuse_earlier_open(round_=round_)
    present = set(tournament.rounds.filter(state__in=ALLOWED[Act.SHOW]).values_list("number", flat=True))
    missing = next((earlier for earlier in range(1, number) if earlier not in present), None)
    if missing is not None:
        raise Refused(
            _("%(number)s. kolo navazuje na %(missing)s. kolo; nejdřív obnovte to.")
            % {"number": number, "missing": missing},
            code="round_order",
        )


def _put_empty_aside(round_: Round, by: Actor) -> dict[str, str]:
    """A newer round of the number that seats nobody (an announced seed, a discarded draft) gives way."""
    empty = round_.tournament.rounds.filter(number=round_.number).first()
    if empty is None:
        return {}
    change_expected(row=empty, expected=None, discarded_at=timezone.now(), **signed("discarded_by", by))
    return {"put_aside": str(empty.pk)}
