"""Every article decided through the referee's form, equal to its shared case or to one worked out by hand.

Each case is the hand as the referee rules it. It is written first as a scribe would: without what only a
referee knows. Then the form is answered question by question, as it asks.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.test import Client

from rules import parse_hand
from rules.offences import ARTICLES
from scoring.adapters import plain_outcome, rulebook_of, stored_hand
from scoring.forms.choices import quiet_sedma_value, sto_value
from scoring.forms.decisions import DecisionForm
from scoring.models import Decision, Hand
from scoring.selectors.tables import seat_lines
from scoring.services.hands import hand_record
from tests import factories
from tests.rules import articles
from tests.rules.test_shared_cases import CURATED, RANDOM
from tests.scoring.records import DESK
from tournament.models import Table, Tournament

pytestmark = pytest.mark.django_db

RULED_ONLY = ("renonce", "four_helpers_against", "theoretically_playable")
TEXTS = {"reason": "viděl jsem zdvihy", "public_reason": "renonc uznán", "facts": "zdvih 4", "claim": "barva"}


def shared() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The shared cases, those chosen by people before the random ones."""
    for row in CURATED + RANDOM:
        yield row["id"], row["hand"], row["expect"]


def by_hand() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The cases worked out by hand."""
    for case in articles.cases():
        if case.money:
            hand = case.hand_record
            money, premium = (
                dict(zip(hand["players"], figures, strict=True)) for figures in (case.money, case.premium)
            )
            yield f"{case.articles[0]} {case.id}", hand, {"money": money, "premium": premium}


def chosen() -> list[Any]:
    """Every curated shared case with a renonc, of the others the first ones that say something else."""
    found, seen = [], set()
    curated = {row["id"] for row in CURATED}
    for name, hand, expect in (*shared(), *by_hand()):
        said = frozenset(
            (one["article"], one["by"] == hand.get("declarer")) for one in hand.get("renonce", ())
        )
        plain = hand.get("rulebook", "csm") == "csm" and set(hand["players"]) <= set("ABCD")
        if said and plain and (name in curated or said not in seen) and len(said) < 3:
            seen.add(said)
            found.append(pytest.param(hand, expect, id=name))
    return found


CASES = chosen()


def test_every_article_is_decided_by_some_case() -> None:
    said = {one["article"] for case in CASES for one in case.values[0]["renonce"]}
    assert said == set(ARTICLES)


def as_written(ruled: Mapping[str, Any]) -> dict[str, Any]:
    """The hand as the scribe wrote it: nobody knew of a renonc, so every part ended somehow."""
    record = {name: value for name, value in ruled.items() if name not in (*RULED_ONLY, "rulebook")}
    hand = parse_hand({**ruled, "format": "licitovany-hand/1"}, stored=True)
    outcome = dict(record.get("outcome") or {})
    for play in hand.parts:
        if play.won is None:
            outcome[play.part] = {"made": True, "steps": 1} if play.part == "sto" else "won"
    return record | ({"outcome": outcome} if outcome else {})


def answers(ruled: Mapping[str, Any]) -> dict[str, str]:
    """What the referee answers, whether or not he is asked."""
    typed = {
        f"renonce-{n}-{name}": value
        for n, one in enumerate(ruled["renonce"])
        for name, value in row(one).items()
    }
    hand = parse_hand({**ruled, "format": "licitovany-hand/1"}, stored=True)
    for part, value in plain_outcome(hand).items():
        if part != "quiet_sto":
            show = {"sto": sto_value, "quiet_sedma": quiet_sedma_value}.get(part, str)
            typed[f"playout_{part}"] = show(value)
    for name in ("four_helpers_against", "theoretically_playable"):
        typed[name] = "yes" if ruled.get(name) else "no"
    typed["trumps"] = str(ruled.get("trumps") or 4)
    return typed


def row(offence: Mapping[str, Any]) -> dict[str, str]:
    typed = {"article": offence["article"], "by": offence["by"]}
    if offence.get("playout"):
        typed["playout"] = "on"
    if offence["article"] == "REF":
        typed |= {"pausal": str(offence.get("pausal", 1))} | ({"lost": "on"} if offence.get("lost") else {})
    return typed


def shown_by(hand: Hand, tournament: Tournament, data: Mapping[str, Any] | None = None) -> DecisionForm:
    """The form as the page shows it."""
    table = Table.objects.select_related("round__tournament").get(pk=hand.table_id)
    return DecisionForm(
        data, seats=seat_lines(table), written=stored_hand(hand.record, rulebook_of(tournament))
    )


def sent(form: DecisionForm, typed: Mapping[str, str]) -> dict[str, Any]:
    """What a browser sends: what the form shows, and what is typed over it where it asks."""
    data: dict[str, Any] = {"renonce-TOTAL_FORMS": "5", "renonce-INITIAL_FORMS": "0"}
    for field in form:
        value = typed.get(field.html_name, field.value())
        if value not in (None, "", False, []):
            data[field.html_name] = "on" if value is True else value
    return data | {name: value for name, value in typed.items() if name.startswith("renonce-")}


@pytest.fixture
def tables(small_tournament: Tournament) -> dict[int, Table]:
    """A table of four and a table of three, by their sizes."""
    drawn = factories.drawn_round(
        small_tournament, seated=list(small_tournament.entries.order_by("number"))[:7], sizes=[4, 3]
    )
    found = Table.objects.select_related("round__tournament").filter(round=drawn)
    return {table.seats.count(): table for table in found}


@pytest.mark.parametrize(("ruled", "expect"), CASES)
def test_article_through_the_form(
    ruled: dict[str, Any], expect: dict[str, Any], tables: dict[int, Table], referee_client: Client
) -> None:
    table = tables[len(ruled["players"])]
    tournament = table.round.tournament
    written = as_written(ruled)
    kind = written.get("kind", "hand")
    if kind == "renonc":
        written["renonce"] = ruled["renonce"]  # such a hand is nothing else
    hand = hand_record(table=table, record=written, by=DESK)
    typed = answers(ruled)
    # Asked by what was answered so far: the questions appear, are answered, and may bring others.
    data = sent(shown_by(hand, tournament), typed)
    for _turn in range(3):
        data |= sent(shown_by(hand, tournament, data), typed)
    address = f"/t/jarni-turnaj/kolo/1/stul/{table.number}/hra/1/spor/"
    response = referee_client.post(f"{address}rozhodnout/", data | TEXTS | {"expected": "1"})

    assert response.status_code == 302, form_errors(response)
    hand.refresh_from_db()
    assert (hand.money, hand.premium) == (expect["money"], expect["premium"])
    decision = Decision.objects.get(current=True)
    assert {name: getattr(decision, name) for name in TEXTS} == TEXTS


def form_errors(response: Any) -> Any:
    form = response.context["form"]
    return form.errors, [one.errors for one in form.renonce]
