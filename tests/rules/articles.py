"""Hand-worked cases by article, and the list of articles with what proves them.

`python -m tests.rules.articles` writes docs/rules/articles.md anew.
"""

import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from rules.article_texts import SECTIONS
from rules.articles import ARTICLES, articles_of
from rules.language import ENGLISH
from rules.notation import to_record
from rules.rulebook import find_rulebook

FOLDER = Path(__file__).parent / "cases" / "articles"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules" / "articles.md"

KEYS = {article.key for article in ARTICLES}

CASES_UNDER = {"C not": "C/není", "REF": "D/rozhodčí"}
"""What cases cite otherwise than the rules are read."""

ELSEWHERE = {
    "A": "tests/rules/test_rulebook.py` and `tests/rules/test_settlement.py",
    "A/tiché": "tests/rules/test_settlement.py` and `tests/rules/test_parts.py",
    "B/1": "rules/entitlements.py",
    "B/6": "tests/rules/test_auction.py",
    "C/paušály": "tests/rules/test_settlement.py",
    "D/rozhodčí": "tests/scoring/test_decisions.py",
    "E": "tests/rules/test_money.py",
}
"""Articles that money or points depend on and whose cases stand in other tables."""

# Every paragraph that must have a case worked out by hand.
REQUIRED = (
    "B/5",
    "B/9",
    *(f"B/{n}" for n in range(15, 20)),
    *(f"C{n}" for n in range(1, 15)),
    *(f"D{n}" for n in range(1, 7)),
    "2x7",
)


class Case(NamedTuple):
    """A line of the notation, and the result or the problems worked out by hand."""

    id: str
    section: str
    articles: list[str]
    line: str
    money: list[int]
    premium: list[int]
    limited: bool
    refused: list[list[str]]
    problems: list[list[str]]
    record: dict[str, Any]
    reckoning: str

    @property
    def hand_record(self) -> dict[str, Any]:
        """The record of the line; `record` changes its first renonc to what the notation cannot write."""
        record = to_record(self.line)
        if self.record:
            record["renonce"][0] |= self.record
        return record


def cases() -> list[Case]:
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        for data in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            money = data.get("money", [])
            defaults = {
                "money": money,
                "premium": [0] * len(money),
                "limited": False,
                "refused": [],
                "problems": [],
                "record": {},
                "reckoning": "",
            }
            found.append(Case(**(defaults | data), section=path.stem))
    return found


def page() -> str:
    """docs/rules/articles.md: every article, what it means and what proves it."""
    by_article: dict[str, list[Case]] = defaultdict(list)
    for case in cases():
        for article in case.articles:
            by_article[CASES_UNDER.get(article, article)].append(case)
    lines = [
        "# Articles and the cases that prove them",
        "",
        "Made by `python -m tests.rules.articles` from `rules/article_texts.py`; a test fails when it is out",
        "of date or when an article that money or points depend on has no case.",
        "The cases are worked out by hand in `tests/rules/cases/articles/`, in the notation of",
        "[notation.md](notation.md); money in haléře by seats.",
        "",
    ]
    articles = articles_of(find_rulebook("csm"), english=True)
    for section, (title, _intro) in SECTIONS.items():
        lines += [f"## {section}: {ENGLISH.gettext(title)}", ""]
        if section not in KEYS:
            lines += _proofs(by_article.pop(section, []))
        for article in articles:
            if article.section == section:
                lines += [f"### {article.key} {article.title}", "", article.meaning, ""]
                lines += _proofs(by_article.pop(article.key, [])) or [f"{_held_by(article.key)}", ""]
    assert not by_article, by_article
    return "\n".join(lines).rstrip() + "\n"


def _proofs(found: list[Case]) -> list[str]:
    lines = [f"- {case.id}: `{case.line}` → {case.money or 'refused'}" for case in found]
    return [*lines, ""] if lines else []


def _held_by(key: str) -> str:
    if key in ELSEWHERE:
        return f"Held by `{ELSEWHERE[key]}`."
    if key.startswith("2x7/"):
        return "Its cases are those of the section."
    return "For the players and the referee: nothing is reckoned by it."


if __name__ == "__main__":
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
