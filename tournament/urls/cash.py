"""The till, the payments of a player, what starts cost."""

from django.urls import path

from tournament.views import cash

PAYMENTS = "t/<slug:slug>/hraci/<int:number>/platby/"
FEES = "t/<slug:slug>/nastaveni/startovne/"

urlpatterns = [
    path("t/<slug:slug>/pokladna/", cash.cash, name="cash"),
    path("t/<slug:slug>/pokladna/spocitat/", cash.till_count, name="till_count"),
    path(PAYMENTS, cash.player_payments, name="player_payments"),
    path(f"{PAYMENTS}prijmout/", cash.payment_take, name="payment_take"),
    path(f"{PAYMENTS}vratit/", cash.payment_return, name="payment_return"),
    path(f"{PAYMENTS}startovne/", cash.player_charge, name="player_charge"),
    path(f"{PAYMENTS}<int:payment>/zrusit/", cash.payment_cancel, name="payment_cancel"),
    path(FEES, cash.fee_list, name="fees"),
    path(f"{FEES}pridat/", cash.fee_add, name="fee_add"),
    path(f"{FEES}<uuid:category>/ulozit/", cash.fee_change, name="fee_change"),
    path(f"{FEES}<uuid:category>/hraci/", cash.fee_people, name="fee_people"),
    path(f"{FEES}<uuid:category>/hraci/ulozit/", cash.fee_people_save, name="fee_people_save"),
    path(f"{FEES}<uuid:category>/odebrat/", cash.fee_remove, name="fee_remove"),
]
