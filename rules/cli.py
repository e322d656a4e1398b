"""Commands that read records as JSON and write what follows from them; sentences to people are Czech.

Input is one object, an array, or one object a line; output has the same shape. A record with problems gives
an error record and stops none of the others; the exit status is then 1.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO, Final

from rules.auction import parse_auction
from rules.checking import parse_hand
from rules.errors import InvalidInput, InvalidJson, InvalidMoney, Problem, RulesError
from rules.explain import explain_settlement
from rules.lines import encode
from rules.money import to_crowns
from rules.reading import load_json
from rules.rulebook import Rulebook, find_rulebook, load_rulebook
from rules.settlement import settle
from rules.shown import encodable, shown

# From the value of a record to the JSON text of its result.
Convert = Callable[[object], str]

HELP: Final = """Použití: python -m rules PŘÍKAZ [SOUBOR]

  settle [SOUBOR]        zúčtuje zápisy her (JSON, pole, nebo jeden zápis na řádek)
  explain [SOUBOR]       totéž větami pro člověka; s --en anglicky
  round [SOUBOR]         zaokrouhlí výsledky v haléřích na celé koruny
  auction [SOUBOR]       přehraje licitaci
  rulebook NÁZEV         vypíše pravidla podle názvu nebo ze souboru TOML

Bez souboru se čte standardní vstup."""

# Beyond this an amount is no result of any tournament, and could not be stored or written out.
HIGHEST_AMOUNT: Final = 10**15

# Records written at a time.
PORTION: Final = 500


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status.

    >>> main(["rulebook", "nic"])
    1
    """
    command, *rest = arguments or [""]
    try:
        if command in ("", "-h", "--help", "help") or rest in (["-h"], ["--help"]):
            _write(HELP + "\n")
            return 0
        if command == "rulebook":
            return _rulebook(rest)
        if command in CONVERTERS:
            return _records(CONVERTERS[command], _only_file(rest))
        if command == "explain":
            return _explain(rest)
        raise RulesError(f"Příkaz {shown(command)} neznám; na výběr jsou {', '.join(COMMANDS)}.")
    except RulesError as error:
        print(str(error), file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Whoever read the output has seen enough; nothing may be flushed to it at exit any more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def settled(record: object) -> str:
    """The settlement of one record (docs/rules/hand-record.md).

    >>> settled({"players": ["A", "B", "C"], "dealer": "C", "kind": "misdeal"})[:75]
    '{"format": "licitovany-settlement/1", "money": {"A": 0, "B": 0, "C": 0}, "p'
    """
    return settle(parse_hand(record)).to_json_text()


def rounded(record: object) -> str:
    """Whole crowns of one object of results in haléře.

    >>> rounded({"A": 150, "B": -150})
    '{"A": 2, "B": -2}'
    """
    problems = list(_money_problems(record))
    if problems:
        raise InvalidMoney(problems)
    assert isinstance(record, dict)
    return encode(to_crowns(record))


def _money_problems(record: object) -> Iterator[Problem]:
    if not isinstance(record, dict) or not record:
        given = "prázdný objekt" if record == {} else shown(record)
        text = f"Očekávám objekt s výsledky hráčů v haléřích, dostal jsem {given}."
        yield Problem("", "wrong_type", text)
        return
    for player, amount in record.items():
        if not encodable(player):
            yield Problem("", "player_name", f"Jméno {shown(player)} obsahuje neplatný znak.")
        elif type(amount) is not int or abs(amount) > HIGHEST_AMOUNT:
            yield Problem(player, "wrong_type", f"Výsledek je celé číslo v haléřích, ne {shown(amount)}.")


def auctioned(record: object) -> str:
    """Winner and rung of one auction, or whose turn it is.

    >>> auctioned({"players": ["F", "P", "Z"], "calls": []})
    '{"winner": null, "bid": null, "to_call": "Z"}'
    """
    return encode(parse_auction(record).to_json())


CONVERTERS: Final[dict[str, Convert]] = {"settle": settled, "round": rounded, "auction": auctioned}
COMMANDS: Final = ("settle", "explain", "round", "auction", "rulebook")


def error_record(error: RulesError) -> dict[str, Any]:
    """An invalid record as JSON: the first problem, and all of them where there are several.

    >>> error_record(InvalidJson("Text není platný JSON."))
    {'error': {'code': 'not_json', 'path': '', 'message': 'Text není platný JSON.'}}
    """
    if not isinstance(error, InvalidInput):
        return {"error": {"code": error.code, "path": "", "message": str(error)}}
    problems = [{"code": p.code, "path": p.path, "message": p.text} for p in error.problems]
    return {"error": problems[0]} | ({"problems": problems} if len(problems) > 1 else {})


def _only_file(arguments: Sequence[str]) -> str | None:
    if len(arguments) > 1:
        raise RulesError(f"Čekám nejvýš jeden soubor, dostal jsem jich {len(arguments)}.")
    return arguments[0] if arguments else None


def _read(path: str | None) -> bytes:
    if path is None:
        if sys.stdin is None:
            raise RulesError("Standardní vstup je zavřený; napište jméno souboru se záznamy.")
        stdin: BinaryIO = sys.stdin.buffer
        return stdin.read()
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError):
        raise RulesError(f"Soubor {shown(path)} nejde přečíst.") from None


def _write(text: str) -> None:
    # Always UTF-8, whatever the locale; only a terminal gets what it can show.
    data = text.encode("utf-8", "backslashreplace")
    if sys.stdout.isatty():
        sys.stdout.write(data.decode("utf-8"))
    else:
        sys.stdout.buffer.write(data)
    sys.stdout.flush()


def _records(convert: Convert, path: str | None) -> int:
    """Convert every record and write the results in the shape of the input."""
    shape, read, items = split_records(_read(path))
    start, between, end = ("[", ", ", "]\n") if shape == "array" else ("", "\n", "\n" if items else "")
    # Results leave as texts and in portions: thousands of small objects kept would slow down the rest.
    texts: list[str] = []
    failed = False
    _write(start)
    for n, item in enumerate(items, 1):
        try:
            texts.append(convert(read(item)))
        except RulesError as error:
            failed = True
            texts.append(encode(error_record(error)))
        if len(texts) == PORTION and n < len(items):
            _write(between.join(texts) + between)
            texts.clear()
    _write(between.join(texts) + end)
    return int(failed)


def split_records(data: bytes) -> tuple[str, Callable[[Any], object], Sequence[Any]]:
    """Tell an array from single records: the shape, how an item becomes a value, and the items.

    Lines are read one by one, so that a line that is no JSON spoils only its own record.

    >>> shape, read, items = split_records(b'[{"A": 1}, 2]')
    >>> shape, [read(item) for item in items]
    ('array', [{'A': 1}, 2])
    >>> split_records(b'{"A": 1}\\n\\nno JSON\\n')[2]
    [b'{"A": 1}', b'no JSON']
    """
    lines = [line for line in data.removeprefix(b"\xef\xbb\xbf").split(b"\n") if line.strip()]
    first = _loaded(lines[0]) if lines else None
    if first is None and len(lines) > 1 and _one_document(lines):
        # Written over several lines: the text as a whole is the record, or an array of them.
        first = _loaded(data)
        lines = [data]
    if len(lines) == 1 and isinstance(first, list):
        return "array", lambda value: value, first
    return "records", load_json, lines


def _loaded(text: bytes) -> object:
    try:
        return load_json(text)
    except InvalidJson:
        return None


def _one_document(lines: Sequence[bytes]) -> bool:
    """Whether lines that do not begin with a whole record look like one document, not one record each."""
    start = lines[0].lstrip()
    if start[:1] == b"[":
        return True
    records = sum(line[:1] == b"{" for line in lines)
    return start[:1] == b"{" and records == 1 and not start.rstrip().endswith(b"}")


def _explain(arguments: Sequence[str]) -> int:
    """Print the sentences of every settlement, records separated by an empty line."""
    english = "--en" in arguments
    path = _only_file([argument for argument in arguments if argument != "--en"])
    _, read, items = split_records(_read(path))
    texts = []
    failed = False
    for item in items:
        try:
            texts.append(explain_settlement(parse_hand(read(item)), english=english))
        except RulesError as error:
            failed = True
            problems = (
                error.problems if isinstance(error, InvalidInput) else [Problem("", error.code, str(error))]
            )
            texts.append("".join(f"{p.path}: {p.text}\n" if p.path else f"{p.text}\n" for p in problems))
    _write("\n".join(texts))
    return int(failed)


def _rulebook(arguments: Sequence[str]) -> int:
    """Print a rulebook, every field as JSON; the rates are haléře."""
    if len(arguments) != 1:
        raise RulesError("Čekám název pravidel, třeba „csm“, nebo soubor TOML.")
    name = arguments[0]
    book: Rulebook
    try:
        book = load_rulebook(name) if name.endswith(".toml") else find_rulebook(name)
    except (OSError, ValueError) as error:
        if isinstance(error, RulesError):
            raise
        raise RulesError(f"Soubor {shown(name)} nejde přečíst.") from None
    _write(json.dumps(book.fields(), ensure_ascii=False, indent=2) + "\n")
    return 0
