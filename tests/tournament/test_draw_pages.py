"""Pages of rounds and draws: what is shown to whom, what each button does, what a mistake answers."""

import html
import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules import seating
from tests import factories
from tournament.actors import Actor
from tournament.enums import DrawMethod, Presence, RoundState
from tournament.models import Draw, Entry, Round, Seat, TableLink, Tournament
from tournament.selectors.protocols import protocol_of
from tournament.selectors.seating import tables_of
from tournament.services.drawing import round_draw, seed_announce
from tournament.services.rounds import round_publish

pytestmark = pytest.mark.django_db

NAME = "Řehoř Tomáš"
"""Somebody who sits in the round; an answer that must not tell anything must not hold him."""


def page(name: str, *args: object) -> str:
    """The address of a page of the tournament of the fixtures."""
    return reverse(f"tournament:{name}", args=["jarni-turnaj", *args])


def text_of(response: Any) -> str:
    """The words of a page without tags, in single spaces."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


@pytest.fixture
def draft(small_tournament: Tournament, desk: Actor) -> Round:
    """The first round of eight, drawn and not published."""
    return round_draw(tournament=small_tournament, number=1, by=desk, seed="semínko-1")


@pytest.fixture
def published(draft: Round, desk: Actor) -> Round:
    """The same, published."""
    return round_publish(round_=draft, by=desk)


# Who sees what (S33)

PUBLIC_PAGES = (("round", 1), ("protocol", 1), ("protocol_of", 1, 1), ("protocol_file", 1, 1))
ORGANISERS_PAGES = (("draw", 1), ("reseat", 1), ("seat", 1, 7))
ORGANISERS_ACTS = (
    ("draw_make", 1),
    ("seed_announce", 2),
    ("draft_discard", 1),
    ("seat_swap", 1),
    ("seating_undo", 1),
    ("reseat_make", 1),
    ("seat_leave", 1, 7),
    ("seat_substitute", 1, 7),
    ("latecomer", 1),
    ("round_publish", 1),
    ("round_take_back", 1),
    ("link_replace", 1, 1),
)


@pytest.mark.parametrize("address", PUBLIC_PAGES, ids=lambda address: address[0])
@pytest.mark.parametrize(
    ("who", "status"), [("visitor_client", 403), ("stranger_client", 404), ("referee_client", 404)]
)
def test_draft_is_hidden_and_its_publication_shows_it(
    address: tuple[object, ...], who: str, status: int, draft: Round, desk: Actor, request: Any
) -> None:
    client = request.getfixturevalue(who)
    before = client.get(page(*address))
    assert (before.status_code, NAME in before.content.decode()) == (status, False)

    round_publish(round_=draft, by=desk)
    after = client.get(page(*address))
    assert (after.status_code, NAME in after.content.decode()) == (200, True)


@pytest.mark.parametrize("address", ORGANISERS_PAGES, ids=lambda address: address[0])
@pytest.mark.parametrize(
    ("who", "status"), [("visitor_client", 403), ("stranger_client", 404), ("referee_client", 404)]
)
def test_pages_of_the_organiser(
    address: tuple[object, ...],
    who: str,
    status: int,
    published: Round,
    organiser_client: Client,
    request: Any,
) -> None:
    Entry.objects.filter(number=3).update(presence=Presence.ABSENT)
    answer = request.getfixturevalue(who).get(page(*address))
    assert (answer.status_code, NAME in answer.content.decode()) == (status, False)
    assert organiser_client.get(page(*address)).status_code == 200


@pytest.mark.parametrize("address", ORGANISERS_ACTS, ids=lambda address: address[0])
@pytest.mark.parametrize(
    ("who", "status"), [("visitor_client", 403), ("stranger_client", 404), ("referee_client", 404)]
)
def test_acts_of_the_organiser(
    address: tuple[object, ...], who: str, status: int, published: Round, request: Any
) -> None:
    before = [list(model.objects.order_by("pk").values()) for model in (Round, Seat, Draw, TableLink)]

    answer = request.getfixturevalue(who).post(page(*address))

    assert answer.status_code == status
    after = [list(model.objects.order_by("pk").values()) for model in (Round, Seat, Draw, TableLink)]
    assert after == before


@pytest.mark.parametrize("address", ORGANISERS_ACTS, ids=lambda address: address[0])
def test_acts_are_not_links(address: tuple[object, ...], published: Round, organiser_client: Client) -> None:
    assert organiser_client.get(page(*address)).status_code == 405


@pytest.mark.parametrize(
    "address", [("round", 9), ("protocol", 9), ("protocol_of", 1, 9), ("protocol_file", 1, 9)]
)
def test_what_does_not_exist_answers_like_what_is_hidden(
    address: tuple[object, ...], published: Round, visitor_client: Client
) -> None:
    assert visitor_client.get(page(*address)).status_code == 403


# The list of rounds


class TestRounds:
    def test_visitor_sees_published_rounds_only(self, published: Round, visitor_client: Client) -> None:
        factories.drawn_round(published.tournament, number=2, state=RoundState.DRAFT)

        text = text_of(visitor_client.get(page("rounds")))

        assert "1. kolo 2 stoly, 8 hráčů · zveřejněno" in text
        assert "2. kolo" not in text
        assert "Losovat" not in text

    def test_nothing_published(self, draft: Round, visitor_client: Client, referee_client: Client) -> None:
        """S33: the public does not even learn of the tournament; a referee reads what comes."""
        answer = visitor_client.get(page("rounds"))

        assert (answer.status_code, "Jarní turnaj" in answer.content.decode()) == (403, False)
        assert "Zatím není zveřejněné žádné kolo" in text_of(referee_client.get(page("rounds")))

    def test_organiser_is_led_to_the_draft(self, draft: Round, organiser_client: Client) -> None:
        response = organiser_client.get(page("rounds"))

        assert "1. kolo je vylosované, ale nikdo ho zatím nevidí" in text_of(response)
        assert f'href="{page("draw", 1)}"' in response.content.decode()
        assert "Losovat 2. kolo" not in text_of(response)

    def test_form_says_how_many_and_which_tables(
        self, small_tournament: Tournament, organiser_client: Client
    ) -> None:
        Entry.objects.filter(number=8).update(presence=Presence.ABSENT)

        text = text_of(organiser_client.get(page("rounds")))

        assert "Losovat 1. kolo 7 hráčů: 1 stůl po čtyřech a 1 stůl po třech" in text

    def test_all_rounds_drawn(self, small_tournament: Tournament, organiser_client: Client) -> None:
        factories.drawn_round(small_tournament)
        factories.drawn_round(small_tournament, number=2)

        assert "Všechna plánovaná kola jsou vylosovaná." in text_of(organiser_client.get(page("rounds")))

    def test_announced_seed_shows_its_digest_to_everybody(
        self, small_tournament: Tournament, desk: Actor, visitor_client: Client
    ) -> None:
        round_ = seed_announce(tournament=small_tournament, number=1, by=desk)

        content = visitor_client.get(page("rounds")).content.decode()

        assert seating.seed_digest(round_.announced_seed) in content
        assert round_.announced_seed not in content

    @pytest.mark.parametrize("rounds", [1, 3])
    def test_queries_do_not_grow(
        self,
        tournament: Tournament,
        rounds: int,
        organiser_client: Client,
        django_assert_num_queries: Callable[..., Any],
    ) -> None:
        Tournament.objects.update(rounds_planned=5)
        factories.entries(tournament, 8)
        for number in range(1, rounds + 1):
            factories.drawn_round(tournament, number=number)

        with django_assert_num_queries(14):
            organiser_client.get(page("rounds"))


# Drawing


def form_of(response: Any, **typed: object) -> dict[str, Any]:
    """What the browser sends back of the draw form of a page, with some fields typed."""
    form = response.context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in {**values, **typed}.items() if value is not None}


class TestDrawing:
    def test_first_draw_leads_to_the_draft(
        self, small_tournament: Tournament, organiser_client: Client
    ) -> None:
        form = form_of(organiser_client.get(page("rounds")), seed="7")

        answer = organiser_client.post(page("draw_make", 1), form, follow=True)

        assert answer.redirect_chain == [(page("draw", 1), 302)]
        text = text_of(answer)
        assert "Návrh losování 1. kola. Nikdo jiný ho zatím nevidí." in text
        assert "Zveřejnit losování 1. kola" in text
        assert (Draw.objects.get().seed, Seat.objects.count()) == ("7", 8)

    def test_double_click_is_one_draw(self, small_tournament: Tournament, organiser_client: Client) -> None:
        """S22."""
        form = form_of(organiser_client.get(page("rounds")))

        answers = [organiser_client.post(page("draw_make", 1), form) for _click in range(2)]

        assert [answer.status_code for answer in answers] == [302, 302]
        assert Draw.objects.count() == 1

    def test_second_organiser_is_told_who_was_faster(
        self, small_tournament: Tournament, desk: Actor, organiser_client: Client
    ) -> None:
        """S21."""
        form = form_of(organiser_client.get(page("rounds")))
        round_draw(tournament=small_tournament, number=1, by=factories.actor("Petr Druhý"))

        answer = organiser_client.post(page("draw_make", 1), form, follow=True)

        assert answer.redirect_chain == [(page("draw", 1), 302)]
        assert "1. kolo už je vylosované: Petr Druhý (" in text_of(answer)
        assert Draw.objects.count() == 1

    def test_again_over_a_newer_draft_is_a_conflict(
        self, draft: Round, desk: Actor, organiser_client: Client
    ) -> None:
        form = form_of(organiser_client.get(page("draw", 1)), reason="proč ne")
        round_draw(tournament=draft.tournament, number=1, by=factories.actor("Petr Druhý"))

        answer = organiser_client.post(page("draw_make", 1), form)

        assert answer.status_code == 422
        assert "1. kolo už je vylosované: Petr Druhý (" in text_of(answer)
        assert Draw.objects.count() == 2

    def test_again_with_a_reason(self, draft: Round, organiser_client: Client) -> None:
        form = form_of(organiser_client.get(page("draw", 1)), reason="přišli dva opozdilci")

        answer = organiser_client.post(page("draw_make", 1), form)

        assert (answer.status_code, answer.url) == (302, page("draw", 1))
        assert Draw.objects.get(current=True).reason == "přišli dva opozdilci"

    @dataclass(frozen=True)
    class Mistake:
        id: str
        typed: dict[str, object]
        words: str

    MISTAKES = (
        Mistake("no reason", {"reason": ""}, "Proč losovat znovu : Toto pole je třeba vyplnit."),
        Mistake("unknown method", {"method": "od oka"}, "Způsob losování : Vyberte platnou možnost"),
        Mistake(
            "finalists typed for another method",
            {"method": "random", "final_size": "8"},
            "Vyberte způsob „finále“, nebo počet finalistů vymažte",
        ),
        Mistake("manual empty", {"method": "manual"}, "Napište stoly, na každý řádek"),
        Mistake("manual words", {"method": "manual", "manual": "Novák, Čech"}, "jen startovní čísla"),
        Mistake(
            "tables typed for another method", {"method": "random", "manual": "1 2 3 4"}, "jinak se nepoužijí"
        ),
        Mistake("manual twice", {"method": "manual", "manual": "1 2 3 4\n5 6 7 1"}, "sedí dvakrát"),
        Mistake("final without size", {"method": "final", "final_size": ""}, "Vyberte platnou možnost"),
        Mistake("weight", {"weight_club": "-1"}, "Dva hráči jednoho klubu jsou u jednoho stolu :"),
        Mistake("huge number", {"expected": "9" * 40}, "Formulář není z této stránky."),
    )

    @pytest.mark.parametrize("case", MISTAKES, ids=lambda case: case.id)
    def test_mistake_stands_beside_its_field_and_what_was_typed_stays(
        self, case: Mistake, draft: Round, organiser_client: Client
    ) -> None:
        before = tables_of(draft)
        form = form_of(organiser_client.get(page("draw", 1)), reason="zkouška")

        answer = organiser_client.post(page("draw_make", 1), {**form, "seed": "moje", **case.typed})

        assert answer.status_code == 422
        assert case.words in text_of(answer)
        assert answer.context["form"]["seed"].value() == "moje"
        assert tables_of(draft) == before
        assert Draw.objects.count() == 1

    def test_weights_are_shown_and_stay_with_the_draw(
        self, small_tournament: Tournament, organiser_client: Client
    ) -> None:
        form = form_of(organiser_client.get(page("rounds")), weight_club=0)
        organiser_client.post(page("draw_make", 1), form)

        assert Draw.objects.get().protocol["weights"]["club"] == 0
        again = organiser_client.get(page("draw", 1)).context["form"]
        assert again["weight_club"].value() == 0

    def test_weights_are_words(self, small_tournament: Tournament, organiser_client: Client) -> None:
        """What is usual is marked, no amount is read; a word of each stands for its usual cost."""
        text = text_of(organiser_client.get(page("rounds")))
        assert "000" not in text
        words = ("nezáleží na tom", "maličko", "trochu", "dost", "hodně", "velmi", "nade vše")
        assert [text.count(f"{word} (obvykle)") for word in words] == [0, 3, 2, 1, 1, 1, 1]
        assert text.count(words[0]) == len(asdict(seating.Weights()))

    def test_protocol_says_costs_in_words(self, draft: Round, organiser_client: Client) -> None:
        """A cost that no word stands for is shown as it is."""
        draw = draft.draws.get()
        draw.protocol["weights"] |= {"club": 150, "team": 0}
        draw.save(update_fields=["protocol"])
        costs = [value for _meaning, value in protocol_of(draw).weights]
        assert {"nade vše", "nezáleží na tom", "150"} <= set(costs)
        assert [value for value in costs if value.isdecimal()] == ["150"]
        assert "Na čem při losování záleželo" in text_of(organiser_client.get(page("protocol", 1)))

    def test_a_cost_that_no_word_stands_for_is_kept(self, draft: Round, organiser_client: Client) -> None:
        """Earlier draws asked for any number; without being touched it holds for the next draw, too."""
        draw = draft.draws.get()
        draw.protocol["weights"]["club"] = 150
        draw.save(update_fields=["protocol"])
        shown = organiser_client.get(page("draw", 1))
        assert "jako při minulém losování (150)" in text_of(shown)

        organiser_client.post(page("draw_make", 1), form_of(shown, reason="zkouška"))
        assert Draw.objects.get(current=True).protocol["weights"]["club"] == 150

        organiser_client.post(
            page("draw_make", 1),
            form_of(organiser_client.get(page("draw", 1)), reason="zkouška", weight_club=100),
        )
        assert Draw.objects.get(current=True).protocol["weights"] == asdict(seating.Weights())

    def test_announce(self, small_tournament: Tournament, organiser_client: Client) -> None:
        answer = organiser_client.post(page("seed_announce", 1), follow=True)

        seed = Round.objects.get().announced_seed
        assert f"jeho otisk je {seating.seed_digest(seed)}." in text_of(answer)

    def test_discard(self, draft: Round, organiser_client: Client) -> None:
        answer = organiser_client.post(page("draft_discard", 1), follow=True)

        assert answer.redirect_chain == [(page("rounds"), 302)]
        assert "Návrh 1. kola je zahozený" in text_of(answer)
        assert not Seat.objects.exists()


# The draft


class TestDraft:
    def test_quality_and_clashes_at_the_names(
        self, small_tournament: Tournament, organiser_client: Client
    ) -> None:
        """S01: each repeated pair with its earlier round and table; S09: the same club."""
        people = list(small_tournament.entries.order_by("number"))
        factories.drawn_round(small_tournament)
        order = [people[n] for n in (0, 4, 2, 6, 1, 3, 5, 7)]
        factories.drawn_round(small_tournament, number=2, state=RoundState.DRAFT, seated=order)

        text = text_of(organiser_client.get(page("draw", 2)))

        assert "opakované dvojice 4" in text
        assert "dvojice z jednoho klubu 3" in text
        assert "znovu s: 3 Cibulka Karel (1. kolo, stůl 1)" in text
        assert "stejný klub: 5 Chalupa Josef" in text
        assert "1 Novák Jan a 3 Cibulka Karel u stolu 1 už spolu hráli: 1. kolo u stolu 1." in text

    def test_draft_without_a_clash_has_no_list_of_them(self, draft: Round, organiser_client: Client) -> None:
        Entry.objects.update(club="")

        text = text_of(organiser_client.get(page("draw", 1)))

        assert "opakovaných dvojic 0" in text
        assert "Co se nepovedlo" not in text

    def test_who_came_and_who_left_is_named(self, draft: Round, organiser_client: Client) -> None:
        Entry.objects.filter(number=3).update(presence=Presence.ABSENT)
        factories.EntryFactory(tournament=draft.tournament, name="Pozdní Příchozí")

        text = text_of(organiser_client.get(page("draw", 1)))

        assert "Sedí, ale není tu: 3 Cibulka Karel" in text
        assert "Je tu, ale nesedí: 9 Pozdní Příchozí" in text

    def test_round_not_drawn_leads_to_the_list(
        self, small_tournament: Tournament, organiser_client: Client
    ) -> None:
        assert organiser_client.get(page("draw", 1)).url == page("rounds")

    def test_changed_history_is_said(
        self, small_tournament: Tournament, desk: Actor, organiser_client: Client
    ) -> None:
        first = factories.drawn_round(small_tournament, state=RoundState.PLAYING)
        round_draw(tournament=small_tournament, number=2, by=desk)
        words = "Po tomto losování se změnilo rozesazení dřívějšího kola."
        assert words not in text_of(organiser_client.get(page("draw", 2)))

        first.seats.filter(entry__number=3).update(substitute="Karel")

        assert words in text_of(organiser_client.get(page("draw", 2)))

    @pytest.mark.parametrize("people", [12, 24])
    def test_queries_do_not_grow(
        self,
        tournament: Tournament,
        people: int,
        organiser_client: Client,
        django_assert_num_queries: Callable[..., Any],
    ) -> None:
        factories.entries(tournament, people)
        factories.drawn_round(tournament, state=RoundState.DRAFT)

        with django_assert_num_queries(19):
            organiser_client.get(page("draw", 1))


class TestSwap:
    """Two taps: the first chooses (without JavaScript by the address), the second swaps and says so."""

    def test_first_tap_chooses(self, draft: Round, organiser_client: Client) -> None:
        answer = organiser_client.get(page("draw", 1), {"vyber": "7"})

        assert "7 Řehoř Tomáš – vyberte, s kým si vymění místo." in text_of(answer)
        assert answer.content.decode().count('aria-pressed="true"') == 1

    @pytest.mark.parametrize("chosen", ["99", "x", "", "9" * 30])
    def test_nobody_is_chosen_by_nonsense(self, draft: Round, organiser_client: Client, chosen: str) -> None:
        answer = organiser_client.get(page("draw", 1), {"vyber": chosen})

        assert (answer.status_code, answer.context["draft"].chosen) == (200, None)

    def test_second_tap_swaps(self, draft: Round, organiser_client: Client) -> None:
        first, second = (table.seats[0] for table in tables_of(draft))

        answer = organiser_client.post(
            page("seat_swap", 1),
            {"first": first, "second": second, "expected": draft.version},
            follow=True,
        )

        assert [table.seats[0] for table in tables_of(draft)] == [second, first]
        assert f"Prohozeni {first} " in text_of(answer)

    def test_with_htmx_only_the_seating_comes_back(self, draft: Round, organiser_client: Client) -> None:
        first, second = (table.seats[0] for table in tables_of(draft))

        answer = organiser_client.post(
            page("seat_swap", 1), {"first": first, "second": second}, headers={"HX-Request": "true"}
        )

        content = answer.content.decode()
        assert (answer.status_code, content.strip()[:18]) == (200, '<div id="seating" ')
        assert "<html" not in content
        assert f"Prohozeni {first} " in text_of(answer)

    @pytest.mark.parametrize(
        ("sent", "words"),
        [
            ({"first": "1"}, "Vyberte dva hráče"),
            ({"first": "1", "second": "x"}, "Vyberte dva hráče"),
            ({"first": "1", "second": "99"}, "99"),
            ({"first": "1", "second": "2", "expected": "77"}, "Olga Pořadatelová"),
        ],
        ids=["one", "letters", "not seated", "older page"],
    )
    def test_refused_in_place(
        self, draft: Round, organiser_client: Client, sent: dict[str, str], words: str
    ) -> None:
        before = tables_of(draft)

        answer = organiser_client.post(page("seat_swap", 1), sent, headers={"HX-Request": "true"})

        assert answer.status_code == 422
        assert words in text_of(answer)
        assert tables_of(draft) == before

    def test_undo(self, draft: Round, organiser_client: Client) -> None:
        before = tables_of(draft)
        first, second = (table.seats[0] for table in before)
        organiser_client.post(page("seat_swap", 1), {"first": first, "second": second})

        answer = organiser_client.post(page("seating_undo", 1), follow=True)

        assert "Vráceno: 1. kolo: prohozeni" in text_of(answer)
        assert tables_of(draft) == before

    def test_nothing_to_undo_is_a_message(self, draft: Round, organiser_client: Client) -> None:
        answer = organiser_client.post(
            page("seating_undo", 1), headers={"Referer": f"http://testserver{page('draw', 1)}"}, follow=True
        )

        assert "Rozesazení 1. kola nemá změnu, která by se dala vrátit." in text_of(answer)


class TestChangesOnTheDay:
    def test_proposals_and_taking_one(self, published: Round, organiser_client: Client) -> None:
        for name in ("První", "Druhý", "Třetí"):
            factories.EntryFactory(tournament=published.tournament, name=f"Pozdní {name}")

        text = text_of(organiser_client.get(page("reseat", 1)))
        assert "Přicházejí (3) 9 Pozdní První 10 Pozdní Druhý 11 Pozdní Třetí" in text
        assert "9 Pozdní První: přichází ke stolu 3, místo" in text

        answer = organiser_client.post(
            page("reseat_make", 1), {"choice": 0, "expected": published.version}, follow=True
        )
        assert "Změnil se jen stůl 3" in text_of(answer)
        assert sorted(tables_of(published)[2].seats) == [9, 10, 11]

    def test_latecomer_is_put_at_the_table_of_choice(
        self, tournament: Tournament, organiser_client: Client
    ) -> None:
        """S13: of two tables with a free seat the organiser chooses; full ones are not offered."""
        factories.entries(tournament, 14)
        round_ = factories.drawn_round(tournament, sizes=[4, 4, 3, 3])
        factories.EntryFactory(tournament=tournament, name="Pozdní Petr")
        before = tables_of(round_)

        shown = organiser_client.get(page("reseat", 1)).content.decode()
        assert re.findall(r'<option value="(\d+)">', shown) == ["15", "3", "4"]
        answer = organiser_client.post(
            page("latecomer", 1), {"player": 15, "table": 4, "expected": round_.version}, follow=True
        )

        assert "Změnil se jen stůl 4; nikdo jiný se nepřesazuje;" in text_of(answer)
        assert tables_of(round_)[:3] == before[:3]
        assert tables_of(round_)[3].seats == (*before[3].seats, 15)

    @pytest.mark.parametrize(
        ("sent", "words"),
        [
            pytest.param({"player": 15, "table": 1}, "1 není z možných hodnot", id="full"),
            pytest.param({"player": 2, "table": 4}, "2 není z možných hodnot", id="sits"),
        ],
    )
    def test_other_choices_are_refused(
        self, tournament: Tournament, organiser_client: Client, sent: dict[str, int], words: str
    ) -> None:
        factories.entries(tournament, 14)
        round_ = factories.drawn_round(tournament, sizes=[4, 4, 3, 3])
        factories.EntryFactory(tournament=tournament, name="Pozdní Petr")
        before = tables_of(round_)

        answer = organiser_client.post(page("latecomer", 1), sent)

        assert answer.status_code == 422
        assert tables_of(round_) == before

    @pytest.mark.parametrize(
        ("sizes", "waits"),
        [
            pytest.param([4, 4, 3, 3], False, id="somebody seated him meanwhile"),
            pytest.param([5, 5, 4], True, id="no free seat"),
        ],
    )
    def test_nobody_or_nowhere_to_seat_is_said(
        self, tournament: Tournament, organiser_client: Client, sizes: list[int], waits: bool
    ) -> None:
        """The form is gone from the page by then, so its sentence stands above."""
        factories.entries(tournament, sum(sizes))
        factories.drawn_round(tournament, sizes=sizes)
        if waits:
            factories.EntryFactory(tournament=tournament, name="Pozdní Petr")

        answer = organiser_client.post(page("latecomer", 1), {"player": 15, "table": 4})

        assert answer.status_code == 422
        assert "Nic se nezměnilo: na místo už nikdo nečeká" in text_of(answer)
        assert "Nic se nezměnilo" not in text_of(organiser_client.get(page("reseat", 1)))

    def test_changed_sheets_are_named_and_printed_alone(
        self, published: Round, organiser_client: Client
    ) -> None:
        """S50: every change since the publication counts, one that was put back too; not at a begun table."""
        draw = page("draw", 1)
        assert "už neplatí" not in text_of(organiser_client.get(draw))
        inside = tables_of(published)[1].seats
        organiser_client.post(page("seat_swap", 1), {"first": inside[0], "second": inside[1]})
        organiser_client.post(page("seating_undo", 1))

        answer = organiser_client.get(draw)
        assert "Od zveřejnění se změnil stůl 2." in text_of(answer)
        address = re.search(r'href="([^"]*listky\.html[^"]*)"', answer.content.decode())
        assert address is not None
        printed = text_of(organiser_client.get(html.unescape(address[1])))
        names = [entry.name for entry in Entry.objects.filter(seats__round=published).order_by("number")]
        assert [name in printed for name in names] == [
            entry.seats.get().table.number == 2 for entry in Entry.objects.order_by("number")
        ]

        organiser_client.post(page("seat_substitute", 1, tables_of(published)[0].seats[0]), {"name": "Karel"})
        assert "Od zveřejnění se změnily stoly 1, 2." in text_of(organiser_client.get(draw))
        factories.HandFactory(table=published.tables.get(number=2))
        assert "Od zveřejnění se změnil stůl 1." in text_of(organiser_client.get(draw))

    def test_seat_page_says_what_leaving_will_change(
        self, published: Round, organiser_client: Client
    ) -> None:
        """S14: who sits at D of the table that is left takes the free seat; nothing is hidden."""
        seats = tables_of(published)[0].seats
        told = text_of(organiser_client.get(page("seat", 1, int(seats[0]))))
        last = Entry.objects.get(number=seats[3])
        assert f"Změní se jen stůl 1; {last}: stůl 1, D → A;" in told

        answer = organiser_client.post(page("seat_leave", 1, int(seats[0])), {"how": "absent"}, follow=True)

        assert f"Změnil se jen stůl 1; {last}: stůl 1, D → A;" in text_of(answer)
        assert tables_of(published)[0].seats == (seats[3], seats[1], seats[2])

    def test_nothing_changed(self, published: Round, organiser_client: Client) -> None:
        assert "Všichni sedí, kde mají" in text_of(organiser_client.get(page("reseat", 1)))

    def test_impossible_is_said_on_the_page(self, tournament: Tournament, organiser_client: Client) -> None:
        factories.entries(tournament, 3)
        factories.drawn_round(tournament, sizes=[3])
        Entry.objects.filter(number=1).update(presence=Presence.ABSENT)

        assert "Přítomni jsou 2 hráči" in text_of(organiser_client.get(page("reseat", 1)))

    def test_seat_page_and_leaving(self, published: Round, organiser_client: Client) -> None:
        text = text_of(organiser_client.get(page("seat", 1, 7)))
        assert "Řehoř Tomáš Číslo 7 · stůl" in text

        answer = organiser_client.post(page("seat_leave", 1, 7), {"how": "withdrawn"}, follow=True)

        assert "Změnil se jen stůl" in text_of(answer)
        assert Entry.objects.get(number=7).withdrawn_after == 0
        assert not Seat.objects.filter(entry__number=7).exists()

    def test_did_not_come(self, published: Round, organiser_client: Client) -> None:
        organiser_client.post(page("seat_leave", 1, 7), {"how": "absent"})

        entry = Entry.objects.get(number=7)
        assert (entry.presence, entry.withdrawn_after) == (Presence.ABSENT, None)

    def test_substitute(self, published: Round, organiser_client: Client, visitor_client: Client) -> None:
        """S18."""
        organiser_client.post(page("seat_substitute", 1, 7), {"name": "Náhradník Karel"})

        assert "hraje za něj Náhradník Karel" in text_of(visitor_client.get(page("round", 1)))
        answer = organiser_client.post(page("seat_substitute", 1, 7), {"name": ""}, follow=True)
        assert "Řehoř Tomáš hraje za sebe." in text_of(answer)

    @pytest.mark.parametrize(
        ("name", "asked"),
        [
            pytest.param("Tomáš Řehoř", "7 Řehoř Tomáš už v tomto kole sedí", id="sits there himself"),
            pytest.param("karel nahradnik", "Karel Náhradník už v tomto kole hraje za", id="for another"),
        ],
    )
    def test_substitute_who_sits_in_the_round_is_asked_about(
        self, published: Round, organiser_client: Client, name: str, asked: str
    ) -> None:
        """S51: not refused for good, one more button says that he does."""
        organiser_client.post(page("seat_substitute", 1, 3), {"name": "Karel Náhradník"})
        sent = {"name": name}
        player = 4

        answer = organiser_client.post(page("seat_substitute", 1, player), sent)

        text = text_of(answer)
        assert answer.status_code == 422
        assert asked in text
        assert "Ano, zapsat ho i sem" in text
        assert not Seat.objects.get(entry__number=player).substitute
        organiser_client.post(page("seat_substitute", 1, player), sent | {"sits_elsewhere": "on"})
        assert Seat.objects.get(entry__number=player).substitute == name

    def test_substitute_with_too_long_a_name(self, published: Round, organiser_client: Client) -> None:
        answer = organiser_client.post(page("seat_substitute", 1, 7), {"name": "K" * 101})

        assert answer.status_code == 422
        assert "Kdo hraje místo něj :" in text_of(answer)

    @pytest.mark.parametrize("player", [99, 0])
    def test_who_does_not_sit_leads_back(
        self, published: Round, organiser_client: Client, player: int
    ) -> None:
        assert organiser_client.get(page("seat", 1, player)).url == page("draw", 1)


# Published


class TestRound:
    def test_seating_by_table_and_by_name(self, published: Round, visitor_client: Client) -> None:
        """S36: by name in Czech order."""
        response = visitor_client.get(page("round", 1))

        assert [card.number for card in response.context["tables"]] == [1, 2]
        assert [line["seat"].name for line in response.context["by_name"]] == [
            "Cibulka Karel",
            "Čech Petr",
            "Dvořáková Věra",
            "Hora Milan",
            "Chalupa Josef",
            "Novák Jan",
            "Řehoř Tomáš",
            "Žák Vít",
        ]
        assert "Upravit rozesazení" not in text_of(response)

    def test_namesakes_are_told_apart(self, tournament: Tournament, visitor_client: Client) -> None:
        """S17."""
        factories.EntryFactory(tournament=tournament, name="Novák Jan", club="Karlín")
        factories.EntryFactory(tournament=tournament, name="Novák Jan", club="Žatec")
        factories.EntryFactory(tournament=tournament, name="Čech Petr")
        factories.drawn_round(tournament, sizes=[3])

        text = text_of(visitor_client.get(page("round", 1)))

        assert "Novák Jan č. 1 · Karlín" in text
        assert "Novák Jan č. 2 · Žatec" in text

    def test_draft_leads_its_organiser_to_the_draw(self, draft: Round, organiser_client: Client) -> None:
        assert organiser_client.get(page("round", 1)).url == page("draw", 1)

    def test_publish_and_take_back(self, draft: Round, organiser_client: Client) -> None:
        answer = organiser_client.post(page("round_publish", 1), {"expected": draft.version}, follow=True)
        assert answer.redirect_chain == [(page("round", 1), 302)]
        assert "Losování 1. kola je zveřejněné, vidí ho všichni." in text_of(answer)

        answer = organiser_client.post(page("round_take_back", 1), follow=True)
        assert answer.redirect_chain == [(page("draw", 1), 302)]
        assert Round.objects.get().state == RoundState.DRAFT

    def test_new_link(self, published: Round, organiser_client: Client) -> None:
        old = TableLink.objects.get(table__number=1).token

        answer = organiser_client.post(page("link_replace", 1, 1), follow=True)

        assert "Stůl 1 má nový odkaz" in text_of(answer)
        assert not TableLink.objects.get(token=old).active

    def test_link_of_a_table_that_is_not_there(self, published: Round, organiser_client: Client) -> None:
        answer = organiser_client.post(page("link_replace", 1, 9))

        assert answer.status_code == 400
        assert "Stůl 9 v 1. kole není." in text_of(answer)

    @pytest.mark.parametrize("people", [4, 12])
    def test_queries_do_not_grow(
        self,
        tournament: Tournament,
        people: int,
        visitor_client: Client,
        django_assert_num_queries: Callable[..., Any],
    ) -> None:
        factories.entries(tournament, people)
        factories.drawn_round(tournament)
        factories.LogEntryFactory(tournament=tournament)

        # Two of them say which state the page shows, one what is announced; who comes after the first needs
        # only the question.
        with django_assert_num_queries(16):
            visitor_client.get(page("round", 1))
        with django_assert_num_queries(1):
            visitor_client.get(page("round", 1))


# The protocol


class TestProtocol:
    def test_page_holds_everything_a_draw_was_made_from(
        self, published: Round, visitor_client: Client
    ) -> None:
        text = text_of(visitor_client.get(page("protocol", 1)))

        digest = seating.seed_digest("semínko-1")
        for words in (
            "Olga Pořadatelová,",
            "Způsob náhodně",
            "Semínko semínko-1",
            digest,
            f"Algoritmus {seating.ALGORITHM}",
            "Losovaní hráči (8)",
            "Dva hráči jednoho klubu jsou u jednoho stolu",
        ):
            assert words in text

    def test_checked_by_drawing_again(self, published: Round, visitor_client: Client) -> None:
        text = text_of(visitor_client.get(page("protocol", 1), {"overit": ""}))
        assert "vyšly znovu stejné stoly" in text

        draw = Draw.objects.get()
        draw.protocol["tables"][0]["seats"].reverse()
        draw.save()
        text = text_of(visitor_client.get(page("protocol", 1), {"overit": ""}))
        assert "Nový výpočet nesouhlasí" in text

    def test_file_is_what_verify_draw_reads(self, published: Round, visitor_client: Client) -> None:
        response = visitor_client.get(page("protocol_file", 1, 1))

        assert response["Content-Disposition"] == 'attachment; filename="losovani-jarni-turnaj-1-1.json"'
        assert seating.verify(json.loads(response.content)) == ()

    def test_changes_by_hand_and_other_draws_are_listed(
        self, small_tournament: Tournament, desk: Actor, organiser_client: Client
    ) -> None:
        round_draw(tournament=small_tournament, number=1, by=desk)
        round_draw(tournament=small_tournament, number=1, by=desk, reason="pozdní příchod")
        organiser_client.post(page("seat_swap", 1), {"first": 1, "second": 8})

        text = text_of(organiser_client.get(page("protocol", 1)))
        assert "1. kolo: prohozeni 1 Novák Jan a 8 Žák Vít" in text
        assert "Proč znovu pozdní příchod" in text
        assert "1. losování Olga Pořadatelová" in text

        text = text_of(organiser_client.get(page("protocol_of", 1, 1)))
        assert "Toto losování už neplatí" in text

    def test_draw_brought_without_a_protocol_still_has_its_page(
        self, small_tournament: Tournament, visitor_client: Client
    ) -> None:
        factories.drawn_round(small_tournament)

        assert visitor_client.get(page("protocol", 1)).status_code == 200

    def test_announced_seed_is_said(
        self, small_tournament: Tournament, desk: Actor, visitor_client: Client
    ) -> None:
        seed_announce(tournament=small_tournament, number=1, by=desk)
        round_publish(round_=round_draw(tournament=small_tournament, number=1, by=desk), by=desk)

        assert "ohlášené předem" in text_of(visitor_client.get(page("protocol", 1)))


def test_method_of_the_tournament_is_offered_first(
    small_tournament: Tournament, organiser_client: Client
) -> None:
    factories.drawn_round(small_tournament, state=RoundState.CLOSED)
    Tournament.objects.update(draw_method=DrawMethod.STANDINGS)

    form = organiser_client.get(page("rounds")).context["form"]

    assert form["method"].value() == "standings"
    assert DrawMethod.FINAL in dict(form.fields["method"].choices)
