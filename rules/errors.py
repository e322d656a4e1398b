"""What can go wrong, said to a person.

Every error of this package is a `RulesError` with a stable `code` and one Czech sentence. Whatever else is
raised is a defect of the program.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Problem(NamedTuple):
    """One thing wrong with a value that came from outside.

    `path` names the field (`fleks.hra[1]`, empty for the whole value; docs/rules/hand-record.md), `code` is
    stable, `text` is a Czech sentence for the person who typed the value.

    >>> Problem("bid", "wrong_type", "Stupeň musí být celé číslo.").code
    'wrong_type'
    """

    path: str
    code: str
    text: str


class RulesError(ValueError):
    """Anything the rules refuse; `code` is stable and `str()` is a Czech sentence.

    >>> RulesError("Něco nejde.", "own_code").code
    'own_code'
    """

    code = "rules_error"

    def __init__(self, text: str, code: str | None = None) -> None:
        super().__init__(text)
        if code is not None:
            self.code = code


class InvalidInput(RulesError):
    """A value with problems; `problems` holds all of them, the sentence is that of the first.

    >>> error = InvalidInput([Problem("bid", "wrong_type", "Stupeň musí být celé číslo.")])
    >>> error.code, str(error), len(error.problems)
    ('wrong_type', 'Stupeň musí být celé číslo.', 1)
    """

    code = "invalid_input"

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(self.problems[0].text, self.problems[0].code)


class InvalidHand(InvalidInput):
    """A hand record that does not keep the format or the rules.

    >>> from rules import parse_hand
    >>> try:
    ...     parse_hand({})
    ... except InvalidHand as error:
    ...     [problem.path for problem in error.problems]
    ['players', 'dealer', 'declarer', 'contract']
    """


class InvalidRulebook(InvalidInput):
    """A rulebook with an unknown field or an impossible value.

    >>> from rules import find_rulebook
    >>> try:
    ...     find_rulebook("csm", overrides={"hra": -1})
    ... except InvalidRulebook as error:
    ...     error.problems[0].path
    'hra'
    """


class InvalidAuction(InvalidInput):
    """An auction record or a call that the auction does not allow.

    >>> issubclass(InvalidAuction, InvalidInput)
    True
    """


class InvalidMoney(InvalidInput):
    """Amounts that cannot be rounded to whole crowns.

    >>> from rules import to_crowns
    >>> try:
    ...     to_crowns({"A": 1})
    ... except InvalidMoney as error:
    ...     error.code
    'sum_not_zero'
    """


class InvalidTable(InvalidInput):
    """A bodovací tabulka (table of premium points) that cannot be read.

    >>> issubclass(InvalidTable, InvalidInput)
    True
    """


class InvalidNotation(RulesError):
    """A line of the hand notation that does not follow its grammar.

    >>> InvalidNotation("Tomu nerozumím.").code
    'notation'
    """

    code = "notation"


class InvalidJson(RulesError):
    """A text that is not JSON of the kind read here.

    >>> InvalidJson("Text není platný JSON.").code
    'not_json'
    """

    code = "not_json"


class UnknownTable(RulesError):
    """An id or version of a bodovací tabulka that is not among the published ones.

    >>> UnknownTable("Tabulku neznám.").code
    'unknown_points_table'
    """

    code = "unknown_points_table"


class UnknownRulebook(RulesError):
    """A rulebook id or version that is not among the named ones.

    >>> UnknownRulebook("Pravidla neznám.").code
    'unknown_rulebook'
    """

    code = "unknown_rulebook"
