"""Rounds: the list, one round, its draw and everything done with its seats."""

from django.urls import path

from tournament.views import drawing, rounds

ROUND = "t/<slug:slug>/kolo/<int:number>/"

urlpatterns = [
    path("t/<slug:slug>/kola/", rounds.round_list, name="rounds"),
    path(ROUND, rounds.round_page, name="round"),
    path(f"{ROUND}zverejnit/", rounds.publish, name="round_publish"),
    path(f"{ROUND}vzit-zpet/", rounds.take_back, name="round_take_back"),
    path(f"{ROUND}zahodit/", rounds.discard_page, name="round_discard"),
    path(f"{ROUND}zahodit/potvrdit/", rounds.discard, name="round_discard_make"),
    path("t/<slug:slug>/kola/zahozene/<uuid:round_id>/obnovit/", rounds.restore, name="round_restore"),
    path(f"{ROUND}stul/<int:table>/novy-odkaz/", rounds.new_link, name="link_replace"),
    path(f"{ROUND}losovani/", drawing.draw_page, name="draw"),
    path(f"{ROUND}losovani/losovat/", drawing.draw_make, name="draw_make"),
    path(f"{ROUND}losovani/ohlasit-seminko/", drawing.announce, name="seed_announce"),
    path(f"{ROUND}losovani/zahodit/", drawing.discard, name="draft_discard"),
    path(f"{ROUND}losovani/prohodit/", drawing.swap, name="seat_swap"),
    path(f"{ROUND}losovani/vratit/", drawing.undo, name="seating_undo"),
    path(f"{ROUND}losovani/zmeny/", drawing.reseat_page, name="reseat"),
    path(f"{ROUND}losovani/presadit/", drawing.reseat, name="reseat_make"),
    path(f"{ROUND}losovani/posadit/", drawing.latecomer, name="latecomer"),
    path(f"{ROUND}misto/<int:player>/", drawing.seat_page, name="seat"),
    path(f"{ROUND}misto/<int:player>/odchod/", drawing.leave, name="seat_leave"),
    path(f"{ROUND}misto/<int:player>/nahradnik/", drawing.substitute, name="seat_substitute"),
    path(f"{ROUND}protokol/", drawing.protocol_page, name="protocol"),
    path(f"{ROUND}protokol/<int:sequence>/uplny.json", drawing.protocol_sealed, name="protocol_sealed"),
    path(f"{ROUND}protokol/<int:sequence>/", drawing.protocol_page, name="protocol_of"),
    path(f"{ROUND}protokol/<int:sequence>.json", drawing.protocol_file, name="protocol_file"),
]
