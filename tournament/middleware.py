"""The last net under the views: a refusal that no form caught becomes a message, never a 500."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import unquote

from django.contrib import messages
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from tournament.errors import Conflict, DeskError, NotAllowed, Refused
from tournament.lib import answers
from tournament.lib.requested import wants_json

BUSY_SECONDS = "5"
"""After how long a device sends again what a busy database did not take."""


class PlainAddressMiddleware:
    """Answers 400 to an address with a NUL: no page has one, and PostgreSQL cannot look for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in unquote(request.get_full_path()):
            error = Refused(_("Adresa má znak, který v žádné adrese být nemůže."), code="address")
            return render(request, "refused.html", {"error": error}, status=400)
        return self.get_response(request)


class PrivateMiddleware:
    """Nobody keeps an answer that does not say otherwise itself: it was made for the person who asked."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class DeskErrorMiddleware:
    """Answers a ``DeskError``: back to the page it came from with the sentence, or the sentence as a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if wants_json(request) and response.status_code in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND):
            return _shut(response)
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED and not response.content:
            # Somebody opened again the address a form was sent to, for example from the history.
            text = _(
                "Na téhle adrese se jen ukládá odeslaný formulář. Vraťte se na stránku, kde formulář je."
            )
            shown = render(request, "refused.html", {"error": Refused(text, code="only_post")}, status=405)
            shown.headers["Allow"] = response.headers["Allow"]
            return shown
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Called by Django for an error of a view; ``None`` leaves anything else to the log."""
        if isinstance(error, OperationalError) and "locked" in str(error):
            return _busy(request)
        if not isinstance(error, DeskError):
            return None
        if wants_json(request):
            return answers.refused(error)
        came_from = request.headers.get("Referer", "")
        same_site = url_has_allowed_host_and_scheme(
            came_from, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
        if same_site and request.method == "POST" and not getattr(request, "htmx", False):
            messages.error(request, error.text)
            return HttpResponseRedirect(came_from)
        status = {Conflict: 409, NotAllowed: 403}.get(type(error), 400)
        return render(request, "refused.html", {"error": error}, status=status)


def _busy(request: HttpRequest) -> HttpResponse:
    """Another program has held the database for too long; what was sent is to be sent again."""
    text = _("Databázi právě drží jiný program, nic se neuložilo. Vraťte se a uložte to za chvíli znovu.")
    if wants_json(request):
        response: HttpResponse = answers.busy(text)
    else:
        error = Refused(text, code="busy")
        response = render(request, "refused.html", {"error": error}, status=HTTPStatus.SERVICE_UNAVAILABLE)
    response["Retry-After"] = BUSY_SECONDS
    return response


def _shut(response: HttpResponse) -> HttpResponse:
    """The page of a closed door as data; an answer that is data already stays."""
    if response.headers.get("Content-Type", "").startswith("application/json"):
        return response
    if response.status_code == HTTPStatus.NOT_FOUND:
        text = _("Tahle adresa už neplatí: kolo je uzavřené, nebo stůl dostal nový odkaz.")
    else:
        text = _("Přihlášení mezitím vypršelo, nebo stránka zestárla. Načtěte ji znovu.")
    return answers.closed(text, status=response.status_code)
