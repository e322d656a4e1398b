"""The text of the rules, article by article: to be read, cited and searched."""

import re
import unicodedata
from functools import cache
from typing import Final, NamedTuple

from rules.article_texts import SECTIONS, TEXTS
from rules.language import CZECH, ENGLISH
from rules.offences import cited
from rules.rulebook import RATES, Rulebook, find_rulebook


class Article(NamedTuple):
    """An article as it is read: its key (`B/15`, `C7`, `2x7/barvy`), a title and what it means.

    `keywords` are further words that lead to it; they are never shown.

    >>> find_article("D6").title
    'Renonc při dvou sedmách na dva trumfy'
    """

    key: str
    title: str
    meaning: str
    keywords: str = ""

    @property
    def section(self) -> str:
        """The key of its section.

        >>> [article.section for article in (find_article("B/15"), find_article("C14"), find_article("E"))]
        ['B', 'C', 'E']
        """
        return section_of(self.key)

    @property
    def anchor(self) -> str:
        """Where it stands on the page of the rules.

        >>> find_article("B/15").anchor, find_article("2x7/třetí").anchor
        ('b-15', '2x7-treti')
        """
        return folded(self.key).replace("/", "-")


def folded(text: str) -> str:
    """A text without diacritics and capitals, as words are compared.

    >>> folded("Přebít ŘEZÁNÍ")
    'prebit rezani'
    """
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(ch for ch in decomposed if not unicodedata.combining(ch)).casefold()


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


@cache
def articles_of(rulebook: Rulebook, *, english: bool = False) -> tuple[Article, ...]:
    """Every article in the order of the rules, with the amounts of a rulebook.

    >>> [article.meaning for article in articles_of(find_rulebook("csm")) if article.key == "C8"]
    ['Stojí jen paušál 2,00\\xa0Kč. Předběhnutý se vyjádří dodatečně a hraje se dál (B/11).']
    """
    language = ENGLISH if english else CZECH
    amounts = {rate: language.crowns(getattr(rulebook, rate)) for rate in RATES}
    return tuple(
        Article(
            text.key,
            _upper(language.gettext(text.title)),
            language.gettext(text.meaning).format(**amounts),
            text.keywords,
        )
        for text in TEXTS
    )


ARTICLES: Final = articles_of(find_rulebook("csm"))
"""Every article with the amounts of the sazebník of the ČSM."""

_KEYS: Final = {article.key: article for article in ARTICLES}
_SAID_FOR: Final = {"REF": "D/rozhodčí", "C not": "C/není"}


def find_article(citation: str) -> Article | None:
    """The article that is cited, as `B/15` or `B15` or `REF`; None for a section or anything else.

    >>> find_article("B13").key, find_article("REF").key, find_article("2x7") is None
    ('B/13', 'D/rozhodčí', True)
    """
    key = cited(citation) if citation else ""
    return _KEYS.get(_SAID_FOR.get(key, key))


def anchor_of(citation: str) -> str:
    """Where a cited article or section stands on the page of the rules; empty when it is neither.

    >>> anchor_of("D4"), anchor_of("2x7"), anchor_of("C"), anchor_of("kniha")
    ('d4', 'oddil-2x7', 'oddil-c', '')
    """
    article = find_article(citation)
    if article is not None:
        return article.anchor
    return section_anchor(citation) if citation in SECTIONS else ""


def section_of(key: str) -> str:
    """The section an article belongs to by its key.

    >>> section_of("C14"), section_of("2x7/sto")
    ('C', '2x7')
    """
    return key.split("/")[0] if key.startswith("2x7") else key[0]


def section_anchor(section: str) -> str:
    """Where a section begins on the page of the rules.

    >>> section_anchor("A")
    'oddil-a'
    """
    return f"oddil-{section.casefold()}"


def find_articles(words: str, articles: tuple[Article, ...] = ARTICLES) -> tuple[Article, ...]:
    """The articles in which every word stands, by how it begins; diacritics, capitals and a last vowel, in
    which Czech words bend, do not matter.

    A cited article comes first (`b15`, `D 4`), then those whose title or keywords hold the words, then the
    others. No word finds nothing.

    >>> [article.key for article in find_articles("omyl")]
    ['B/15', 'A']
    >>> find_articles("b 13")[0].key, [article.key for article in find_articles("barva")]
    ('B/13', ['2x7/barvy', 'C1', 'B/17'])
    """
    wanted = [_stem(word) for word in re.findall(r"\w+", folded(words))]
    if not wanted:
        return ()
    named = find_article(re.sub(r"\W", "", words).upper())
    ranked: list[tuple[int, Article]] = []
    for article in articles:
        if named is not None and article.key == named.key:
            ranked.append((0, article))
            continue
        head = _words(f"{article.key} {article.title} {article.keywords}")
        whole = head + _words(article.meaning)
        if all(_begins(word, whole) for word in wanted):
            ranked.append((1 if all(_begins(word, head) for word in wanted) else 2, article))
    return tuple(article for _rank, article in sorted(ranked, key=lambda found: found[0]))


@cache
def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", folded(text)))


def _begins(word: str, words: tuple[str, ...]) -> bool:
    return any(candidate.startswith(word) for candidate in words)


def _stem(word: str) -> str:
    return word.rstrip("aeiouy") if len(word) >= 5 else word
