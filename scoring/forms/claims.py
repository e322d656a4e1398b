"""Premium points claimed in a hand: typed by seats, stored one after another."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.forms.fields import written_list
from scoring.selectors.tables import SeatLine


def claims_of(
    given: Mapping[str, Any], seats: Iterable[SeatLine], rows: Iterable[Any] = ()
) -> list[dict[str, Any]]:
    """Premium claims typed by seat, as a record holds them.

    ``rows`` are claims whose row of the bodovací tabulka is known; one that was typed over is a plain number.
    """
    known = [row for row in rows if isinstance(row, Mapping) and isinstance(row.get("row"), str)]
    claims = []
    for seat in seats:
        for points in given[f"premium_{seat.letter}"] or []:
            claim: dict[str, Any] = {"to": seat.letter, "points": points}
            found = next(
                (row for row in known if (row.get("to"), row.get("points")) == tuple(claim.values())), None
            )
            if found is not None:
                known.remove(found)
                claim["row"] = found["row"]
            claims.append(claim)
    return claims


def claims_initial(record: Mapping[str, Any]) -> dict[str, str]:
    """The fields of premium points for a stored record."""
    claims: dict[str, list[int]] = {}
    for claim in record.get("premium") or []:
        claims.setdefault(f"premium_{claim['to']}", []).append(claim["points"])
    rows = [claim for claim in record.get("premium") or [] if claim.get("row")]
    return {
        **{name: " ".join(map(str, points)) for name, points in claims.items()},
        **({"premium_rows": written_list(rows)} if rows else {}),
    }
