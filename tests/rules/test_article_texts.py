"""The text of the rules: every article is there, can be cited and is found."""

from collections import Counter

import pytest

from rules import Rulebook, find_rulebook, rulebook_ids
from rules.article_examples import EXAMPLES, NAMES, worked
from rules.article_texts import SECTIONS
from rules.articles import ARTICLES, anchor_of, articles_of, find_article, find_articles, section_anchor
from rules.entitlements import REASONS
from rules.offences import ARTICLES as RENONCY
from tests.rules import articles
from tests.rules.recount import haler

NUMBERED = [
    *(f"B/{number}" for number in range(1, 22)),
    *(f"C{number}" for number in range(1, 15)),
    *(f"D{number}" for number in range(1, 7)),
]
KEYS = [article.key for article in ARTICLES]


def test_the_numbered_articles_follow_each_other_without_a_gap() -> None:
    assert [key for key in KEYS if key in NUMBERED] == NUMBERED
    assert [article.section for article in ARTICLES] == sorted(
        (article.section for article in ARTICLES), key=list(SECTIONS).index
    )
    assert {article.section for article in ARTICLES} == set(SECTIONS)


def test_each_has_its_own_place() -> None:
    places = Counter([article.anchor for article in ARTICLES] + [section_anchor(name) for name in SECTIONS])
    assert [place for place, count in places.items() if count > 1 or not place.isascii()] == []


def test_the_page_for_developers_has_every_article_and_a_word_about_its_proof() -> None:
    headings = [line[4:].split(" ")[0] for line in articles.page().splitlines() if line.startswith("### ")]
    assert headings == KEYS


CITED = sorted(
    {
        *RENONCY,
        *(article for article, _why in REASONS.values()),
        *(article for case in articles.cases() for article in case.articles if article != "C not"),
        "A",
        "C",
        "D",
    }
)


@pytest.mark.parametrize("citation", CITED)
def test_whatever_is_cited_can_be_read(citation: str) -> None:
    assert anchor_of(citation)


@pytest.mark.parametrize("citation", ["", "B", "B/22", "B/0", "C15", "D7", "F", "A ", "b-1\0", "9" * 5000])
def test_what_is_no_article_has_no_text(citation: str) -> None:
    assert find_article(citation) is None
    assert anchor_of(citation) == ("oddil-b" if citation == "B" else "")


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("talon", ["B/7", "B/8", "B/9", "C7", "C9", "C10", "C14"]),
        ("TALÓN", ["B/7", "B/8", "B/9", "C7", "C9", "C10", "C14"]),
        ("barva", ["2x7/barvy", "C1", "B/17"]),
        ("barvy", ["2x7/barvy", "C1", "B/17"]),
        ("karty talon pocet", ["B/9"]),
        ("omyl", ["B/15"]),
        ("b15", ["B/15"]),
        ("B/15", ["B/15"]),
        ("d 4", ["D4"]),
        ("ref", ["D/rozhodčí"]),
        ("reklamace", ["D/reklamace"]),
        ("podpis", ["B/1"]),
        ("zaokrouhlit", ["E"]),
        ("dohrát", ["D3", "D4"]),
    ],
)
def test_found_by_typing(words: str, first: list[str]) -> None:
    assert [article.key for article in find_articles(words)][: len(first)] == first


@pytest.mark.parametrize("words", ["", "   ", "…", "\0", "kukaččí hodiny", "%", "9" * 5000])
def test_found_nowhere(words: str) -> None:
    assert find_articles(words) == ()


def test_amounts_are_those_of_the_rulebook() -> None:
    half = {
        article.key: article.meaning
        for article in articles_of(find_rulebook("csm", overrides={"base_rate": 10}))
    }
    assert "po 1,00\N{NO-BREAK SPACE}Kč" in half["B/5"]
    assert "po 2,00\N{NO-BREAK SPACE}Kč" in ARTICLES[KEYS.index("B/5")].meaning
    assert "75,00\N{NO-BREAK SPACE}Kč" in half["B/16"]


def test_english_is_another_text_with_the_same_amounts() -> None:
    english = articles_of(find_rulebook("csm"), english=True)
    assert [article.key for article in english] == KEYS
    assert not {article.meaning for article in english} & {article.meaning for article in ARTICLES}
    assert "2.00\N{NO-BREAK SPACE}Kč" in english[KEYS.index("B/5")].meaning


MONEY = [key for key in articles.REQUIRED if key != "2x7"]


@pytest.mark.parametrize(
    "key", [*MONEY, "A", "A/tiché", "2x7/sto", "2x7/barvy", "2x7/třetí", "C/paušály", "E"]
)
def test_money_comes_with_an_example(key: str) -> None:
    assert worked(key, find_rulebook("csm"))


@pytest.mark.parametrize("book", [find_rulebook(name) for name in rulebook_ids()], ids=rulebook_ids())
@pytest.mark.parametrize("key", EXAMPLES)
def test_every_rulebook_reckons_every_example(key: str, book: Rulebook) -> None:
    found = worked(key, book)
    assert [example.story for example in found] == [example.story for example in EXAMPLES[key]]
    for example in found:
        results = [part.split(" a ")[0] for part in example.sentences[-1].split("; ")]
        assert [name for name in NAMES if any(name in part for part in results)] == list(
            NAMES[: len(results)]
        )
        signed = [haler(part) * (-1 if "−" in part else 1) for part in results if "→" not in part]
        assert sum(signed) == 0


def test_examples_cite_their_article() -> None:
    """Each renonc with an article of its own is the one its example is about."""
    for key in RENONCY:
        article = find_article(key)
        assert article is not None
        told = " ".join(" ".join(example.sentences) for example in worked(article.key, find_rulebook("csm")))
        assert RENONCY[key].text in told.lower()


def test_amounts_of_examples_are_reckoned_by_the_rulebook() -> None:
    half = find_rulebook("csm", overrides={"base_rate": 10})
    assert worked("B/15", find_rulebook("csm"))[0].sentences[-1].startswith("Výsledek: Adam −3,60")
    assert worked("B/15", half)[0].sentences[-1].startswith("Výsledek: Adam −1,80")
    assert worked("B/15", half, english=True)[0].sentences[-1].startswith("Result: Adam −1.80")


def test_what_a_rulebook_does_not_allow_is_left_out() -> None:
    assert worked("B/15", find_rulebook("csm", overrides={"ladder": [["betl"]]})) == ()
    assert worked("B/17", find_rulebook("csm", overrides={"max_fleks": 0})) == ()
    assert worked("B/2", find_rulebook("csm")) == ()
