"""What a person sees after too many wrong passwords."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext


def locked_out(request: HttpRequest, *_args: Any, **_kwargs: Any) -> HttpResponse:
    """Back to the log-in page, with one sentence that says when to try again."""
    minutes = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
    messages.error(
        request,
        ngettext(
            "Příliš mnoho chybných pokusů o přihlášení. Zkuste to znovu za %(minutes)d minutu.",
            "Příliš mnoho chybných pokusů o přihlášení. Zkuste to znovu za %(minutes)d minut.",
            minutes,
        )
        % {"minutes": minutes},
    )
    return redirect(request.get_full_path())
