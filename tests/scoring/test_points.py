"""Bodovací tabulky: published and own ones, the sheet there and back, rows proposed (R-020)."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.test import Client
from openpyxl import Workbook, load_workbook

from rules import find_rulebook
from rules.points_table import find_points_table, points_table_ids
from scoring.exports import points_workbook
from scoring.forms.hands import HandForm
from scoring.forms.points import offers_for, take
from scoring.models import Hand, PointsTable
from scoring.selectors.points import (
    changes_between,
    claims_in_words,
    read_stored,
    row_groups,
    table_in_force,
    table_named,
    tables_to_choose,
)
from scoring.selectors.tables import SeatLine, seat_lines
from scoring.services.points import (
    WrongCells,
    completed_name,
    own_key,
    points_row_store,
    points_table_choose,
    points_table_read,
    points_table_store,
)
from tests import factories
from tests.markup import text_of_page
from tests.scoring.records import DESK, REFEREE, renonce_typed
from tournament.errors import Conflict, DeskError, NotAllowed, Refused
from tournament.models import LogEntry, Round, Table, Tournament

CSM = find_points_table("csm-2014")
SLOAP = find_points_table("sloapslam-2010")
ADDRESS = "/t/jarni-turnaj/pravidla/body/"

SEDMA = {
    "id": "sedma.3",
    "text": "sedma na 3 trumfy",
    "s": 5,
    "bez": 8,
    "contracts": ["sedma", "sto_sedma"],
    "won": ["sedma"],
    "trumps_from": 3,
    "trumps_to": 3,
}


def workbook(cells: dict[str, object], base: Any = CSM) -> bytes:
    """The downloaded sheet with some cells typed over."""
    book = load_workbook(BytesIO(points_workbook(base)))
    for address, value in cells.items():
        book.worksheets[0][address] = value
    out = BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("table_id", points_table_ids())
def test_sheet_there_and_back_is_the_same_table(table_id: str) -> None:
    table = find_points_table(table_id)
    read = points_table_read(
        content=points_workbook(table), name=table.name, source=table.source, date=table.date
    )
    assert read.rows == table.rows


def test_second_sheet_says_what_belongs_into_each_column() -> None:
    book = load_workbook(BytesIO(points_workbook(CSM)))
    headings = [cell.value for cell in book.worksheets[0][1]]
    explained = [row[0].value for row in book.worksheets[1].iter_rows(min_row=2)]
    assert explained == headings


WRONG: dict[str, tuple[dict[str, object], list[tuple[str, str]]]] = {
    "text for a number": ({"C2": "sedm"}, [("C2", "Očekávám celé číslo")]),
    "half a point": ({"D3": 7.5}, [("D3", "Očekávám celé číslo")]),
    "word nobody knows": (
        {"E4": "každému"},
        [("E4", "Hodnotu „každému“ neznám; očekávám aktér, flekující.")],
    ),
    "contract nobody knows": ({"G5": "sedma, gulda"}, [("G5", "„sedma, gulda“ neznám")]),
    "no contract": ({"G5": None}, [("G5", "aspoň jeden závazek")]),
    "the same code twice": ({"A3": "sedma.3"}, [("A3", "„sedma.3“ je v tabulce dvakrát")]),
    "column nobody knows": ({"S1": "Poznámka"}, [("S1", "Sloupec „Poznámka“ neznám")]),
    "heading missing": ({"C1": None}, [("A1", "V záhlaví chybí sloupce S výnosem")]),
    "all at once, row by row": (
        {"G5": "gulda", "C2": "x", "D9": 5000, "A9": None},
        [("C2", "Očekávám"), ("G5", "neznám"), ("A9", "kód a text"), ("D9", "od −1000 do 1000")],
    ),
    "below a blank row": ({"A30": "nový", "B30": "řádek", "C30": "x", "G30": "betl"}, [("C30", "Očekávám")]),
}


@pytest.mark.parametrize(("cells", "expected"), WRONG.values(), ids=WRONG)
def test_wrong_sheet_names_its_cells(cells: dict[str, object], expected: list[tuple[str, str]]) -> None:
    with pytest.raises(WrongCells) as caught:
        points_table_read(content=workbook(cells), name="Naše")
    assert [cell for cell, _text in caught.value.cells] == [cell for cell, _text in expected]
    for (_cell, text), (_wanted, part) in zip(caught.value.cells, expected, strict=True):
        assert part in text


def empty_book() -> bytes:
    out = BytesIO()
    Workbook().save(out)
    return out.getvalue()


UNREADABLE = {"text": b"body;7;10", "nothing": b"", "zip that is no workbook": b"PK\x05\x06" + bytes(18)}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE)
def test_file_that_is_no_workbook(content: bytes) -> None:
    with pytest.raises(Refused, match=r"jako sešit \.xlsx"):
        points_table_read(content=content, name="Naše")


def test_empty_workbook_has_no_heading() -> None:
    with pytest.raises(WrongCells, match="co opravit") as caught:
        points_table_read(content=empty_book(), name="Naše")
    assert [cell for cell, _text in caught.value.cells] == ["", "A1"]


def test_columns_in_another_order_are_the_same_table() -> None:
    source = load_workbook(BytesIO(points_workbook(CSM))).worksheets[0]
    book = Workbook()
    for row in source.iter_rows(values_only=True):
        book.worksheets[0].append(list(reversed(row)))
    out = BytesIO()
    book.save(out)
    assert points_table_read(content=out.getvalue(), name="Naše").rows == CSM.rows


# What is stored


def test_published_table_is_in_force_from_the_founding(tournament: Tournament) -> None:
    assert table_in_force(tournament) == CSM
    assert [(one.table.id, one.chosen, one.own) for one in tables_to_choose(tournament)] == [
        ("csm-2014", True, False),
        ("sloapslam-2010", False, False),
    ]


def test_stored_table_is_played_and_logged(tournament: Tournament) -> None:
    table = points_table_read(
        content=workbook({"C2": 8}), name="Naše body", source="zápis výboru", date="1. 1. 2026"
    )
    stored = points_table_store(tournament=tournament, table=table, by=DESK, name="Naše body", choose=True)
    tournament.refresh_from_db()
    assert (stored.key, stored.number, stored.current, stored.made_by) == (
        "vlastni-nase-body",
        1,
        True,
        "Olga Pořadatelová",
    )
    assert tournament.premium_table_id == "vlastni-nase-body"
    in_force = table_in_force(tournament)
    assert (in_force.name, in_force.source, in_force.date) == ("Naše body", "zápis výboru", "1. 1. 2026")
    assert in_force.row("sedma.3").s == 8
    assert in_force.rows[1:] == CSM.rows[1:]
    logged = LogEntry.objects.get(action="scoring.points_table.stored")
    assert (logged.subject, logged.object_id, logged.old) == ("Naše body, verze 1", stored.pk, None)
    assert LogEntry.objects.filter(action="tournament.settings.changed").count() == 1


def test_new_import_is_a_new_version_and_the_old_one_stays(tournament: Tournament) -> None:
    first = points_table_store(tournament=tournament, table=CSM, by=DESK, name="Naše")
    table = points_table_read(content=workbook({"C2": 8}), name="naše")
    second = points_table_store(tournament=tournament, table=table, by=DESK, name="naše")
    first.refresh_from_db()
    assert [(one.number, one.current, one.rows[0]["s"]) for one in (first, second)] == [
        (1, False, 7),
        (2, True, 8),
    ]
    assert table_named(tournament, own_key(name="Naše")).version == 2


def test_the_same_rows_again_make_no_version(tournament: Tournament) -> None:
    first = points_table_store(tournament=tournament, table=CSM, by=DESK, name="Naše")
    assert points_table_store(tournament=tournament, table=CSM, by=DESK, name="Naše") == first
    assert PointsTable.objects.count() == 1


def test_tables_of_another_tournament_are_not_seen(tournament: Tournament) -> None:
    factories.PointsTableFactory()
    assert len(tables_to_choose(tournament)) == 2
    with pytest.raises(Refused, match="„vlastni-hospodska“ turnaj nemá"):
        points_table_choose(tournament=tournament, key="vlastni-hospodska", by=DESK)
    tournament.refresh_from_db()
    assert tournament.premium_table_id == "csm-2014"


def test_choosing_changes_the_settings(tournament: Tournament) -> None:
    factories.PointsTableFactory(tournament=tournament)
    points_table_choose(tournament=tournament, key="vlastni-hospodska", by=DESK)
    tournament.refresh_from_db()
    assert table_in_force(tournament).row("sedma.3").bez == 9


def test_only_organisers_change_tables(tournament: Tournament) -> None:
    for write in (
        lambda: points_table_store(tournament=tournament, table=CSM, by=REFEREE, name="Naše"),
        lambda: points_row_store(tournament=tournament, row=SEDMA, by=REFEREE, base="csm-2014", seen=1),
        lambda: points_table_choose(tournament=tournament, key="sloapslam-2010", by=REFEREE),
    ):
        with pytest.raises(NotAllowed):
            write()
    assert (PointsTable.objects.count(), LogEntry.objects.count()) == (0, 0)


DURCH = {"id": "durch", "text": "durch", "s": 20, "bez": 20, "contracts": ["durch"], "won": ["durch"]}


def test_missing_figure_of_a_published_table_is_filled_in(tournament: Tournament) -> None:
    """``sto.1.ten`` is cut off in the copy: the organiser writes what he knows."""
    row = CSM.row("sto.1.ten").to_json() | {"bez": 140}
    stored = points_row_store(tournament=tournament, row=row, by=DESK, base="csm-2014", seen=1)
    tournament.refresh_from_db()
    assert tournament.premium_table_id == stored.key
    completed = table_in_force(tournament)
    assert (completed.name, completed.row("sto.1.ten").bez) == ("Bodovací tabulka ČSM 2014 – doplněná", 140)
    assert len(completed.rows) == len(CSM.rows)
    assert (stored.joins, stored.rows) == ("csm-2014", [row]), "only the organiser's own row is kept"
    logged = LogEntry.objects.get(action="scoring.points_table.stored").new
    assert (logged["points_rows"], logged["points_joins"]) == (1, "Bodovací tabulka ČSM 2014")
    assert find_points_table("csm-2014").row("sto.1.ten").bez is None


def test_row_the_table_lacks_is_added_at_its_end(tournament: Tournament) -> None:
    row = DURCH
    points_row_store(tournament=tournament, row=row, by=DESK, base="csm-2014", seen=1)
    tournament.refresh_from_db()
    first = table_in_force(tournament)
    assert first.rows == (*CSM.rows, first.row("durch"))
    points_row_store(tournament=tournament, row=row | {"s": 30}, by=DESK, base=first.id, seen=1)
    assert [one.number for one in PointsTable.objects.filter(current=True)] == [2]
    assert completed_name(table=first) == first.name


def test_own_rows_join_the_published_ones_whichever_of_the_two_was_on_the_screen(
    tournament: Tournament,
) -> None:
    """Nothing of the published table is copied; a row like the published one is no own row any more."""

    def add(base: str, seen: int, **row: Any) -> None:
        points_row_store(tournament=tournament, row=row, by=DESK, base=base, seen=seen)
        tournament.refresh_from_db()

    add("csm-2014", 1, **DURCH)
    add("csm-2014", 1, id="betl", text="betl", s=5, bez=5, contracts=["betl"])
    key = tournament.premium_table_id
    add(key, 2, **CSM.row("sedma.3").to_json() | {"s": 9})
    stored = PointsTable.objects.get(tournament=tournament, current=True)
    assert (stored.joins, [row["id"] for row in stored.rows]) == ("csm-2014", ["sedma.3", "durch", "betl"])
    table = table_in_force(tournament)
    assert [row.id for row in table.rows] == [*(row.id for row in CSM.rows), "durch", "betl"]
    assert (table.row("sedma.3").s, table.own) == (9, ("sedma.3", "durch", "betl"))
    assert table.missing_text == "Řádky pro dvě sedmy, fleky a mínusové body žádný opis tabulky neukazuje."
    add(key, 3, **CSM.row("sedma.3").to_json())
    assert [row["id"] for row in PointsTable.objects.get(current=True).rows] == ["durch", "betl"]


def test_rows_join_published_tables_only(tournament: Tournament) -> None:
    with pytest.raises(Refused, match="jen k vyvěšené"):
        points_table_store(tournament=tournament, table=CSM, by=DESK, name="Naše", joins="vlastni-nase")


MISSING = "Řádky pro betl, durch, dvě sedmy, fleky a mínusové body žádný opis tabulky neukazuje."


@pytest.mark.parametrize("address", [ADDRESS, f"{ADDRESS}nahrat/"])
@pytest.mark.parametrize(("key", "said"), [("csm-2014", True), ("sloapslam-2010", False)])
def test_pages_say_which_rows_no_copy_shows(
    organiser_client: Client, tournament: Tournament, address: str, key: str, said: bool
) -> None:
    points_table_choose(tournament=tournament, key=key, by=DESK)
    assert (MISSING in organiser_client.get(address).content.decode()) is said


def test_the_public_reads_it_too(visitor_client: Client, drawn: Round) -> None:
    assert MISSING in visitor_client.get(ADDRESS).content.decode()


def test_own_rows_are_marked(organiser_client: Client, tournament: Tournament) -> None:
    points_row_store(tournament=tournament, row=DURCH, by=DESK, base="csm-2014", seen=1)
    text = text_of_page(organiser_client.get(ADDRESS))
    assert "durch vlastní" in text
    assert text.count(" vlastní upravit") == 1
    assert "Řádky pro betl, dvě sedmy, fleky a mínusové body" in text


def test_a_sheet_of_own_rows_joins_the_published_table(
    organiser_client: Client, tournament: Tournament
) -> None:
    """The sheet holds one changed row and all the others of the published table: only that one is kept."""
    answer = upload(organiser_client, workbook({"C2": 8}), choose="on", joins="csm-2014")
    text = organiser_client.get(answer["Location"]).content.decode()
    assert "Nových řádků 0, změněných 1, vynechaných 0" in text
    organiser_client.post(f"{answer['Location']}ulozit/")
    stored = PointsTable.objects.get()
    assert (stored.joins, [(row["id"], row["s"]) for row in stored.rows]) == ("csm-2014", [("sedma.3", 8)])
    tournament.refresh_from_db()
    assert len(table_in_force(tournament).rows) == len(CSM.rows)


def test_a_sheet_joins_nothing_unknown(organiser_client: Client, tournament: Tournament) -> None:
    answer = upload(organiser_client, workbook({"C2": 8}), joins="vlastni-cizi\x7f")
    assert answer.status_code == 422
    assert PointsTable.objects.count() == 0


@pytest.mark.parametrize("joins", ["vlastni-jina", "csm", "x" * 60])
def test_a_stored_table_that_joins_nothing_known_is_broken(tournament: Tournament, joins: str) -> None:
    stored = factories.PointsTableFactory(tournament=tournament, joins=joins)
    with pytest.raises(Refused, match="poškozená") as refused:
        read_stored(stored)
    assert refused.value.code == "broken_points_table"


BAD_ROWS: dict[str, tuple[dict[str, Any], int, type[DeskError], dict[str, str]]] = {
    "no contract": (SEDMA | {"contracts": []}, 1, WrongCells, {"contracts": "aspoň jeden závazek"}),
    "too many points": (SEDMA | {"s": 5000}, 1, WrongCells, {"s": "Očekávám celé číslo"}),
    "somebody was faster": (SEDMA, 7, Conflict, {}),
}


@pytest.mark.parametrize(("row", "seen", "kind", "fields"), BAD_ROWS.values(), ids=BAD_ROWS)
def test_bad_row_is_refused_whole(
    tournament: Tournament, row: dict[str, Any], seen: int, kind: type[DeskError], fields: dict[str, str]
) -> None:
    with pytest.raises(kind) as caught:
        points_row_store(tournament=tournament, row=row, by=DESK, base="csm-2014", seen=seen)
    assert set(caught.value.fields) == set(fields)
    for name, text in fields.items():
        assert text in caught.value.fields[name]
    assert PointsTable.objects.count() == 0


def test_changes_against_the_table_in_force() -> None:
    new = points_table_read(
        content=workbook({"C2": 8, "A3": "sedma.nova", "B4": "sedma na jediný trumf"}), name="Naše"
    )
    changes = changes_between(CSM, new)
    marks = {
        line.row.id: (line.mark, line.was) for group in changes.groups for line in group.rows if line.mark
    }
    assert marks == {
        "sedma.3": ("changed", "7 / 10"),
        "sedma.nova": ("added", ""),
        "sedma.1": ("changed", ""),
    }
    assert [line.row.id for line in changes.removed] == ["sedma.2"]
    assert (changes.added, changes.changed, changes.same, changes.any) == (1, 2, len(CSM.rows) - 3, True)
    assert changes_between(CSM, CSM).any is False


FIGURES = {
    "figure the source does not show": (CSM, "sto.1.ten", ("100", "neuvedeno")),
    "nothing with the lead": (CSM, "sto.4.both", ("0", "10")),
    "for every ace": (SLOAP, "betl.ace", ("10 × es", "10 × es")),
    "half of sto": (SLOAP, "sto_sedma.half", ("½ bodů za sto", "½ bodů za sto")),
}


@pytest.mark.parametrize(("table", "row_id", "figures"), FIGURES.values(), ids=FIGURES)
def test_figures_in_words(table: Any, row_id: str, figures: tuple[str, str]) -> None:
    line = next(one for group in row_groups(table) for one in group.rows if one.row.id == row_id)
    assert (line.lead, line.no_lead) == figures


# Pages


def upload(client: Client, content: bytes, **typed: str) -> Any:
    file = SimpleUploadedFile("body.xlsx", content)
    return client.post(f"{ADDRESS}nahrat/soubor/", {"file": file, "name": "Naše", **typed})


def test_upload_preview_and_saving(organiser_client: Client, tournament: Tournament) -> None:
    answer = upload(organiser_client, workbook({"C2": 8}), choose="on", source="výbor")
    preview = organiser_client.get(answer["Location"])
    text = preview.content.decode()
    assert "bylo 7 / 10" in text
    assert "Nových řádků 0, změněných 1, vynechaných 0" in text
    assert PointsTable.objects.count() == 0, "a preview stores nothing"
    for _press in range(2):
        saved = organiser_client.post(f"{answer['Location']}ulozit/")
        assert saved["Location"] == ADDRESS
    stored = PointsTable.objects.get()
    tournament.refresh_from_db()
    assert (stored.name, stored.source, tournament.premium_table_id) == ("Naše", "výbor", stored.key)


def test_upload_with_wrong_cells_keeps_what_was_typed(
    organiser_client: Client, tournament: Tournament
) -> None:
    answer = upload(organiser_client, workbook({"C2": "sedm"}), source="výbor 2026")
    text = answer.content.decode()
    assert answer.status_code == 422
    assert ">C2</th>" in text
    assert "ne „sedm“" in text
    assert 'value="výbor 2026"' in text
    assert PointsTable.objects.count() == 0


def test_preview_of_somebody_else_is_gone(
    organiser_client: Client, chief_referee_client: Client, tournament: Tournament
) -> None:
    answer = upload(organiser_client, workbook({"C2": 8}))
    assert chief_referee_client.get(answer["Location"]).status_code == 404


def test_row_form_adds_a_row(organiser_client: Client, tournament: Tournament) -> None:
    typed = {"base": "csm-2014", "seen": "1", **SEDMA}
    answer = organiser_client.post(f"{ADDRESS}radek/", typed)
    assert answer["Location"] == ADDRESS
    tournament.refresh_from_db()
    assert table_in_force(tournament).row("sedma.3").to_json() == SEDMA


def test_row_form_shows_errors_beside_fields(organiser_client: Client, tournament: Tournament) -> None:
    answer = organiser_client.post(
        f"{ADDRESS}radek/", {"base": "csm-2014", "seen": "1", "id": "x", "s": "pět"}
    )
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "Vyberte aspoň jeden závazek" in text
    assert "Napište celé číslo" in text


def test_downloaded_file_reads_back(organiser_client: Client, tournament: Tournament) -> None:
    factories.PointsTableFactory(tournament=tournament)
    answer = organiser_client.get(f"{ADDRESS}tabulka.xlsx?tabulka=vlastni-hospodska")
    read = points_table_read(content=answer.content, name="Hospodská")
    assert [row.id for row in read.rows] == ["sedma.3"]
    assert "vlastni-hospodska" in answer["Content-Disposition"]


def test_settings_offer_own_tables(organiser_client: Client, tournament: Tournament) -> None:
    factories.PointsTableFactory(tournament=tournament)
    factories.PointsTableFactory(tournament=tournament, key="vlastni-stara", current=False, name="Stará")
    text = organiser_client.get("/t/jarni-turnaj/nastaveni/").content.decode()
    assert '<option value="vlastni-hospodska">Hospodská</option>' in text
    assert "Stará" not in text


@pytest.mark.parametrize("count", [1, 3])
def test_page_asks_the_database_the_same_for_many_tables(
    organiser_client: Client, tournament: Tournament, django_assert_num_queries: Any, count: int
) -> None:
    for number in range(count):
        factories.PointsTableFactory(tournament=tournament, key=f"vlastni-{number}")
    # Session, account, tournament, roles, own tables, versions of the shown one.
    with django_assert_num_queries(6):
        organiser_client.get(ADDRESS)


# Rows proposed for the hand being written

FOUR = tuple(
    SeatLine(letter, number, name, "", False)
    for number, (letter, name) in enumerate(zip("ABCD", ("Jan", "Petr", "Karel", "Věra"), strict=True), 1)
)


def typed_hand(**fields: Any) -> QueryDict:
    data = QueryDict(mutable=True)
    data.update({"dealer": "D", "kind": "hand", "declarer": "B"} | fields)
    return data


def offered(data: QueryDict, table: Any = CSM) -> Any:
    return offers_for(HandForm(data, seats=FOUR, rulebook=find_rulebook("csm")), table, data)


STO = {"contract": "sto", "outcome_sto": "made-1"}
OFFERS: dict[str, tuple[dict[str, Any], Any, list[tuple[str, str, int]], str]] = {
    "sto on three trumps without the ace": (
        STO | {"trumps": "3", "fact_tops": "no_ace", "fact_marriage": "plain"},
        CSM,
        [("B", "sto.3.plain", 16), ("B", "sto.3.no_ace", 40)],
        "",
    ),
    "the same with the lead": (
        STO | {"declarer": "A", "trumps": "3", "fact_tops": "no_ace", "fact_marriage": "trump"},
        CSM,
        [("A", "sto.3.no_ace", 32)],
        "",
    ),
    "figure the table lacks": (
        STO | {"trumps": "1", "fact_tops": "no_ace", "fact_marriage": "trump"},
        CSM,
        [],
        "Tabulka neuvádí hodnotu řádku „sto na 1 trumf – desítka“; body lze zapsat ručně.",
    ),
    "facts not said": (STO, CSM, [], "K návrhu bodů chybí: počet trumfů aktéra"),
    "row the table lacks": (
        {"contract": "durch", "outcome_durch": "won"},
        CSM,
        [],
        "Tabulka pro tuto hru žádný řádek nemá; body lze zapsat ručně.",
    ),
    "lost sedma": (
        {"contract": "sedma", "outcome_hra": "won", "outcome_sedma": "lost", "trumps": "2"},
        CSM,
        [],
        "Tabulka pro tuto hru žádný řádek nemá",
    ),
    "betl for every ace": (
        {"contract": "betl", "outcome_betl": "won", "fact_aces": "2", "fact_six": "no"},
        SLOAP,
        [("B", "betl.ace", 20)],
        "",
    ),
    "durch for every suit": (
        {"contract": "durch", "outcome_durch": "won", "fact_suits": "3"},
        SLOAP,
        [("B", "durch.suit", 30)],
        "",
    ),
    "hand not finished": ({"contract": "sto"}, CSM, [], "Nejdřív zapište hru:"),
    "misdeal": ({"kind": "misdeal", "declarer": ""}, CSM, [], "Body se dávají jen za odehranou hru."),
}


@pytest.mark.parametrize(("typed", "table", "rows", "hint"), OFFERS.values(), ids=OFFERS)
def test_rows_proposed(
    typed: dict[str, Any], table: Any, rows: list[tuple[str, str, int]], hint: str
) -> None:
    offers = offered(typed_hand(**typed), table)
    assert [(one.to, one.row.id, one.points) for one in offers.rows] == rows
    assert offers.hint.startswith(hint)
    assert bool(offers.hint) == bool(hint)


ASKED = {
    "sto": (STO, CSM, ["fact_tops", "fact_marriage"]),
    "sedma asks for trumps only": (
        {"contract": "sedma", "outcome_hra": "won", "outcome_sedma": "won"},
        CSM,
        [],
    ),
    "betl": ({"contract": "betl", "outcome_betl": "won"}, SLOAP, ["fact_aces", "fact_six"]),
    "durch": ({"contract": "durch", "outcome_durch": "won"}, SLOAP, ["fact_suits"]),
}


@pytest.mark.parametrize(("typed", "table", "names"), ASKED.values(), ids=ASKED)
def test_only_what_the_rows_need_is_asked(typed: dict[str, Any], table: Any, names: list[str]) -> None:
    assert sorted(one.name for one in offered(typed_hand(**typed), table).asked) == sorted(names)


def test_claim_that_is_not_granted_says_its_article() -> None:
    """D5: who committed a renonc has no claim."""
    data = typed_hand(
        contract="sedma",
        outcome_hra="won",
        outcome_sedma="won",
        trumps="3",
        **renonce_typed({"article": "C8", "by": "B"}, {"article": "C1", "by": "B", "playout": "on"}),
    )
    offers = offered(data)
    assert [(one.row.id, "(D5)" in one.refused) for one in offers.rows] == [("sedma.3", True)]
    assert offers.free == []


TAKEN = {
    "one row": ("sto.3.plain", "", "16", ["sto.3.plain"]),
    "all rows": ("all", "", "16 40", ["sto.3.plain", "sto.3.no_ace"]),
    "beside points typed by hand": ("sto.3.no_ace", "5", "5 40", ["sto.3.no_ace"]),
    "a row that was not offered": ("sedma.1", "", None, []),
}


@pytest.mark.parametrize(("wanted", "before", "after", "rows"), TAKEN.values(), ids=TAKEN)
def test_taking_a_row_writes_the_field_of_its_player(
    wanted: str, before: str, after: str | None, rows: list[str]
) -> None:
    data = typed_hand(**STO, trumps="3", fact_tops="no_ace", fact_marriage="plain", premium_B=before)
    new = take(data, offered(data), wanted)
    assert (new["premium_B"] or None) == after
    assert [row["row"] for row in json.loads(new["premium_rows"] or "[]")] == rows
    again = offered(new)
    assert {one.row.id for one in again.rows if one.taken} == set(rows)


def test_points_typed_over_are_no_longer_of_the_row() -> None:
    data = typed_hand(**STO, premium_B="17", premium_rows='[{"to":"B","points":16,"row":"sto.3.plain"}]')
    read = HandForm(data, seats=FOUR, rulebook=find_rulebook("csm")).read_hand()
    assert read is not None
    assert read.record["premium"] == [{"to": "B", "points": 17}]


def post_hand(table: Table, page: str, **typed: Any) -> dict[str, Any]:
    fields = {"dealer": "D", "kind": "hand", "declarer": "B", **STO, "trumps": "3", **typed}
    return {"path": f"/t/jarni-turnaj/kolo/1/stul/{table.number}/hra/{page}", "data": fields}


FACTS = {"fact_tops": "no_ace", "fact_marriage": "plain"}


def test_fragment_and_whole_page_propose_the_same(organiser_client: Client, table: Table) -> None:
    fragment = organiser_client.post(
        **post_hand(table, "body/", **FACTS, take="all"), headers={"HX-Request": "true"}
    ).content.decode()
    page = organiser_client.post(**post_hand(table, "body/", **FACTS, take="all")).content.decode()
    for text in ('value="16 40"', "sto na 3 trumfy bez esa", "+56 PB", MISSING):
        assert text in fragment
        assert text in page
    assert "<html" not in fragment
    assert "<html" in page
    assert Hand.objects.count() == 0, "nothing is stored by asking"


def test_hand_is_stored_with_the_rows_it_was_proposed(organiser_client: Client, table: Table) -> None:
    rows = [{"to": "B", "points": 40, "row": "sto.3.no_ace"}]
    organiser_client.post(**post_hand(table, "", premium_B="40 5", premium_rows=json.dumps(rows)))
    hand = Hand.objects.get()
    assert hand.record["premium"] == [*rows, {"to": "B", "points": 5}]
    assert hand.premium == {"A": 0, "B": 45, "C": 0, "D": 0}
    shown = organiser_client.get(f"/t/jarni-turnaj/kolo/1/stul/{table.number}/hra/1/").content.decode()
    assert "sto na 3 trumfy bez esa" in shown


WORDS = {
    "row of the table": ({"to": "A", "points": 7, "row": "sedma.3"}, CSM.row("sedma.3").text),
    "row the table has no more": ({"to": "A", "points": 7, "row": "sedma.9"}, "sedma.9"),
    "by hand": ({"to": "A", "points": 7}, ""),
}


@pytest.mark.parametrize(("claim", "words"), WORDS.values(), ids=WORDS)
def test_claims_in_words(tournament: Tournament, claim: dict[str, Any], words: str) -> None:
    assert [one.words for one in claims_in_words({"premium": [claim]}, tournament)] == [words]


def test_lost_table_takes_nobody_his_points(tournament: Tournament) -> None:
    tournament.premium_table_id = "vlastni-ztracena"
    claim = {"to": "A", "points": 7, "row": "sedma.3"}
    assert [one.points for one in claims_in_words({"premium": [claim]}, tournament)] == [7]


def test_seats_of_the_form_are_those_of_the_table(table: Table) -> None:
    """The names beside the offers come from the seats."""
    data = typed_hand(**STO, trumps="3", **FACTS)
    form = HandForm(data, seats=seat_lines(table), rulebook=find_rulebook("csm"))
    assert {one.name for one in offers_for(form, CSM, data).rows} == {"Čech Petr"}
