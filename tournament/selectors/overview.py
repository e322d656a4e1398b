"""Where a tournament is and the one next step; a pure function over a few facts."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from rules import format_crowns, seating
from tournament.enums import CLOSED_STATES, DRAWN_STATES, RoundState, TableState
from tournament.lib.counting import counted, plural
from tournament.models import Table, Tournament
from tournament.selectors.entries import EntryCounts, entry_counts

PLAYED_STATES = (RoundState.PUBLISHED, RoundState.PLAYING)


class Place(StrEnum):
    """Where the button of the next step leads; the view knows the addresses."""

    PLAYERS = "players"
    DRAW = "draw"
    SHEETS = "sheets"
    PRINTS = "prints"
    STANDINGS = "standings"
    RULES = "rules"
    FINISH = "finish"


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round with the numbers of its tables by state; closed rounds have their tables in ``done``."""

    number: int
    state: RoundState
    open: tuple[int, ...] = ()
    handed_in: tuple[int, ...] = ()
    done: tuple[int, ...] = ()
    standings_published: bool = False

    @property
    def tables(self) -> int:
        """How many tables were drawn; none for a round that so far has only an announced seed."""
        return len(self.open) + len(self.handed_in) + len(self.done)


@dataclass(frozen=True, slots=True)
class Facts:
    """What the next step depends on. ``seatable`` players would be seated by a draw made now."""

    registered: int
    seatable: int
    rounds_planned: int
    table_size: int = 4
    rounds: tuple[RoundFacts, ...] = ()
    only_ticked: bool = False
    finished: bool = False


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the list of the overview: its state and how far its tables are."""

    number: int
    state: str
    state_name: str
    tables: int
    done: int
    progress: str


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the day: ``done``, ``now`` or ``ahead``; ``icon`` and its spoken ``label``."""

    name: str
    state: str
    icon: str
    label: str


@dataclass(frozen=True, slots=True)
class NextStep:
    """The big block of the overview: what is to be done, and where; ``round`` is the round it is about."""

    title: str
    text: str
    action: str
    place: Place
    round: int | None = None


def facts_of(tournament: Tournament, counts: EntryCounts | None = None) -> Facts:
    """Facts of a tournament in a constant number of queries."""
    known = counts or entry_counts(tournament)
    tables: dict[int, list[tuple[int, str]]] = {}
    rows = Table.objects.filter(round__tournament=tournament, round__discarded_at=None)
    rows = rows.order_by("round__number", "number")
    for round_number, number, state in rows.values_list("round__number", "number", "state"):
        tables.setdefault(round_number, []).append((number, state))
    # Publications are rows of scoring, reached by their relation; this layer imports nothing from there.
    publications = tournament.publications.filter(round__discarded_at=None)
    published = set(publications.values_list("round__number", flat=True))
    return Facts(
        registered=known.all - known.withdrawn,
        seatable=known.seatable,
        rounds_planned=tournament.rounds_planned,
        table_size=tournament.table_size,
        rounds=tuple(
            _round_facts(number, RoundState(state), tables.get(number, ()), number in published)
            for number, state in tournament.rounds.order_by("number").values_list("number", "state")
        ),
        only_ticked=tournament.draw_only_ticked,
        finished=tournament.finished_at is not None,
    )


def next_step(tournament: Tournament, facts: Facts) -> NextStep:
    """The one thing to do now: finish the last drawn round, else draw the next one, else end."""
    if facts.finished:
        return NextStep(
            title=_("Turnaj skončil"),
            text=_("Konečné pořadí najdete na stránce Pořadí, soubory ke stažení v Tisku."),
            action=_("Konečné pořadí"),
            place=Place.STANDINGS,
        )
    drawn = [one for one in facts.rounds if one.tables]
    if drawn:
        step = _about_round(drawn[-1])
        if step is not None:
            return step
    following = len(drawn) + 1
    if following > facts.rounds_planned:
        return NextStep(
            title=_("Všechna kola jsou odehraná"),
            text=_("Před vyhlášením zkontrolujte výsledky na předních místech. Pak turnaj ukončete."),
            action=_("Ukončit %(name)s") % {"name": tournament.name},
            place=Place.FINISH,
        )
    return _before_draw(facts, following)


def referee_step(tournament: Tournament, facts: Facts) -> NextStep:
    """The same for a referee, who settles disputes and neither draws nor confirms."""
    if facts.finished:
        return next_step(tournament, facts)
    playing = [one for one in facts.rounds if one.tables and one.state in PLAYED_STATES]
    if playing:
        name = {"round": playing[-1].number}
        return NextStep(
            title=_("Hraje se %(round)s. kolo") % name,
            text=_("Spor řešíte na stránce hry: otevřete lístek stolu a v něm hru, o kterou jde."),
            action=_("Otevřít lístky %(round)s. kola") % name,
            place=Place.SHEETS,
            round=playing[-1].number,
        )
    return NextStep(
        title=_("Teď se nehraje"),
        text=_("Lístky stolů se tu ukážou, jakmile pořadatel zveřejní losování."),
        action=_("Otevřít renonce a paušály"),
        place=Place.RULES,
    )


def people_figures(facts: Facts, counts: EntryCounts) -> list[tuple[str, int]]:
    """What is worth knowing about the players now: who came only until the next draw is made."""
    figures = [(_("přihlášených"), counts.all)]
    if _awaits_draw(facts):
        figures += [(_("přítomných"), counts.present), (_("sedne si při losování"), counts.seatable)]
    rare = [(_("nepřišlo"), counts.absent), (_("odstoupilo"), counts.withdrawn)]
    return [*figures, *(one for one in rare if one[1])]


def _awaits_draw(facts: Facts) -> bool:
    """Whether a draw comes next, so that it matters who is here."""
    drawn = [one for one in facts.rounds if one.tables]
    if facts.finished or (drawn and drawn[-1].state in PLAYED_STATES):
        return False
    return len(drawn) < facts.rounds_planned or (bool(drawn) and drawn[-1].state == RoundState.DRAFT)


def is_public(tournament: Tournament) -> bool:
    """Whether the public may see anything: some seating was published."""
    return tournament.rounds.filter(state__in=DRAWN_STATES).exists()


def round_lines(facts: Facts, *, drafts: bool) -> list[RoundLine]:
    """The drawn rounds; ``drafts`` only for those who may see them."""
    seen = [one for one in facts.rounds if one.tables and (drafts or one.state in DRAWN_STATES)]
    return [
        RoundLine(
            number=one.number,
            state=one.state.value,
            state_name=str(one.state.label),
            tables=one.tables,
            done=len(one.done),
            progress=_progress(one, in_detail=drafts),
        )
        for one in seen
    ]


def stages(facts: Facts) -> list[Stage]:
    """The whole day in a row: registration, rounds, final standings; one of them is ``now``."""
    drawn = {one.number: one for one in facts.rounds if one.tables}
    closed = [number for number, one in drawn.items() if one.state in CLOSED_STATES]
    numbers = range(1, max(facts.rounds_planned, *drawn, 1) + 1)
    done = [
        (_("Přihlášky"), bool(drawn)),
        *((_("%(round)s. kolo") % {"round": number}, number in closed) for number in numbers),
        (_("Konečné pořadí"), facts.finished),
    ]
    now = next((place for place, (_name, is_done) in enumerate(done) if not is_done), len(done))
    return [_stage(name, is_done, place == now) for place, (name, is_done) in enumerate(done)]


def _stage(name: str, is_done: bool, is_now: bool) -> Stage:
    if is_done:
        return Stage(name=name, state="done", icon="state-check", label=_("hotovo"))
    if is_now:
        return Stage(name=name, state="now", icon="state-half", label="")
    return Stage(name=name, state="ahead", icon="state-empty", label="")


def summary_of(tournament: Tournament, facts: Facts) -> str:
    """One line under the name: people, rounds, rate."""
    rounds = counted(facts.rounds_planned, _("kolo"), _("kola"), _("kol"))
    players = counted(facts.registered, _("hráč"), _("hráči"), _("hráčů"))
    rate = _("základní sazba %(rate)s") % {"rate": format_crowns(tournament.base_rate)}
    return " · ".join((players, rounds, rate))


def _progress(facts: RoundFacts, *, in_detail: bool) -> str:
    tables = counted(facts.tables, _("stůl"), _("stoly"), _("stolů"))
    if in_detail and facts.state in (RoundState.PUBLISHED, RoundState.PLAYING):
        return _("%(tables)s, hotovo %(done)s") % {"tables": tables, "done": len(facts.done)}
    return tables


def joined(numbers: Sequence[int]) -> str:
    """Table numbers as they are read out: ``stůl 4, 7, 9``."""
    return _("stůl %(numbers)s") % {"numbers": ", ".join(str(number) for number in numbers)}


def _round_facts(
    number: int, state: RoundState, tables: Sequence[tuple[int, str]], published: bool
) -> RoundFacts:
    return RoundFacts(
        number=number,
        state=state,
        open=tuple(table for table, at in tables if at == TableState.OPEN),
        handed_in=tuple(table for table, at in tables if at == TableState.HANDED_IN),
        done=tuple(table for table, at in tables if at not in (TableState.OPEN, TableState.HANDED_IN)),
        standings_published=published,
    )


def _about_round(facts: RoundFacts) -> NextStep | None:
    """What a drawn round still needs; ``None`` when it is closed and its standings are out."""
    name = {"round": facts.number}
    if facts.state == RoundState.DRAFT:
        return NextStep(
            title=_("%(round)s. kolo je vylosované, ale zatím ho nikdo nevidí") % name,
            text=_("Prohlédněte stoly a losování zveřejněte."),
            action=_("Zveřejnit losování %(round)s. kola") % name,
            place=Place.DRAW,
            round=facts.number,
        )
    if facts.state in CLOSED_STATES:
        return None if facts.standings_published else _publish_standings(facts.number)
    if facts.state == RoundState.PUBLISHED and not facts.handed_in and not facts.done:
        return NextStep(
            title=_("%(round)s. kolo může začít") % name,
            text=_("Vytiskněte rozesazení na zeď a lístky na stoly. Pak už čekáte na výsledky."),
            action=_("Vytisknout lístky %(round)s. kola") % name,
            place=Place.PRINTS,
            round=facts.number,
        )
    if facts.open:
        return _collect(facts)
    if facts.handed_in:
        return NextStep(
            title=_("Zbývá potvrdit %(sheets)s: %(tables)s")
            % {"sheets": _sheets(len(facts.handed_in)), "tables": joined(facts.handed_in)},
            text=_("Odevzdané lístky porovnejte s papírem a potvrďte."),
            action=_("Potvrdit lístky %(round)s. kola") % name,
            place=Place.SHEETS,
            round=facts.number,
        )
    return NextStep(
        title=_("%(round)s. kolo je celé potvrzené") % name,
        text=_("Uzavřete ho. Výsledky pak platí pro pořadí i pro další losování."),
        action=_("Uzavřít %(round)s. kolo") % name,
        place=Place.SHEETS,
        round=facts.number,
    )


def _collect(facts: RoundFacts) -> NextStep:
    missing = len(facts.open)
    waiting = (
        _("K\u00a0potvrzení: %(tables)s.") % {"tables": joined(facts.handed_in)} if facts.handed_in else ""
    )
    return NextStep(
        title=_("Zbývá odevzdat %(sheets)s: %(tables)s")
        % {"sheets": _sheets(missing), "tables": joined(facts.open)},
        text=" ".join(
            filter(
                None,
                (
                    _("Hraje se %(round)s. kolo, hotové stoly: %(done)s z %(all)s.")
                    % {"round": facts.number, "done": len(facts.done), "all": facts.tables},
                    waiting,
                ),
            )
        ),
        action=_("Stoly %(round)s. kola") % {"round": facts.number},
        place=Place.SHEETS,
        round=facts.number,
    )


def _publish_standings(number: int) -> NextStep:
    return NextStep(
        title=_("%(round)s. kolo je uzavřené") % {"round": number},
        text=_("Pořadí je spočítané, vidíte ho zatím jen vy. Zveřejněte ho hráčům."),
        action=_("Zveřejnit pořadí po %(round)s. kole") % {"round": number},
        place=Place.STANDINGS,
        round=number,
    )


def _before_draw(facts: Facts, number: int) -> NextStep:
    if not facts.registered:
        return NextStep(
            title=_("Přihlaste hráče"),
            text=_("Opište je ručně, nebo nahrajte soubor s přihláškami z Excelu."),
            action=_("Přidat hráče"),
            place=Place.PLAYERS,
        )
    try:
        sizes = seating.table_sizes(facts.seatable, facts.table_size)
    except seating.CannotSeat as refusal:
        return _cannot_draw(facts, number, str(refusal))
    return NextStep(
        title=_("Vylosujte %(round)s. kolo") % {"round": number},
        text=_("%(sit)s %(players)s k %(tables)s.")
        % {
            "sit": plural(facts.seatable, _("Sedne si"), _("Sednou si"), _("Sedne si")),
            "players": counted(facts.seatable, _("hráč"), _("hráči"), _("hráčů")),
            "tables": counted(len(sizes), _("stolu"), _("stolům"), _("stolům")),
        },
        action=_("Losovat %(round)s. kolo") % {"round": number},
        place=Place.DRAW,
        round=number,
    )


def _cannot_draw(facts: Facts, number: int, why: str) -> NextStep:
    advice = _("Losují se jen odškrtnutí u prezence: odškrtněte, kdo přišel.") if facts.only_ticked else ""
    return NextStep(
        title=_("%(round)s. kolo zatím nejde vylosovat") % {"round": number},
        text=f"{why} {advice}".strip(),
        action=_("Otevřít hráče"),
        place=Place.PLAYERS,
    )


def _sheets(count: int) -> str:
    return counted(count, _("lístek"), _("lístky"), _("lístků"))
