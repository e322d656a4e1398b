"""The protocol of a draw on paper: everything needed to check it, the same as on the screen."""

import io
import json
from hashlib import sha256

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from rules import seating
from tests import factories
from tournament.actors import Actor
from tournament.enums import DrawMethod
from tournament.models import Entry, Round, Tournament
from tournament.services.apart import entry_keep_apart
from tournament.services.discarding import round_discard
from tournament.services.drawing import round_draw
from tournament.services.rounds import round_publish
from tournament.services.seating import seat_swap

pytestmark = pytest.mark.django_db


def address(number: int = 1, sequence: int = 1, form: str = "pdf") -> str:
    return reverse(
        "scoring:print_protocol",
        kwargs={"slug": "jarni-turnaj", "number": number, "sequence": sequence, "form": form},
    )


def words_of(pdf: bytes) -> str:
    """The text of all pages in single spaces."""
    return " ".join(" ".join(leaf.extract_text() for leaf in PdfReader(io.BytesIO(pdf)).pages).split())


@pytest.fixture
def published(tournament: Tournament, desk: Actor) -> Round:
    """Fifteen players, one with a table of his own and two kept apart; two seats swapped after publishing."""
    factories.entries(tournament, 15)
    Entry.objects.filter(number=7).update(fixed_table=2)
    entry_keep_apart(entry=Entry.objects.get(number=5), number=2, by=desk)
    round_ = round_draw(tournament=tournament, number=1, by=desk, seed="semínko-1")
    round_publish(round_=round_, by=desk)
    first, second = round_.seats.filter(table__number=1).values_list("entry__number", flat=True)[:2]
    seat_swap(round_=round_, first=first, second=second, by=desk, reason="u okna táhne")
    return round_


def test_paper_holds_everything_a_draw_was_made_from(published: Round, visitor_client: Client) -> None:
    answer = visitor_client.get(address())

    assert answer["Content-Type"] == "application/pdf"
    text = words_of(answer.getvalue())
    stored = published.draws.get().protocol
    for words in (
        "Protokol losování 1. kola",
        "semínko-1",
        seating.seed_digest("semínko-1"),
        "náhodně",
        "Losovaní hráči (15)",
        "Soukromá přání 2 (stálé stoly a kdo s kým nesedí",
        seating.sealed_digest(stored),
        "u okna táhne",
        "Dva hráči jednoho klubu jsou u jednoho stolu",
    ):
        assert words in text, words
    for player in stored["players"]:
        assert player["name"] in text, player


def test_nobody_but_organisers_reads_a_wish(
    published: Round, visitor_client: Client, referee_client: Client, organiser_client: Client
) -> None:
    """S54: on the page, on paper and in the file the public reads their number only; so does a referee."""
    full = published.draws.get().protocol
    page = reverse("tournament:protocol", args=["jarni-turnaj", 1])
    file = reverse("tournament:protocol_file", args=["jarni-turnaj", 1, 1])
    sealed = reverse("tournament:protocol_sealed", args=["jarni-turnaj", 1, 1])
    assert "Nesedí s čísly" in organiser_client.get(page).content.decode()
    assert "Stálý stůl" in organiser_client.get(page).content.decode()

    for client in (visitor_client, referee_client):
        shown = " ".join(client.get(page).content.decode().split())
        paper = client.get(address(form="html")).content.decode()
        for words in ("Nesedí s čísly", "Stálý stůl", "nesedí s 2", "stálý stůl 2", "mají sedět zvlášť"):
            assert words not in shown, words
            assert words not in paper, words
        assert "<dd> 2 <span" in shown
        assert seating.sealed_digest(full) in shown
        public = json.loads(client.get(file).content)
        assert public == seating.public_protocol(full)
        assert (public["wishes"], public["players"][6].keys()) == (
            2,
            {"key", "name", "club", "team", "rank"},
        )
        assert client.get(sealed).status_code in (403, 404)
        checked = client.get(page, {"overit": ""}).content.decode()
        assert "ověří jen úplný" in checked
        assert "vyšly znovu stejné stoly" not in checked
    paper = organiser_client.get(address(form="html")).content.decode()
    assert "nesedí s 2" not in paper, "what hangs on the wall is public whoever printed it"

    content = organiser_client.get(sealed).content
    assert json.loads(content) == full
    assert sha256(content).hexdigest() == public["sealed_sha256"]
    assert seating.verify(full) == ()
    assert "vyšly znovu stejné stoly" in organiser_client.get(page, {"overit": ""}).content.decode()


def test_each_draw_is_sealed_with_its_own_random_value(published: Round, desk: Actor) -> None:
    second = round_draw(tournament=published.tournament, number=2, by=desk, method=DrawMethod.RANDOM)
    salts = [one.draws.get().protocol["salt"] for one in (published, second)]
    assert len(set(salts)) == 2
    assert all(len(bytes.fromhex(salt)) == 16 for salt in salts)


def test_drawn_tables_stand_in_seat_order(published: Round, visitor_client: Client) -> None:
    page = visitor_client.get(address(form="html")).content.decode()

    drawn = page[page.index('class="drawn"') :]
    places = [
        drawn.index(f'<span class="start">{key}</span>')
        for table in published.draws.get().protocol["tables"]
        for key in table["seats"]
    ]
    assert places == sorted(places)


def test_history_of_a_later_round(published: Round, desk: Actor, visitor_client: Client) -> None:
    second = round_draw(tournament=published.tournament, number=2, by=desk, method=DrawMethod.RANDOM)
    round_publish(round_=second, by=desk)

    text = words_of(visitor_client.get(address(2)).getvalue())

    past = json.loads(json.dumps(second.draws.get().protocol["history"]))
    for table in past:
        seats = ", ".join(map(str, table["seats"]))
        assert f"stůl {table['number']}: {seats}" in text


def test_a_superseded_draw_says_so(tournament: Tournament, desk: Actor, organiser_client: Client) -> None:
    factories.entries(tournament, 8)
    for seed in ("1", "2"):
        round_draw(tournament=tournament, number=1, by=desk, seed=seed, reason="zkouška")

    old, current = (
        organiser_client.get(address(1, sequence, "html")).content.decode() for sequence in (1, 2)
    )

    assert "toto losování už neplatí" in old
    assert "toto losování už neplatí" not in current
    assert "návrh, nezveřejněno" in current
    where = {"slug": "jarni-turnaj", "number": 1, "form": "html"}
    in_force = reverse("scoring:print_protocol", kwargs=where)
    assert organiser_client.get(in_force).content.decode() == current


class TestDoors:
    """S33: nobody sees a draft, and nobody a round that was discarded."""

    def test_draft(
        self, tournament: Tournament, desk: Actor, visitor_client: Client, organiser_client: Client
    ) -> None:
        factories.entries(tournament, 8)
        round_draw(tournament=tournament, number=1, by=desk)

        assert [client.get(address()).status_code for client in (visitor_client, organiser_client)] == [
            403,
            200,
        ]

    def test_discarded(self, published: Round, desk: Actor, visitor_client: Client) -> None:
        round_discard(round_=published, by=desk, typed="1. kolo")

        assert visitor_client.get(address()).status_code == 403

    @pytest.mark.parametrize(("number", "sequence"), [(1, 2), (2, 1)])
    def test_no_such_draw(self, published: Round, visitor_client: Client, number: int, sequence: int) -> None:
        assert visitor_client.get(address(number, sequence)).status_code == 403
