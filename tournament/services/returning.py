"""People of earlier tournaments registered many at once."""

import uuid
from collections.abc import Collection, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.actors import Actor
from tournament.errors import Refused
from tournament.lib.counting import counted
from tournament.models import Player, Tournament
from tournament.selectors.entries import entries_of
from tournament.selectors.people import keys_of, people_to_register
from tournament.selectors.persons import by_name
from tournament.selectors.returning import cards_taken, doubts_about
from tournament.services.entries import CREATED, Details, insert
from tournament.services.writes import answer_once, lock_tournament


def entries_take_over(
    *,
    tournament: Tournament,
    by: Actor,
    people: Collection[uuid.UUID],
    others: Collection[uuid.UUID] = (),
    submission: uuid.UUID | None = None,
) -> list[int]:
    """Register people of earlier tournaments with the name, club and card each had last; gives their numbers.

    All of them or nobody, in Czech order; who is registered already is left out. Refuses
    ``likely_registered`` while somebody may be one with who is registered or chosen too, unless ``others``
    says that he is another person (the same card then stays behind); ``unknown_player`` for people of others.
    """

    def create() -> dict[str, Any]:
        lock_tournament(tournament=tournament)
        chosen = _chosen(tournament, by, people)
        doubts = doubts_about(tournament, chosen)
        if asked := [person.name for person in chosen if person.pk in doubts.keys() - {*others}]:
            raise Refused(
                _("Nejdřív rozhodněte u %(count)s, jestli je to někdo jiný: %(who)s. Zatím se nic nezapsalo.")
                % {
                    "count": counted(len(asked), _("jména"), _("jmen"), _("jmen")),
                    "who": ", ".join(asked),
                },
                code="likely_registered",
            )
        made = insert(tournament=tournament, people=_details(tournament, chosen), by=by)
        return {"numbers": [entry.number for entry in made]}

    numbers: list[int] = answer_once(submission=submission, action=CREATED, create=create)["numbers"]
    return numbers


def _chosen(tournament: Tournament, by: Actor, people: Collection[uuid.UUID]) -> Sequence[Player]:
    known = {person.pk: person for person in people_to_register(tournament, by).filter(pk__in=people)}
    here = set(entries_of(tournament).values_list("player_id", flat=True))
    if {*people} - known.keys() - here:
        raise Refused(_("Tuto osobu z minulých turnajů neznáte. Přihlaste ji jménem."), code="unknown_player")
    return sorted(known.values(), key=lambda person: (by_name(person), str(person.pk)))


def _details(tournament: Tournament, chosen: Sequence[Player]) -> list[tuple[Details, bool, Player]]:
    """As each was written last; of one card the first has it."""
    taken = cards_taken(tournament)
    found = []
    for person in chosen:
        key = keys_of(person).card
        card = "" if key in taken else person.card
        taken.add(key)
        found.append((Details(name=person.name, club=person.club, card=card), False, person))
    return found
