"""The calendar as RFC 5545 asks: what is in it when, and that whatever people write stays text."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.public.days import stages_of
from tests.scoring.test_frozen_pages import Day
from tournament.enums import ComingKind
from tournament.models import ComingEvent, Tournament
from tournament.services.announcements import coming_announce, coming_change

pytestmark = pytest.mark.django_db

PATH = "/t/jarni-turnaj/kalendar.ics"


def calendar() -> bytes:
    answer = Client().get(PATH)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return answer.content


def lines() -> list[str]:
    """The calendar unfolded."""
    return calendar().decode().replace("\r\n ", "").split("\r\n")


def summaries() -> list[str]:
    return [line.partition(":")[2] for line in lines() if line.startswith("SUMMARY")]


def moment(at: dt.datetime) -> str:
    return at.astimezone(dt.UTC).strftime("%Y%m%dT%H%M%SZ")


def test_what_it_holds_in_every_state(day: Day) -> None:
    seen = {}
    for stage, _hidden in stages_of(day):
        answer = Client().get(PATH)
        seen[stage] = summaries() if answer.status_code == 200 else answer.status_code
    played = ["Jarní turnaj", "1. kolo – Jarní turnaj", "Oběd – Jarní turnaj"]
    assert list(seen.values()) == [
        404,
        ["Jarní turnaj"],
        ["Jarní turnaj"],
        ["Jarní turnaj", "Oběd – Jarní turnaj"],
        *[played] * 10,
    ]


def test_the_day_is_a_whole_day(tournament: Tournament, settings: Any) -> None:
    settings.PUBLIC_URL = "https://turnaj.example.cz"
    Tournament.objects.update(home_open=True, place="Hospoda U Lípy; sál, 1. patro")
    at = dt.datetime(2026, 3, 1, 8, 30, tzinfo=dt.UTC)
    Tournament.objects.update(created_at=at)
    assert lines() == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Forhont//Forhont//CS",
        "X-WR-CALNAME:Jarní turnaj",
        "BEGIN:VEVENT",
        "SUMMARY:Jarní turnaj",
        "DTSTART;VALUE=DATE:20260314",
        "DTEND;VALUE=DATE:20260315",
        "DTSTAMP:20260301T083000Z",
        f"UID:day-{tournament.pk}@forhont",
        "SEQUENCE:0",
        "LOCATION:Hospoda U Lípy\\; sál\\, 1. patro",
        "URL:https://turnaj.example.cz/t/jarni-turnaj/",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


HOSTILE = {
    "commas and semicolons": ("Víno, ženy; zpěv", "Víno\\, ženy\\; zpěv"),
    "a backslash": ("C:\\new", "C:\\\\new"),
    "a new line": ("Turnaj\r\nATTENDEE:mailto:a@example.com", "Turnaj\\nATTENDEE:mailto:a@example.com"),
    "the end of an event": ("END:VEVENT", "END:VEVENT"),
    "quotes": ('Turnaj "U Lípy"', 'Turnaj "U Lípy"'),
    "long with letters of two bytes": ("Žluťoučký kůň úpěl " * 6, ("Žluťoučký kůň úpěl " * 6)),
    "long with signs of four bytes": ("🂡" * 60, "🂡" * 60),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_whatever_the_tournament_is_called_stays_text(what: str, tournament: Tournament) -> None:
    name, written = HOSTILE[what]
    Tournament.objects.update(home_open=True, name=name)
    content = calendar()
    assert {f"SUMMARY:{written}", f"X-WR-CALNAME:{written}"} <= set(lines())
    assert [line for line in lines() if line.startswith(("ATTENDEE", "BEGIN:VEVENT"))] == ["BEGIN:VEVENT"]
    physical = content.split(b"\r\n")
    assert max(map(len, physical)) <= 75
    assert b"\n" not in content.replace(b"\r\n", b"")
    # Each line is whole letters, so that it can be read before it is unfolded.
    assert [line.decode() for line in physical][-1] == ""


def test_times_are_utc_on_both_sides_of_the_change_to_summer_time(day: Day) -> None:
    """The clocks went forward on 29 March 2026 at two in the morning."""
    day.set_up(home_open=True)
    for at in ("2036-03-29T00:30:00Z", "2036-03-30T01:30:00Z"):
        kind, text = ComingKind.BREAK, at
        coming_announce(
            tournament=day.tournament, by=day.desk, kind=kind, at=dt.datetime.fromisoformat(at), text=text
        )
    starts = [line for line in lines() if line.startswith("DTSTART:")]
    assert starts == ["DTSTART:20360329T003000Z", "DTSTART:20360330T013000Z"]


def test_a_round_runs_from_its_start_to_its_end(day: Day) -> None:
    for stage, _hidden in stages_of(day):
        if stage == "it is played":
            break
    begins = day.round_().clock_changes.get().at
    text = "\r\n".join(lines())
    event = re.search(r"SUMMARY:1\. kolo.*?END:VEVENT", text, re.DOTALL)
    assert event is not None
    assert f"DTSTART:{moment(begins)}\r\nDTEND:{moment(begins + dt.timedelta(minutes=120))}" in event[0]
    assert f"UID:round-{day.round_().pk}@forhont" in event[0]


def test_a_round_announced_beforehand_gives_way_to_the_one_that_has_begun(day: Day) -> None:
    for stage, _hidden in stages_of(day):
        if stage == "it is published":
            break
    at = timezone.now() + dt.timedelta(minutes=30)
    event = coming_announce(
        tournament=day.tournament, by=day.desk, kind=ComingKind.ROUND, at=at, text="Začíná kolo"
    )
    assert summaries() == ["Jarní turnaj", "Začíná kolo – Jarní turnaj", "Oběd – Jarní turnaj"]
    ComingEvent.objects.filter(pk=event.pk).update(at=timezone.now() - dt.timedelta(minutes=1))
    day.rename(2, name="Nový Jméno")
    assert summaries() == ["Jarní turnaj", "Oběd – Jarní turnaj"]


def test_an_event_that_moves_stays_the_same_event(day: Day) -> None:
    day.set_up(home_open=True)
    at = timezone.now().replace(microsecond=0) + dt.timedelta(hours=2)
    event = coming_announce(tournament=day.tournament, by=day.desk, kind=ComingKind.BREAK, at=at, text="Oběd")
    before = [line for line in lines() if line.startswith(("UID:coming", "DTSTART:", "SEQUENCE:"))][-3:]
    later = at + dt.timedelta(minutes=15)
    coming_change(event=event, by=day.desk, at=later, text="Oběd")
    after = [line for line in lines() if line.startswith(("UID:coming", "DTSTART:", "SEQUENCE:"))][-3:]
    uid = f"UID:coming-{event.pk}@forhont"
    assert before == [f"DTSTART:{moment(at)}", uid, "SEQUENCE:0"]
    assert after == [f"DTSTART:{moment(later)}", uid, "SEQUENCE:1"]
