"""The languages of the sentences: their catalogues are whole, up to date and say the same thing."""

from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from rules.language import CZECH, DOMAIN, ENGLISH, LOCALE, Language

KEYWORDS = DEFAULT_KEYWORDS | {"gettext_noop": None}


def path_of(code: str, kind: str) -> Path:
    return LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.{kind}"


def catalogue(code: str) -> Catalog:
    with path_of(code, "po").open("rb") as file:
        return read_po(file, code, DOMAIN, abort_invalid=True)


def messages(code: str) -> list[Message]:
    """Everything a catalogue says, without its head."""
    return [message for message in catalogue(code) if message.id]


def written() -> set[str | tuple[str, ...]]:
    """Every sentence of the rules that is marked for gettext; one with a number has two forms."""
    return {found[2] for found in extract_from_dir(LOCALE.parent, keywords=KEYWORDS)}


def fields(text: str) -> set[str | None]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None}


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def test_english_has_every_sentence() -> None:
    assert {message.id for message in messages("en")} == written()


def test_czech_has_every_sentence_with_a_number() -> None:
    assert {message.id for message in messages("cs")} == {id_ for id_ in written() if isinstance(id_, tuple)}


@pytest.mark.parametrize(("code", "plurals"), [("cs", 3), ("en", 2)])
def test_every_form_is_translated_and_keeps_the_placeholders(code: str, plurals: int) -> None:
    wrong = []
    for message in messages(code):
        wanted = fields(message.id if isinstance(message.id, str) else message.id[0])
        whole = len(forms(message)) == (1 if isinstance(message.id, str) else plurals)
        if message.fuzzy or not whole or any(not form or fields(form) != wanted for form in forms(message)):
            wrong.append(message.id)
    assert wrong == []


@pytest.mark.parametrize("code", ["cs", "en"])
def test_what_is_read_is_what_was_written(code: str) -> None:
    """`pybabel compile` was run after the last change."""
    with path_of(code, "mo").open("rb") as file:
        read = read_mo(file)
    compiled = [(list(message.id), forms(message)) for message in read if message.id]
    source = [(list(message.id), forms(message)) for message in messages(code)]
    assert sorted(compiled) == sorted(source)
    assert (read.num_plurals, read.plural_expr) == (catalogue(code).num_plurals, catalogue(code).plural_expr)


@pytest.mark.parametrize(
    ("language", "names", "text"),
    [
        (CZECH, [], ""),
        (CZECH, ["A"], "A"),
        (CZECH, ["A", "B"], "A a B"),
        (CZECH, ["{first}", "B", "C"], "{first}, B a C"),
        (ENGLISH, ["A", "B", "C"], "A, B and C"),
    ],
)
def test_names(language: Language, names: list[str], text: str) -> None:
    assert language.names(names) == text


@pytest.mark.parametrize(
    ("points", "czech", "english"),
    [
        (0, "0 prémiových bodů", "0 premium points"),
        (1, "1 prémiový bod", "1 premium point"),
        (2, "2 prémiové body", "2 premium points"),
        (4, "4 prémiové body", "4 premium points"),
        (5, "5 prémiových bodů", "5 premium points"),
        (-20, "−20 prémiových bodů", "−20 premium points"),
    ],
)
def test_points(points: int, czech: str, english: str) -> None:
    assert (CZECH.points(points), ENGLISH.points(points)) == (czech, english)


def test_a_language_is_made_of_its_catalogue_and_its_amounts() -> None:
    language = Language("en", str, repr)
    assert language.gettext("podle sazebníku") == "by the rates"
    assert language.points(1) == "1 premium point"
    assert (language.crowns(5), language.result(6)) == ("5", "6")
    with pytest.raises(FileNotFoundError):
        Language("de", str, repr)


def test_money() -> None:
    assert (CZECH.crowns(123_440), CZECH.result(60)) == ("1\xa0234,40\xa0Kč", "+0,60\xa0Kč")
    assert (ENGLISH.crowns(123_440), ENGLISH.result(60)) == ("1,234.40\xa0Kč", "+0.60\xa0Kč")
