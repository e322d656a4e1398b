"""Articles about renoncy as a referee meets them: found by a word, read with their meaning."""

from dataclasses import dataclass

from rules import Rulebook
from rules.articles import articles_of, find_article, find_articles
from rules.offences import ARTICLES


@dataclass(frozen=True, slots=True)
class ArticleWords:
    """An article of ``rules.offences.ARTICLES``: what it is called and means, with the rates played."""

    key: str
    title: str
    meaning: str
    anchor: str


def article_words(key: str, rulebook: Rulebook) -> ArticleWords:
    """The article in words."""
    cited = find_article(key)
    place = cited.key if cited else ""
    read = next((one for one in articles_of(rulebook) if one.key == place), None)
    return ArticleWords(
        key=key,
        title=ARTICLES[key].text,
        meaning=read.meaning if read else "",
        anchor=read.anchor if read else "",
    )


def articles_found(words: str, rulebook: Rulebook) -> tuple[str, ...]:
    """Keys of the articles about renoncy that the words lead to; none for no words.

    C11 stands for B/13, B/18 and B/19, which are recorded by themselves.
    """
    found = [article.key for article in find_articles(words, articles_of(rulebook))]
    keys = [key for key in ARTICLES if (cited := find_article(key)) is not None and cited.key in found]
    return tuple(keys)
