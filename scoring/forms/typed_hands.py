"""What was tapped in the form of a hand as a hand record, not yet checked: that is for ``rules``."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules import Rulebook
from scoring.forms.choices import quiet_sedma_of, sto_of


@dataclass(frozen=True, slots=True)
class TypedHand:
    """The values of a form; ``data`` has every field, empty where nothing sound was typed."""

    data: Mapping[str, Any]
    rulebook: Rulebook
    misdeals: Callable[[], Mapping[str, int]] = dict
    """How many earlier misdeals of each dealer are written; asked only about a misdeal."""

    def record(self, players: Sequence[str]) -> dict[str, Any]:
        """The record without renonce and premium points."""
        kind = self.data["kind"] or "hand"
        record: dict[str, Any] = {"players": list(players), "dealer": self.data["dealer"]}
        if kind != "hand":
            record["kind"] = kind
        if self.data["declarer"] and kind != "misdeal":
            record["declarer"] = self.data["declarer"]
        fields = {"hand": self._played, "omyl": self._omyl, "misdeal": self._misdeal, "renonc": dict}
        return record | fields[kind]()

    def _played(self) -> dict[str, Any]:
        data = self.data
        contract = data["contract"]
        if not contract:
            return {}
        parts = self.rulebook.parts_of(contract)
        record: dict[str, Any] = {"contract": contract}
        trumps = contract not in ("betl", "durch")
        optional = {
            "red": data["red"] and trumps,
            "bid": whole(data["bid"]),
            "fleks": {part: who for part in parts if (who := self._fleks(part))},
            "points": self._points(parts),
            "lozena": [part for part in data["lozena"] if part in parts],
            "minus_parts": [part for part in data["minus_parts"] if part in parts],
            "foreign_suits_flek": data["foreign_suits_flek"],
            "four_helpers_against": data["four_helpers_against"],
            "theoretically_playable": data["theoretically_playable"],
            "trumps": whole(data["trumps"]),
        }
        outcome = self._outcome(parts, contract, counted=optional["points"] is not None)
        return record | {name: value for name, value in optional.items() if value} | {"outcome": outcome}

    def _omyl(self) -> dict[str, Any]:
        bid = whole(self.data["bid"]) or self.rulebook.rung_of("sedma", False)
        return {"bid": bid} if bid else {}

    def _misdeal(self) -> dict[str, Any]:
        written = self.misdeals().get(self.data["dealer"], 0)
        return {"prior_misdeals": written + (whole(self.data["unwritten_misdeals"]) or 0)}

    def _fleks(self, part: str) -> list[str]:
        """Who doubled, in order: the defence first, then the sides in turn."""
        data = self.data
        count = whole(data[f"flek_{part}"]) or 0
        first = data[f"first_{part}"]
        third = data[f"third_{part}"] or first
        return [first, data["declarer"], third, data["declarer"]][:count]

    def _outcome(self, parts: Sequence[str], contract: str, *, counted: bool) -> dict[str, Any]:
        data = self.data
        outcome: dict[str, Any] = {}
        for part in parts:
            typed = data[f"outcome_{part}"]
            if not typed or (counted and part in ("hra", "sto")):
                continue
            outcome[part] = sto_of(typed, data["sto_defence"]) if part == "sto" else typed
        if contract in ("hra", "sto") and data["quiet_sedma"]:
            outcome["quiet_sedma"] = quiet_sedma_of(data["quiet_sedma"])
        if contract in ("hra", "sedma") and data["quiet_sto"] and not counted:
            side = "declarer" if outcome.get("hra") == "won" else "defence"
            outcome["quiet_sto"] = {"side": side, "steps": int(data["quiet_sto"])}
        return outcome

    def _points(self, parts: Sequence[str]) -> dict[str, Any] | None:
        data = self.data
        if not data["points_cards"] or not {"hra", "sto"} & set(parts):
            return None
        return {
            "declarer_cards": int(data["points_cards"]),
            "declarer_marriages": data["points_declarer"] or [],
            "defence_marriages": data["points_defence"] or [],
        }


def whole(text: str | None) -> int | None:
    """The number of a choice, ``None`` for none."""
    return int(text) if text else None
