"""People who are not to sit together: written at one of them, kept by the draw, named where it cannot."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.archives import tournament_archive
from tournament.actors import Actor
from tournament.errors import Refused
from tournament.models import Entry, LogEntry, Tournament
from tournament.selectors.drafts import draft_of
from tournament.selectors.entries import apart_from
from tournament.selectors.seating import tables_of
from tournament.services.apart import entry_keep_apart, entry_let_together
from tournament.services.drawing import DrawOptions, round_draw
from tournament.services.entries import Details, entry_edit
from tournament.services.seating import seat_swap

pytestmark = pytest.mark.django_db


def entry(tournament: Tournament, number: int) -> Entry:
    return Entry.objects.select_related("tournament").get(tournament=tournament, number=number)


def table_of(round_, number: int) -> set[int]:
    return next(set(table.seats) for table in tables_of(round_) if number in table.seats)


def test_holds_for_both(small_tournament: Tournament, desk: Actor) -> None:
    assert entry_keep_apart(entry=entry(small_tournament, 5), number=2, by=desk)

    assert [one.number for one in apart_from(entry(small_tournament, 5))] == [2]
    assert [one.number for one in apart_from(entry(small_tournament, 2))] == [5]


def test_is_logged(small_tournament: Tournament, desk: Actor) -> None:
    entry_keep_apart(entry=entry(small_tournament, 5), number=2, by=desk)
    entry_let_together(entry=entry(small_tournament, 2), number=5, by=desk)

    lines = LogEntry.objects.order_by("at").values_list("action", "object_id", "old", "new")
    five = entry(small_tournament, 5).pk
    assert list(lines) == [
        ("tournament.entry.kept_apart", five, {"apart": []}, {"apart": [2]}),
        ("tournament.entry.let_together", five, {"apart": [2]}, {"apart": []}),
    ]


def test_the_second_click_changes_nothing(small_tournament: Tournament, desk: Actor) -> None:
    """S22: the same pair again, from either side, is one record."""
    made = [
        entry_keep_apart(entry=entry(small_tournament, one), number=other, by=desk)
        for one, other in ((5, 2), (5, 2), (2, 5))
    ]
    freed = [entry_let_together(entry=entry(small_tournament, 5), number=2, by=desk) for _click in range(2)]

    assert (made, freed) == ([True, False, False], [True, False])
    assert LogEntry.objects.count() == 2


@pytest.mark.parametrize(
    ("number", "words"),
    [(5, "Nikdo nesedí sám se sebou"), (99, "Startovní číslo 99 v turnaji nikdo nemá")],
    ids=["himself", "nobody"],
)
def test_refused(small_tournament: Tournament, desk: Actor, number: int, words: str) -> None:
    with pytest.raises(Refused, match=words):
        entry_keep_apart(entry=entry(small_tournament, 5), number=number, by=desk)

    assert entry(small_tournament, 5).apart == []


@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5"])
def test_the_draw_keeps_them_apart(small_tournament: Tournament, desk: Actor, seed: str) -> None:
    for other in (1, 2, 3):
        entry_keep_apart(entry=entry(small_tournament, 5), number=other, by=desk)

    round_ = round_draw(tournament=small_tournament, number=1, by=desk, seed=seed)

    assert not {1, 2, 3} & table_of(round_, 5)


def test_somebody_absent_disturbs_nothing(small_tournament: Tournament, desk: Actor) -> None:
    entry_keep_apart(entry=entry(small_tournament, 5), number=8, by=desk)
    Entry.objects.filter(number=8).update(withdrawn_after=0)

    round_ = round_draw(tournament=small_tournament, number=1, by=desk)

    assert draft_of(round_).clashes == ()


def test_a_pair_at_one_table_is_named(small_tournament: Tournament, desk: Actor) -> None:
    entry_keep_apart(entry=entry(small_tournament, 5), number=1, by=desk)
    tables = ((1, 2, 3, 4), (5, 6, 7, 8))
    round_ = round_draw(
        tournament=small_tournament, number=1, by=desk, method="manual", options=DrawOptions(manual=tables)
    )
    assert not any("zvlášť" in figure.words for figure in draft_of(round_).figures)

    change = seat_swap(round_=round_, first=4, second=5, by=desk)

    assert change.is_worse
    draft = draft_of(round_)
    figure = next(figure for figure in draft.figures if "zvlášť" in figure.words)
    assert (figure.value, figure.wrong) == (1, True)
    marked = {seat.number: seat.notes for table in draft.tables for seat in table.seats if seat.notes}
    names = {number: str(entry(small_tournament, number)) for number in (1, 5)}
    assert f"nemá sedět s: {names[5]}" in marked[1]
    assert f"nemá sedět s: {names[1]}" in marked[5]


def test_the_archive_holds_it(small_tournament: Tournament, desk: Actor) -> None:
    entry_keep_apart(entry=entry(small_tournament, 5), number=2, by=desk)

    rows = json.loads(tournament_archive(small_tournament))["entries"]

    assert {row["number"]: row["apart"] for row in rows if row["apart"]} == {5: [2]}


class TestPage:
    def test_written_and_taken_away(self, small_tournament: Tournament, organiser_client: Client) -> None:
        slug = small_tournament.slug
        keep = reverse("tournament:player_keep_apart", args=[slug, 5])
        kept = organiser_client.post(keep, {"other": "2"}, follow=True).content.decode()
        assert "Čísla 5 a 2 bude losování držet od sebe." in kept
        other = organiser_client.get(reverse("tournament:player", args=[slug, 2])).content.decode()
        free = reverse("tournament:player_let_together", args=[slug, 2, 5])
        assert free in other

        organiser_client.post(free)

        assert apart_from(entry(small_tournament, 5)) == []

    @pytest.mark.parametrize("other", ["", "5", "99", "x"])
    def test_who_cannot_be_chosen(
        self, small_tournament: Tournament, organiser_client: Client, other: str
    ) -> None:
        keep = reverse("tournament:player_keep_apart", args=[small_tournament.slug, 5])

        answer = organiser_client.post(keep, {"other": other})

        assert (answer.status_code, entry(small_tournament, 5).apart) == (422, [])

    def test_a_referee_does_not_see_it(
        self, small_tournament: Tournament, desk: Actor, referee_client: Client
    ) -> None:
        entry_keep_apart(entry=entry(small_tournament, 5), number=2, by=desk)

        page = referee_client.get(reverse("tournament:player", args=[small_tournament.slug, 5]))

        assert page.status_code == 200
        assert "S kým nemá sedět" not in page.content.decode()


def test_everybody_else_is_offered_in_czech_order(tournament: Tournament, organiser_client: Client) -> None:
    for name in ("Chalupa Jan", "Hora Jan", "Čech Jan", "Cibulka Jan"):
        factories.EntryFactory(tournament=tournament, name=name)

    page = organiser_client.get(reverse("tournament:player", args=[tournament.slug, 2])).content.decode()

    offered = page[page.index("vyberte hráče") :]
    places = [offered.index(name) for name in ("Cibulka Jan", "Čech Jan", "Chalupa Jan")]
    assert places == sorted(places)


def test_only_organisers_read_of_a_wish(
    small_tournament: Tournament, desk: Actor, organiser_client: Client, referee_client: Client
) -> None:
    """S54: no page of a player and no log tells a referee; the forms say who will see it."""
    one = small_tournament.entries.get(number=1)
    entry_keep_apart(entry=one, number=2, by=desk)
    one.refresh_from_db()
    entry_edit(
        entry=one, by=desk, details=Details(name=one.name, note="jezdí vlakem", club=one.club), fixed_table=2
    )
    player = reverse("tournament:player", args=[small_tournament.slug, 1])
    log = reverse("tournament:log", args=[small_tournament.slug])

    for address in (player, log):
        told, hidden = (client.get(address).content.decode() for client in (organiser_client, referee_client))
        assert ("Nesedět spolu" in told, "stálý stůl" in told.casefold()) == (True, True)
        assert "jezdí vlakem" in hidden
        assert "Nesedět spolu" not in hidden
        assert "stálý stůl" not in hidden.casefold()
        assert "S kým nemá sedět" not in hidden
    words = " ".join(organiser_client.get(player).content.decode().split())
    assert words.count("veřejný protokol losování řekne jen, kolik přání bylo") == 2
