"""People who work for a tournament."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.enums import Role
from tournament.forms.common import OnceForm, number_list


class TablesField(forms.CharField):
    """Table numbers typed as ``1, 2, 5–8``; nothing means all tables."""

    def clean(self, value: object) -> list[int]:
        """The numbers in order."""
        text = super().clean(value)
        try:
            return sorted(set(number_list(text)))
        except ValueError as error:
            raise forms.ValidationError(
                _("Pište čísla stolů, například 1, 2, 5–8."), code="tables"
            ) from error


class RoleForm(OnceForm):
    """The role somebody gets."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.REFEREE)
    tables = TablesField(
        label=_("Stoly rozhodčího"), help_text=_("Například 1, 2, 5–8. Prázdné: všechny."), required=False
    )


class NewMemberForm(RoleForm):
    """Somebody without an account."""

    first_name = forms.CharField(label=_("Jméno"), max_length=150)
    last_name = forms.CharField(label=_("Příjmení"), max_length=150)
    username = forms.CharField(
        label=_("Přihlašovací jméno"),
        help_text=_("Prázdné: udělá se ze jména."),
        max_length=150,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    field_order = ("first_name", "last_name", "username", "role", "tables")


class ExistingMemberForm(RoleForm):
    """Somebody who has an account already."""

    username = forms.CharField(
        label=_("Přihlašovací jméno"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    field_order = ("username", "role", "tables")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # The other form on the page has fields of the same names.
        super().__init__(*args, **{"auto_id": "existing_%s"} | kwargs)


class TablesForm(forms.Form):
    """Tables of a referee who is there already."""

    tables = TablesField(label=_("Stoly"), required=False)
