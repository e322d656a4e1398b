"""Choices of scoring. A leaf."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ResultSource(models.TextChoices):
    """Where the figures of a table's result come from."""

    HANDS = "hands", _("ze zapsaných her")
    PAPER = "paper", _("z papírového lístku")


class Exclusion(models.TextChoices):
    """What a penalty shuts a player out of; the empty value: of nothing, it is a warning or costs points."""

    ROUND = "round", _("vyloučení z kola")
    TOURNAMENT = "tournament", _("vyloučení z turnaje")


class DisputeState(models.TextChoices):
    """What became of a claim at a table."""

    OPEN = "open", _("otevřený")
    DECIDED = "decided", _("rozhodnutý")
    REJECTED = "rejected", _("zamítnutý")
    WITHDRAWN = "withdrawn", _("vzatý zpět")


class Approval(models.TextChoices):
    """What a corrected result still needs before it is in force; the empty value: nothing."""

    WAITING = "waiting", _("čeká na potvrzení")
    REJECTED = "rejected", _("zamítnutá")
