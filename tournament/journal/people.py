"""The people of a journal: told apart by key, offered by name."""

import uuid
from dataclasses import dataclass

from django.db.models import Max, Q

from tournament.lib.names import fold
from tournament.models import Account, LogEntry, Tournament

MEMBER_RENAMED = "tournament.member.renamed"


@dataclass(frozen=True, slots=True)
class PersonInLog:
    """Somebody whose entries can be looked for: ``value`` goes into the address, ``label`` to people."""

    value: str
    label: str


def people_in_log(tournament: Tournament, readable: Q | None = None) -> list[PersonInLog]:
    """Everybody who has done something that the reader may know of (``reading.readable_by``).

    An account is one person with his newest name, two of one name have their user names beside it. Scribes,
    commands (whose keys are derived, not random) and entries older than keys are offered by their names.
    """
    wrote = LogEntry.objects.filter(readable or Q(), tournament=tournament).values("actor_name", "actor_key")
    newest: dict[uuid.UUID, str] = {}
    names: set[str] = set()
    for one in wrote.annotate(last=Max("sequence")).order_by("last", "actor_name"):
        key = one["actor_key"]
        if key is not None and key.version == 4:
            newest[key] = one["actor_name"]
        else:
            names.add(one["actor_name"])
    labels = list(newest.values())
    usernames = dict(Account.objects.filter(key__in=newest).values_list("key", "username"))
    people = [
        PersonInLog(str(key), f"{name} ({usernames.get(key, key)})" if labels.count(name) > 1 else name)
        for key, name in newest.items()
    ]
    people += [PersonInLog(name, name) for name in names - set(labels)]
    return sorted(people, key=lambda person: (fold(person.label), person.value))


def done_by(tournament: Tournament, person: str) -> Q:
    """Entries of the person with this ``PersonInLog.value``; those older than keys by his names."""
    try:
        key = uuid.UUID(person)
    except ValueError:
        return Q(actor_name=person)
    his = LogEntry.objects.filter(tournament=tournament, actor_key=key)
    return Q(actor_key=key) | Q(actor_key=None, actor_name__in=his.order_by().values("actor_name"))


def names_since(tournament: Tournament, name: str) -> set[str]:
    """``name`` and every other one that somebody who bore it has taken since, as far as the log knows."""
    renamed = LogEntry.objects.filter(tournament=tournament, action=MEMBER_RENAMED).order_by("sequence")
    names = {name}
    for old, new in renamed.values_list("old__person", "new__person"):
        if str(old) in names:  # str, because an archive may bring anything here
            names.add(str(new))
    return names
