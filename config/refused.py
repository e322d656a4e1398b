"""The answer to a request that cannot be read: too large, in another encoding, for another host."""

from django.http import HttpRequest, HttpResponseBadRequest
from django.template.loader import render_to_string


def unreadable(request: HttpRequest, exception: Exception | None = None) -> HttpResponseBadRequest:
    """Django's own page reads the form again, which is just what failed, and speaks English."""
    return HttpResponseBadRequest(render_to_string("400.html"))
