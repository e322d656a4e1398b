"""``recompute SLUG``: settles every hand and makes every published standings again, changes nothing."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scoring.selectors.recount import recount
from scoring.selectors.standings import stale_publications
from tournament.lib.counting import counted
from tournament.management.base import DeskCommand
from tournament.management.tools import sentences, tournament_named


class Command(DeskCommand):
    help = "Znovu vypočítá hry i zveřejněná pořadí a vypíše rozdíly; nic nemění. S rozdíly skončí stavem 1."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")

    @sentences
    def handle(self, *args: Any, **options: Any) -> None:
        tournament = tournament_named(options["slug"])
        hands, differences = 0, 0
        for found in recount(tournament):
            hands += 1
            if found is not None:
                differences += 1
                self.stdout.write(found)
        words = counted(hands, _("hra"), _("hry"), _("her"))
        stale = stale_publications(tournament)
        for publication in stale:
            self.stdout.write(
                _("Zveřejněné pořadí po %(round)d. kole (verze %(number)d) neodpovídá výsledkům.")
                % {"round": publication.round.number, "number": publication.number}
            )
        if differences or stale:
            raise CommandError(
                _(
                    "Přepočítáno: %(hands)s, s rozdílem: %(count)d; pořadí, která neplatí: %(stale)d."
                    " Nic se nezměnilo."
                )
                % {"hands": words, "count": differences, "stale": len(stale)}
            )
        self.stdout.write(_("Přepočítáno: %(hands)s, všechno sedí.") % {"hands": words})
