"""The request as the middleware of HTMX leaves it, for views that answer a live page with a part."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request of which ``htmx`` says whether HTMX sent it, and from where."""

    htmx: HtmxDetails
