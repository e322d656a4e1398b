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

from tournament.actors import Actor
from tournament.enums import (
    SEAT_NAMES,
    ApplicationState,
    BpKey,
    BpSharing,
    ClockAct,
    ComingKind,
    DrawMethod,
    PaymentHow,
    PersonAct,
    Presence,
    RankingOrder,
    Role,
    RoundState,
    ScreenPage,
    ShownFromHome,
    TableSize,
    TableState,
)
from tournament.validators import validate_account_key, validate_birth_year, validate_labels

ANNOUNCED_KINDS = (ComingKind.ROUND, ComingKind.BREAK, ComingKind.OTHER)
"""What an organiser announces; the end of a round follows from its clock."""

SHORT_CODE_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Letters of a scribe's short code: without I, O and Q, which are misread from paper."""


def new_token() -> str:
    """128 random bits for an address that is a key: of a scribe, of an application."""
    return secrets.token_urlsafe(16)


def new_short_code() -> str:
    """Eight letters that lead to the same page as the token; their use is throttled."""
    return "".join(secrets.choice(SHORT_CODE_LETTERS) for _position in range(8))


class Account(AbstractUser):
    """Somebody who logs in. What he may do stands in ``Membership``, per tournament.

    ``key`` says who he is wherever he did something, whatever he is called; an archive takes it along.
    """

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False, validators=[validate_account_key])

    @property
    def display_name(self) -> str:
        """The name written into logs and shown beside decisions."""
        return self.get_full_name() or self.username

    @property
    def person(self) -> Actor:
        """Who he is, without a right anywhere."""
        return Actor(name=self.display_name, key=self.key)


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
    last_minutes = models.PositiveSmallIntegerField(_("posledních minut kola"), default=5)
    revision_minutes = models.PositiveSmallIntegerField(
        _("minut na reklamaci výsledků"), null=True, blank=True
    )
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
    hands_public = models.BooleanField(_("hry hráčů veřejné po uzavření kola"), default=True)
    home_open = models.BooleanField(_("přihlášky z domova"), default=False)
    home_from = models.DateTimeField(_("přihlášky od"), null=True, blank=True)
    home_until = models.DateTimeField(_("přihlášky do"), null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(_("míst v turnaji"), null=True, blank=True)
    home_substitutes = models.BooleanField(_("seznam náhradníků"), default=True)
    home_shown = models.CharField(
        _("co je o přihlášených veřejné"),
        max_length=10,
        choices=ShownFromHome.choices,
        default=ShownFromHome.NOTHING,
    )
    home_text = models.CharField(_("text k přihlášce"), max_length=1000, blank=True)
    screen_tables = models.BooleanField(_("plátno: rozesazení podle stolů"), default=True)
    screen_names = models.BooleanField(_("plátno: rozesazení podle jmen"), default=True)
    screen_clock = models.BooleanField(_("plátno: hodiny kola"), default=True)
    screen_standings = models.BooleanField(_("plátno: zveřejněné pořadí"), default=True)
    screen_missing = models.BooleanField(_("plátno: stoly, které ještě neodevzdaly"), default=True)
    screen_held = models.CharField(
        _("plátno: jen jedna stránka"), max_length=13, choices=ScreenPage.choices, blank=True
    )
    screen_light = models.BooleanField(_("plátno: světlé"), default=False)
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
    """A person (osoba): the same one in every tournament, with the newest name, club and card number.

    Whose he is follows from his starts: the organisers of the tournaments in which he plays see him and may
    correct him. ``labels`` are categories of their choice («ženy», «členové»); they, ``birth_year`` and
    ``note`` are never public. Who was merged into another stays as a row without starts, which nobody sees.
    """

    name = models.CharField(_("jméno"), max_length=100)
    club = models.CharField(_("klub"), max_length=100, blank=True)
    card = models.CharField(_("číslo průkazu"), max_length=40, blank=True)
    birth_year = models.PositiveSmallIntegerField(
        _("rok narození"), null=True, blank=True, validators=[validate_birth_year]
    )
    labels = models.JSONField(_("kategorie"), default=list, blank=True, validators=[validate_labels])
    note = models.CharField(_("poznámka"), max_length=300, blank=True)

    def __str__(self) -> str:
        return self.name


class FeeCategory(Record):
    """A fee other than the tournament's own („host 300 Kč“); whoever has none pays ``Tournament.fee``."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="fee_categories")
    name = models.CharField(_("název"), max_length=60)
    amount = models.PositiveIntegerField(_("částka"), default=0)

    class Meta:
        ordering = ("created_at", "id")
        constraints = (models.UniqueConstraint(fields=("tournament", "name"), name="fee_category_name_once"),)

    def __str__(self) -> str:
        return self.name


class Entry(Record):
    """A player's start in one tournament. Name and club are kept as they were in that tournament.

    Start numbers go in order of registration and are never used again; an entry that was drawn is
    never deleted, its player withdraws (``withdrawn_after``: the number of the last round played).
    ``apart``: start numbers of people he is not to sit with; written at one of the two, it holds for both.
    ``fee_paid`` follows from his payments and his fee (``tournament.selectors.fees``); whoever changes either
    keeps it in step. ``fee_free_reason`` is why he pays nothing.
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
    fee_category = models.ForeignKey(
        FeeCategory, on_delete=models.RESTRICT, null=True, blank=True, related_name="entries"
    )
    fee_free_reason = models.CharField(_("proč neplatí"), max_length=200, blank=True)
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
            models.UniqueConstraint(fields=("tournament", "player"), name="person_plays_once"),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class Application(Record):
    """What somebody sent from home to be registered, and what came of it; accepted, it becomes an entry.

    ``sequence`` is the order of arrival. ``entry`` is who he became, or whom he was found to be. ``public``:
    he was told when he sent it that his name and club would be shown. ``reason`` is why he was refused, for
    him to read.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="applications")
    sequence = models.PositiveIntegerField(_("pořadí přihlášky"))
    name = models.CharField(_("jméno"), max_length=100)
    club = models.CharField(_("klub"), max_length=100, blank=True)
    card = models.CharField(_("číslo průkazu"), max_length=40, blank=True)
    note = models.CharField(_("poznámka"), max_length=200, blank=True)
    public = models.BooleanField(default=False)
    state = models.CharField(
        max_length=10, choices=ApplicationState.choices, default=ApplicationState.WAITING
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.RESTRICT, related_name="applications", null=True, blank=True
    )
    reason = models.CharField(max_length=300, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=160, blank=True)
    decided_by_key = models.UUIDField(null=True, editable=False)

    class Meta:
        ordering = ("sequence",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "sequence"), name="application_sequence_once"),
        )

    def __str__(self) -> str:
        return self.name


class ApplicationLink(models.Model):
    """The address at which somebody looks after his application; never exported or logged."""

    application = models.OneToOneField(Application, on_delete=models.CASCADE, related_name="link")
    token = models.CharField(max_length=64, unique=True, default=new_token)

    def __str__(self) -> str:
        return f"odkaz k přihlášce {self.application}"


class PersonChange(models.Model):
    """What was done about a person: merged, split, corrected, told apart; kept so that it can be put back.

    ``person`` is who stays, ``other`` who was merged into him, split from him or is not he. ``entries`` are
    the starts that moved, ``before`` and ``after`` the columns of ``person`` that changed. Never exported: an
    archive says who is who, and the log of each tournament tells what moved in it.
    """

    sequence = models.BigAutoField(primary_key=True)
    id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    at = models.DateTimeField(default=timezone.now)
    actor_name = models.CharField(max_length=160)
    actor_key = models.UUIDField(editable=False)
    kind = models.CharField(max_length=10, choices=PersonAct.choices)
    person = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="changes")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="changes_beside", null=True)
    entries = models.JSONField(default=list)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    put_back = models.BooleanField(default=False)

    class Meta:
        ordering = ("-sequence",)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.actor_name}: {self.kind} {self.person}"


class Payment(Record):
    """Money for one start: taken (plus), returned (minus), or only noted. Never changed, only followed.

    ``number`` counts within the tournament and stands on the receipt. A mistaken one is followed by its
    counter record, which names it (``cancels``), has its amount with the other sign and says why (``note``).
    ``amount`` in haléře; a zero says that somebody is paid up where the fee is nothing or is not known yet.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="payments")
    entry = models.ForeignKey(Entry, on_delete=models.RESTRICT, related_name="payments")
    number = models.PositiveIntegerField()
    amount = models.IntegerField(_("částka"))
    how = models.CharField(
        _("způsob platby"), max_length=10, choices=PaymentHow.choices, default=PaymentHow.CASH
    )
    taken_by = models.CharField(max_length=160, blank=True)
    taken_by_key = models.UUIDField(null=True, editable=False)
    note = models.CharField(_("poznámka"), max_length=200, blank=True)
    cancels = models.OneToOneField(
        "self", on_delete=models.RESTRICT, null=True, blank=True, related_name="cancelled_by"
    )

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("tournament", "number"), name="payment_number_once"),)

    def __str__(self) -> str:
        return f"platba {self.number}"

    @property
    def stands(self) -> bool:
        """Whether it neither was cancelled nor cancels another one."""
        return self.cancels_id is None and not hasattr(self, "cancelled_by")

    @property
    def has_receipt(self) -> bool:
        """Whether somebody here took or gave the money, which he can confirm."""
        return self.stands and bool(self.amount) and self.how != PaymentHow.NOTED


class TillCount(Record):
    """The till counted: what was in it, what should have been (``expected``), both in haléře.

    ``starting_cash`` is the change that lay in it before anybody paid and is part of what was counted.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="till_counts")
    counted = models.PositiveIntegerField(_("spočítáno"))
    starting_cash = models.PositiveIntegerField(_("drobné na začátku"), default=0)
    expected = models.IntegerField()
    counted_by = models.CharField(max_length=160)
    counted_by_key = models.UUIDField(null=True, editable=False)
    note = models.CharField(_("poznámka"), max_length=200, blank=True)

    class Meta:
        ordering = ("created_at", "id")

    def __str__(self) -> str:
        return f"pokladna {self.created_at:%Y-%m-%d %H:%M}"

    @property
    def difference(self) -> int:
        """What was there above what should have been."""
        return self.counted - self.expected


class PresentRounds(models.Manager["Round"]):
    """Rounds of the tournament as it is; what was discarded as a whole is not among them."""

    def get_queryset(self) -> models.QuerySet["Round"]:
        """Without the discarded ones."""
        return super().get_queryset().filter(discarded_at=None)


class Round(Record):
    """One round (kolo, poločas).

    ``revision_until``: until when its results may be claimed, where somebody set a time (reklamace;
    ``scoring.selectors.revision``).

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
    published_by_key = models.UUIDField(null=True, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.CharField(max_length=160, blank=True)
    closed_by_key = models.UUIDField(null=True, editable=False)
    revision_until = models.DateTimeField(null=True, blank=True)
    announced_seed = models.CharField(max_length=128, blank=True)
    discarded_at = models.DateTimeField(null=True, blank=True)
    discarded_by = models.CharField(max_length=160, blank=True)
    discarded_by_key = models.UUIDField(null=True, editable=False)

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


class ClockChange(Record):
    """One thing done to the clock of a round (``tournament.lib.clockwork``); never changed, only followed.

    ``sequence`` counts within the round and is what a page has seen of the clock. ``at``: when, in whole
    seconds, so that every screen ticks together. ``minutes``: given, or taken below zero. ``reason`` is for
    everybody to read.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="clock_changes")
    sequence = models.PositiveSmallIntegerField()
    act = models.CharField(max_length=10, choices=ClockAct.choices)
    at = models.DateTimeField()
    minutes = models.IntegerField(default=0)
    reason = models.CharField(_("důvod"), max_length=120, blank=True)

    class Meta:
        ordering = ("sequence",)
        constraints = (
            models.UniqueConstraint(fields=("round", "sequence"), name="clock_change_sequence_once"),
        )

    def __str__(self) -> str:
        return f"{self.get_act_display()} {self.at:%H:%M:%S}"


class ComingEvent(Record):
    """What everybody is told beforehand: when the next round begins, a break; gone when its time comes."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="coming_events")
    kind = models.CharField(
        _("co se chystá"), max_length=10, choices=[(kind.value, kind.label) for kind in ANNOUNCED_KINDS]
    )
    at = models.DateTimeField(_("kdy"))
    text = models.CharField(_("text"), max_length=120)
    taken_away_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("at", "created_at", "id")

    def __str__(self) -> str:
        return self.text


class Announcement(Record):
    """A sentence of the organisers to everybody (hlášení), on top of public pages until it is taken away."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(_("text hlášení"), max_length=300)
    made_by = models.CharField(max_length=160)
    made_by_key = models.UUIDField(null=True, editable=False)
    taken_away_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return self.text


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
    drawn_by_key = models.UUIDField(null=True, editable=False)
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
    """A table of one round; ``scribe_seat`` was drawn with the seats.

    ``no_result_reason`` is why its result did not come, for everybody to read; it stays when a result comes.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=TableState.choices, default=TableState.OPEN)
    scribe_seat = models.CharField(max_length=1, default="A")
    no_result_reason = models.CharField(_("proč nemá výsledek"), max_length=300, blank=True)

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

    ``sequence`` grows with every entry of the database; what came after what is asked of it and never of the
    clock ``at``, which somebody may put back. An archive holds the order, not the numbers.
    ``action`` is the name of a declared one (``tournament.journal.actions``), ``object_id`` the UUID of the
    row. ``round``, ``table_number`` and ``hand_number`` say where it was, if anywhere; the table by number,
    because a new draw may take its row away. ``subject`` is a name as it stood then, or a phrase where the
    place says too little. People are kept by name and key, so that the log can be read in another database
    without their accounts; older entries have no key. ``public``: after it a page for everybody may be
    another one (``selectors.public_state``); it follows from the action and is not in an archive.
    """

    sequence = models.BigAutoField(primary_key=True)
    id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField(default=timezone.now)
    actor_name = models.CharField(max_length=160)
    actor_key = models.UUIDField(null=True, editable=False)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=200, blank=True)
    round = models.ForeignKey(Round, on_delete=models.RESTRICT, related_name="log", null=True)
    table_number = models.PositiveSmallIntegerField(null=True)
    hand_number = models.PositiveSmallIntegerField(null=True)
    object_id = models.UUIDField(null=True)
    old = models.JSONField(null=True)
    new = models.JSONField(null=True)
    reason = models.CharField(max_length=300, blank=True)
    public = models.BooleanField(default=True, editable=False)

    class Meta:
        ordering = ("-sequence",)
        indexes = (
            models.Index(fields=("tournament", "-sequence"), name="log_in_order"),
            models.Index(fields=("object_id", "-sequence"), name="log_of_object"),
            models.Index(fields=("round", "table_number", "-sequence"), name="log_of_table"),
            models.Index(
                fields=("tournament", "-sequence"), condition=Q(public=True), name="public_log_in_order"
            ),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.actor_name}: {self.action} {self.subject}"


class KeptChange(models.Model):
    """What one entry of the log changed, kept so that it can be put back exactly: the log only tells of it.

    ``before`` and ``after`` hold what was touched: ``tables`` of a seating, fields of ``entries`` by start
    number, ``substitutes`` by start number, the ``draw`` by its sequence. Without ``before`` it stays as it
    is: the first draw of a round.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    entry = models.OneToOneField(LogEntry, on_delete=models.CASCADE, to_field="id", related_name="change")
    before = models.JSONField(null=True)
    after = models.JSONField(default=dict)
    put_back = models.BooleanField(default=False)

    def __str__(self) -> str:
        return str(self.entry)


class WrongTries(models.Model):
    """How often something was tried (``of``: what, and from where) and until when that counts.

    Wrong guesses, or sendings of what nobody sends so often.

    In the database, because several processes may serve and all of them count together. Never exported.
    """

    of = models.CharField(max_length=120, primary_key=True)
    count = models.PositiveIntegerField(default=0)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.of}: {self.count}"


class Submission(models.Model):
    """One sending of a form: the same ``key`` sent again leads to what the first one made.

    That is a row (``object_id``), or what was answered where no single row was made (``answer``).
    """

    key = models.UUIDField(primary_key=True)
    action = models.CharField(max_length=60)
    object_id = models.UUIDField(null=True)
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"{self.action} {self.key}"


class WaitingImport(models.Model):
    """A file of registrations between its upload and its writing, seen by nobody but its owner.

    ``book`` is what was read, JSON and compressed; ``choices`` how it is to be read; ``changes`` what was
    typed over its rows. Thrown away when it is written or a day old; never exported.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="waiting_imports")
    owner_key = models.UUIDField(editable=False)
    source = models.CharField(max_length=100)
    book = models.BinaryField()
    choices = models.JSONField(default=dict)
    changes = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return self.source


def next_version() -> CombinedExpression:
    """Expression that raises ``version`` in a conditional update."""
    return F("version") + 1
