"""Founding a tournament, its settings, its end."""

import datetime
import re
import uuid
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import RulesError
from tournament import ports
from tournament.actors import Actor
from tournament.enums import Role
from tournament.errors import Refused
from tournament.journal import actions
from tournament.journal.actions import declare
from tournament.journal.write import log_write
from tournament.lib.names import fold, normalise, normalise_lines
from tournament.lifecycle import ALLOWED, Act, allowed
from tournament.models import Account, Membership, Round, Tournament
from tournament.selectors.rulebooks import newest_version, premium_table_choices
from tournament.services.checks import check_fields, check_years, invalid
from tournament.services.payments import fees_follow
from tournament.services.writes import change_expected, lock_tournament, run_once

FOUNDED = declare("tournament.founded", gettext_lazy("Turnaj založen"), area=actions.SETTINGS)
SETTINGS_CHANGED = declare(
    "tournament.settings.changed", gettext_lazy("Nastavení změněno"), area=actions.SETTINGS
)
FINISHED = declare("tournament.finished", gettext_lazy("Turnaj ukončen"), area=actions.SETTINGS)
REOPENED = declare("tournament.reopened", gettext_lazy("Turnaj znovu otevřen"), area=actions.SETTINGS)

DATED = ("date", "home_from", "home_until")
SETTINGS = (
    "name",
    "date",
    "place",
    "rounds_planned",
    "round_minutes",
    "last_minutes",
    "revision_minutes",
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
    "hands_public",
    "home_open",
    "home_from",
    "home_until",
    "capacity",
    "home_substitutes",
    "home_shown",
    "home_text",
    "screen_tables",
    "screen_names",
    "screen_clock",
    "screen_standings",
    "screen_missing",
    "screen_held",
    "screen_light",
)
"""What a tournament is founded with, what *Nastavení*, *Přihlášky z domova* and *Plátno* change.

Money in haléře."""

LOCKED_BY_HANDS = ("rulebook_id", "rulebook_version", "rulebook_overrides", "base_rate")
"""Settings that stay once a hand is stored: it was paid by them."""

RANKING = ("ranking_order", "ranking_criteria", "bp_key", "bp_fixed", "bp_coefficient", "bp_sharing")
"""Settings that standings are made by: published ones follow, and those of an ended tournament stay."""

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
            new=_logged(tournament, SETTINGS),
        )
        return tournament

    return run_once(submission=submission, action=FOUNDED, model=Tournament, create=create)


def settings_change(
    *, tournament: Tournament, by: Actor, changes: Mapping[str, Any], expected: int | None = None
) -> Tournament:
    """Change settings (``SETTINGS``); nothing is logged when nothing changes.

    Published standings follow a change of what they are made by. Refuses ``rulebook_locked`` once a hand is
    stored, ``ranking_locked`` once the tournament is ended, ``invalid`` fields; ``Conflict`` when somebody
    else was faster.
    """
    values = dict(changes)
    for name in ("name", "place"):
        if name in values:
            values[name] = normalise(values[name])
    if "home_text" in values:
        values["home_text"] = normalise_lines(values["home_text"])
    if values.get("rulebook_id", tournament.rulebook_id) != tournament.rulebook_id:
        values = _bound(values, rulebook_id=values["rulebook_id"])
    elif values.get("rulebook_overrides"):
        _bound(values, rulebook_id=tournament.rulebook_id)
    changed = {name: value for name, value in values.items() if getattr(tournament, name) != value}
    if not changed:
        return tournament
    _check(Tournament(pk=tournament.pk, **changed), changed)
    _check_opening(*(values.get(name, getattr(tournament, name)) for name in ("home_from", "home_until")))
    with transaction.atomic():
        lock_tournament(tournament=tournament)
        if changed.keys() & set(LOCKED_BY_HANDS):
            _refuse_with_hands(tournament)
        if changed.keys() & set(RANKING):
            _refuse_finished(tournament)
        old = _logged(tournament, changed)
        change_expected(row=tournament, expected=expected, **changed)
        log_write(
            tournament=tournament,
            by=by,
            action=SETTINGS_CHANGED,
            subject=tournament.name,
            object_id=tournament.pk,
            old=old,
            new=_logged(tournament, changed),
        )
        if "fee" in changed:
            fees_follow(tournament=tournament)
        if changed.keys() & set(RANKING):
            ports.standings_follow(
                tournament=tournament, first=1, by=by, reason=_("jiné nastavení pořadí turnaje")
            )
    return tournament


def settings_check(*, tournament: Tournament) -> None:
    """Refuse (``invalid``) a tournament that came from elsewhere with settings nobody could choose here.

    Lists and objects among them are of the right shape already.
    """
    _check(tournament, {name: getattr(tournament, name) for name in SETTINGS})
    _check_opening(tournament.home_from, tournament.home_until)


def hands_are_stored(*, tournament: Tournament) -> bool:
    """Whether some round has its first hand, which locks rulebook and base rate; a discarded one too.

    A round is *playing* from its first hand on, so no hand has to be looked for.
    """
    rounds = Round.with_discarded.filter(tournament=tournament)
    return rounds.exclude(state__in=ALLOWED[Act.CHANGE_RULEBOOK]).exists()


def tournament_finish(*, tournament: Tournament, by: Actor) -> None:
    """The prizes are given out, nothing changes any more.

    Every played round is closed, its standings are published and a recomputation gives the same. Refuses
    ``nothing_played``, ``rounds_open`` while a round is not closed, ``draft_left`` while one is only drawn,
    ``standings_unpublished``, ``standings_stale``, ``penalties_open`` while a proposed one is not decided,
    ``corrections_wait`` while a correction waits for a second person.
    """
    with transaction.atomic():
        lock_tournament(tournament=tournament)
        rounds = [one for one in tournament.rounds.order_by("number") if one.tables.exists()]
        if not rounds:
            raise Refused(_("Turnaj ještě nezačal, není co ukončit."), code="nothing_played")
        _refuse_open_rounds(rounds)
        undecided = ports.undecided_penalties(tournament)
        if undecided:
            raise Refused(
                _("Nejdřív rozhodněte navržené tresty (%(count)d), najdete je u pořadí.")
                % {"count": undecided},
                code="penalties_open",
            )
        corrections = ports.waiting_corrections(tournament)
        if corrections:
            raise Refused(
                _("Nejdřív potvrďte nebo zamítněte opravu výsledku, která na to čeká: %(places)s.")
                % {"places": "; ".join(corrections)},
                code="corrections_wait",
            )
        _refuse_unpublished(tournament, rounds)
        _set_finished(tournament, by=by, action=FINISHED, at=timezone.now())


def tournament_reopen(*, tournament: Tournament, by: Actor) -> None:
    """Take back the end of a tournament."""
    with transaction.atomic():
        lock_tournament(tournament=tournament)
        _set_finished(tournament, by=by, action=REOPENED, at=None)


def _refuse_open_rounds(rounds: Sequence[Round]) -> None:
    for one in rounds:
        number = {"round": one.number}
        if allowed(Act.DRAW, one.state):
            raise Refused(
                _("%(round)s. kolo je jen návrh losování. Zahoďte ho, nebo kolo nejdřív odehrajte.") % number,
                code="draft_left",
            )
        if not allowed(Act.FINISH, one.state):
            raise Refused(_("Nejdřív uzavřete %(round)s. kolo.") % number, code="rounds_open")


def _refuse_unpublished(tournament: Tournament, rounds: Sequence[Round]) -> None:
    published = ports.standings_published(tournament)
    missing = [one.number for one in rounds if one.number not in published]
    if missing:
        raise Refused(
            _("Nejdřív zveřejněte pořadí po %(round)s. kole.") % {"round": missing[0]},
            code="standings_unpublished",
        )
    stale = ports.standings_stale(tournament)
    if stale:
        raise Refused(
            _("Pořadí po %(round)s. kole se od zveřejnění změnilo; zveřejněte ho znovu.")
            % {"round": stale[0]},
            code="standings_stale",
        )


def _refuse_finished(tournament: Tournament) -> None:
    if Tournament.objects.filter(pk=tournament.pk, finished_at__isnull=False).exists():
        text = _("Turnaj je ukončený a jeho pořadí platí. Nejdřív turnaj v přehledu znovu otevřete.")
        raise Refused(text, code="ranking_locked", fields={"ranking_order": text})


def _logged(tournament: Tournament, names: Mapping[str, Any] | tuple[str, ...]) -> dict[str, Any]:
    """Settings as the log keeps them: plain JSON values, dates and decimals as text."""
    values = {name: getattr(tournament, name) for name in names}
    plain = (str, int, bool, list, dict, type(None))
    return {name: value if isinstance(value, plain) else str(value) for name, value in values.items()}


def slug_from(*, name: str) -> str:
    """The address made from a name: plain letters and figures joined by hyphens.

    >>> slug_from(name="Velká cena Žatce – 3. ročník")
    'velka-cena-zatce-3-rocnik'
    """
    words = re.findall(r"[a-z0-9]+", fold(name))
    return "-".join(words)[:LONGEST_SLUG].rstrip("-") or "turnaj"


def _save_under_free_slug(tournament: Tournament) -> None:
    """Take ``name``, else ``name-2``…; two founders at the same moment are parted by the database."""
    wanted = slug_from(name=tournament.name)
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
        raise invalid(wrong={"rulebook_id": str(error)}) from error
    return {"rulebook_version": version} | values


def _check(tournament: Tournament, values: Mapping[str, Any]) -> None:
    if "name" in values and not values["name"]:
        raise invalid(wrong={"name": _("Napište název turnaje.")})
    check_years(values={name: values[name] for name in DATED if values.get(name)})
    if values.get("premium_table_id", DEFAULT_TABLE) not in dict(premium_table_choices(tournament)):
        raise invalid(
            wrong={"premium_table_id": _("Takovou bodovací tabulku nemáme, vyberte ji ze seznamu.")}
        )
    if values.get("base_rate", 1) < 1:
        raise invalid(wrong={"base_rate": _("Základní sazba má být aspoň jeden haléř.")})
    if values.get("rounds_planned", 1) < 1:
        raise invalid(wrong={"rounds_planned": _("Turnaj má mít aspoň jedno kolo.")})
    if values.get("round_minutes", 1) < 1:
        raise invalid(wrong={"round_minutes": _("Kolo má trvat aspoň jednu minutu.")})
    if values.get("capacity") == 0:
        raise invalid(wrong={"capacity": _("Napište, kolik je míst, nebo nechte pole prázdné.")})
    check_fields(row=tournament, fields=values.keys())


def _check_opening(begins: datetime.datetime | None, ends: datetime.datetime | None) -> None:
    if begins and ends and ends <= begins:
        raise invalid(wrong={"home_until": _("Přihlašování má skončit později, než začne.")})


def _refuse_with_hands(tournament: Tournament) -> None:
    if hands_are_stored(tournament=tournament):
        text = _("Pravidla a základní sazba už změnit nejdou: už se podle nich hrálo.")
        raise Refused(text, code="rulebook_locked", fields={"rulebook_id": text})


def _set_finished(
    tournament: Tournament, *, by: Actor, action: actions.Action, at: datetime.datetime | None
) -> None:
    if (tournament.finished_at is None) == (at is None):
        return
    change_expected(row=tournament, expected=None, finished_at=at)
    log_write(tournament=tournament, by=by, action=action, subject=tournament.name, object_id=tournament.pk)
