"""Guessing is made slow: wrong tries are counted together, right ones never, and the wait ends by itself."""

import threading
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tournament.models import WrongTries
from tournament.services.tries import TooManyTries, try_once

MOST, WAIT = 3, timedelta(minutes=5)


def guess(*, right: bool = False, of: str = "door") -> str:
    """What a try leads to."""
    try:
        found = try_once(of=of, most=MOST, wait=WAIT, find=lambda: "in" if right else None)
    except TooManyTries:
        return "wait"
    return found or "wrong"


def counted() -> dict[str, int]:
    """What is kept, without what counted nothing."""
    return dict(WrongTries.objects.filter(count__gt=0).values_list("of", "count"))


@pytest.mark.django_db
def test_after_so_many_wrong_tries_even_a_right_one_waits() -> None:
    assert [guess() for _try in range(4)] == ["wrong", "wrong", "wrong", "wait"]
    assert (guess(right=True), guess(of="another door")) == ("wait", "wrong")
    assert counted() == {"door": 3, "another door": 1}


@pytest.mark.django_db
def test_right_tries_of_a_whole_hall_are_not_counted() -> None:
    assert [guess(right=True) for _scribe in range(10)] == ["in"] * 10
    assert counted() == {}


@pytest.mark.django_db
def test_the_wait_ends_and_what_was_counted_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    began = timezone.now()

    def clock(moment: datetime) -> None:
        monkeypatch.setattr("tournament.services.tries.timezone.now", lambda: moment)

    clock(began)
    assert [guess() for _try in range(2)] == ["wrong", "wrong"]
    clock(began + WAIT / 2)
    assert [guess() for _try in range(2)] == ["wrong", "wait"]
    # The last wrong try began the wait; one that was refused did not make it longer.
    clock(began + WAIT)
    assert guess(right=True) == "wait"
    clock(began + WAIT + WAIT / 2)
    assert (guess(right=True), counted()) == ("in", {})


@pytest.mark.django_db(transaction=True)
def test_tries_of_one_moment_are_counted_one_after_another() -> None:
    ready, answers = threading.Barrier(8), []

    def run() -> None:
        ready.wait(timeout=20)
        answers.append(guess())
        connection.close()

    threads = [threading.Thread(target=run) for _try in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert sorted(answers) == ["wait"] * 5 + ["wrong"] * 3
    assert counted() == {"door": 3}
