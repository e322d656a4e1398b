"""The short code of a table."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import SHORT_CODE_LETTERS


class CodeForm(forms.Form):
    """Eight letters as they are printed; spaces and small letters do not matter."""

    code = forms.CharField(
        label=gettext_lazy("Kód z lístku"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
        help_text=gettext_lazy("Osm písmen pod QR kódem."),
    )

    def clean_code(self) -> str:
        """The letters alone. Raises for anything that cannot be a code."""
        code = "".join(str(self.cleaned_data["code"]).split()).upper()
        if len(code) != 8 or set(code) - set(SHORT_CODE_LETTERS):
            raise forms.ValidationError(_("Kód má osm písmen, opište ho z lístku."), code="code")
        return code
