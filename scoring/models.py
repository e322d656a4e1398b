"""What was written on the sheets and what follows from it. Money in haléře, points in whole points."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.enums import ResultSource
from tournament.models import Record, Round, Seat, Table, Tournament


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

    Never edited: a new decision supersedes it. A cancelling decision has an empty patch.
    """

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="decisions")
    number = models.PositiveSmallIntegerField()
    patch = models.JSONField(default=dict)
    cancels = models.BooleanField(default=False)
    claim = models.CharField(_("co se namítá"), max_length=300, blank=True)
    reason = models.CharField(_("odůvodnění"), max_length=1000)
    decided_by = models.CharField(max_length=160)
    current = models.BooleanField(default=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("hand", "number"), name="decision_number_once"),
            models.UniqueConstraint(fields=("hand",), condition=Q(current=True), name="one_current_decision"),
        )

    def __str__(self) -> str:
        return f"rozhodnutí {self.number} ({self.hand})"


class TableResult(Record):
    """A version of a table's result; the newest is current, the older ones stay readable.

    ``zero_reason`` is the organiser's reason when the money does not sum to zero, ``rounding_reason`` when
    the agreed crowns leave the bounds of R-001, ``reason`` of a correction.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="results")
    number = models.PositiveSmallIntegerField()
    current = models.BooleanField(default=True)
    source = models.CharField(max_length=6, choices=ResultSource.choices)
    signed = models.BooleanField(_("zapisovatel podepsal"), default=True)
    zero_reason = models.CharField(max_length=300, blank=True)
    rounding_reason = models.CharField(max_length=300, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    entered_by = models.CharField(max_length=160)
    confirmed_by = models.CharField(max_length=160, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("table", "number"), name="result_number_once"),
            models.UniqueConstraint(fields=("table",), condition=Q(current=True), name="one_current_result"),
        )

    def __str__(self) -> str:
        return f"výsledek {self.number} ({self.table})"


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
        """Competition points: ZB + PB (section E)."""
        return self.zb + self.premium


class StandingsPublication(Record):
    """Standings after a round as they were published; a correction publishes the next number."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="publications")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="publications")
    number = models.PositiveSmallIntegerField()
    rows = models.JSONField()
    reason = models.CharField(max_length=300, blank=True)
    published_by = models.CharField(max_length=160)

    class Meta:
        ordering = ("round__number", "number")
        constraints = (models.UniqueConstraint(fields=("round", "number"), name="publication_number_once"),)

    def __str__(self) -> str:
        return f"pořadí po {self.round.number}. kole, verze {self.number}"
