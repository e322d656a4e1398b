"""Stories of many connections, told in a thread of their own: a browser of the tests keeps its loop here."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_apart(story: Coroutine[Any, Any, T]) -> T:
    """What came of it."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, story).result()
