"""Hand-worked cases by article, and the list of articles with what proves them.

`python -m tests.rules.articles` writes docs/rules/articles.md anew.
"""

import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from rules.notation import to_record

FOLDER = Path(__file__).parent / "cases" / "articles"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "rules" / "articles.md"

TITLES = {
    "A": "Section A, ladder and rates",
    "B": "Section B, play",
    "C": "Section C, renoncy",
    "D": "Section D, what follows from a renonc",
    "two_sevens": "Section on two sevens",
}

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
    """docs/rules/articles.md: every article with the cases that cite it."""
    by_article: dict[str, list[Case]] = defaultdict(list)
    for case in cases():
        for article in case.articles:
            by_article[article].append(case)
    lines = [
        "# Articles and the cases that prove them",
        "",
        "Made by `python -m tests.rules.articles`; a test fails when it is out of date or when an article",
        "has no case.",
        "The cases are worked out by hand in `tests/rules/cases/articles/`, in the notation of",
        "[notation.md](notation.md); money in haléře by seats.",
        "",
    ]
    for article in sorted(by_article, key=_order):
        lines += [f"## {article}", ""]
        for case in by_article[article]:
            result = f"{case.money}" if case.money else "refused"
            lines += [f"- {case.id}: `{case.line}` → {result}"]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _order(article: str) -> tuple[str, int]:
    letter = article.rstrip("0123456789").rstrip("/")
    digits = article[len(letter) :].strip("/ ")
    return ("E" if article == "2x7" else letter, int(digits) if digits.isdigit() else 0)


if __name__ == "__main__":
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
