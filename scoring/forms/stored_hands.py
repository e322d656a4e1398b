"""A stored hand back in the fields of its form; what they cannot say is shown as the whole record."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules import Rulebook
from scoring.forms.choices import PARTS, quiet_sedma_value, sto_initial
from scoring.forms.claims import claims_initial
from scoring.forms.hands import HandForm
from scoring.forms.renonce import PREFIX, renonc_data, renonc_initial
from scoring.selectors.tables import SeatLine

FLAGS = ("foreign_suits_flek", "four_helpers_against", "theoretically_playable")


def hand_initial(
    record: Mapping[str, Any],
    seats: Sequence[SeatLine],
    rulebook: Rulebook,
    misdeals: Callable[[], Mapping[str, int]] = dict,
) -> dict[str, Any]:
    """The form of a stored record; one the fields cannot say whole is shown as JSON.

    ``misdeals`` are those written before it, of which a record may count more and never fewer.
    """
    initial = initial_of(record)
    if record.get("kind") == "misdeal":
        unwritten = record.get("prior_misdeals", 0) - misdeals().get(record["dealer"], 0)
        initial["unwritten_misdeals"] = str(unwritten or "")
    typed = {name: value for name, value in initial.items() if value not in (None, "", False)}
    data = typed | renonc_data(initial[PREFIX])
    form = HandForm(data, seats=seats, rulebook=rulebook, misdeals=misdeals)
    if form.is_valid() and _same(form.record(), record):
        return initial
    return {**initial, "record_json": json.dumps(record, ensure_ascii=False, indent=1)}


def initial_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """What the form shows for a stored record; what its fields cannot say stays for ``record_json``."""
    outcome = record.get("outcome", {})
    initial: dict[str, Any] = {
        "kind": record.get("kind", "hand"),
        **{name: record.get(name) for name in ("dealer", "declarer", "contract", "red", "bid", "trumps")},
        **{name: record.get(name, False) for name in FLAGS},
        "lozena": record.get("lozena", []),
        "minus_parts": record.get("minus_parts", []),
        **{f"flek_{part}": "0" for part in PARTS},
    }
    for part, who in record.get("fleks", {}).items():
        initial |= _flek_initial(part, who)
    for part in PARTS:
        if part in outcome:
            initial |= sto_initial(outcome[part]) if part == "sto" else {f"outcome_{part}": outcome[part]}
    if "quiet_sedma" in outcome:
        initial["quiet_sedma"] = quiet_sedma_value(outcome["quiet_sedma"])
    if "quiet_sto" in outcome:
        initial["quiet_sto"] = str(outcome["quiet_sto"]["steps"])
    points = record.get("points")
    if points is not None:
        initial["points_cards"] = str(points["declarer_cards"])
        initial["points_declarer"] = " ".join(map(str, points.get("declarer_marriages", [])))
        initial["points_defence"] = " ".join(map(str, points.get("defence_marriages", [])))
    return initial | {PREFIX: renonc_initial(record)} | claims_initial(record)


def _same(said: object, record: Mapping[str, Any]) -> bool:
    """Does what the fields say equal the stored record? Both without what defaults leave out."""
    if not isinstance(said, dict):
        return False
    stored = {
        name: value for name, value in record.items() if name != "format" and value not in ([], {}, False)
    }
    typed = {name: value for name, value in said.items() if value not in ([], {}, False)}
    if typed.get("prior_misdeals") == 0:
        del typed["prior_misdeals"]
    return _without_defaults(typed) == _without_defaults(stored)


def _without_defaults(record: dict[str, Any]) -> dict[str, Any]:
    plain = dict(record)
    if "points" in plain:
        plain["points"] = {name: value for name, value in plain["points"].items() if value != []}
    # The fields go by seats; in which order the claims were written changes nothing.
    if "premium" in plain:
        plain["premium"] = sorted(plain["premium"], key=lambda claim: claim["to"])
    return plain


def _flek_initial(part: str, who: Sequence[str]) -> dict[str, Any]:
    if not who:
        return {}
    third = who[2] if len(who) > 2 and who[2] != who[0] else ""
    return {f"flek_{part}": str(min(len(who), 4)), f"first_{part}": who[0], f"third_{part}": third}
