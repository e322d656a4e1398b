"""What is owed while a hand is being settled, and the caps on it (R-008). All amounts are haléře."""

from rules.amounts import Payment
from rules.lines import Line
from rules.money import split
from rules.records import Hand


class Ledger:
    """What is owed while a hand is being settled."""

    __slots__ = (
        "book",
        "caps",
        "declarer",
        "flekked_lozena",
        "foreign_flekker",
        "hand",
        "limited",
        "lines",
        "opponents",
        "owed",
        "won",
    )

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.book = hand.rulebook
        self.declarer = hand.declarer or ""
        self.opponents = hand.opponents
        # What each opponent owes the declarer for the hand; negative when he gets it.
        self.owed = dict.fromkeys(self.opponents, 0)
        # The cap of those who pay for others, its article, and of how many limits it is made.
        self.caps: dict[str, tuple[int, str, int]] = {}
        self.lines: list[Line] = []
        self.limited = False
        # Results as settled, for the premium points.
        self.won: list[bool] = []
        self.flekked_lozena = False
        self.foreign_flekker: str | None = None

    def everyone(self, amount: int) -> tuple[Payment, ...]:
        """Every opponent pays the declarer `amount`, or gets it when it is negative."""
        owed, declarer = self.owed, self.declarer
        for opponent in owed:
            owed[opponent] += amount
        if amount < 0:
            return tuple([(declarer, opponent, -amount) for opponent in owed])
        return tuple([(opponent, declarer, amount) for opponent in owed])

    def for_all(self, payer: str, value: int, article: str) -> tuple[Payment, ...]:
        """One opponent pays the declarer for all, by B/16 or D2; his cap is as many limits."""
        count = len(self.opponents)
        self.owed[payer] += count * value
        self._raise_cap(payer, count * self.book.limit, article, count)
        return ((payer, self.declarer, count * value),)

    def by_offender(self, offender: str, value: int) -> tuple[Payment, ...]:
        """Who lost by a renonc pays: the declarer everybody else, another the declarer for all (D2)."""
        return self.everyone(-value) if offender == self.declarer else self.for_all(offender, value, "D2")

    def shared(self, first: str, second: str, value: int) -> tuple[Payment, ...]:
        """Two flekkers pay for all in equal parts; the first bears an odd haléř (B/16, R-001)."""
        count = len(self.opponents)
        raised = count == 3 or self.book.raised_limit_at_three
        cap = self.book.raised_limit if raised else self.book.limit
        shares = split(count * value, 2)
        for payer, share in zip((first, second), shares, strict=True):
            self.owed[payer] += share
            self._raise_cap(payer, cap, "B/16", 1)
        return ((first, self.declarer, shares[0]), (second, self.declarer, shares[1]))

    def _raise_cap(self, payer: str, cap: int, article: str, limits: int) -> None:
        self.caps[payer] = max(self.caps.get(payer, (self.book.limit, "A", 1)), (cap, article, limits))

    def money(self) -> dict[str, int]:
        """Cap what is owed for the hand, and add up all lines."""
        self._apply_caps()
        money = dict.fromkeys(self.hand.players, 0)
        for line in self.lines:
            for payer, receiver, amount in line.payments:
                money[payer] -= amount
                money[receiver] += amount
        if sum(money.values()):
            raise AssertionError(f"money must sum to zero: {money}")
        return money

    def _apply_caps(self) -> None:
        """Send back what is above the caps; who is capped alike stands in one line."""
        plain = (self.book.limit, "A", 1)
        backs: dict[tuple[int, str, int, int], list[Payment]] = {}
        for opponent, owed in self.owed.items():
            if -plain[0] <= owed <= plain[0]:
                continue
            cap, article, limits = self.caps.get(opponent, plain) if owed > 0 else plain
            over = abs(owed) - cap
            if over > 0:
                payer, receiver = (opponent, self.declarer) if owed > 0 else (self.declarer, opponent)
                backs.setdefault((cap, article, limits, over), []).append((receiver, payer, over))
        for (cap, article, limits, over), back in backs.items():
            self.limited = True
            who = back[0][1]
            self.lines.append(
                Line("limit", None, cap, False, 0, 1, over, article, "limit", who, limits, tuple(back))
            )
