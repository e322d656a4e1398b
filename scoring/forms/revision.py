"""The form of a revision: until when the results of a round may be claimed."""

from django import forms
from django.utils.translation import gettext_lazy

from tournament.forms.common import ChangeForm


class RevisionForm(ChangeForm):
    """A time of its own, or none. ``expected`` is the version of the round it showed."""

    until = forms.DateTimeField(
        label=gettext_lazy("Výsledky se dají reklamovat do"),
        help_text=gettext_lazy("Prázdné: do první hry dalšího kola, u posledního do zveřejnění pořadí."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        required=False,
    )
