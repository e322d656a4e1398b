"""One hand in a few keys, as somebody types a pile of sheets: no key of it needs Shift on a Czech keyboard.

The grammar stands in docs/rules/shorthand.md. A short line is the beginning of a line of `rules.notation`:
`expand` writes it out in full, `shorten` takes a hand back to it::

    bs++             B hraje sedmu, uhrál hru i sedmu
    asč+-ca 7        A hraje sedmu červenou, sedmu prohrál s re (flek dal C, re A), dostane 7 PB
    ct+120d          C hraje sto, má 120, flek dal D
"""

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from rules.contracts import CONTRACT_NAMES, PART_NAMES, Contract
from rules.errors import InvalidNotation
from rules.language import CZECH
from rules.notation import SEATS, format_hand, words_of
from rules.parts import HUNDRED
from rules.records import Hand, PartPlay
from rules.rulebook import Rulebook
from rules.shown import shown

_CONTRACTS: Final[dict[str, Contract]] = {
    "h": "hra",
    "s": "sedma",
    "7": "sedma",
    "t": "sto",
    "100": "sto",
    "ts": "sto_sedma",
    "107": "sto_sedma",
    "b": "betl",
    "d": "durch",
    "ss": "dve_sedmy",
    "77": "dve_sedmy",
    "sst": "dve_sedmy_sto",
    "177": "dve_sedmy_sto",
}
_SHORT: Final = {contract: code for code, contract in reversed(_CONTRACTS.items())}
_KINDS: Final = {"o": "omyl", "x": "misdeal", "r": "renonc"}
_LETTERS: Final = {kind: letter for letter, kind in _KINDS.items()}

_HEAD: Final = re.compile(
    r"(?P<who>[a-d])?(?:(?P<kind>[oxr])(?P<count>\d{1,2})?"
    rf"|(?P<contract>{'|'.join(sorted(_CONTRACTS, key=len, reverse=True))})(?P<red>c?))"
)
_RESULT: Final = re.compile(
    r"\s*(?P<sign>[+.=-])(?P<points>\d{1,3})?(?:/(?P<against>\d{1,3}))?(?P<fleks>[a-d]*)(?P<mark>[lm]?)"
)
_MARKS: Final = {"": "", "l": "!", "m": "~"}
_SIDES: Final = {"": "declarer", "o": "defence"}
_IN_FULL: Final = re.compile(r"[A-Z]+\d*:?\w*@.*|\w+[=\[].*|foreign|helpers|playable")
_MINUSES: Final = "−–—‐‑‒"


def expand(line: str, *, players: str, dealer: str, rulebook: Rulebook) -> str:
    """The full line of a short one.

    `players` are the seats of the table (`ABC` or `ABCD`), `dealer` the seat whose turn it is to deal; a word
    of the line may name another. Raises InvalidNotation naming what cannot be read; whether the hand is a
    valid one is for `rules.notation.parse`.

    >>> from rules.rulebook import find_rulebook
    >>> expand("asc+-ca 7", players="ABCD", dealer="D", rulebook=find_rulebook("csm"))
    'ABCD/D A:sedma* hra+ sedma-[CA] A+7'
    """
    text = line.strip()
    plain = "".join(map(_plain, text))
    head = _HEAD.match(plain)
    if head is None:
        raise InvalidNotation(_no_head(text))
    what, words = _what(head, rulebook)
    place = head.end()
    who = (head["who"] or "").upper()
    if head["contract"]:
        parts = rulebook.parts_of(_CONTRACTS[head["contract"]])
        results, place = _results(plain, place, parts)
        words += results
    # No seat and no mark begins like a quiet result, so it may follow at once.
    attached = place > head.end() and plain[place : place + 1] in ("s", "o", "t")
    if plain[place : place + 1].strip() and not attached:
        raise InvalidNotation(_no_result(text[place:], head["contract"], rulebook))
    for word in words_of(text[place:]):
        dealer, full = _word(f"{who}+{word}" if who and word.isdecimal() else word, dealer, words)
        words += full
    return " ".join([f"{players}/{dealer}", what, *words])


def shorten(hand: Hand) -> str:
    """The short line of a hand; `expand` and `parse` of it give the same hand, with its dealer and rulebook.

    >>> from rules.notation import parse
    >>> shorten(parse("ABCD/D A:sto* sto-3[BA] quiet_sedma=defence- A+7"))
    'atč-70ba os- 7'
    """
    seats = dict(zip(hand.players, SEATS.lower(), strict=False))
    who = seats[hand.declarer] if hand.declarer is not None else ""
    if hand.contract is None:
        count = str(hand.prior_misdeals) if hand.prior_misdeals else ""
        head = f"{who}{_LETTERS[hand.kind]}{count}"
    else:
        results = [_result(play, hand, seats) for play in hand.parts]
        head = f"{who}{_SHORT[hand.contract]}{'č' if hand.red else ''}"
        head += "".join(results) if any(result != "." for result in results) else ""
    words = (_shortened(word, hand) for word in words_of(format_hand(hand))[2:])
    return " ".join([head, *filter(None, words)])


def _plain(letter: str) -> str:
    """A letter without its mark and small, any minus as the plain one; one character, so that places stay."""
    base = "-" if letter in _MINUSES else unicodedata.normalize("NFD", letter)[0]
    small = base.lower()
    return small if len(small) == 1 else base


def _what(head: re.Match[str], rulebook: Rulebook) -> tuple[str, list[str]]:
    """The word that says what was played, and those that follow from it."""
    who = f"{head['who'].upper()}:" if head["who"] else ""
    if head["contract"]:
        if not who:
            text = f"Napište napřed, kdo hraje, třeba „a{head[0]}“."
            raise InvalidNotation(text)
        return f"{who}{_CONTRACTS[head['contract']]}{'*' if head['red'] else ''}", []
    kind = _KINDS[head["kind"]]
    if kind == "omyl":
        rung = rulebook.rung_of("sedma", False)
        return f"{who}omyl", [f"bid={rung}"] if rung else []
    return f"{who}{kind}{'=' + head['count'] if head['count'] else ''}", []


def _results(plain: str, place: int, parts: tuple[str, ...]) -> tuple[list[str], int]:
    """The words of the parts and where the line goes on; none where no result was written."""
    words: list[str] = []
    for part in parts:
        found = _RESULT.match(plain, place)
        if found is None:
            break
        place = found.end()
        words.append(_part(part, found))
    if words and len(words) < len(parts):
        names = CZECH.names([PART_NAMES[part] for part in parts])
        text = f"Napište výsledek každé části ({names}), třeba {'+' * len(parts)}."
        raise InvalidNotation(text)
    return [word for word in words if word], place


def _part(part: str, found: re.Match[str]) -> str:
    sign = {"=": "+", ".": ""}.get(found["sign"], found["sign"])
    fleks = f"[{found['fleks'].upper()}]" if found["fleks"] else ""
    said = sign + _steps(part, sign, found) + fleks + _MARKS[found["mark"]]
    return part + said if said else ""


def _steps(part: str, sign: str, found: re.Match[str]) -> str:
    """The steps of a sto by its points; a lost one may name the defence's hlášky after a slash (R-006)."""
    if found["points"] is None and found["against"] is None:
        return ""
    if part != "sto" or not sign:
        raise InvalidNotation(f"Body se píšou jen za výsledek sta, ne {shown(found[0].strip())}.")
    points = int(found["points"] or (HUNDRED if sign == "+" else HUNDRED - 10))
    against = int(found["against"] or 0)
    steps = (points - HUNDRED + 10 if sign == "+" else HUNDRED - points + against) // 10
    fits = points >= HUNDRED and not against if sign == "+" else points < HUNDRED
    if points % 10 or against % 10 or not fits:
        text = "Uhrané sto se píše třeba +120, prohrané -80 nebo s hláškami obrany -80/20"
        raise InvalidNotation(f"{text}, ne {shown(found[0].strip())}.")
    return str(steps)


def _word(word: str, dealer: str, before: list[str]) -> tuple[str, list[str]]:
    """The dealer and the full words of a short word; one of the full notation stands as it is."""
    plain = "".join(map(_plain, word))
    named = re.fullmatch(r"[r/]([a-d])", plain)
    if named:
        return named[1].upper(), []
    for pattern, write in _WORDS:
        found = pattern.fullmatch(plain)
        if found is not None:
            return dealer, [write(found, word, before)]
    if _IN_FULL.fullmatch(word):
        return dealer, [word]
    text = (
        f"Slovu {shown(word)} nerozumím. Za výsledkem může stát tichá sedma s+, tiché sto t, PB třeba 7"
        " nebo b+7, renonc třeba c1b, rozdávající třeba rc."
    )
    raise InvalidNotation(text)


def _quiet_sto(found: re.Match[str], word: str, before: list[str]) -> str:
    hra = next((one for one in before if re.match(r"hra[+-]", one)), None)
    if hra is None:
        raise InvalidNotation("Tiché sto patří straně, která vyhrála hru: napište napřed její výsledek.")
    steps = (int(found[1] or HUNDRED) - HUNDRED) // 10 + 1
    return f"quiet_sto={'declarer' if hra[3] == '+' else 'defence'}{steps}"


def _claim(found: re.Match[str], word: str, before: list[str]) -> str:
    return f"{found[1].upper()}{found[2] or '+'}{found[3]}{word[found.start(4) :]}"


Writer = Callable[[re.Match[str], str, list[str]], str]

_WORDS: Final[tuple[tuple[re.Pattern[str], Writer], ...]] = tuple(
    (re.compile(pattern, re.DOTALL), write)
    for pattern, write in (
        (r"(o?)t?[s7]([+-])", lambda m, _w, _b: f"quiet_sedma={_SIDES[m[1]]}{m[2]}"),
        (r"t(1\d0|[2-9]\d0)?", _quiet_sto),
        (r"(\d{1,3}/[\d,]*/[\d,]*)", lambda m, _w, _b: f"points={m[1]}"),
        (r"v(\d{1,2})", lambda m, _w, _b: f"bid={m[1]}"),
        (r"n(\d{1,2})", lambda m, _w, _b: f"trumps={m[1]}"),
        (
            r"(c\d{1,2}|b1[389])([a-d])([>d]?)",
            lambda m, _w, _b: f"{m[1].upper()}@{m[2].upper()}{'>' if m[3] else ''}",
        ),
        (r"([a-d])([+-]?)(\d{1,6})(=.*|)", _claim),
    )
)

_BACK: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = tuple(
    (re.compile(pattern, re.DOTALL), write)
    for pattern, write in (
        (r"(?:hra|sedma|sto|betl|durch|dve_sedmy)[+\-\[!~].*|rules=.*", lambda m: ""),
        (r"quiet_sedma=(declarer|defence)([+-])", lambda m: f"{'' if m[1] == 'declarer' else 'o'}s{m[2]}"),
        (r"quiet_sto=[a-z]+(\d+)", lambda m: "t" if m[1] == "1" else f"t{HUNDRED - 10 + 10 * int(m[1])}"),
        (r"points=(.*)", lambda m: m[1]),
        (r"bid=(\d+)", lambda m: f"v{m[1]}"),
        (r"trumps=(\d+)", lambda m: f"n{m[1]}"),
        (r"([CB]\d{1,2})@([A-D])(>?)", lambda m: m[0].replace("@", "").lower()),
        (r"([A-D])([+-]\d+)(=.*|)", lambda m: f"{m[1].lower()}{m[2]}{m[3]}"),
    )
)


def _result(play: PartPlay, hand: Hand, seats: dict[str, str]) -> str:
    computed = hand.points is not None and play.part in ("hra", "sto")
    sign = "." if play.won is None or computed else "+" if play.won else "-"
    points = _points(play) if sign != "." and play.part == "sto" and play.steps > 1 else ""
    mark = "l" if play.lozena else "m" if play.minus else ""
    return f"{sign}{points}{''.join(seats[player] for player in play.fleks)}{mark}"


def _points(play: PartPlay) -> str:
    if play.won:
        return str(HUNDRED - 10 + 10 * play.steps)
    return str(HUNDRED - 10 * play.steps) if play.steps <= 10 else f"0/{10 * (play.steps - 10)}"


def _shortened(word: str, hand: Hand) -> str:
    if hand.kind == "omyl" and word == f"bid={hand.rulebook.rung_of('sedma', False)}":
        return ""
    if word.startswith("quiet_sto") and all(play.won is None for play in hand.parts if play.part == "hra"):
        return word
    claim = re.fullmatch(r"([A-D])\+(\d+)", word)
    if claim and hand.declarer == dict(zip(SEATS, hand.players, strict=False))[claim[1]]:
        return claim[2]
    for pattern, write in _BACK:
        found = pattern.fullmatch(word)
        if found is not None:
            return write(found)
    return word


def _no_head(text: str) -> str:
    if not text:
        return "Napište hru, třeba bs++: hraje B, sedma, hra i sedma uhraná."
    return (
        f"Začátku {shown(text)} nerozumím. Napište napřed, kdo hraje (a až d), a závazek: h, s, t, ts, b,"
        " d, ss nebo sst; za ním může stát č."
    )


def _no_result(rest: str, contract: str | None, rulebook: Rulebook) -> str:
    if contract is None:
        return f"Tady čekám mezeru, ne {shown(rest)}."
    parts = [PART_NAMES[part] for part in rulebook.parts_of(_CONTRACTS[contract])]
    name = CONTRACT_NAMES[_CONTRACTS[contract]]
    text = f"Za závazkem {name} čekám výsledek ({CZECH.names(parts)}): + uhráno, - prohráno"
    return f"{text}, ne {shown(rest)}."
