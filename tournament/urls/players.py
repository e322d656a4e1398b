"""Players: the list, one player, the registry, a file of registrations."""

from django.urls import path

from tournament.views import imports, players, returning

urlpatterns = [
    path("t/<slug:slug>/hraci/", players.player_list, name="players"),
    path("t/<slug:slug>/hraci/pridat/", players.player_add, name="player_add"),
    path("t/<slug:slug>/hraci/vsichni-pritomni/", players.players_waiting, name="players_waiting"),
    path("t/<slug:slug>/hraci/vsichni-pritomni/zapsat/", players.players_present, name="players_present"),
    path("t/<slug:slug>/hraci/odstoupeni/", players.players_leaving, name="players_leaving"),
    path("t/<slug:slug>/hraci/odstoupeni/zapsat/", players.players_withdraw, name="players_withdraw"),
    path("t/<slug:slug>/hraci/vratit/", players.player_take_back, name="player_take_back"),
    path("t/<slug:slug>/hraci/rejstrik/", returning.registry, name="registry"),
    path("t/<slug:slug>/hraci/rejstrik/pridat/", returning.registry_add, name="registry_add"),
    path("t/<slug:slug>/hraci/import/", imports.import_start, name="import_start"),
    path("t/<slug:slug>/hraci/import/nahrat/", imports.import_upload, name="import_upload"),
    path("t/<slug:slug>/hraci/import/<uuid:import_id>/", imports.import_page, name="import"),
    path("t/<slug:slug>/hraci/import/<uuid:import_id>/cteni/", imports.import_read, name="import_read"),
    path("t/<slug:slug>/hraci/import/<uuid:import_id>/radek/", imports.import_row, name="import_row"),
    path("t/<slug:slug>/hraci/import/<uuid:import_id>/zapsat/", imports.import_finish, name="import_write"),
    path("t/<slug:slug>/hraci/<int:number>/", players.player_page, name="player"),
    path("t/<slug:slug>/hraci/<int:number>/upravit/", players.player_edit, name="player_edit"),
    path("t/<slug:slug>/hraci/<int:number>/prezence/", players.player_presence, name="player_presence"),
    path("t/<slug:slug>/hraci/<int:number>/startovne/", players.player_fee, name="player_fee"),
    path("t/<slug:slug>/hraci/<int:number>/odstoupit/", players.player_withdraw, name="player_withdraw"),
    path("t/<slug:slug>/hraci/<int:number>/nesedet-s/", players.player_keep_apart, name="player_keep_apart"),
    path(
        "t/<slug:slug>/hraci/<int:number>/nesedet-s/<int:player>/zrusit/",
        players.player_let_together,
        name="player_let_together",
    ),
    path("t/<slug:slug>/hraci/<int:number>/hraje-dal/", players.player_return, name="player_return"),
]
