"""What programs and webs of others read, and the page where an organiser finds it."""

from django.urls import path

from public.views import embedding, feeds, website

urlpatterns = [
    path("t/<slug:slug>/poradi.json", feeds.standings, name="standings_feed"),
    path("t/<slug:slug>/rozesazeni.json", feeds.seating, name="seating_feed"),
    path("t/<slug:slug>/hodiny.json", feeds.clock, name="clock_feed"),
    path("t/<slug:slug>/kalendar.ics", feeds.days, name="calendar"),
    path("t/<slug:slug>/poradi/vlozit/", embedding.standings, name="standings_embedded"),
    path("t/<slug:slug>/tisk/web/", embedding.for_webs, name="for_webs"),
    path("t/<slug:slug>/tisk/web.zip", website.website, name="website"),
]
