"""The text of the rules as people read and search it, with the amounts of a rulebook."""

from dataclasses import dataclass

from django.utils.translation import get_language

from rules import Rulebook
from rules.article_examples import Worked, worked
from rules.article_texts import SECTIONS
from rules.articles import Article, articles_of, find_articles, section_anchor
from rules.language import CZECH, ENGLISH
from scoring.selectors.rulebook import ChoiceRow, choices_of

LONGEST_QUERY = 100
"""A search is a word or two."""


@dataclass(frozen=True, slots=True)
class ArticleRow:
    """An article and its examples, reckoned by the rulebook."""

    article: Article
    examples: tuple[Worked, ...]


@dataclass(frozen=True, slots=True)
class ArticleSection:
    """A section with those of its articles that are shown."""

    key: str
    anchor: str
    title: str
    intro: str
    rows: tuple[ArticleRow, ...]


@dataclass(frozen=True, slots=True)
class RulesText:
    """The rules, or what of them was found; ``own``: where the rulebook chose otherwise than the text says.

    ``found`` holds the answers in the order of their worth; it is empty where nothing was looked for.
    """

    rulebook: Rulebook
    sections: tuple[ArticleSection, ...]
    query: str
    found: tuple[ArticleRow, ...]
    own: tuple[ChoiceRow, ...]


def rules_text_of(rulebook: Rulebook, query: str = "") -> RulesText:
    """Every article with its examples; ``query`` finds the articles that hold its words."""
    english = (get_language() or "").startswith("en")
    language = ENGLISH if english else CZECH
    rows = {
        article.key: ArticleRow(article, worked(article.key, rulebook, english=english))
        for article in articles_of(rulebook, english=english)
    }
    query = query[:LONGEST_QUERY].strip()
    found = find_articles(query, tuple(row.article for row in rows.values()))
    return RulesText(
        rulebook=rulebook,
        sections=tuple(
            ArticleSection(
                key=key,
                anchor=section_anchor(key),
                title=language.gettext(title),
                intro=language.gettext(intro) if intro else "",
                rows=tuple(row for row in rows.values() if row.article.section == key),
            )
            for key, (title, intro) in SECTIONS.items()
        ),
        query=query,
        found=tuple(rows[article.key] for article in found),
        own=tuple(row for row in choices_of(rulebook) if row.own),
    )
