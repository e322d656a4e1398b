"""What a script gets that sends a hand or asks what is new: data, with the parts of the page that changed."""

from typing import Any

from django.http import JsonResponse

from scoring.models import Hand
from scoring.selectors.tables import NextHand


def stored(
    hand: Hand,
    *,
    repeated: bool = False,
    html: str = "",
    marks: tuple[int, int] | None = None,
    after: NextHand | None = None,
) -> JsonResponse:
    """The hand is stored, now or by an earlier sending.

    ``marks`` as ``marks_of`` gives them: a page that had the first has the second once it took ``html``.
    """
    answer: dict[str, Any] = {
        "state": "stored",
        "number": hand.sequence,
        "repeated": repeated,
        "version": hand.version,
        "removed": hand.removed,
        "money": hand.money,
        "premium": hand.premium,
    }
    if marks is not None:
        answer["marks"] = [etag(mark) for mark in marks]
    return JsonResponse(answer | _parts(html, after))


def news(html: str, *, mark: str, after: NextHand, writes: bool) -> JsonResponse:
    """What others wrote at the table until ``mark``; ``writes``: who asks may still write there."""
    return JsonResponse({"state": "news", "mark": mark, "writes": writes} | _parts(html, after))


def etag(mark: int) -> str:
    """The mark of a table as an answer bears it."""
    return f'"{mark}"'


def _parts(html: str, after: NextHand | None) -> dict[str, Any]:
    parts: dict[str, Any] = {"html": html} if html else {}
    if after is not None:
        parts["next"] = {"number": after.number, "dealer": after.dealer, "misdeals": after.misdeals}
    return parts
