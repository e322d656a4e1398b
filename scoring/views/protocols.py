"""The protocol of a draw on paper: as PDF, and as a page that the browser prints."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring.views.files import print_response
from tournament.access import for_everybody, refuse
from tournament.actors import Actor
from tournament.frozen import frozen
from tournament.models import Tournament
from tournament.selectors.protocols import draw_shown, protocol_of


@require_safe
@frozen()
@for_everybody
def draw_protocol(
    request: HttpRequest,
    tournament: Tournament,
    actor: Actor,
    number: int,
    form: str,
    sequence: int | None = None,
) -> HttpResponse:
    """The draw in force, or the one asked for, superseded ones too; of a draft for organisers only."""
    draw = draw_shown(tournament, number, sequence, drafts=actor.is_organiser)
    if draw is None:
        return refuse(request)
    return print_response(
        "print/protocol.html",
        {"tournament": tournament, "round": draw.round, "protocol": protocol_of(draw)},
        form,
        f"{tournament.slug}-{number}-protokol-{draw.sequence}",
    )
