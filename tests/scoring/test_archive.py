"""Export and import of a whole tournament (docs/tournament.md): no loss, same bytes, one sentence."""

import copy
import json
import re
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client

from scoring.archive import FIRST_FIELDS, LATER_SECTIONS, SECTIONS, TOURNAMENT, Section
from scoring.enums import DisputeState
from scoring.models import Hand, TableResult
from scoring.selectors.results import waits_for_another
from scoring.selectors.standings import standings_of, standings_to_json
from scoring.selectors.tables import current_result
from scoring.services.archive import tournament_import
from scoring.services.archive_values import complete
from tests import factories
from tests.archives import tournament_archive
from tournament.actors import COMMAND_LINE, scribe_key
from tournament.enums import ApplicationState, Presence, RoundState, TableState
from tournament.errors import Refused
from tournament.models import (
    Account,
    ApplicationLink,
    KeptChange,
    Membership,
    Payment,
    Player,
    Table,
    TableLink,
    Tournament,
)
from tournament.selectors.access import actor_for
from tournament.selectors.seating import tables_of
from tournament.services.accounts import account_rename
from tournament.services.drawing import round_draw
from tournament.services.entries import entry_change_take_back, entry_set_presence
from tournament.services.people import people_merge
from tournament.services.seating import seat_swap
from tournament.services.undoing import seating_undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(small_tournament: Tournament, organiser: Account) -> Tournament:
    """A tournament with a row in every section of the file."""
    drawn = factories.drawn_round(
        small_tournament, state=RoundState.CLOSED, table_state=TableState.CLOSED, links=True
    )
    for table in drawn.tables.all():
        hand = factories.HandFactory(table=table, external_id=f"t{table.number}-1")
        decision = factories.DecisionFactory(hand=hand, patch={"renonce": []})
        factories.DisputeFactory(
            table=table,
            sequence=1,
            state=DisputeState.DECIDED,
            decision=decision,
            closed_at=factories.SAVED_AT,
        )
        factories.AwardFactory(
            dispute__table=table,
            dispute__number=2,
            dispute__state=DisputeState.DECIDED,
            dispute__closed_at=factories.SAVED_AT,
        )
        factories.table_result(table, [(60, 1, 7), (-20, 0, 0), (-20, 0, -3), (-20, -1, 0)])
    frozen = standings_to_json(standings_of(small_tournament, drawn))
    factories.StandingsPublicationFactory(round=drawn, rows=frozen)
    factories.ClockChangeFactory(round=drawn)
    factories.ComingEventFactory(tournament=small_tournament)
    factories.AnnouncementFactory(tournament=small_tournament)
    factories.ApplicationFactory(
        tournament=small_tournament,
        state=ApplicationState.JOINED,
        entry=small_tournament.entries.first(),
        note="přijdu později",
    )
    factories.PenaltyFactory(entry=small_tournament.entries.first(), round=drawn, points=-5, article="B/1")
    factories.PointsTableFactory(tournament=small_tournament, joins="csm-2014")
    guest = small_tournament.entries.get(number=2)
    guest.fee_category = factories.FeeCategoryFactory(tournament=small_tournament)
    guest.fee_paid = True
    guest.save()
    taken, mistaken = (factories.PaymentFactory(entry=guest, amount=amount) for amount in (300_00, 50_00))
    factories.PaymentFactory(entry=guest, amount=-50_00, note="překlep", cancels=mistaken, taken_by="Olga")
    factories.TillCountFactory(tournament=small_tournament, counted=290_00, expected=taken.amount)
    tap = factories.LogEntryFactory(
        tournament=small_tournament, action="tournament.entry.presence_changed", subject="1 Novák Jan"
    )
    KeptChange.objects.create(
        entry=tap,
        before={"entries": [{"number": 1, "presence": "expected"}]},
        after={"entries": [{"number": 1, "presence": "present"}]},
    )
    factories.LogEntryFactory(
        tournament=small_tournament,
        object_id=small_tournament.entries.get(number=1).pk,
        old=None,
        new={"name": "Novák Jan"},
    )
    return small_tournament


def emptied(tournament: Tournament) -> None:
    """What an empty database is for the next import."""
    tournament.log.all().delete()
    tournament.publications.all().delete()
    tournament.penalties.all().delete()
    for drawn in tournament.rounds.all():
        drawn.delete()
    tournament.delete()
    Player.objects.all().delete()
    Account.objects.all().delete()


def changed(content: bytes, path: str, value: Any) -> bytes:
    """The file with one value replaced; ``path`` is written with dots, numbers are places in lists."""
    data = copy.deepcopy(json.loads(content))
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    target = data
    for step in way:
        target = target[step]
    target[last] = value(data) if callable(value) else value
    return json.dumps(data).encode()


def test_every_section_has_rows(played: Tournament) -> None:
    data = json.loads(tournament_archive(played))
    assert {section.key for section in SECTIONS if not data[section.key]} == set()
    assert len(data["seat_results"]) == 2


def test_export_import_export_gives_the_same_bytes(played: Tournament) -> None:
    first = tournament_archive(played)
    emptied(played)
    assert Tournament.objects.count() == 0
    again = tournament_import(content=first)
    assert tournament_archive(again) == first


def test_no_log_in_data_in_the_file(played: Tournament, organiser: Account) -> None:
    content = tournament_archive(played).decode()
    organiser.refresh_from_db()
    link = TableLink.objects.first()
    assert organiser.username in content
    assert str(organiser.key) in content
    own = ApplicationLink.objects.get()
    for secret in (organiser.password, link.token, link.code, own.token):
        assert secret not in content


def test_times_are_utc_rows_sorted_by_uuid_and_the_log_as_it_was_written(played: Tournament) -> None:
    data = json.loads(tournament_archive(played))
    assert all(row["at"].endswith("Z") for row in data["log"])
    written = [str(pk) for pk in played.log.order_by("sequence").values_list("id", flat=True)]
    for section in SECTIONS:
        ids = [row["id"] for row in data[section.key]]
        assert ids == (written if section.key == "log" else sorted(ids))


def test_missing_account_is_made_without_a_password(played: Tournament) -> None:
    content = tournament_archive(played)
    emptied(played)
    tournament_import(content=content)
    account = Account.objects.get(username="olga")
    assert (account.display_name, account.has_usable_password()) == ("Olga Pořadatelová", False)
    assert Membership.objects.get(account=account).role == "organiser"


def members(**changes: Any) -> Callable[[dict[str, Any]], list[dict[str, Any]]]:
    """The only member of the file with other values; ``None`` leaves a value out."""

    def made(data: dict[str, Any]) -> list[dict[str, Any]]:
        row = data["members"][0] | changes
        return [{name: value for name, value in row.items() if value is not None}]

    return made


def test_member_of_the_same_key_is_the_same_person_whatever_he_is_called(
    played: Tournament, organiser: Account
) -> None:
    content = changed(tournament_archive(played), "members", members(username="jinak", last_name="Jinak"))
    copied = tournament_import(content=content, slug="kopie")
    assert Membership.objects.get(tournament=copied).account == organiser
    assert Account.objects.get() == organiser


def test_member_whose_user_name_somebody_else_has_here_gets_a_number_and_stays_himself(
    played: Tournament, organiser: Account
) -> None:
    """Two people never become one: neither takes over the other's rights or what the other has typed."""
    theirs = uuid.uuid4()
    content = changed(tournament_archive(played), "members", members(key=str(theirs), username="OLGA"))
    copied = tournament_import(content=content, slug="kopie")
    made = Membership.objects.get(tournament=copied).account
    assert (made.username, made.key, made.has_usable_password()) == ("OLGA2", theirs, False)
    assert not actor_for(organiser, copied).is_member
    assert json.loads(tournament_archive(copied))["members"][0]["key"] == str(theirs)


def test_whether_hands_are_public_goes_along(played: Tournament) -> None:
    """A file that says nothing of it is older: then they are."""
    Tournament.objects.update(hands_public=False)
    content = tournament_archive(Tournament.objects.get())
    told = json.loads(content)["tournament"]
    assert not tournament_import(content=content, slug="kopie").hands_public
    older = changed(content, "tournament", {key: told[key] for key in told if key != "hands_public"})
    assert tournament_import(content=older, slug="starsi").hands_public


def test_two_person_mode_holds_on_another_computer(played: Tournament, organiser: Account) -> None:
    """Who typed there and was renamed here is still he who typed; a local namesake is not."""
    Tournament.objects.update(two_person_mode=True)
    TableResult.objects.update(entered_by=organiser.display_name, entered_by_key=organiser.key)
    content = tournament_archive(Tournament.objects.get())
    emptied(played)
    local = factories.AccountFactory(username="olga", first_name="Olga", last_name="Pořadatelová")
    again = tournament_import(content=content)
    factories.MembershipFactory(tournament=again, account=local)
    typist = Account.objects.get(username="olga2")
    account_rename(account=typist, first_name="Úplně", last_name="Jiná")
    table = Table.objects.select_related("round__tournament").filter(round__tournament=again)[0]
    result = current_result(table)
    assert waits_for_another(table, result, actor_for(typist, again))
    assert not waits_for_another(table, result, actor_for(local, again))


def test_archive_older_than_keys_knows_people_by_their_user_names(
    played: Tournament, organiser: Account
) -> None:
    content = changed(tournament_archive(played), "members", members(key=None))
    copied = tournament_import(content=content, slug="kopie")
    assert Membership.objects.get(tournament=copied).account == organiser


def test_missing_account_of_an_archive_older_than_keys_gets_one(played: Tournament) -> None:
    content = changed(tournament_archive(played), "members", members(key=None))
    emptied(played)
    again = tournament_import(content=content)
    assert Membership.objects.get(tournament=again).account.key.version == 4


def test_copy_beside_the_original_has_rows_of_its_own(played: Tournament) -> None:
    content = tournament_archive(played)
    copied = tournament_import(content=content, slug="kopie")
    assert tournament_archive(played) == content
    assert Hand.objects.filter(table__round__tournament=copied).count() == 2
    assert Hand.objects.count() == 4
    # The same people play in both: a copy of a tournament does not double the registry.
    assert Player.objects.count() == 8
    logged, original = (log.exclude(object_id=None).get().object_id for log in (copied.log, played.log))
    assert (logged, original) == (copied.entries.get(number=1).pk, played.entries.get(number=1).pk)


def test_taken_slug_is_refused(played: Tournament) -> None:
    with pytest.raises(Refused, match=r"„jarni-turnaj“ už v databázi je.*--slug"):
        tournament_import(content=tournament_archive(played))


def without(path: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """An object of the file without one of its fields; the last step names the field."""

    def made(data: dict[str, Any]) -> dict[str, Any]:
        *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        target: Any = data
        for step in way:
            target = target[step]
        return {name: value for name, value in target.items() if name != last}

    return made


def results(change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]) -> Callable[[Any], Any]:
    """The lines of one version of a result changed, the other versions as they are."""

    def made(data: dict[str, Any]) -> dict[str, Any]:
        first, *others = data["seat_results"].items()
        return dict([(first[0], change(first[1])), *others])

    return made


BROKEN = {
    "a hole in a clock": ("clock_changes.0.sequence", 2, r"clock_changes \(.*mají díru"),
    "a clock of more minutes than a round": ("clock_changes.0.minutes", 1001, r"clock_changes \("),
    "a clock between two seconds": ("clock_changes.0.at", "2026-03-14T08:00:00.5Z", r"clock_changes \("),
    "announced as something unknown": ("coming_events.0.kind", "end", r"coming_events\[0\].kind.*end"),
    "an announcement that says nothing": ("announcements.0.text", " ", r"announcements\[0\].text"),
    "people apart are a text": ("entries.0.apart", "xxxxx", r"entries\[0\].apart.*xxxxx"),
    "people apart are not all numbers": ("entries.0.apart", [2, "3"], r"entries\[0\].apart"),
    "apart from nobody": ("entries.0.apart", [99], r"entries \("),
    "no lines of results": ("seat_results", {}, r"tables \(.*nemá čísla každého místa"),
    "result a seat short": ("seat_results", results(lambda lines: lines[1:]), r"nemá čísla každého místa"),
    "result with a seat twice": ("seat_results", results(lambda lines: [*lines, lines[0]]), "opakují"),
    "result does not sum to zero": (
        "seat_results",
        results(lambda lines: [{**lines[0], "money": lines[0]["money"] + 100}, *lines[1:]]),
        "není dohromady nula",
    ),
    "crowns nobody could agree on": (
        "seat_results",
        results(lambda lines: [{**lines[0], "zb": lines[0]["zb"] + 1}, *lines[1:]]),
        "špatně zaokrouhlené",
    ),
    "number that no table makes": (
        "seat_results",
        results(lambda lines: [{**lines[0], "premium": 1_000_000}, *lines[1:]]),
        r"tables \(.*výsledek 1 má příliš velké číslo",
    ),
    "article nobody knows": ("disputes.0.article", "C99", r"disputes \(.*C99"),
    "awarded amounts that do not sum to zero": (
        "awards.0.money",
        {"A": 100, "B": 0, "C": 0, "D": 0},
        r"disputes \(.*100",
    ),
    "awarded amounts of other seats": ("awards.0.money", {"A": 0, "B": 0, "C": 0}, r"disputes \("),
    "awarded points of other seats": ("awards.0.premium", {"A": 0}, r"disputes \("),
    "awarded amounts too large": (
        "awards.0.money",
        {"A": 10**9, "B": -(10**9), "C": 0, "D": 0},
        r"disputes \(",
    ),
    "award for an article nobody knows": ("awards.0.article", "C99", r"disputes \("),
    "offence of nobody": ("awards.0.patch", {"renonce": [{"article": "C1"}]}, r"awards\[0\].patch"),
    "no result in force": ("results.0.current", False, "nemá jeden platný výsledek"),
    "open table in a closed round": ("tables.0.state", "open", r"rounds \("),
    "table without seat B": (
        "seats",
        lambda data: [row for row in data["seats"] if row["position"] != "B"],
        r"tables \(.*nesedí tři nebo čtyři",
    ),
    "scribe sits elsewhere": ("tables.0.scribe_seat", "E", r"tables \(.*sedí jinde"),
    "money of a seat that is not there": ("hands.0.money", {"A": 0, "B": 0, "C": 0}, r"hands \("),
    "field nobody may rule on": ("decisions.0.patch", {"dealer": "A"}, r"decisions\[0\].patch"),
    "number other databases do not take": ("rounds.0.number", 40_000, r"rounds\[0\].number"),
    "round number zero": ("rounds.0.number", 0, r"rounds\[0\].number"),
    "time of another age": ("rounds.0.created_at", "0001-01-01T00:00:00Z", r"rounds\[0\].created_at"),
    "criterion nobody knows": ("tournament.ranking_criteria", ["luck"], r"tournament.ranking_criteria"),
    "points for places are texts": ("tournament.bp_fixed", ["10"], r"tournament.bp_fixed"),
    "standings of another round": ("publications.0.rows.round", 2, r"publications \("),
    "log entry that is a list": ("log.0.new", ["x"], r"log\[0\].new"),
    "table zero of a referee": ("members.0.tables", [0], r"members\[0\].tables"),
    "program is a number": ("program", 1, r"místě program"),
    "endless number in JSON": ("log.0.new", {"a": 10**30}, r"log\[0\].new"),
    "field of every file is missing": ("hands.0", without("hands.0.removed"), r"hands\[0\] chybí: removed"),
    "hand's money does not sum to zero": ("hands.0.money.A", 61, r"hands \("),
    "hand's money is not whole": ("hands.0.money.A", 60.0, r"hands\[0\].money"),
    "hand is no record": ("hands.0.record.contract", "pexeso", r"hands \("),
    "label of a person is a number": ("players.0.labels", [1], r"players\[0\].labels"),
    "label twice": ("players.0.labels", ["ženy", "Ženy"], r"players\[0\].labels"),
    "born before anybody": ("players.0.birth_year", 1, r"players\[0\].birth_year"),
    "person who plays twice": ("entries.0.player", lambda data: data["entries"][1]["player"], "opakují"),
    "unknown state": ("rounds.0.state", "snad", r"rounds\[0\].state.*snad"),
    "text for a number": ("rounds.0.number", "1", r"rounds\[0\].number"),
    "number for a text": ("tournament.name", 7, r"tournament.name"),
    "negative number": ("entries.0.number", -1, r"entries\[0\].number"),
    "number too large": ("entries.0.number", 10**30, r"entries\[0\].number"),
    "time without a zone": ("rounds.0.created_at", "2026-03-14T08:00:00", r"rounds\[0\].created_at"),
    "no UUID": ("rounds.0.id", "první", r"rounds\[0\].id"),
    "NUL in a text": ("entries.0.note", "a\0b", r"entries\[0\].note"),
    "NUL in JSON": ("log.0.new", {"name": "a\0"}, r"log\[0\].new"),
    "too long": ("entries.0.name", "x" * 101, r"entries\[0\].name"),
    "unknown field": ("entries.0.colour", "red", r"entries\[0\].*colour"),
    "unknown section": ("colours", [], "novější verze programu 0.1.0, navíc je v něm: colours"),
    "section is no list": ("entries", {}, "entries"),
    "row is no object": ("entries.0", 5, r"entries\[0\]"),
    "other format": ("format", "mariasky/9", "forhont-tournament/1"),
    "format of another version": (
        "format",
        "forhont-tournament/2",
        "z jiné verze programu: má formát „forhont-tournament/2“",
    ),
    "start number twice": ("entries.1.number", lambda data: data["entries"][0]["number"], "opakují"),
    "seat of a table that is not there": ("seats.0.table", None, r"seats\[0\]"),
    "key of the command line": ("members.0.key", str(COMMAND_LINE), r"members\[0\]\.key"),
    "key of a scribe": ("members.0.key", str(scribe_key(COMMAND_LINE)), r"members\[0\]\.key"),
    "key is no key": ("members.0.key", "olga", r"members\[0\]\.key.*olga"),
    "key is nothing": ("members.0.key", None, r"members\[0\]\.key"),
    "key of who did it is no key": ("log.0.actor_key", "olga", r"log\[0\]\.actor_key"),
    "member called like the program": ("members.0.last_name", "Příkazová Řádka", r"members\[0\]"),
    "role unknown": ("members.0.role", "král", r"members\[0\]"),
    "half of a character": ("entries.0.note", "\ud800", r"entries\[0\].note"),
    "half of a character in JSON": ("log.0.new", {"name": "\ud800"}, r"log\[0\].new"),
    "number for a switch": ("hands.0.removed", 1, r"hands\[0\].removed"),
    "switch for a number": ("hands.0.sequence", True, r"hands\[0\].sequence"),
    "protocol of a draw cannot be read": ("draws.0.protocol", {"players": None}, r"draws\[0\].protocol"),
    "published amount is a text": ("publications.0.rows.rows.0.money", "x", r"publications \("),
    "published round is a text": ("publications.0.rows.rows.0.rounds", ["x"], r"publications \("),
    "published rows are missing": ("publications.0.rows", {}, r"publications \("),
    "user name with a space": ("members.0.username", "o l g a", r"members\[0\].username"),
    "tables of a referee are no list": ("members.0.tables", "1", r"members\[0\]"),
    "rulebook nobody has": ("tournament.rulebook_id", "nic", r"místě tournament"),
    "rulebook fields are a list": ("tournament.rulebook_overrides", [1], r"místě tournament"),
    "base rate of nothing": ("tournament.base_rate", 0, r"místě tournament"),
    "points table nobody has": ("tournament.premium_table_id", "neni", r"místě tournament"),
    "BP are a number": ("tournament.bp_fixed", 5, r"místě tournament"),
    "name is empty": ("tournament.name", "", r"místě tournament"),
    "next start number is taken": ("tournament.next_number", 1, r"tournament\.next_number"),
    "own rows join a table nobody publishes": ("points_tables.0.joins", "neni", r"points_tables \("),
    "row of a points table is none": ("points_tables.0.rows.0.s", "pět", r"points_tables \("),
    "auction nobody could call": ("hands.0.auction", [{"by": "B", "bid": 1}], r"hands \("),
    "auction of no calls": ("hands.0.auction", ["C 1"], r"hands \("),
    "no tournament": ("tournament", [], "tournament"),
}


@pytest.mark.parametrize(("path", "value", "message"), BROKEN.values(), ids=BROKEN)
def test_broken_file_is_one_sentence_and_leaves_nothing(
    played: Tournament, path: str, value: Any, message: str
) -> None:
    content = tournament_archive(played)
    emptied(played)
    with pytest.raises(Refused, match=message):
        tournament_import(content=changed(content, path, value))
    assert (Tournament.objects.count(), Player.objects.count(), Account.objects.count()) == (0, 0, 0)


@pytest.mark.parametrize("key", sorted(FIRST_FIELDS))
def test_section_of_every_file_is_missing(played: Tournament, key: str) -> None:
    data = json.loads(tournament_archive(played))
    del data[key]
    with pytest.raises(Refused, match=f"V archivu chybí: {key}"):
        tournament_import(content=json.dumps(data).encode(), slug="kopie")


@pytest.mark.parametrize("section", [TOURNAMENT, *SECTIONS], ids=lambda section: section.key)
def test_field_that_came_later_has_a_default(section: Section) -> None:
    """Whoever adds a field says what older archives mean by it; a field without one refuses them."""
    first = set((FIRST_FIELDS | LATER_SECTIONS)[section.key].split())
    assert first <= section.fields.keys(), "a field of the first files went away: say how to read it"
    assert (
        complete(section=section, row=dict.fromkeys(first), path="", program="").keys()
        == section.fields.keys()
    )


def test_file_without_what_came_later_is_filled_from_the_defaults(played: Tournament) -> None:
    data = json.loads(tournament_archive(played))
    for key in ("program", *LATER_SECTIONS):
        del data[key]
    for section in (section for section in (TOURNAMENT, *SECTIONS) if section.key in FIRST_FIELDS):
        first = FIRST_FIELDS[section.key].split()
        rows = data[section.key] if section is not TOURNAMENT else [data["tournament"]]
        for row in rows:
            for name in row.keys() - set(first):
                del row[name]
    emptied(played)
    again = tournament_import(content=json.dumps(data).encode())
    hand = Hand.objects.filter(table__round__tournament=again)[0]
    assert (hand.written_by, hand.written_by_key) == ("Olga Pořadatelová", None)
    assert json.loads(tournament_archive(again))["program"] == settings.VERSION


def test_written_in_a_transaction_of_its_own_which_keeps_nobody_from_writing(
    transactional_db: None, tmp_path: Path
) -> None:
    """As a command writes it: everything of one moment, and afterwards the connection is as it was."""
    tournament = factories.TournamentFactory(slug="jarni-turnaj")
    call_command("export_tournament", "jarni-turnaj", output=str(tmp_path / "a.json"))
    factories.entries(tournament, 1)
    call_command("export_tournament", "jarni-turnaj", output=str(tmp_path / "b.json"))
    held = [json.loads((tmp_path / name).read_bytes())["entries"] for name in ("a.json", "b.json")]
    assert [len(rows) for rows in held] == [0, 1]
    assert (tmp_path / "b.json").read_bytes() == tournament_archive(tournament)
    assert connection.get_autocommit()


def test_page_sends_the_same_file(played: Tournament, organiser_client: Client) -> None:
    response = organiser_client.get("/t/jarni-turnaj/tisk/archiv.json")
    assert response.getvalue() == tournament_archive(played)
    assert re.fullmatch(
        r'attachment; filename="jarni-turnaj-stav-\d{8}-\d{4}\.json"', response["Content-Disposition"]
    )
    assert response["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"[]", b"{", b"[" * 100_000, b"null"],
    ids=["empty", "no UTF-8", "a list", "cut off", "too deep", "null"],
)
def test_file_that_is_no_archive(db: None, content: bytes) -> None:
    with pytest.raises(Refused, match="Soubor není archiv turnaje"):
        tournament_import(content=content)


def test_commands(played: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "turnaj.json"
    call_command("export_tournament", "jarni-turnaj", output=str(file))
    first = file.read_bytes()
    call_command("import_tournament", str(file), slug="kopie")
    assert capsys.readouterr().out.splitlines()[-1] == "kopie"
    assert first == tournament_archive(played)
    assert [path.name for path in tmp_path.iterdir()] == ["turnaj.json"]


REFUSALS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "export of an unknown tournament": (
        lambda folder: call_command("export_tournament", "neni", output=str(folder / "a.json")),
        "„neni“ v databázi není",
    ),
    "export to a folder that is not there": (
        lambda folder: call_command("export_tournament", "jarni-turnaj", output=str(folder / "x" / "a.json")),
        "nedá zapsat",
    ),
    "import of a missing file": (
        lambda folder: call_command("import_tournament", str(folder / "a.json")),
        "nedá přečíst",
    ),
}


@pytest.mark.parametrize(("run", "message"), REFUSALS.values(), ids=REFUSALS)
def test_commands_refuse_with_one_sentence(
    tournament: Tournament, tmp_path: Path, run: Callable[[Path], Any], message: str
) -> None:
    with pytest.raises(CommandError, match=message):
        run(tmp_path)
    assert list(tmp_path.iterdir()) == []


STRAYS = {
    "table in a round elsewhere": ("tables.0.round", "round", r"místě tables"),
    "seat of a player elsewhere": ("seats.0.entry", "entry", r"místě seats\.entry"),
    "penalty for a round elsewhere": ("penalties.0.round", "round", r"místě penalties\.round"),
}


@pytest.mark.parametrize(("path", "kind", "message"), STRAYS.values(), ids=STRAYS)
def test_row_that_names_another_tournament(played: Tournament, path: str, kind: str, message: str) -> None:
    """The next export would not find it again."""
    elsewhere = factories.TournamentFactory(slug="jiny")
    rows = {
        "round": factories.RoundFactory(tournament=elsewhere),
        "entry": factories.EntryFactory(tournament=elsewhere),
    }
    content = tournament_archive(played)
    played.log.all().delete()
    played.publications.all().delete()
    played.penalties.all().delete()
    played.rounds.all().delete()
    played.delete()
    with pytest.raises(Refused, match=message):
        tournament_import(content=changed(content, path, str(rows[kind].pk)))
    assert Tournament.objects.get() == elsewhere


def test_a_log_older_than_its_columns_is_read_in_the_order_of_its_times(
    small_tournament: Tournament, organiser: Account
) -> None:
    """A file of 0.1.0: places stand in words, the order in the times, what can be undone in the log."""
    desk = actor_for(organiser, small_tournament)
    round_ = round_draw(tournament=small_tournament, number=1, by=desk, seed="s")
    seat_swap(round_=round_, first=1, second=8, by=desk)
    player = small_tournament.entries.get(number=3)
    tap = entry_set_presence(entry=player, by=desk, presence=Presence.PRESENT)
    data = json.loads(tournament_archive(small_tournament))
    del data["changes"]
    for row in data["log"]:
        for name in ("round", "table_number", "hand_number", "actor_key"):
            del row[name]
        row["subject"] = row["subject"] or "1. kolo"
    data["log"].sort(key=lambda row: row["id"])
    data["tournament"]["slug"] = "z-drivejska"

    again = tournament_import(content=json.dumps(data).encode())

    brought = again.rounds.get()
    logged = list(again.log.order_by("sequence").values_list("action", "round"))
    assert logged == [
        ("tournament.round.drawn", brought.pk),
        ("tournament.seats.swapped", brought.pk),
        ("tournament.entry.presence_changed", None),
    ]
    seating_undo(round_=brought, by=desk)
    assert [list(table.seats) for table in tables_of(brought)] == [
        table["seats"] for table in round_.draws.get().protocol["tables"]
    ]
    copied = again.log.get(action=tap.action)
    assert [one.number for one in entry_change_take_back(tournament=again, by=desk, log_id=copied.id)] == [3]


SPOILED_PAYMENTS: dict[str, dict[str, Any]] = {
    "another amount than it cancels": {"amount": -40_00},
    "another way than it cancels": {"how": "transfer"},
    "more returned than was paid": {"amount": -500_00, "cancels": None},
    "cancels itself": {"cancels": "id"},
    "a way nobody pays": {"how": "šekem"},
    "no amount": {"amount": None},
    "a number twice": {"number": 1},
}


@pytest.mark.parametrize("changes", SPOILED_PAYMENTS.values(), ids=SPOILED_PAYMENTS)
def test_payments_that_do_not_agree_are_refused(played: Tournament, changes: dict[str, Any]) -> None:
    Payment.objects.filter(amount=300_00).update(number=1)
    data = json.loads(tournament_archive(played))
    row = next(row for row in data["payments"] if row["cancels"])
    row.update({name: row[value] if value == "id" else value for name, value in changes.items()})
    data["tournament"]["slug"] = "jinam"

    with pytest.raises(Refused, match=r"payments|opakují"):
        tournament_import(content=json.dumps(data).encode())
    assert Tournament.objects.count() == 1


SPOILED_CHANGES = {
    "tables are no list": {"tables": 5},
    "somebody unknown sits": {"tables": [{"table": 1, "seats": [1, 99], "scribe": 1}]},
    "the scribe does not sit": {"tables": [{"table": 1, "seats": [1, 2], "scribe": 3}]},
    "another column": {"entries": [{"number": 1, "name": "Jiný"}]},
    "an unknown player": {"entries": [{"number": 99, "presence": "present"}]},
    "an unknown presence": {"entries": [{"number": 1, "presence": "možná"}]},
    "a fee in words": {"entries": [{"number": 1, "fee_paid": "ano"}]},
    "left after a word": {"entries": [{"number": 1, "withdrawn_after": "první"}]},
    "nobody": {},
    "a draw in words": {"entries": [{"number": 1, "presence": "present"}], "draw": "první"},
    "a substitute of numbers": {
        "entries": [{"number": 1, "presence": "present"}],
        "substitutes": {"1": 5},
    },
    "no object": [1],
}


@pytest.mark.parametrize("after", SPOILED_CHANGES.values(), ids=SPOILED_CHANGES)
def test_a_change_that_could_not_be_put_back_is_refused(played: Tournament, after: Any) -> None:
    data = json.loads(tournament_archive(played))
    data["changes"][0]["before"] = data["changes"][0]["after"] = after
    data["tournament"]["slug"] = "jinam"

    with pytest.raises(Refused, match="changes"):
        tournament_import(content=json.dumps(data).encode())


def test_who_is_who_is_kept_over_two_archives(small_tournament: Tournament, organiser: Account) -> None:
    """Persons are the same in both, with what stands at them; merged ones stay one."""
    second = factories.TournamentFactory(slug="druhy")
    factories.MembershipFactory(tournament=second, account=organiser)
    known = small_tournament.entries.get(number=1).player
    renamed = factories.EntryFactory(tournament=second, name="Novák J.", card="07")
    people_merge(
        by=organiser.person,
        person_id=known.pk,
        other_id=renamed.player_id,
        expected=known.version,
        expected_other=renamed.player.version,
    )
    Player.objects.filter(pk=known.pk).update(birth_year=1950, labels=["senioři"], note="Volat večer.")
    files = [tournament_archive(one) for one in (small_tournament, second)]
    second.log.all().delete()
    second.delete()
    emptied(small_tournament)

    for file in files:
        tournament_import(content=file)

    again = [Tournament.objects.get(slug=slug) for slug in ("jarni-turnaj", "druhy")]
    assert [tournament_archive(one) for one in again] == files
    [back] = Player.objects.filter(entries__tournament__slug="druhy")
    assert back.pk == known.pk
    assert sorted(back.entries.values_list("tournament__slug", "name")) == [
        ("druhy", "Novák J."),
        ("jarni-turnaj", "Novák Jan"),
    ]
    assert (back.card, back.birth_year, back.labels, back.note) == ("07", 1950, ["senioři"], "Volat večer.")
    assert Player.objects.count() == 8
