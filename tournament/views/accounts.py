"""One's own account: the name and the password."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import own_account
from tournament.forms.accounts import NameForm, PasswordForm
from tournament.forms.common import beside_fields
from tournament.services.accounts import account_rename as rename
from tournament.services.accounts import account_set_password


@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Who I am for the log, and the way to another password."""
    return _page(request)


@require_POST
@login_required
def account_rename(request: HttpRequest) -> HttpResponse:
    """A name for the log."""
    form = NameForm(request.POST)
    if form.is_valid():
        with beside_fields(form):
            rename(account=own_account(request), **form.cleaned_data)
            messages.success(request, _("Jméno je uložené. V protokolu bude u všeho, co odteď uděláte."))
            return redirect("tournament:account")
    return _page(request, name_form=form, status=422)


@require_POST
@login_required
def account_password(request: HttpRequest) -> HttpResponse:
    """Another password; whoever is logged in with the old one elsewhere is logged out."""
    form = PasswordForm(request.POST, account=own_account(request))
    if form.is_valid():
        account_set_password(account=form.account, password=form.cleaned_data["new"])
        update_session_auth_hash(request, form.account)
        messages.success(request, _("Heslo je změněné. Příště se přihlaste novým."))
        return redirect("tournament:account")
    return _page(request, password_form=form, status=422)


def _page(
    request: HttpRequest,
    *,
    name_form: NameForm | None = None,
    password_form: PasswordForm | None = None,
    status: int = 200,
) -> HttpResponse:
    me = own_account(request)
    names = {"first_name": me.first_name, "last_name": me.last_name}
    context = {
        "me": me,
        "name_form": name_form or NameForm(initial=names),
        "password_form": password_form or PasswordForm(account=me),
    }
    return render(request, "tournament/account.html", context, status=status)
