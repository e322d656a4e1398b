"""A file of registrations: plan, writing, command, pages (docs/tournament.md; S17, S37)."""

import json
import uuid
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tournament.actors import Actor
from tournament.lib.registrations import Doubt, Registration, Rejected, read_registrations
from tournament.models import Entry, LogEntry, Player, Tournament
from tournament.selectors.entries import entries_of
from tournament.services.entries import entry_withdraw
from tournament.services.imports import (
    ImportReport,
    entries_import,
    entries_import_plan,
)
from tournament.services.payments import payment_take

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parents[1] / "data"
XLSX, CSV = DATA / "prihlasky.xlsx", DATA / "prihlasky-cp1250.csv"

XLSX_REJECTED = [
    {"row": 32, "reason": "Průkaz č. 1000 má už hráč Novák Jiří na řádku 4."},
    {"row": 33, "reason": "Chybí jméno hráče (v řádku je: K2 Praha, 1099, ANO, chybí jméno)."},
    {"row": 34, "reason": "Součtový řádek („Celkem“), ne hráč."},
]
XLSX_WARNINGS = [
    {"row": None, "reason": "List „Pokyny“ se nečte."},
    {"row": 7, "reason": "Jméno je psané velkými písmeny; obyčejnými je to „Dvořák Josef“."},
    {"row": 19, "reason": "Vzorce bez hodnoty beru jako prázdné: Poznámka."},
    {"row": 31, "reason": "Stejné jméno je na řádku 4 s jiným klubem nebo průkazem; jsou to dva hráči?"},
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

    assert counts(once()) == (26, 0, 3, 4)
    before = list(Entry.objects.order_by("number").values())
    assert counts(once()) == (0, 26, 3, 4)

    assert list(Entry.objects.order_by("number").values()) == before
    assert Player.objects.count() == 26
    written = LogEntry.objects.exclude(action="tournament.entry.created").order_by("sequence")
    assert list(written.values_list("action", flat=True)) == [
        "tournament.payments.noted",
        "tournament.entries.imported",
        "tournament.entries.imported",
    ]
    assert Tournament.objects.get().next_number == 27


def test_an_import_keeps_the_order_of_the_file(tournament: Tournament, desk: Actor) -> None:
    bring(tournament, desk, row(4, "Žák Vít", "Karlín", "3", fee_paid=True), row(9, "ČECH PETR", note="=1+1"))

    assert players(tournament) == [(1, "Žák Vít", "Karlín", "3", True), (2, "ČECH PETR", "", "", False)]
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
    if known:
        payment_take(entry=entry, by=desk, amount=0)

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
        by=desk,
        registrations=[row(2, "Novák Jan", "Karlín"), row(3, "Novák Jan", "Karlín", "1003")],
    )

    assert [(one.row, one.kind, one.entry.number if one.entry else None) for one in plan] == [
        (2, "updated", 2),
        (3, "updated", 1),
    ]


def test_nothing_is_written_when_one_row_fails(
    tournament: Tournament, desk: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**line: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("tournament.services.imports.log_write", broken)

    with pytest.raises(RuntimeError):
        bring(tournament, desk, row(2, "Čech Petr"), row(3, "Hora Milan"))

    assert not Entry.objects.exists()
    assert not Player.objects.exists()
    assert not LogEntry.objects.exists()
    assert Tournament.objects.get().next_number == 1


def test_a_longer_file_takes_no_more_queries(desk: Actor) -> None:
    """New ones and changed ones alike; each with a line in the log and the next version."""
    queries: dict[str, set[int]] = {"new": set(), "changed": set()}
    for count in (3, 30):
        tournament = factories.TournamentFactory()
        names = [f"Hráč {letter}" for letter in "abcdefghijklmnopqrstuvwxyzáčďé"[:count]]
        for what, cards in (("new", [""] * count), ("changed", [f"{number}" for number in range(count)])):
            people = [row(place + 2, names[place], card=cards[place]) for place in range(count)]
            with CaptureQueriesContext(connection) as asked:
                bring(tournament, desk, *people)
            queries[what].add(len(asked))

        found = list(entries_of(tournament).values_list("name", "card", "version", "player__card"))
        assert found == [(name, str(number), 2, str(number)) for number, name in enumerate(names)]
        actions = list(tournament.log.order_by("sequence").values_list("action", flat=True))
        assert actions == [
            *["tournament.entry.created"] * count,
            "tournament.entries.imported",
            *["tournament.entry.changed"] * count,
            "tournament.entries.imported",
        ]
        told = tournament.log.get(object_id=entries_of(tournament)[1].pk, action="tournament.entry.changed")
        assert (told.old, told.new) == ({"card": ""}, {"card": "1"})
    assert {len(counts) for counts in queries.values()} == {1}


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
    likely = factories.EntryFactory(tournament=earlier, name="Hora Milan", club="Brno")
    by = organiser.person

    report = bring(tournament, by, row(2, "Čech Petr", "Žatec"), row(3, "Hora Milan", "Karlín"))

    people = list(entries_of(tournament).values_list("player_id", flat=True))
    assert people[0] == known.player_id
    assert people[1] != likely.player_id
    assert report.warnings == (
        Doubt(
            row=3,
            reason="Z minulých turnajů znáte: Hora Milan (Brno); není to táž osoba?"
            " Hora Milan se bere jako nová osoba.",
        ),
    )


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


CHOICES = "Turnaj;2026;\nKdo;Odkud;Číslo\nKrál Jaroslav;K2;0007\n;Brno;8\n".encode()


def test_the_command_takes_what_is_chosen(tournament: Tournament, tmp_path: Path) -> None:
    file = tmp_path / "prihlasky.csv"
    file.write_bytes(CHOICES)
    chosen = ("--heading-row", "2", "--column", "kdo=name", "--column", "Odkud=club", "--column", "C=card")

    told = run("jarni-turnaj", str(file), *chosen)

    assert told == {
        "created": 1,
        "updated": 0,
        "rejected": [{"row": 4, "reason": "Chybí jméno hráče (v řádku je: Brno, 8)."}],
        "warnings": [],
    }
    assert players(tournament) == [(1, "Král Jaroslav", "K2", "0007", False)]


def test_the_command_reads_the_sheet_that_is_named(tournament: Tournament) -> None:
    with pytest.raises(CommandError, match=r"“: V tabulce chybí záhlaví; "):
        run("jarni-turnaj", str(XLSX), "--sheet", "pokyny")
    named = run("jarni-turnaj", str(XLSX), "--sheet", "přihlášky")
    assert named["created"] == 26


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--sheet", "x"), "Soubor CSV nemá listy; list „x“ v něm vybrat nejde."),
        (("--heading-row", "7"), "Na řádku 7 nic není; záhlaví vyberte z řádků 1 až 4."),
        (("--heading-row", "-1"), "Na řádku -1 nic není; záhlaví vyberte z řádků 1 až 4."),
        (("--heading-row", "2"), "V tabulce chybí záhlaví; "),
        (("--column", "Kdo"), "„Kdo“ není volba sloupce; má být třeba „Odkud=club“."),
        (("--column", "=name"), "„=name“ není volba sloupce; má být třeba „Odkud=club“."),
        (("--column", "Klub=club"), "Sloupec „Klub“ v tabulce není; jsou v ní: A, B, C."),
        (("--column", "A=jmeno"), "Sloupec nemůže být „jmeno“; může být: name, surname, given, "),
    ],
)
def test_wrong_choices_name_what_there_is(
    tournament: Tournament, tmp_path: Path, options: tuple[str, ...], sentence: str
) -> None:
    file = tmp_path / "prihlasky.csv"
    file.write_bytes(CHOICES)

    with pytest.raises(CommandError) as refusal:
        run("jarni-turnaj", str(file), *options)

    assert sentence in str(refusal.value)
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("slug", "content", "sentence"),
    [
        pytest.param(
            "neni", b"x", "Turnaj „neni“ v databázi není. Jsou tu: jarni-turnaj.", id="unknown slug"
        ),
        pytest.param("jarni-turnaj", None, "se nedá přečíst", id="no file"),
        pytest.param("jarni-turnaj", b"", "Soubor je prázdný", id="empty file"),
        pytest.param("jarni-turnaj", b"PK\x03\x04broken", "Sešit je poškozený", id="broken workbook"),
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
