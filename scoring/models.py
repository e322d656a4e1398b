"""What was written on the sheets and what follows from it. Money in haléře, points in whole points."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.enums import Approval, DisputeState, Exclusion, ResultSource
from tournament.models import Entry, Record, Round, Seat, Table, Tournament


class Hand(Record):
    """One hand of a table as it was written (``record``) and as it is paid (``money``, ``premium``).

    ``record`` is a ``licitovany-hand/1`` without a rulebook (the tournament's applies), seats ``A``–``D``
    as players. A referee's decision does not touch it: it is laid over it (``scoring.adapters``).
    ``money`` and ``premium`` map seats to haléře and points, those of the record with the decision.
    A hand taken back stays with ``removed``. ``auction`` holds the calls of its auction where somebody wrote
    them down, as ``rules.auction`` reads them; usually nobody does.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="hands")
    sequence = models.PositiveSmallIntegerField()
    external_id = models.CharField(max_length=100, null=True, blank=True)  # noqa: DJ001 because NULLs are distinct
    record = models.JSONField()
    notation = models.CharField(max_length=600, blank=True)
    money = models.JSONField()
    premium = models.JSONField()
    limited = models.BooleanField(default=False)
    removed = models.BooleanField(default=False)
    auction = models.JSONField(default=list, blank=True)
    written_by = models.CharField(max_length=160)
    written_by_key = models.UUIDField(null=True, editable=False)

    class Meta:
        ordering = ("sequence",)
        constraints = (
            models.UniqueConstraint(fields=("table", "sequence"), name="hand_sequence_once"),
            models.UniqueConstraint(fields=("table", "external_id"), name="hand_external_id_once"),
        )

    def __str__(self) -> str:
        return f"{self.table}, hra {self.sequence}"


class Decision(Record):
    """A referee's ruling on one hand: ``patch`` holds the fields of the record that it sets.

    Never edited: a new decision supersedes it. A cancelling decision has an empty patch. ``facts`` is what
    the referee found out; of all the texts only ``public_reason`` is for everybody.
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="decisions")
    number = models.PositiveSmallIntegerField()
    patch = models.JSONField(default=dict)
    cancels = models.BooleanField(default=False)
    claim = models.CharField(_("co se namítá"), max_length=300, blank=True)
    facts = models.CharField(max_length=1000, blank=True)
    reason = models.CharField(_("odůvodnění"), max_length=1000)
    public_reason = models.CharField(max_length=300, blank=True)
    decided_by = models.CharField(max_length=160)
    decided_by_key = models.UUIDField(null=True, editable=False)
    current = models.BooleanField(default=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("hand", "number"), name="decision_number_once"),
            models.UniqueConstraint(fields=("hand",), condition=Q(current=True), name="one_current_decision"),
        )

    def __str__(self) -> str:
        return f"rozhodnutí {self.number} ({self.hand})"


class Dispute(Record):
    """A claim at a table: who says what against whom, and what became of it.

    ``number`` counts the disputes of the table, ``sequence`` is the hand it is about, written already or not
    (``None``: no hand). ``claimant`` and ``accused`` are seats; nobody where the desk asked by
    itself, or where the claim is against nobody in particular. ``late``: a later hand was written already, so
    the cards had been stacked (D); whether to admit it is the referee's. ``set_aside`` is the organiser's
    reason to go on while it is open. ``decision`` is the ruling that answered it; ``reason`` and
    ``public_reason`` belong to a claim that was rejected or withdrawn.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="disputes")
    number = models.PositiveSmallIntegerField()
    sequence = models.PositiveSmallIntegerField(null=True, blank=True)
    claimant = models.CharField(max_length=1, blank=True)
    accused = models.CharField(max_length=1, blank=True)
    article = models.CharField(max_length=4, blank=True)
    claim = models.CharField(max_length=300, blank=True)
    late = models.BooleanField(default=False)
    state = models.CharField(max_length=9, choices=DisputeState.choices, default=DisputeState.OPEN)
    opened_by = models.CharField(max_length=160)
    opened_by_key = models.UUIDField(null=True, editable=False)
    set_aside = models.CharField(max_length=300, blank=True)
    decision = models.ForeignKey(
        Decision, on_delete=models.RESTRICT, related_name="disputes", null=True, blank=True
    )
    reason = models.CharField(max_length=1000, blank=True)
    public_reason = models.CharField(max_length=300, blank=True)
    closed_by = models.CharField(max_length=160, blank=True)
    closed_by_key = models.UUIDField(null=True, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("table", "number"), name="dispute_number_once"),
            models.CheckConstraint(
                condition=~Q(state=DisputeState.OPEN) | Q(closed_at=None), name="open_dispute_is_not_closed"
            ),
        )

    def __str__(self) -> str:
        return f"spor {self.number} ({self.table})"


class Award(Record):
    """A referee's ruling as amounts, at a table whose hands are on paper: what everybody gets, or pays.

    ``money`` (haléře, zero together) and ``premium`` map seats to what is added to the sheet. ``number``
    counts the awards of the dispute. Never edited: a new one supersedes it, amounts of zero take it away.
    ``article`` is cited where the referee names one; of the texts only ``public_reason`` is for everybody.
    Where he entered the hand, ``record`` is how it stands on the sheet and ``patch`` what he ruled of it.
    """

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="awards")
    number = models.PositiveSmallIntegerField()
    money = models.JSONField()
    premium = models.JSONField()
    article = models.CharField(max_length=4, blank=True)
    record = models.JSONField(null=True)
    patch = models.JSONField(default=dict)
    facts = models.CharField(max_length=1000, blank=True)
    reason = models.CharField(max_length=1000)
    public_reason = models.CharField(max_length=300, blank=True)
    decided_by = models.CharField(max_length=160)
    decided_by_key = models.UUIDField(null=True, editable=False)
    current = models.BooleanField(default=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("dispute", "number"), name="award_number_once"),
            models.UniqueConstraint(fields=("dispute",), condition=Q(current=True), name="one_current_award"),
        )

    def __str__(self) -> str:
        return f"částky {self.number} ({self.dispute})"


class TableResult(Record):
    """A version of a table's result; the newest is current, the older ones stay readable.

    ``zero_reason`` is the organiser's reason when the money does not sum to zero, ``rounding_reason`` when
    the agreed crowns leave the bounds of R-001, ``reason`` of a correction. ``signed`` and ``noted`` say what
    B/1 asks of the paper: the scribe's signature, and each hand of 50 and more points written apart. In
    two-person mode a correction after closing has an ``approval``: it is not current while it waits for
    somebody else, nor when he has rejected it.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="results")
    number = models.PositiveSmallIntegerField()
    current = models.BooleanField(default=True)
    approval = models.CharField(max_length=8, choices=Approval.choices, blank=True, default="")
    source = models.CharField(max_length=6, choices=ResultSource.choices)
    signed = models.BooleanField(_("zapisovatel podepsal"), default=True)
    noted = models.BooleanField(_("hry za 50 a více bodů jsou na lístku"), default=True)
    zero_reason = models.CharField(max_length=300, blank=True)
    rounding_reason = models.CharField(max_length=300, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    entered_by = models.CharField(max_length=160)
    entered_by_key = models.UUIDField(null=True, editable=False)
    confirmed_by = models.CharField(max_length=160, blank=True)
    confirmed_by_key = models.UUIDField(null=True, editable=False)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("table", "number"), name="result_number_once"),
            models.UniqueConstraint(fields=("table",), condition=Q(current=True), name="one_current_result"),
            models.UniqueConstraint(
                fields=("table",), condition=Q(approval=Approval.WAITING), name="one_waiting_correction"
            ),
            models.CheckConstraint(
                condition=Q(current=False) | Q(approval=""), name="waiting_correction_not_in_force"
            ),
        )

    def __str__(self) -> str:
        return f"výsledek {self.number} ({self.table})"


def competition_points(zb: int, premium: int) -> int:
    """SB of a round: ZB + PB (section E)."""
    return zb + premium


class SeatResult(models.Model):
    """One player's line of a table's result: exact money, agreed crowns (ZB), premium points (PB)."""

    result = models.ForeignKey(TableResult, on_delete=models.CASCADE, related_name="seats")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="results")
    money = models.IntegerField()
    zb = models.IntegerField()
    premium = models.IntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("result", "seat"), name="seat_result_once"),)

    def __str__(self) -> str:
        return f"{self.seat}: {self.zb} + {self.premium}"

    @property
    def sb(self) -> int:
        """Competition points of the line."""
        return competition_points(self.zb, self.premium)


class StandingsPublication(Record):
    """Standings after a round as they were published; a correction publishes the next number."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="publications")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="publications")
    number = models.PositiveSmallIntegerField()
    rows = models.JSONField()
    reason = models.CharField(max_length=300, blank=True)
    published_by = models.CharField(max_length=160)
    published_by_key = models.UUIDField(null=True, editable=False)

    class Meta:
        ordering = ("round__number", "number")
        constraints = (models.UniqueConstraint(fields=("round", "number"), name="publication_number_once"),)

    def __str__(self) -> str:
        return f"pořadí po {self.round.number}. kole, verze {self.number}"


class Penalty(Record):
    """A penalty of one player: proposed (for example a missing signature, B/1), in force, or ended.

    ``points`` is added to SB, so it is negative or zero; without points and ``exclusion`` it is a warning.
    Nothing of it is ever edited: it ends (``ended_by``, ``ended_reason``) by being cancelled or superseded
    by another one, and stays on the list. ``withdrew``: this exclusion withdrew the player, so that its end
    brings him back.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("navržen")
        APPLIED = "applied", _("platí")
        REJECTED = "rejected", _("zrušen")
        SUPERSEDED = "superseded", _("nahrazen")

    OVER = (State.REJECTED, State.SUPERSEDED)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="penalties", null=True, blank=True
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.PROPOSED)
    points = models.IntegerField(_("body"), default=0)
    exclusion = models.CharField(max_length=10, choices=Exclusion.choices, blank=True, default="")
    article = models.CharField(_("článek"), max_length=20, blank=True)
    reason = models.CharField(_("důvod"), max_length=300)
    withdrew = models.BooleanField(default=False)
    decided_by = models.CharField(max_length=160, blank=True)
    decided_by_key = models.UUIDField(null=True, editable=False)
    decided_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=160, blank=True)
    ended_by_key = models.UUIDField(null=True, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        db_table = "tournament_penalty"
        constraints = (
            models.CheckConstraint(condition=Q(points__lte=0), name="penalty_not_a_reward"),
            models.CheckConstraint(
                condition=Q(exclusion="") | Q(points=0), name="exclusion_costs_no_points_of_its_own"
            ),
            models.UniqueConstraint(
                fields=("entry", "round", "article"),
                condition=~Q(article="") & ~Q(state__in=("rejected", "superseded")),
                name="penalty_proposed_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry}: {self.points} {self.reason}"


class PointsTable(Record):
    """A version of an organiser's own bodovací tabulka; published ones come with ``rules``.

    Never edited: a new import or an added row is a new version, the newest is current and the older ones
    stay readable. ``key`` is what ``Tournament.premium_table_id`` names; ``rows`` are those of
    ``rules.points_table.PointsTable.to_json``. ``joins`` names the published table whose rows they join or
    replace one by one; without it they are the whole table.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="points_tables")
    key = models.CharField(max_length=60)
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("název"), max_length=120)
    source = models.CharField(_("zdroj"), max_length=300, blank=True)
    date = models.CharField(_("platí od"), max_length=40, blank=True)
    rows = models.JSONField()
    joins = models.CharField(max_length=60, blank=True, default="")
    current = models.BooleanField(default=True)
    made_by = models.CharField(max_length=160)
    made_by_key = models.UUIDField(null=True, editable=False)

    class Meta:
        db_table = "tournament_pointstable"
        ordering = ("key", "-number")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "key", "number"), name="points_table_number_once"),
            models.UniqueConstraint(
                fields=("tournament", "key"), condition=Q(current=True), name="one_current_points_table"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}, verze {self.number}"
