"""Founding a tournament, its settings, its end."""

import datetime
import re
import uuid
from collections.abc import Mapping
from itertools import count
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from rules import RulesError
from tournament.actors import Actor
from tournament.enums import CLOSED_STATES, Role, RoundState
from tournament.errors import Refused
from tournament.lib.names import fold, normalise
from tournament.models import Account, Membership, Penalty, Round, Tournament
from tournament.selectors.rulebooks import newest_version, premium_table_choices
from tournament.services.checks import check_fields, invalid
from tournament.services.writes import change_expected, log_write, run_once

FOUNDED = "tournament.founded"
SETTINGS_CHANGED = "tournament.settings.changed"
FINISHED = "tournament.finished"
REOPENED = "tournament.reopened"

SETTINGS = (
    "name",
    "date",
    "place",
    "rounds_planned",
    "round_minutes",
    "table_size",
    "draw_method",
    "draw_only_ticked",
    "two_person_mode",
    "rulebook_id",
    "rulebook_version",
    "rulebook_overrides",
    "base_rate",
    "premium_table_id",
    "ranking_order",
    "ranking_criteria",
    "bp_key",
    "bp_fixed",
    "bp_coefficient",
    "bp_sharing",
    "fee",
)
"""What a tournament is founded with and what *Nastavení* changes. Money in haléře."""

LOCKED_BY_HANDS = ("rulebook_id", "rulebook_version", "rulebook_overrides", "base_rate")
"""Settings that stay once a hand is stored: it was paid by them."""

STATES_WITH_HANDS = (RoundState.PLAYING, *CLOSED_STATES)
"""A round is ``playing`` from its first hand on, so no hand has to be looked for."""

DEFAULT_TABLE = Tournament._meta.get_field("premium_table_id").default

LONGEST_SLUG = 70


def tournament_found(
    *,
    by: Actor,
    founder: Account | None,
    name: str,
    date: datetime.date,
    place: str = "",
    settings: Mapping[str, Any] | None = None,
    submission: uuid.UUID | None = None,
) -> Tournament:
    """Found a tournament; ``founder`` becomes its organiser (``None``: a command without an account).

    Every setting has a default a tournament can be run with; ``settings`` names others (``SETTINGS``).
    The address is made from the name. Refuses ``invalid`` fields.
    """
    values = dict(settings or {}) | {"name": normalise(name), "date": date, "place": normalise(place)}

    def create() -> Tournament:
        tournament = Tournament(**_bound(values, rulebook_id=values.get("rulebook_id", "csm")))
        _check(tournament, values)
        _save_under_free_slug(tournament)
        if founder is not None:
            Membership.objects.create(tournament=tournament, account=founder, role=Role.ORGANISER)
        log_write(
            tournament=tournament,
            by=by,
            action=FOUNDED,
            subject=tournament.name,
            object_id=tournament.pk,
            new=logged(tournament, SETTINGS),
        )
        return tournament

    return run_once(submission=submission, action=FOUNDED, model=Tournament, create=create)


def settings_change(
    *, tournament: Tournament, by: Actor, changes: Mapping[str, Any], expected: int | None = None
) -> Tournament:
    """Change settings (``SETTINGS``); nothing is logged when nothing changes.

    Refuses ``rulebook_locked`` once a hand is stored, ``invalid`` fields; ``Conflict`` when somebody else
    was faster.
    """
    values = dict(changes)
    for name in ("name", "place"):
        if name in values:
            values[name] = normalise(values[name])
    if values.get("rulebook_id", tournament.rulebook_id) != tournament.rulebook_id:
        values = _bound(values, rulebook_id=values["rulebook_id"])
    elif values.get("rulebook_overrides"):
        _bound(values, rulebook_id=tournament.rulebook_id)
    changed = {name: value for name, value in values.items() if getattr(tournament, name) != value}
    if not changed:
        return tournament
    _check(Tournament(pk=tournament.pk, **changed), changed)
    with transaction.atomic():
        if changed.keys() & set(LOCKED_BY_HANDS):
            _refuse_with_hands(tournament)
        old = logged(tournament, changed)
        change_expected(tournament, expected=expected, **changed)
        log_write(
            tournament=tournament,
            by=by,
            action=SETTINGS_CHANGED,
            subject=tournament.name,
            object_id=tournament.pk,
            old=old,
            new=logged(tournament, changed),
        )
    return tournament


def settings_check(tournament: Tournament) -> None:
    """Refuse (``invalid``) a tournament that came from elsewhere with settings nobody could choose here."""
    lists = {"bp_fixed": int, "ranking_criteria": str}
    for name, kind in lists.items():
        value = getattr(tournament, name)
        if not isinstance(value, list) or not all(type(one) is kind for one in value):
            raise invalid({name: _("%(name)s má být seznam.") % {"name": name}})
    if not isinstance(tournament.rulebook_overrides, dict):
        raise invalid({"rulebook_overrides": _("Odchylky od pravidel mají být objekt s jejich jmény.")})
    _check(tournament, {name: getattr(tournament, name) for name in SETTINGS})


def hands_are_stored(tournament: Tournament) -> bool:
    """Whether some round has its first hand, which locks rulebook and base rate; a discarded one too."""
    return Round.with_discarded.filter(tournament=tournament, state__in=STATES_WITH_HANDS).exists()


def tournament_finish(*, tournament: Tournament, by: Actor) -> None:
    """The prizes are given out, nothing changes any more.

    Refuses ``rounds_open`` while a round is not closed, ``penalties_open`` while a proposed penalty is not
    decided, ``nothing_played``.
    """
    with transaction.atomic():
        rounds = list(tournament.rounds.select_for_update())
        waiting = [one for one in rounds if one.state not in CLOSED_STATES]
        if not rounds:
            raise Refused(_("Turnaj ještě nezačal, není co ukončit."), code="nothing_played")
        if waiting:
            raise Refused(
                _("Nejdřív uzavřete %(round)s. kolo.") % {"round": waiting[0].number}, code="rounds_open"
            )
        undecided = tournament.penalties.filter(state=Penalty.State.PROPOSED).count()
        if undecided:
            raise Refused(
                _("Nejdřív rozhodněte navržené tresty (%(count)d), najdete je u pořadí.")
                % {"count": undecided},
                code="penalties_open",
            )
        _set_finished(tournament, by=by, action=FINISHED, at=timezone.now())


def tournament_reopen(*, tournament: Tournament, by: Actor) -> None:
    """Take back the end of a tournament."""
    with transaction.atomic():
        _set_finished(tournament, by=by, action=REOPENED, at=None)


def logged(tournament: Tournament, names: Mapping[str, Any] | tuple[str, ...]) -> dict[str, Any]:
    """Settings as the log keeps them: plain JSON values, dates and decimals as text."""
    values = {name: getattr(tournament, name) for name in names}
    plain = (str, int, bool, list, dict, type(None))
    return {name: value if isinstance(value, plain) else str(value) for name, value in values.items()}


def slug_from(name: str) -> str:
    """The address made from a name: plain letters and figures joined by hyphens.

    >>> slug_from("Velká cena Žatce – 3. ročník")
    'velka-cena-zatce-3-rocnik'
    """
    words = re.findall(r"[a-z0-9]+", fold(name))
    return "-".join(words)[:LONGEST_SLUG].rstrip("-") or "turnaj"


def _save_under_free_slug(tournament: Tournament) -> None:
    """Take ``name``, else ``name-2``…; two founders at the same moment are parted by the database."""
    wanted = slug_from(tournament.name)
    for number in count(1):
        tournament.slug = wanted if number == 1 else f"{wanted}-{number}"
        if Tournament.objects.filter(slug=tournament.slug).exists():
            continue
        try:
            with transaction.atomic():
                tournament.save(force_insert=True)
        except IntegrityError:
            continue
        return


def _bound(values: dict[str, Any], *, rulebook_id: str) -> dict[str, Any]:
    """The values with the newest version of the rulebook, to which the tournament then keeps.

    Refuses an unknown rulebook and fields that it does not take.
    """
    try:
        version = newest_version(rulebook_id, values.get("rulebook_overrides", {}))
    except RulesError as error:
        raise invalid({"rulebook_id": str(error)}) from error
    return {"rulebook_version": version} | values


def _check(tournament: Tournament, values: Mapping[str, Any]) -> None:
    if "name" in values and not values["name"]:
        raise invalid({"name": _("Napište název turnaje.")})
    if values.get("premium_table_id", DEFAULT_TABLE) not in dict(premium_table_choices(tournament)):
        raise invalid({"premium_table_id": _("Takovou bodovací tabulku nemáme, vyberte ji ze seznamu.")})
    if values.get("base_rate", 1) < 1:
        raise invalid({"base_rate": _("Základní sazba má být aspoň jeden haléř.")})
    if values.get("rounds_planned", 1) < 1:
        raise invalid({"rounds_planned": _("Turnaj má mít aspoň jedno kolo.")})
    if values.get("round_minutes", 1) < 1:
        raise invalid({"round_minutes": _("Kolo má trvat aspoň jednu minutu.")})
    check_fields(tournament, values.keys())


def _refuse_with_hands(tournament: Tournament) -> None:
    # The rounds are locked first: whoever stores a first hand changes the state of its round.
    list(tournament.rounds.select_for_update().values_list("pk"))
    if hands_are_stored(tournament):
        text = _("Pravidla a základní sazba už změnit nejdou: už se podle nich hrálo.")
        raise Refused(text, code="rulebook_locked", fields={"rulebook_id": text})


def _set_finished(tournament: Tournament, *, by: Actor, action: str, at: datetime.datetime | None) -> None:
    if (tournament.finished_at is None) == (at is None):
        return
    change_expected(tournament, expected=None, finished_at=at)
    log_write(tournament=tournament, by=by, action=action, subject=tournament.name, object_id=tournament.pk)
