"""The pages of a file of registrations: read otherwise, rows put right, written (S37, S55–S58)."""

import datetime
import re
import uuid
from collections.abc import Callable
from io import BytesIO
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories
from tests.tournament.test_import import CSV, XLSX, XLSX_REJECTED, XLSX_WARNINGS
from tournament.errors import Conflict
from tournament.models import Entry, LogEntry, Tournament, WaitingImport
from tournament.selectors.entries import entries_of
from tournament.selectors.waiting_imports import Choices
from tournament.services.waiting_imports import import_choose, import_row_capitals, import_row_change

pytestmark = pytest.mark.django_db

WARNINGS = [one for one in XLSX_WARNINGS if "velkými písmeny" not in one["reason"]]
"""Ordinary letters are proposed, so that nothing has to be said of capitals."""


def address(name: str, *arguments: Any) -> str:
    return reverse(f"tournament:{name}", args=["jarni-turnaj", *arguments])


class Desk:
    """An organiser with a file in front of him."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.place = ""

    def bring(self, content: bytes | str, name: str = "a.csv") -> "Desk":
        """Upload a file; its page is the one that answers."""
        content = content.encode() if isinstance(content, str) else content
        answer = self.client.post(address("import_upload"), {"file": SimpleUploadedFile(name, content)})
        assert answer.status_code == 302, answer.context["form"].errors
        self.place = answer.url
        return self

    def page(self, **asked: Any) -> Any:
        return self.client.get(self.place, asked)

    def rows(self, **asked: Any) -> list[Any]:
        return list(self.page(**asked).context["page"])

    def kinds(self) -> list[str]:
        return [one.what for one in self.rows()]

    def expected(self) -> int:
        return int(WaitingImport.objects.get(pk=self.place.split("/")[-2]).version)

    def read(self, **chosen: Any) -> Any:
        """Change how the file is read, as the form of the page sends it."""
        reading = self.page().context["reading"]
        sent = {f"column-{one.index}": one.field for one in reading.columns}
        sent |= {"heading_row": reading.heading_row or 0, "expected": self.expected()}
        if len(reading.sheets) > 1:
            sent["sheet"] = reading.sheet
        chosen = {name.replace("column_", "column-"): value for name, value in chosen.items()}
        return self.client.post(f"{self.place}cteni/", sent | chosen)

    def change(self, row: int, headers: Any = None, act: str = "", **fields: Any) -> Any:
        """Send the form of a row with some fields typed over."""
        shown = next(one for one in self.rows() if one.row == row)
        sent = {name: getattr(shown, name) for name in ("name", "club", "card")} | {"row": shown.key}
        sent |= {"paid": "on"} if shown.paid else {}
        sent |= {"act": act} if act else {}
        sent = {name: value for name, value in (sent | fields).items() if value is not None}
        return self.client.post(f"{self.place}radek/", sent, headers=headers)

    def write(self, expected: int | None = None) -> Any:
        known = WaitingImport.objects.filter(pk=self.place.split("/")[-2]).first()
        version = expected or (known.version if known else 1)
        return self.client.post(f"{self.place}zapsat/", {"expected": version}, follow=True)


@pytest.fixture
def at_desk(tournament: Tournament, organiser_client: Client) -> Desk:
    return Desk(organiser_client)


def people(tournament: Tournament) -> list[tuple[str, str, str, bool]]:
    return list(entries_of(tournament).values_list("name", "club", "card", "fee_paid"))


def test_a_preview_shows_each_row_and_writes_nothing(at_desk: Desk) -> None:
    page = at_desk.bring(XLSX.read_bytes(), "prihlasky.xlsx").page()

    rows = page.context["page"].object_list
    assert [one.row for one in rows] == sorted(one.row for one in rows)
    assert len(rows) == 29
    refused = [(one.row, one.remarks) for one in rows if one.what == "odmítnuto"]
    assert refused == [(one["row"], (one["reason"],)) for one in XLSX_REJECTED]
    warned = [(one.row, one.remarks) for one in rows if one.warned]
    assert warned == [(one["row"], (one["reason"],)) for one in WARNINGS if one["row"]]
    html = page.content.decode()
    assert "26 nových hráčů" in html
    assert "Zapsat 26 hráčů" in html
    assert "Doležal Ľubomír" in html
    assert not Entry.objects.exists()
    assert not LogEntry.objects.exists()


def test_what_was_shown_is_written_and_the_report_stays(tournament: Tournament, at_desk: Desk) -> None:
    at_desk.bring(XLSX.read_bytes(), "prihlasky.xlsx")

    for page in (at_desk.write(), at_desk.write()):
        assert page.redirect_chain == [(at_desk.place, 302)]
        report = page.context["report"].to_json()
        assert (report["created"], report["updated"]) == (26, 0)
        assert report["rejected"] == XLSX_REJECTED
        assert report["warnings"] == WARNINGS
        assert "Řádek None" not in page.content.decode()
    assert entries_of(tournament).count() == 26
    assert not WaitingImport.objects.exists()


def test_a_second_upload_shows_what_changes(tournament: Tournament, at_desk: Desk) -> None:
    factories.EntryFactory(tournament=tournament, name="Svoboda Jan", club="Praha", card="1001")

    page = at_desk.bring(XLSX.read_bytes(), "prihlasky.xlsx").page()

    changed = next(one for one in page.context["page"] if one.row == 5)
    assert (changed.what, changed.number, changed.remarks) == (
        "změna",
        1,
        ("Změní se: klub, startovné zaplaceno.",),
    )
    assert page.context["summary"].title == "25 nových hráčů, 1 už přihlášený"
    found = {one.value: one.count for one in page.context["filters"]}
    assert (found["all"], found["new"], found["changed"], found["rejected"]) == (29, 25, 1, 3)
    assert [one.row for one in at_desk.rows(rows="changed")] == [5]


@pytest.mark.parametrize(
    ("upload", "sentence"),
    [
        pytest.param(None, "Vyberte soubor", id="nothing chosen"),
        pytest.param(b"", "Soubor je prázdný", id="empty"),
        pytest.param(b"PK\x03\x04broken", "", id="broken workbook"),
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
    assert not WaitingImport.objects.exists()


def test_a_file_without_known_headings_is_read_by_what_is_chosen(
    tournament: Tournament, at_desk: Desk
) -> None:
    page = at_desk.bring("x;y\nČech Petr;Žatec\nHora Milan;Brno\n").page()
    assert "V tabulce chybí záhlaví" in page.content.decode()
    assert "Zapsat" not in page.content.decode()
    assert at_desk.write().status_code == 400

    at_desk.read(heading_row=1)
    at_desk.read(column_0="name", column_1="club")

    assert at_desk.kinds() == ["nový", "nový"]
    at_desk.write()
    assert people(tournament) == [("Čech Petr", "Žatec", "", False), ("Hora Milan", "Brno", "", False)]


def test_a_preview_belongs_to_its_person_and_tournament(
    tournament: Tournament, at_desk: Desk, client_of: Callable[[Any], Client]
) -> None:
    """Two organisers may each have one; nobody reaches the other's."""
    at_desk.bring(CSV.read_bytes())
    colleague = factories.AccountFactory()
    factories.MembershipFactory(tournament=tournament, account=colleague)
    other = factories.TournamentFactory(slug="druhy")
    factories.MembershipFactory(tournament=other, account=tournament.memberships.first().account)
    his = Desk(client_of(colleague)).bring("Jméno\nŽák Vít\n")

    for client, place in (
        (his.client, at_desk.place),
        (at_desk.client, his.place),
        (at_desk.client, at_desk.place.replace("jarni-turnaj", "druhy")),
        (at_desk.client, address("import", uuid.uuid4())),
    ):
        answers = [client.get(place)]
        answers += [client.post(f"{place}{act}/", {"expected": 1}) for act in ("zapsat", "cteni", "radek")]
        for answer in answers:
            assert answer.status_code == 302
            assert answer.url.endswith("/hraci/import/")
    assert not Entry.objects.exists()
    assert [len(at_desk.rows()), len(his.rows())] == [16, 1]


ODD = "Kdo;Odkud přišel;Co\nCelkem;x;y\nNOVÁK JAN;Karlín;7\n;Žatec;8\nČech Petr;Žatec;9\n"


@pytest.mark.parametrize(
    ("chosen", "fields", "names"),
    [
        pytest.param(
            {"column_0": "name"}, ["name", "-", "-"], ["Celkem", "Novák Jan", "", "Čech Petr"], id="a column"
        ),
        pytest.param(
            {"column_0": "name", "column_1": "club", "column_2": "card"},
            ["name", "club", "card"],
            ["Celkem", "Novák Jan", "", "Čech Petr"],
            id="three columns",
        ),
        pytest.param(
            {"column_0": "surname", "column_1": "given"},
            ["surname", "given", "-"],
            ["Celkem x", "Novák Jan Karlín", "Žatec", "Čech Petr Žatec"],
            id="a name in two columns",
        ),
        pytest.param(
            {"column_0": "name", "heading_row": "2"}, ["-", "-", "-"], [], id="another heading proposes anew"
        ),
    ],
)
def test_the_meaning_of_columns_is_chosen(
    at_desk: Desk, chosen: dict[str, str], fields: list[str], names: list[str]
) -> None:
    at_desk.bring(ODD).read(heading_row="1")

    answer = at_desk.read(**chosen)

    assert answer.url == at_desk.place
    assert [one.field for one in at_desk.page().context["reading"].columns] == fields
    assert [one.name for one in at_desk.rows()] == names


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        pytest.param({"heading_row": "99"}, "Na řádku 99 nic není", id="no such row"),
        pytest.param({"heading_row": "1e9"}, "Formulář není z této stránky", id="no number"),
        pytest.param({"sheet": "Jiný"}, "nemá listy", id="no such sheet"),
        pytest.param({"expected": "77"}, "Náhled se mezitím změnil v jiném okně", id="an older page"),
        pytest.param({"expected": ""}, "Formulář není z této stránky", id="no version"),
    ],
)
def test_a_choice_that_is_not_there_changes_nothing(
    at_desk: Desk, sent: dict[str, str], sentence: str
) -> None:
    at_desk.bring("Jméno;Klub\nČech Petr;Žatec\n")
    data = {"expected": "1", "column-0": "name", "column-1": "club", "heading_row": "1"} | sent

    page = at_desk.client.post(
        f"{at_desk.place}cteni/", data, follow=True, headers={"referer": f"http://testserver{at_desk.place}"}
    )

    assert sentence in page.content.decode()
    assert at_desk.expected() == 1
    assert at_desk.kinds() == ["nový"]


LIST = (
    "Jméno;Klub;Průkaz;Zaplaceno\nNOVÁK JAN;Karlín;7;ano\n;Žatec;8;\nČech Petr;Žatec;9;\nČech Petr;Žatec;9;\n"
)


@pytest.mark.parametrize(
    ("row", "sent", "kinds", "written"),
    [
        pytest.param(
            3,
            {"name": "Hora Milan"},
            ["nový", "nový", "nový", "odmítnuto"],
            ("Hora Milan", "Žatec", "8", False),
            id="a rejected row is completed",
        ),
        pytest.param(
            5,
            {"name": "Čechová Eva", "card": "10"},
            ["nový", "odmítnuto", "nový", "nový"],
            ("Čechová Eva", "Žatec", "10", False),
            id="one person twice were two",
        ),
        pytest.param(
            4,
            {"club": "Brno", "paid": "on"},
            ["nový", "odmítnuto", "nový", "odmítnuto"],
            ("Čech Petr", "Brno", "9", True),
            id="club and fee",
        ),
        pytest.param(
            2,
            {"paid": None},
            ["nový", "odmítnuto", "nový", "odmítnuto"],
            ("Novák Jan", "Karlín", "7", False),
            id="not paid after all",
        ),
        pytest.param(
            4,
            {"act": "leave"},
            ["nový", "odmítnuto", "vynecháno", "nový"],
            ("Čech Petr", "Žatec", "9", False),
            id="left out, the second one of the two comes",
        ),
        pytest.param(
            2,
            {"act": "typed"},
            ["nový", "odmítnuto", "nový", "odmítnuto"],
            ("NOVÁK JAN", "Karlín", "7", True),
            id="capitals are kept",
        ),
        pytest.param(
            4,
            {"name": ""},
            ["nový", "odmítnuto", "odmítnuto", "nový"],
            ("Čech Petr", "Žatec", "9", False),
            id="a name taken away",
        ),
        pytest.param(
            4,
            {"name": "x" * 101},
            ["nový", "odmítnuto", "odmítnuto", "nový"],
            ("Čech Petr", "Žatec", "9", False),
            id="a name too long",
        ),
    ],
)
def test_a_row_is_put_right(
    tournament: Tournament,
    at_desk: Desk,
    row: int,
    sent: dict[str, Any],
    kinds: list[str],
    written: tuple[str, str, str, bool],
) -> None:
    at_desk.bring(LIST)
    assert at_desk.kinds() == ["nový", "odmítnuto", "nový", "odmítnuto"]

    answer = at_desk.change(row, **sent)

    assert answer.url == f"{at_desk.place}#row-0-{row}-0"
    assert at_desk.kinds() == kinds
    assert not Entry.objects.exists()
    at_desk.write()
    assert written in people(tournament)
    assert len(people(tournament)) == kinds.count("nový")


def test_what_was_left_out_is_taken_back_with_what_was_typed(at_desk: Desk) -> None:
    at_desk.bring(LIST)
    at_desk.change(4, club="Brno")
    at_desk.change(4, act="leave")

    at_desk.change(4, act="take")

    [row] = [one for one in at_desk.rows() if one.row == 4]
    assert (row.what, row.club, row.remarks) == ("nový", "Brno", ())


def test_capitals_of_all_names_at_once(tournament: Tournament, at_desk: Desk) -> None:
    """Ordinary letters are proposed; both forms can be chosen, for all and for one."""
    at_desk.bring("Jméno\nNOVÁK JAN\nHORA MILAN\nNÁHRADNÍCI\nČech Petr\n")
    names = [one.name for one in at_desk.rows() if one.is_written]
    assert names == ["Novák Jan", "Hora Milan", "Čech Petr"]

    at_desk.change(2, act="typed")
    assert [one.name for one in at_desk.rows()][:2] == ["NOVÁK JAN", "Hora Milan"]
    at_desk.change(2, act="ordinary")
    assert [one.name for one in at_desk.rows()][:2] == ["Novák Jan", "Hora Milan"]
    at_desk.read(ordinary="no")

    assert [one.name for one in at_desk.rows() if one.is_written] == ["NOVÁK JAN", "HORA MILAN", "Čech Petr"]
    assert [bool(one.remarks) for one in at_desk.rows() if one.is_written] == [True, True, False]
    at_desk.write()
    assert [name for name, *_rest in people(tournament)] == ["NOVÁK JAN", "HORA MILAN", "Čech Petr"]


@pytest.mark.parametrize("row", ["", "x", "0-99-0", "7-2-0", "0-2-9", "-1-2-0"])
def test_a_row_that_the_file_has_not(at_desk: Desk, row: str) -> None:
    at_desk.bring(LIST)

    page = at_desk.client.post(f"{at_desk.place}radek/", {"row": row, "name": "Hora Milan"}, follow=True)

    assert "Formulář není z této stránky" in page.content.decode()
    assert at_desk.expected() == 1


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["form", "htmx"])
def test_a_field_of_a_row_may_not_be_without_end(at_desk: Desk, headers: dict[str, str]) -> None:
    at_desk.bring(LIST)

    answer = at_desk.change(2, headers=headers, note="x" * 2001)

    where = answer.headers["HX-Redirect" if headers else "Location"]
    assert where == at_desk.place
    assert "Tak dlouhý text se do řádku nevejde, řádek zůstal, jak byl." in at_desk.page().content.decode()
    assert at_desk.expected() == 1


def test_a_file_with_nothing_but_a_heading_says_so(at_desk: Desk) -> None:
    summary = at_desk.bring("Jméno;Klub\n").page().context["summary"]

    assert (summary.title, summary.action) == ("0 nových hráčů", "")
    assert summary.text.startswith("Pod záhlavím nikdo není.")


def test_a_live_answer_says_what_changed_and_leaves_the_fields(at_desk: Desk) -> None:
    at_desk.bring(LIST)
    live = {"HX-Request": "true"}

    answer = at_desk.change(5, headers=live, name="Čechová Eva", card="10", shown="0-4-0 0-5-0")

    html = answer.content.decode()
    assert re.findall(r'id="(state-[\d-]+)"', html) == ["state-0-4-0", "state-0-5-0"]
    assert "Zapsat 3 hráče" in html
    assert 'name="card"' not in html
    assert html.count('name="expected" value="2"') == 3
    assert "HX-Retarget" not in answer.headers

    answer = at_desk.change(4, headers=live, act="leave", shown="0-4-0 0-5-0")

    html = answer.content.decode()
    assert answer.headers["HX-Retarget"] == "#row-0-4-0"
    assert re.findall(r'id="((?:row|state)-[\d-]+)"', html) == ["row-0-4-0", "state-0-4-0", "state-0-5-0"]
    assert "Vzít zpět" in html


def test_only_what_is_on_the_page_is_written(tournament: Tournament, at_desk: Desk) -> None:
    """Another window has changed it: nothing is written until it was seen."""
    at_desk.bring(LIST)
    shown = at_desk.expected()
    at_desk.change(3, name="Hora Milan")

    answer = at_desk.write(expected=shown)

    assert answer.status_code == 409
    assert "Náhled se mezitím změnil v jiném okně" in answer.content.decode()
    assert not Entry.objects.exists()


def test_sheets_are_chosen_and_those_left_out_are_named(tournament: Tournament, at_desk: Desk) -> None:
    book = openpyxl.Workbook()
    first, second, hidden = book.active, book.create_sheet("Ženy"), book.create_sheet("Loni")
    first.title = "Muži"
    for sheet, name in ((first, "Čech Petr"), (second, "Žáková Eva"), (hidden, "Starý Karel")):
        sheet.append(["Jméno", "Klub"])
        sheet.append([name, "Brno"])
    hidden.sheet_state = "hidden"
    stream = BytesIO()
    book.save(stream)
    at_desk.bring(stream.getvalue(), "listy.xlsx")

    page = at_desk.page()
    assert [one.name for one in page.context["page"]] == ["Čech Petr", "Žáková Eva"]
    assert [label for _value, label in page.context["reading"].sheets] == [
        "všechny listy stejného tvaru (Muži, Ženy)",
        "Muži",
        "Ženy",
        "Loni (skrytý)",
    ]
    assert "List „Loni“ je skrytý a nečte se." in page.context["reading"].notes

    at_desk.read(sheet="Loni")
    assert [one.name for one in at_desk.rows()] == ["Starý Karel"]
    at_desk.read(sheet="*")
    assert [one.name for one in at_desk.rows()] == ["Čech Petr", "Žáková Eva"]


def test_hostile_texts_are_only_shown(at_desk: Desk) -> None:
    """In cells, headings, the name of the file and what was typed over."""
    bad = '"><script>alert(1)</script>'
    quoted = bad.replace('"', '""')
    at_desk.bring(f'Jméno;"{quoted}"\n"Čech {quoted}";"{quoted}"\n;"{quoted}"\n', f"{bad}.csv")
    at_desk.read(column_1="club")
    at_desk.change(3, name=f"Hora {bad}")

    html = at_desk.page().content.decode()

    assert [one.what for one in at_desk.rows()] == ["nový", "nový"]
    assert "<script>alert" not in html
    assert html.count("&lt;script&gt;alert(1)") >= 6


def test_a_long_list_is_shown_by_pages(tournament: Tournament, at_desk: Desk) -> None:
    """Nothing of a page takes longer for what is not on it, but for the reading, which is kept at hand."""
    names = [f"Hráč {a}{b}x" for a in "abcdefghijklmnopqrst" for b in "abcdefghijklm"]
    at_desk.bring("Jméno\n" + "\n".join(names))

    first = at_desk.page()
    assert (len(first.context["page"]), first.context["page"].paginator.num_pages) == (100, 3)
    assert len(at_desk.rows(page=3)) == 60
    assert first.context["summary"].action == "Zapsat 260 hráčů"

    with CaptureQueriesContext(connection) as long:
        at_desk.page()
    with CaptureQueriesContext(connection) as short:
        Desk(at_desk.client).bring("Jméno\nČech Petr").page()
    assert len(long) <= len(short)


def test_what_waits_too_long_is_thrown_away(tournament: Tournament, at_desk: Desk) -> None:
    at_desk.bring(LIST)
    old = WaitingImport.objects.get()
    WaitingImport.objects.update(created_at=timezone.now() - datetime.timedelta(days=1, minutes=1))

    Desk(at_desk.client).bring(LIST)

    assert [one.pk == old.pk for one in WaitingImport.objects.all()] == [False]


@pytest.mark.parametrize(
    "act",
    [
        lambda one: import_row_change(waiting=one, place=("", 2, 0), fields={"name": "Jiný Jan"}),
        lambda one: import_row_change(waiting=one, place=("", 2, 0), fields={}, left_out=True),
        lambda one: import_row_capitals(waiting=one, place=("", 2, 0), ordinary=False),
        lambda one: import_choose(waiting=one, choices=Choices(ordinary=False), expected=one.version),
    ],
    ids=["a field", "left out", "capitals", "read otherwise"],
)
def test_what_is_changed_while_it_is_written_is_told(
    tournament: Tournament, at_desk: Desk, act: Callable[[WaitingImport], object]
) -> None:
    at_desk.bring(LIST)
    waiting = WaitingImport.objects.get()
    at_desk.write()
    before = people(tournament)

    with pytest.raises(Conflict, match=r"^Náhled se mezitím změnil v jiném okně\.") as told:
        act(waiting)

    assert told.value.code == "changed"
    assert not WaitingImport.objects.exists()
    assert people(tournament) == before
