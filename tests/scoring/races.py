"""Two people pressing a button in the same second."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from tournament.errors import DeskError


def in_threads(count: int, act: Callable[[int], Any]) -> list[Any]:
    """What ``count`` threads answered that began at the same moment; errors are answers too."""
    ready = threading.Barrier(count)
    answers: list[Any] = [None] * count

    def run(place: int) -> None:
        try:
            ready.wait(timeout=20)
            answers[place] = act(place)
        except DeskError as error:
            answers[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return answers
