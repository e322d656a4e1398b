"""The first page, founding, settings and the overview as pages; what the public sees (S22, S33)."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules.rulebook import CHOICES
from tests import factories
from tournament.enums import Role, RoundState
from tournament.models import Account, Tournament
from tournament.selectors.rulebooks import RULE_CHOICES

pytestmark = pytest.mark.django_db

HOME = "/"
OVERVIEW = "/t/jarni-turnaj/"
SETTINGS = "/t/jarni-turnaj/nastaveni/"


# The first page


def test_tournaments_i_work_for_and_those_published(
    tournament: Tournament, organiser: Account, stranger: Account, organiser_client: Client
) -> None:
    factories.MembershipFactory(tournament=tournament, account=organiser, role=Role.REFEREE)
    hidden = factories.TournamentFactory(name="Skrytý")
    factories.RoundFactory(tournament=hidden, state=RoundState.DRAFT)
    factories.RoundFactory(tournament=Tournament.objects.get(slug="cizi-turnaj"), state=RoundState.PUBLISHED)

    page = organiser_client.get(HOME)

    assert [(one.tournament.name, one.roles) for one in page.context["mine"]] == [
        ("Jarní turnaj", ("pořadatel", "rozhodčí"))
    ]
    assert [one.tournament.name for one in page.context["others"]] == ["Cizí turnaj"]
    html = page.content.decode()
    assert reverse("tournament:found") in html
    assert "Skrytý" not in html


def test_the_public_sees_published_tournaments_only(tournament: Tournament, visitor_client: Client) -> None:
    before = visitor_client.get(HOME).content.decode()
    assert ("Jarní turnaj" in before, "Zatím tu není nic zveřejněného" in before) == (False, True)

    factories.RoundFactory(tournament=tournament, state=RoundState.PUBLISHED)
    html = visitor_client.get(HOME).content.decode()

    assert "Jarní turnaj" in html
    assert reverse("tournament:found") not in html


@pytest.mark.parametrize("count", [1, 3])
def test_the_first_page_costs_the_same(
    organiser: Account, organiser_client: Client, count: int, django_assert_num_queries: Any
) -> None:
    for _tournament in range(count):
        factories.MembershipFactory(account=organiser)

    # session, account, memberships, their rounds, published tournaments
    with django_assert_num_queries(5):
        organiser_client.get(HOME)


LISTED: dict[str, tuple[list[RoundState], bool, str]] = {
    "nothing published": ([RoundState.DRAFT], False, "ještě se nehraje"),
    "playing, the first open round": (
        [RoundState.CLOSED, RoundState.PLAYING, RoundState.PUBLISHED],
        False,
        "hraje se 2. kolo",
    ),
    "between rounds": ([RoundState.REVISED, RoundState.DRAFT], False, "po 1. kole"),
    "ended": ([RoundState.CLOSED], True, "ukončený"),
}


@pytest.mark.parametrize(("states", "ended", "words"), LISTED.values(), ids=LISTED)
def test_a_list_says_how_far_a_tournament_is_and_when_it_was(
    tournament: Tournament, organiser_client: Client, states: list[RoundState], ended: bool, words: str
) -> None:
    for number, state in enumerate(states, start=1):
        factories.RoundFactory(tournament=tournament, number=number, state=state)
    tournament.finished_at = factories.SAVED_AT if ended else None
    tournament.save()

    page = organiser_client.get(HOME)

    assert [one.state.words for one in page.context["mine"]] == [words]
    for seen in (words, "14. 3. 2026", "Hospoda U Lípy"):
        assert seen in page.content.decode()
    assert "adresa" not in page.content.decode()


def test_two_tournaments_that_look_the_same_are_told_apart(
    tournament: Tournament, organiser: Account, organiser_client: Client
) -> None:
    for place in (tournament.place, "Jinde"):
        twin = factories.TournamentFactory(name=tournament.name, date=tournament.date, place=place)
        factories.MembershipFactory(tournament=twin, account=organiser)

    page = organiser_client.get(HOME)

    assert [one.has_twin for one in page.context["mine"]].count(True) == 2
    assert "adresa jarni-turnaj" in page.content.decode()


def test_whoever_founds_the_second_of_a_name_is_told(
    tournament: Tournament, organiser_client: Client, stranger_client: Client
) -> None:
    """Of a tournament that he could not see he is told nothing."""
    form = {"name": "Jarní turnaj", "date": "2026-04-01", "place": "Praha"}
    told = organiser_client.post(
        reverse("tournament:found"), {**form, "submission": str(uuid.uuid4())}, follow=True
    ).content.decode()
    assert "už tu je (14. 3. 2026, Hospoda U Lípy, jarni-turnaj)" in told

    other = stranger_client.post(
        reverse("tournament:found"), {**form, "submission": str(uuid.uuid4())}, follow=True
    ).content.decode()
    assert "Turnaj je založený" in other
    assert "už tu je" not in other


# Founding


def test_any_account_founds_a_tournament(stranger_client: Client) -> None:
    page = stranger_client.get(reverse("tournament:found"))
    form = page.context["form"]
    data = {
        "name": "Letní turnaj",
        "date": form["date"].value().isoformat(),
        "submission": str(form["submission"].value()),
    }

    answers = [stranger_client.post(reverse("tournament:found"), data) for _click in "12"]

    assert [answer.url for answer in answers] == ["/t/letni-turnaj/"] * 2
    assert Tournament.objects.filter(name="Letní turnaj").count() == 1
    assert "Přihlaste hráče" in stranger_client.get("/t/letni-turnaj/").content.decode()


@pytest.mark.parametrize(
    ("data", "field", "text"),
    [
        ({"name": "", "date": "2026-04-12"}, "name", "třeba vyplnit"),
        ({"name": "\u200b", "date": "2026-04-12"}, "name", "Napište název turnaje"),
        ({"name": "x" * 121, "date": "2026-04-12"}, "name", "120"),
        ({"name": "Letní", "date": "zítra"}, "date", "datum"),
    ],
)
def test_a_tournament_that_cannot_be_founded(
    stranger_client: Client, data: dict[str, str], field: str, text: str
) -> None:
    page = stranger_client.post(reverse("tournament:found"), data | {"place": "U Lípy"})

    assert page.status_code == 422
    assert text in page.context["form"].errors[field][0]
    assert page.context["form"]["place"].value() == "U Lípy"
    assert Tournament.objects.count() == 1


def test_founding_needs_an_account(visitor_client: Client) -> None:
    answer = visitor_client.get(reverse("tournament:found"))

    assert (answer.status_code, answer.url) == (302, "/prihlaseni/?next=/turnaj/novy/")


# Settings


def settings_form(client: Client) -> dict[str, Any]:
    """What a browser would send back unchanged."""
    form = client.get(SETTINGS).context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value not in (None, False)}


def save(client: Client, **changed: Any) -> Any:
    data = {name: value for name, value in (settings_form(client) | changed).items() if value is not None}
    return client.post(f"{SETTINGS}ulozit/", data)


def test_settings_sent_back_unchanged_change_nothing(
    tournament: Tournament, organiser_client: Client
) -> None:
    before = Tournament.objects.values().get()

    answer = save(organiser_client)

    assert (answer.status_code, answer.url) == (302, SETTINGS)
    assert Tournament.objects.values().get() == before


@pytest.mark.parametrize(
    ("changed", "stored"),
    [
        pytest.param({"base_rate": "50"}, {"base_rate": 50}, id="usual rate"),
        pytest.param({"base_rate": "", "own_rate": "0,30"}, {"base_rate": 30}, id="own rate"),
        pytest.param({"base_rate": "", "own_rate": "0,01 Kč"}, {"base_rate": 1}, id="smallest rate"),
        pytest.param({"fee": "1 300"}, {"fee": 130000}, id="fee with a space"),
        pytest.param({"fee": ""}, {"fee": 0}, id="no fee"),
        pytest.param({"rulebook_id": "traditional"}, {"rulebook_id": "traditional"}, id="rulebook"),
        pytest.param(
            {"premium_table_id": "sloapslam-2010"}, {"premium_table_id": "sloapslam-2010"}, id="table"
        ),
        pytest.param({"bp_key": "fixed", "bp_fixed": "25, 20 16"}, {"bp_fixed": [25, 20, 16]}, id="fixed"),
        pytest.param({"best_hand": "on"}, {"ranking_criteria": ["best_hand"]}, id="best hand decides"),
        pytest.param(
            {"rule_sto_scaling": '"doubling"', "rule_raised_limit_at_three": "true"},
            {"rulebook_overrides": {"sto_scaling": "doubling", "raised_limit_at_three": True}},
            id="choices of the rules",
        ),
        pytest.param({"draw_only_ticked": "on"}, {"draw_only_ticked": True}, id="only ticked"),
        pytest.param({"hands_public": None}, {"hands_public": False}, id="hands by code"),
        pytest.param(
            {"table_size": "3", "rounds_planned": "5"}, {"table_size": 3, "rounds_planned": 5}, id="draw"
        ),
    ],
)
def test_settings_are_changed(
    tournament: Tournament, organiser_client: Client, changed: dict[str, str], stored: dict[str, Any]
) -> None:
    assert save(organiser_client, **changed).status_code == 302

    tournament.refresh_from_db()
    assert {name: getattr(tournament, name) for name in stored} == stored


def test_a_choice_left_to_the_rules_again_and_rates_of_the_organiser_stay(
    tournament: Tournament, organiser_client: Client
) -> None:
    tournament.rulebook_overrides = {"sto_scaling": "flat", "betl": 500}
    tournament.save()
    assert '<details class="more" open>' in organiser_client.get(SETTINGS).content.decode()

    save(organiser_client, rule_sto_scaling="")

    tournament.refresh_from_db()
    assert tournament.rulebook_overrides == {"betl": 500}


def test_every_choice_of_the_rules_is_offered() -> None:
    """R-002; a value the rulebook does not take could not be saved."""
    offered = {choice.field: tuple(value for value, _words in choice.options) for choice in RULE_CHOICES}

    assert offered == CHOICES


def test_a_coefficient_is_written_with_a_comma_and_comes_back_so(
    tournament: Tournament, organiser_client: Client
) -> None:
    assert save(organiser_client, bp_key="superliga", bp_coefficient="1,25").status_code == 302

    tournament.refresh_from_db()
    assert str(tournament.bp_coefficient) == "1.250"
    assert 'value="1,250"' in organiser_client.get(SETTINGS).content.decode()


@pytest.mark.parametrize(
    ("changed", "field", "text"),
    [
        ({"base_rate": "", "own_rate": ""}, "own_rate", "Napište sazbu v korunách"),
        ({"base_rate": "", "own_rate": "0"}, "own_rate", "jeden haléř"),
        ({"base_rate": "", "own_rate": "0,125"}, "own_rate", "Napište částku v korunách"),
        ({"fee": "-5"}, "fee", "Napište částku v korunách"),
        ({"rounds_planned": "0"}, "rounds_planned", "1"),
        ({"rulebook_id": "zolik"}, "rulebook_id", "zolik"),
        ({"bp_key": "fixed"}, "bp_fixed", "napište body"),
        ({"bp_key": "fixed", "bp_fixed": "25; x"}, "bp_fixed", "celá čísla"),
        ({"bp_key": "superliga"}, "bp_coefficient", "napište koeficient"),
        ({"name": " "}, "name", "třeba vyplnit"),
    ],
)
def test_settings_that_cannot_be_used(
    tournament: Tournament, organiser_client: Client, changed: dict[str, str], field: str, text: str
) -> None:
    before = Tournament.objects.values().get()

    page = save(organiser_client, **changed)

    assert page.status_code == 422
    assert text in page.context["form"].errors[field][0]
    assert Tournament.objects.values().get() == before


def test_rulebook_and_rate_are_locked_once_a_hand_is_stored(
    tournament: Tournament, organiser_client: Client
) -> None:
    factories.RoundFactory(tournament=tournament, state=RoundState.PLAYING)

    page = organiser_client.get(SETTINGS)
    assert "už se podle nich hrálo" in page.content.decode()
    assert [name for name, field in page.context["form"].fields.items() if field.disabled] == [
        "rulebook_id",
        "base_rate",
        "own_rate",
        *(f"rule_{choice.field}" for choice in RULE_CHOICES),
    ]
    answer = save(organiser_client, base_rate="50", rulebook_id="pub", rounds_planned="3")

    assert answer.status_code == 302
    tournament.refresh_from_db()
    assert (tournament.base_rate, tournament.rulebook_id, tournament.rounds_planned) == (20, "csm", 3)


def test_settings_changed_by_somebody_else_can_be_sent_again(
    tournament: Tournament, organiser_client: Client
) -> None:
    old = settings_form(organiser_client)
    save(organiser_client, rounds_planned="3")

    late = organiser_client.post(f"{SETTINGS}ulozit/", old | {"place": "Jinde"})

    assert late.status_code == 422
    assert "Mezitím se to změnilo:" in late.content.decode()
    form = late.context["form"]
    assert (form["place"].value(), form["expected"].value()) == ("Jinde", "2")
    tournament.refresh_from_db()
    assert (tournament.place, tournament.rounds_planned) == ("Hospoda U Lípy", 3)


def test_a_referee_reads_settings_and_saves_nothing(tournament: Tournament, referee_client: Client) -> None:
    html = referee_client.get(SETTINGS).content.decode()

    assert "Uložit nastavení" not in html
    assert 'name="rounds_planned" value="2"' in html
    assert referee_client.post(f"{SETTINGS}ulozit/", {"name": "Jiný"}).status_code == 404


# The overview


def test_the_overview_shows_the_next_step_to_those_who_work_here(
    small_tournament: Tournament, organiser_client: Client, referee_client: Client
) -> None:
    html = organiser_client.get(OVERVIEW).content.decode()
    assert "Vylosujte 1. kolo" in html
    assert f'href="{reverse("tournament:draw", args=["jarni-turnaj", 1])}"' in html

    html = referee_client.get(OVERVIEW).content.decode()
    assert "Vylosujte 1. kolo" not in html
    assert "Teď se nehraje" in html
    assert f'href="{reverse("scoring:renonce", args=["jarni-turnaj"])}"' in html


def test_a_latecomer_has_no_seat_and_the_organiser_learns_it(
    small_tournament: Tournament, organiser_client: Client, referee_client: Client
) -> None:
    factories.drawn_round(small_tournament)
    where = reverse("tournament:draw", args=["jarni-turnaj", 1])

    added = organiser_client.post(
        reverse("tournament:player_add", args=["jarni-turnaj"]), {"name": "Pozdní Pavel"}, follow=True
    ).content.decode()
    assert f'Místo v 1. kole zatím nemá. <a href="{where}">Upravit rozesazení</a>' in added

    html = organiser_client.get(OVERVIEW).content.decode()
    assert "Místo v 1. kole nemá:" in html
    assert "Pozdní Pavel" in html
    assert "Místo v 1. kole nemá:" not in referee_client.get(OVERVIEW).content.decode()

    small_tournament.refresh_from_db()
    factories.EntryFactory(tournament=small_tournament, name="Nepřítomný", presence="absent")
    assert "Nepřítomný" not in organiser_client.get(OVERVIEW).content.decode()


@pytest.mark.parametrize(
    ("who", "published", "sheets", "standings"),
    [
        ("visitor_client", False, False, False),
        ("visitor_client", True, False, True),
        ("referee_client", False, True, True),
        ("organiser_client", False, True, True),
    ],
)
def test_parts_of_a_tournament_lead_where_one_may_go(
    request: pytest.FixtureRequest,
    small_tournament: Tournament,
    who: str,
    published: bool,
    sheets: bool,
    standings: bool,
) -> None:
    drawn = factories.drawn_round(small_tournament, state=RoundState.CLOSED)
    if published:
        factories.StandingsPublicationFactory(round=drawn)

    html = (
        request.getfixturevalue(who).get(reverse("tournament:rounds", args=["jarni-turnaj"])).content.decode()
    )

    shown = [reverse(f"scoring:{name}", args=["jarni-turnaj"]) in html for name in ("sheets", "standings")]
    assert shown == [sheets, standings]


@pytest.mark.parametrize(
    ("state", "where"),
    [
        (RoundState.DRAFT, ("tournament:round_publish", 1)),
        (RoundState.PUBLISHED, ("scoring:prints",)),
        (RoundState.PLAYING, ("scoring:round_board", 1)),
        (RoundState.CLOSED, ("scoring:standings_publish", 1)),
    ],
)
def test_the_button_leads_to_the_next_step(
    small_tournament: Tournament, organiser_client: Client, state: RoundState, where: tuple[Any, ...]
) -> None:
    factories.drawn_round(small_tournament, state=state)

    page = organiser_client.get(OVERVIEW)

    address = page.context["ways"][-1]["address"]
    assert address == reverse(where[0], args=["jarni-turnaj", *where[1:]])
    assert f'="{address}"' in page.content.decode()


def test_a_tournament_is_finished_and_opened_again(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    for number in (1, 2):
        drawn = factories.drawn_round(small_tournament, number=number, state=RoundState.CLOSED)
        factories.StandingsPublicationFactory(round=drawn)
    assert "Ukončit turnaj" in organiser_client.get(OVERVIEW).content.decode()

    ended = organiser_client.post(reverse("tournament:finish", args=["jarni-turnaj"]), follow=True)
    assert "Turnaj skončil" in ended.content.decode()

    opened = organiser_client.post(reverse("tournament:reopen", args=["jarni-turnaj"]), follow=True)
    assert "Turnaj je zase otevřený." in opened.content.decode()
    assert "Všechna kola jsou odehraná" in opened.content.decode()


def test_a_round_that_is_open_keeps_the_tournament_open(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    factories.drawn_round(small_tournament)

    answer = organiser_client.post(reverse("tournament:finish", args=["jarni-turnaj"]))

    assert answer.status_code == 400
    assert "Nejdřív uzavřete 1. kolo." in answer.content.decode()


@pytest.mark.parametrize("who", ["visitor_client", "stranger_client"])
def test_the_public_overview_says_what_was_published_and_nothing_else(
    request: pytest.FixtureRequest, small_tournament: Tournament, who: str
) -> None:
    """S33"""
    client: Client = request.getfixturevalue(who)
    before = client.get(OVERVIEW)
    assert before.status_code == (403 if who == "visitor_client" else 404)
    assert "Jarní turnaj" not in before.content.decode()

    drawn = factories.drawn_round(small_tournament, state=RoundState.CLOSED)
    factories.drawn_round(small_tournament, number=2, state=RoundState.DRAFT)
    html = client.get(OVERVIEW).content.decode()
    for seen in ("Jarní turnaj", "14. března 2026", "Hospoda U Lípy", "1. kolo"):
        assert seen in html
    for hidden in ("2. kolo", "Co teď", "přihlášených", "Pořadí po"):
        assert hidden not in html

    factories.StandingsPublicationFactory(round=drawn)
    html = client.get(OVERVIEW).content.decode()
    assert "Pořadí po 1. kole" in html
    assert reverse("scoring:standings", args=["jarni-turnaj"]) in html


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_overview_costs_the_same(
    small_tournament: Tournament, organiser_client: Client, rounds: int, django_assert_num_queries: Any
) -> None:
    for number in range(1, rounds + 1):
        factories.drawn_round(small_tournament, number=number)

    # session, account, tournament, members, newest state, counts, tables, publications, rounds, the open
    # one, unseated, corrections, clock and what was done to it
    with django_assert_num_queries(19):
        organiser_client.get(OVERVIEW)


def test_the_log_in_leads_back(tournament: Tournament, visitor_client: Client) -> None:
    html = visitor_client.get(OVERVIEW).content.decode()

    assert "/prihlaseni/?next=/t/jarni-turnaj/" in html


def test_members_of_another_tournament_are_strangers(
    tournament: Tournament, client_of: Callable[[Account], Client]
) -> None:
    other = factories.MembershipFactory(role=Role.ORGANISER)

    assert client_of(other.account).get(OVERVIEW).status_code == 404
