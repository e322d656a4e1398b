"""The clock of the round, what is coming, announcements."""

from django.urls import path

from tournament.enums import ClockAct
from tournament.views import hall

CLOCK = "t/<slug:slug>/hodiny/"
OF_ROUND = f"{CLOCK}<int:number>/"
NOTICE = f"{CLOCK}hlaseni/<uuid:announcement>/"
COMING = f"{CLOCK}chysta-se/<uuid:event>/"

urlpatterns = [
    path(CLOCK, hall.clock, name="clock"),
    path(f"{OF_ROUND}spustit/", hall.clock_turn, {"act": ClockAct.START}, name="clock_start"),
    path(f"{OF_ROUND}zastavit/", hall.clock_turn, {"act": ClockAct.PAUSE}, name="clock_pause"),
    path(f"{OF_ROUND}pokracovat/", hall.clock_turn, {"act": ClockAct.GO_ON}, name="clock_go_on"),
    path(f"{OF_ROUND}minuty/", hall.clock_turn, {"act": ClockAct.MINUTES}, name="clock_minutes"),
    path(f"{OF_ROUND}zkratit/", hall.clock_turn, {"act": ClockAct.CUT}, name="clock_cut"),
    path(f"{OF_ROUND}ukoncit/", hall.clock_turn, {"act": ClockAct.END}, name="clock_end"),
    path(f"{OF_ROUND}vratit/", hall.clock_turn, {"act": ClockAct.UNDO}, name="clock_undo"),
    path(f"{CLOCK}hlaseni/", hall.announcement_make, name="announcement_make"),
    path(f"{NOTICE}sejmout/", hall.announcement_take_away, name="announcement_take_away"),
    path(f"{NOTICE}vratit/", hall.announcement_put_back, name="announcement_put_back"),
    path(f"{CLOCK}chysta-se/", hall.coming_announce, name="coming_announce"),
    path(f"{COMING}zmenit/", hall.coming_change, name="coming_change"),
    path(f"{COMING}zrusit/", hall.coming_take_away, name="coming_take_away"),
]
