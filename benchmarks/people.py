"""How long what is done with the people of many tournaments takes.

    python -m benchmarks.people [--people 5000]

So many people are made up, all of them in one tournament of an organiser and a fifth in each of nine others.
Printed is the processor time of each thing that reads all of them, the second time, as in a process that
serves; over a SQLite file of its own. Twice the people should take twice the time.
"""

import argparse
import datetime
import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

GIVEN = ("Jan", "Petr", "Josef", "Karel", "Milan", "Vít")
LETTERS = "aábcčdeéfghiíjklmnoópr"
TOURNAMENTS = 10


def main() -> None:
    """Make the people up and print what each thing took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--people", type=int, default=5000)
    many = options.parse_args().people
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'people.sqlite3'}"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        for name, act in acts(*world(many)):
            act()
            begun = time.process_time()
            act()
            print(f"{name:<45} {time.process_time() - begun:.2f} s")


def world(many: int) -> tuple[Any, Any, Any]:
    """The organiser, his newest tournament, in which nobody is registered, and one with everybody."""
    from tournament.enums import Role
    from tournament.models import Account, Entry, Membership, Player, Tournament

    chance = random.Random(1)
    account = Account.objects.create_user("olga")
    people = [
        Player(
            name=f"{''.join(chance.choices(LETTERS, k=7)).capitalize()} {chance.choice(GIVEN)}",
            club=chance.choice(("Karlín", "Žatec", "Louny", "")),
            card=str(number) if number % 2 else "",
        )
        for number in range(many)
    ]
    Player.objects.bulk_create(people, batch_size=500)
    made = []
    for number in range(TOURNAMENTS + 1):
        day = datetime.date(2026, 1, 1) + datetime.timedelta(number)
        tournament = Tournament.objects.create(slug=f"turnaj-{number}", name=f"Turnaj {number}", date=day)
        Membership.objects.create(tournament=tournament, account=account, role=Role.ORGANISER)
        made.append(tournament)
        here = {0: people, TOURNAMENTS: []}.get(number, chance.sample(people, many // 5))
        starts = [
            Entry(
                tournament=tournament, player=one, number=place, name=one.name, club=one.club, card=one.card
            )
            for place, one in enumerate(here, start=1)
        ]
        Entry.objects.bulk_create(starts, batch_size=500)
    return account.person, made[-1], made[0]


def acts(by: Any, newest: Any, first: Any) -> list[tuple[str, Callable[[], Any]]]:
    """What is measured, in words."""
    from tournament.selectors.joining import likely_pairs
    from tournament.selectors.people import known_people, likely_people, people_of
    from tournament.selectors.persons import persons_listed
    from tournament.selectors.returning import returning_people
    from tournament.services.entries import Details

    typed = [Details(one.name, one.club, one.card) for one in people_of(by)]
    return [
        ("the list of all people", lambda: persons_listed(by)),
        ("the pairs that may be one person", lambda: likely_pairs(by)),
        ("one registered at the door", lambda: likely_people(newest, by, Details("Novák Jan", "Karlín"))),
        ("as many rows of a file recognised", lambda: known_people(newest, by, typed)),
        ("everybody of one tournament to be ticked", lambda: returning_people(newest, by, of=first)),
    ]


if __name__ == "__main__":
    main()
