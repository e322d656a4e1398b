"""``recompute SLUG``: settles every hand again, reports differences, changes nothing."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scoring.selectors.recount import recount
from tournament.lib.counting import counted
from tournament.management.base import DeskCommand
from tournament.management.tools import sentences, tournament_named


class Command(DeskCommand):
    help = "Znovu vypočítá každou hru a vypíše rozdíly; nic nemění. S rozdíly skončí stavem 1."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")

    @sentences
    def handle(self, *args: Any, **options: Any) -> None:
        hands, differences = 0, 0
        for found in recount(tournament_named(options["slug"])):
            hands += 1
            if found is not None:
                differences += 1
                self.stdout.write(found)
        words = counted(hands, _("hra"), _("hry"), _("her"))
        if differences:
            raise CommandError(
                _("Přepočítáno: %(hands)s, s rozdílem: %(count)d. Nic se nezměnilo.")
                % {"hands": words, "count": differences}
            )
        self.stdout.write(_("Přepočítáno: %(hands)s, všechno sedí.") % {"hands": words})
