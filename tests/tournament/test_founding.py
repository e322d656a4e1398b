"""Founding a tournament, its settings and its end (docs/tournament.md, The day)."""

import datetime
import uuid
from typing import Any

import pytest

from tests import factories
from tournament.actors import Actor
from tournament.enums import BpKey, RankingOrder, Role, RoundState
from tournament.errors import Conflict, Refused
from tournament.lifecycle import Act, allowed
from tournament.models import Account, LogEntry, Membership, Round, Tournament
from tournament.services.founding import (
    hands_are_stored,
    settings_change,
    slug_from,
    tournament_finish,
    tournament_found,
    tournament_reopen,
)

pytestmark = pytest.mark.django_db

DAY = datetime.date(2026, 4, 12)


def found(by: Actor, founder: Account | None = None, **values: Any) -> Tournament:
    return tournament_found(by=by, founder=founder, **{"name": "Velikonoční turnaj", "date": DAY} | values)


def test_name_and_date_are_enough(desk: Actor) -> None:
    founder = factories.AccountFactory(first_name="Olga", last_name="Pořadatelová")

    tournament = found(desk, founder, place="  U  Kašny ")

    tournament.refresh_from_db()
    assert {
        name: getattr(tournament, name)
        for name in ("slug", "name", "date", "place", "rounds_planned", "round_minutes", "table_size", "fee")
    } == {
        "slug": "velikonocni-turnaj",
        "name": "Velikonoční turnaj",
        "date": DAY,
        "place": "U Kašny",
        "rounds_planned": 2,
        "round_minutes": 120,
        "table_size": 4,
        "fee": 0,
    }
    assert (tournament.rulebook_id, tournament.rulebook_version, tournament.base_rate) == ("csm", "1", 20)
    assert tournament.premium_table_id == "csm-2014"
    assert [(one.account, one.role) for one in Membership.objects.all()] == [(founder, Role.ORGANISER)]
    [line] = LogEntry.objects.all()
    assert (line.action, line.actor_name, line.object_id) == ("tournament.founded", desk.name, tournament.pk)
    assert line.new["name"] == "Velikonoční turnaj"
    assert line.new["date"] == "2026-04-12"


def test_a_command_founds_without_an_account_and_with_settings(desk: Actor) -> None:
    tournament = found(desk, settings={"rounds_planned": 5, "base_rate": 50, "rulebook_id": "pub"})

    assert (tournament.rounds_planned, tournament.base_rate, tournament.rulebook_id) == (5, 50, "pub")
    assert not Membership.objects.exists()


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        pytest.param("Velká cena Žatce – 3. ročník", "velka-cena-zatce-3-rocnik", id="diacritics"),
        pytest.param("♥♥♥", "turnaj", id="no letter"),
        pytest.param("x" * 120, "x" * 70, id="longest name"),
        pytest.param("a" * 69 + " b", "a" * 69, id="cut at a hyphen"),
        pytest.param("Łódź Đorđe", "lodz-dorde", id="letters with a stroke"),
    ],
)
def test_the_address_is_made_from_the_name(name: str, slug: str) -> None:
    assert slug_from(name=name) == slug


def test_the_same_name_gets_the_next_address(desk: Actor) -> None:
    assert [found(desk).slug for _time in range(3)] == [
        "velikonocni-turnaj",
        "velikonocni-turnaj-2",
        "velikonocni-turnaj-3",
    ]


def test_an_address_taken_between_the_look_and_the_write_is_left(
    desk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The look finds it free, the database does not: what happens when two found at the same moment."""
    factories.TournamentFactory(slug="velikonocni-turnaj")
    monkeypatch.setattr("django.db.models.query.QuerySet.exists", lambda self: False)

    assert found(desk).slug == "velikonocni-turnaj-2"


def test_double_click_founds_one_tournament(desk: Actor) -> None:
    """S22"""
    key = uuid.uuid4()

    first, second = found(desk, submission=key), found(desk, submission=key)

    assert first.pk == second.pk
    assert Tournament.objects.count() == 1
    assert LogEntry.objects.count() == 1


@pytest.mark.parametrize(
    ("values", "field", "text"),
    [
        pytest.param({"name": " \u200b "}, "name", "Napište název turnaje.", id="no name"),
        pytest.param({"name": "x" * 121}, "name", "120", id="long name"),
        pytest.param({"date": datetime.date(26, 5, 5)}, "date", "píše se čtyřmi číslicemi", id="year 26"),
        pytest.param({"date": datetime.date(9999, 12, 31)}, "date", "Zkontrolujte rok", id="year 9999"),
        pytest.param({"settings": {"base_rate": 0}}, "base_rate", "aspoň jeden haléř", id="base rate 0"),
        pytest.param(
            {"settings": {"rounds_planned": 0}}, "rounds_planned", "aspoň jedno kolo", id="no round"
        ),
        pytest.param({"settings": {"rulebook_id": "žolík"}}, "rulebook_id", "žolík", id="unknown rulebook"),
        pytest.param(
            {"settings": {"rulebook_overrides": {"sto_scaling": "krychle"}}},
            "rulebook_id",
            "sto_scaling",
            id="unknown choice of the rules",
        ),
        pytest.param(
            {"settings": {"premium_table_id": "moje"}},
            "premium_table_id",
            "vyberte ji ze seznamu",
            id="unknown points table",
        ),
    ],
)
def test_values_that_cannot_be_used_are_refused(
    desk: Actor, values: dict[str, Any], field: str, text: str
) -> None:
    with pytest.raises(Refused) as refusal:
        found(desk, **values)

    assert refusal.value.code == "invalid"
    assert text in refusal.value.fields[field]
    assert not Tournament.objects.exists()
    assert not LogEntry.objects.exists()


def test_a_change_of_settings_is_logged_with_old_and_new(tournament: Tournament, desk: Actor) -> None:
    settings_change(
        tournament=tournament,
        by=desk,
        changes={
            "rounds_planned": 4,
            "ranking_order": RankingOrder.BP,
            "fee": 30000,
            "place": "Hospoda U Lípy",
        },
        expected=1,
    )

    tournament.refresh_from_db()
    assert (tournament.rounds_planned, tournament.ranking_order, tournament.fee) == (4, "bp", 30000)
    assert tournament.version == 2
    [line] = LogEntry.objects.all()
    assert line.action == "tournament.settings.changed"
    assert line.old == {"rounds_planned": 2, "ranking_order": "sb", "fee": 0}
    assert line.new == {"rounds_planned": 4, "ranking_order": "bp", "fee": 30000}


def test_an_own_points_table_may_be_chosen_by_its_tournament_alone(
    tournament: Tournament, desk: Actor
) -> None:
    own = factories.PointsTableFactory(tournament=tournament, key="vlastni-hospodska")
    theirs = factories.PointsTableFactory(key="vlastni-cizi")

    settings_change(tournament=tournament, by=desk, changes={"premium_table_id": own.key})
    with pytest.raises(Refused) as refused:
        settings_change(tournament=tournament, by=desk, changes={"premium_table_id": theirs.key})

    assert set(refused.value.fields) == {"premium_table_id"}
    tournament.refresh_from_db()
    assert tournament.premium_table_id == "vlastni-hospodska"


def test_published_standings_follow_in_the_name_of_who_changed_the_settings(
    tournament: Tournament, desk: Actor
) -> None:
    drawn(tournament, 1, RoundState.CLOSED)

    settings_change(tournament=tournament, by=desk, changes={"ranking_order": RankingOrder.BP})

    lines = LogEntry.objects.order_by("sequence").values_list("action", "actor_key", "reason")
    assert list(lines) == [
        ("tournament.settings.changed", desk.key, ""),
        ("scoring.standings.published", desk.key, "jiné nastavení pořadí turnaje"),
    ]


def test_nothing_is_logged_when_nothing_changes(tournament: Tournament, desk: Actor) -> None:
    settings_change(tournament=tournament, by=desk, changes={"rounds_planned": 2}, expected=1)

    tournament.refresh_from_db()
    assert tournament.version == 1
    assert not LogEntry.objects.exists()


def test_a_form_that_shows_an_old_version_is_refused(tournament: Tournament, desk: Actor) -> None:
    settings_change(tournament=tournament, by=desk, changes={"rounds_planned": 3})

    with pytest.raises(Conflict, match=r"Mezitím se to změnilo: Olga Pořadatelová"):
        settings_change(tournament=tournament, by=desk, changes={"rounds_planned": 5}, expected=1)

    tournament.refresh_from_db()
    assert tournament.rounds_planned == 3


@pytest.mark.parametrize(
    ("state", "locked"),
    [
        (RoundState.DRAFT, False),
        (RoundState.PUBLISHED, False),
        (RoundState.PLAYING, True),
        (RoundState.CLOSED, True),
        (RoundState.REVISED, True),
    ],
)
@pytest.mark.parametrize(
    "changes",
    [{"base_rate": 50}, {"rulebook_id": "traditional"}, {"rulebook_overrides": {"sto_scaling": "flat"}}],
    ids=("base rate", "rulebook", "field of the rulebook"),
)
def test_rulebook_and_base_rate_stay_once_a_hand_is_stored(
    tournament: Tournament, desk: Actor, state: RoundState, locked: bool, changes: dict[str, Any]
) -> None:
    """docs/tournament.md, The day: found"""
    factories.RoundFactory(tournament=tournament, state=state)
    assert hands_are_stored(tournament=tournament) == locked

    if locked:
        with pytest.raises(Refused, match="už se podle nich hrálo") as refusal:
            settings_change(tournament=tournament, by=desk, changes=changes | {"rounds_planned": 6})
        assert refusal.value.code == "rulebook_locked"
    else:
        settings_change(tournament=tournament, by=desk, changes=changes)

    stored = Tournament.objects.get(pk=tournament.pk)
    name, value = next(iter(changes.items()))
    assert (getattr(stored, name) == value) == (not locked)
    assert stored.rounds_planned == 2


def test_other_settings_change_during_play(tournament: Tournament, desk: Actor) -> None:
    factories.RoundFactory(tournament=tournament, state=RoundState.PLAYING)

    settings_change(tournament=tournament, by=desk, changes={"rounds_planned": 3, "bp_key": BpKey.SUPERLIGA})

    tournament.refresh_from_db()
    assert (tournament.rounds_planned, tournament.bp_key) == (3, "superliga")


def drawn(tournament: Tournament, number: int, state: RoundState, *, published: bool = True) -> Round:
    """A round of four people without results; the standings after a closed one are published."""
    people = tournament.entries.order_by("number") or factories.entries(tournament, 4)
    round_ = factories.drawn_round(tournament, number=number, state=state, seated=list(people)[:4])
    if published and allowed(Act.PUBLISH_STANDINGS, state):
        factories.StandingsPublicationFactory(round=round_)
    return round_


def test_a_tournament_ends_after_its_rounds_and_opens_again(tournament: Tournament, desk: Actor) -> None:
    drawn(tournament, 1, RoundState.REVISED)
    factories.RoundFactory(tournament=tournament, number=2, announced_seed="1")

    tournament_finish(tournament=tournament, by=desk)
    tournament_finish(tournament=tournament, by=desk)
    tournament.refresh_from_db()
    assert tournament.finished_at is not None

    tournament_reopen(tournament=tournament, by=desk)
    tournament.refresh_from_db()
    assert tournament.finished_at is None
    assert list(LogEntry.objects.order_by("at").values_list("action", flat=True)) == [
        "tournament.finished",
        "tournament.reopened",
    ]


@pytest.mark.parametrize(
    ("states", "code", "text"),
    [
        pytest.param((), "nothing_played", "ještě nezačal", id="nothing played"),
        pytest.param(
            (RoundState.CLOSED, RoundState.PLAYING),
            "rounds_open",
            r"uzavřete 2\. kolo",
            id="second round open",
        ),
        pytest.param(
            (RoundState.PLAYING, RoundState.CLOSED),
            "rounds_open",
            r"uzavřete 1\. kolo",
            id="first round open",
        ),
        pytest.param(
            (RoundState.CLOSED, RoundState.DRAFT),
            "draft_left",
            r"2\. kolo je jen návrh losování\. Zahoďte ho",
            id="second round drawn",
        ),
    ],
)
def test_a_tournament_does_not_end_with_a_round_open(
    tournament: Tournament, desk: Actor, states: tuple[RoundState, ...], code: str, text: str
) -> None:
    """S43"""
    for number, state in enumerate(states, start=1):
        drawn(tournament, number, state)

    with pytest.raises(Refused, match=text) as refused:
        tournament_finish(tournament=tournament, by=desk)

    assert refused.value.code == code
    tournament.refresh_from_db()
    assert tournament.finished_at is None


def test_a_tournament_does_not_end_unpublished_or_stale(tournament: Tournament, desk: Actor) -> None:
    """S43: every published standing equals a recomputation, and every round has one."""
    drawn(tournament, 1, RoundState.CLOSED)
    second = drawn(tournament, 2, RoundState.CLOSED, published=False)
    with pytest.raises(Refused, match=r"zveřejněte pořadí po 2\. kole") as refused:
        tournament_finish(tournament=tournament, by=desk)
    assert refused.value.code == "standings_unpublished"

    stale = factories.StandingsPublicationFactory(round=second)
    stale.rows = stale.rows | {"order": "bp"}
    stale.save()
    with pytest.raises(Refused, match=r"Pořadí po 2\. kole se od zveřejnění změnilo") as refused:
        tournament_finish(tournament=tournament, by=desk)
    assert refused.value.code == "standings_stale"
    tournament.refresh_from_db()
    assert tournament.finished_at is None


def test_end_waits_for_proposed_penalties(tournament: Tournament, desk: Actor) -> None:
    """B/1: once the tournament is over, nothing changes, so nothing may wait."""
    drawn(tournament, 1, RoundState.CLOSED)
    penalty = factories.PenaltyFactory(entry=factories.EntryFactory(tournament=tournament))
    with pytest.raises(Refused, match=r"rozhodněte navržené tresty \(1\)") as refused:
        tournament_finish(tournament=tournament, by=desk)
    assert refused.value.code == "penalties_open"
    penalty.state = penalty.State.REJECTED
    penalty.save()
    tournament_finish(tournament=tournament, by=desk)
    assert tournament.finished_at is not None
