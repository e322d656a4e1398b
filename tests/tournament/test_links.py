"""Scribes' links: one active link a table, replaced at once, never in the log."""

import pytest

from tests import factories
from tournament.actors import Actor
from tournament.enums import RoundState
from tournament.errors import Refused
from tournament.journal.words import subject_words
from tournament.models import SHORT_CODE_LETTERS, LogEntry, Round, TableLink, Tournament
from tournament.selectors.access import scribe_link
from tournament.services.links import link_replace, links_create, links_switch_off

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(small_tournament: Tournament) -> Round:
    """A published round of two tables with links."""
    return factories.drawn_round(small_tournament, links=True)


def test_link_is_long_and_its_code_short(round_: Round) -> None:
    link = TableLink.objects.first()

    assert len(link.token) >= 22  # 128 bits in letters of six bits
    assert len(link.code) == 8
    assert set(link.code) <= set(SHORT_CODE_LETTERS)


def test_new_link_replaces_the_old_one(round_: Round, desk: Actor) -> None:
    table = round_.tables.get(number=1)
    old = table.links.get()

    new = link_replace(table=table, by=desk)

    assert (scribe_link(old.token), scribe_link(new.token)) == (None, new)
    assert table.links.filter(active=True).get() == new
    assert round_.tables.get(number=2).links.filter(active=True).count() == 1


def test_log_says_who_and_which_table_but_not_the_link(round_: Round, desk: Actor) -> None:
    table = round_.tables.get(number=1)
    link = link_replace(table=table, by=desk)

    entry = LogEntry.objects.get()
    assert (entry.action, subject_words(entry), entry.old, entry.new) == (
        "tournament.link.replaced",
        "1. kolo, stůl 1",
        None,
        None,
    )
    for secret in (link.token, link.code):
        assert secret not in str(LogEntry.objects.values().get())


@pytest.mark.parametrize(
    ("state", "words"), [(RoundState.DRAFT, "není zveřejněné"), (RoundState.CLOSED, "je uzavřené")]
)
def test_no_link_outside_play(round_: Round, desk: Actor, state: RoundState, words: str) -> None:
    Round.objects.update(state=state)

    with pytest.raises(Refused, match=words):
        link_replace(table=round_.tables.get(number=1), by=desk)

    assert TableLink.objects.filter(active=True).count() == 2


def test_only_tables_without_a_link_get_one(round_: Round) -> None:
    kept = set(TableLink.objects.values_list("token", flat=True))
    links_create(round_=round_)
    assert set(TableLink.objects.values_list("token", flat=True)) == kept

    links_switch_off(round_=round_)
    links_create(round_=round_)
    assert TableLink.objects.filter(active=True).exclude(token__in=kept).count() == 2
