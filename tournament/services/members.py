"""Accounts and what they may do in a tournament."""

import secrets
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.actors import Actor
from tournament.enums import Role
from tournament.errors import Refused
from tournament.journal.actions import SETTINGS, declare
from tournament.journal.write import log_write
from tournament.lib.names import fold, normalise
from tournament.models import Account, Membership, Tournament
from tournament.services.checks import check_account, invalid
from tournament.services.writes import answer_once, lock_tournament

ADDED = declare("tournament.member.added", gettext_lazy("Člověk přidán"), area=SETTINGS)
REMOVED = declare("tournament.member.removed", gettext_lazy("Člověk odebrán"), area=SETTINGS)
TABLES_CHANGED = declare(
    "tournament.member.tables_changed", gettext_lazy("Stoly rozhodčího změněny"), area=SETTINGS
)

PASSWORD_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without i, l, o, 0 and 1, which are misread from paper."""

LARGEST_TABLE = 200


@dataclass(frozen=True, slots=True)
class NewAccount:
    """An account and its password, which is shown once and stored only as a hash.

    ``password`` is empty when the same form was sent again: the first answer showed it.
    """

    account: Account
    password: str


def new_password() -> str:
    """Twelve letters and figures in three groups: 59 bits that can be read out loud."""
    groups = ("".join(secrets.choice(PASSWORD_LETTERS) for _place in range(4)) for _group in range(3))
    return "-".join(groups)


def account_create(*, username: str = "", first_name: str = "", last_name: str = "") -> NewAccount:
    """A new account with a generated password. Without a user name it is made from the person's name.

    Refuses ``username_taken``, ``invalid`` fields. Runs in the caller's transaction.
    """
    account = Account(
        username=normalise(username) or _free_username(first_name, last_name),
        first_name=normalise(first_name),
        last_name=normalise(last_name),
    )
    check_account(account=account, fields=("username", "first_name", "last_name"))
    password = new_password()
    account.set_password(password)
    try:
        with transaction.atomic():
            if Account.objects.filter(username__iexact=account.username).exists():
                raise _username_taken(account.username)
            account.save(force_insert=True)
    except IntegrityError as error:
        raise _username_taken(account.username) from error
    return NewAccount(account=account, password=password)


def member_add_new(
    *,
    tournament: Tournament,
    by: Actor,
    role: Role,
    first_name: str,
    last_name: str,
    username: str = "",
    tables: Sequence[int] = (),
    submission: uuid.UUID | None = None,
) -> NewAccount:
    """A new account with a role in the tournament; its password stands in the answer and nowhere else."""
    if not normalise(f"{first_name}{last_name}"):
        raise invalid(wrong={"last_name": _("Napište jméno, pod kterým bude člověk v protokolu.")})
    made: list[NewAccount] = []

    def create() -> dict[str, Any]:
        made.append(account_create(username=username, first_name=first_name, last_name=last_name))
        return _add(tournament, made[0].account, by=by, role=role, tables=tables)

    answer = answer_once(submission=submission, action=ADDED, create=create)
    if made:
        return made[0]
    return NewAccount(account=Account.objects.get(username=answer["username"]), password="")


def member_add_existing(
    *,
    tournament: Tournament,
    by: Actor,
    role: Role,
    username: str,
    tables: Sequence[int] = (),
    submission: uuid.UUID | None = None,
) -> Account:
    """A role for somebody known. Refuses ``unknown_account``, ``already_member``, ``chief_taken``."""
    account = Account.objects.filter(username__iexact=normalise(username), is_active=True).first()
    if account is None:
        text = _("Účet s přihlašovacím jménem „%(name)s“ neexistuje. Založte nový.") % {"name": username}
        raise Refused(text, code="unknown_account", fields={"username": text})
    answer_once(
        submission=submission,
        action=ADDED,
        create=lambda: _add(tournament, account, by=by, role=role, tables=tables),
    )
    return account


def member_remove(*, tournament: Tournament, by: Actor, membership_id: int) -> None:
    """Take the role away; the account stays. Refuses ``last_organiser``.

    Somebody removed already is no error: two people may press the same button.
    """
    with transaction.atomic():
        lock_tournament(tournament=tournament)
        member = _member(tournament, membership_id)
        if member is None:
            return
        organisers = tournament.memberships.filter(role=Role.ORGANISER)
        if member.role == Role.ORGANISER and organisers.count() == 1:
            raise Refused(
                _("Turnaj musí mít aspoň jednoho pořadatele. Nejdřív přidejte dalšího."),
                code="last_organiser",
            )
        member.delete()
        log_write(tournament=tournament, by=by, action=REMOVED, subject=_subject(member), old=_logged(member))


def member_set_tables(
    *, tournament: Tournament, by: Actor, membership_id: int, tables: Sequence[int]
) -> None:
    """Limit a referee to these tables; an empty list means all. Refuses ``no_such_member``."""
    wanted = _table_numbers(tables)
    with transaction.atomic():
        lock_tournament(tournament=tournament)
        member = _member(tournament, membership_id)
        if member is None or member.role != Role.REFEREE:
            raise Refused(_("Tento rozhodčí už v turnaji není."), code="no_such_member")
        if member.tables == wanted:
            return
        old = {"tables": member.tables}
        member.tables = wanted
        member.save(update_fields=["tables"])
        log_write(
            tournament=tournament,
            by=by,
            action=TABLES_CHANGED,
            subject=_subject(member),
            old=old,
            new={"tables": wanted},
        )


def _add(
    tournament: Tournament, account: Account, *, by: Actor, role: Role, tables: Sequence[int]
) -> dict[str, Any]:
    """The role of somebody; gives what a form sent twice needs to know of it."""
    lock_tournament(tournament=tournament)
    roles = tournament.memberships.select_related("account")
    if roles.filter(account=account, role=role).exists():
        text = _("%(name)s už tuto roli v turnaji má.") % {"name": account.display_name}
        raise Refused(text, code="already_member", fields={"username": text})
    chief = roles.filter(role=Role.CHIEF_REFEREE).first()
    if role == Role.CHIEF_REFEREE and chief is not None:
        text = _("Hlavním rozhodčím už je %(name)s. Nejdřív ho odeberte.") % {
            "name": chief.account.display_name
        }
        raise Refused(text, code="chief_taken", fields={"role": text})
    member = Membership.objects.create(
        tournament=tournament,
        account=account,
        role=role,
        tables=_table_numbers(tables) if role == Role.REFEREE else [],
    )
    log_write(tournament=tournament, by=by, action=ADDED, subject=_subject(member), new=_logged(member))
    return {"username": account.username}


def _member(tournament: Tournament, membership_id: int) -> Membership | None:
    return tournament.memberships.select_related("account").filter(pk=membership_id).first()


def _table_numbers(tables: Sequence[int]) -> list[int]:
    wrong = [number for number in tables if not 1 <= number <= LARGEST_TABLE]
    if wrong:
        raise invalid(
            wrong={
                "tables": _("Stoly mají čísla od 1 do %(largest)s, ne %(number)s.")
                % {"largest": LARGEST_TABLE, "number": wrong[0]}
            }
        )
    return sorted(set(tables))


def _subject(member: Membership) -> str:
    return f"{member.account.display_name} – {member.get_role_display()}"


def _logged(member: Membership) -> dict[str, object]:
    return {"username": member.account.username, "role": member.role, "tables": member.tables}


def _free_username(first_name: str, last_name: str) -> str:
    """``jan.novak``, ``jan.novak2``…: plain letters, so that it can be typed on any keyboard."""
    plain = ("".join(filter(str.isalnum, fold(part))) for part in (first_name, last_name))
    return free_username(wanted=".".join(plain).strip("."))


def free_username(*, wanted: str) -> str:
    """The user name, with a number behind it where somebody has it."""
    like_it = Account.objects.filter(username__istartswith=wanted).values_list("username", flat=True)
    taken = {username.lower() for username in like_it}
    numbered = (f"{wanted}{number}" for number in range(2, len(taken) + 3))
    return next(name for name in (wanted, *numbered) if name.lower() not in taken)


def _username_taken(username: str) -> Refused:
    text = _("Přihlašovací jméno „%(name)s“ už má někdo jiný. Zvolte jiné.") % {"name": username}
    return Refused(text, code="username_taken", fields={"username": text})
