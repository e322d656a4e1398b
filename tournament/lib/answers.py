"""Refusals for a script that sends forms: one shape of data for a question, a mistake and an end."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import JsonResponse

from tournament.errors import Asked, Conflict, DeskError, NotAllowed

ENDED = ("round_", "table_confirmed", "without_result", "finished")
"""Beginnings of the codes of refusals that no correction of a form will change."""

LAID_DOWN = ("ruled",)
"""Codes of ``NotAllowed`` that are about one row, not about who asks."""


def refused(error: DeskError, fields: Mapping[str, Sequence[str]] | None = None, **asks: Any) -> JsonResponse:
    """Why nothing was stored: a question, something wrong in ``fields``, or an end.

    ``asks`` goes along with a question: what is stored as ``html``, its version as ``expected``.
    """
    if isinstance(error, Asked | Conflict):
        known = isinstance(error, Asked)
        question = error.code if known else "changed"
        answer = error.answer if isinstance(error, Asked) else "expected"
        asked = {"state": "asks", "question": question, "text": error.text, "answer": answer}
        return JsonResponse(asked | asks, status=409)
    if isinstance(error, NotAllowed) and error.code not in LAID_DOWN:
        return closed(error.text, status=403)
    if error.code.startswith(ENDED):
        return closed(error.text, status=409)
    return mistaken(fields or {name: [text] for name, text in error.fields.items()}, error.text)


def mistaken(fields: Mapping[str, Sequence[str]], text: str) -> JsonResponse:
    """What is wrong with what was typed, by fields (``__all__``: with the whole)."""
    return JsonResponse({"state": "refused", "text": text, "fields": dict(fields)}, status=422)


def busy(text: str) -> JsonResponse:
    """Nothing was stored and nothing is wrong: the same is to be sent again later."""
    return JsonResponse({"state": "busy", "text": text}, status=503)


def closed(text: str, *, status: int) -> JsonResponse:
    """Nothing more is taken from who asks, or at this address."""
    return JsonResponse({"state": "closed", "text": text}, status=status)
