"""The last net under the views: a refusal that no form caught becomes a message, never a 500."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import unquote

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from tournament.errors import Conflict, DeskError, NotAllowed, Refused


class PlainAddressMiddleware:
    """Answers 400 to an address with a NUL: no page has one, and PostgreSQL cannot look for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in unquote(request.get_full_path()):
            error = Refused(_("Adresa má znak, který v žádné adrese být nemůže."), code="address")
            return render(request, "refused.html", {"error": error}, status=400)
        return self.get_response(request)


class DeskErrorMiddleware:
    """Answers a ``DeskError``: back to the page it came from with the sentence, or the sentence as a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
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
        if not isinstance(error, DeskError):
            return None
        came_from = request.headers.get("Referer", "")
        same_site = url_has_allowed_host_and_scheme(
            came_from, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
        if same_site and request.method == "POST" and not getattr(request, "htmx", False):
            messages.error(request, error.text)
            return HttpResponseRedirect(came_from)
        status = {Conflict: 409, NotAllowed: 403}.get(type(error), 400)
        return render(request, "refused.html", {"error": error}, status=status)
