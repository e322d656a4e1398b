"""Applications from home: sent by anybody without an account, decided by the organisers."""

import ipaddress
import uuid
from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actors import Actor, applicant_actor, signed
from tournament.enums import ApplicationState, ShownFromHome
from tournament.errors import Refused
from tournament.journal.actions import ENTRIES, Action, SeenBy, declare
from tournament.journal.write import log_write
from tournament.lib.names import normalise
from tournament.lifecycle import ApplicationAct, require_for
from tournament.models import Application, ApplicationLink, Entry, Tournament
from tournament.selectors.applications import (
    Opening,
    application_list,
    has_begun,
    opening_of,
    opening_words,
    state_in_line,
)
from tournament.selectors.entries import entries_of
from tournament.services.checks import check_fields, invalid
from tournament.services.entries import Details, entry_create, entry_withdraw, insert
from tournament.services.tries import TooManyTries, count_try
from tournament.services.writes import change_expected, lock_tournament, run_once


def _declare(name: str, words: Any) -> Action:
    """What was typed by anybody from anywhere is the organisers' to read."""
    return declare(f"tournament.application.{name}", words, area=ENTRIES, seen_by=SeenBy.ORGANISERS)


SENT = _declare("sent", gettext_lazy("Přihláška z domova"))
ACCEPTED = _declare("accepted", gettext_lazy("Přihláška z domova přijata"))
JOINED = _declare("joined", gettext_lazy("Přihláška z domova spojena s hráčem"))
REFUSED = _declare("refused", gettext_lazy("Přihláška z domova odmítnuta"))
RECONSIDERED = _declare("reconsidered", gettext_lazy("Odmítnutí přihlášky vráceno"))
WITHDRAWN = _declare("withdrawn", gettext_lazy("Odhlášení z domova"))

LIMITS = (
    ("home:{sender}", 60, timedelta(minutes=15)),
    ("home-day:{sender}", 200, timedelta(days=1)),
    ("home:{tournament}", 600, timedelta(hours=1)),
    ("home-day:{tournament}", 1500, timedelta(days=1)),
)
"""Most applications from one address, and for one tournament: a club whose thirty members sit behind one
address and tap twice is let through, and so is a hall of three hundred that waited for the opening."""


@dataclass(frozen=True, slots=True)
class Applied:
    """What somebody sends from home; put in order like what an organiser types."""

    name: str
    club: str = ""
    card: str = ""
    note: str = ""

    def tidy(self) -> "Applied":
        """The texts as ``Details`` keeps them."""
        whole = Details(**asdict(self)).tidy()
        return Applied(whole.name, whole.club, whole.card, whole.note)


def application_send(
    *,
    tournament: Tournament,
    sender: str,
    applied: Applied,
    told_public: bool = False,
    submission: uuid.UUID | None = None,
) -> Application:
    """Take an application from home; over the capacity it becomes a substitute.

    ``sender`` is the address it comes from, ``told_public`` whether the form said that names are shown.
    Refuses ``home_flood``, ``home_closed``, ``home_full`` where no substitutes are taken, ``invalid`` fields.
    """
    tidy = applied.tidy()
    _check(Application(**asdict(tidy)))
    _refuse_flood(tournament, sender)

    def create() -> Application:
        lock_tournament(tournament=tournament)
        now = Tournament.objects.get(pk=tournament.pk)
        _refuse_unless_open(now)
        state = state_in_line(now)
        if state == ApplicationState.SUBSTITUTE and not now.home_substitutes:
            raise Refused(
                _("Turnaj je plný a náhradníky nebere. Kdyby se místo uvolnilo, přihlásíte se tu."),
                code="home_full",
            )
        last = now.applications.aggregate(last=Max("sequence"))["last"] or 0
        made = Application.objects.create(
            tournament=now,
            sequence=last + 1,
            state=state,
            public=told_public and now.home_shown == ShownFromHome.NAMES,
            **asdict(tidy),
        )
        ApplicationLink.objects.create(application=made)
        log_write(
            tournament=now,
            by=applicant_actor(),
            action=SENT,
            subject=made.name,
            object_id=made.pk,
            new={**asdict(tidy), "sequence": made.sequence, "application": made.state},
        )
        return made

    return run_once(submission=submission, action=SENT, model=Application, create=create)


def application_accept(
    *,
    application: Application,
    by: Actor,
    player_id: uuid.UUID | None = None,
    new_person: bool = False,
    known_namesake: bool = False,
    expected: int | None = None,
) -> Entry:
    """The applicant is registered under the next start number; who he is, is said as to ``entry_create``.

    Refuses ``application_…`` where it was decided about, and what ``entry_create`` refuses.
    """
    with transaction.atomic():
        lock_tournament(tournament=application.tournament)
        if _did_so(application, ApplicationState.ACCEPTED, by):
            return _entry_of(application)
        require_for(ApplicationAct.ACCEPT, application.state)
        entry = entry_create(
            tournament=application.tournament,
            by=by,
            details=_details(application),
            player_id=player_id,
            new_person=new_person,
            known_namesake=known_namesake,
        )
        _decide(application, ACCEPTED, by, expected=expected, state=ApplicationState.ACCEPTED, entry=entry)
    return entry


def applications_accept(*, tournament: Tournament, by: Actor, shown: Collection[uuid.UUID]) -> list[Entry]:
    """Register all of ``shown`` that still wait and that nobody has to be asked about, in one step.

    Whoever may be registered already, or came twice, is left to be decided about by itself.
    """
    with transaction.atomic():
        lock_tournament(tournament=tournament)
        rows = application_list(tournament, by).unquestioned
        chosen = [row for row in rows if row.application.pk in set(shown)]
        people = [(_details(row.application), False, row.person) for row in chosen]
        entries = insert(tournament=tournament, people=people, by=by)
        for row, entry in zip(chosen, entries, strict=True):
            row.application.tournament = tournament
            _decide(row.application, ACCEPTED, by, state=ApplicationState.ACCEPTED, entry=entry)
    return entries


def application_join(
    *, application: Application, by: Actor, number: int, expected: int | None = None
) -> Entry:
    """The applicant is somebody who is registered already; what is written down about him stays.

    Refuses ``application_…`` where it was decided about, ``unknown_player`` for a number nobody has.
    """
    with transaction.atomic():
        lock_tournament(tournament=application.tournament)
        if _did_so(application, ApplicationState.JOINED, by):
            return _entry_of(application)
        require_for(ApplicationAct.JOIN, application.state)
        entry = entries_of(application.tournament).filter(number=number).first()
        if entry is None:
            raise Refused(_("Hráč s tímto číslem v turnaji není. Vyberte jiného."), code="unknown_player")
        _decide(application, JOINED, by, expected=expected, state=ApplicationState.JOINED, entry=entry)
    return entry


def application_refuse(
    *, application: Application, by: Actor, reason: str, expected: int | None = None
) -> None:
    """The application is refused for a reason, which its sender reads.

    Refuses ``application_…`` where it was decided about, ``invalid`` without a reason.
    """
    why = normalise(reason)
    if not why:
        raise invalid(wrong={"reason": _("Napište důvod; přečte si ho ten, kdo se hlásil.")})
    check_fields(row=Application(reason=why), fields=["reason"])
    with transaction.atomic():
        lock_tournament(tournament=application.tournament)
        if _did_so(application, ApplicationState.REFUSED, by) and application.reason == why:
            return
        require_for(ApplicationAct.REFUSE, application.state)
        _decide(application, REFUSED, by, expected=expected, state=ApplicationState.REFUSED, reason=why)


def application_reconsider(*, application: Application, by: Actor, expected: int | None = None) -> None:
    """Take a refusal back: the application waits again in its order, or among the substitutes."""
    with transaction.atomic():
        lock_tournament(tournament=application.tournament)
        application.refresh_from_db()
        require_for(ApplicationAct.RECONSIDER, application.state)
        state = state_in_line(application.tournament, before=application.sequence)
        _decide(application, RECONSIDERED, by, expected=expected, state=state, reason="")


def application_withdraw(*, application: Application) -> None:
    """Its sender will not come; if he was registered, he leaves the tournament. Asked again, nothing happens.

    Refuses ``home_begun`` once a round is published, ``application_refused``.
    """
    with transaction.atomic():
        lock_tournament(tournament=application.tournament)
        application.refresh_from_db()
        if application.state == ApplicationState.WITHDRAWN and not _plays(application):
            return
        if has_begun(application.tournament):
            raise Refused(
                _("Turnaj už je rozlosovaný. Zavolejte pořadateli, ať vás odhlásí."), code="home_begun"
            )
        if not _plays(application):
            require_for(ApplicationAct.WITHDRAW, application.state)
        _decide(application, WITHDRAWN, applicant_actor(), state=ApplicationState.WITHDRAWN)
        if application.entry is not None:
            entry_withdraw(entry=application.entry, by=applicant_actor())


def _decide(
    application: Application, action: Action, by: Actor, *, expected: int | None = None, **changes: Any
) -> None:
    """Change the state with who did it and when, and write it down."""
    old = application.state
    change_expected(
        row=application,
        expected=expected,
        decided_at=timezone.now(),
        **signed("decided_by", by),
        **changes,
    )
    entry: Entry | None = changes.get("entry")
    log_write(
        tournament=application.tournament,
        by=by,
        action=action,
        subject=application.name,
        object_id=application.pk,
        old={"application": old},
        new={"application": application.state} | ({"number": entry.number} if entry else {}),
        reason=application.reason,
    )


def _did_so(application: Application, state: ApplicationState, by: Actor) -> bool:
    """Whether the same person has just done the same: a tap twice is one. Reads the row as it is now."""
    application.refresh_from_db()
    return application.state == state and application.decided_by_key == by.key


def _entry_of(application: Application) -> Entry:
    assert application.entry is not None, "accepted and joined applications have an entry"
    return application.entry


def _plays(application: Application) -> bool:
    return application.entry is not None and application.entry.withdrawn_after is None


def _details(application: Application) -> Details:
    return Details(application.name, application.club, application.card, note=application.note)


def _check(application: Application) -> None:
    if not application.name:
        raise invalid(wrong={"name": _("Napište příjmení a jméno.")})
    check_fields(row=application, fields=["name", "club", "card", "note"])


def _refuse_flood(tournament: Tournament, sender: str) -> None:
    for of, most, within in LIMITS:
        try:
            count_try(of=of.format(sender=_line(sender), tournament=tournament.pk), most=most, within=within)
        except TooManyTries as error:
            raise Refused(
                _("Přihlášek přišlo najednou moc. Zkuste to za čtvrt hodiny, nebo zavolejte pořadateli."),
                code="home_flood",
            ) from error


def _line(sender: str) -> str:
    """Whose line it is: of the long addresses a household has countless ones, so its whole net is one."""
    try:
        address = ipaddress.ip_address(sender)
    except ValueError:
        return sender
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else sender


def _refuse_unless_open(tournament: Tournament) -> None:
    opening = opening_of(tournament)
    if opening == Opening.OPEN:
        return
    text = opening_words(tournament, opening)
    if opening != Opening.SOON:
        text = _("%(closed)s Zavolejte pořadateli.") % {"closed": text}
    raise Refused(text, code="home_closed")
