"""States and choices. A leaf: anybody may import it, it imports nothing of ours."""

from enum import StrEnum

from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """What an account may do in one tournament (the scribe and the public have no account)."""

    ORGANISER = "organiser", _("pořadatel")
    CHIEF_REFEREE = "chief_referee", _("hlavní rozhodčí")
    REFEREE = "referee", _("rozhodčí")


class Presence(models.TextChoices):
    """Seen at the door. Who is not marked absent counts as present unless the tournament asks for ticks."""

    EXPECTED = "expected", _("přihlášen")
    PRESENT = "present", _("přítomen")
    ABSENT = "absent", _("nepřišel")


class ApplicationState(models.TextChoices):
    """waiting or substitute (came when it was full) → accepted, joined with an entry, refused, withdrawn."""

    WAITING = "waiting", _("čeká na pořadatele")
    SUBSTITUTE = "substitute", _("náhradník")
    ACCEPTED = "accepted", _("přijatá")
    JOINED = "joined", _("spojená s přihlášeným hráčem")
    REFUSED = "refused", _("odmítnutá")
    WITHDRAWN = "withdrawn", _("odhlášená")


class ShownFromHome(models.TextChoices):
    """What everybody sees of those who are registered, while registration from home is on."""

    NOTHING = "nothing", _("nic, jen počet volných míst")
    NAMES = "names", _("jména a kluby přihlášených")


class ScreenPage(models.TextChoices):
    """What the projected screen can be made to stay at; an empty one lets its pages follow each other."""

    TABLES = "tables", _("rozesazení podle stolů")
    NAMES = "names", _("rozesazení podle jmen")
    CLOCK = "clock", _("hodiny kola")
    STANDINGS = "standings", _("zveřejněné pořadí")
    ANNOUNCEMENTS = "announcements", _("hlášení")
    MISSING = "missing", _("stoly, které ještě neodevzdaly")


class PersonAct(models.TextChoices):
    """What an organiser does about persons, beside the tournaments in which they play."""

    MERGED = "merged", _("sloučení")
    SPLIT = "split", _("rozdělení")
    EDITED = "edited", _("oprava údajů")
    APART = "apart", _("nejsou táž osoba")


class RoundState(models.TextChoices):
    """draft → published → playing (first hand) → closed → revised (closed, with a correction)."""

    DRAFT = "draft", _("návrh")
    PUBLISHED = "published", _("zveřejněno")
    PLAYING = "playing", _("hraje se")
    CLOSED = "closed", _("uzavřeno")
    REVISED = "revised", _("s opravou")


class TableState(models.TextChoices):
    """open → handed in (by the scribe) → confirmed (by an organiser) → closed with its round → corrected.

    A table whose result will not come is *without result* instead, also after its round is closed; a result
    that is supplied later corrects it.
    """

    OPEN = "open", _("hraje se")
    HANDED_IN = "handed_in", _("odevzdáno")
    CONFIRMED = "confirmed", _("potvrzeno")
    CLOSED = "closed", _("uzavřeno")
    CORRECTED = "corrected", _("opraveno")
    WITHOUT_RESULT = "no_result", _("bez výsledku")


class ClockState(StrEnum):
    """What the clock of a round says; ``NONE``: no round is published, or its clock was not wanted."""

    NONE = "none"
    READY = "ready"
    RUNNING = "running"
    LAST = "last"
    OVER = "over"
    PAUSED = "paused"


class ClockAct(models.TextChoices):
    """What is done to the clock of a round; ``CUT`` takes minutes from everybody and says why."""

    START = "start", _("spuštění")
    PAUSE = "pause", _("pauza")
    GO_ON = "go_on", _("pokračování")
    MINUTES = "minutes", _("změna minut")
    CUT = "cut", _("zkrácení")
    END = "end", _("konec")
    UNDO = "undo", _("vrácení")
    RESET = "reset", _("od začátku")


class ComingKind(models.TextChoices):
    """What is announced beforehand; ``END`` follows from a clock that was cut short and is not stored."""

    ROUND = "round", _("začátek kola")
    BREAK = "break", _("přestávka")
    OTHER = "other", _("něco jiného")
    END = "end", _("konec kola")


class DrawMethod(models.TextChoices):
    """How a round is drawn; the values are those of ``rules.seating``."""

    RANDOM = "random", _("náhodně")
    SEEDED = "seeded", _("z košů podle pořadí")
    STANDINGS = "standings", _("podle pořadí")
    MOVING = "moving", _("posunem")
    SCHEDULE = "schedule", _("rozpis na všechna kola")
    FINAL = "final", _("finále")
    MANUAL = "manual", _("ručně")


class TableSize(models.IntegerChoices):
    """Preferred number of players at a table."""

    FOUR = 4, _("čtyři hráči")
    THREE = 3, _("tři hráči")


class RankingOrder(models.TextChoices):
    """What decides the order of the tournament."""

    SB = "sb", _("součet SB")
    BP = "bp", _("součet BP")


class BpKey(models.TextChoices):
    """How placing in a round turns into BP."""

    STARTERS = "starters", _("počet startujících − umístění + 1")
    FIXED = "fixed", _("pevná řada bodů")
    SUPERLIGA = "superliga", _("superliga (koeficient)")


class BpSharing(models.TextChoices):
    """What players on a shared place get."""

    AVERAGE = "average", _("průměr bodů za dělená místa")
    BETTER = "better", _("body za lepší místo")


class PaymentHow(models.TextChoices):
    """How a payment was made; ``NOTED``: it was written down as paid, and nobody took it here."""

    CASH = "cash", _("hotově")
    TRANSFER = "transfer", _("převodem")
    NOTED = "noted", _("jen zapsáno")


SEAT_NAMES = ("A", "B", "C", "D")

DRAWN_STATES = (RoundState.PUBLISHED, RoundState.PLAYING, RoundState.CLOSED, RoundState.REVISED)
"""Rounds the public sees the seating of."""

CLOSED_STATES = (RoundState.CLOSED, RoundState.REVISED)
"""Rounds whose results count in standings and draws."""
