"""A file of registrations: plan, writing, command, pages (docs/tournament.md; S17, S37)."""

import json
import uuid
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests import factories
from tournament.actors import Actor
from tournament.lib.registrations import Doubt, Registration, Rejected, read_registrations
from tournament.models import Entry, LogEntry, Player, Tournament
from tournament.selectors.entries import entries_of
from tournament.services.entries import entry_set_fee, entry_withdraw
from tournament.services.imports import (
    ImportReport,
    entries_import,
    entries_import_plan,
)

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parents[1] / "data"
XLSX, CSV = DATA / "prihlasky.xlsx", DATA / "prihlasky-cp1250.csv"

XLSX_REJECTED = [
    {"row": 32, "reason": "Průkaz č. 1000 má už hráč Novák Jiří na řádku 4."},
    {"row": 33, "reason": "Chybí jméno hráče (v řádku je: K2 Praha, 1099, ANO, chybí jméno)."},
    {"row": 34, "reason": "Součtový řádek („Celkem“), ne hráč."},
]
XLSX_WARNINGS = [
    {"row": 31, "reason": "Stejné jméno je na řádku 4 s jiným klubem nebo průkazem; jsou to dva hráči?"}
]


def row(number: int, name: str, club: str = "", card: str = "", **values: Any) -> Registration:
    return Registration(
        row=number, name=name, club=club, card=card, **{"fee_paid": None, "note": "", "team": ""} | values
    )


def bring(tournament: Tournament, by: Actor, *rows: Registration, **values: Any) -> ImportReport:
    return entries_import(tournament=tournament, by=by, registrations=rows, **values)


def counts(report: ImportReport) -> tuple[int, int, int, int]:
    return report.created, report.updated, len(report.rejected), len(report.warnings)


def players(tournament: Tournament) -> list[tuple[int, str, str, str, bool]]:
    return list(entries_of(tournament).values_list("number", "name", "club", "card", "fee_paid"))


# The service


def test_a_second_import_of_the_same_file_updates_everybody(tournament: Tournament, desk: Actor) -> None:
    """The must-show of the issue: 26 created and three rejected, then 26 updated and none created."""
    content = read_registrations(XLSX.read_bytes())

    def once() -> ImportReport:
        return bring(
            tournament, desk, *content.registrations, rejected=content.rejected, warnings=content.warnings
        )

    assert counts(once()) == (26, 0, 3, 1)
    before = list(Entry.objects.order_by("number").values())
    assert counts(once()) == (0, 26, 3, 1)

    assert list(Entry.objects.order_by("number").values()) == before
    assert Player.objects.count() == 26
    assert (
        list(LogEntry.objects.exclude(action="tournament.entry.created").values_list("action", flat=True))
        == ["tournament.entries.imported"] * 2
    )
    assert Tournament.objects.get().next_number == 27


def test_an_import_keeps_the_order_of_the_file(tournament: Tournament, desk: Actor) -> None:
    bring(tournament, desk, row(4, "Žák Vít", "Karlín", "3", fee_paid=True), row(9, "ČECH PETR", note="=1+1"))

    assert players(tournament) == [(1, "Žák Vít", "Karlín", "3", True), (2, "Čech Petr", "", "", False)]
    assert entries_of(tournament).get(number=2).note == "=1+1"


KNOWN = {"name": "Novák Jan", "club": "Karlín", "card": "1003"}


@pytest.mark.parametrize(
    ("known", "typed", "after"),
    [
        pytest.param(
            KNOWN, ("Novák Jan", "Žatec", "1003"), ("Novák Jan", "Žatec", "1003"), id="card, another club"
        ),
        pytest.param(KNOWN, ("jan NOVÁK", "karlín", ""), ("Novák Jan", "Karlín", "1003"), id="name and club"),
        pytest.param(
            KNOWN, ("Novák Jan", "", "10 03"), ("Novák Jan", "Karlín", "1003"), id="card with a space"
        ),
        pytest.param(
            KNOWN | {"card": ""},
            ("Novák Jan", "Karlín", "77"),
            ("Novák Jan", "Karlín", "77"),
            id="card is new",
        ),
        pytest.param(
            KNOWN | {"club": "bez klubu", "card": ""},
            ("Novák Jan", "", ""),
            ("Novák Jan", "bez klubu", ""),
            id="both without a club",
        ),
        pytest.param(KNOWN, ("Novák Jan", "Karlín", "77"), None, id="another card is another player"),
        pytest.param(KNOWN, ("Novák Jan", "Žatec", ""), None, id="another club is another player"),
        pytest.param(KNOWN, ("Novak Jan", "Karlín", ""), None, id="S17 without diacritics is another player"),
    ],
)
def test_who_is_in_the_tournament_already(
    tournament: Tournament,
    desk: Actor,
    known: dict[str, str],
    typed: tuple[str, str, str],
    after: tuple[str, str, str] | None,
) -> None:
    """docs/tournament.md, import_players: same card number, else same name and club."""
    entry = factories.EntryFactory(tournament=tournament, **known)

    report = bring(tournament, desk, row(2, *typed))

    entry.refresh_from_db()
    if after is None:
        assert counts(report) == (1, 0, 0, 1)
        assert report.warnings[0].row == 2
        assert "Stejné nebo podobné jméno má v turnaji už Novák Jan (č. 1, " in report.warnings[0].reason
        assert players(tournament)[1][1:4] == typed
        assert entry.version == 1
    else:
        assert counts(report) == (0, 1, 0, 0)
        assert (entry.name, entry.club, entry.card) == after
        assert entries_of(tournament).count() == 1
        changed = after != (known["name"], known["club"], known["card"])
        assert LogEntry.objects.filter(action="tournament.entry.changed").count() == changed


def test_a_card_with_another_name_renames_and_warns(tournament: Tournament, desk: Actor) -> None:
    factories.EntryFactory(tournament=tournament, **KNOWN)

    report = bring(tournament, desk, row(2, "Hora Milan", "Karlín", "1003"))

    assert report.warnings == (
        Doubt(
            row=2,
            reason="Průkaz 1003 má v turnaji Novák Jan (č. 1, Karlín), v souboru je u něj Hora Milan."
            " Jméno se změní.",
        ),
    )
    line = LogEntry.objects.get(action="tournament.entry.changed")
    assert (line.old, line.new) == ({"name": "Novák Jan"}, {"name": "Hora Milan"})


@pytest.mark.parametrize(
    ("known", "in_file", "after", "warned"),
    [
        (False, True, True, False),
        (True, False, True, True),
        (True, None, True, False),
        (False, None, False, False),
        (False, False, False, False),
    ],
)
def test_a_fee_taken_at_the_door_is_never_unticked(
    tournament: Tournament, desk: Actor, known: bool, in_file: bool | None, after: bool, warned: bool
) -> None:
    entry = factories.EntryFactory(tournament=tournament, **KNOWN)
    entry_set_fee(entry=entry, by=desk, paid=known)

    report = bring(tournament, desk, row(2, "Novák Jan", "Karlín", fee_paid=in_file))

    entry.refresh_from_db()
    assert entry.fee_paid == after
    assert [one.reason for one in report.warnings] == (
        ["Novák Jan (č. 1, Karlín) má v turnaji zaplaceno, v souboru ne. Zůstává zaplaceno."]
        if warned
        else []
    )


def test_a_withdrawn_player_stays_withdrawn(tournament: Tournament, desk: Actor) -> None:
    entry = factories.EntryFactory(tournament=tournament, **KNOWN)
    entry_withdraw(entry=entry, by=desk)

    report = bring(tournament, desk, row(2, "Novák Jan", "Karlín"))

    assert counts(report) == (0, 1, 0, 1)
    assert "zůstává odstoupen" in report.warnings[0].reason
    entry.refresh_from_db()
    assert entry.withdrawn_after == 0


def test_rows_that_cannot_be_taken_are_rejected_and_the_rest_is_written(
    tournament: Tournament, desk: Actor
) -> None:
    report = bring(
        tournament,
        desk,
        row(2, "Čech Petr", "Žatec", "7"),
        row(3, "x" * 101),
        row(4, "Petr ČECH", "žatec"),
        row(5, "Hora Milan", "", "7"),
        row(6, " "),
        row(7, "Žák Vít", note="n" * 250),
        rejected=[Rejected(row=9, reason="Součtový řádek.")],
    )

    assert [(one.row, one.reason) for one in report.rejected] == [
        (3, "jméno: Tato hodnota má mít nejvýše 100 znaků (nyní má 101)."),
        (4, "Stejný hráč je už na řádku 2."),
        (5, "Stejný hráč je už na řádku 2."),
        (6, "Chybí jméno hráče."),
        (9, "Součtový řádek."),
    ]
    assert [(number, name) for number, name, *_rest in players(tournament)] == [
        (1, "Čech Petr"),
        (2, "Žák Vít"),
    ]
    assert entries_of(tournament).get(number=2).note == "n" * 200
    assert report.warnings == (
        Doubt(row=7, reason=f"Poznámka je delší než 200 znaků, nevejde se: „{'n' * 50}“."),
    )


def test_the_same_player_twice_is_rejected_also_when_he_is_here_already(
    tournament: Tournament, desk: Actor
) -> None:
    factories.EntryFactory(tournament=tournament, **KNOWN)

    report = bring(tournament, desk, row(2, "Novák Jan", "Karlín"), row(3, "Novák Jan", "Žatec", "1003"))

    assert counts(report) == (0, 1, 1, 0)
    assert report.rejected == (Rejected(row=3, reason="Stejný hráč je už na řádku 2."),)


def test_two_namesakes_of_one_club_are_found_one_each(tournament: Tournament, desk: Actor) -> None:
    """S17: one has a card, the other none; the file means each of them once."""
    factories.EntryFactory(tournament=tournament, **KNOWN)
    factories.EntryFactory(tournament=tournament, **KNOWN | {"card": ""})

    plan = entries_import_plan(
        tournament=tournament,
        registrations=[row(2, "Novák Jan", "Karlín"), row(3, "Novák Jan", "Karlín", "1003")],
    )

    assert [(one.row, one.kind, one.entry.number if one.entry else None) for one in plan] == [
        (2, "updated", 2),
        (3, "updated", 1),
    ]


def test_nothing_is_written_when_one_row_fails(
    tournament: Tournament, desk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(entry: Entry) -> None:
        raise RuntimeError(entry.name)

    monkeypatch.setattr("tournament.services.entries.update_player", broken)

    with pytest.raises(RuntimeError):
        bring(tournament, desk, row(2, "Čech Petr"), row(3, "Hora Milan"))

    assert not Entry.objects.exists()
    assert not Player.objects.exists()
    assert not LogEntry.objects.exists()
    assert Tournament.objects.get().next_number == 1


def test_sent_twice_is_written_once(tournament: Tournament, desk: Actor) -> None:
    """S22"""
    key = uuid.uuid4()

    reports = [
        bring(tournament, desk, row(2, "Čech Petr"), submission=key, source="a.xlsx") for _click in "12"
    ]

    assert reports[0] == reports[1] == ImportReport(created=1, updated=0, rejected=(), warnings=())
    assert LogEntry.objects.filter(action="tournament.entries.imported").count() == 1


def test_people_of_earlier_tournaments_are_recognised(
    tournament: Tournament, organiser: Any, desk: Actor
) -> None:
    earlier = factories.TournamentFactory()
    factories.MembershipFactory(tournament=earlier, account=organiser)
    known = factories.EntryFactory(tournament=earlier, name="Čech Petr", club="Žatec")

    bring(tournament, desk, row(2, "Čech Petr", "Žatec"), row(3, "Čech Petr", "Karlín"))

    assert [entry.player_id == known.player_id for entry in entries_of(tournament)] == [True, False]


# The command


def run(*arguments: str) -> Any:
    out = StringIO()
    call_command("import_players", *arguments, stdout=out)
    return json.loads(out.getvalue())


def test_the_command_prints_what_became_of_the_rows(tournament: Tournament) -> None:
    """docs/tournament.md, Commands"""
    assert run("jarni-turnaj", str(XLSX)) == {
        "created": 26,
        "updated": 0,
        "rejected": XLSX_REJECTED,
        "warnings": XLSX_WARNINGS,
    }
    assert run("jarni-turnaj", str(XLSX))["updated"] == 26
    assert run("jarni-turnaj", str(CSV)) == {"created": 16, "updated": 0, "rejected": [], "warnings": []}
    assert entries_of(tournament).count() == 42
    assert entries_of(tournament).get(number=27).name == "Černý Jiří"
    assert {line.actor_name.partition(" (")[0] for line in LogEntry.objects.all()} == {"příkazová řádka"}


def test_a_dry_run_tells_the_same_and_writes_nothing(tournament: Tournament) -> None:
    told = run("jarni-turnaj", str(XLSX), "--dry-run")

    assert not Entry.objects.exists()
    assert not LogEntry.objects.exists()
    assert told == run("jarni-turnaj", str(XLSX))


@pytest.mark.parametrize(
    ("slug", "content", "sentence"),
    [
        pytest.param(
            "neni", b"x", "Turnaj „neni“ v databázi není. Jsou tu: jarni-turnaj.", id="unknown slug"
        ),
        pytest.param("jarni-turnaj", None, "se nedá přečíst", id="no file"),
        pytest.param("jarni-turnaj", b"", "prihlasky.csv“: ", id="empty file"),
        pytest.param("jarni-turnaj", b"PK\x03\x04broken", "prihlasky.csv“: ", id="broken workbook"),
        pytest.param("jarni-turnaj", b"a;b\n1;2\n", "chybí záhlaví", id="no headings"),
    ],
)
def test_the_command_says_what_is_wrong_in_one_sentence(
    tournament: Tournament, tmp_path: Path, slug: str, content: bytes | None, sentence: str
) -> None:
    file = tmp_path / "prihlasky.csv"
    if content is not None:
        file.write_bytes(content)

    with pytest.raises(CommandError) as refusal:
        run(slug, str(file))

    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert not Entry.objects.exists()


# The pages


def address(name: str, *arguments: Any) -> str:
    return reverse(f"tournament:{name}", args=["jarni-turnaj", *arguments])


@pytest.fixture
def preview(organiser_client: Client) -> Callable[[bytes, str], Any]:
    """Uploads a file and follows to its preview."""

    def upload(content: bytes, name: str) -> Any:
        return organiser_client.post(
            address("import_upload"), {"file": SimpleUploadedFile(name, content)}, follow=True
        )

    return upload


def test_a_preview_shows_each_row_and_writes_nothing(
    tournament: Tournament, preview: Callable[[bytes, str], Any]
) -> None:
    page = preview(XLSX.read_bytes(), "prihlasky.xlsx")

    rows = page.context["table"].data.data
    assert len(rows) == 29
    assert [(one.row, one.what, one.remarks) for one in rows[:4]] == [
        *((one["row"], "odmítnuto", (one["reason"],)) for one in XLSX_REJECTED),
        (31, "nový", (XLSX_WARNINGS[0]["reason"],)),
    ]
    assert [one.row for one in rows[4:6]] == [4, 5]
    html = page.content.decode()
    assert "26 nových hráčů" in html
    assert "Zapsat 26 hráčů" in html
    assert "Doležal Ľubomír" in html
    assert not Entry.objects.exists()


def test_what_was_shown_is_written_and_the_report_stays(
    tournament: Tournament, organiser_client: Client, preview: Callable[[bytes, str], Any]
) -> None:
    shown = preview(XLSX.read_bytes(), "prihlasky.xlsx").redirect_chain[-1][0]

    report = organiser_client.post(f"{shown}zapsat/", follow=True)
    again = organiser_client.post(f"{shown}zapsat/", follow=True)

    for page in (report, again):
        assert page.redirect_chain == [(shown, 302)]
        assert page.context["report"].to_json() == {
            "created": 26,
            "updated": 0,
            "rejected": XLSX_REJECTED,
            "warnings": XLSX_WARNINGS,
        }
    assert entries_of(tournament).count() == 26


def test_a_second_upload_shows_updates(
    tournament: Tournament, organiser_client: Client, preview: Callable[[bytes, str], Any]
) -> None:
    factories.EntryFactory(tournament=tournament, name="Svoboda Jan", club="Praha", card="1001")

    page = preview(XLSX.read_bytes(), "prihlasky.xlsx")

    changed = next(one for one in page.context["table"].data.data if one.row == 5)
    assert (changed.what, changed.number, changed.remarks) == (
        "aktualizace",
        1,
        ("Změní se: klub, startovné zaplaceno.",),
    )
    assert page.context["summary"].title == "25 nových hráčů, 1 už přihlášený"


@pytest.mark.parametrize(
    ("upload", "sentence"),
    [
        pytest.param(None, "Vyberte soubor", id="nothing chosen"),
        pytest.param(b"", "Soubor je prázdný", id="empty"),
        pytest.param(b"PK\x03\x04broken", "", id="broken workbook"),
        pytest.param(b"a;b\n1;2\n", "V tabulce chybí záhlaví", id="no headings"),
        pytest.param(b"x" * (5 * 1024 * 1024 + 1), "větší než 5 MB", id="a film"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_beside_its_field(
    tournament: Tournament, organiser_client: Client, upload: bytes | None, sentence: str
) -> None:
    data = {} if upload is None else {"file": SimpleUploadedFile("prihlasky.xlsx", upload)}

    page = organiser_client.post(address("import_upload"), data)

    assert page.status_code == 422
    [error] = page.context["form"].errors["file"]
    assert sentence in error
    assert not Entry.objects.exists()


def test_a_preview_belongs_to_its_person_and_tournament(
    tournament: Tournament,
    organiser_client: Client,
    client_of: Callable[[Any], Client],
    preview: Callable[[bytes, str], Any],
) -> None:
    shown = preview(CSV.read_bytes(), "a.csv").redirect_chain[-1][0]
    colleague = factories.AccountFactory()
    factories.MembershipFactory(tournament=tournament, account=colleague)
    other = factories.TournamentFactory(slug="druhy")
    factories.MembershipFactory(tournament=other, account=tournament.memberships.first().account)

    for client, place in (
        (client_of(colleague), shown),
        (organiser_client, shown.replace("jarni-turnaj", "druhy")),
        (organiser_client, address("import", uuid.uuid4())),
    ):
        for answer in (client.get(place), client.post(f"{place}zapsat/")):
            assert answer.status_code == 302
            assert answer.url.endswith("/hraci/import/")
    assert not Entry.objects.exists()
