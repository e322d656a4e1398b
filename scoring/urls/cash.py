"""The till to take away."""

from django.urls import path

from scoring.urls.files import PRINT_FORMS
from scoring.views import cash_files

urlpatterns = [
    *(
        path(f"t/<slug:slug>/pokladna/platby.{form}", cash_files.cash_list, {"form": form}, "cash_list")
        for form in (*PRINT_FORMS, "xlsx")
    ),
    *(
        path(f"t/<slug:slug>/pokladna/potvrzeni.{form}", cash_files.receipts, {"form": form}, "receipts")
        for form in PRINT_FORMS
    ),
    *(
        path(
            f"t/<slug:slug>/pokladna/potvrzeni-<int:number>.{form}",
            cash_files.receipts,
            {"form": form},
            "receipt",
        )
        for form in PRINT_FORMS
    ),
]
