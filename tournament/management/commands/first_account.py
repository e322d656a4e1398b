"""The account of a new installation."""

from typing import Any

from django.conf import settings

from tournament.errors import Refused
from tournament.management.base import DeskCommand
from tournament.models import Account
from tournament.services.members import account_create

LOGIN = "poradatel"


class Command(DeskCommand):
    help = (
        "Založí první účet „poradatel“ s náhodným heslem a jednou ho vypíše."
        " Má-li už někdo účet, neudělá nic."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        # The demo's accounts do not count: everybody knows their password.
        if Account.objects.exclude(username__in=settings.DEMO_ACCOUNTS).exists():
            return
        try:
            made = account_create(username=LOGIN)
        except Refused:  # because two first starts at the same moment made it once
            return
        self.stdout.write(f"jméno: {made.account.username}")
        self.stdout.write(f"heslo: {made.password}")
