"""What every write is made of: a form sent twice, and a key that comes back from another form."""

import uuid

import pytest

from tests import factories
from tournament.errors import Refused
from tournament.models import Entry, Submission, Tournament
from tournament.services.writes import run_once

pytestmark = pytest.mark.django_db

MADE, CHANGED = "tournament.entry.created", "tournament.entry.imported"


def once(tournament: Tournament, key: uuid.UUID | None, *, action: str = MADE) -> Entry:
    """One more player, by the form with this key."""
    return run_once(
        submission=key,
        action=action,
        model=Entry,
        create=lambda: factories.EntryFactory(tournament=tournament),
    )


def test_same_key_again_is_what_the_first_one_made(tournament: Tournament) -> None:
    key = uuid.uuid4()
    made = once(tournament, key)
    assert once(tournament, key) == made
    assert list(Entry.objects.filter(tournament=tournament)) == [made]
    assert list(Submission.objects.values_list("key", "action", "object_id")) == [(key, MADE, made.pk)]


def test_without_a_key_each_time_makes_another(tournament: Tournament) -> None:
    assert once(tournament, None) != once(tournament, None)
    assert not Submission.objects.exists()


def test_key_that_another_act_has_used_is_refused(tournament: Tournament) -> None:
    """What is typed now is not answered with a row of something else, even of the same kind."""
    key = uuid.uuid4()
    made = once(tournament, key)
    with pytest.raises(Refused, match="Tento formulář už uložil něco jiného") as refusal:
        once(tournament, key, action=CHANGED)
    assert refusal.value.code == "submission_used"
    assert list(Entry.objects.filter(tournament=tournament)) == [made]
