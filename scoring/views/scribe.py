"""The scribe's way in: the short code of eight letters leads to the address of his table."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.forms.scribe import CodeForm
from scoring.selectors.scribes import scribe_link_by_code
from tournament.services.tries import TooManyTries, try_once

TRIES = 30
"""Wrong codes from one address before it has to wait; a whole hall may share one address."""

WAIT = timedelta(minutes=5)


@require_http_methods(["GET", "HEAD", "POST"])
def door(request: HttpRequest) -> HttpResponse:
    """Ask for the code printed under the QR; a right one leads to the table."""
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        code, address = form.cleaned_data["code"], request.META.get("REMOTE_ADDR", "")
        try:
            link = try_once(
                of=f"scribe-code:{address}", most=TRIES, wait=WAIT, find=lambda: scribe_link_by_code(code)
            )
        except TooManyTries:
            form.add_error(
                None, _("Příliš mnoho pokusů. Zkuste to za pět minut, nebo načtěte QR kód z lístku.")
            )
            return render(request, "scoring/scribe_door.html", {"form": form}, status=429)
        if link is not None:
            return redirect("scoring:scribe", token=link.token)
        form.add_error("code", _("Takový kód žádný otevřený stůl nemá. Opište ho z lístku znovu."))
    status = 422 if form.errors else 200
    return render(request, "scoring/scribe_door.html", {"form": form}, status=status)
