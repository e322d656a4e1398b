"""The commands people and scripts rely on (docs/tournament.md, Commands)."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.models import Hand, SeatResult
from scoring.services.demo import Stage
from scoring.services.hands import hand_record
from tests import factories
from tests.scoring.records import DESK, betl, durch
from tournament.enums import RoundState
from tournament.models import Account, LogEntry, Membership, Player, Round, Table, Tournament

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parent.parent / "data"
HANDS = DATA / "round1-hands.jsonl"


def run(*args: Any, **options: Any) -> str:
    out = io.StringIO()
    call_command(*args, stdout=out, **options)
    return out.getvalue()


def jsonl(path: Path, *lines: object) -> str:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text(text + "\n", encoding="utf-8")
    return str(path)


def line(table: int = 1, hand: object = None, **fields: Any) -> dict[str, Any]:
    return {"table": table, "hand": betl() if hand is None else hand, **fields}


@pytest.fixture
def of_26(db: None) -> Tournament:
    """A tournament of the 26 people of prihlasky.xlsx with its first round drawn and published."""
    slug = run("demo_tournament", stage="registration", players=0, rounds=2).split()[-1]
    tournament = Tournament.objects.get(slug=slug)
    run("import_players", slug, str(DATA / "prihlasky.xlsx"))
    run("draw", slug, round=1, publish=True)
    return tournament


def test_first_round_of_real_shaped_data(of_26: Tournament) -> None:
    """Hands of seven tables stored twice, closed, ranked: figures per table and seat are the given totals."""
    assert json.loads(run("record_hands", of_26.slug, str(HANDS), round=1)) == {"stored": 182, "repeated": 0}
    assert json.loads(run("record_hands", of_26.slug, str(HANDS), round=1)) == {"stored": 0, "repeated": 182}
    assert (
        run("close_round", of_26.slug, round=1).strip()
        == "1. kolo je uzavřené, výsledky se počítají do pořadí."
    )
    assert "1. kolo už je uzavřené:" in run("close_round", of_26.slug, round=1)

    found: dict[str, dict[str, dict[str, int]]] = {}
    crowns: dict[str, int] = {}
    for one in SeatResult.objects.select_related("seat__table"):
        number, seat = str(one.seat.table.number), one.seat.position
        table = found.setdefault(number, {"money": {}, "premium": {}})
        table["money"][seat], table["premium"][seat] = one.money, one.premium
        crowns[number] = crowns.get(number, 0) + one.zb
    assert found == json.loads((DATA / "round1-totals.json").read_text())
    assert set(crowns.values()) == {0}

    rows = json.loads(run("standings", of_26.slug))
    assert len(rows) == 26
    assert sum(row["money"] for row in rows) == 0
    assert rows[0] == {
        "rank": 1,
        "number": rows[0]["number"],
        "name": rows[0]["name"],
        "club": rows[0]["club"],
        "money": 20120,
        "zb": 201,
        "pb": 101,
        "penalty": 0,
        "sb": 302,
        "bp": 26,
        "rounds": [
            {"round": 1, "table": 6, "money": 20120, "zb": 201, "pb": 101, "sb": 302, "rank": 1, "bp": 26}
        ],
    }
    with pytest.raises(CommandError, match=r"1\. kolo je uzavřené"):
        run("record_hands", of_26.slug, str(HANDS), round=1)
    assert run("recompute", of_26.slug).strip() == "Přepočítáno: 182 her, všechno sedí."


def test_lines_without_an_id_are_new_hands(drawn: Round, tmp_path: Path) -> None:
    file = jsonl(tmp_path / "h.jsonl", line(), "", line())
    assert json.loads(run("record_hands", "jarni-turnaj", file, round=1)) == {"stored": 2, "repeated": 0}
    assert json.loads(run("record_hands", "jarni-turnaj", file, round=1)) == {"stored": 2, "repeated": 0}
    assert Hand.objects.count() == 4


def test_same_line_twice_in_a_file_is_one_hand(drawn: Round, tmp_path: Path) -> None:
    file = jsonl(tmp_path / "h.jsonl", line(id="1"), line(id="1"), line(table=2, id="1"))
    assert json.loads(run("record_hands", "jarni-turnaj", file, round=1)) == {"stored": 2, "repeated": 1}


BAD_LINES: dict[str, tuple[tuple[object, ...], str]] = {
    "other content under the same id": (
        (line(id="1"), line(id="1", hand=durch())),
        "Řádek 2: Hra s označením „1“",
    ),
    "no JSON": ((line(), "{nic"), "Řádek 2: "),
    "not an object": (("[1]",), "Řádek 1: Čekám objekt"),
    "table is missing": (({"hand": betl()},), "Řádek 1: Čekám objekt"),
    "table is text": (({"table": "1", "hand": betl()},), "Řádek 1: Pole table má být číslo stolu"),
    "id is a number": ((line(id=1),), "Řádek 1: Pole id má být text"),
    "id is empty": ((line(id=""),), "Řádek 1: Označení hry"),
    "unknown field": ((line(colour="red"),), "Řádek 1: Neznám pole colour"),
    "unknown table": ((line(), line(table=9)), "Řádek 2: Stůl 9 v tomto kole není, jsou tu stoly 1, 2"),
    "another rulebook": ((line(hand=betl(rulebook="pub")),), "Řádek 1: rulebook: "),
    "players of a table of three": (
        (line(hand=betl(players=["A", "B", "C"], dealer="C")),),
        "Řádek 1: players: U stolu jsou místa A, B, C, D",
    ),
    "several wrong lines": (
        (line(hand={}), line(), line(hand=betl(declarer="D")), line(table=9)),
        r"Řádek 1: .*Chyba je i na řádcích 3, 4\. Neuložilo se nic\.",
    ),
    "two wrong lines": (
        (line(hand={}), line(), line(table=9)),
        r"Řádek 1: .*Chyba je i na řádku 3\. Neuložilo se nic\.",
    ),
    "empty file": (("",), "není žádná hra"),
}


@pytest.mark.parametrize(("lines", "message"), BAD_LINES.values(), ids=BAD_LINES)
def test_wrong_line_is_named_and_nothing_is_stored(
    drawn: Round, tmp_path: Path, lines: tuple[object, ...], message: str
) -> None:
    with pytest.raises(CommandError, match=message):
        run("record_hands", "jarni-turnaj", jsonl(tmp_path / "h.jsonl", *lines), round=1)
    drawn.refresh_from_db()
    assert (Hand.objects.count(), drawn.state) == (0, RoundState.PUBLISHED)


def test_file_that_is_not_utf8(drawn: Round, tmp_path: Path) -> None:
    file = tmp_path / "h.jsonl"
    file.write_bytes('{"table": 1, "hand": {"ž": 1}}'.encode("cp1250"))
    with pytest.raises(CommandError, match="Řádek 1"):
        run("record_hands", "jarni-turnaj", str(file), round=1)


@pytest.mark.parametrize("state", [RoundState.DRAFT, RoundState.CLOSED, RoundState.REVISED])
def test_hands_are_refused_before_publication_and_after_closing(
    drawn: Round, tmp_path: Path, state: RoundState
) -> None:
    Round.objects.update(state=state)
    with pytest.raises(CommandError, match=r"1\. kolo"):
        run("record_hands", "jarni-turnaj", jsonl(tmp_path / "h.jsonl", line()), round=1)
    assert not Hand.objects.exists()


SENTENCES: dict[str, tuple[tuple[Any, ...], dict[str, Any], str]] = {
    "unknown tournament": (("close_round", "neni"), {"round": 1}, "„neni“ v databázi není"),
    "unknown round": (
        ("close_round", "jarni-turnaj"),
        {"round": 7},
        "7. kolo turnaj „jarni-turnaj“ nemá. Kola: 1",
    ),
    "missing file": (("record_hands", "jarni-turnaj", "/neni"), {"round": 1}, "nedá přečíst"),
    "round with nothing written": (
        ("close_round", "jarni-turnaj"),
        {"round": 1},
        "stůl 1 .*chybí hry i výsledek; stůl 2",
    ),
    "standings before anything is closed": (
        ("standings", "jarni-turnaj"),
        {},
        "Zatím není uzavřené žádné kolo",
    ),
    "standings of an open round": (("standings", "jarni-turnaj"), {"round": 1}, "ještě není uzavřené"),
    "demo of five players": (
        ("demo_tournament",),
        {"stage": "drawn", "players": 5},
        "5 hráčů nelze rozsadit",
    ),
    "demo of fewer than none": (("demo_tournament",), {"players": -1}, "Počet hráčů má být 0 až"),
    "demo of no rounds": (("demo_tournament",), {"rounds": 0}, "Počet kol má být 1 až"),
}


@pytest.mark.parametrize(("args", "options", "message"), SENTENCES.values(), ids=SENTENCES)
def test_refusal_is_one_sentence(
    drawn: Round, args: tuple[Any, ...], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(CommandError, match=message):
        run(*args, **options)
    assert Tournament.objects.count() == 1


def test_csv_of_the_standings(drawn: Round, tmp_path: Path) -> None:
    for table in Table.objects.select_related("round__tournament"):
        hand_record(table=table, record=betl(), by=DESK)
    run("close_round", "jarni-turnaj", round=1)
    file = tmp_path / "poradi.csv"
    assert run("standings", "jarni-turnaj", format="csv", output=str(file)) == ""
    rows = file.read_text(encoding="utf-8-sig").splitlines()
    assert len(rows) == 9
    assert rows[1].startswith("1;1;Novák Jan;Karlín;1;9,00;9;0;9;1;7,50;")


def test_recompute_reports_and_changes_nothing(table: Table) -> None:
    hand_record(table=table, record=betl(), by=DESK)
    wrong = hand_record(table=table, record=durch(), by=DESK)
    Hand.objects.filter(pk=wrong.pk).update(money={"A": 0, "B": 0, "C": 0, "D": 0})
    out = io.StringIO()
    with pytest.raises(CommandError, match="Přepočítáno: 2 hry, s rozdílem: 1"):
        call_command("recompute", "jarni-turnaj", stdout=out)
    assert out.getvalue().startswith("1. kolo, stůl 1, hra 2: uloženo")
    wrong.refresh_from_db()
    assert wrong.money["A"] == 0


def test_recompute_counts_rulings(table: Table) -> None:
    hand = hand_record(table=table, record=betl(), by=DESK)
    factories.DecisionFactory(hand=hand, patch={"outcome": {"betl": "lost"}})
    with pytest.raises(CommandError, match="s rozdílem: 1"):
        run("recompute", "jarni-turnaj")
    Hand.objects.update(money={"A": -900, "B": 300, "C": 300, "D": 300})
    assert "všechno sedí" in run("recompute", "jarni-turnaj")


def test_recompute_needs_as_many_queries_for_any_number_of_hands(
    table: Table, django_assert_num_queries: Any
) -> None:
    for _more in range(3):
        hand_record(table=table, record=betl(), by=DESK)
    with django_assert_num_queries(3):
        run("recompute", "jarni-turnaj")


STAGES = {
    Stage.REGISTRATION: ([], False),
    Stage.DRAWN: (["published"], False),
    Stage.ROUND: (["closed", "playing"], False),
    Stage.FINISHED: (["closed"] * 3, True),
}


@pytest.mark.parametrize(("stage", "expected"), STAGES.items(), ids=STAGES)
def test_demo_at_each_stage(db: None, stage: Stage, expected: tuple[list[str], bool]) -> None:
    slug = run("demo_tournament", stage=stage.value, players=15, rounds=3).splitlines()[-1]
    tournament = Tournament.objects.get(slug=slug)
    states = list(tournament.rounds.order_by("number").values_list("state", flat=True))
    assert (states, tournament.finished_at is not None) == expected
    assert tournament.entries.count() == 15
    assert {(one.account.username, one.role) for one in Membership.objects.select_related("account")} == {
        ("demo-poradatel", "organiser"),
        ("demo-rozhodci", "chief_referee"),
    }
    assert "všechno sedí" in run("recompute", slug)


def test_demo_is_the_same_for_the_same_seed(db: None) -> None:
    slugs = [run("demo_tournament", players=8, rounds=1, seed=seed).split()[-1] for seed in (4, 4, 5)]
    people = [list(Tournament.objects.get(slug=slug).entries.values_list("name", "club")) for slug in slugs]
    hands = [
        [
            (hand.table.number, hand.record)
            for hand in Hand.objects.filter(table__round__tournament__slug=slug)
            .select_related("table")
            .order_by("table__number", "sequence")
        ]
        for slug in slugs
    ]
    assert (people[0], hands[0]) == (people[1], hands[1])
    assert people[0] != people[2]


def test_first_account_organises_the_demo(db: None) -> None:
    account = factories.AccountFactory(username="poradatel")
    run("demo_tournament", stage="registration", players=0)
    assert Membership.objects.get(account=account).role == "organiser"


def test_failed_demo_leaves_nothing(db: None) -> None:
    with pytest.raises(CommandError):
        run("demo_tournament", stage="round", players=2)
    left = (
        Tournament.objects.count(),
        Account.objects.count(),
        Player.objects.count(),
        LogEntry.objects.count(),
    )
    assert left == (0, 0, 0, 0)
