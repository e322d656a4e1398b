"""The board of a round, pages of a table for members and, by the same views, for its scribe; rulings."""

from django.urls import path

from scoring.views import (
    auction,
    claims,
    disputes,
    hands,
    lines,
    paper_hands,
    points,
    results,
    scribe,
    tables,
)
from scoring.views.places import at_table, by_link

TABLE = "t/<slug:slug>/kolo/<int:number>/stul/<int:table_number>/"
LINK = "l/<str:token>/"

WRITTEN = (
    ("", tables.table, "table"),
    ("hry/", tables.table_news, "table_news"),
    ("hra/", hands.hand_new, "hand_new"),
    ("hra/spocitat/", hands.hand_preview, "hand_preview"),
    ("hra/body/", points.hand_points, "hand_points"),
    ("hra/licitace/", auction.hand_auction, "hand_auction"),
    ("hra/<int:sequence>/", hands.hand, "hand"),
    ("hra/<int:sequence>/opravit/", hands.hand_edit, "hand_edit"),
    ("hra/<int:sequence>/starsi/", hands.hand_earlier, "hand_earlier"),
    ("hra/<int:sequence>/zpet/", hands.hand_take_back, "hand_take_back"),
    ("hra/<int:sequence>/vratit/", hands.hand_put_back, "hand_put_back"),
    ("odevzdat/", tables.hand_in, "hand_in"),
    ("vzit-zpet/", tables.take_back, "take_back"),
    ("spory/", claims.new, "dispute_new"),
    ("spory/otevrit/", claims.opened, "dispute_open"),
    ("spory/<int:dispute>/zpet/", claims.withdrawn, "dispute_withdraw"),
)
"""What the scribe of a table does too."""

AT_THE_DESK = (
    ("vysledek/", results.result, "result"),
    ("vysledek/ulozit/", results.result_save, "result_save"),
    ("vysledek/potvrdit/", results.confirm, "result_confirm"),
    ("vysledek/zrusit-potvrzeni/", results.unconfirm, "result_unconfirm"),
    ("vysledek/bez-vysledku/", results.give_up, "result_give_up"),
    ("vysledek/cekat/", results.wait, "result_await"),
    ("vysledek/oprava/potvrdit/", results.correction_confirmed, "correction_confirm"),
    ("vysledek/oprava/zamitnout/", results.correction_rejected, "correction_reject"),
    ("vysledek/verze/<int:version>/obnovit/", results.restore, "result_restore"),
    ("z-listku/", lines.typed, "typing"),
    ("z-listku/precist/", lines.line_read, "line_read"),
    ("z-listku/ulozit/", lines.line_save, "line_save"),
    ("z-listku/<int:sequence>/opravit/", lines.line_correct, "line_correct"),
    ("spory/<int:dispute>/", claims.claim, "claim"),
    ("spory/<int:dispute>/castky/", claims.awarded, "claim_award"),
    ("spory/<int:dispute>/hra/", paper_hands.paper_hand, "paper_hand"),
    ("spory/<int:dispute>/hra/opsat/", paper_hands.entered, "paper_entered"),
    ("spory/<int:dispute>/hra/spocitat/", paper_hands.preview, "paper_preview"),
    ("spory/<int:dispute>/hra/rozhodnout/", paper_hands.decide, "paper_decide"),
    ("spory/<int:dispute>/zamitnout/", claims.rejected, "claim_reject"),
    ("spory/<int:dispute>/pokracovat/", claims.set_aside, "claim_set_aside"),
    ("hra/<int:sequence>/spor/", disputes.dispute, "dispute"),
    ("hra/<int:sequence>/spor/spocitat/", disputes.dispute_preview, "dispute_preview"),
    ("hra/<int:sequence>/spor/rozhodnout/", disputes.dispute_decide, "dispute_decide"),
    ("hra/<int:sequence>/spor/zrusit/", disputes.dispute_cancel, "dispute_cancel"),
)
"""What needs an account."""

urlpatterns = [
    # Addresses are tried in order, and nothing is asked for as often as what phones at the tables ask for.
    path("l/", scribe.door, name="scribe_door"),
    # The address on the sheet; the other pages of the link begin with it.
    path(LINK, by_link(tables.table), name="scribe"),
    *(path(LINK + end, by_link(view), name=f"scribe_{name}") for end, view, name in WRITTEN),
    path("t/<slug:slug>/listky/", tables.sheets, name="sheets"),
    path("t/<slug:slug>/kolo/<int:number>/listky/", tables.round_board, name="round_board"),
    path("t/<slug:slug>/kolo/<int:number>/uzavrit/", tables.close, name="round_close"),
    path("t/<slug:slug>/spory/", disputes.decisions, name="decisions"),
    *(path(TABLE + end, at_table(view), name=name) for end, view, name in (*WRITTEN, *AT_THE_DESK)),
]
