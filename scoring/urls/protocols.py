"""Protocols of draws on paper."""

from django.urls import path

from scoring.urls.files import PRINT_FORMS
from scoring.views import protocols

urlpatterns = [
    path(
        f"t/<slug:slug>/tisk/kolo-<int:number>/protokol-losovani{which}.{form}",
        protocols.draw_protocol,
        {"form": form},
        "print_protocol",
    )
    for which in ("", "-<int:sequence>")
    for form in PRINT_FORMS
]
