"""The command line: shapes of input and output, exit status, and never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rules import cli, parse_hand, settle
from tests.rules.records import four

PROJECT = Path(__file__).resolve().parents[2]


class Done(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def run(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Any:
    """Run a command on bytes given as a file."""

    def run_command(command: str, data: bytes) -> Done:
        path = tmp_path / "input"
        path.write_bytes(data)
        status = cli.main([command, str(path)])
        out, err = capfdbinary.readouterr()
        return Done(status, out.decode(), err.decode())

    return run_command


BETL = {
    "players": ["A", "B", "C"],
    "dealer": "C",
    "declarer": "A",
    "contract": "betl",
    "outcome": {"betl": "won"},
}
BETL_MONEY = {"A": 600, "B": -300, "C": -300}
PRETTY = json.dumps(BETL, indent=2).encode()
LINE = json.dumps(BETL).encode()


def outcome(result: Any) -> Any:
    return result.get("error", {}).get("code") or result["money"]


class Shape(NamedTuple):
    id: str
    data: bytes
    results: list[Any]
    status: int


NO_JSON = "not_json"
SHAPES = [
    Shape("nothing", b"", [], 0),
    Shape("blank lines", b"\n \n", [], 0),
    Shape("one object", LINE, [BETL_MONEY], 0),
    Shape("one object over several lines", PRETTY, [BETL_MONEY], 0),
    Shape("lines", LINE + b"\n" + LINE + b"\n", [BETL_MONEY, BETL_MONEY], 0),
    Shape("lines of Windows", LINE + b"\r\n" + LINE + b"\r\n", [BETL_MONEY, BETL_MONEY], 0),
    Shape("lines with a BOM", b"\xef\xbb\xbf" + LINE + b"\n\n" + LINE, [BETL_MONEY, BETL_MONEY], 0),
    Shape("object with a BOM", b"\xef\xbb\xbf" + PRETTY, [BETL_MONEY], 0),
    Shape("a line that is no JSON", LINE + b"\nhello\n" + LINE, [BETL_MONEY, NO_JSON, BETL_MONEY], 1),
    Shape("first line broken", b'{"players": [\n' + LINE, [NO_JSON, BETL_MONEY], 1),
    Shape("first line no JSON", b"hello\n" + LINE, [NO_JSON, BETL_MONEY], 1),
    Shape("every line broken", b'{"a": 1,}\n{"b": 2,}', [NO_JSON, NO_JSON], 1),
    Shape("one broken object over several lines", PRETTY.replace(b"A", b'"', 1), [NO_JSON], 1),
    Shape("a line that is no object", b"[1]\n7\n" + LINE, ["wrong_type", "wrong_type", BETL_MONEY], 1),
    Shape("a record with problems", b"{}\n" + LINE, ["missing_field", BETL_MONEY], 1),
    Shape(
        "not UTF-8",
        LINE + b"\n" + '{"players": "ř"}'.encode("cp1250") + b"\n" + LINE,
        [BETL_MONEY, NO_JSON, BETL_MONEY],
        1,
    ),
    Shape("UTF-16", LINE.decode().encode("utf-16"), [NO_JSON], 1),
    Shape("binary", bytes(range(256)).replace(b"\n", b""), [NO_JSON], 1),
    Shape("a name twice", b'{"players": [], "players": []}', [NO_JSON], 1),
    Shape("NaN", b'{"bid": NaN}', [NO_JSON], 1),
    Shape("infinity", b'{"bid": -Infinity}', [NO_JSON], 1),
    Shape("a number of 5000 digits", b'{"bid": ' + b"9" * 5000 + b"}", [NO_JSON], 1),
    Shape("a number of 4000 digits", b'{"bid": ' + b"9" * 4000 + b"}", ["missing_field"], 1),
    Shape("deep nesting", b"[" * 100_000, [NO_JSON], 1),
    Shape("deep nesting, closed", b'{"bid":' + b"[" * 50_000 + b"]" * 50_000 + b"}", [NO_JSON], 1),
    Shape("lone surrogate as a name", b'{"players": ["\\ud800", "B", "C"]}', ["player_name"], 1),
    Shape("lone surrogate as a field", b'{"\\ud800": 1}', ["unknown_field"], 1),
]


@pytest.mark.parametrize("case", SHAPES, ids=lambda case: case.id)
def test_records(case: Shape, run: Any) -> None:
    done = run("settle", case.data)
    assert [outcome(line) for line in done.lines] == case.results
    assert (done.status, done.err) == (case.status, "")


def test_array(run: Any) -> None:
    done = run("settle", json.dumps([BETL, {}, "text"], indent=1).encode())
    [results] = done.lines
    assert [outcome(result) for result in results] == [BETL_MONEY, "missing_field", "wrong_type"]
    assert done.status == 1


def test_empty_array(run: Any) -> None:
    assert run("settle", b"[]") == Done(0, "[]\n", "")


def test_settlement_record(run: Any) -> None:
    record = four(fleks={"hra": ["B", "A"]}, lozena=["hra"], premium=[{"to": "A", "points": 7}])
    [result] = run("settle", json.dumps(record).encode()).lines
    assert result == {
        "format": "licitovany-settlement/1",
        "money": {"A": 360, "B": -280, "C": -40, "D": -40},
        "premium": {"A": 0, "B": 0, "C": 0, "D": 0},
        "limited": False,
        "lines": [
            {
                "part": "hra",
                "won": True,
                "rate": 20,
                "red": False,
                "fleks": 2,
                "steps": 1,
                "value": 80,
                "article": "B/17",
                "text": "Hra vyhraná: 0,20\xa0Kč × 4 (re) = 0,80\xa0Kč – flek na loženou hru "
                "(B/17, B/16); B platí za všechny tři 3 × 0,80\xa0Kč = 2,40\xa0Kč (dostává A).",
            },
            {
                "part": "sedma",
                "won": True,
                "rate": 40,
                "red": False,
                "fleks": 0,
                "steps": 1,
                "value": 40,
                "article": "A",
                "text": "Sedma vyhraná: 0,40\xa0Kč – podle sazebníku; "
                "A dostává po 0,40\xa0Kč (platí B, C a D).",
            },
        ],
        "refused": [{"to": "A", "points": 7, "article": "B/17"}],
    }


def test_error_record(run: Any) -> None:
    [several] = run("settle", b'{"x": 1}').lines
    assert list(several) == ["error", "problems"]
    assert several["error"] == several["problems"][0]
    assert several["error"] == {
        "code": "unknown_field",
        "path": "x",
        "message": "Pole „x“ do zápisu nepatří.",
    }
    flek = run("settle", json.dumps(four(fleks={"hra": ["B", "C"]})).encode()).lines
    assert flek == [
        {
            "error": {
                "code": "flek_out_of_turn",
                "path": "fleks.hra[1]",
                "message": "2. flek na závazek hra dává aktér, ne „C“.",
            }
        }
    ]


def test_surrogates_stay_valid_json(run: Any) -> None:
    done = run("settle", b'{"\\ud800x": 1}')
    assert done.lines[0]["error"]["path"] == "\\ud800x"


@pytest.mark.parametrize(
    ("data", "results"),
    [
        (b'{"A": 1234, "B": -560, "C": -1001, "D": 327}', [{"A": 12, "B": -5, "C": -10, "D": 3}]),
        (b'{"A": 50, "B": -50}\n{"A": 0}', [{"A": 1, "B": -1}, {"A": 0}]),
        (b'{"error": 50, "B": -50}', [{"error": 1, "B": -1}]),
    ],
)
def test_round(data: bytes, results: list[Any], run: Any) -> None:
    done = run("round", data)
    assert (done.lines, done.status) == (results, 0)


@pytest.mark.parametrize(
    ("data", "code", "path"),
    [
        (b'{"A": 1, "B": 1}', "sum_not_zero", ""),
        (b'{"A": 1.0, "B": -1.0}', "wrong_type", "A"),
        (b'{"A": true, "B": -1}', "wrong_type", "A"),
        (b'{"A": 0, "B": null}', "wrong_type", "B"),
        (b'{"A": 1' + b"0" * 4000 + b', "B": 0}', "wrong_type", "A"),
        (b"{}", "wrong_type", ""),
        (b"7", "wrong_type", ""),
        (b'{"\\udfff": 0}', "player_name", ""),
        (b"x", "not_json", ""),
    ],
)
def test_round_refuses(data: bytes, code: str, path: str, run: Any) -> None:
    done = run("round", data)
    error = done.lines[0]["error"]
    assert (error["code"], error["path"], done.status) == (code, path, 1)


def test_round_says_every_problem(run: Any) -> None:
    [result] = run("round", b'{"A": "1", "B": 1.5, "C": 0}').lines
    assert [problem["path"] for problem in result["problems"]] == ["A", "B"]


def test_explain(run: Any) -> None:
    done = run("explain", LINE + b"\n{}\nhello")
    assert done.out.replace("\xa0", " ") == (
        "Betl, aktér A.\n"
        "Betl vyhraný: 3,00 Kč – podle sazebníku; A dostává po 3,00 Kč (platí B a C).\n"
        "Výsledek: A +6,00 Kč; B −3,00 Kč; C −3,00 Kč.\n"
        "\n"
        "players: Chybí seznam hráčů u stolu.\n"
        "dealer: Chybí rozdávající.\n"
        "declarer: Chybí aktér.\n"
        "contract: Chybí ohlášený závazek.\n"
        "\n"
        "Text není platný JSON (znak 1).\n"
    )
    assert done.status == 1


def test_rulebook(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert cli.main(["rulebook", "pub"]) == 0
    book = json.loads(capfdbinary.readouterr().out)
    assert (book["id"], book["sedma"], book["nobody_bids"], book["ladder"][5]) == (
        "pub",
        40,
        "hra",
        ["sto red"],
    )


def test_rulebook_of_a_file(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = tmp_path / "own.toml"
    path.write_text('base = "csm"\nbase_rate = 50\nladder = "pub"\n')
    assert cli.main(["rulebook", str(path)]) == 0
    book = json.loads(capfdbinary.readouterr().out)
    assert (book["durch"], len(book["ladder"])) == (1500, 12)


REFUSED = [
    (["bid"], "Příkaz „bid“ neznám; na výběr jsou settle, explain, round, auction, rulebook."),
    (["settle", "/no/such/file"], "Soubor „/no/such/file“ nejde přečíst."),
    (["settle", "a\x00b"], "Soubor „a\\x00b“ nejde přečíst."),
    (["settle", "a", "b"], "Čekám nejvýš jeden soubor, dostal jsem jich 2."),
    (["rulebook"], "Čekám název pravidel, třeba „csm“, nebo soubor TOML."),
    (["rulebook", "x"], "Pravidla „x“ neznám; na výběr jsou csm, online, pub, traditional."),
    (["rulebook", "/no/such.toml"], "Soubor „/no/such.toml“ nejde přečíst."),
]


@pytest.mark.parametrize(
    ("arguments", "sentence"), REFUSED, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_refused(arguments: list[str], sentence: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert cli.main(arguments) == 1
    out, err = capfdbinary.readouterr()
    assert (out, err.decode()) == (b"", sentence + "\n")


@pytest.mark.parametrize("arguments", [[], ["--help"], ["help"]])
def test_help(arguments: list[str], capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert cli.main(arguments) == 0
    assert "python -m rules PŘÍKAZ" in capfdbinary.readouterr().out.decode()


def test_as_a_program_without_any_locale() -> None:
    """Standard input to standard output, Czech letters whatever the locale says."""
    done = subprocess.run(
        [sys.executable, "-m", "rules", "settle"],
        input=json.dumps(BETL | {"players": ["Ž", "B", "C"], "declarer": "Ž"}, ensure_ascii=False).encode(),
        capture_output=True,
        cwd=PROJECT,
        env={key: value for key, value in os.environ.items() if key != "PYTHONUTF8"}
        | {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert json.loads(done.stdout)["money"] == {"Ž": 600, "B": -300, "C": -300}
    assert done.stderr == b""


def test_reader_that_goes_away() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "rules", "settle"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=PROJECT,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write((LINE + b"\n") * 5000)
    process.stdin.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert (process.wait(), errors) == (1, b"")


SMALL_THINGS = {
    "a broken line of many is not called the first": (
        ["settle"],
        '{"players": ["A", "B", "C"], "dealer": "A", "kind": "misdeal"}\n{bad\n',
        "Text není platný JSON (znak 2).",
    ),
    "nothing to round": (["round"], "{}", "dostal jsem prázdný objekt."),
    "help of a command": (["settle", "--help"], "", "Použití: python -m rules"),
}


@pytest.mark.parametrize(("arguments", "given", "said"), SMALL_THINGS.values(), ids=SMALL_THINGS)
def test_small_things(arguments: list[str], given: str, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rules", *arguments], input=given, capture_output=True, text=True, check=False
    )
    assert said in done.stdout
    assert done.stderr == ""


def test_playout_lost_by_the_declarer_says_whom_he_pays() -> None:
    """D2: the declarer pays everybody his own, only a defender pays for all."""
    hand = parse_hand(
        {
            "players": list("ABCD"),
            "dealer": "D",
            "declarer": "A",
            "contract": "betl",
            "renonce": [{"by": "A", "article": "C1", "playout": True}],
            "outcome": {"betl": "lost"},
        }
    )
    text = settle(hand).lines[0].text
    assert "v dohrávce po renoncu aktéra (A)" in text
    assert "za všechny" not in text
