"""The list of problems a check fills, and the few type checks that every group of fields needs."""

from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple

from rules.contracts import Contract
from rules.errors import Problem
from rules.rulebook import Rulebook
from rules.shown import printable, shown


class Ground(NamedTuple):
    """What the fields about the play stand on; None where the record does not say it rightly."""

    kind: str | None
    book: Rulebook | None
    players: Sequence[str] | None
    declarer: str | None
    sitting_out: str | None
    contract: Contract | None


class Reader:
    """Collects problems; its getters return a value of the right type, or None and a problem.

    `stored` records were taken in before and have to open: what was no problem then is none now.
    """

    def __init__(self, *, stored: bool = False) -> None:
        self.stored = stored
        self.problems: list[Problem] = []

    def add(self, path: str, code: str, text: str) -> None:
        self.problems.append(Problem(path, code, text))

    def add_to_new(self, path: str, code: str, text: str) -> None:
        """A problem that was not looked for from the beginning."""
        if not self.stored:
            self.add(path, code, text)

    def unknown_fields(self, path: str, record: Mapping[Any, object], known: Container[object]) -> None:
        for name in record:
            if name not in known:
                part = printable(name) if isinstance(name, str) else str(name)
                where = f"{path}.{part}" if path else part
                self.add(where, "unknown_field", f"Pole {shown(name)} do zápisu nepatří.")

    def missing(self, path: str, what: str) -> None:
        self.add(path, "missing_field", f"Chybí {what}.")

    def obj(self, path: str, value: object, what: str) -> dict[Any, Any] | None:
        if isinstance(value, dict):
            return value
        self.add(path, "wrong_type", f"Očekávám objekt ({what}), dostal jsem {shown(value)}.")
        return None

    def array(self, path: str, value: object, what: str) -> list[Any] | tuple[Any, ...] | None:
        if isinstance(value, (list, tuple)):
            return value
        self.add(path, "wrong_type", f"Očekávám seznam ({what}), dostal jsem {shown(value)}.")
        return None

    def flag(self, path: str, value: object) -> bool:
        if value is True or value is False:
            return value
        self.add(path, "wrong_type", f"Očekávám true nebo false, dostal jsem {shown(value)}.")
        return False

    def whole(self, path: str, value: object, lowest: int, highest: int | None, what: str) -> int | None:
        """A whole number in a range; true and 1.0 are none."""
        if type(value) is not int:
            self.add(path, "wrong_type", f"Očekávám celé číslo ({what}), dostal jsem {shown(value)}.")
        elif value < lowest or (highest is not None and value > highest):
            limits = f"od {shown(lowest)} do {highest}" if highest is not None else f"aspoň {lowest}"
            self.add(path, "out_of_range", f"Očekávám {limits} ({what}), dostal jsem {shown(value)}.")
        else:
            return value
        return None

    def choice(self, path: str, value: object, allowed: Container[str], what: str) -> str | None:
        if not isinstance(value, str):
            self.add(path, "wrong_type", f"Očekávám text ({what}), dostal jsem {shown(value)}.")
        elif value not in allowed:
            self.add(path, "wrong_value", f"Hodnota {shown(value)} tu být nemůže; očekávám {what}.")
        else:
            return value
        return None
