"""Pages of registration from home: the public form, its sender's own page, the organisers' list, settings."""

import re
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.markup import squeezed
from tests.tournament.test_applications import opened, send
from tournament.enums import ApplicationState, RoundState, ShownFromHome
from tournament.models import Account, Application, Tournament
from tournament.selectors.access import actor_for
from tournament.selectors.entries import entries_of
from tournament.selectors.public_state import public_until
from tournament.selectors.tournaments import public_tournaments
from tournament.services.applications import application_withdraw
from tournament.services.founding import settings_change

pytestmark = pytest.mark.django_db

HOSTILE = '<script>alert("1")</script>'


def address(name: str, *arguments: Any) -> str:
    return reverse(f"tournament:{name}", args=["jarni-turnaj", *arguments])


def typed(**values: str) -> dict[str, str]:
    return {"name": "Čech Petr", "submission": str(uuid.uuid4())} | values


def words(answer: Any) -> str:
    """The text of a page without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", squeezed(answer.content.decode())).split())


# The form


def test_a_visitor_reads_without_a_cookie_sends_and_is_led_to_his_own_page(tournament: Tournament) -> None:
    """The check against forged forms works for somebody without an account too."""
    opened(tournament, fee=30000, home_text="Oběd je v ceně.")
    client = Client(enforce_csrf_checks=True)

    page = client.get(address("apply"))
    assert page.status_code == 200
    assert "300\xa0Kč" in page.content.decode()
    assert "Oběd je v ceně." in page.content.decode()
    assert "sessionid" not in client.cookies

    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())
    assert token
    key = re.search(r'name="submission" value="([0-9a-f-]+)"', page.content.decode())
    assert key
    assert client.post(address("apply"), typed()).status_code == 403, "without the check"
    sent = typed(csrfmiddlewaretoken=token[1], submission=key[1], club="Žatec", note="přijdu později")
    answers = [client.post(address("apply"), sent) for _tap in "12"]

    made = Application.objects.get()
    assert {answer.url for answer in answers} == {address("application", made.link.token)}
    own = client.get(answers[0].url)
    assert "Přihláška došla, děkujeme." in words(own)
    assert all(value in words(own) for value in ("Čech Petr", "Žatec", "přijdu později", made.link.token))


@pytest.mark.parametrize(
    ("values", "field", "text"),
    [
        ({"name": ""}, "name", "Napište příjmení a jméno."),
        ({"name": "\u200b"}, "name", "Napište příjmení a jméno."),
        ({"name": "x" * 101}, "name", "100"),
        ({"club": "x" * 101}, "club", "100"),
        ({"card": "1" * 41}, "card", "40"),
        ({"note": "x" * 201}, "note", "200"),
        ({"submission": "neni-uuid"}, "submission", "Formulář není z této stránky."),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_wrong_stands_beside_its_field(
    tournament: Tournament, visitor_client: Client, values: dict[str, str], field: str, text: str
) -> None:
    opened(tournament)

    page = visitor_client.post(address("apply"), typed() | values)

    assert page.status_code == 422
    assert text in page.context["form"].errors[field][0]
    assert page.context["form"]["name"].value() == (typed() | values)["name"], "what was typed stays"
    assert not Application.objects.exists()


def test_what_fills_in_every_field_is_asked_to_send_again(
    tournament: Tournament, visitor_client: Client
) -> None:
    opened(tournament)
    sent = typed(trap="http://example.com")

    page = visitor_client.post(address("apply"), sent)

    assert (page.status_code, Application.objects.count()) == (422, 0)
    assert "odešlete je ještě jednou" in words(page)
    form = page.context["form"]
    assert (form["name"].value(), form["trap"].value()) == ("Čech Petr", "")
    assert visitor_client.post(address("apply"), sent | {"trap": ""}).status_code == 302


def test_a_closed_form_says_so_and_takes_nothing(tournament: Tournament, visitor_client: Client) -> None:
    """Opened in time, sent too late."""
    opened(tournament, home_until=timezone.now() - timedelta(seconds=1))

    page = visitor_client.get(address("apply"))
    assert "Přihlašování z domova už skončilo." in words(page)
    assert "Odeslat přihlášku" not in words(page)

    late = visitor_client.post(address("apply"), typed())
    assert (late.status_code, Application.objects.count()) == (422, 0)
    assert "Zavolejte pořadateli." in words(late)
    assert late.context["form"]["name"].value() == "Čech Petr"


def test_a_flood_is_answered_429_and_keeps_what_was_typed(
    tournament: Tournament, visitor_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(tournament)
    monkeypatch.setattr(
        "tournament.services.applications.LIMITS", (("home:{sender}", 1, timedelta(minutes=15)),)
    )
    visitor_client.post(address("apply"), typed())

    page = visitor_client.post(address("apply"), typed(name="Vlk Jan"))

    assert (page.status_code, page.context["form"]["name"].value()) == (429, "Vlk Jan")
    assert Application.objects.count() == 1


@pytest.mark.parametrize("shown", ShownFromHome.values)
def test_the_form_says_what_is_public_and_who_reads_it_is_shown_or_not(
    tournament: Tournament, visitor_client: Client, shown: str
) -> None:
    opened(tournament, home_shown=shown)
    public = shown == ShownFromHome.NAMES

    page = visitor_client.get(address("apply"))
    assert ("budou ve veřejném seznamu přihlášených" in words(page)) == public
    assert page.headers.get("X-Robots-Tag", "") == ("" if public else "noindex")
    assert f'name="told" value="{shown}"' in page.content.decode()

    visitor_client.post(address("apply"), typed(told=shown))
    assert Application.objects.get().public == public
    assert visitor_client.get(address("registered")).status_code == (200 if public else 404)


@pytest.mark.parametrize("name", ["apply", "registered"])
def test_off_there_is_nothing(tournament: Tournament, stranger_client: Client, name: str) -> None:
    assert stranger_client.get(address(name)).status_code == 404
    assert Client().get(address(name)).status_code in (403, 404)
    assert public_tournaments() == []


# The own page


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ("waiting", "Teď ji přijme pořadatel."),
        ("substitute", "Jste mezi náhradníky."),
        ("accepted", "Vaše startovní číslo je 1."),
        ("joined", "Vaše startovní číslo je 1."),
        ("refused", "Důvod: Dluží startovné."),
        ("withdrawn", "Na turnaji s vámi nepočítáme."),
    ],
)
def test_the_own_page_says_what_came_of_it(
    tournament: Tournament, visitor_client: Client, state: str, says: str
) -> None:
    """It stays when registration is switched off again."""
    entry = (
        factories.EntryFactory(tournament=tournament, name="Vlk Jan")
        if state in ("accepted", "joined")
        else None
    )
    reason = "Dluží startovné." if state == "refused" else ""
    made = factories.ApplicationFactory(tournament=tournament, state=state, entry=entry, reason=reason)

    page = visitor_client.get(address("application", made.link.token))

    assert says in words(page)
    assert ("Odhlásit z turnaje" in words(page)) == (state not in ("refused", "withdrawn"))
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert "no-store" in page.headers["Cache-Control"]


def test_whoever_has_the_address_withdraws_and_nobody_else(
    tournament: Tournament, visitor_client: Client
) -> None:
    made = send(opened(tournament))
    other = factories.TournamentFactory(slug="jiny", home_open=True)

    for wrong in ("jiny-klic", str(made.pk)):
        assert visitor_client.get(address("application", wrong)).status_code == 404
        assert visitor_client.post(address("application_withdraw", wrong)).status_code == 404
    elsewhere = reverse("tournament:application", args=[other.slug, made.link.token])
    assert visitor_client.get(elsewhere).status_code == 404

    page = visitor_client.post(address("application_withdraw", made.link.token), follow=True)
    assert "Přihláška je odhlášená." in words(page)
    made.refresh_from_db()
    assert made.state == ApplicationState.WITHDRAWN


# What everybody sees


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"capacity": 9}, "Volných míst: 1 z 9."),
        ({"capacity": 8}, "Místa jsou obsazená, přihlásit se dá jako náhradník."),
        ({"capacity": 8, "home_substitutes": False}, "Místa jsou obsazená."),
        # 29. 3. 2026 at two o'clock the clocks went to three.
        ({"home_until": datetime(2126, 7, 1, 18, 0, tzinfo=UTC)}, "jde do 1. 7. 2126 20:00."),
        ({"home_from": datetime(2126, 1, 1, 18, 0, tzinfo=UTC)}, "začne 1. 1. 2126 19:00."),
        ({"home_until": datetime(2026, 1, 1, tzinfo=UTC)}, "už skončilo."),
    ],
    ids=lambda value: str(value)[:40],
)
def test_the_home_page_says_until_when_and_how_many_places_are_left(
    small_tournament: Tournament, visitor_client: Client, settings: dict[str, Any], says: str
) -> None:
    opened(small_tournament, **settings)

    page = visitor_client.get(address("overview"))

    assert says in words(page)
    assert "Novák Jan" not in words(page)
    assert [one.tournament for one in public_tournaments()] == [small_tournament]


def test_the_kept_home_page_follows_who_applies_and_the_clock(
    tournament: Tournament, organiser: Account, visitor_client: Client
) -> None:
    """What is kept for everybody is made anew after each application, and is over when the time is."""
    ends = timezone.now() + timedelta(minutes=5)
    changes = {"home_open": True, "capacity": 9, "home_until": ends}
    settings_change(tournament=tournament, by=actor_for(organiser, tournament), changes=changes)

    assert "Volných míst: 9 z 9." in words(visitor_client.get(address("overview")))
    made = send(tournament)
    assert "Volných míst: 8 z 9." in words(visitor_client.get(address("overview")))
    application_withdraw(application=made)
    assert "Volných míst: 9 z 9." in words(visitor_client.get(address("overview")))
    assert public_until(tournament.slug) <= ends.timestamp()


def test_the_list_shows_names_and_clubs_and_nothing_else(
    tournament: Tournament, visitor_client: Client
) -> None:
    opened(tournament, home_shown=ShownFromHome.NAMES)
    factories.EntryFactory(tournament=tournament, name="Čech Petr", club="Žatec", card="4711", note="tajné")
    factories.EntryFactory(tournament=tournament, name="Odešlý Jan", withdrawn_after=0)
    send(tournament, "Čekající Jan", card="4712", note="soukromé")

    page = words(visitor_client.get(address("registered")))

    assert "Čech Petr Žatec" in page
    assert [
        text for text in ("4711", "4712", "tajné", "soukromé", "Odešlý", "Čekající") if text in page
    ] == []


def test_hostile_names_are_texts_everywhere(
    tournament: Tournament, organiser_client: Client, visitor_client: Client
) -> None:
    opened(tournament, home_shown=ShownFromHome.NAMES, home_text=HOSTILE)
    sent = typed(name=HOSTILE, club=HOSTILE, card="=1+1", note=HOSTILE, told="names")
    own = visitor_client.post(address("apply"), sent).url
    made = Application.objects.get()

    pages = [visitor_client.get(own), organiser_client.get(address("applications"))]
    organiser_client.post(address("application_accept", made.pk), {"expected": "1"})
    pages += [organiser_client.get(address(name)) for name in ("applications", "log", "home_settings")]
    pages += [visitor_client.get(address(name)) for name in ("registered", "apply")]

    assert {page.status_code for page in pages} == {200}
    assert [page.request["PATH_INFO"] for page in pages if HOSTILE in page.content.decode()] == []
    shown = [page for page in pages if "&lt;script&gt;" in page.content.decode()]
    assert len(shown) == len(pages), "it could have been seen"


# The organisers' list


def test_the_players_page_says_how_many_wait(tournament: Tournament, organiser_client: Client) -> None:
    assert address("applications") not in organiser_client.get(address("players")).content.decode()
    send(opened(tournament, capacity=1), "A Jan")
    send(tournament, "B Jan")

    assert "Přihlášky z domova (2)" in words(organiser_client.get(address("players")))
    assert "Došlé přihlášky (2)" in words(organiser_client.get(address("overview")))


def test_each_is_decided_by_the_buttons_beside_it(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    opened(small_tournament)
    plain, known, refused = (
        send(small_tournament, name, club=club)
        for name, club in (("Vlk Jan", ""), ("Novák Jan", "Karlín"), ("Zlý Petr", ""))
    )
    page = words(organiser_client.get(address("applications")))
    assert "V turnaji už je: 1 Novák Jan" in page
    assert "Přijmout všechny bez dotazu (2 přihlášky)" in page

    def press(name: str, one: Application, **values: str) -> str:
        data = {"expected": str(one.version), **values}
        return words(organiser_client.post(address(name, one.pk), data, follow=True))

    assert "Vlk Jan má startovní číslo 9." in press("application_accept", plain)
    assert "Přihláška je spojená: 1 Novák Jan." in press("application_join", known, number="1")
    assert "Přihláška je odmítnutá." in press("application_refuse", refused, reason="Plno.")
    states = list(small_tournament.applications.values_list("state", flat=True))
    assert states == ["accepted", "joined", "refused"]

    refused.refresh_from_db()
    assert "Zlý Petr zase čeká." in press("application_reconsider", refused)
    assert entries_of(small_tournament).count() == 9


def test_a_person_of_earlier_tournaments_is_asked_about_beside_the_application(
    tournament: Tournament, organiser: Account, organiser_client: Client
) -> None:
    earlier = factories.TournamentFactory()
    factories.MembershipFactory(tournament=earlier, account=organiser)
    known = factories.EntryFactory(tournament=earlier, name="Řehoř Tomáš", club="Šakvice").player
    one, other = (send(opened(tournament), "Řehoř Tomáš", club=club) for club in ("Brno", "Praha"))

    html = organiser_client.get(address("applications")).content.decode()
    assert f'name="person" value="{known.pk}"' in html

    organiser_client.post(address("application_accept", one.pk), {"expected": "1", "person": str(known.pk)})
    data = {"expected": "1", "person": "nova", "known_namesake": "on"}
    organiser_client.post(address("application_accept", other.pk), data)
    assert [entry.player == known for entry in entries_of(tournament)] == [True, False]


def test_all_without_a_question_are_accepted_by_one_button(
    tournament: Tournament, organiser_client: Client
) -> None:
    opened(tournament)
    for name in ("A Jan", "B Jan", "C Jan"):
        send(tournament, name)
    html = organiser_client.get(address("applications")).content.decode()
    shown = re.findall(r'name="application" value="([0-9a-f-]+)"', html)
    send(tournament, "Po Načtení")

    page = organiser_client.post(
        address("applications_accept"), {"application": [*shown, "neni-uuid"]}, follow=True
    )

    assert "Přijato: 3 přihlášky, startovní čísla 1–3." in words(page)
    assert [entry.name for entry in entries_of(tournament)] == ["A Jan", "B Jan", "C Jan"]

    again = organiser_client.post(address("applications_accept"), {"application": shown}, follow=True)
    assert "Nic se nepřijalo: o těchto přihláškách už je rozhodnuto." in words(again)
    assert entries_of(tournament).count() == 3


def test_the_first_substitute_is_proposed_when_a_place_is_free(
    tournament: Tournament, organiser_client: Client, visitor_client: Client
) -> None:
    opened(tournament, capacity=1)
    first, _second = send(tournament, "A Jan"), send(tournament, "B Jan")
    assert "Uvolnilo se místo" not in words(organiser_client.get(address("applications")))

    visitor_client.post(address("application_withdraw", first.link.token))

    page = words(organiser_client.get(address("applications")))
    assert "Uvolnilo se místo. Na řadě mezi náhradníky: B Jan" in page


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_costs_the_same_for_any_number_of_applications(
    tournament: Tournament, organiser_client: Client, count: int, django_assert_num_queries: Any
) -> None:
    opened(tournament)
    for number in range(count):
        send(tournament, f"Hráč {'abc'[number]}")

    # session, account, tournament, members; applications, entries, known people; places twice; rounds
    with django_assert_num_queries(12):
        organiser_client.get(address("applications"))


# Settings


@pytest.mark.parametrize(
    ("until", "stored"),
    [
        ("2026-03-29T01:59", datetime(2026, 3, 29, 0, 59, tzinfo=UTC)),
        ("2026-03-29T03:00", datetime(2026, 3, 29, 1, 0, tzinfo=UTC)),
        ("2026-10-25T01:59", datetime(2026, 10, 24, 23, 59, tzinfo=UTC)),
        ("2026-10-25T03:00", datetime(2026, 10, 25, 2, 0, tzinfo=UTC)),
        ("2026-03-29T02:30", None),
        ("2026-10-25T02:30", None),
    ],
)
def test_the_closing_time_over_the_change_of_time(
    tournament: Tournament, organiser_client: Client, until: str, stored: datetime | None
) -> None:
    data = {"home_open": "on", "home_until": until, "home_shown": "nothing", "expected": "1"}

    page = organiser_client.post(address("home_settings_save"), data)

    tournament.refresh_from_db()
    assert (tournament.home_until, tournament.home_open) == (stored, stored is not None)
    if stored is None:
        assert page.status_code == 422
        assert "V tu hodinu se mění čas" in words(page)
        assert f'value="{until}"' in page.content.decode(), "what was typed stays"
    else:
        shown = organiser_client.get(address("home_settings")).content.decode()
        assert f'value="{until}"' in shown


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"capacity": "0"}, "capacity"),
        ({"capacity": "9" * 12}, "capacity"),
        ({"home_shown": "cards"}, "home_shown"),
        ({"home_text": "x" * 1001}, "home_text"),
        ({"home_from": "zítra"}, "home_from"),
        ({"home_from": "2026-03-02T10:00", "home_until": "2026-03-01T10:00"}, "home_until"),
        ({"home_until": "0001-01-01T00:00"}, "home_until"),
        ({"home_from": "0026-03-01T10:00"}, "home_from"),
        ({"home_from": "9999-12-31T23:59"}, "home_from"),
        ({"expected": ""}, "expected"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_wrong_settings_stand_beside_their_fields_and_change_nothing(
    tournament: Tournament, organiser_client: Client, values: dict[str, str], field: str
) -> None:
    data = {"home_open": "on", "home_shown": "names", "expected": "1"} | values

    page = organiser_client.post(address("home_settings_save"), data)

    assert page.status_code == 422
    assert field in page.context["form"].errors
    tournament.refresh_from_db()
    assert (tournament.home_open, tournament.version) == (False, 1)


def test_settings_are_saved_shown_and_written_down_in_words(
    tournament: Tournament, organiser_client: Client
) -> None:
    data = {
        "home_open": "on",
        "home_from": "2026-03-01T08:00",
        "home_until": "2026-03-13T20:00",
        "capacity": "64",
        "home_shown": "names",
        "home_text": " Oběd  120 Kč. \r\n\r\n\r\nVolejte. ",
        "expected": "1",
    }

    organiser_client.post(address("home_settings_save"), data)

    tournament.refresh_from_db()
    assert (tournament.home_text, tournament.home_substitutes) == ("Oběd 120 Kč.\n\nVolejte.", False)
    log = words(organiser_client.get(address("log")))
    for said in (
        "přihlášky od – → 1. 3. 2026 08:00",
        "přihlášky do – → 13. 3. 2026 20:00",
        "míst v turnaji – → 64",
        "seznam náhradníků ano → ne",
        "nic, jen počet volných míst → jména a kluby přihlášených",
    ):
        assert said in log


@pytest.mark.parametrize(
    ("public", "says"),
    [
        ("http://127.0.0.1:8000", "platí jen na tomto počítači"),
        ("http://192.168.1.20:8000", "platí jen v síti sálu"),
        ("https://marias.example.cz", ""),
    ],
)
def test_whoever_sets_it_is_told_from_where_people_get_here(
    tournament: Tournament, organiser_client: Client, settings: Any, public: str, says: str
) -> None:
    settings.PUBLIC_URL = public

    page = words(organiser_client.get(address("home_settings")))

    assert says in page
    assert ("nikdo nedostane" in page) == bool(says)


def test_a_published_round_hides_it_on_the_home_page(
    small_tournament: Tournament, visitor_client: Client
) -> None:
    opened(small_tournament)
    factories.drawn_round(small_tournament, state=RoundState.PUBLISHED)

    assert "Přihlásit se na turnaj" not in words(visitor_client.get(address("overview")))
