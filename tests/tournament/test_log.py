"""The log as people read it: every action has words, values old → new, filters (docs/tournament.md; S27)."""

import re
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from rules.points_table import find_points_table
from tests import factories
from tournament.models import Account, Tournament
from tournament.selectors.log import AREAS, log_line, log_page, people_in_log, tapped_change
from tournament.selectors.log_words import ACTIONS, Change, changes_in_words
from tournament.selectors.rulebooks import rulebook_choices

pytestmark = pytest.mark.django_db

NAMES = dict(rulebook_choices())
ROOT = Path(__file__).resolve().parents[2]
ACTION = re.compile(r"\"((?:tournament|scoring)\.[a-z_]+(?:\.[a-z_]+)*)\"")


def test_every_logged_action_has_words_and_an_area() -> None:
    services = [*ROOT.glob("tournament/services/*.py"), *ROOT.glob("scoring/services/*.py")]
    logged = {name for path in services for name in ACTION.findall(path.read_text(encoding="utf-8"))}
    logged -= {"tournament.id", "tournament.next_number"}  # columns of the rows read from an archive
    assert len(logged) > 30, "the services were found"

    beginnings = tuple(beginning for _name, starts in AREAS.values() for beginning in starts)

    assert logged - set(ACTIONS) == set()
    assert {name for name in logged if not name.startswith(beginnings)} == set()


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        pytest.param(
            None,
            {"number": 3, "name": "Čech Petr", "club": "", "fee_paid": False, "presence": "expected"},
            [
                ("číslo", "", "3"),
                ("jméno", "", "Čech Petr"),
                ("startovné zaplaceno", "", "ne"),
                ("prezence", "", "čeká se"),
            ],
            id="a creation tells what there is",
        ),
        pytest.param(
            {"club": "Karlín", "fixed_table": 3},
            {"club": "", "fixed_table": None},
            [("klub", "Karlín", "–"), ("stálý stůl", "3", "–")],
            id="a change tells what is no more",
        ),
        pytest.param(
            {"base_rate": 20, "fee": 30000, "ranking_order": "sb"},
            {"base_rate": 50, "fee": 30000, "ranking_order": "bp"},
            [
                ("základní sazba", "0,20\u00a0Kč", "0,50\u00a0Kč"),
                ("o pořadí rozhoduje", "součet SB", "součet BP"),
            ],
            id="money in crowns, choices in words, the same left out",
        ),
        pytest.param(
            {"money": {"A": 60, "B": -60}, "zb": {"A": 1, "B": -1}},
            {"money": {"A": 40, "B": -40}, "zb": {"A": 0, "B": 0}},
            [
                ("zisk", "A +0,60\u00a0Kč, B −0,60\u00a0Kč", "A +0,40\u00a0Kč, B −0,40\u00a0Kč"),
                ("ZB", "A +1, B −1", "A 0, B 0"),
            ],
            id="results with signs",
        ),
        pytest.param(
            {
                "record": {
                    "format": "licitovany-hand/1",
                    "players": ["A", "B", "C"],
                    "declarer": "A",
                    "contract": "sto_sedma",
                }
            },
            {
                "record": {
                    "format": "licitovany-hand/1",
                    "players": ["A", "B", "C"],
                    "declarer": "A",
                    "contract": "betl",
                    "fleks": {"betl": ["B", "A"]},
                    "outcome": {"betl": "lost"},
                }
            },
            [
                ("závazek", "sto a sedma", "betl"),
                ("fleky", "–", "betl B, A"),
                ("výsledek", "–", "betl neuhráno"),
            ],
            id="a hand field by field",
        ),
        pytest.param(
            {
                "tables": [
                    {"table": 1, "seats": [7, 12, 3, 20], "scribe": 12},
                    {"table": 2, "seats": [1, 2, 4]},
                ]
            },
            {"tables": [{"table": 1, "seats": [7, 12, 3, 1], "scribe": 12}]},
            [
                ("stůl 1", "7, 12, 3, 20 (zapisuje 12)", "7, 12, 3, 1 (zapisuje 12)"),
                ("stůl 2", "1, 2, 4", "–"),
            ],
            id="seating table by table",
        ),
        pytest.param({"tables": [1]}, {"tables": [1, 2]}, [("stoly", "1", "1, 2")], id="tables of a referee"),
        pytest.param(
            {"1": "expected", "2": "expected"},
            {"1": "present", "2": "present"},
            [("č. 1", "čeká se", "je tady"), ("č. 2", "čeká se", "je tady")],
            id="many came at once",
        ),
        pytest.param(
            {"1": None, "2": None},
            {"1": 0, "2": 3},
            [("č. 1", "–", "před začátkem"), ("č. 2", "–", "po 3. kole")],
            id="many left at once",
        ),
        pytest.param(
            {"withdrawn_after": 0},
            {"withdrawn_after": None},
            [("odstoupení", "před začátkem", "–")],
            id="back",
        ),
        pytest.param(
            {"date": "2026-11-29", "rulebook_id": "csm", "premium_table_id": "csm-2014"},
            {"date": "2026-12-05", "rulebook_id": "pub", "premium_table_id": "vlastni-nase"},
            [
                ("datum", "29. 11. 2026", "5. 12. 2026"),
                ("pravidla", NAMES["csm"], NAMES["pub"]),
                ("bodovací tabulka", find_points_table("csm-2014").name, "vlastni-nase"),
            ],
            id="settings as people read them",
        ),
        pytest.param(
            {"rulebook_overrides": {}, "rulebook_version": "1"},
            {
                "rulebook_overrides": {"sto_scaling": "doubling", "sto_replaces_hra": False},
                "rulebook_version": "2",
            },
            [
                (
                    "volby v pravidlech",
                    "–",
                    "Každá desítka nad sto zdvojnásobí sazbu, Při stu se hra platí také",
                ),
                ("verze pravidel", "1", "2"),
            ],
            id="choices of the rules in words",
        ),
        pytest.param(None, {"neznámé": 5}, [("neznámé", "", "5")], id="an unknown name stays"),
        pytest.param(None, None, [], id="nothing"),
        pytest.param("včera", "dnes", [("", "včera", "dnes")], id="a bare value"),
    ],
)
def test_values_in_words(old: Any, new: Any, changes: list[tuple[str, str, str]]) -> None:
    assert changes_in_words(old, new) == [Change(*change) for change in changes]


def test_a_line_says_who_what_when_and_why(tournament: Tournament) -> None:
    entry = factories.LogEntryFactory(
        tournament=tournament,
        action="scoring.result.corrected",
        subject="1. kolo, stůl 4",
        reason="přehlédnuté minus",
        new={"signed": True},
    )

    line = log_line(entry)

    assert (line.who, line.action, line.subject, line.reason, line.at) == (
        "Olga Pořadatelová",
        "Výsledek stolu opraven",
        "1. kolo, stůl 4",
        "přehlédnuté minus",
        entry.at,
    )
    assert line.changes == (Change("podepsáno", "", "ano"),)


@pytest.fixture
def written(tournament: Tournament) -> Tournament:
    """Four lines by two people; another tournament has its own."""
    for name, action, subject, reason in (
        ("Olga Pořadatelová", "tournament.entry.created", "1 Novák Jan", ""),
        ("Olga Pořadatelová", "tournament.round.drawn", "1. kolo", "přišli další"),
        ("Žofie Řeháková", "scoring.hand.recorded", "1. kolo, stůl 4, hra 3", ""),
        ("Žofie Řeháková", "tournament.settings.changed", "Jarní turnaj", ""),
    ):
        factories.LogEntryFactory(
            tournament=tournament, actor_name=name, action=action, subject=subject, reason=reason
        )
    factories.LogEntryFactory(subject="cizí")
    return tournament


@pytest.mark.parametrize(
    ("filters", "subjects"),
    [
        ({}, ["Jarní turnaj", "1. kolo, stůl 4, hra 3", "1. kolo", "1 Novák Jan"]),
        ({"person": "Žofie Řeháková"}, ["Jarní turnaj", "1. kolo, stůl 4, hra 3"]),
        ({"area": "entries"}, ["1 Novák Jan"]),
        ({"area": "rounds"}, ["1. kolo"]),
        ({"area": "hands"}, ["1. kolo, stůl 4, hra 3"]),
        ({"area": "people"}, ["Jarní turnaj"]),
        ({"area": "nic"}, ["Jarní turnaj", "1. kolo, stůl 4, hra 3", "1. kolo", "1 Novák Jan"]),
        ({"query": "novak"}, ["1 Novák Jan"]),
        ({"query": "STUL 4"}, ["1. kolo, stůl 4, hra 3"]),
        ({"query": "vylosovano"}, ["1. kolo"]),
        ({"query": "prisli"}, ["1. kolo"]),
        ({"query": "kolo", "person": "Žofie Řeháková"}, ["1. kolo, stůl 4, hra 3"]),
        ({"query": "cizí"}, []),
    ],
)
def test_filters(written: Tournament, filters: dict[str, str], subjects: list[str]) -> None:
    assert [line.subject for line in log_page(written, **filters).lines] == subjects
    assert people_in_log(written) == ["Olga Pořadatelová", "Žofie Řeháková"]


@pytest.mark.parametrize("filters", [{}, {"query": "prihlas"}], ids=["all", "searched"])
def test_the_log_is_shown_by_fifty(tournament: Tournament, filters: dict[str, str]) -> None:
    for number in range(120):
        factories.LogEntryFactory(tournament=tournament, subject=f"{number} Čech")

    pages = [log_page(tournament, page=page, **filters) for page in (1, "3", "99", "x", None)]

    assert [(len(shown.lines), shown.page.number) for shown in pages] == [
        (50, 1),
        (20, 3),
        (20, 3),
        (50, 1),
        (50, 1),
    ]
    assert [pages[0].lines[0].subject, pages[1].lines[-1].subject] == ["119 Čech", "0 Čech"]


def test_the_page_shows_old_and_new_and_keeps_the_filter(written: Tournament, referee_client: Client) -> None:
    for number in range(60):
        factories.LogEntryFactory(
            tournament=written,
            action="tournament.entry.presence_changed",
            subject=f"{number} Čech",
            old={"presence": "expected"},
            new={"presence": "absent"},
        )

    html = referee_client.get("/t/jarni-turnaj/protokol/", {"q": "cech", "co": "entries"}).content.decode()

    assert '<span class="was">čeká se</span> → není tu' in html
    assert '<option value="entries" selected>Hráči</option>' in html
    assert 'value="cech"' in html
    assert "q=cech&amp;co=entries&amp;page=2" in html
    assert "Novák Jan" not in html


def test_nothing_found_says_so(written: Tournament, organiser_client: Client) -> None:
    html = organiser_client.get("/t/jarni-turnaj/protokol/", {"q": "nikdo"}).content.decode()

    assert "Takový zápis v protokolu není." in html


@pytest.mark.parametrize("lines", [1, 3])
def test_the_log_costs_the_same(
    tournament: Tournament, organiser_client: Client, lines: int, django_assert_num_queries: Any
) -> None:
    for _line in range(lines):
        factories.LogEntryFactory(tournament=tournament)

    # session, account, tournament, members, count, lines, people
    with django_assert_num_queries(7):
        organiser_client.get("/t/jarni-turnaj/protokol/")


def test_only_taps_are_offered_back(written: Tournament) -> None:
    line = written.log.get(action="tournament.entry.created")

    assert tapped_change(written, line.pk) is None
    assert tapped_change(written, uuid.uuid4()) is None


def test_referee_of_some_tables_reads_their_lines_only(
    tournament: Tournament, referee: Account, referee_client: Client
) -> None:
    """People: a referee sees every hand of his tables; of another table nothing."""
    subjects = ("1. kolo, stůl 1, hra 3", "1. kolo, stůl 12, hra 1", "2. kolo, stůl 2", "1 Novák Jan")
    for subject in subjects:
        factories.LogEntryFactory(tournament=tournament, subject=subject)
    address = f"/t/{tournament.slug}/protokol/"

    def seen() -> set[str]:
        page = referee_client.get(address).content.decode()
        return {subject for subject in subjects if subject in page}

    assert seen() == set(subjects)
    referee.memberships.update(tables=[1, 2])
    assert seen() == {"1. kolo, stůl 1, hra 3", "2. kolo, stůl 2", "1 Novák Jan"}
