"""One's own account: its name and its password."""

from django.db import transaction
from django.utils.translation import gettext_lazy

from tournament.journal.actions import SETTINGS, declare
from tournament.journal.people import MEMBER_RENAMED
from tournament.journal.write import log_write
from tournament.lib.names import normalise
from tournament.models import Account, Tournament
from tournament.services.checks import check_account

RENAMED = declare(MEMBER_RENAMED, gettext_lazy("Jméno účtu změněno"), area=SETTINGS)


def account_rename(*, account: Account, first_name: str, last_name: str) -> None:
    """The name that stands in logs from now on; what is written keeps the old one.

    Every tournament the account works for logs the change, so that the names in its log stay one person.
    Refuses ``invalid`` fields.
    """
    by = account.person
    account.first_name, account.last_name = normalise(first_name), normalise(last_name)
    check_account(account=account, fields=("first_name", "last_name"))
    if account.display_name == by.name:
        return
    with transaction.atomic():
        account.save(update_fields=["first_name", "last_name"])
        for tournament in Tournament.objects.filter(memberships__account=account).distinct():
            log_write(
                tournament=tournament,
                by=by,
                action=RENAMED,
                subject=account.username,
                old={"person": by.name},
                new={"person": account.display_name},
            )


def account_set_password(*, account: Account, password: str) -> None:
    """A new password; it is stored as a hash only and no log holds it."""
    account.set_password(password)
    account.save(update_fields=["password"])
