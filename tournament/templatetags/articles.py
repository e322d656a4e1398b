"""Citations of the rules as links to what they say."""

import re
from collections.abc import Iterator

from django import template
from django.template import Context
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from rules.articles import anchor_of
from rules.offences import cited as as_cited
from tournament.destinations import Destination, address_of

register = template.Library()

# As they stand in sentences; what follows § is the disciplinary code.
CITATION = re.compile(
    r"(?<![\w/§])(?<!§ )(?:B/?\d{1,2}|[CD]\d{1,2})(?!\w)"
    r"|oddíl C|section C|zvláštní ustanovení(?: o dvou sedmách)?"
)
MARKUP = re.compile("[<&]")
SPELT = {"oddíl C": "C", "section C": "C", "zvláštní ustanovení": "2x7"}


@register.filter
def as_article(citation: str) -> str:
    """An article as it is cited; article A, the sazebník, would read as a seat by its letter."""
    return _("sazebník") if citation == "A" else as_cited(citation)


@register.simple_tag(takes_context=True)
def article(context: Context, citation: str, *, aside: bool = False) -> SafeString:
    """An article as it is cited, or several of them, each a link; ``aside``: what is typed is not left."""
    words = as_article(citation)
    if anchor_of(citation):
        link = _link(_address(context), citation, words, aside=aside)
    else:
        link = _linked(context, words, aside=aside)
    return format_html('<span class="article">{}</span>', link)


@register.simple_tag(takes_context=True)
def cited(context: Context, text: str, *, aside: bool = False) -> SafeString:
    """A text whose citations are links; markup stays as it is."""
    text = str(text)
    if isinstance(text, SafeString) and MARKUP.search(text):
        return text
    return _linked(context, text, aside=aside)


def _linked(context: Context, words: str, *, aside: bool) -> SafeString:
    if not CITATION.search(words):
        return conditional_escape(words)
    return mark_safe("".join(_pieces(_address(context), words, aside=aside)))


def _pieces(page: str, text: str, *, aside: bool) -> Iterator[str]:
    end = 0
    for match in CITATION.finditer(text):
        yield conditional_escape(text[end : match.start()])
        yield _link(page, _key(match[0]), match[0], aside=aside)
        end = match.end()
    yield conditional_escape(text[end:])


def _key(citation: str) -> str:
    return next((key for words, key in SPELT.items() if citation.startswith(words)), citation)


def _link(page: str, citation: str, words: str, *, aside: bool) -> SafeString:
    anchor = anchor_of(citation)
    if not anchor:
        return conditional_escape(words)
    address = f"{page}#{anchor}"
    if aside:
        return format_html('<a class="cited" href="{}" target="_blank" rel="noopener">{}</a>', address, words)
    return format_html('<a class="cited" href="{}">{}</a>', address, words)


def _address(context: Context) -> str:
    """The page of the rules: that of the tournament, where there is one; on paper the same document."""
    if context.get("on_paper"):
        return ""
    slug = getattr(context.get("tournament"), "slug", "") or _slug_of_page(context)
    return address_of(Destination.ARTICLES, slug) if slug else address_of(Destination.ARTICLES_OF_ALL)


def _slug_of_page(context: Context) -> str:
    """The tournament in the address, where a part of a page is given nothing of it."""
    match = getattr(getattr(context, "request", None), "resolver_match", None)
    return match.kwargs.get("slug", "") if match else ""
