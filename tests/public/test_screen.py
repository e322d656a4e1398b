"""What the projected screen has to show, the organiser's choice of it, finding one's table at the door."""

from typing import Any

import pytest
from django.test import Client

from public.selectors.screen import screen_of
from public.selectors.seats import find_seats, round_seated
from tests import factories
from tournament.actors import Actor
from tournament.enums import RoundState, TableState
from tournament.models import LogEntry, Round, Tournament
from tournament.services.founding import settings_change

pytestmark = pytest.mark.django_db

SCREEN = "/t/jarni-turnaj/platno/"
SETTINGS = "/t/jarni-turnaj/platno/nastaveni/"
SAVE = "/t/jarni-turnaj/platno/nastaveni/ulozit/"
FIND = "/t/jarni-turnaj/najdi/"


def shown(tournament: Tournament) -> list[tuple[str, str]]:
    """Pages of the screen and of what they are."""
    return [(str(part.page), part.of) for part in screen_of(tournament).parts]


def publish(tournament: Tournament, number: int = 1, version: int = 1, order: str = "sb") -> None:
    """Standings after a closed round, of one person."""
    round_ = tournament.rounds.get(number=number)
    zero = dict.fromkeys(("money", "zb", "premium", "penalty", "bp"), 0)
    who = {
        "rank": 1,
        "number": 7,
        "name": "Vítěz Karel",
        "club": "",
        "team": "",
        "sb": -1234,
        "withdrawn": False,
    }
    rows = {"round": number, "rounds": [], "order": order, "rows": [zero | who | {"rounds": []}], "notes": []}
    factories.StandingsPublicationFactory(round=round_, number=version, rows=rows)


# Which pages there are


def test_nothing_but_the_name_before_anything_is_published(small_tournament: Tournament) -> None:
    factories.drawn_round(small_tournament, state=RoundState.DRAFT)
    factories.ClockChangeFactory(round=small_tournament.rounds.get())

    assert shown(small_tournament) == []


def test_a_published_round_is_seated_and_its_clock_waits(small_tournament: Tournament) -> None:
    factories.drawn_round(small_tournament)

    screen = screen_of(small_tournament)

    assert shown(small_tournament) == [("clock", "1. kolo"), ("tables", "1. kolo"), ("names", "1. kolo")]
    assert [(table.number, [seat.name for seat in table.seats]) for table in screen.tables] == [
        (1, [name for name, _club in factories.PEOPLE[:4]]),
        (2, [name for name, _club in factories.PEOPLE[4:]]),
    ]
    names = [(seat.number, seat.name, seat.table) for seat in screen.names]
    assert names[0] == (3, "Cibulka Karel", 1)
    assert sorted(names) == [(n, factories.PEOPLE[n - 1][0], 1 + (n > 4)) for n in range(1, 9)]


MISSING = {
    "nobody has handed in": ([], ()),
    "one has": ([1], (2,)),
    "everybody has": ([1, 2], ()),
}


@pytest.mark.parametrize(("handed_in", "missing"), MISSING.values(), ids=MISSING)
def test_tables_are_waited_for_once_the_first_has_handed_in(
    small_tournament: Tournament, handed_in: list[int], missing: tuple[int, ...]
) -> None:
    drawn = factories.drawn_round(small_tournament, state=RoundState.PLAYING)
    drawn.tables.filter(number__in=handed_in).update(state=TableState.HANDED_IN)

    assert screen_of(small_tournament).missing == missing
    assert ("missing", "1. kolo, 1 stůl") in shown(small_tournament) or not missing


def test_between_rounds_standings_stay_and_nobody_is_seated(small_tournament: Tournament) -> None:
    factories.drawn_round(small_tournament, state=RoundState.CLOSED, table_state=TableState.CLOSED)
    publish(small_tournament)
    factories.drawn_round(small_tournament, number=2, state=RoundState.DRAFT)

    assert shown(small_tournament) == [("standings", "po 1. kole, součet SB")]


def test_standings_are_shown_while_the_next_round_runs(small_tournament: Tournament) -> None:
    factories.drawn_round(small_tournament, state=RoundState.CLOSED, table_state=TableState.CLOSED)
    publish(small_tournament)
    publish(small_tournament, version=2, order="bp")
    factories.drawn_round(small_tournament, number=2, state=RoundState.PLAYING)

    parts = {str(part.page): (part.of, part.news) for part in screen_of(small_tournament).parts}

    assert parts["standings"] == ("po 1. kole, součet BP", "1-2")
    assert parts["tables"] == ("2. kolo", "2")


def test_what_is_switched_off_is_not_shown(small_tournament: Tournament) -> None:
    factories.drawn_round(small_tournament)
    Tournament.objects.update(screen_tables=False, screen_clock=False)
    small_tournament.refresh_from_db()

    assert shown(small_tournament) == [("names", "1. kolo")]


HELD = {
    "a page that is switched off": ("tables", "tables", ["tables"]),
    "one on which there is nothing": ("standings", "", ["clock", "names"]),
    "none": ("", "", ["clock", "names"]),
}


@pytest.mark.parametrize(("held", "stays", "pages"), HELD.values(), ids=HELD)
def test_one_page_can_be_held(small_tournament: Tournament, held: str, stays: str, pages: list[str]) -> None:
    factories.drawn_round(small_tournament)
    Tournament.objects.update(screen_tables=False, screen_held=held)
    small_tournament.refresh_from_db()

    screen = screen_of(small_tournament)

    assert (screen.held, [part.page for part in screen.parts]) == (stays, pages)


def test_announcements_have_a_page_for_those_that_do_not_fit_on_top(small_tournament: Tournament) -> None:
    factories.AnnouncementFactory(tournament=small_tournament)
    factories.AnnouncementFactory(tournament=small_tournament, taken_away_at=factories.SAVED_AT)

    screen = screen_of(small_tournament)

    assert [one.text for one in screen.announcements] == ["Oběd se vydává u výčepu."]
    assert [str(part.page) for part in screen.parts] == ["announcements"]


@pytest.mark.parametrize("count", [8, 16])
def test_the_screen_costs_the_same_for_any_hall(
    tournament: Tournament, count: int, django_assert_num_queries: Any
) -> None:
    factories.entries(tournament, count)
    factories.drawn_round(tournament)

    # rounds with their clocks: of the seats, of the clock, of what is coming; seats, tables, coming,
    # announcements, standings
    with django_assert_num_queries(11):
        screen_of(tournament)


# The page


def test_the_screen_is_public_with_registration_or_a_published_round(
    small_tournament: Tournament, visitor_client: Client
) -> None:
    factories.drawn_round(small_tournament, state=RoundState.DRAFT)
    assert visitor_client.get(SCREEN).status_code == 403

    Tournament.objects.update(home_open=True)
    html = visitor_client.get(SCREEN).content.decode()

    assert "Jarní turnaj" in html
    assert [name for name, _club in factories.PEOPLE if name in html] == []


def test_the_page_of_the_screen(small_tournament: Tournament, visitor_client: Client) -> None:
    drawn = factories.drawn_round(small_tournament)
    drawn.seats.filter(entry__number=1).update(substitute="Nová <b>Jana</b>")
    publish_closed(small_tournament)
    Tournament.objects.update(screen_light=True)

    answer = visitor_client.get(SCREEN)
    html = answer.content.decode()

    assert answer.cookies == {}
    assert 'data-theme="light"' in html
    assert 'data-state="/t/jarni-turnaj/stav-stolu.json"' in html
    assert "hraje Nová &lt;b&gt;Jana&lt;/b&gt;" in html
    assert "−1 234" in html.replace("\xa0", " ")
    assert "<svg" in html


def publish_closed(tournament: Tournament) -> Round:
    """A closed round with published standings beside the one that is played."""
    closed = factories.drawn_round(
        tournament, number=2, state=RoundState.CLOSED, table_state=TableState.CLOSED, seated=[], sizes=[]
    )
    publish(tournament, number=2)
    return closed


def test_members_see_on_the_screen_what_everybody_sees(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    factories.drawn_round(small_tournament, state=RoundState.DRAFT)
    Tournament.objects.update(home_open=True)

    html = organiser_client.get(SCREEN).content.decode()

    assert "Plátno" in html
    assert [name for name, _club in factories.PEOPLE if name in html] == []


# The organiser's choice


def sent(**changes: str) -> dict[str, str]:
    every = dict.fromkeys(
        ("screen_clock", "screen_tables", "screen_names", "screen_missing", "screen_standings"), "on"
    )
    return every | {"screen_held": "all", "look": "dark", "expected": "1"} | changes


def test_the_organiser_chooses_what_is_on(tournament: Tournament, organiser_client: Client) -> None:
    values = sent(screen_held="names", look="light")
    del values["screen_missing"]

    answer = organiser_client.post(SAVE, values)

    assert (answer.status_code, answer["Location"]) == (302, SETTINGS)
    tournament.refresh_from_db()
    assert (tournament.screen_held, tournament.screen_light, tournament.screen_missing) == (
        "names",
        True,
        False,
    )
    assert (tournament.screen_tables, tournament.screen_clock, tournament.version) == (True, True, 2)
    entry = LogEntry.objects.get(action="tournament.settings.changed")
    assert entry.new == {"screen_held": "names", "screen_light": True, "screen_missing": False}
    assert entry.public


WRONG = {
    "a page that does not exist": sent(screen_held="hospoda"),
    "no look": sent(look=""),
    "somebody was faster": sent(expected="0", look="light"),
}


@pytest.mark.parametrize("values", WRONG.values(), ids=WRONG)
def test_a_choice_that_cannot_be_leaves_the_screen(
    tournament: Tournament, organiser_client: Client, values: dict[str, str]
) -> None:
    assert organiser_client.post(SAVE, values).status_code == 422

    tournament.refresh_from_db()
    assert (tournament.screen_held, tournament.screen_light, tournament.version) == ("", False, 1)


def test_the_settings_show_what_is_on_and_how_to_open_it(
    tournament: Tournament, organiser_client: Client, desk: Actor
) -> None:
    settings_change(tournament=tournament, by=desk, changes={"screen_held": "clock", "screen_names": False})

    page = organiser_client.get(SETTINGS)
    form = page.context["form"]

    assert (form["screen_held"].value(), form["look"].value()) == ("clock", "dark")
    assert [(field.name, field.value()) for field in form.pages()] == [
        ("screen_clock", True),
        ("screen_tables", True),
        ("screen_names", False),
        ("screen_missing", True),
        ("screen_standings", True),
    ]
    html = page.content.decode()
    assert "http://127.0.0.1:8000/t/jarni-turnaj/platno/" in html
    assert "Zatím ho nikdo neuvidí" in html


# The laptop at the door

ASKED = {
    "a start number": ("3", ["Cibulka Karel"]),
    "a piece without diacritics": ("cech", ["Čech Petr"]),
    "pieces in any order": ("pe CECH", ["Čech Petr"]),
    "several, in Czech order": ("ja", ["Hanák Jan", "Novák Jan", "Žák Vít"]),
    "who plays for him": ("nova ja", ["Novák Jan", "Žák Vít"]),
    "nobody": ("xyz", []),
    "nothing": ("  ", []),
    "a number nobody has": ("99", []),
    "a superscript is no number": ("³", ["Cibulka Karel"]),
}


@pytest.fixture
def seated(tournament: Tournament) -> Tournament:
    people = ("Novák Jan", "Čech Petr", "Cibulka Karel", "Žák Vít", "Hanák Jan", "Malý Ota", "Bor Ivo")
    entries = [factories.EntryFactory(tournament=tournament, name=name, club="") for name in people]
    drawn = factories.drawn_round(tournament, seated=entries, sizes=[4, 3])
    drawn.seats.filter(entry__number=4).update(substitute="Nová Jana")
    return tournament


@pytest.mark.parametrize(("asked", "names"), ASKED.values(), ids=ASKED)
def test_somebody_is_found_by_any_part(seated: Tournament, asked: str, names: list[str]) -> None:
    round_ = round_seated(seated)
    assert round_ is not None
    assert [one.seat.name for one in find_seats(round_, asked)] == names


def test_the_door_shows_table_seat_and_company(seated: Tournament, visitor_client: Client) -> None:
    answer = visitor_client.get(FIND, {"q": "maly"})

    found = answer.context["found"]
    assert [(one.seat.table, one.seat.letter, one.seat.name) for one in found] == [(2, "B", "Malý Ota")]
    assert [(one.letter, one.name) for one in found[0].others] == [("A", "Hanák Jan"), ("C", "Bor Ivo")]
    assert answer.cookies == {}
    html = answer.content.decode()
    assert "Stůl 2" in html
    assert "místo B" in html


SAID = {
    "many": ("a", "Takových je moc"),
    "nobody": ("xyz", "Nikdo takový v tomto kole nesedí"),
}


@pytest.mark.parametrize(("asked", "words"), SAID.values(), ids=SAID)
def test_the_door_says_what_to_do(
    tournament: Tournament, visitor_client: Client, asked: str, words: str
) -> None:
    factories.entries(tournament, 16)
    factories.drawn_round(tournament)

    assert words in visitor_client.get(FIND, {"q": asked}).content.decode()


def test_the_door_waits_for_the_next_round(small_tournament: Tournament, visitor_client: Client) -> None:
    factories.drawn_round(small_tournament, state=RoundState.CLOSED, table_state=TableState.CLOSED)
    factories.drawn_round(small_tournament, number=2, state=RoundState.DRAFT)

    html = visitor_client.get(FIND, {"q": "novak"}).content.decode()

    assert "Rozesazení dalšího kola zatím není zveřejněné." in html
    assert "Novák Jan" not in html


def test_the_door_is_shut_before_anything_is_public(
    small_tournament: Tournament, visitor_client: Client
) -> None:
    assert visitor_client.get(FIND).status_code == 403
