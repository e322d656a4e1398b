"""The last net under the views: a refusal that no form caught becomes a message, never a 500."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

from tournament.errors import Conflict, DeskError, NotAllowed


class DeskErrorMiddleware:
    """Answers a ``DeskError``: back to the page it came from with the sentence, or the sentence as a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

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
