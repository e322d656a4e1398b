"""The text of the rules on pages and paper: whole, with the amounts of the tournament, found, led to."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils.html import format_html
from pypdf import PdfReader

from rules import Rulebook, find_rulebook
from rules.article_examples import EXAMPLES, worked
from rules.articles import articles_of
from tests import factories
from tests.markup import text_of_page
from tournament.enums import RoundState
from tournament.lib.pdf import pdf_available
from tournament.models import Round, Table, Tournament
from tournament.templatetags.articles import as_article

CSM = find_rulebook("csm")
HALF = find_rulebook("csm", overrides={"base_rate": 10})
ADDRESS = "/t/jarni-turnaj/pravidla/clanky/"


def missing(text: str, rulebook: Rulebook) -> list[str]:
    """Which articles or sentences of examples are not there."""
    wanted = [article.meaning for article in articles_of(rulebook)]
    wanted += [article.title for article in articles_of(rulebook)]
    for key in EXAMPLES:
        for example in worked(key, rulebook):
            wanted += [example.story, *example.sentences]
    # Links stand apart from the brackets around them.
    flat = re.sub(r"\s+", "", text)
    return [one for one in wanted if re.sub(r"\s+", "", one) not in flat]


@pytest.mark.django_db
@pytest.mark.parametrize("rulebook", [CSM, HALF], ids=["csm", "half"])
def test_every_article_and_example_by_the_rates_of_the_tournament(
    visitor_client: Client, drawn: Round, rulebook: Rulebook
) -> None:
    Tournament.objects.filter(pk=drawn.tournament_id).update(base_rate=rulebook.base_rate)
    page, paper = (visitor_client.get(address) for address in (ADDRESS, f"{ADDRESS[:-1]}.html"))
    assert missing(text_of_page(page), rulebook) == []
    assert missing(text_of_page(paper), rulebook) == []
    assert "Pravidla tu jsou" not in text_of_page(page)


@pytest.mark.django_db
def test_everybody_reads_the_rules_with_the_rates_of_the_csm(visitor_client: Client) -> None:
    assert missing(text_of_page(visitor_client.get("/pravidla/")), CSM) == []


@pytest.mark.django_db
def test_what_the_tournament_chose_otherwise_stands_above(visitor_client: Client, drawn: Round) -> None:
    Tournament.objects.filter(pk=drawn.tournament_id).update(rulebook_overrides={"renonc_rate": "flekked"})
    for address in (ADDRESS, f"{ADDRESS[:-1]}.html"):
        text = text_of_page(visitor_client.get(address))
        assert "I bez dohrávky se platí sazba s danými fleky." in text
        assert "podle pravidel turnaje sazba s fleky" in text


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address", [ADDRESS, "/pravidla/", f"{ADDRESS[:-1]}.html", f"{ADDRESS}?hledat=renonc"]
)
def test_every_citation_leads_to_a_place_on_the_page(
    visitor_client: Client, drawn: Round, address: str
) -> None:
    html = visitor_client.get(address).content.decode()
    places = re.findall(r'id="([^"]+)"', html)
    led_to = re.findall(r'<a [^>]*href="[^"#]*#([^"]+)"', html)
    assert len(led_to) > 100
    assert set(led_to) - set(places) - {"obsah"} == set()
    assert sorted(set(places)) == sorted(places)


FOUND: dict[str, tuple[str, list[str]]] = {
    "a word": ("talon", ["B/7", "B/8", "B/9", "C7", "C9", "C10", "C14", "B/4", "C/není"]),
    "without diacritics": ("dohravka", ["D3"]),
    "an article": ("b15", ["B/15"]),
    "nothing such": ("kukačka", []),
    "hostile": ("<script>", []),
    "very long": ("9" * 5000, []),
}


@pytest.mark.django_db
@pytest.mark.parametrize(("query", "keys"), FOUND.values(), ids=FOUND)
@pytest.mark.parametrize("live", [False, True], ids=["sent", "typed"])
def test_searching(visitor_client: Client, drawn: Round, query: str, keys: list[str], live: bool) -> None:
    """It works without JavaScript; HTMX gets only what was found."""
    headers = {"HX-Request": "true"} if live else {}
    answer = visitor_client.get(ADDRESS, {"hledat": query}, headers=headers)
    html = answer.content.decode()
    found = re.findall(r'id="nalez-[^"]+">\s*<h3>\s*<a class="rule-key" href="[^"]+">([^<]+)</a>', html)
    assert answer.status_code == 200
    assert found[: len(keys)] == keys
    assert bool(found) == bool(keys)
    assert ("To v pravidlech nestojí" in html) == (not keys)
    assert ("<html" in html) is not live
    assert "„<script>" not in html


@pytest.mark.django_db
def test_without_a_query_nothing_is_found(visitor_client: Client, drawn: Round) -> None:
    html = visitor_client.get(ADDRESS, {"hledat": "  "}).content.decode()
    assert 'id="nalez-' not in html
    assert "nestojí" not in html


@pytest.mark.django_db
def test_a_draft_shows_its_rules_to_members_only(
    visitor_client: Client, organiser_client: Client, small_tournament: Tournament
) -> None:
    factories.drawn_round(small_tournament, state=RoundState.DRAFT)
    for address in (ADDRESS, f"{ADDRESS[:-1]}.html"):
        assert "Jarní turnaj" in organiser_client.get(address).content.decode()
        hidden = visitor_client.get(address)
        assert (hidden.status_code, "Jarní turnaj" in hidden.content.decode()) == (403, False)


@pytest.mark.django_db
@pytest.mark.skipif(not pdf_available(), reason="Pango is not installed")
def test_the_print_holds_every_article(visitor_client: Client, drawn: Round) -> None:
    answer = visitor_client.get(f"{ADDRESS[:-1]}.pdf")
    pages = [page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages]
    assert missing("".join(pages), CSM) == []
    assert all(f"strana {number} / {len(pages)}" in page for number, page in enumerate(pages, 1))


CITED = {
    "several in brackets": (
        "základní sazba (D1, D2)",
        'základní sazba (<a class="cited" href="/pravidla/#d1">D1</a>, '
        '<a class="cited" href="/pravidla/#d2">D2</a>)',
    ),
    "a paragraph of B": ("omyl (B/15).", 'omyl (<a class="cited" href="/pravidla/#b-15">B/15</a>).'),
    "a range": (
        "C1–C13",
        '<a class="cited" href="/pravidla/#c1">C1</a>–<a class="cited" href="/pravidla/#c13">C13</a>',
    ),
    "a section": ("hry (oddíl C);", 'hry (<a class="cited" href="/pravidla/#oddil-c">oddíl C</a>);'),
    "the section on two sevens": (
        "(zvláštní ustanovení o dvou sedmách)",
        '(<a class="cited" href="/pravidla/#oddil-2x7">zvláštní ustanovení o dvou sedmách</a>)',
    ),
    "a seat": ("renoncem (C); (B)", "renoncem (C); (B)"),
    "no article": ("§ B1, B/22, D7, C15, AB/15, C1a", "§ B1, B/22, D7, C15, AB/15, C1a"),
    "hostile": ("<b>B/1</b>", '&lt;b&gt;<a class="cited" href="/pravidla/#b-1">B/1</a>&lt;/b&gt;'),
}


@pytest.mark.parametrize(("text", "html"), CITED.values(), ids=CITED)
def test_citations_of_a_text_are_links(text: str, html: str) -> None:
    assert Template("{% load articles %}{% cited text %}").render(Context({"text": text})) == html


BADGES = {
    "sazebník": ("A", "/pravidla/#a", "sazebník"),
    "recorded without its stroke": ("B13", "/pravidla/#b-13", "B/13"),
    "the referee": ("REF", "/pravidla/#d-rozhodci", "REF"),
    "two sevens": ("2x7", "/pravidla/#oddil-2x7", "2x7"),
}


@pytest.mark.parametrize(("citation", "address", "words"), BADGES.values(), ids=BADGES)
def test_a_cited_article_is_a_link(citation: str, address: str, words: str) -> None:
    html = Template("{% load articles %}{% article one %}").render(Context({"one": citation}))
    assert html == f'<span class="article"><a class="cited" href="{address}">{words}</a></span>'


@pytest.mark.parametrize(
    ("citation", "words"), [("A", "sazebník"), ("B13", "B/13"), ("D5", "D5"), ("2x7", "2x7")]
)
def test_on_paper_an_article_is_no_seat(citation: str, words: str) -> None:
    assert as_article(citation) == words


def test_beside_a_form_the_rules_open_apart_and_are_those_of_the_tournament() -> None:
    context = Context({"tournament": Tournament(slug="jaro")})
    html = Template('{% load articles %}{% cited "D5" aside=True %}').render(context)
    assert html == (
        '<a class="cited" href="/t/jaro/pravidla/clanky/#d5" target="_blank" rel="noopener">D5</a>'
    )


def test_markup_is_left_alone() -> None:
    help_text = format_html("<b>{}</b> B/1", "x < y")
    template = Template("{% load articles %}{% cited text %}")
    assert template.render(Context({"text": help_text})) == "<b>x &lt; y</b> B/1"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("page", "anchor"), [("body", "b-1"), ("renonce", "c11"), ("zebricek", "b-6"), ("", "c14")]
)
def test_pages_of_the_rules_cite_by_links(
    visitor_client: Client, drawn: Round, page: str, anchor: str
) -> None:
    html = visitor_client.get(f"/t/jarni-turnaj/pravidla/{page}/".replace("//", "/")).content.decode()
    assert f'<a class="cited" href="{ADDRESS}#{anchor}">' in html


@pytest.mark.django_db
def test_a_part_of_a_page_leads_to_the_rules_of_its_tournament(
    organiser_client: Client, table: Table
) -> None:
    """What is still wrong with a hand, its fields, and what the log says."""
    place = f"/t/jarni-turnaj/kolo/1/stul/{table.number}/hra/"
    typed = {"dealer": "D", "kind": "omyl", "declarer": "A", "bid": "2"}
    preview = organiser_client.post(f"{place}spocitat/", typed, headers={"HX-Request": "true"})
    saved = organiser_client.post(place, typed)
    for answer in (preview, saved):
        assert f'<a class="cited" href="{ADDRESS}#b-15" target="_blank" rel="noopener">B/15</a>' in (
            answer.content.decode()
        )


@pytest.mark.django_db
def test_the_log_leads_to_the_rules(organiser_client: Client, drawn: Round) -> None:
    factories.LogEntryFactory(tournament=drawn.tournament, reason="bez podpisu (B/1)")
    html = organiser_client.get("/t/jarni-turnaj/protokol/").content.decode()
    assert f'(<a class="cited" href="{ADDRESS}#b-1">B/1</a>)' in html


@pytest.mark.django_db
@pytest.mark.parametrize("rounds", [1, 3])
def test_pages_ask_the_database_as_little_for_many_rounds(
    organiser_client: Client, small_tournament: Tournament, django_assert_num_queries: Any, rounds: int
) -> None:
    for number in range(1, rounds + 1):
        factories.drawn_round(small_tournament, number=number)
    # Session, account, tournament, roles.
    with django_assert_num_queries(4):
        organiser_client.get(ADDRESS, {"hledat": "talon"})
