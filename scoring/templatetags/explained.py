"""Sentences of a settlement in the language of the page."""

from typing import Protocol

from django import template
from django.utils.translation import get_language

register = template.Library()


class Explained(Protocol):
    """A line of a settlement, or a claim that was not granted."""

    @property
    def text(self) -> str:
        """The Czech sentence."""

    @property
    def text_en(self) -> str:
        """The English sentence."""


@register.filter
def sentence(line: Explained) -> str:
    """What is paid and why; the rules say it in Czech and in English."""
    return line.text_en if (get_language() or "").startswith("en") else line.text
