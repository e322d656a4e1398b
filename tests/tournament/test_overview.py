"""Where a tournament is and the one next step (docs/design.md, Pages), as a function of a few facts."""

from dataclasses import replace

import pytest

from tests import factories
from tournament.enums import Presence, RoundState, TableState
from tournament.models import Tournament
from tournament.selectors.entries import EntryCounts, entries_of
from tournament.selectors.overview import (
    Facts,
    Place,
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

TOURNAMENT = Tournament(slug="jarni", name="Jarní turnaj", rounds_planned=2)
PLAYERS = Facts(registered=26, seatable=26, rounds_planned=2)
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
            Facts(registered=0, seatable=0, rounds_planned=2),
            "Přihlaste hráče",
            "Opište je ručně, nebo nahrajte soubor s přihláškami z Excelu.",
            "Přidat hráče",
            Place.PLAYERS,
            None,
            id="nobody registered",
        ),
        pytest.param(
            replace(PLAYERS, seatable=2, only_ticked=True),
            "1. kolo zatím nejde vylosovat",
            "Přítomni jsou 2 hráči; k losování jsou potřeba aspoň 3."
            " Losují se jen odškrtnutí u prezence: odškrtněte, kdo přišel.",
            "Otevřít hráče",
            Place.PLAYERS,
            None,
            id="S03 two are here",
        ),
        pytest.param(
            replace(PLAYERS, seatable=5),
            "1. kolo zatím nejde vylosovat",
            "5 hráčů nelze rozsadit ke stolům po třech a po čtyřech; přidejte nebo uberte jednoho hráče.",
            "Otevřít hráče",
            Place.PLAYERS,
            None,
            id="S02 five cannot be seated",
        ),
        pytest.param(
            PLAYERS,
            "Vylosujte 1. kolo",
            "Sedne si 26 hráčů k 7 stolům.",
            "Losovat 1. kolo",
            Place.DRAW,
            1,
            id="registered",
        ),
        pytest.param(
            replace(PLAYERS, seatable=12, table_size=3),
            "Vylosujte 1. kolo",
            "Sedne si 12 hráčů k 4 stolům.",
            "Losovat 1. kolo",
            Place.DRAW,
            1,
            id="tables of three",
        ),
        pytest.param(
            replace(PLAYERS, seatable=3),
            "Vylosujte 1. kolo",
            "Sednou si 3 hráči k 1 stolu.",
            "Losovat 1. kolo",
            Place.DRAW,
            1,
            id="one table",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(ANNOUNCED,)),
            "Vylosujte 1. kolo",
            "Sedne si 26 hráčů k 7 stolům.",
            "Losovat 1. kolo",
            Place.DRAW,
            1,
            id="only a seed announced",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(DRAFT,)),
            "1. kolo je vylosované, ale zatím ho nikdo nevidí",
            "Prohlédněte stoly a losování zveřejněte.",
            "Zveřejnit losování 1. kola",
            Place.DRAW,
            1,
            id="draft",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(PUBLISHED,)),
            "1. kolo může začít",
            "Vytiskněte rozesazení na zeď a lístky na stoly. Pak už čekáte na výsledky.",
            "Vytisknout lístky 1. kola",
            Place.PRINTS,
            1,
            id="published",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(PLAYING,)),
            "Zbývá odevzdat 3 lístky: stůl 4, 7, 9",
            "Hraje se 1. kolo, hotové stoly: 4 z 9. K\u00a0potvrzení: stůl 2, 5.",
            "Stoly 1. kola",
            Place.SHEETS,
            1,
            id="playing",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(replace(PUBLISHED, open=(2, 3), done=(1,)),)),
            "Zbývá odevzdat 2 lístky: stůl 2, 3",
            "Hraje se 1. kolo, hotové stoly: 1 z 3.",
            "Stoly 1. kola",
            Place.SHEETS,
            1,
            id="first result came from paper",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(replace(PLAYING, open=(), handed_in=(2,)),)),
            "Zbývá potvrdit 1 lístek: stůl 2",
            "Odevzdané lístky porovnejte s papírem a potvrďte.",
            "Potvrdit lístky 1. kola",
            Place.SHEETS,
            1,
            id="all handed in",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(replace(PLAYING, open=(), handed_in=()),)),
            "1. kolo je celé potvrzené",
            "Uzavřete ho. Výsledky pak platí pro pořadí i pro další losování.",
            "Uzavřít 1. kolo",
            Place.SHEETS,
            1,
            id="all confirmed",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(replace(CLOSED, standings_published=False),)),
            "1. kolo je uzavřené",
            "Pořadí je spočítané, vidíte ho zatím jen vy. Zveřejněte ho hráčům.",
            "Zveřejnit pořadí po 1. kole",
            Place.STANDINGS,
            1,
            id="closed",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(replace(CLOSED, state=RoundState.REVISED),)),
            "Vylosujte 2. kolo",
            "Sedne si 26 hráčů k 7 stolům.",
            "Losovat 2. kolo",
            Place.DRAW,
            2,
            id="standings published",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(CLOSED, LAST)),
            "Všechna kola jsou odehraná",
            "Před vyhlášením zkontrolujte výsledky na předních místech. Pak turnaj ukončete.",
            "Ukončit Jarní turnaj",
            Place.FINISH,
            None,
            id="all rounds closed",
        ),
        pytest.param(
            replace(PLAYERS, rounds=(CLOSED, LAST), finished=True),
            "Turnaj skončil",
            "Konečné pořadí najdete na stránce Pořadí, soubory ke stažení v Tisku.",
            "Konečné pořadí",
            Place.STANDINGS,
            None,
            id="finished",
        ),
    ],
)
def test_the_one_next_step(
    facts: Facts, title: str, text: str, action: str, place: Place, about: int | None
) -> None:
    step = next_step(TOURNAMENT, facts)

    assert (step.title, step.text, step.action, step.place, step.round) == (title, text, action, place, about)


@pytest.mark.parametrize(
    ("rounds", "finished", "title", "action", "place", "about"),
    [
        pytest.param(
            (), False, "Teď se nehraje", "Otevřít renonce a paušály", Place.RULES, None, id="no round"
        ),
        pytest.param(
            (DRAFT,), False, "Teď se nehraje", "Otevřít renonce a paušály", Place.RULES, None, id="draft"
        ),
        pytest.param(
            (CLOSED, replace(PUBLISHED, number=2)),
            False,
            "Hraje se 2. kolo",
            "Otevřít lístky 2. kola",
            Place.SHEETS,
            2,
            id="published",
        ),
        pytest.param(
            (replace(PLAYING, open=()),),
            False,
            "Hraje se 1. kolo",
            "Otevřít lístky 1. kola",
            Place.SHEETS,
            1,
            id="sheets to be confirmed by somebody else",
        ),
        pytest.param(
            (CLOSED,), False, "Teď se nehraje", "Otevřít renonce a paušály", Place.RULES, None, id="closed"
        ),
        pytest.param(
            (CLOSED, LAST), True, "Turnaj skončil", "Konečné pořadí", Place.STANDINGS, None, id="finished"
        ),
    ],
)
def test_the_next_step_of_a_referee_is_his_own(
    rounds: tuple[RoundFacts, ...], finished: bool, title: str, action: str, place: Place, about: int | None
) -> None:
    step = referee_step(TOURNAMENT, replace(PLAYERS, rounds=rounds, finished=finished))

    assert (step.title, step.action, step.place, step.round) == (title, action, place, about)


COUNTS = EntryCounts(all=28, expected=4, present=22, absent=1, withdrawn=1, paid=20, seatable=26)
AT_THE_DOOR = {"přihlášených": 28, "přítomných": 22, "sedne si při losování": 26}
RARE = {"nepřišlo": 1, "odstoupilo": 1}


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
def test_who_is_here_is_told_while_a_draw_is_ahead(facts: Facts, shown: dict[str, int]) -> None:
    assert dict(people_figures(facts, COUNTS)) == shown


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
def test_the_day_in_a_row(facts: Facts, shown: list[str]) -> None:
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

    assert facts == Facts(
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
    small_tournament: Tournament, rounds: int, django_assert_num_queries: object
) -> None:
    for number in range(1, rounds + 1):
        factories.drawn_round(small_tournament, number=number)

    with django_assert_num_queries(4):  # type: ignore[operator]
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
