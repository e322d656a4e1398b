"""Who pays whom: `settle` turns a checked hand into money, premium points and explained lines.

Sections A–D and the section on two sevens, computed as R-005 to R-019 say. All amounts are haléře. Every
payment for the hand runs between the declarer and one opponent; paušály and misdeals run between any two.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules.amounts import NO_MARKS, Payment
from rules.checking import parse_hand
from rules.entitlements import Refusal, grant
from rules.ledger import Ledger
from rules.lines import Line, encode, line_text
from rules.offences import NOTHING_DECIDED, Verdict, judge, lozena_parts
from rules.parts import RE, counted_fleks, foreign_suits, part_value, quiet_sto_factor, sto_factor, sto_marks
from rules.records import Hand, Offence, PartPlay, QuietSedma, hand_to_json
from rules.rulebook import Rulebook

FORMAT = "licitovany-settlement/1"


class Settlement(NamedTuple):
    """The result of one record: money in haléře and premium points of every player, sum of money zero.

    `limited` is true when a cap shortened a payment; `lines` explain the amounts one by one and `refused` the
    premium claims that were not granted.

    >>> from rules.notation import parse
    >>> settlement = settle(parse("ABC/C A:betl betl+ A+5"))
    >>> settlement.money, settlement.premium, settlement.limited
    ({'A': 600, 'B': -300, 'C': -300}, {'A': 5, 'B': 0, 'C': 0}, False)
    """

    money: dict[str, int]
    premium: dict[str, int]
    limited: bool
    lines: tuple[Line, ...]
    refused: tuple[Refusal, ...] = ()

    def named(self, names: Mapping[str, str]) -> "Settlement":
        """The same with other names for its players, as for a table whose records know seats only.

        >>> from rules.notation import parse
        >>> named = settle(parse("ABC/C misdeal")).named({"A": "Adam", "B": "Bořek", "C": "Cyril"})
        >>> named.lines[0].text
        'První chybné rozdání v kole je bez postihu, Cyril rozdá znovu (B/5).'
        """
        return self._replace(
            money={names[player]: amount for player, amount in self.money.items()},
            premium={names[player]: points for player, points in self.premium.items()},
            lines=tuple([line.named(names) for line in self.lines]),
            refused=tuple([refusal._replace(to=names[refusal.to]) for refusal in self.refused]),
        )

    def to_json(self) -> dict[str, Any]:
        """The settlement ready for JSON (docs/rules/hand-record.md).

        >>> from rules.notation import parse
        >>> list(settle(parse("ABC/C A:betl betl+")).to_json())
        ['format', 'money', 'premium', 'limited', 'lines', 'refused']
        """
        return {
            "format": FORMAT,
            "money": self.money,
            "premium": self.premium,
            "limited": self.limited,
            "lines": [line.to_json() for line in self.lines],
            "refused": [refusal.to_json() for refusal in self.refused],
        }

    def to_json_text(self) -> str:
        """The same as one line of JSON text; lines that came before are not written out again.

        >>> from rules.notation import parse
        >>> settle(parse("ABC/C A:betl betl+")).to_json_text()[:56]
        '{"format": "licitovany-settlement/1", "money": {"A": 600'
        """
        head = {"format": FORMAT, "money": self.money, "premium": self.premium, "limited": self.limited}
        refused = encode([refusal.to_json() for refusal in self.refused]) if self.refused else "[]"
        lines = ", ".join([line_text(line) for line in self.lines])
        return f'{encode(head)[:-1]}, "lines": [{lines}], "refused": {refused}}}'


def settle(hand: Hand, rulebook: Rulebook | None = None) -> Settlement:
    """Settle a checked hand by its own rulebook, or by another one.

    >>> from rules.checking import parse_hand
    >>> settle(parse_hand({"players": ["A", "B", "C"], "dealer": "C", "declarer": "A", "contract": "sedma",
    ...                    "outcome": {"hra": "won", "sedma": "won"}})).money
    {'A': 120, 'B': -60, 'C': -60}
    """
    if rulebook is not None and rulebook is not hand.rulebook and rulebook != hand.rulebook:
        hand = _under(hand, rulebook)
    ledger = Ledger(hand)
    verdict = NOTHING_DECIDED
    if hand.kind == "hand":
        if hand.renonce:
            verdict = judge(
                hand.renonce,
                contract=hand.contract,
                declarer=hand.declarer,
                four_helpers_against=hand.four_helpers_against,
            )
        _play(ledger, verdict)
    elif hand.kind == "omyl":
        _omyl(ledger)
    elif hand.kind == "misdeal":
        _misdeal(ledger)
    for offence in hand.renonce:
        if offence.pausal:
            _pausal(ledger, offence)
    money = ledger.money()
    if hand.premium or ledger.foreign_flekker:
        premium, refused = grant(hand, verdict, ledger.won, ledger.flekked_lozena, ledger.foreign_flekker)
        return Settlement(money, premium, ledger.limited, tuple(ledger.lines), refused)
    return Settlement(money, dict.fromkeys(hand.players, 0), ledger.limited, tuple(ledger.lines))


def _under(hand: Hand, rulebook: Rulebook) -> Hand:
    """The same record read under another rulebook: parts and results by points depend on its choices."""
    record = hand_to_json(hand)
    del record["rulebook"]
    return parse_hand(record, rulebook=rulebook, stored=True)


def _play(ledger: Ledger, verdict: Verdict) -> None:
    """Every part of the contract, then the quiet seven."""
    hand = ledger.hand
    decider = verdict.decider
    forced = lozena_parts(hand.parts) if verdict.lozena_played else ()
    for play in hand.parts:
        fleks = counted_fleks(play.fleks, ledger.book)
        if fleks and (play.lozena or play.part in forced):
            ledger.flekked_lozena = True
        two_sevens = play.part == "dve_sedmy"
        if verdict.helpers_hidden:
            _paid_by_declarer(ledger, play, fleks, "C12", "helpers_hidden")
        elif verdict.helpers_against and two_sevens:
            _paid_by_declarer(ledger, play, fleks, "2x7", "helpers_against")
        elif decider is not None and not verdict.playout and not (verdict.helpers_shown and two_sevens):
            _lost_by_renonc(ledger, decider, play, fleks)
        else:
            _played(ledger, verdict, play, fleks, forced=play.part in forced)
    if hand.quiet_sedma is not None and not verdict.without_playout:
        _quiet_sedma(ledger, verdict, hand.quiet_sedma)
    if ledger.foreign_flekker is not None:
        flekker = ledger.foreign_flekker
        ledger.lines.append(
            Line("foreign_suits", None, 0, False, 0, 1, 0, "2x7", "foreign_suits", flekker, 1, ())
        )


def _played(
    ledger: Ledger, verdict: Verdict, play: PartPlay, fleks: tuple[str, ...], *, forced: bool
) -> None:
    """A part settled by its result (R-008 to R-011, D3).

    `forced` by B/18 it is won and ložená whatever happened in play; sto that was made counts its own steps.
    """
    hand, book = ledger.hand, ledger.book
    part = play.part
    won = play.won is True or forced
    steps = play.steps if play.won or not forced else 1
    factor = 1
    if part == "sto":
        factor = sto_factor(steps, book)
    elif part == "hra" and hand.quiet_sto is not None and not verdict.lozena_played:
        factor = quiet_sto_factor(hand.quiet_sto.steps, book)
    count = len(fleks)
    value = part_value(part, book, red=hand.red, fleks=count, factor=factor)
    foreign = foreign_suits(play, count, hand.foreign_suits_flek)
    if foreign:
        ledger.foreign_flekker = fleks[0]
    offender = _pays_playout(ledger, verdict, part, won)
    lozena = play.lozena or forced
    if offender:
        article, how = "D3", _playout_words(ledger, offender)
        payments = ledger.by_offender(offender, value)
    elif won and count and (lozena or play.minus or foreign):
        article, how = _MINUS_POINTS["lozena" if lozena else "minus" if play.minus else "foreign"]
        payments = _by_flekkers(ledger, fleks, value)
    else:
        article, how = _as_usual(verdict, part, forced=forced)
        payments = ledger.everyone(value if won else -value)
    ledger.won.append(won)
    rate = book.rates[part]
    marks = NO_MARKS
    # By other scalings the tens would not come to the factor beside them.
    if part == "sto" and hand.points is not None and won is play.won and factor == steps:
        marks = sto_marks(hand.points, book)
    ledger.lines.append(
        Line(part, won, rate, hand.red, count, steps, value, article, how, offender, factor, payments, marks)
    )


def _as_usual(verdict: Verdict, part: str, *, forced: bool) -> tuple[str, str]:
    """Why all pay their own: by B/18, as the offender's side did not lose the playout, by the rates."""
    if forced:
        return "B/18", "lozena_played"
    return ("D3", "playout_kept") if _played_on(verdict, part) else ("A", "played")


def _played_on(verdict: Verdict, part: str) -> bool:
    """Whether the result of a part is that of a playout; after C13 dvě sedmy is not at stake there."""
    return verdict.playout and not (verdict.helpers_shown and part == "dve_sedmy")


_MINUS_POINTS = {"lozena": ("B/17", "lozena"), "minus": ("B/16", "minus"), "foreign": ("2x7", "foreign")}


def _pays_playout(ledger: Ledger, verdict: Verdict, part: str, won: bool) -> str:
    """Who pays this part of a playout for all: the offender, when his side lost it (D3, D4); else nobody."""
    decider = verdict.decider
    if decider is None or not _played_on(verdict, part):
        return ""
    side_lost = won != (decider.by == ledger.declarer)
    return decider.by if side_lost else ""


def _by_flekkers(ledger: Ledger, fleks: tuple[str, ...], value: int) -> tuple[Payment, ...]:
    """Those of the defence who flekked pay for everyone (B/16, B/17)."""
    flekkers = list(dict.fromkeys(player for player in fleks if player != ledger.declarer))
    if len(flekkers) == 1:
        return ledger.for_all(flekkers[0], value, "B/16")
    return ledger.shared(flekkers[0], flekkers[1], value)


def _lost_by_renonc(ledger: Ledger, decider: Offence, play: PartPlay, fleks: tuple[str, ...]) -> None:
    """A part lost by the offender's side without being played on (D1, D2, D4; B/9 for C7)."""
    hand, book = ledger.hand, ledger.book
    if decider.article == "C7":
        count, article, how = min(len(fleks), RE), "B/9", "talon"
    elif book.renonc_rate == "flekked":
        count, article, how = len(fleks), "D4", "renonc_flekked"
    else:
        count, article, how = 0, "D4", "renonc"
    value = part_value(play.part, book, red=hand.red, fleks=count)
    won = decider.by != ledger.declarer
    payments = ledger.by_offender(decider.by, value)
    ledger.won.append(won)
    rate = book.rates[play.part]
    ledger.lines.append(
        Line(play.part, won, rate, hand.red, count, 1, value, article, how, decider.by, 1, payments)
    )


def _paid_by_declarer(ledger: Ledger, play: PartPlay, fleks: tuple[str, ...], article: str, how: str) -> None:
    """Dvě sedmy with four helpers against, hidden or not: the declarer pays, as flekked (two sevens)."""
    hand, book = ledger.hand, ledger.book
    value = part_value(play.part, book, red=hand.red, fleks=len(fleks))
    ledger.won.append(False)
    payments = ledger.everyone(-value)
    rate = book.rates[play.part]
    ledger.lines.append(
        Line(play.part, False, rate, hand.red, len(fleks), 1, value, article, how, "", 1, payments)
    )


def _playout_words(ledger: Ledger, offender: str) -> str:
    """The sentence of D2: the declarer pays everybody his own, a defender pays for all."""
    return "playout_declarer" if offender == ledger.hand.declarer else "playout"


def _quiet_sedma(ledger: Ledger, verdict: Verdict, quiet: QuietSedma) -> None:
    """The unannounced trump seven in the last trick: for the side that played it, or against it."""
    red = ledger.hand.red
    for_declarer = (quiet.side == "declarer") == quiet.won
    value = part_value("quiet_sedma", ledger.book, red=red)
    offender = _pays_playout(ledger, verdict, "quiet_sedma", for_declarer)
    article, how = "A", "taken" if quiet.won else "beaten"
    if offender:
        article, how = "D3", _playout_words(ledger, offender)
        payments = ledger.by_offender(offender, value)
    else:
        payments = ledger.everyone(value if for_declarer else -value)
    rate = ledger.book.quiet_sedma
    ledger.lines.append(
        Line("quiet_sedma", for_declarer, rate, red, 0, 1, value, article, how, offender, 1, payments)
    )


def _omyl(ledger: Ledger) -> None:
    """Plain sedma won and not played: the declarer pays each opponent (B/15)."""
    rate = ledger.book.omyl
    payments = ledger.everyone(-rate)
    declarer = ledger.declarer
    ledger.lines.append(Line("omyl", False, rate, False, 0, 1, rate, "B/15", "omyl", declarer, 1, payments))


def _misdeal(ledger: Ledger) -> None:
    """The first misdeal of a player in a round is free, each further one he pays to everybody (B/5)."""
    hand = ledger.hand
    rate = ledger.book.misdeal if hand.prior_misdeals else 0
    payments = _to_all_others(hand, hand.dealer, rate) if rate else ()
    ledger.lines.append(
        Line("misdeal", None, rate, False, 0, 1, rate, "B/5", "misdeal", hand.dealer, 1, payments)
    )


def _pausal(ledger: Ledger, offence: Offence) -> None:
    """The fixed payment of a renonc to everybody else at the table, outside the limit (section C)."""
    name = "pausal1" if offence.pausal == 1 else "pausal2"
    rate = ledger.book.pausal1 if offence.pausal == 1 else ledger.book.pausal2
    payments = _to_all_others(ledger.hand, offence.by, rate)
    ledger.lines.append(
        Line(name, None, rate, False, 0, 1, rate, offence.article, "pausal", offence.by, 1, payments)
    )


def _to_all_others(hand: Hand, payer: str, amount: int) -> tuple[Payment, ...]:
    return tuple([(payer, player, amount) for player in hand.players if player != payer])
