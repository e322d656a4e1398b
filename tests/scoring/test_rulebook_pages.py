"""Sazebník, žebříček and renonce are computed from the rulebook of the tournament (R-002, R-003, R-012)."""

from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from rules import Rulebook, find_rulebook, settle
from rules.notation import parse
from rules.offences import ARTICLES
from rules.rulebook import CHOICES
from scoring.selectors.rulebook import (
    CHOICE_MEANINGS,
    CONSEQUENCES,
    choices_of,
    ladder_of,
    rates_of,
    renonce_of,
)
from tests import factories
from tournament.enums import RoundState
from tournament.lib.pdf import pdf_available
from tournament.models import Round, Tournament

CSM = find_rulebook("csm")
CROWN = find_rulebook("csm", overrides={"base_rate": 100})
TRADITIONAL = find_rulebook("traditional")


def row(rulebook: Rulebook, name: str, red: bool) -> tuple[int, ...]:
    return next(one.values for one in rates_of(rulebook).rows if (one.name, one.red) == (name, red))


VALUES: dict[str, tuple[Rulebook, str, bool, tuple[int, ...]]] = {
    "hra": (CSM, "hra", False, (20, 40, 80, 160, 320)),
    "sedma in hearts doubles": (CSM, "sedma", True, (80, 160, 320, 640, 1280)),
    "betl has no trumps": (CSM, "betl", False, (300, 600, 1200, 2400, 4800)),
    "dvě sedmy at a crown": (CROWN, "dvě sedmy", True, (8000, 16000, 32000, 64000, 128000)),
    "two fleks count": (find_rulebook("csm", overrides={"max_fleks": 2}), "hra", False, (20, 40, 80)),
    "none counts": (find_rulebook("csm", overrides={"max_fleks": 0}), "durch", False, (600,)),
    "more than anybody reads": (
        find_rulebook("csm", overrides={"max_fleks": 1000}),
        "hra",
        False,
        (20, 40, 80, 160, 320, 640, 1280),
    ),
}


@pytest.mark.parametrize(("rulebook", "name", "red", "values"), VALUES.values(), ids=VALUES)
def test_value_of_a_part_with_its_fleks(
    rulebook: Rulebook, name: str, red: bool, values: tuple[int, ...]
) -> None:
    assert row(rulebook, name, red) == values


def test_parts_without_trumps_have_no_red_row() -> None:
    assert [(one.name, one.red) for one in rates_of(CSM).rows] == [
        ("hra", False),
        ("hra", True),
        ("sedma", False),
        ("sedma", True),
        ("sto", False),
        ("sto", True),
        ("betl", False),
        ("durch", False),
        ("dvě sedmy", False),
        ("dvě sedmy", True),
    ]


STO: dict[str, tuple[dict[str, Any], dict[int, int]]] = {
    "linear": ({}, {150: 480, 110: 160, 100: 80, 90: 80, 80: 160, 50: 400}),
    "doubling": ({"sto_scaling": "doubling"}, {150: 2560, 110: 160, 100: 80, 90: 80, 80: 160, 50: 1280}),
    "flat": ({"sto_scaling": "flat"}, {150: 80, 110: 80, 100: 80, 90: 80, 80: 80, 50: 80}),
    "half of the base": ({"base_rate": 10}, {150: 240, 110: 80, 100: 40, 90: 40, 80: 80, 50: 200}),
}


@pytest.mark.parametrize(("overrides", "expected"), STO.values(), ids=STO)
def test_ladder_of_sto(overrides: dict[str, Any], expected: dict[int, int]) -> None:
    """§3: made, a step for every ten from the hundred; lost, one for every ten missing."""
    rows = rates_of(find_rulebook("csm", overrides=overrides)).sto
    assert [one.points for one in rows] == [150, 140, 130, 120, 110, 100, 90, 80, 70, 60, 50]
    assert [one.made for one in rows] == [True] * 6 + [False] * 5
    assert {one.points: one.plain for one in rows if one.points in expected} == expected
    assert all(one.red == 2 * one.plain for one in rows)


LIMITS: dict[str, tuple[dict[str, Any], list[int]]] = {
    # one to another; one for all at four, at three; two for all at four, at three
    "csm": ({}, [10000, 30000, 20000, 15000, 10000]),
    "raised at three too": ({"raised_limit_at_three": True}, [10000, 30000, 20000, 15000, 15000]),
    "at a crown": ({"base_rate": 100}, [50000, 150000, 100000, 75000, 50000]),
}


@pytest.mark.parametrize(("overrides", "amounts"), LIMITS.values(), ids=LIMITS)
def test_limits(overrides: dict[str, Any], amounts: list[int]) -> None:
    rates = rates_of(find_rulebook("csm", overrides=overrides))
    assert [one.amount for one in rates.limits] == amounts


@pytest.mark.parametrize("raised", [False, True])
def test_the_limit_of_two_flekkers_at_three_is_named_as_it_is_paid(raised: bool) -> None:
    """Two sevens, foreign suits, the third player joins: by the choice of the rulebook, which is told."""
    book = find_rulebook("csm", overrides={"raised_limit_at_three": raised})
    paid = settle(parse("ABC/C A:dve_sedmy* dve_sedmy+[BACA] foreign", rulebook=book)).money
    limit = next(one.amount for one in rates_of(book).limits if "tří" in one.name and "Dva" in one.name)
    assert paid == {"A": 2 * limit, "B": -limit, "C": -limit}
    choice = next(one for one in choices_of(book) if one.field == "raised_limit_at_three")
    assert "dvě cizí barvy" in choice.meaning
    assert choice.own is raised


def test_fixed_and_quiet_amounts() -> None:
    rates = rates_of(CSM)
    assert [(one.amount, one.article) for one in rates.fixed] == [
        (120, "B/15"),
        (200, "C1–C13"),
        (1000, "C14"),
        (200, "B/5"),
    ]
    assert [one.amount for one in rates.quiet] == [20, 40]
    growing = rates_of(find_rulebook("csm", overrides={"quiet_sto_scaling": "linear"}))
    assert [one.amount for one in growing.quiet] == [20, 40, 80, 120, 160, 200, 240]


@pytest.mark.parametrize("field", CHOICES)
def test_every_choice_has_its_meaning(field: str) -> None:
    assert set(CHOICE_MEANINGS[field]) == set(CHOICES[field])


def test_own_choices_of_a_tournament_are_marked() -> None:
    rows = choices_of(find_rulebook("csm", overrides={"opener": "prostredni", "base_rate": 50}))
    assert {one.field for one in rows} == set(CHOICES)
    assert [(one.field, one.chosen) for one in rows if one.own] == [("opener", "prostřední")]


LADDERS: dict[str, tuple[Rulebook, dict[int, list[tuple[str, int]]], list[int], list[int]]] = {
    "csm": (
        CSM,
        {1: [("sedma", 60)], 6: [("sto a sedma červených", 240)], 10: [("dvě sedmy a sto", 880)]},
        [1],
        [1],
    ),
    "traditional begins with hra": (
        TRADITIONAL,
        {1: [("hra", 20)], 3: [("sedma", 60)], 11: [("dvě sedmy", 800), ("dvě sedmy, červená trumf", 1600)]},
        [3],
        [1],
    ),
    "hra below sto": (
        find_rulebook("csm", overrides={"sto_replaces_hra": False}),
        {3: [("sto", 100)]},
        [1],
        [1],
    ),
    "owed hra is on no rung": (
        find_rulebook("csm", overrides={"nobody_bids": "hra"}),
        {1: [("sedma", 60)]},
        [1],
        [],
    ),
}


@pytest.mark.parametrize(("rulebook", "rungs", "omyl", "owed"), LADDERS.values(), ids=LADDERS)
def test_ladder(
    rulebook: Rulebook, rungs: dict[int, list[tuple[str, int]]], omyl: list[int], owed: list[int]
) -> None:
    found = ladder_of(rulebook).rungs
    assert [one.number for one in found] == list(range(1, 13))
    shown = {one.number: [(part.name, part.value) for part in one.contracts] for one in found}
    assert {number: shown[number] for number in rungs} == rungs
    assert [one.number for one in found if one.omyl] == omyl
    assert [one.number for one in found if one.owed] == owed


NOTES: dict[str, tuple[Rulebook, str, bool]] = {
    "csm: omyl on rung 1": (CSM, "jen na stupni 1", True),
    "traditional: omyl on rung 3": (TRADITIONAL, "jen na stupni 3", True),
    "csm: hra is not called": (CSM, "Hra na žebříčku není", True),
    "traditional: hra is called": (TRADITIONAL, "Hra na žebříčku není", False),
    "nobody bids": (TRADITIONAL, "nejméně: hra (stupeň 1)", True),
    "owed below the ladder": (
        find_rulebook("csm", overrides={"nobody_bids": "hra"}),
        "nejméně: hra. Na žebříčku nestojí",
        True,
    ),
    "opener": (find_rulebook("csm", overrides={"opener": "prostredni"}), "začíná prostřední", True),
}


@pytest.mark.parametrize(("rulebook", "text", "said"), NOTES.values(), ids=NOTES)
def test_notes_of_the_ladder(rulebook: Rulebook, text: str, said: bool) -> None:
    assert (text in " ".join(note for note, _article in ladder_of(rulebook).notes)) == said


def test_every_article_has_its_consequence() -> None:
    assert set(CONSEQUENCES) == set(ARTICLES)
    assert [one.article for one in renonce_of(CSM).rows] == list(ARTICLES)


RENONCE = {
    "C1": ("kdokoli z hrajících, pauzírující ne", "1", 200, "na přání druhé strany"),
    "C7": ("aktér", "1", 200, "ne, hru nelze regulérně sehrát"),
    "C8": ("kdokoli z hrajících, pauzírující ne", "1", 200, "ne, hraje se dál"),
    "C12": ("protihráč", "1", 200, "ne"),
    "C14": ("aktér", "2", 1000, "na přání druhé strany"),
}


@pytest.mark.parametrize(("article", "expected"), RENONCE.items(), ids=RENONCE)
def test_renonc(article: str, expected: tuple[str, str, int, str]) -> None:
    found = next(one for one in renonce_of(CSM).rows if one.article == article)
    assert (found.whose, found.pausal, found.amount, found.playout) == expected


PAGES = {
    "": ["Sazebník", "128,00", "300,00", "volba turnaje", "zdvojnásobí sazbu"],
    "zebricek/": ["Licitační žebříček", "sto a sedma červených", "možný omyl"],
    "renonce/": ["nepřiznání barvy", "C14", "10,00", "D6"],
    "sazebnik.html": ["Sazebník", "128,00", "Licitační žebříček", "zdvojnásobí sazbu"],
}


@pytest.mark.django_db
@pytest.mark.parametrize(("page", "texts"), PAGES.items(), ids=lambda value: str(value))
def test_pages_show_the_rules_of_the_tournament(
    visitor_client: Client, drawn: Round, page: str, texts: list[str]
) -> None:
    Tournament.objects.filter(pk=drawn.tournament_id).update(rulebook_overrides={"sto_scaling": "doubling"})
    answer = visitor_client.get(f"/t/jarni-turnaj/pravidla/{page}")
    assert answer.status_code == 200
    text = answer.content.decode()
    assert [one for one in texts if one not in text] == []


@pytest.mark.django_db
def test_public_sees_rules_only_after_a_publication(
    visitor_client: Client, organiser_client: Client, small_tournament: Tournament
) -> None:
    factories.drawn_round(small_tournament, state=RoundState.DRAFT)
    address = "/t/jarni-turnaj/pravidla/"
    assert "Jarní turnaj" in organiser_client.get(address).content.decode()
    hidden = visitor_client.get(address)
    assert (hidden.status_code, "Jarní turnaj" in hidden.content.decode()) == (403, False)


@pytest.mark.django_db
@pytest.mark.skipif(not pdf_available(), reason="Pango is not installed")
def test_print_is_two_pages_with_every_figure(visitor_client: Client, drawn: Round) -> None:
    answer = visitor_client.get("/t/jarni-turnaj/pravidla/sazebnik.pdf")
    pages = [page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages]
    assert len(pages) == 2
    for text in ("256,00", "neuhráno", "dvě sedmy, červená trumf, a sto", "100,00"):
        assert text in pages[0]
    assert "Licitaci začíná zadák" in pages[1]


@pytest.mark.django_db
@pytest.mark.parametrize("rounds", [1, 3])
def test_pages_ask_the_database_as_little_for_many_rounds(
    organiser_client: Client,
    small_tournament: Tournament,
    django_assert_num_queries: Any,
    rounds: int,
) -> None:
    for number in range(1, rounds + 1):
        factories.drawn_round(small_tournament, number=number)
    # Session, account, tournament, roles.
    with django_assert_num_queries(4):
        organiser_client.get("/t/jarni-turnaj/pravidla/")
