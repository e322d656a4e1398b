"""Export and import of a whole tournament (docs/tournament.md): no loss, same bytes, one sentence."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from scoring.archive import SECTIONS
from scoring.models import Hand
from scoring.selectors.archive import tournament_archive
from scoring.selectors.standings import standings_of, standings_to_json
from scoring.services.archive import tournament_import
from tests import factories
from tournament.enums import RoundState, TableState
from tournament.errors import Refused
from tournament.models import Account, Membership, Player, TableLink, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(small_tournament: Tournament, organiser: Account) -> Tournament:
    """A tournament with a row in every section of the file."""
    drawn = factories.drawn_round(
        small_tournament, state=RoundState.CLOSED, table_state=TableState.CLOSED, links=True
    )
    for table in drawn.tables.all():
        hand = factories.HandFactory(table=table, external_id=f"t{table.number}-1")
        factories.DecisionFactory(hand=hand, patch={"renonce": []})
        factories.table_result(table, [(60, 1, 7), (-20, 0, 0), (-20, 0, -3), (-20, -1, 0)])
    frozen = standings_to_json(standings_of(small_tournament, drawn))
    factories.StandingsPublicationFactory(round=drawn, rows=frozen)
    factories.PenaltyFactory(entry=small_tournament.entries.first(), round=drawn, points=-5, article="B/1")
    factories.PointsTableFactory(tournament=small_tournament)
    factories.LogEntryFactory(tournament=small_tournament, old=None, new={"name": "Novák Jan"})
    return small_tournament


def emptied(tournament: Tournament) -> None:
    """What an empty database is for the next import."""
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
    for secret in (organiser.password, link.token, link.code):
        assert secret not in content


def test_times_are_utc_and_rows_sorted_by_uuid(played: Tournament) -> None:
    data = json.loads(tournament_archive(played))
    assert all(row["at"].endswith("Z") for row in data["log"])
    for section in SECTIONS:
        ids = [row["id"] for row in data[section.key]]
        assert ids == sorted(ids)


def test_missing_account_is_made_without_a_password(played: Tournament) -> None:
    content = tournament_archive(played)
    emptied(played)
    tournament_import(content=content)
    account = Account.objects.get(username="olga")
    assert (account.display_name, account.has_usable_password()) == ("Olga Pořadatelová", False)
    assert Membership.objects.get(account=account).role == "organiser"


def test_copy_beside_the_original_has_rows_of_its_own(played: Tournament) -> None:
    content = tournament_archive(played)
    copied = tournament_import(content=content, slug="kopie")
    assert tournament_archive(played) == content
    assert Hand.objects.filter(table__round__tournament=copied).count() == 2
    assert Hand.objects.count() == 4
    # The same people play in both: a copy of a tournament does not double the registry.
    assert Player.objects.count() == 8
    logged = copied.log.exclude(object_id=None).first()
    assert logged is None or logged.object_id not in set(played.log.values_list("object_id", flat=True))


def test_taken_slug_is_refused(played: Tournament) -> None:
    with pytest.raises(Refused, match=r"„jarni-turnaj“ už v databázi je.*--slug"):
        tournament_import(content=tournament_archive(played))


BROKEN = {
    "hand's money does not sum to zero": ("hands.0.money.A", 61, r"hands\[0\].money"),
    "hand's money is not whole": ("hands.0.money.A", 60.0, r"hands\[0\].money"),
    "hand is no record": ("hands.0.record.contract", "pexeso", r"hands\[0\].record"),
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
    "unknown section": ("colours", [], "z jiné verze programu.*colours"),
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
    "role unknown": ("members.0.role", "král", r"members\[0\]"),
    "half of a character": ("entries.0.note", "\ud800", r"entries\[0\].note"),
    "half of a character in JSON": ("log.0.new", {"name": "\ud800"}, r"log\[0\].new"),
    "number for a switch": ("hands.0.removed", 1, r"hands\[0\].removed"),
    "switch for a number": ("hands.0.sequence", True, r"hands\[0\].sequence"),
    "protocol of a draw cannot be read": ("draws.0.protocol", {"players": None}, r"draws \("),
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


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[]", b"{", b"[" * 100_000, b"null"])
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
    played.publications.all().delete()
    played.penalties.all().delete()
    played.rounds.all().delete()
    played.delete()
    with pytest.raises(Refused, match=message):
        tournament_import(content=changed(content, path, str(rows[kind].pk)))
    assert Tournament.objects.get() == elsewhere
