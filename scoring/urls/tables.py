"""The board of a round, pages of a table for members and, by the same views, for its scribe; rulings."""

from django.urls import path

from scoring.views import auction, disputes, points, results, scribe, tables
from scoring.views.places import at_table, by_link

TABLE = "t/<slug:slug>/kolo/<int:number>/stul/<int:table_number>/"
LINK = "l/<str:token>/"

WRITTEN = (
    ("", tables.table, "table"),
    ("hra/", tables.hand_new, "hand_new"),
    ("hra/spocitat/", tables.hand_preview, "hand_preview"),
    ("hra/body/", points.hand_points, "hand_points"),
    ("hra/licitace/", auction.hand_auction, "hand_auction"),
    ("hra/<int:sequence>/", tables.hand, "hand"),
    ("hra/<int:sequence>/opravit/", tables.hand_edit, "hand_edit"),
    ("hra/<int:sequence>/zpet/", tables.hand_take_back, "hand_take_back"),
    ("hra/<int:sequence>/vratit/", tables.hand_put_back, "hand_put_back"),
    ("odevzdat/", tables.hand_in, "hand_in"),
    ("vzit-zpet/", tables.take_back, "take_back"),
)
"""What the scribe of a table does too."""

AT_THE_DESK = (
    ("vysledek/", results.result, "result"),
    ("vysledek/ulozit/", results.result_save, "result_save"),
    ("vysledek/potvrdit/", results.confirm, "result_confirm"),
    ("vysledek/zrusit-potvrzeni/", results.unconfirm, "result_unconfirm"),
    ("vysledek/verze/<int:version>/obnovit/", results.restore, "result_restore"),
    ("hra/<int:sequence>/spor/", disputes.dispute, "dispute"),
    ("hra/<int:sequence>/spor/spocitat/", disputes.dispute_preview, "dispute_preview"),
    ("hra/<int:sequence>/spor/rozhodnout/", disputes.dispute_decide, "dispute_decide"),
    ("hra/<int:sequence>/spor/zrusit/", disputes.dispute_cancel, "dispute_cancel"),
)
"""What needs an account."""

urlpatterns = [
    path("t/<slug:slug>/listky/", tables.sheets, name="sheets"),
    path("t/<slug:slug>/kolo/<int:number>/listky/", tables.round_board, name="round_board"),
    path("t/<slug:slug>/kolo/<int:number>/uzavrit/", tables.close, name="round_close"),
    path("t/<slug:slug>/spory/", disputes.decisions, name="decisions"),
    *(path(TABLE + end, at_table(view), name=name) for end, view, name in (*WRITTEN, *AT_THE_DESK)),
    path("l/", scribe.door, name="scribe_door"),
    # The address on the sheet; the other pages of the link begin with it.
    path(LINK, by_link(tables.table), name="scribe"),
    *(path(LINK + end, by_link(view), name=f"scribe_{name}") for end, view, name in WRITTEN),
]
