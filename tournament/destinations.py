"""Pages that the tournament leads to by their meaning; who keeps a page says its name when it starts.

A leaf beside ``enums``: so the overview can lead to the standings without knowing whose they are.
"""

from collections.abc import Mapping
from enum import StrEnum

from django.urls import reverse


class Destination(StrEnum):
    """Where a button leads."""

    PLAYERS = "players"
    DRAW = "draw"
    PUBLISH = "publish"
    FINISH = "finish"
    SHEETS = "sheets"
    CLOSE = "close"
    TABLE = "table"
    PRINTS = "prints"
    PRINTED_PROTOCOL = "printed_protocol"
    PRINTED_SHEETS = "printed_sheets"
    PRINTED_INVITATION = "printed_invitation"
    STANDINGS = "standings"
    PENALTIES = "penalties"
    PUBLISH_STANDINGS = "publish_standings"
    RULES = "rules"
    ARTICLES = "articles"
    ARTICLES_OF_ALL = "articles_of_all"
    DISPUTES = "disputes"
    CASH_LIST = "cash_list"
    RECEIPT = "receipt"
    RECEIPTS = "receipts"
    STATE = "state"
    WEBS = "webs"
    DESK_STATE = "desk_state"
    PLAYER_PAGE = "player_page"


SENT = frozenset({Destination.PUBLISH, Destination.CLOSE, Destination.PUBLISH_STANDINGS, Destination.FINISH})
"""What is done at once by a form that is sent; anything else is a page to go to."""

OF_ROUND = frozenset(
    {
        Destination.DRAW,
        Destination.PUBLISH,
        Destination.SHEETS,
        Destination.CLOSE,
        Destination.PUBLISH_STANDINGS,
    }
)
"""What is about one round: its number stands in the address."""

_NAMES: dict[Destination, str] = {
    Destination.PLAYERS: "tournament:players",
    Destination.DRAW: "tournament:draw",
    Destination.PUBLISH: "tournament:round_publish",
    Destination.FINISH: "tournament:finish",
}


def keep_pages(names: Mapping[Destination, str]) -> None:
    """Say which of one's own addresses are those pages."""
    _NAMES.update(names)


def address_of(destination: Destination, *arguments: object, **named: object) -> str:
    """The address of a page with its arguments, by place or by name; the slug of the tournament is one."""
    return reverse(_NAMES[destination], args=arguments, kwargs=named)
