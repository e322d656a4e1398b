from django.urls import path

from scoring.views import files

PRINT_FORMS = ("pdf", "html")

urlpatterns = [
    path("t/<slug:slug>/tisk/", files.prints_index, name="prints"),
    path("t/<slug:slug>/tisk/archiv.json", files.archive_file, name="archive"),
    *(
        path(
            f"t/<slug:slug>/tisk/kolo-<int:number>/listky.{form}",
            files.sheets,
            {"form": form},
            "print_sheets",
        )
        for form in PRINT_FORMS
    ),
    *(
        path(
            f"t/<slug:slug>/tisk/kolo-<int:number>/rozesazeni-{by}.{form}",
            files.seating,
            {"by": by, "form": form},
            "print_seating",
        )
        for by in files.SEATING
        for form in PRINT_FORMS
    ),
    path("t/<slug:slug>/tisk/kolo-<int:number>/hry.xlsx", files.hands_file, name="hands_file"),
    *(
        path(
            f"t/<slug:slug>/tisk/poradi-po-<int:number>.{form}",
            files.standings_file,
            {"form": form},
            "standings_file",
        )
        for form in files.STANDINGS_FORMS
    ),
]
