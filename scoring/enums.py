"""Choices of scoring. A leaf."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ResultSource(models.TextChoices):
    """Where the figures of a table's result come from."""

    HANDS = "hands", _("ze zapsaných her")
    PAPER = "paper", _("z papírového lístku")
