"""What the draw refuses, told in one Czech sentence that says what would be right."""

from rules.errors import RulesError


class CannotSeat(RulesError):
    """People that cannot be seated as asked; `code` is stable, the text is meant for the organiser."""

    code = "cannot_seat"

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text, code)
