from django.urls import path

from scoring.printing.players import BY_NAME, BY_NUMBER, PLAYER_LISTS
from scoring.views import files, player_lists

PRINT_FORMS = ("pdf", "html")

urlpatterns = [
    path("t/<slug:slug>/tisk/", files.prints_index, name="prints"),
    path("t/<slug:slug>/tisk/archiv.json", files.archive_file, name="archive"),
    *(
        path(f"t/<slug:slug>/tisk/pozvanka.{form}", files.invitation, {"form": form}, "print_invitation")
        for form in PRINT_FORMS
    ),
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
    *(
        path(f"t/<slug:slug>/tisk/rozhodnuti.{form}", files.rulings, {"form": form}, "print_rulings")
        for form in (*PRINT_FORMS, "xlsx")
    ),
    *(
        path(
            f"t/<slug:slug>/tisk/rozhodnuti-<uuid:ruling_id>.{form}",
            files.ruling,
            {"form": form},
            "print_ruling",
        )
        for form in PRINT_FORMS
    ),
    *(
        path(
            f"t/<slug:slug>/tisk/{kind}-podle-{by}.{form}",
            player_lists.player_list,
            {"kind": kind, "by": by, "form": form},
            "player_list",
        )
        for kind in PLAYER_LISTS
        for by in (BY_NAME, BY_NUMBER)
        for form in (*PRINT_FORMS, "xlsx", "csv")
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
