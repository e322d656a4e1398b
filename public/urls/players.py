"""Pages of players."""

from django.urls import path

from public.views import players

PLAYER = "t/<slug:slug>/hrac/<int:number>/"

urlpatterns = [
    path(PLAYER, players.player, name="player"),
    path(f"{PLAYER}hry/", players.player_code, name="player_code"),
    path(f"{PLAYER}hry/<str:opened>/", players.player_hands, name="player_hands"),
]
