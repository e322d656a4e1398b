"""Where a tournament is and the one next step (docs/design.md, Pages), as a function of a few facts."""

from dataclasses import replace
from typing import Any

import pytest

from tests import factories
from tournament.destinations import Destination
from tournament.enums import Presence, RoundState, TableState
from tournament.models import Tournament
from tournament.selectors.entries import EntryCounts, entries_of
from tournament.selectors.overview import (
    DayFacts,
    RoundFacts,
    facts_of,
    is_public,
    next_step,
    people_figures,
    referee_step,
    round_lines,
    stages,
    summary_of,
)

PLAYERS = DayFacts(registered=26, seatable=26, rounds_planned=2)
DRAFT = RoundFacts(number=1, state=RoundState.DRAFT, open=(1, 2, 3))
ANNOUNCED = RoundFacts(number=1, state=RoundState.DRAFT)
PUBLISHED = RoundFacts(number=1, state=RoundState.PUBLISHED, open=(1, 2, 3))
PLAYING = RoundFacts(number=1, state=RoundState.PLAYING, open=(4, 7, 9), handed_in=(2, 5), done=(1, 3, 6, 8))
CLOSED = RoundFacts(number=1, state=RoundState.CLOSED, done=(1, 2, 3), standings_published=True)
LAST = replace(CLOSED, number=2)


@pytest.mark.parametrize(
    ("facts", "title", "text", "action", "place", "about"),
    [
        pytest.param(
            DayFacts(registered=0, seatable=0, rounds_planned=2),
            "Přihlaste hráče",
            "Opište je ručně, nebo nahrajte soubor s přihláškami z Excelu.",
            "Otevřít seznam hráčů",
            Destination.PLAYERS,
            None,
            id="nobody registered",
        ),
        pytest.param(
            replace(PLAYERS, seatable=2, only_ticked=True),
            "1. kolo zatím nejde vylosovat",
            "Přítomni jsou 2 hráči; k losování jsou potřeba aspoň 3."
            " Losují se jen odškrtnutí u prezence: odškrtněte, kdo přišel.",
            "Otevřít seznam hráčů",
            Destination.PLAYERS,
            None,
            id="S03 two are here",
        ),
        pytest.param(
            replace(PLAYERS, seatable=5),
            "1. kolo zatím nejde vylosovat",
            "5 hráčů nelze rozsadit ke stolům po třech a po čtyřech; přidejte nebo uberte jednoho hráče.",
            "Otevřít seznam hráčů",
            Destination.PLAYERS,
            None,
            id="S02 five cannot be seated",
        ),
        pytest.param(
            PLAYERS,
            "Vylosujte 1. kolo",
            "Sedne si 26 hráčů k 7 stolům.",
            "Připravit losování 1. kola",
            Destination.DRAW,
            1,
            id="registered",
        ),
        pytest.param(
            replace(PLAYERS, seatable=12, table_size=3),
            "Vylosujte 1. kolo",
            "Sedne si 12 hráčů k 4 stolům.",
            "Připravit losování 1. kola",
            Destination.DRAW,
            1,
            id="tables of three",
        ),
        pytest.param(
            replace(PLAYERS, seatable=3),
            "Vylosujte 1. kolo",
            "Sednou si 3 hráči k 1 stolu.",
            "Připravit losování 1. kola",
            Destination.DRAW,
            1,
            id="one table",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(ANNOUNCED,)),
            "Vylosujte 1. kolo",
            "Sedne si 26 hráčů k 7 stolům.",
            "Připravit losování 1. kola",
            Destination.DRAW,
            1,
            id="only a seed announced",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(DRAFT,)),
            "1. kolo je vylosované, ale zatím ho nikdo nevidí",
            "Prohlédněte stoly a losování zveřejněte.",
            "Zveřejnit losování 1. kola",
            Destination.PUBLISH,
            1,
            id="draft",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(PUBLISHED,)),
            "1. kolo může začít",
            "Vytiskněte rozesazení na zeď a lístky na stoly. Pak zapisujte výsledky.",
            "Vytisknout lístky 1. kola",
            Destination.PRINTS,
            1,
            id="published",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(PLAYING,)),
            "Zbývá odevzdat 3 lístky: stůl 4, 7, 9",
            "Hraje se 1. kolo, hotové stoly: 4 z 9. K\u00a0potvrzení: stůl 2, 5.",
            "Zapsat výsledky 1. kola",
            Destination.SHEETS,
            1,
            id="playing",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(replace(PUBLISHED, open=(2, 3), done=(1,)),)),
            "Zbývá odevzdat 2 lístky: stůl 2, 3",
            "Hraje se 1. kolo, hotové stoly: 1 z 3.",
            "Zapsat výsledky 1. kola",
            Destination.SHEETS,
            1,
            id="first result came from paper",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(replace(PLAYING, open=(), handed_in=(2,)),)),
            "Zbývá potvrdit 1 lístek: stůl 2",
            "Odevzdané lístky porovnejte s papírem a potvrďte.",
            "Potvrdit lístky 1. kola",
            Destination.SHEETS,
            1,
            id="all handed in",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(replace(PLAYING, open=(), handed_in=()),)),
            "1. kolo je celé potvrzené",
            "Uzavřete ho. Výsledky pak platí pro pořadí i pro další losování.",
            "Uzavřít 1. kolo",
            Destination.CLOSE,
            1,
            id="all confirmed",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(replace(CLOSED, standings_published=False),)),
            "1. kolo je uzavřené",
            "Pořadí je spočítané, vidíte ho zatím jen vy. Zveřejněte ho hráčům.",
            "Zveřejnit pořadí po 1. kole",
            Destination.PUBLISH_STANDINGS,
            1,
            id="closed",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(replace(CLOSED, state=RoundState.REVISED),)),
            "Vylosujte 2. kolo",
            "Sedne si 26 hráčů k 7 stolům.",
            "Připravit losování 2. kola",
            Destination.DRAW,
            2,
            id="standings published",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(PLAYING, replace(LAST, standings_published=False))),
            "Zbývá odevzdat 3 lístky: stůl 4, 7, 9",
            "Hraje se 1. kolo, hotové stoly: 4 z 9. K\u00a0potvrzení: stůl 2, 5.",
            "Zapsat výsledky 1. kola",
            Destination.SHEETS,
            1,
            id="S41 a later round is closed and the first one is not",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(CLOSED, replace(DRAFT, number=2), replace(DRAFT, number=3))),
            "2. kolo je vylosované, ale zatím ho nikdo nevidí",
            "Prohlédněte stoly a losování zveřejněte.",
            "Zveřejnit losování 2. kola",
            Destination.PUBLISH,
            2,
            id="S42 all rounds drawn at once",
        ),
        pytest.param(
            replace(PLAYERS, seatable=2, rounds=(CLOSED,)),
            "2. kolo zatím nejde vylosovat",
            "Přítomni jsou 2 hráči; k losování jsou potřeba aspoň 3. Nehraje-li se dál, turnaj ukončete.",
            "Otevřít seznam hráčů",
            Destination.PLAYERS,
            None,
            id="everybody left after the first round",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(CLOSED, LAST), undecided=3),
            "Zbývá rozhodnout navržené tresty: 3",
            "Každý trest uložte, nebo neuložte. Pak půjde turnaj ukončit.",
            "Otevřít navržené tresty",
            Destination.PENALTIES,
            None,
            id="proposed penalties",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(CLOSED, LAST), undecided=3, corrections=("1. kolo, stůl 2",)),
            "Na potvrzení čeká oprava výsledku: 1. kolo, stůl 2",
            "Potvrdit nebo zamítnout ji musí jiný pořadatel, než kdo ji zapsal. Odkaz je u pořadí.",
            "Prohlédnout pořadí",
            Destination.STANDINGS,
            None,
            id="a correction waits for a second person",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(CLOSED, LAST), undecided=3, stale=(1, 2)),
            "Pořadí po 1. kole se od zveřejnění změnilo",
            "Zveřejněte ho znovu, ať mají všichni to, co platí.",
            "Zveřejnit pořadí po 1. kole znovu",
            Destination.PUBLISH_STANDINGS,
            1,
            id="S43 published standings are stale",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(CLOSED, LAST), finished=True, stale=(2,)),
            "Turnaj skončil, ale zveřejněné pořadí nesedí",
            "Přepočet výsledků dává něco jiného, než co je zveřejněné. Turnaj dole znovu otevřete;"
            " přehled pak řekne, co udělat.",
            "Konečné pořadí",
            Destination.STANDINGS,
            None,
            id="finished by an earlier version of the program",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(CLOSED, LAST)),
            "Všechna kola jsou odehraná",
            "Před vyhlášením zkontrolujte výsledky na předních místech. Pak turnaj ukončete.",
            "Ukončit turnaj",
            Destination.FINISH,
            None,
            id="all rounds closed",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(CLOSED, LAST), finished=True),
            "Turnaj skončil",
            "Konečné pořadí počítá všechno, co se odehrálo (2 kola), a přepočet výsledků dává přesně to,"
            " co je zveřejněné. Soubory ke stažení najdete v Tisku.",
            "Konečné pořadí",
            Destination.STANDINGS,
            None,
            id="finished",
        ),
    ],
)
def test_the_one_next_step(
    facts: DayFacts, title: str, text: str, action: str, place: Destination, about: int | None
) -> None:
    step = next_step(facts)

    assert (step.title, step.text, step.action, step.place, step.round) == (title, text, action, place, about)


@pytest.mark.parametrize(
    ("rounds", "finished", "title", "action", "place", "about"),
    [
        pytest.param(
            (), False, "Teď se nehraje", "Otevřít renonce a paušály", Destination.RULES, None, id="no round"
        ),
        pytest.param(
            (DRAFT,),
            False,
            "Teď se nehraje",
            "Otevřít renonce a paušály",
            Destination.RULES,
            None,
            id="draft",
        ),
        pytest.param(
            (CLOSED, replace(PUBLISHED, number=2)),
            False,
            "Hraje se 2. kolo",
            "Otevřít lístky 2. kola",
            Destination.SHEETS,
            2,
            id="published",
        ),
        pytest.param(
            (replace(PLAYING, open=()),),
            False,
            "Hraje se 1. kolo",
            "Otevřít lístky 1. kola",
            Destination.SHEETS,
            1,
            id="sheets to be confirmed by somebody else",
        ),
        pytest.param(
            (CLOSED,),
            False,
            "Teď se nehraje",
            "Otevřít renonce a paušály",
            Destination.RULES,
            None,
            id="closed",
        ),
        pytest.param(
            (CLOSED, LAST),
            True,
            "Turnaj skončil",
            "Konečné pořadí",
            Destination.STANDINGS,
            None,
            id="finished",
        ),
    ],
)
def test_the_next_step_of_a_referee_is_his_own(
    rounds: tuple[RoundFacts, ...],
    finished: bool,
    title: str,
    action: str,
    place: Destination,
    about: int | None,
) -> None:
    step = referee_step(replace(PLAYERS, rounds=rounds, finished=finished))

    assert (step.title, step.action, step.place, step.round) == (title, action, place, about)


COUNTS = EntryCounts(all=28, expected=4, present=22, absent=1, withdrawn=1, unpaid=7, paid=20, seatable=26)
AT_THE_DOOR = {"přihlášených": 28, "přítomných": 22, "sedne si při losování": 26}
RARE = {"nepřišel": 1, "odstoupil": 1}


@pytest.mark.parametrize(
    ("facts", "shown"),
    [
        pytest.param(PLAYERS, AT_THE_DOOR | RARE, id="registration"),
        pytest.param(replace(PLAYERS, rounds=(DRAFT,)), AT_THE_DOOR | RARE, id="draft"),
        pytest.param(replace(PLAYERS, rounds=(PLAYING,)), {"přihlášených": 28} | RARE, id="being played"),
        pytest.param(replace(PLAYERS, rounds=(CLOSED,)), AT_THE_DOOR | RARE, id="before the next draw"),
        pytest.param(replace(PLAYERS, rounds=(CLOSED, LAST)), {"přihlášených": 28} | RARE, id="all played"),
        pytest.param(
            replace(PLAYERS, rounds=(CLOSED,), finished=True), {"přihlášených": 28} | RARE, id="ended early"
        ),
    ],
)
def test_who_is_here_is_told_while_a_draw_is_ahead(facts: DayFacts, shown: dict[str, int]) -> None:
    assert dict(people_figures(facts, COUNTS)) == shown


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, ["přihlášený", "přítomný", "sedne si při losování", "nepřišel", "odstoupil"]),
        (3, ["přihlášení", "přítomní", "sednou si při losování", "nepřišli", "odstoupili"]),
        (5, ["přihlášených", "přítomných", "sedne si při losování", "nepřišlo", "odstoupilo"]),
    ],
)
def test_figures_of_people_agree_with_their_numbers(count: int, words: list[str]) -> None:
    counts = EntryCounts(
        all=count, expected=0, present=count, absent=count, withdrawn=count, unpaid=0, paid=0, seatable=count
    )
    assert people_figures(PLAYERS, counts) == [(one, count) for one in words]


@pytest.mark.parametrize(
    ("facts", "shown"),
    [
        pytest.param(PLAYERS, ["now", "ahead", "ahead", "ahead"], id="registration"),
        pytest.param(replace(PLAYERS, rounds=(PLAYING,)), ["done", "now", "ahead", "ahead"], id="round 1"),
        pytest.param(replace(PLAYERS, rounds=(CLOSED,)), ["done", "done", "now", "ahead"], id="round 2"),
        pytest.param(replace(PLAYERS, rounds=(CLOSED, LAST)), ["done", "done", "done", "now"], id="ranking"),
        pytest.param(replace(PLAYERS, rounds=(CLOSED, LAST), finished=True), ["done"] * 4, id="finished"),
        pytest.param(
            replace(PLAYERS, rounds_planned=1, rounds=(CLOSED, LAST)),
            ["done", "done", "done", "now"],
            id="more rounds than planned",
        ),
    ],
)
def test_the_day_in_a_row(facts: DayFacts, shown: list[str]) -> None:
    assert [stage.state for stage in stages(facts)] == shown
    assert [stage.name for stage in stages(facts)] == ["Přihlášky", "1. kolo", "2. kolo", "Konečné pořadí"]


def test_drafts_are_listed_only_for_those_who_may_see_them() -> None:
    facts = replace(PLAYERS, rounds=(PLAYING, replace(DRAFT, number=2), replace(ANNOUNCED, number=3)))

    assert [(one.number, one.progress) for one in round_lines(facts, drafts=True)] == [
        (1, "9 stolů, hotovo 4"),
        (2, "3 stoly"),
    ]
    assert [(one.number, one.progress) for one in round_lines(facts, drafts=False)] == [(1, "9 stolů")]


@pytest.mark.django_db
def test_facts_come_from_the_tables(small_tournament: Tournament) -> None:
    drawn = factories.drawn_round(small_tournament, state=RoundState.PLAYING)
    drawn.tables.filter(number=2).update(state=TableState.HANDED_IN)
    factories.StandingsPublicationFactory(round=drawn)
    entries_of(small_tournament).filter(number=1).update(presence=Presence.ABSENT)
    entries_of(small_tournament).filter(number=2).update(withdrawn_after=0)

    facts = facts_of(small_tournament)

    assert facts == DayFacts(
        registered=7,
        seatable=6,
        rounds_planned=2,
        rounds=(
            RoundFacts(
                number=1, state=RoundState.PLAYING, open=(1,), handed_in=(2,), standings_published=True
            ),
        ),
    )
    assert summary_of(small_tournament, facts) == "7 hráčů · 2 kola · základní sazba 0,20\u00a0Kč"


@pytest.mark.django_db
@pytest.mark.parametrize("rounds", [1, 3])
def test_facts_cost_the_same_for_any_number_of_rounds(
    small_tournament: Tournament, rounds: int, django_assert_num_queries: Any
) -> None:
    for number in range(1, rounds + 1):
        factories.drawn_round(small_tournament, number=number)

    with django_assert_num_queries(6):
        facts_of(small_tournament)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("state", "public"), [(None, False), *((state, state != RoundState.DRAFT) for state in RoundState)]
)
def test_the_public_sees_something_once_a_seating_is_published(
    tournament: Tournament, state: RoundState | None, public: bool
) -> None:
    """S33"""
    if state is not None:
        factories.RoundFactory(tournament=tournament, state=state)

    assert is_public(tournament) == public
