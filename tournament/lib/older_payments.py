"""What versions without payments knew of them: only that somebody had paid."""

import uuid
from collections.abc import Iterable, Iterator
from typing import Any

NOTE = "převzato ze starší verze"


def payments_told(entries: Iterable[Any], fee: int) -> Iterator[dict[str, Any]]:
    """The columns of a payment of ``fee`` haléře for each entry ticked as paid, in order of start numbers.

    Who took the money and when is not known. The ids are made of the entries', so that a database and an
    archive of one tournament lead to the same payments.
    """
    paid = sorted((entry for entry in entries if entry.fee_paid), key=lambda entry: entry.number)
    for number, entry in enumerate(paid, start=1):
        yield {
            "id": uuid.uuid5(entry.pk, "payment"),
            "created_at": entry.created_at,
            "tournament_id": entry.tournament_id,
            "entry_id": entry.pk,
            "number": number,
            "amount": fee,
            "how": "noted",
            "note": NOTE,
        }
