"""One hand on one line of text: for logs, tests, audit trails and tables.

The grammar stands in docs/rules/notation.md. A line holds everything a hand record holds, and nothing twice::

    ABCD/D A:sedma* hra+ sedma-[BA] bid=2 C1@B> A+7=sedma.3
    ABC/C A:sto points=60/40/20
    ABCD/D misdeal=1

Players are named by the letter of their seat, A to D, whatever their names are.
"""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from rules.checking import parse_hand
from rules.contracts import CONTRACT_NAMES
from rules.errors import InvalidJson, InvalidNotation
from rules.offences import ARTICLES
from rules.reading import load_json
from rules.records import Claim, Hand, Offence, PartPlay
from rules.rulebook import DEFAULT, Rulebook
from rules.shown import shown

SEATS: Final = "ABCD"

# A name or row that needs no quotes: letters, digits and what cannot be taken for anything of the grammar.
_BARE: Final = re.compile(r"[\w.'-]+")
_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_TOKEN: Final = re.compile(rf'(?:{_QUOTED}|[^\s"])+')
_NAME: Final = re.compile(rf"({_QUOTED}|[\w.'-]+)(,|$)")

# Fields that are only true or absent, and how they are written.
_FLAGS: Final = {
    "foreign": "foreign_suits_flek",
    "helpers": "four_helpers_against",
    "playable": "theoretically_playable",
}
_SIGNS: Final = {"+": True, "-": False}


def format_hand(hand: Hand) -> str:
    """The line of a hand; `parse` of it gives the same hand.

    >>> from rules.checking import parse_hand
    >>> format_hand(parse_hand({"players": ["Eva", "Jan", "Ota"], "dealer": "Ota", "declarer": "Eva",
    ...                         "contract": "sto", "outcome": {"sto": {"made": True, "steps": 2}}}))
    'Eva,Jan,Ota/C A:sto sto+2'
    """
    seats = dict(zip(hand.players, SEATS, strict=False))
    words = [f"{_players(hand.players)}/{seats[hand.dealer]}", _what(hand, seats)]
    words += filter(None, (_part(play, hand, seats) for play in hand.parts))
    if hand.points is not None:
        cards, declarer, defence = hand.points
        words.append(f"points={cards}/{_numbers(declarer)}/{_numbers(defence)}")
    elif hand.quiet_sto is not None:
        words.append(f"quiet_sto={hand.quiet_sto.side}{hand.quiet_sto.steps}")
    if hand.quiet_sedma is not None:
        words.append(f"quiet_sedma={hand.quiet_sedma.side}{_sign(hand.quiet_sedma.won)}")
    words += [f"{name}={value}" for name, value in (("bid", hand.bid), ("trumps", hand.trumps)) if value]
    words += [flag for flag, field in _FLAGS.items() if getattr(hand, field)]
    words += [_offence(offence, seats) for offence in hand.renonce]
    words += [_claim(claim, seats) for claim in hand.premium]
    rulebook = hand.rulebook.to_json()
    if rulebook != DEFAULT:
        words.append(f"rules={rulebook if isinstance(rulebook, str) else _compact(rulebook)}")
    return " ".join(words)


def parse(line: str, *, rulebook: Rulebook | None = None) -> Hand:
    """The hand of a line; `rulebook` as in `parse_hand`.

    Raises InvalidNotation where the line does not follow the grammar, InvalidHand where what it says is no
    valid hand.

    >>> parse("ABC/C A:betl betl-[BA]").parts[0].fleks
    ('B', 'A')
    """
    return parse_hand(to_record(line), rulebook=rulebook)


def to_record(line: str) -> dict[str, Any]:
    """The hand record of a line, not yet checked. Raises InvalidNotation.

    >>> to_record("ABC/C misdeal=2")
    {'players': ['A', 'B', 'C'], 'dealer': 'C', 'kind': 'misdeal', 'prior_misdeals': 2}
    """
    words = words_of(line)
    if len(words) < 2:
        raise InvalidNotation("Zápis hry začíná stolem a závazkem, třeba „ABCD/D A:sedma hra+ sedma+“.")
    record = _table(words[0])
    seats = dict(zip(SEATS, record["players"], strict=False))
    _read_what(words[1], record, seats)
    for word in words[2:]:
        _read_word(word, record, seats)
    return record


def words_of(line: str) -> list[str]:
    """The words of a line; blanks inside quotes part nothing. Raises InvalidNotation.

    >>> words_of('A+7="bez esa" C1@B')
    ['A+7="bez esa"', 'C1@B']
    """
    if _TOKEN.sub("", line).strip():
        raise InvalidNotation("Zápis hry má neuzavřené uvozovky.")
    return _TOKEN.findall(line)


def _players(names: Sequence[str]) -> str:
    letters = SEATS[: len(names)]
    return letters if "".join(names) == letters else ",".join(_quoted(name) for name in names)


def _quoted(text: str) -> str:
    if _BARE.fullmatch(text):
        return text
    # Whatever would break the line or not show is written as an escape.
    return json.dumps(text, ensure_ascii=not text.isprintable())


def _what(hand: Hand, seats: dict[str, str]) -> str:
    who = f"{seats[hand.declarer]}:" if hand.declarer is not None else ""
    if hand.kind == "hand":
        return f"{who}{hand.contract}{'*' if hand.red else ''}"
    count = f"={hand.prior_misdeals}" if hand.prior_misdeals else ""
    return f"{who}{hand.kind}{count}"


def _part(play: PartPlay, hand: Hand, seats: dict[str, str]) -> str:
    """A part: result, fleks, ložená or minus points; nothing when there is nothing to say."""
    said = ""
    computed = hand.points is not None and play.part in ("hra", "sto")
    if play.won is not None and not computed:
        said = _sign(play.won) + (str(play.steps) if play.part == "sto" else "")
    if play.fleks:
        said += f"[{''.join(seats[player] for player in play.fleks)}]"
    said += "!" if play.lozena else "~" if play.minus else ""
    return play.part + said if said else ""


def _offence(offence: Offence, seats: dict[str, str]) -> str:
    referee = f"{offence.pausal}{'x' if offence.lost else ''}" if offence.article == "REF" else ""
    article = f"REF:{referee}" if referee else offence.article
    return f"{article}@{seats[offence.by]}{'>' if offence.playout else ''}"


def _claim(claim: Claim, seats: dict[str, str]) -> str:
    row = "" if claim.row is None else f"={_quoted(claim.row)}" if claim.row else '=""'
    return f"{seats[claim.to]}{claim.points:+}{row}"


def _sign(won: bool) -> str:
    return "+" if won else "-"


def _numbers(values: Sequence[int]) -> str:
    return ",".join(str(value) for value in values)


def _compact(value: object) -> str:
    # No blanks outside the strings, so that the words of a line still part at blanks.
    return json.dumps(value, separators=(",", ":"))


def _table(word: str) -> dict[str, Any]:
    names, slash, dealer = word.rpartition("/")
    players = list(names) if names in ("ABC", "ABCD") else _names(names)
    if not slash or len(players) not in (3, 4) or len(dealer) != 1 or dealer not in SEATS[: len(players)]:
        text = (
            f"Stůl se zapisuje jako „ABCD/D“ nebo „Eva,Jan,Ota/C“, za lomítkem rozdávající; ne {shown(word)}."
        )
        raise InvalidNotation(text)
    return {"players": players, "dealer": players[SEATS.index(dealer)]}


def _names(text: str) -> list[str]:
    names = []
    place = 0
    while place < len(text):
        match = _NAME.match(text, place)
        if match is None:
            return []
        names.append(_unquoted(match[1]))
        place = match.end()
    return names if not text.endswith(",") else []


def _unquoted(text: str) -> str:
    if not text.startswith('"'):
        return text
    return str(_json(text))


def _json(text: str) -> object:
    try:
        return load_json(text)
    except InvalidJson as error:
        raise InvalidNotation(
            f"V zápisu hry je chybná hodnota v uvozovkách nebo závorkách: {error}"
        ) from None


def _seat(letter: str, seats: dict[str, str]) -> str:
    if letter not in seats:
        raise InvalidNotation(f"Místo {shown(letter)} u stolu není; místa jsou {', '.join(seats)}.")
    return seats[letter]


_WHAT: Final = re.compile(
    rf"(?:(?P<declarer>[A-D]):)?(?:(?P<contract>{'|'.join(CONTRACT_NAMES)})(?P<red>\*?)"
    r"|(?P<kind>omyl|misdeal|renonc)(?:=(?P<count>\d{1,18}))?)",
    re.ASCII,
)


def _read_what(word: str, record: dict[str, Any], seats: dict[str, str]) -> None:
    match = _WHAT.fullmatch(word)
    if match is None or (match["count"] and match["kind"] != "misdeal"):
        text = f"Očekávám závazek jako „A:sedma*“, „A:omyl“, „misdeal=1“ nebo „renonc“, ne {shown(word)}."
        raise InvalidNotation(text)
    if match["kind"]:
        record["kind"] = match["kind"]
    if match["count"]:
        record["prior_misdeals"] = int(match["count"])
    if match["declarer"]:
        record["declarer"] = _seat(match["declarer"], seats)
    if match["contract"]:
        record["contract"] = match["contract"]
    if match["red"]:
        record["red"] = True


def _read_part(match: re.Match[str], record: dict[str, Any], seats: dict[str, str]) -> None:
    part = match["part"]
    if match["sign"]:
        won = _SIGNS[match["sign"]]
        result: object = "won" if won else "lost"
        if part == "sto":
            result = {"made": won, "steps": int(match["steps"] or 1)}
        _once(record.setdefault("outcome", {}), part, result)
    if match["fleks"]:
        _once(record.setdefault("fleks", {}), part, [_seat(letter, seats) for letter in match["fleks"]])
    if match["mark"]:
        record.setdefault("lozena" if match["mark"] == "!" else "minus_parts", []).append(part)


def _read_points(match: re.Match[str], record: dict[str, Any], seats: dict[str, str]) -> None:
    declarer, defence = ([int(n) for n in match[side].split(",") if n] for side in ("declarer", "defence"))
    points = {
        "declarer_cards": int(match["cards"]),
        "declarer_marriages": declarer,
        "defence_marriages": defence,
    }
    _once(record, "points", points)


def _read_quiet_sto(match: re.Match[str], record: dict[str, Any], seats: dict[str, str]) -> None:
    result = {"side": match["side"], "steps": int(match["steps"])}
    _once(record.setdefault("outcome", {}), "quiet_sto", result)


def _read_quiet_sedma(match: re.Match[str], record: dict[str, Any], seats: dict[str, str]) -> None:
    result = {"side": match["side"], "won": _SIGNS[match["sign"]]}
    _once(record.setdefault("outcome", {}), "quiet_sedma", result)


def _read_number(match: re.Match[str], record: dict[str, Any], seats: dict[str, str]) -> None:
    _once(record, match["name"], int(match["number"]))


def _read_flag(match: re.Match[str], record: dict[str, Any], seats: dict[str, str]) -> None:
    _once(record, _FLAGS[match["flag"]], True)


def _read_offence(match: re.Match[str], record: dict[str, Any], seats: dict[str, str]) -> None:
    article = "REF" if match["pausal"] else match["article"]
    offence: dict[str, Any] = {"by": _seat(match["by"], seats), "article": article}
    if match["playout"]:
        offence["playout"] = True
    if match["pausal"]:
        offence |= {"pausal": int(match["pausal"]), "lost": bool(match["lost"])}
    record.setdefault("renonce", []).append(offence)


def _read_claim(match: re.Match[str], record: dict[str, Any], seats: dict[str, str]) -> None:
    claim: dict[str, Any] = {"to": _seat(match["to"], seats), "points": int(match["points"])}
    if match["row"]:
        claim["row"] = _unquoted(match["row"])
    record.setdefault("premium", []).append(claim)


def _read_rules(match: re.Match[str], record: dict[str, Any], seats: dict[str, str]) -> None:
    value = match["value"]
    _once(record, "rulebook", _json(value) if value.startswith("{") else value)


Reader = Callable[[re.Match[str], dict[str, Any], dict[str, str]], None]

# Numbers are as long as any the records hold; nothing longer is worth reading.
_PATTERNS: Final[tuple[tuple[str, Reader], ...]] = (
    (
        r"(?P<part>hra|sedma|sto|betl|durch|dve_sedmy)"
        r"(?:(?P<sign>[+-])(?P<steps>(?<=sto.)\d{1,6})?)?(?:\[(?P<fleks>[A-D]+)\])?(?P<mark>[!~])?",
        _read_part,
    ),
    (r"points=(?P<cards>\d{1,3})/(?P<declarer>[\d,]{0,30})/(?P<defence>[\d,]{0,30})", _read_points),
    (r"quiet_sto=(?P<side>declarer|defence)(?P<steps>\d{1,6})", _read_quiet_sto),
    (r"quiet_sedma=(?P<side>declarer|defence)(?P<sign>[+-])", _read_quiet_sedma),
    (r"(?P<name>bid|trumps)=(?P<number>\d{1,6})", _read_number),
    (rf"(?P<flag>{'|'.join(_FLAGS)})", _read_flag),
    (
        rf"(?P<article>{'|'.join(a for a in ARTICLES if a != 'REF')}|REF:(?P<pausal>[0-2])(?P<lost>x?))"
        r"@(?P<by>[A-D])(?P<playout>>?)",
        _read_offence,
    ),
    (rf"(?P<to>[A-D])(?P<points>[+-]\d{{1,6}})(?:=(?P<row>{_QUOTED}|[^\s\"]+))?", _read_claim),
    (r"rules=(?P<value>.+)", _read_rules),
)
_READERS: Final = tuple((re.compile(pattern, re.DOTALL), reader) for pattern, reader in _PATTERNS)


def _read_word(word: str, record: dict[str, Any], seats: dict[str, str]) -> None:
    for pattern, reader in _READERS:
        match = pattern.fullmatch(word)
        if match is not None:
            reader(match, record, seats)
            return
    raise InvalidNotation(f"V zápisu hry nerozumím slovu {shown(word)}.")


def _once(record: dict[str, Any], name: str, value: object) -> None:
    if name in record:
        raise InvalidNotation(f"V zápisu hry je údaj {name} dvakrát.")
    record[name] = value
