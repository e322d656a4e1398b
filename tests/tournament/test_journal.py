"""The log as people read it: every action has words, values old → new, filters (docs/tournament.md; S27)."""

import re
import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from rules.points_table import find_points_table
from tests import factories
from tournament.actors import Actor
from tournament.enums import Role
from tournament.journal.actions import declare, declared, declared_as
from tournament.journal.older import give_places, place_said
from tournament.journal.people import people_in_log
from tournament.journal.reading import log_line, log_page, readable_by, tapped_change
from tournament.journal.words import Change, action_words, changes_in_words
from tournament.models import Account, LogEntry, Round, Seat, Tournament
from tournament.selectors.access import actor_for
from tournament.selectors.rulebooks import rulebook_choices
from tournament.services.drawing import round_draw
from tournament.services.rounds import round_publish
from tournament.services.seating import seat_substitute, seat_swap

pytestmark = pytest.mark.django_db

NAMES = dict(rulebook_choices())


ORGANISER = Actor(name="O", key=uuid.uuid4(), roles=frozenset({Role.ORGANISER}), chief_appointed=True)
CHIEF = Actor(name="H", key=uuid.uuid4(), roles=frozenset({Role.CHIEF_REFEREE}), chief_appointed=True)
REFEREE = Actor(name="R", key=uuid.uuid4(), roles=frozenset({Role.REFEREE}), chief_appointed=True)
OF_TABLE_1 = replace(REFEREE, tables=frozenset({1}))
READERS = {"organiser": ORGANISER, "chief": CHIEF, "referee": REFEREE, "of table 1": OF_TABLE_1}

SEATING = {
    "tournament.round.drawn",
    "tournament.round.draft_discarded",
    "tournament.seats.swapped",
    "tournament.seats.reseated",
    "tournament.seats.undone",
    "tournament.seat.substituted",
}
"""What says who sits where."""

OF_A_TABLE = {
    "tournament.link.replaced",
    "scoring.hand.recorded",
    "scoring.hand.corrected",
    "scoring.hand.removed",
    "scoring.hand.restored",
    "scoring.hand.ruled",
    "scoring.dispute.opened",
    "scoring.dispute.awarded",
    "scoring.dispute.withdrawn",
    "scoring.dispute.rejected",
    "scoring.dispute.set_aside",
    "scoring.result.entered",
    "scoring.result.corrected",
    "scoring.result.confirmed",
    "scoring.result.unconfirmed",
    "scoring.result.correction_proposed",
    "scoring.result.correction_confirmed",
    "scoring.result.correction_rejected",
    "scoring.table.handed_in",
    "scoring.table.taken_back",
    "scoring.table.given_up",
    "scoring.table.awaited",
}
"""What belongs to one table and its referees."""
OF_WISHES = {
    "tournament.entry.kept_apart",
    "tournament.entry.let_together",
    "tournament.application.sent",
    "tournament.application.accepted",
    "tournament.application.joined",
    "tournament.application.refused",
    "tournament.application.reconsidered",
    "tournament.application.withdrawn",
    "tournament.person.merged",
    "tournament.person.put_back",
    "tournament.person.split",
    "tournament.entries.charged",
    "tournament.entry.charged",
    "tournament.entry.fee_changed",
    "tournament.payment.cancelled",
    "tournament.payment.returned",
    "tournament.payment.taken",
    "tournament.payments.noted",
    "tournament.till.counted",
}
"""Private wishes, money, who is whom, and what anybody sent from home, the organisers' alone."""

PLACES = {
    "nowhere": (None, None),
    "draft": ("draft", None),
    "table 1 of the draft": ("draft", 1),
    "round": ("published", None),
    "table 1": ("published", 1),
    "table 2": ("published", 2),
}

EVERYWHERE = set(PLACES)
PUBLISHED = {"round", "table 1", "table 2"}
SEES: dict[str, dict[str, set[str]]] = {
    "wish": {"chief": set(), "referee": set(), "of table 1": set()},
    "staff": {
        "chief": EVERYWHERE,
        "referee": EVERYWHERE,
        "of table 1": EVERYWHERE - {"table 2"},
    },
    "seating": {
        "chief": PUBLISHED,
        "referee": PUBLISHED,
        "of table 1": {"round", "table 1"},
    },
    "table": {
        "chief": EVERYWHERE,
        "referee": EVERYWHERE,
        "of table 1": {"table 1", "table 1 of the draft"},
    },
}
"""Kind of action → reader → the places of which he reads an entry."""


def kind_of(name: str) -> str:
    kinds = {"seating": SEATING, "table": OF_A_TABLE, "wish": OF_WISHES}
    return next((kind for kind, names in kinds.items() if name in names), "staff")


@pytest.fixture
def places(tournament: Tournament) -> dict[str, dict[str, Any]]:
    rounds = {
        state: factories.RoundFactory(tournament=tournament, number=number, state=state)
        for number, state in enumerate(("published", "draft"), start=1)
    }
    return {
        name: {"round": rounds[state] if state else None, "table_number": table}
        for name, (state, table) in PLACES.items()
    }


def read_by(tournament: Tournament, reader: Actor, *names: str) -> set[str]:
    found = LogEntry.objects.filter(readable_by(reader), tournament=tournament, action__in=names)
    return set(found.values_list("subject", flat=True))


def test_every_action_is_read_by_whom_it_may_be(
    tournament: Tournament, places: dict[str, dict[str, Any]]
) -> None:
    """S53: by the columns of an entry and by what its action declares, for every action and every role."""
    assert {action for action in SEATING | OF_A_TABLE | OF_WISHES if declared_as(action) is None} == set()
    assert len(declared()) > 45, "the services were loaded"
    for action in declared():
        for name, place in places.items():
            factories.LogEntryFactory(tournament=tournament, action=action, subject=name, **place)

    seen = {
        (str(action), role): read_by(tournament, reader, action)
        for action in declared()
        for role, reader in READERS.items()
    }

    wanted = {
        (str(action), role): EVERYWHERE if role == "organiser" else SEES[kind_of(action)][role]
        for action in declared()
        for role in READERS
    }
    assert seen == wanted


def test_an_action_nobody_declared_is_the_organisers(tournament: Tournament) -> None:
    factories.LogEntryFactory(tournament=tournament, action="scoring.hand.forged", subject="x")

    seen = {role: read_by(tournament, reader, "scoring.hand.forged") for role, reader in READERS.items()}

    assert seen == {"organiser": {"x"}, "chief": set(), "referee": set(), "of table 1": set()}
    assert action_words("scoring.hand.forged") == "scoring.hand.forged"


def test_an_action_is_declared_once() -> None:
    known = declared()[0]

    with pytest.raises(ValueError, match=re.escape(f"{known} is declared twice")):
        declare(known, known.words, area=known.area)


@pytest.mark.parametrize("tables", [[], [1]], ids=["all tables", "table 1"])
@pytest.mark.parametrize("published", [True, False], ids=["published", "draft"])
def test_a_referee_in_front_of_a_draft(
    tournament: Tournament,
    organiser: Account,
    referee: Account,
    referee_client: Client,
    organiser_client: Client,
    tables: list[int],
    published: bool,
) -> None:
    """S53: nothing of a draft in the log, whichever way it was made; all of it once it is published."""
    referee.memberships.update(tables=tables)
    factories.entries(tournament, 8)
    desk = actor_for(organiser, tournament)
    round_ = round_draw(tournament=tournament, number=1, by=desk, seed="s")
    first, second = (seat_of_table(round_, number) for number in (1, 2))
    seat_swap(round_=round_, first=first, second=second, by=desk, reason="chtějí to")
    seat_substitute(round_=round_, number=first, name="Náhradník Karel", by=desk)
    if published:
        round_publish(round_=round_, by=desk)
    address = f"/t/{tournament.slug}/protokol/"
    traces = ("Kolo vylosováno", "Místa prohozena", "chtějí to", "stůl 1")

    def seen(client: Client) -> list[str]:
        page = client.get(address).content.decode()
        return [trace for trace in traces if trace in page]

    assert seen(organiser_client) == list(traces)
    assert seen(referee_client) == (list(traces) if published else [])


def seat_of_table(round_: Round, number: int) -> int:
    return Seat.objects.filter(table__round=round_, table__number=number).first().entry.number


@pytest.mark.parametrize(
    ("subject", "place"),
    [
        ("1. kolo", (1, None, None)),
        ("12. kolo, stůl 104", (12, 104, None)),
        ("2. kolo, stůl 4, hra 31", (2, 4, 31)),
        ("1. kolo: prohozeni 1 Novák Jan a 2 Čech Petr", (1, None, None)),
        ("pořadí po 3. kole, verze 2", (3, None, None)),
        ("1 Novák Jan", (None, None, None)),
        ("1. kolony", (None, None, None)),
        ("Turnaj, 2. kolo, stůl 3", (None, None, None)),
        ("99999. kolo", (None, None, None)),
        ("", (None, None, None)),
    ],
)
def test_places_that_older_entries_said(subject: str, place: tuple[int | None, ...]) -> None:
    assert place_said(subject) == place


def test_older_entries_get_the_round_that_was_there(tournament: Tournament) -> None:
    at = [timezone.now() - timedelta(minutes=minutes) for minutes in (50, 40, 30, 20, 10)]
    discarded = factories.RoundFactory(tournament=tournament, number=1, created_at=at[0], discarded_at=at[2])
    new = factories.RoundFactory(tournament=tournament, number=1, created_at=at[3])
    cases = [
        ("1. kolo, stůl 4, hra 3", at[1], None, (discarded, 4, 3)),
        ("1. kolo, stůl 4", at[4], None, (new, 4, None)),
        ("1. kolo", at[4], discarded.pk, (discarded, None, None)),
        ("2. kolo", at[4], None, (None, None, None)),
        ("1 Novák Jan", at[4], None, (None, None, None)),
    ]
    entries = [LogEntry(subject=subject, at=when, object_id=row) for subject, when, row, _place in cases]

    give_places(entries, [new, discarded])

    assert [(one.round_id, one.table_number, one.hand_number) for one in entries] == [
        (round_ and round_.pk, table, hand) for *_rest, (round_, table, hand) in cases
    ]


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
            None,
            {"payment": 3, "amount": -20000, "how": "transfer"},
            [("platba č.", "", "3"), ("částka", "", "−200,00\u00a0Kč"), ("způsob", "", "převodem")],
            id="a payment",
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
    assert [line.subject for line in log_page(written, reader=ORGANISER, **filters).lines] == subjects
    assert [one.label for one in people_in_log(written)] == ["Olga Pořadatelová", "Žofie Řeháková"]


@pytest.mark.parametrize("filters", [{}, {"query": "prihlas"}], ids=["all", "searched"])
def test_the_log_is_shown_by_fifty(tournament: Tournament, filters: dict[str, str]) -> None:
    for number in range(120):
        factories.LogEntryFactory(tournament=tournament, subject=f"{number} Čech")

    pages = [
        log_page(tournament, page=page, reader=ORGANISER, **filters) for page in (1, "3", "99", "x", None)
    ]

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

    page = referee_client.get("/t/jarni-turnaj/protokol/", {"q": "cech", "co": "entries"}).content.decode()
    html = " ".join(page.split())

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

    assert tapped_change(written, line.id) is None
    assert tapped_change(written, uuid.uuid4()) is None
