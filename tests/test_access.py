"""Who gets through which door: every address, every role, GET and POST (docs/tournament.md; S33).

A new address without a row in ``ROWS`` fails. A row holds what GET and what POST answer to each role, in the
order of ``ROLES``. The world is a round being played with a hand and a decision at table 1; POST is sent
empty, so to somebody who may act it answers 302 (done), 422 (the form is shown again) or 400 (refused).
"""

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, resolve

from scoring.models import Decision, Penalty
from tests import factories
from tournament.enums import Role, RoundState, ShownFromHome
from tournament.models import Account, Application, Table, Tournament

pytestmark = pytest.mark.django_db

ROLES = ("visitor", "stranger", "scribe", "referee", "organiser")

# Who may not gets the way to the log-in, or nothing at all where he has an account.
EVERYBODY = "200 200 200 200 200"
MEMBERS = "403 404 403 200 200"
ORGANISERS = "403 404 403 404 200"
NOBODY = "405 405 405 405 405"


def page(get: str) -> tuple[str, str]:
    """An address that is only looked at."""
    return get, NOBODY


def act(organiser: int) -> tuple[str, str]:
    """An address that only an organiser sends to."""
    return NOBODY, f"403 404 403 404 {organiser}"


def at_table(get: str = "405 405", post: str = "405 405") -> tuple[str, str]:
    """An address of a table behind its door: the answers to the referee and to the organiser."""
    return f"403 404 403 {get}", f"403 404 403 {post}"


def by_link(get: int = 405, post: int = 405) -> tuple[str, str]:
    """An address of a scribe: whoever has the link of the table has the scribe's rights."""
    return f"{get} " * 5, f"{post} " * 5


ROWS = {
    "login": ("200 302 200 302 302", "200 302 200 302 302"),
    "logout": (NOBODY, "302 302 302 302 302"),
    "worker": page(EVERYBODY),
    "tournament:account": ("302 200 302 200 200", NOBODY),
    "tournament:account_rename": (NOBODY, "302 422 302 422 422"),
    "tournament:account_password": (NOBODY, "302 422 302 422 422"),
    # The tournament
    "tournament:home": page(EVERYBODY),
    "tournament:found": ("302 200 302 200 200", "302 422 302 422 422"),
    "tournament:overview": page(EVERYBODY),
    "tournament:settings": page(MEMBERS),
    "tournament:settings_save": act(422),
    "tournament:finish": act(400),
    "tournament:reopen": act(302),
    "tournament:people": page(ORGANISERS),
    "tournament:person_add_new": act(422),
    "tournament:person_add_existing": act(422),
    "tournament:person_remove": act(302),
    "tournament:person_tables": act(302),
    "tournament:log": page(MEMBERS),
    # Persons, whoever organises; this one plays in the organiser's tournament
    "tournament:persons": page("403 200 403 200 200"),
    "tournament:person": page("403 404 403 404 200"),
    "tournament:person_edit": act(422),
    "tournament:person_merge_with": page(ORGANISERS),
    "tournament:person_merge": page(ORGANISERS),
    "tournament:person_merge_make": act(422),
    "tournament:person_differs": act(302),
    "tournament:person_split": page("403 404 403 404 302"),
    "tournament:person_split_make": act(302),
    "tournament:person_change_put_back": (NOBODY, "403 400 403 400 400"),
    # Players
    "tournament:players": page(MEMBERS),
    "tournament:player_add": act(422),
    "tournament:players_waiting": page(ORGANISERS),
    "tournament:players_present": act(302),
    "tournament:players_leaving": page(ORGANISERS),
    "tournament:players_withdraw": act(302),
    "tournament:player_take_back": act(400),
    "tournament:registry": page(ORGANISERS),
    "tournament:registry_add": act(422),
    "tournament:import_start": page(ORGANISERS),
    "tournament:import_upload": act(422),
    "tournament:import": page("403 404 403 404 302"),
    "tournament:import_read": act(302),
    "tournament:import_row": act(302),
    "tournament:import_write": act(302),
    "tournament:player": page(MEMBERS),
    "tournament:player_edit": act(422),
    "tournament:player_presence": act(400),
    "tournament:player_fee": act(400),
    "tournament:player_keep_apart": act(422),
    "tournament:player_let_together": act(400),
    "tournament:player_withdraw": act(302),
    "tournament:player_return": act(302),
    # Registration from home; the round is published, so it is over
    "tournament:apply": (EVERYBODY, "422 422 422 422 422"),
    "tournament:application": page(EVERYBODY),
    "tournament:application_withdraw": (NOBODY, "400 400 400 400 400"),
    "tournament:registered": page(EVERYBODY),
    "tournament:applications": page(ORGANISERS),
    "tournament:applications_accept": act(302),
    "tournament:application_accept": act(302),
    "tournament:application_join": act(400),
    "tournament:application_refuse": act(400),
    "tournament:application_reconsider": act(400),
    "tournament:home_settings": page(ORGANISERS),
    "tournament:home_settings_save": act(422),
    # The hall
    "tournament:clock": page(ORGANISERS),
    **{
        f"tournament:clock_{name}": act(422)
        for name in ("start", "pause", "go_on", "minutes", "cut", "end", "undo")
    },
    "tournament:announcement_make": act(422),
    "tournament:announcement_take_away": act(302),
    "tournament:announcement_put_back": act(302),
    "tournament:coming_announce": act(422),
    "tournament:coming_change": act(422),
    "tournament:coming_take_away": act(302),
    # Money
    "tournament:cash": page(ORGANISERS),
    "tournament:till_count": act(422),
    "tournament:player_payments": page(ORGANISERS),
    "tournament:payment_take": act(422),
    "tournament:payment_return": act(422),
    "tournament:payment_cancel": act(422),
    "tournament:player_charge": act(422),
    "tournament:fees": page(ORGANISERS),
    "tournament:fee_add": act(422),
    "tournament:fee_change": act(422),
    "tournament:fee_remove": act(302),
    "tournament:fee_people": page(ORGANISERS),
    "tournament:fee_people_save": act(302),
    "scoring:cash_list": page(ORGANISERS),
    "scoring:receipts": page(ORGANISERS),
    "scoring:receipt": page(ORGANISERS),
    # Rounds and their seating
    "tournament:rounds": page(EVERYBODY),
    "tournament:round": page(EVERYBODY),
    "tournament:round_publish": act(400),
    "tournament:round_take_back": act(400),
    "tournament:round_discard": page(ORGANISERS),
    "tournament:round_discard_make": act(422),
    "tournament:round_restore": act(400),
    "tournament:link_replace": act(302),
    "tournament:draw": page(ORGANISERS),
    "tournament:draw_make": act(302),
    "tournament:seed_announce": act(400),
    "tournament:draft_discard": act(400),
    "tournament:seat_swap": act(302),
    "tournament:seating_undo": act(400),
    "tournament:reseat": page(ORGANISERS),
    "tournament:reseat_make": act(400),
    "tournament:latecomer": act(422),
    "tournament:seat": page(ORGANISERS),
    "tournament:seat_leave": act(400),
    "tournament:seat_substitute": act(302),
    "tournament:protocol": page(EVERYBODY),
    "tournament:protocol_of": page(EVERYBODY),
    "tournament:protocol_file": page(EVERYBODY),
    "tournament:protocol_sealed": page(ORGANISERS),
    # Sheets and tables; the referee sees the hands and writes none
    "scoring:sheets": page("403 404 403 302 302"),
    "scoring:round_board": page(MEMBERS),
    "scoring:round_close": act(422),
    "scoring:table": at_table(get="200 200"),
    "scoring:table_news": at_table(get="200 200"),
    "scoring:hand_new": at_table(post="403 422"),
    "scoring:hand_preview": at_table(post="200 200"),
    "scoring:hand_points": at_table(post="200 200"),
    "scoring:hand_auction": at_table(post="200 200"),
    "scoring:hand": at_table(get="200 200"),
    "scoring:hand_edit": at_table(post="403 422"),
    "scoring:hand_earlier": at_table(post="403 404"),
    "scoring:hand_take_back": at_table(post="403 302"),
    "scoring:hand_put_back": at_table(post="403 302"),
    "scoring:hand_in": at_table(post="403 302"),
    "scoring:take_back": at_table(post="403 302"),
    "scoring:result": at_table(get="200 200"),
    "scoring:result_save": at_table(post="404 422"),
    "scoring:result_give_up": at_table(post="404 422"),
    "scoring:result_await": at_table(post="403 400"),
    "scoring:result_confirm": at_table(post="403 302"),
    "scoring:result_unconfirm": at_table(post="403 302"),
    "scoring:result_restore": at_table(post="403 302"),
    "scoring:correction_confirm": at_table(post="403 400"),
    "scoring:correction_reject": at_table(post="404 422"),
    "scoring:typing": at_table(get="404 200"),
    "scoring:line_read": at_table(post="404 200"),
    "scoring:line_save": at_table(post="404 422"),
    "scoring:line_correct": at_table(post="404 422"),
    # Disputes; the tournament has no chief referee, so the organiser has his rights
    "scoring:decisions": page(MEMBERS),
    "scoring:dispute_new": at_table(get="200 200"),
    "scoring:dispute_open": at_table(post="422 422"),
    "scoring:dispute_withdraw": at_table(post="302 302"),
    "scoring:claim": at_table(get="200 200"),
    "scoring:claim_award": at_table(post="422 422"),
    # The table of this world has a written hand, so none is entered from paper.
    "scoring:paper_hand": at_table(get="404 404"),
    "scoring:paper_entered": at_table(post="404 404"),
    "scoring:paper_preview": at_table(post="404 404"),
    "scoring:paper_decide": at_table(post="404 404"),
    "scoring:claim_reject": at_table(post="422 422"),
    "scoring:claim_set_aside": at_table(post="404 422"),
    "scoring:dispute": at_table(get="200 200"),
    "scoring:dispute_preview": at_table(post="200 200"),
    "scoring:dispute_decide": at_table(post="422 422"),
    "scoring:dispute_cancel": at_table(post="422 422"),
    # The scribe
    "scoring:scribe_door": by_link(get=200, post=200),
    "scoring:scribe": by_link(get=200),
    "scoring:scribe_table": by_link(get=200),
    "scoring:scribe_table_news": by_link(get=200),
    "scoring:scribe_hand": by_link(get=200),
    "scoring:scribe_hand_new": by_link(post=422),
    "scoring:scribe_hand_preview": by_link(post=200),
    "scoring:scribe_hand_points": by_link(post=200),
    "scoring:scribe_hand_auction": by_link(post=200),
    "scoring:scribe_hand_edit": by_link(post=422),
    "scoring:scribe_hand_earlier": by_link(post=404),
    "scoring:scribe_hand_take_back": by_link(post=403),
    "scoring:scribe_hand_put_back": by_link(post=403),
    "scoring:scribe_hand_in": by_link(post=302),
    "scoring:scribe_take_back": by_link(post=302),
    "scoring:scribe_dispute_new": by_link(get=200),
    "scoring:scribe_dispute_open": by_link(post=422),
    "scoring:scribe_dispute_withdraw": by_link(post=302),
    # The rules of the tournament
    "scoring:rates": page(EVERYBODY),
    "scoring:ladder": page(EVERYBODY),
    "scoring:renonce": page(EVERYBODY),
    "scoring:print_rates": page(EVERYBODY),
    "scoring:articles": page(EVERYBODY),
    "scoring:print_articles": page(EVERYBODY),
    "scoring:articles_of_all": page(EVERYBODY),
    "scoring:points": page(EVERYBODY),
    "scoring:points_file": page(EVERYBODY),
    "scoring:points_choose": act(400),
    "scoring:points_row": act(422),
    "scoring:points_import": page(ORGANISERS),
    "scoring:points_upload": act(422),
    "scoring:points_preview": page("403 404 403 404 302"),
    "scoring:points_write": act(302),
    # Standings, prints, files
    "scoring:standings": page(MEMBERS),
    "scoring:standings_publish": act(400),
    "scoring:revision_end": act(422),
    # Penalties; those of an organiser are the chief referee's too
    "scoring:penalties": page(ORGANISERS),
    "scoring:penalty": page(ORGANISERS),
    "scoring:penalty_add": act(422),
    "scoring:penalty_confirm": act(302),
    "scoring:penalties_confirm": act(302),
    "scoring:penalty_cancel": act(302),
    "scoring:penalty_replace": act(422),
    "scoring:prints": page(MEMBERS),
    "scoring:archive": page(ORGANISERS),
    "scoring:print_invitation": page(ORGANISERS),
    "scoring:print_sheets": page(ORGANISERS),
    "scoring:hands_file": page(MEMBERS),
    "scoring:print_rulings": page(MEMBERS),
    "scoring:print_ruling": page(MEMBERS),
    "scoring:print_seating": page(EVERYBODY),
    "scoring:print_protocol": page(EVERYBODY),
    "scoring:player_list": page(ORGANISERS),
    "scoring:standings_file": page("403 404 403 404 404"),
    # Only the public has these
    "public:state": page(EVERYBODY),
    "public:standings_feed": page(EVERYBODY),
    "public:seating_feed": page(EVERYBODY),
    "public:clock_feed": page(EVERYBODY),
    "public:calendar": page(EVERYBODY),
    "public:standings_embedded": page(EVERYBODY),
    "public:for_webs": page(ORGANISERS),
    "public:website": page(ORGANISERS),
    "public:tables_state": page(EVERYBODY),
    "public:desk_state": page(MEMBERS),
    "public:screen": page(EVERYBODY),
    "public:screen_settings": page(ORGANISERS),
    "public:screen_settings_save": act(422),
    "public:find_seat": page(EVERYBODY),
    "public:player": page(EVERYBODY),
    "public:player_code": (EVERYBODY, EVERYBODY),
    "public:player_hands": page("404 404 404 404 404"),
}

OPEN_TO_ALL = {
    "login",
    "logout",
    "worker",
    "tournament:account",
    "tournament:home",
    "tournament:found",
    "tournament:persons",
    "scoring:scribe_door",
    "scoring:articles_of_all",
}
"""Addresses that show nothing of a tournament by themselves."""


@dataclass(frozen=True)
class Address:
    """One pattern of the project: its name and the path with arguments that exist in the world below."""

    name: str
    path: str


def patterns(resolver: Any, route: str = "", namespace: str = "") -> Iterator[tuple[str, str]]:
    for one in resolver.url_patterns:
        if isinstance(one, URLPattern):
            yield f"{namespace}{one.name}", f"/{route}{one.pattern}"
        else:
            inner = f"{namespace}{one.namespace}:" if one.namespace else namespace
            yield from patterns(one, f"{route}{one.pattern}", inner)


def arguments(tournament: Tournament) -> dict[str, object]:
    """A value for every argument of an address."""
    table = Table.objects.get(round__tournament=tournament, round__number=1, number=1)
    sent = Application.objects.filter(tournament=tournament).select_related("link").first()
    return {
        "slug": tournament.slug,
        "number": 1,
        "table": 1,
        "table_number": 1,
        "player": 1,
        "sequence": 1,
        "opened": "podpis-ktery-neni",
        "dispute": 1,
        "version": 1,
        "member": tournament.memberships.filter(role=Role.REFEREE).values_list("pk", flat=True).first() or 1,
        "token": table.links.values_list("token", flat=True).first() or "token-ktery-neni",
        "ruling_id": Decision.objects.get(hand__table=table).pk,
        "import_id": uuid.UUID(int=1),
        "round_id": uuid.UUID(int=2),
        "application_id": sent.pk if sent else uuid.UUID(int=3),
        "key": sent.link.token if sent else "klic-ktery-neni",
        "person_id": tournament.entries.get(number=1).player_id,
        "other_id": tournament.entries.get(number=2).player_id,
        "change_id": uuid.UUID(int=3),
        "penalty_id": Penalty.objects.get(tournament=tournament).pk,
        "payment": 1,
        "announcement": tournament.announcements.values_list("pk", flat=True).first(),
        "event": tournament.coming_events.values_list("pk", flat=True).first(),
        "category": tournament.fee_categories.values_list("pk", flat=True).first(),
    }


def addresses(tournament: Tournament) -> list[Address]:
    values = arguments(tournament)
    return [
        Address(name, re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(values[found.group(1)]), route))
        for name, route in patterns(get_resolver())
    ]


def build_world(tournament: Tournament, state: RoundState, *, public: bool) -> None:
    """A round with a hand, a decision, a result, a penalty and a payment.

    ``public``: tables have links, people apply from home, and who is registered may be read by everybody.
    """
    factories.entries(tournament, 8)
    if public:
        factories.ApplicationFactory(tournament=tournament, name="Zájemce Adam", card="4711")
        Tournament.objects.filter(pk=tournament.pk).update(home_open=True, home_shown=ShownFromHome.NAMES)
    drawn = factories.drawn_round(tournament, state=state, links=public)
    table = drawn.tables.get(number=1)
    factories.DecisionFactory(hand=factories.HandFactory(table=table))
    factories.DisputeFactory(table=table, sequence=2, set_aside="Kolo spěchá.")
    factories.table_result(table, [(60, 1, 0), (-20, 0, 0), (-20, 0, 0), (-20, -1, 0)])
    first = tournament.entries.get(number=1)
    factories.PenaltyFactory(entry=first, round=drawn)
    factories.PaymentFactory(entry=first, number=1, note="zálohou Kryštofovi")
    factories.FeeCategoryFactory(tournament=tournament)
    factories.AnnouncementFactory(tournament=tournament)
    factories.ComingEventFactory(tournament=tournament)


@pytest.fixture
def clients(organiser: Account, referee: Account, stranger: Account, client_of: Any) -> dict[str, Client]:
    return {
        "visitor": Client(),
        "stranger": client_of(stranger),
        "scribe": Client(),
        "referee": client_of(referee),
        "organiser": client_of(organiser),
    }


def answer(client: Client, method: str, path: str, sent: dict[str, str] | None = None) -> Any:
    """The answer, read to its end; whatever it did is taken back, so that every address meets the same world.

    A file is sent from where it was written, and closed only when it was read.
    """
    cookies = client.cookies.copy()
    with transaction.atomic():
        response = getattr(client, method)(path, sent)
        if response.streaming:
            response.streaming_content = [response.getvalue()]
        transaction.set_rollback(True)
    client.cookies = cookies
    return response


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert {name for name, _route in patterns(get_resolver())} == set(ROWS)


def test_no_address_leads_to_the_page_of_another_one(tournament: Tournament) -> None:
    """The table of a link has two names; addresses may be tried in any order."""
    build_world(tournament, RoundState.PLAYING, public=True)
    found = {address.name: resolve(address.path).view_name for address in addresses(tournament)}
    assert found == {name: name for name in ROWS} | {"scoring:scribe_table": "scoring:scribe"}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_every_door_answers_every_role(
    tournament: Tournament, clients: dict[str, Client], role: str, method: str
) -> None:
    build_world(tournament, RoundState.PLAYING, public=True)
    if role == "scribe":
        token = arguments(tournament)["token"]
        assert clients[role].get(f"/l/{token}/").status_code == 200, "the scribe came by his link"

    wrong = {}
    for address in addresses(tournament):
        expected = int(ROWS[address.name][method == "post"].split()[ROLES.index(role)])
        response = answer(clients[role], method, address.path)
        if response.status_code != expected:
            wrong[f"{address.name} {address.path}"] = f"{response.status_code}, má být {expected}"

    assert wrong == {}


@pytest.mark.parametrize("role", ["visitor", "stranger"])
def test_before_publication_nobody_else_learns_anything(
    tournament: Tournament, clients: dict[str, Client], role: str
) -> None:
    """S33: every address, pages and files, while the first draw is a draft."""
    build_world(tournament, RoundState.DRAFT, public=False)
    secrets = [tournament.name, *(name for name, _club in factories.PEOPLE)]
    shown = clients["organiser"].get("/t/jarni-turnaj/hraci/").content.decode()
    assert all(secret in shown for secret in secrets), "the organiser sees what the others must not"

    wrong = {}
    for address in addresses(tournament):
        response = answer(clients[role], "get", address.path)
        text = response.getvalue().decode(errors="replace")
        leaks = [secret for secret in secrets if secret in text]
        if leaks or (address.name not in OPEN_TO_ALL and response.status_code not in (403, 404, 405)):
            wrong[f"{address.name} {address.path}"] = (response.status_code, leaks)

    assert wrong == {}
