"""One's own account: the name that stands in logs, the password."""

from typing import Any

from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Account


class LoginForm(AuthenticationForm):
    """Name and password; what is wrong is not told apart, so that nobody learns who has an account."""

    error_messages = {  # noqa: RUF012 because Django declares it on the instance
        "invalid_login": gettext_lazy("Jméno nebo heslo nesouhlasí."),
        "inactive": gettext_lazy("Tento účet je vypnutý."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Přihlašovací jméno")
        # Django tells only the browser; a longer name would not fit where failed attempts are kept.
        longest = Account._meta.get_field("username").max_length or 150
        self.fields["username"].validators.append(MaxLengthValidator(longest))


class NameForm(forms.Form):
    """The name people know somebody by."""

    first_name = forms.CharField(
        label=gettext_lazy("Jméno"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "given-name"}),
    )
    last_name = forms.CharField(
        label=gettext_lazy("Příjmení"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "family-name"}),
    )


class PasswordForm(forms.Form):
    """A new password for ``account``; each thing wrong with it stands beside the field it is about."""

    old = forms.CharField(
        label=gettext_lazy("Dosavadní heslo"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    new = forms.CharField(
        label=gettext_lazy("Nové heslo"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=gettext_lazy("Nové heslo ještě jednou"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, account: Account, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account
        self.fields["new"].help_text = " ".join(password_validation.password_validators_help_texts())

    def clean_old(self) -> str:
        """The password he logs in with now."""
        typed: str = self.cleaned_data["old"]
        if not self.account.check_password(typed):
            raise forms.ValidationError(_("Tohle není vaše dosavadní heslo."), code="wrong_password")
        return typed

    def clean_new(self) -> str:
        """A password the validators let through."""
        typed: str = self.cleaned_data["new"]
        password_validation.validate_password(typed, self.account)
        return typed

    def clean(self) -> dict[str, Any]:
        """The same twice."""
        data = self.cleaned_data
        if "new" in data and "again" in data and data["new"] != data["again"]:
            self.add_error("again", _("Podruhé je tu jiné heslo než poprvé. Napište ho znovu."))
        return data
