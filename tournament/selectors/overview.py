"""Where a tournament is and the one next step; a pure function over a few facts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from rules import format_crowns, seating
from tournament import ports
from tournament.destinations import SENT, Destination
from tournament.enums import RoundState
from tournament.lib.counting import counted, plural
from tournament.lifecycle import ALLOWED, FINISHED_TABLES, Act, TableAct, allowed, allowed_at
from tournament.models import Table, Tournament
from tournament.selectors.entries import EntryCounts, entry_counts


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round with the numbers of its tables by state; closed rounds have their tables in ``done``."""

    number: int
    state: RoundState
    open: tuple[int, ...] = ()
    handed_in: tuple[int, ...] = ()
    done: tuple[int, ...] = ()
    standings_published: bool = False
    version: int = 1

    @property
    def is_over(self) -> bool:
        """It is closed and the standings after it are published."""
        return self.standings_published and allowed(Act.PUBLISH_STANDINGS, self.state)

    @property
    def tables(self) -> int:
        """How many tables were drawn; none for a round that so far has only an announced seed."""
        return len(self.open) + len(self.handed_in) + len(self.done)


@dataclass(frozen=True, slots=True)
class DayFacts:
    """What the next step depends on. ``seatable`` players would be seated by a draw made now.

    ``stale`` are the rounds whose published standings are not what a recomputation gives; like ``undecided``
    penalties and ``corrections`` that wait for a second person (by their places) they matter at the end of
    the tournament and are looked for only there.
    """

    registered: int
    seatable: int
    rounds_planned: int
    table_size: int = 4
    rounds: tuple[RoundFacts, ...] = ()
    only_ticked: bool = False
    finished: bool = False
    undecided: int = 0
    corrections: tuple[str, ...] = ()
    stale: tuple[int, ...] = ()

    @property
    def drawn(self) -> list[RoundFacts]:
        """The rounds at whose tables somebody sits."""
        return [one for one in self.rounds if one.tables]


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
class DayStage:
    """A stage of the day: ``done``, ``now`` or ``ahead``; ``icon`` and its spoken ``label``."""

    name: str
    state: str
    icon: str
    label: str


@dataclass(frozen=True, slots=True)
class Way:
    """A button: what it says, where it leads or what it does; ``version`` of the round it was shown with."""

    action: str
    place: Destination
    round: int | None = None
    version: int | None = None

    @property
    def is_sent(self) -> bool:
        """It does what it says at once."""
        return self.place in SENT


@dataclass(frozen=True, slots=True)
class NextStep(Way):
    """The big block of the overview: what is to be done, and what else is at hand then."""

    title: str = ""
    text: str = ""
    also: tuple[Way, ...] = ()


def facts_of(
    tournament: Tournament, counts: EntryCounts | None = None, *, to_the_end: bool = True
) -> DayFacts:
    """DayFacts of a tournament in a constant number of queries; ``to_the_end``: with what it ends on."""
    known = counts or entry_counts(tournament)
    tables: dict[int, list[tuple[int, str]]] = {}
    rows = Table.objects.filter(round__tournament=tournament, round__discarded_at=None)
    rows = rows.order_by("round__number", "number")
    for round_number, number, state in rows.values_list("round__number", "number", "state"):
        tables.setdefault(round_number, []).append((number, state))
    published = ports.standings_published(tournament)
    rounds = tournament.rounds.order_by("number").values_list("number", "state", "version")
    facts = DayFacts(
        registered=known.all - known.withdrawn,
        seatable=known.seatable,
        rounds_planned=tournament.rounds_planned,
        table_size=tournament.table_size,
        rounds=tuple(
            _round_facts(
                number, RoundState(state), tables.get(number, ()), number in published, version=version
            )
            for number, state, version in rounds
        ),
        only_ticked=tournament.draw_only_ticked,
        finished=tournament.finished_at is not None,
    )
    return _with_end(tournament, facts) if to_the_end and _is_at_end(facts) else facts


def _is_at_end(facts: DayFacts) -> bool:
    all_drawn = len(facts.drawn) >= facts.rounds_planned and all(one.is_over for one in facts.drawn)
    return facts.finished or all_drawn


def _with_end(tournament: Tournament, facts: DayFacts) -> DayFacts:
    return replace(
        facts,
        undecided=ports.undecided_penalties(tournament),
        corrections=tuple(ports.waiting_corrections(tournament)),
        stale=tuple(ports.standings_stale(tournament)),
    )


def next_step(facts: DayFacts) -> NextStep:
    """The one thing to do now: finish the first unfinished round, else draw the next one, else end."""
    if facts.finished:
        return _after_end(facts)
    drawn = {one.number: one for one in facts.drawn}
    for number in range(1, max(facts.rounds_planned, *drawn, 1) + 1):
        # A draft before others may have been thrown away: all rounds were drawn at once.
        step = _about_round(drawn[number]) if number in drawn else _before_draw(facts, number)
        if step is not None:
            return step
    return _before_end(facts)


def _after_end(facts: DayFacts) -> NextStep:
    if facts.stale or not all(one.is_over for one in facts.drawn):
        return NextStep(
            title=_("Turnaj skončil, ale zveřejněné pořadí nesedí"),
            text=_(
                "Přepočet výsledků dává něco jiného, než co je zveřejněné. Turnaj dole znovu otevřete;"
                " přehled pak řekne, co udělat."
            ),
            action=_("Konečné pořadí"),
            place=Destination.STANDINGS,
        )
    rounds = counted(len(facts.drawn), _("kolo"), _("kola"), _("kol"))
    return NextStep(
        title=_("Turnaj skončil"),
        text=_(
            "Konečné pořadí počítá všechno, co se odehrálo (%(rounds)s), a přepočet výsledků dává přesně to,"
            " co je zveřejněné. Soubory ke stažení najdete v Tisku."
        )
        % {"rounds": rounds},
        action=_("Konečné pořadí"),
        place=Destination.STANDINGS,
    )


def _before_end(facts: DayFacts) -> NextStep:
    look = Way(_("Prohlédnout pořadí"), Destination.STANDINGS)
    if facts.stale:
        number = facts.stale[0]
        return NextStep(
            title=_("Pořadí po %(round)s. kole se od zveřejnění změnilo") % {"round": number},
            text=_("Zveřejněte ho znovu, ať mají všichni to, co platí."),
            action=_("Zveřejnit pořadí po %(round)s. kole znovu") % {"round": number},
            place=Destination.PUBLISH_STANDINGS,
            round=number,
            also=(look,),
        )
    if facts.corrections:
        return NextStep(
            title=_("Na potvrzení čeká oprava výsledku: %(places)s")
            % {"places": "; ".join(facts.corrections)},
            text=_("Potvrdit nebo zamítnout ji musí jiný pořadatel, než kdo ji zapsal. Odkaz je u pořadí."),
            action=_("Prohlédnout pořadí"),
            place=Destination.STANDINGS,
        )
    if facts.undecided:
        return NextStep(
            title=_("Zbývá rozhodnout navržené tresty: %(count)s") % {"count": facts.undecided},
            text=_("Každý trest uložte, nebo neuložte. Pak půjde turnaj ukončit."),
            action=_("Otevřít navržené tresty"),
            place=Destination.PENALTIES,
        )
    return NextStep(
        title=_("Všechna kola jsou odehraná"),
        text=_("Před vyhlášením zkontrolujte výsledky na předních místech. Pak turnaj ukončete."),
        action=_("Ukončit turnaj"),
        place=Destination.FINISH,
        also=(look,),
    )


def referee_step(facts: DayFacts) -> NextStep:
    """The same for a referee, who settles disputes and neither draws nor confirms."""
    if facts.finished:
        return _after_end(facts)
    playing = [one for one in facts.drawn if allowed(Act.WRITE_HAND, one.state)]
    if playing:
        first, *later = playing
        name = {"round": first.number}
        return NextStep(
            title=_("Hraje se %(round)s. kolo") % name,
            text=_("Spor řešíte na stránce hry: otevřete lístek stolu a v něm hru, o kterou jde."),
            action=_("Otevřít lístky %(round)s. kola") % name,
            place=Destination.SHEETS,
            round=first.number,
            also=tuple(_sheets_of(one.number) for one in later),
        )
    return NextStep(
        title=_("Teď se nehraje"),
        text=_("Lístky stolů se tu ukážou, jakmile pořadatel zveřejní losování."),
        action=_("Otevřít renonce a paušály"),
        place=Destination.RULES,
    )


def people_figures(facts: DayFacts, counts: EntryCounts) -> list[tuple[str, int]]:
    """What is worth knowing about the players now: who came only until the next draw is made."""
    registered = plural(counts.all, _("přihlášený"), _("přihlášení"), _("přihlášených"))
    figures = [(registered, counts.all)]
    if _awaits_draw(facts):
        present = plural(counts.present, _("přítomný"), _("přítomní"), _("přítomných"))
        seatable = plural(counts.seatable, _("sedne si"), _("sednou si"), _("sedne si"))
        figures += [(present, counts.present), (f"{seatable} {_('při losování')}", counts.seatable)]
    absent = plural(counts.absent, _("nepřišel"), _("nepřišli"), _("nepřišlo"))
    withdrawn = plural(counts.withdrawn, _("odstoupil"), _("odstoupili"), _("odstoupilo"))
    rare = [(absent, counts.absent), (withdrawn, counts.withdrawn)]
    return [*figures, *(one for one in rare if one[1])]


def _awaits_draw(facts: DayFacts) -> bool:
    """Whether a draw comes next, so that it matters who is here."""
    drawn = facts.drawn
    if facts.finished or (drawn and allowed(Act.WRITE_HAND, drawn[-1].state)):
        return False
    return len(drawn) < facts.rounds_planned or (bool(drawn) and allowed(Act.DRAW, drawn[-1].state))


def is_public(tournament: Tournament) -> bool:
    """Whether the public may see anything: people register from home, or some seating was published."""
    return tournament.home_open or tournament.rounds.filter(state__in=ALLOWED[Act.SHOW]).exists()


def round_lines(facts: DayFacts, *, drafts: bool) -> list[RoundLine]:
    """The drawn rounds; ``drafts`` only for those who may see them."""
    seen = [one for one in facts.drawn if drafts or allowed(Act.SHOW, one.state)]
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


def stages(facts: DayFacts) -> list[DayStage]:
    """The whole day in a row: registration, rounds, final standings; one of them is ``now``."""
    drawn = {one.number: one for one in facts.drawn}
    closed = [number for number, one in drawn.items() if allowed(Act.PUBLISH_STANDINGS, one.state)]
    numbers = range(1, max(facts.rounds_planned, *drawn, 1) + 1)
    done = [
        (_("Přihlášky"), bool(drawn)),
        *((_("%(round)s. kolo") % {"round": number}, number in closed) for number in numbers),
        (_("Konečné pořadí"), facts.finished),
    ]
    now = next((place for place, (_name, is_done) in enumerate(done) if not is_done), len(done))
    return [_stage(name, is_done, place == now) for place, (name, is_done) in enumerate(done)]


def _stage(name: str, is_done: bool, is_now: bool) -> DayStage:
    if is_done:
        return DayStage(name=name, state="done", icon="state-check", label=_("hotovo"))
    if is_now:
        return DayStage(name=name, state="now", icon="state-half", label="")
    return DayStage(name=name, state="ahead", icon="state-empty", label="")


def summary_of(tournament: Tournament, facts: DayFacts) -> str:
    """One line under the name: people, rounds, rate."""
    rounds = counted(facts.rounds_planned, _("kolo"), _("kola"), _("kol"))
    players = counted(facts.registered, _("hráč"), _("hráči"), _("hráčů"))
    rate = _("základní sazba %(rate)s") % {"rate": format_crowns(tournament.base_rate)}
    return " · ".join((players, rounds, rate))


def _progress(facts: RoundFacts, *, in_detail: bool) -> str:
    tables = counted(facts.tables, _("stůl"), _("stoly"), _("stolů"))
    if in_detail and allowed(Act.WRITE_HAND, facts.state):
        return _("%(tables)s, hotovo %(done)s") % {"tables": tables, "done": len(facts.done)}
    return tables


def joined(numbers: Sequence[int]) -> str:
    """Table numbers as they are read out: ``stůl 4, 7, 9``."""
    return _("stůl %(numbers)s") % {"numbers": ", ".join(str(number) for number in numbers)}


def _round_facts(
    number: int, state: RoundState, tables: Sequence[tuple[int, str]], published: bool, *, version: int
) -> RoundFacts:
    return RoundFacts(
        number=number,
        state=state,
        open=tuple(table for table, at in tables if allowed_at(TableAct.HAND_IN, at)),
        handed_in=tuple(table for table, at in tables if allowed_at(TableAct.TAKE_BACK, at)),
        done=tuple(table for table, at in tables if at in FINISHED_TABLES),
        standings_published=published,
        version=version,
    )


def _about_round(facts: RoundFacts) -> NextStep | None:
    """What a drawn round still needs; ``None`` when it is closed and its standings are out."""
    name = {"round": facts.number}
    if allowed(Act.PUBLISH, facts.state):
        return NextStep(
            title=_("%(round)s. kolo je vylosované, ale zatím ho nikdo nevidí") % name,
            text=_("Prohlédněte stoly a losování zveřejněte."),
            action=_("Zveřejnit losování %(round)s. kola") % name,
            place=Destination.PUBLISH,
            round=facts.number,
            version=facts.version,
            also=(Way(_("Prohlédnout návrh %(round)s. kola") % name, Destination.DRAW, facts.number),),
        )
    if allowed(Act.PUBLISH_STANDINGS, facts.state):
        return None if facts.standings_published else _publish_standings(facts.number)
    if allowed(Act.TAKE_BACK, facts.state) and not facts.handed_in and not facts.done:
        return NextStep(
            title=_("%(round)s. kolo může začít") % name,
            text=_("Vytiskněte rozesazení na zeď a lístky na stoly. Pak zapisujte výsledky."),
            action=_("Vytisknout lístky %(round)s. kola") % name,
            place=Destination.PRINTS,
            round=facts.number,
            also=(Way(_("Zapsat výsledky %(round)s. kola") % name, Destination.SHEETS, facts.number),),
        )
    if facts.open:
        return _collect(facts)
    if facts.handed_in:
        return NextStep(
            title=_("Zbývá potvrdit %(sheets)s: %(tables)s")
            % {"sheets": _sheets(len(facts.handed_in)), "tables": joined(facts.handed_in)},
            text=_("Odevzdané lístky porovnejte s papírem a potvrďte."),
            action=_("Potvrdit lístky %(round)s. kola") % name,
            place=Destination.SHEETS,
            round=facts.number,
        )
    return NextStep(
        title=_("%(round)s. kolo je celé potvrzené") % name,
        text=_("Uzavřete ho. Výsledky pak platí pro pořadí i pro další losování."),
        action=_("Uzavřít %(round)s. kolo") % name,
        place=Destination.CLOSE,
        round=facts.number,
        also=(_sheets_of(facts.number),),
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
        action=_("Zapsat výsledky %(round)s. kola") % {"round": facts.number},
        place=Destination.SHEETS,
        round=facts.number,
        also=(Way(_("Vytisknout lístky %(round)s. kola") % {"round": facts.number}, Destination.PRINTS),),
    )


def _publish_standings(number: int) -> NextStep:
    return NextStep(
        title=_("%(round)s. kolo je uzavřené") % {"round": number},
        text=_("Pořadí je spočítané, vidíte ho zatím jen vy. Zveřejněte ho hráčům."),
        action=_("Zveřejnit pořadí po %(round)s. kole") % {"round": number},
        place=Destination.PUBLISH_STANDINGS,
        round=number,
        also=(Way(_("Prohlédnout pořadí"), Destination.STANDINGS),),
    )


def _before_draw(facts: DayFacts, number: int) -> NextStep:
    if not facts.registered:
        return NextStep(
            title=_("Přihlaste hráče"),
            text=_("Opište je ručně, nebo nahrajte soubor s přihláškami z Excelu."),
            action=_("Otevřít seznam hráčů"),
            place=Destination.PLAYERS,
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
        action=_("Připravit losování %(round)s. kola") % {"round": number},
        place=Destination.DRAW,
        round=number,
    )


def _cannot_draw(facts: DayFacts, number: int, why: str) -> NextStep:
    words = [why]
    also: tuple[Way, ...] = ()
    if facts.only_ticked:
        words.append(_("Losují se jen odškrtnutí u prezence: odškrtněte, kdo přišel."))
    if facts.drawn:
        words.append(_("Nehraje-li se dál, turnaj ukončete."))
        also = (Way(_("Ukončit turnaj"), Destination.FINISH),)
    return NextStep(
        title=_("%(round)s. kolo zatím nejde vylosovat") % {"round": number},
        text=" ".join(words),
        action=_("Otevřít seznam hráčů"),
        place=Destination.PLAYERS,
        also=also,
    )


def _sheets_of(number: int) -> Way:
    return Way(_("Otevřít lístky %(round)s. kola") % {"round": number}, Destination.SHEETS, number)


def _sheets(count: int) -> str:
    return counted(count, _("lístek"), _("lístky"), _("lístků"))
