"""The organiser's page of the clock and of what the hall is told."""

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.markup import text_of_page
from tournament.actors import Actor
from tournament.enums import ClockAct, RoundState
from tournament.models import Announcement, ClockChange, ComingEvent, Round, Tournament
from tournament.selectors.hall import announcements_of, clock_of, coming_of
from tournament.services.announcements import announcement_make
from tournament.services.clock import Turn, clock_turn

pytestmark = pytest.mark.django_db

PAGE = "/t/jarni-turnaj/hodiny/"


@pytest.fixture
def round_(tournament: Tournament) -> Round:
    """The first round of an hour, published."""
    return factories.RoundFactory(tournament=tournament, state=RoundState.PUBLISHED, minutes=60)


def sent(client: Client, name: str, *arguments: Any, **values: Any) -> Any:
    """What the page answers in the end, with its messages."""
    where = reverse(f"tournament:{name}", args=["jarni-turnaj", *arguments])
    return client.post(where, {"submission": str(uuid.uuid4())} | values, follow=True)


def buttons(client: Client) -> list[str]:
    """What can be done to the clock, as it is written on the buttons."""
    panel = client.get(PAGE).content.decode().partition('id="hodiny"')[2].partition("</section>")[0]
    found = re.findall(r"(?s)<button[^>]*>(.*?)</button>", panel)
    return [" ".join(re.sub(r"(?s)<[^>]*>", " ", one).split()) for one in found]


SOUND = "Zapnout zvuk Zvuk je zapnutý, vypnout"
MINUTES = ["−5 min", "−1 min", "+1 min", "+5 min"]


def test_before_a_round_is_published(tournament: Tournament, organiser_client: Client) -> None:
    text = text_of_page(organiser_client.get(PAGE))

    assert "Hodiny půjde spustit, až zveřejníte losování kola. Kolo trvá 120 minut" in text
    assert buttons(organiser_client) == []


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        pytest.param([], ["Spustit hodiny", *MINUTES, SOUND, "Zkrátit kolo"], id="not started"),
        pytest.param(
            [ClockAct.START],
            ["Zastavit", *MINUTES, "Ukončit čas", "Vrátit: spuštění", SOUND, "Zkrátit kolo"],
            id="running",
        ),
        pytest.param(
            [ClockAct.START, ClockAct.PAUSE],
            ["Pokračovat", *MINUTES, "Ukončit čas", "Vrátit: pauza", SOUND, "Zkrátit kolo"],
            id="paused",
        ),
        pytest.param(
            [ClockAct.START, ClockAct.END],
            ["+1 min", "+5 min", "Vrátit: konec", SOUND],
            id="over",
        ),
    ],
)
def test_what_is_offered_is_what_is_allowed(
    round_: Round, desk: Actor, organiser_client: Client, acts: list[ClockAct], expected: list[str]
) -> None:
    for act in acts:
        clock_turn(round_=round_, by=desk, turn=Turn(act))

    assert buttons(organiser_client) == expected


def test_every_press(round_: Round, organiser_client: Client) -> None:
    for version, (name, values) in enumerate(
        (
            ("clock_minutes", {"minutes": "5"}),
            ("clock_start", {}),
            ("clock_cut", {"minutes": "15", "reason": "Zavírá se v deset."}),
            ("clock_pause", {}),
            ("clock_go_on", {}),
            ("clock_end", {}),
            ("clock_undo", {}),
        ),
        start=1,
    ):
        page = sent(organiser_client, name, 1, expected=version, **values)
        assert page.redirect_chain == [(PAGE, 302)], name

    assert list(ClockChange.objects.values_list("act", "minutes", "reason")) == [
        ("minutes", 5, ""),
        ("start", 0, ""),
        ("cut", -15, "Zavírá se v deset."),
        ("pause", 0, ""),
        ("go_on", 0, ""),
        ("end", 0, ""),
        ("undo", 0, ""),
    ]
    assert "Kolo se zkracuje: Zavírá se v deset." in text_of_page(page)
    assert clock_of(round_.tournament).minutes == 50


def test_who_comes_second_reads_it_on_a_page_from_which_he_can_go_on(
    round_: Round, desk: Actor, organiser_client: Client
) -> None:
    clock_turn(round_=round_, by=desk, turn=Turn(ClockAct.START))

    page = sent(organiser_client, "clock_minutes", 1, expected=1, minutes="5")

    assert page.status_code == 422
    assert "Mezitím se to změnilo: Olga Pořadatelová" in text_of_page(page)
    assert 'name="expected" value="2"' in page.content.decode()
    assert clock_of(round_.tournament).minutes == 60


def test_a_cut_that_was_refused_stays_typed(round_: Round, organiser_client: Client) -> None:
    page = sent(organiser_client, "clock_cut", 1, expected=1, minutes="60", reason="Hoří <b>sál</b>")

    assert page.status_code == 422
    assert "Tolik minut kolu už nezbývá" in text_of_page(page)
    assert 'value="Hoří &lt;b&gt;sál&lt;/b&gt;"' in page.content.decode()
    assert '<details class="more" id="zkratit" open>' in page.content.decode()


def test_a_later_round_can_start_before_the_first_one_is_closed(
    round_: Round, desk: Actor, organiser_client: Client
) -> None:
    clock_turn(round_=round_, by=desk, turn=Turn(ClockAct.START))
    factories.RoundFactory(tournament=round_.tournament, number=2, state=RoundState.PUBLISHED)
    assert "Spustit hodiny 2. kola" in buttons(organiser_client)

    sent(organiser_client, "clock_start", 2, expected=1)

    assert clock_of(round_.tournament).round == 2
    assert "Spustit hodiny 2. kola" not in buttons(organiser_client)


def test_a_round_that_is_not_there(round_: Round, organiser_client: Client) -> None:
    assert sent(organiser_client, "clock_start", 7, expected=1).status_code == 404


class TestAnnouncements:
    def test_written_taken_away_and_shown_again(
        self, tournament: Tournament, organiser_client: Client
    ) -> None:
        page = sent(organiser_client, "announcement_make", text="Oběd <b>teď</b>")
        made = Announcement.objects.get()
        assert "Oběd &lt;b&gt;teď&lt;/b&gt;" in page.content.decode()
        assert (made.text, made.made_by) == ("Oběd <b>teď</b>", "Olga Pořadatelová")

        page = sent(organiser_client, "announcement_take_away", made.pk, expected=1)
        assert "Sejmutá hlášení (1)" in text_of_page(page)
        assert announcements_of(tournament) == ()

        page = sent(organiser_client, "announcement_put_back", made.pk, expected=2)
        assert "Sejmutá hlášení" not in text_of_page(page)
        assert [one.text for one in announcements_of(tournament)] == ["Oběd <b>teď</b>"]

    def test_nothing_typed(self, tournament: Tournament, organiser_client: Client) -> None:
        page = sent(organiser_client, "announcement_make", text=" ")
        assert (page.status_code, Announcement.objects.count()) == (422, 0)

    def test_of_another_tournament(
        self, tournament: Tournament, desk: Actor, organiser_client: Client
    ) -> None:
        other = announcement_make(tournament=factories.TournamentFactory(), by=desk, text="Jinde.")
        assert sent(organiser_client, "announcement_take_away", other.pk).status_code == 404
        assert announcements_of(other.tournament) != ()


class TestComing:
    def test_announced_moved_and_cancelled(self, tournament: Tournament, organiser_client: Client) -> None:
        day = timezone.localdate() + timedelta(days=1)
        page = sent(organiser_client, "coming_announce", kind="round", at="13:30", day=f"{day}", text="")
        assert f"{day.day}. {day.month}. 13:30 Začíná 1. kolo" in text_of_page(page)

        event = ComingEvent.objects.get()
        changes = {"at": "13:45", "day": f"{day}", "text": "Začíná 1. kolo"}
        sent(organiser_client, "coming_change", event.pk, expected=1, **changes)
        [coming] = coming_of(tournament)
        assert f"{timezone.localtime(coming.at):%Y-%m-%d %H:%M}" == f"{day} 13:45"

        page = sent(organiser_client, "coming_take_away", event.pk, expected=2)
        assert "Nic není oznámené." in text_of_page(page)

    @pytest.mark.parametrize(
        ("values", "said"),
        [
            pytest.param({"at": "", "kind": "break"}, "třeba vyplnit", id="no time"),
            pytest.param({"at": "ve dvě", "kind": "break"}, "Napište čas, například 14:30.", id="a word"),
            pytest.param({"at": "00:00", "kind": "break"}, "Tento čas už minul", id="past"),
            pytest.param({"at": "23:59", "kind": "other"}, "Napište, co se chystá.", id="nothing said"),
            pytest.param({"at": "23:59", "kind": "end"}, "Vyberte platnou možnost", id="no such kind"),
            pytest.param(
                {"at": "02:30", "day": "2199-03-31", "kind": "break"},
                "V tu hodinu se mění čas",
                id="left out",
            ),
            pytest.param(
                {"at": "02:30", "day": "2199-10-27", "kind": "break"}, "hodinu se mění čas", id="twice"
            ),
            pytest.param(
                {"at": "23:59", "day": "9999-12-31", "kind": "round"}, "čtyřmi číslicemi", id="year"
            ),
        ],
    )
    def test_refused(
        self, tournament: Tournament, organiser_client: Client, values: dict[str, str], said: str
    ) -> None:
        page = sent(organiser_client, "coming_announce", **values)
        assert page.status_code == 422
        assert said in text_of_page(page)
        assert ComingEvent.objects.count() == 0

    def test_a_change_that_was_refused_stays_open(
        self, tournament: Tournament, organiser_client: Client
    ) -> None:
        event = factories.ComingEventFactory(tournament=tournament, at=timezone.now() + timedelta(hours=30))
        page = sent(organiser_client, "coming_change", event.pk, expected=1, at="", day="", text="Oběd")
        assert page.status_code == 422
        assert '<details class="more" open>' in page.content.decode()

    @pytest.mark.parametrize(
        ("gone", "at"),
        [
            pytest.param({"taken_away_at": timezone.now(), "version": 2}, "23:59", id="cancelled"),
            pytest.param({"at": timezone.now() - timedelta(minutes=1)}, "", id="passed"),
        ],
    )
    def test_a_change_of_what_is_gone_says_so(
        self, tournament: Tournament, organiser_client: Client, gone: dict[str, Any], at: str
    ) -> None:
        kept = {"at": timezone.now() + timedelta(hours=30), "text": "Přestávka"} | gone
        event = factories.ComingEventFactory(tournament=tournament, **kept)

        page = sent(organiser_client, "coming_change", event.pk, expected=1, at=at, day="", text="Oběd")

        assert page.status_code == 422
        assert "to oznámení mezitím někdo zrušil, nebo jeho čas minul" in text_of_page(page)
        assert ComingEvent.objects.get().text == "Přestávka"


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_costs_the_same_for_any_number_of_what_is_told(
    round_: Round, desk: Actor, organiser_client: Client, count: int, django_assert_num_queries: Any
) -> None:
    for _one in range(count):
        announcement_make(tournament=round_.tournament, by=desk, text="Oběd.")
        factories.ComingEventFactory(tournament=round_.tournament, at=timezone.now() + timedelta(hours=1))
        clock_turn(round_=round_, by=desk, turn=Turn(ClockAct.MINUTES, minutes=1))

    organiser_client.get(PAGE)
    # session, account, tournament, members; rounds, what was done to clocks, announcements, what is coming
    with django_assert_num_queries(8):
        organiser_client.get(PAGE)


@pytest.mark.parametrize(
    ("who", "expected"),
    [("organiser", (True, True)), ("referee", (True, False)), ("visitor", (False, False))],
)
@pytest.mark.parametrize("page", ["", "kolo/1/listky/"])
def test_a_small_clock_stands_where_the_day_is_run(
    round_: Round,
    desk: Actor,
    request: pytest.FixtureRequest,
    who: str,
    expected: tuple[bool, bool],
    page: str,
) -> None:
    """With the way to work it for those who may."""
    clock_turn(round_=round_, by=desk, turn=Turn(ClockAct.START))
    client = request.getfixturevalue(f"{who}_client")

    body = client.get(f"/t/jarni-turnaj/{page}").content.decode()

    assert ("clock-strip" in body, f'class="button" href="{PAGE}"' in body) == expected


def test_the_board_of_another_round_has_no_clock(
    round_: Round, desk: Actor, organiser_client: Client
) -> None:
    factories.RoundFactory(tournament=round_.tournament, number=2, state=RoundState.PUBLISHED)
    clock_turn(round_=round_, by=desk, turn=Turn(ClockAct.START))

    pages = [organiser_client.get(f"/t/jarni-turnaj/kolo/{n}/listky/").content.decode() for n in (1, 2)]

    assert ["clock-strip" in one for one in pages] == [True, False]


def test_without_a_script_the_page_says_when_the_round_ends(
    round_: Round, desk: Actor, organiser_client: Client
) -> None:
    clock_turn(round_=round_, by=desk, turn=Turn(ClockAct.START))
    clock = clock_of(round_.tournament)

    page = organiser_client.get(PAGE)

    assert f"končí v {timezone.localtime(clock.ends_at):%H:%M}" in text_of_page(page)
    assert f'data-ends-at="{clock.ends_ms}"' in page.content.decode()
