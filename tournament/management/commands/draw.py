"""``draw SLUG --round N [--seed S] [--publish]``: draws a round and prints its tables as JSON."""

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament import ports
from tournament.actors import command_line_actor
from tournament.lifecycle import Act, allowed
from tournament.management.base import DeskCommand
from tournament.management.tools import sentences, tournament_named
from tournament.models import Round, Tournament
from tournament.selectors.rounds import Mismatch, mismatch_of, round_named
from tournament.selectors.seating import current_draw, tables_of
from tournament.services.drawing import round_draw
from tournament.services.rounds import round_publish, when_text


class Command(DeskCommand):
    help = "Vylosuje kolo a vypíše jeho stoly jako JSON; zveřejněné kolo jen vypíše."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="adresa turnaje")
        parser.add_argument("--round", type=int, required=True, metavar="N", help="číslo kola")
        parser.add_argument("--seed", metavar="S", help="semínko; bez něj náhodné nebo to ohlášené")
        parser.add_argument("--publish", action="store_true", help="losování hned zveřejnit")

    @sentences
    def handle(self, *args: Any, **options: Any) -> None:
        tournament = tournament_named(options["slug"])
        number, seed = options["round"], options["seed"]
        round_ = round_named(tournament, number)
        if round_ is not None and allowed(Act.SHOW, round_.state):
            _refuse_other_seed(round_, seed)
        else:
            round_ = _draw(tournament, number, seed)
            if options["publish"]:
                round_ = self._publish(round_)
        tables = [{"table": table.number, "seats": list(table.seats)} for table in tables_of(round_)]
        self.stdout.write(json.dumps(tables))

    def _publish(self, round_: Round) -> Round:
        """Publish; who sits and is gone, or is here and has no seat, is only warned about."""
        change = mismatch_of(round_)
        if change:
            self.stderr.write(
                _("Pozor, rozesazení %(number)s. kola neodpovídá tomu, kdo je přítomen: %(who)s.")
                % {"number": round_.number, "who": _in_words(change)}
            )
        return round_publish(round_=round_, by=command_line_actor())


def _draw(tournament: Tournament, number: int, seed: str | None) -> Round:
    return round_draw(
        tournament=tournament,
        number=number,
        by=command_line_actor(),
        seed=seed,
        order=ports.standings_order(tournament, number - 1),
    )


def _in_words(change: Mismatch) -> str:
    parts = (
        (_("sedí, ale není tu: %(who)s"), change.leaving),
        (_("je tu, ale nesedí: %(who)s"), change.arriving),
    )
    return "; ".join(words % {"who": ", ".join(map(str, who))} for words, who in parts if who)


def _refuse_other_seed(round_: Round, seed: str | None) -> None:
    """A published draw stands; the same seed or none only reads it."""
    draw = current_draw(round_)
    if seed is None or (draw is not None and draw.seed == seed):
        return
    raise CommandError(
        _(
            "%(number)s. kolo je zveřejněné: %(who)s (%(when)s) se semínkem %(seed)s; s jiným ho nejde"
            " losovat. Bez volby --seed se vypíše zveřejněné rozesazení."
        )
        % {
            "number": round_.number,
            "who": round_.published_by or "?",
            "when": when_text(moment=round_.published_at),
            "seed": draw.seed if draw else "?",
        }
    )
