"""What the desk refuses. Each error carries one Czech sentence for the person at the screen."""

from collections.abc import Mapping


class DeskError(Exception):
    """Something was asked that the desk does not do; ``text`` says what is wrong and what would be right.

    ``code`` is stable for tests and logs, ``fields`` maps form fields to their own sentences, so that a
    form can show each where it was typed.
    """

    def __init__(self, text: str, *, code: str, fields: Mapping[str, str] | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.code = code
        self.fields = dict(fields or {})


class Refused(DeskError):
    """The state of the tournament or the values given do not allow it."""


class Conflict(DeskError):
    """Somebody else changed the same thing in between; ``text`` says who and when."""


class NotAllowed(DeskError):
    """The person asking does not have the right."""


class Asked(DeskError):
    """Something that is possible but looks like a slip; sent again with the field ``answer`` it is done."""

    def __init__(self, text: str, *, code: str, answer: str) -> None:
        super().__init__(text, code=code)
        self.answer = answer
