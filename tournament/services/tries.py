"""Guessing and flooding made slow: tries are counted where every process that serves sees them."""

from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournament.models import WrongTries

Found = TypeVar("Found")


class TooManyTries(Exception):
    """So many were wrong that nothing is looked up for a while."""


def count_try(*, of: str, most: int, within: timedelta) -> None:
    """Count one more; ``TooManyTries`` where there were ``most`` of them within the time since the first.

    In a transaction of its own: whoever counts two things never holds one row while waiting for the other.
    What counts no more is forgotten by whoever comes next, unless somebody holds it: it may be an address.
    """
    now = timezone.now()
    over = WrongTries.objects.filter(until__lte=now)
    with transaction.atomic():
        over.filter(of=of).delete()
        others = over.select_for_update(skip_locked=True).values_list("pk", flat=True)
        WrongTries.objects.filter(pk__in=list(others)).delete()
        WrongTries.objects.get_or_create(of=of, defaults={"until": now + within})
        if not WrongTries.objects.filter(of=of, count__lt=most).update(count=F("count") + 1):
            raise TooManyTries


def try_once(*, of: str, most: int, wait: timedelta, find: Callable[[], Found | None]) -> Found | None:
    """What ``find`` finds; ``None`` is a wrong try, and after ``most`` of them it is not asked for ``wait``.

    Raises ``TooManyTries``. Wrong tries count until nobody made one for ``wait``; right ones never, because
    a whole hall may come from one address. The row is locked while it is being tried, so that tries made at
    one moment, in whichever process, are counted one after another.
    """
    with transaction.atomic():
        now = timezone.now()
        WrongTries.objects.filter(until__lte=now).delete()
        WrongTries.objects.get_or_create(of=of, defaults={"until": now + wait})
        tries = WrongTries.objects.select_for_update().get(of=of)
        if tries.count >= most:
            raise TooManyTries
        found = find()
        if found is None:
            tries.count += 1
            tries.until = now + wait
            tries.save()
    return found
