"""Invented people for demo tournaments: common Czech first names and surnames put together by a seed."""

import random

from tournament.lib.registrations import Registration

MEN = (
    "Jan Petr Josef Pavel Martin Tomáš Jaroslav Miroslav Zdeněk Václav Michal František Jiří Karel Milan"
    " Vladimír Lukáš David Ladislav Stanislav Roman Ondřej Radek Antonín Daniel Vojtěch Bohumil Luboš"
    " Oldřich Řehoř Šimon Čeněk Vít Ota"
)
WOMEN = (
    "Marie Jana Eva Hana Anna Lenka Věra Alena Kateřina Lucie Jaroslava Ludmila Helena Zdeňka Ivana"
    " Monika Božena Žofie Šárka Dagmar"
)
SURNAMES = (
    ("Novák", "Nováková"),
    ("Svoboda", "Svobodová"),
    ("Dvořák", "Dvořáková"),
    ("Černý", "Černá"),
    ("Procházka", "Procházková"),
    ("Kučera", "Kučerová"),
    ("Veselý", "Veselá"),
    ("Horák", "Horáková"),
    ("Němec", "Němcová"),
    ("Pokorný", "Pokorná"),
    ("Král", "Králová"),
    ("Růžička", "Růžičková"),
    ("Beneš", "Benešová"),
    ("Fiala", "Fialová"),
    ("Sedláček", "Sedláčková"),
    ("Zeman", "Zemanová"),
    ("Kolář", "Kolářová"),
    ("Krejčí", "Krejčí"),
    ("Vaněk", "Vaňková"),
    ("Čech", "Čechová"),
    ("Šimek", "Šimková"),
    ("Řehák", "Řeháková"),
    ("Žák", "Žáková"),
    ("Chalupa", "Chalupová"),
    ("Ježek", "Ježková"),
    ("Ťoupal", "Ťoupalová"),
    ("Hůlka", "Hůlková"),
    ("Štěpánek", "Štěpánková"),
    ("Vávra", "Vávrová"),
    ("Zíka", "Zíková"),
    ("Bartoň", "Bartoňová"),
    ("Matějka", "Matějková"),
)
CLUBS = (
    "Flek Podhájí",
    "Betlisti Lhotka",
    "MK Tutti Záhoří",
    "Sedma v ruce Dubina",
    "Forhont Kamenná",
    "Žaludské eso Brodec",
    "",
)
WOMEN_IN_TEN = 2


def demo_people(*, count: int, chance: random.Random) -> list[Registration]:
    """``count`` registrations in which no two share name and club; the fee of most is paid."""
    seen: set[tuple[str, str]] = set()
    people: list[Registration] = []
    while len(people) < count:
        name, club = _name(chance), chance.choice(CLUBS)
        if (name, club) in seen:
            continue
        seen.add((name, club))
        row = len(people) + 1
        people.append(
            Registration(
                row=row,
                name=name,
                club=club,
                card=f"{1000 + row}",
                fee_paid=chance.random() < 0.9,
                note="",
                team="",
            )
        )
    return people


def _name(chance: random.Random) -> str:
    his, hers = chance.choice(SURNAMES)
    if chance.randrange(10) < WOMEN_IN_TEN:
        return f"{hers} {chance.choice(WOMEN.split())}"
    return f"{his} {chance.choice(MEN.split())}"
