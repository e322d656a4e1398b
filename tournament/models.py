"""Who plays, where and when, and the record of everything that was changed.

Every exported row has a UUID of its own, so that a tournament can move between databases without
a database id in its file. ``version`` grows with each change: a form sends back the version it
showed and a change made by somebody else in between is found by the database.
"""

import secrets
import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.db.models.expressions import CombinedExpression
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.enums import (
    SEAT_NAMES,
    BpKey,
    BpSharing,
    DrawMethod,
    Presence,
    RankingOrder,
    Role,
    RoundState,
    TableSize,
    TableState,
)

SHORT_CODE_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Letters of a scribe's short code: without I, O and Q, which are misread from paper."""


def new_token() -> str:
    """128 random bits for a scribe's address."""
    return secrets.token_urlsafe(16)


def new_short_code() -> str:
    """Eight letters that lead to the same page as the token; their use is throttled."""
    return "".join(secrets.choice(SHORT_CODE_LETTERS) for _position in range(8))


class Account(AbstractUser):
    """Somebody who logs in. What he may do stands in ``Membership``, per tournament."""

    @property
    def display_name(self) -> str:
        """The name written into logs and shown beside decisions."""
        return self.get_full_name() or self.username


class Record(models.Model):
    """A row that is exported: UUID, time of creation, version for expected-version writes."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        abstract = True


class Tournament(Record):
    """One tournament and its settings. Money in haléře."""

    slug = models.SlugField(_("adresa"), max_length=80, unique=True)
    name = models.CharField(_("název"), max_length=120)
    date = models.DateField(_("datum"))
    place = models.CharField(_("místo"), max_length=120, blank=True)
    rounds_planned = models.PositiveSmallIntegerField(_("počet kol"), default=2)
    round_minutes = models.PositiveSmallIntegerField(_("minut na kolo"), default=120)
    table_size = models.PositiveSmallIntegerField(
        _("velikost stolů"), choices=TableSize.choices, default=TableSize.FOUR
    )
    draw_method = models.CharField(
        _("způsob losování"), max_length=20, choices=DrawMethod.choices, default=DrawMethod.RANDOM
    )
    draw_only_ticked = models.BooleanField(_("losovat jen odškrtnuté u prezence"), default=False)
    two_person_mode = models.BooleanField(
        _("výsledek potvrzuje jiný člověk, než kdo ho zapsal"), default=False
    )
    rulebook_id = models.CharField(_("pravidla"), max_length=40, default="csm")
    rulebook_version = models.CharField(max_length=20, blank=True)
    rulebook_overrides = models.JSONField(default=dict, blank=True)
    base_rate = models.PositiveIntegerField(_("základní sazba (haléře)"), default=20)
    premium_table_id = models.CharField(_("bodovací tabulka"), max_length=60, default="csm-2014")
    ranking_order = models.CharField(
        _("o pořadí rozhoduje"), max_length=4, choices=RankingOrder.choices, default=RankingOrder.SB
    )
    ranking_criteria = models.JSONField(_("další kritéria"), default=list, blank=True)
    bp_key = models.CharField(_("klíč BP"), max_length=12, choices=BpKey.choices, default=BpKey.STARTERS)
    bp_fixed = models.JSONField(_("řada bodů"), default=list, blank=True)
    bp_coefficient = models.DecimalField(
        _("koeficient soutěže"), max_digits=6, decimal_places=3, null=True, blank=True
    )
    bp_sharing = models.CharField(
        _("dělená místa"), max_length=8, choices=BpSharing.choices, default=BpSharing.AVERAGE
    )
    fee = models.PositiveIntegerField(_("startovné (haléře)"), default=0)
    next_number = models.PositiveIntegerField(default=1, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-date", "name")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """An account's role in a tournament; ``tables`` limits a referee (empty: all tables)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="memberships")
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role.choices)
    tables = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("tournament", "account", "role"), name="one_membership_per_role"),
        )

    def __str__(self) -> str:
        return f"{self.account} – {self.get_role_display()}"


class Player(Record):
    """A person across tournaments, with the newest name, club and card number."""

    name = models.CharField(_("jméno"), max_length=100)
    club = models.CharField(_("klub"), max_length=100, blank=True)
    card = models.CharField(_("číslo průkazu"), max_length=40, blank=True)

    def __str__(self) -> str:
        return self.name


class Entry(Record):
    """A player's start in one tournament. Name and club are kept as they were in that tournament.

    Start numbers go in order of registration and are never used again; an entry that was drawn is
    never deleted, its player withdraws (``withdrawn_after``: the number of the last round played).
    ``apart``: start numbers of people he is not to sit with; written at one of the two, it holds for both.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(_("startovní číslo"))
    name = models.CharField(_("jméno"), max_length=100)
    club = models.CharField(_("klub"), max_length=100, blank=True)
    card = models.CharField(_("číslo průkazu"), max_length=40, blank=True)
    team = models.CharField(_("družstvo"), max_length=100, blank=True)
    note = models.CharField(_("poznámka"), max_length=200, blank=True)
    presence = models.CharField(
        _("prezence"), max_length=10, choices=Presence.choices, default=Presence.EXPECTED
    )
    fee_paid = models.BooleanField(_("startovné zaplaceno"), default=False)
    withdrawn_after = models.PositiveSmallIntegerField(_("odstoupil po kole"), null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(_("stálý stůl"), null=True, blank=True)
    apart = models.JSONField(_("nesedí s"), default=list, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="start_number_once"),
            models.UniqueConstraint(
                fields=("tournament", "card"), condition=~Q(card=""), name="card_number_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class PresentRounds(models.Manager["Round"]):
    """Rounds of the tournament as it is; what was discarded as a whole is not among them."""

    def get_queryset(self) -> models.QuerySet["Round"]:
        """Without the discarded ones."""
        return super().get_queryset().filter(discarded_at=None)


class Round(Record):
    """One round (kolo, poločas).

    A discarded round keeps its tables, hands and results and can be restored. ``objects`` and
    ``tournament.rounds`` leave it out; a query that reaches rounds from their tables, seats or hands must
    say ``round__discarded_at=None`` itself, unless it wants the discarded ones too (the archive does).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.DRAFT)
    minutes = models.PositiveSmallIntegerField(default=120)
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.CharField(max_length=160, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.CharField(max_length=160, blank=True)
    announced_seed = models.CharField(max_length=128, blank=True)
    discarded_at = models.DateTimeField(null=True, blank=True)
    discarded_by = models.CharField(max_length=160, blank=True)

    objects = PresentRounds()
    with_discarded = models.Manager()  # noqa: DJ012 because the first manager is the default one

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "number"),
                condition=Q(discarded_at=None),
                name="round_number_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.number}. kolo"


class Draw(Record):
    """One draw of a round, with everything needed to check it; superseded ones stay.

    ``protocol`` is the record of ``rules.seating.protocol``: players, history, method, weights, seed,
    version of the algorithm, result. The seats of the current draw are the rows of ``Seat``.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="draws")
    sequence = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=128)
    method = models.CharField(max_length=20, choices=DrawMethod.choices)
    protocol = models.JSONField()
    reason = models.CharField(max_length=300, blank=True)
    drawn_by = models.CharField(max_length=160)
    current = models.BooleanField(default=True)

    class Meta:
        ordering = ("sequence",)
        constraints = (
            models.UniqueConstraint(fields=("round", "sequence"), name="draw_sequence_once"),
            models.UniqueConstraint(fields=("round",), condition=Q(current=True), name="one_current_draw"),
        )

    def __str__(self) -> str:
        return f"{self.round}, losování {self.sequence}"


class Table(Record):
    """A table of one round; ``scribe_seat`` was drawn with the seats."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=TableState.choices, default=TableState.OPEN)
    scribe_seat = models.CharField(max_length=1, default="A")

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("round", "number"), name="table_number_once"),)

    def __str__(self) -> str:
        return f"stůl {self.number}"


class Seat(Record):
    """Who sits where. ``round`` repeats the table's round so that the database forbids two seats."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    position = models.CharField(max_length=1, choices=[(name, name) for name in SEAT_NAMES])
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    substitute = models.CharField(_("náhradník"), max_length=100, blank=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=("table", "position"), name="seat_once"),
            models.UniqueConstraint(fields=("round", "entry"), name="entry_sits_once"),
        )

    def __str__(self) -> str:
        return f"{self.table} {self.position}"


class TableLink(models.Model):
    """A scribe's way in. Kept readable so that the sheet can be printed again; never exported or logged."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="links")
    token = models.CharField(max_length=64, unique=True, default=new_token)
    code = models.CharField(max_length=8, unique=True, default=new_short_code)
    active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("table",), condition=Q(active=True), name="one_active_link"),
        )

    def __str__(self) -> str:
        return f"odkaz pro {self.table}"


class LogEntry(models.Model):
    """What was done, by whom and when, with the old and the new values, in the same transaction.

    ``action`` is a dotted name (``scoring.hand.recorded``), ``subject`` a phrase for people
    («1. kolo, stůl 4, hra 3»), ``object_id`` the UUID of the row. People are kept by name, so that the
    log can be read in another database without their accounts.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField(default=timezone.now)
    actor_name = models.CharField(max_length=160)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=200)
    object_id = models.UUIDField(null=True)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ("-at", "id")
        indexes = (
            models.Index(fields=("tournament", "-at"), name="log_by_time"),
            models.Index(fields=("object_id", "-at"), name="log_by_object"),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.actor_name}: {self.action} {self.subject}"


class Submission(models.Model):
    """One sending of a form: the same ``key`` sent again leads to what the first one made."""

    key = models.UUIDField(primary_key=True)
    action = models.CharField(max_length=60)
    object_id = models.UUIDField(null=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.action} {self.key}"


class Penalty(Record):
    """A penalty in the standings: proposed (for example a missing signature, B/1), applied or rejected.

    ``points`` is added to SB, so it is negative or zero.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("navržen")
        APPLIED = "applied", _("platí")
        REJECTED = "rejected", _("zrušen")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    round = models.ForeignKey(
        Round, on_delete=models.PROTECT, related_name="penalties", null=True, blank=True
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.PROPOSED)
    points = models.IntegerField(_("body"), default=0)
    article = models.CharField(_("článek"), max_length=20, blank=True)
    reason = models.CharField(_("důvod"), max_length=300)
    decided_by = models.CharField(max_length=160, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(points__lte=0), name="penalty_not_a_reward"),
            models.UniqueConstraint(
                fields=("entry", "round", "article"),
                condition=~Q(article="") & ~Q(state="rejected"),
                name="penalty_proposed_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry}: {self.points} {self.reason}"


class PointsTable(Record):
    """A version of an organiser's own bodovací tabulka; published ones come with ``rules``.

    Never edited: a new import or an added row is a new version, the newest is current and the older ones
    stay readable. ``key`` is what ``Tournament.premium_table_id`` names; ``rows`` are those of
    ``rules.points_table.PointsTable.to_json``.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="points_tables")
    key = models.CharField(max_length=60)
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("název"), max_length=120)
    source = models.CharField(_("zdroj"), max_length=300, blank=True)
    date = models.CharField(_("platí od"), max_length=40, blank=True)
    rows = models.JSONField()
    current = models.BooleanField(default=True)
    made_by = models.CharField(max_length=160)

    class Meta:
        ordering = ("key", "-number")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "key", "number"), name="points_table_number_once"),
            models.UniqueConstraint(
                fields=("tournament", "key"), condition=Q(current=True), name="one_current_points_table"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}, verze {self.number}"


def next_version() -> CombinedExpression:
    """Expression that raises ``version`` in a conditional update."""
    return F("version") + 1
