"""The bodovací tabulka: premium points as versioned data, and the rows proposed for a hand (R-020).

A table is what somebody published, with its source and date. Rows are only proposed, the scribe decides; what
a table does not hold is never guessed.
"""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.contracts import TRUMPLESS
from rules.errors import UnknownTable
from rules.language import CZECH
from rules.parts import counted_fleks
from rules.records import Hand
from rules.settlement import Settlement
from rules.shown import shown

DATA: Final = Path(__file__).parent / "data"

MARRIAGES: Final = ("trump", "plain")
# What the figures are multiplied by; `half_of_sto` gives half of the points of the proposed rows for sto.
TIMES: Final = ("", "aces", "suits", "fleks", "half_of_sto")
STO_ROWS: Final = "sto."


class Row(NamedTuple):
    """One row: points with the lead (`s`, s výnosem) and without it (`bez`), and when it applies.

    A figure the source does not show is None. A condition that is empty or None asks for nothing.

    >>> Row("hra.x", "vlastní řádek", s=1, contracts=("hra",)).bez is None
    True
    """

    id: str
    text: str
    s: int | None = None
    bez: int | None = None
    to: str = "declarer"
    times: str = ""
    contracts: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    trumps_from: int | None = None
    trumps_to: int | None = None
    tops: str = ""
    marriage: str = ""
    helpers_from: int | None = None
    helpers_to: int | None = None
    flekker_suits_from: int | None = None
    flekker_suits_to: int | None = None
    six: bool = False
    lozena: bool = False

    def points(self, lead: bool) -> int | None:
        """The figure of the column, None where the source shows none.

        >>> Row("hra.x", "vlastní řádek", s=1, bez=2).points(lead=False)
        2
        """
        return self.s if lead else self.bez

    def to_json(self) -> dict[str, Any]:
        """The row as an object of its fields that say something.

        >>> Row("hra.x", "vlastní řádek", s=1, contracts=("hra",)).to_json()
        {'id': 'hra.x', 'text': 'vlastní řádek', 's': 1, 'contracts': ['hra']}
        """
        said = {
            name: value for name, value in self._asdict().items() if value != Row._field_defaults.get(name)
        }
        return {name: list(value) if isinstance(value, tuple) else value for name, value in said.items()}


class PointsTable(NamedTuple):
    """A table as published: `source` says where, `date` from when (as the source gives it).

    `gaps` names what the published table has but no copy shows, by the keys of `GAP_NAMES`; `own` are the ids
    of rows that an organiser joined to it.

    >>> find_points_table("csm-2014").date
    '2014'
    """

    id: str
    version: int
    name: str
    source: str
    date: str
    rows: tuple[Row, ...]
    gaps: tuple[str, ...] = ()
    own: tuple[str, ...] = ()

    def joined(self, own: "PointsTable") -> "PointsTable":
        """The same with an organiser's own rows behind its rows, or in their place where the id is one.

        >>> csm = find_points_table("csm-2014")
        >>> own = csm._replace(id="own", rows=(Row("betl", "betl", bez=10, contracts=("betl",)),))
        >>> csm.joined(own).row("betl").bez, len(csm.joined(own).rows) - len(csm.rows)
        (10, 1)
        """
        in_place = {row.id: row for row in own.rows}
        published = {row.id for row in self.rows}
        return self._replace(
            rows=(
                *(in_place.get(row.id, row) for row in self.rows),
                *(row for row in own.rows if row.id not in published),
            ),
            own=tuple(in_place),
        )

    def beside(self, published: "PointsTable") -> tuple[Row, ...]:
        """The rows that make this table another one than `published`: what joined to it gives this one, where
        none was left out.

        >>> csm = find_points_table("csm-2014")
        >>> [row.id for row in csm._replace(rows=(*csm.rows, Row("betl", "betl", bez=10))).beside(csm)]
        ['betl']
        """
        there = {row.id: row for row in published.rows}
        return tuple(row for row in self.rows if there.get(row.id) != row)

    @property
    def missing(self) -> tuple[str, ...]:
        """The gaps for which no row was joined.

        >>> find_points_table("csm-2014").missing
        ('betl', 'durch', 'dve_sedmy', 'fleks', 'minus')
        """
        return tuple(gap for gap in self.gaps if not any(_fills(row, gap) for row in self.rows))

    @property
    def missing_text(self) -> str:
        """What no copy of the table shows and nobody joined, a Czech sentence or nothing.

        >>> find_points_table("csm-2014").missing_text
        'Řádky pro betl, durch, dvě sedmy, fleky a mínusové body žádný opis tabulky neukazuje.'
        """
        if not self.missing:
            return ""
        return (
            f"Řádky pro {CZECH.names([GAP_NAMES[gap] for gap in self.missing])} žádný opis tabulky neukazuje."
        )

    def row(self, row_id: str) -> Row | None:
        """The row of that id, None when the table has none.

        >>> find_points_table("csm-2014").row("sto.1.ten").bez is None
        True
        """
        return next((row for row in self.rows if row.id == row_id), None)

    def to_json(self) -> dict[str, Any]:
        """The table ready for JSON; `rules.points_sheet.table_from_json` reads it back.

        >>> sorted(find_points_table("csm-2014").to_json())
        ['date', 'gaps', 'id', 'name', 'rows', 'source', 'version']
        """
        data = self._asdict() | {"rows": [row.to_json() for row in self.rows], "gaps": list(self.gaps)}
        del data["own"]
        if not self.gaps:
            del data["gaps"]
        return data


GAP_NAMES: Final = {
    "betl": "betl",
    "durch": "durch",
    "dve_sedmy": "dvě sedmy",
    "fleks": "fleky",
    "minus": "mínusové body",
}


def _fills(row: Row, gap: str) -> bool:
    if gap == "minus":
        return row.lozena or any(figure < 0 for figure in (row.s, row.bez) if figure is not None)
    if gap == "fleks":
        return row.to == "flekker" and not _fills(row, "minus")
    return row.to == "declarer" and gap in row.contracts


class Facts(NamedTuple):
    """What the rows ask about a hand; None where nobody has said it.

    `lead`: the declarer leads (forhont, in games with trumps). `tops` and `marriage` (the one sto stands on)
    as in a row; `helpers`, `aces` (catching ones, against betl) and `suits` (not ložené, in durch) are
    numbers; `six`: betl on a lone six; `flekker_suits`: the suits the flek stood on; `lozena`: a ložená part
    was flekked; `fleks`: how many fleks the first flekker gave until the other defender joined (B/16).

    >>> Facts("betl", "A", frozenset({"betl"}), lead=False, aces=2).trumps is None
    True
    """

    contract: str
    declarer: str
    won: frozenset[str]
    lead: bool
    flekker: str | None = None
    lozena: bool = False
    fleks: int = 0
    trumps: int | None = None
    tops: str | None = None
    marriage: str | None = None
    helpers: int | None = None
    aces: int | None = None
    suits: int | None = None
    six: bool | None = None
    flekker_suits: int | None = None


class Proposal(NamedTuple):
    """Points a table gives for a hand: to whom, how many, by which row.

    >>> facts = Facts("betl", "A", frozenset({"betl"}), lead=False, aces=2, six=False)
    >>> proposal = propose(find_points_table("sloapslam-2010"), facts).rows[0]
    >>> proposal.to, proposal.points, proposal.row.id
    ('A', 20, 'betl.ace')
    """

    to: str
    points: int
    row: Row


class Proposals(NamedTuple):
    """What a table says about a hand.

    `rows` can be claimed; `needs` are facts that would have to be known to propose more; `without_figure` are
    rows that apply but whose figure the source does not show; `gaps` says what the table lacks.

    >>> propose(find_points_table("csm-2014"), Facts("sedma", "A", frozenset({"sedma"}), True)).needs
    ('trumps',)
    """

    rows: tuple[Proposal, ...]
    needs: tuple[str, ...]
    without_figure: tuple[Row, ...]
    gaps: str = ""

    @property
    def text(self) -> str:
        """What a person should know beside the proposed rows, a Czech sentence or nothing.

        >>> facts = Facts("hra", "A", frozenset({"hra"}), True)
        >>> propose(find_points_table("csm-2014"), facts).text.split(". ")[1]
        'Řádky pro betl, durch, dvě sedmy, fleky a mínusové body žádný opis tabulky neukazuje.'
        """
        if self.without_figure:
            names = ", ".join(f"„{row.text}“" for row in self.without_figure)
            return f"Tabulka neuvádí hodnotu řádku {names}; body lze zapsat ručně."
        if self.needs:
            return f"K návrhu bodů chybí: {', '.join(FACT_NAMES[need] for need in self.needs)}."
        if not self.rows:
            text = "Tabulka pro tuto hru žádný řádek nemá; body lze zapsat ručně."
            return f"{text} {self.gaps}" if self.gaps else text
        return ""


FACT_NAMES: Final = {
    "trumps": "počet trumfů aktéra",
    "tops": "trumfové eso a desítka v ruce aktéra",
    "marriage": "hláška, na které sto stojí",
    "helpers": "počet pomocných",
    "aces": "počet chytajících es",
    "suits": "počet barev, které nejsou ložené",
    "six": "zda se betl hrál na šesteráka s chytákem v jedné barvě",
    "flekker_suits": "počet barev, na které se flekovalo",
}


def points_table_ids() -> tuple[str, ...]:
    """The ids of the published tables.

    >>> points_table_ids()
    ('csm-2014', 'sloapslam-2010')
    """
    return tuple(sorted(_published()))


def find_points_table(table_id: str, *, version: int | None = None) -> PointsTable:
    """A published table, its newest version unless one is asked for. Raises UnknownTable.

    >>> find_points_table("sloapslam-2010").row("sedma.2").text
    'sedma na 2 trumfy'
    """
    versions = _published().get(table_id)
    if versions is None:
        known = ", ".join(points_table_ids())
        raise UnknownTable(f"Bodovací tabulku {shown(table_id)} neznám; na výběr jsou {known}.")
    table = versions.get(max(versions) if version is None else version)
    if table is None:
        raise UnknownTable(f"Bodovací tabulka {shown(table_id)} nemá verzi {shown(version)}.")
    return table


@cache
def _published() -> dict[str, dict[int, PointsTable]]:
    tables: dict[str, dict[int, PointsTable]] = {}
    for path in DATA.glob("points_table_*.toml"):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        rows = tuple(_row(row) for row in data["rows"])
        table = PointsTable(**data | {"rows": rows, "gaps": tuple(data.get("gaps", ()))})
        tables.setdefault(table.id, {})[table.version] = table
    return tables


def _row(data: dict[str, Any]) -> Row:
    values: dict[str, Any] = {n: tuple(v) if isinstance(v, list) else v for n, v in data.items()}
    return Row(**values)


def facts_of(hand: Hand, settlement: Settlement, **known: Any) -> Facts:
    """The facts a settled hand itself tells; `known` adds what a person says about the cards.

    >>> from rules import parse_hand, settle
    >>> hand = parse_hand({"players": ["A", "B", "C"], "dealer": "C", "declarer": "A", "contract": "sto",
    ...     "trumps": 4, "points": {"declarer_cards": 80, "declarer_marriages": [20]}})
    >>> facts = facts_of(hand, settle(hand), tops="neither")
    >>> facts.lead, facts.marriage, sorted(facts.won)
    (True, 'plain', ['sto'])
    """
    contract = hand.contract or ""
    parts = [play.part for play in hand.parts]
    forhont = hand.players[(hand.players.index(hand.dealer) + 1) % len(hand.players)]
    counted = [(play, counted_fleks(play.fleks, hand.rulebook)) for play in hand.parts]
    flekked = [(play, fleks) for play, fleks in counted if fleks]
    fleks = next((fleks for _, fleks in flekked), ())
    told = {
        "trumps": hand.trumps,
        "marriage": _marriage(hand),
        "flekker": fleks[0] if fleks else None,
        "lozena": any(play.lozena for play, _ in flekked),
        "fleks": fleks_of_the_first(fleks, hand.declarer),
    }
    return Facts(
        contract=contract,
        declarer=hand.declarer or "",
        won=frozenset(line.part for line in settlement.lines if line.won and line.part in parts),
        lead=hand.declarer == forhont and contract not in TRUMPLESS,
        **told | known,
    )


def fleks_of_the_first(fleks: Sequence[str], declarer: str | None) -> int:
    """How many fleks the first flekker gave until the other defender joined (B/16).

    >>> fleks_of_the_first(("B", "A", "B", "A"), "A"), fleks_of_the_first(("B", "A", "C", "A", "B"), "A")
    (2, 1)
    """
    count = 0
    for player in fleks:
        if player not in (declarer, fleks[0]):
            break
        count += player == fleks[0]
    return count


def _marriage(hand: Hand) -> str | None:
    """Whether sto stands on the trump hláška or on another, where the points tell."""
    marriages = hand.points.declarer_marriages if hand.points else ()
    if not marriages:
        return None
    helping = marriages[0] if hand.rulebook.sto_marriage == "first" else max(marriages)
    return "trump" if helping == 40 else "plain"


def propose(table: PointsTable, facts: Facts) -> Proposals:
    """The rows of a table that apply to a hand (R-020); only proposals, never claims.

    >>> facts = Facts("sto", "A", frozenset({"sto"}), lead=False, trumps=3, tops="no_ace", marriage="plain")
    >>> [(p.row.id, p.points) for p in propose(find_points_table("csm-2014"), facts).rows]
    [('sto.3.plain', 16), ('sto.3.no_ace', 40)]
    """
    found: list[Proposal] = []
    needs: list[str] = []
    without_figure: list[Row] = []
    for row in table.rows:
        to = facts.declarer if row.to == "declarer" else facts.flekker
        if to is None or facts.contract not in row.contracts or not facts.won.issuperset(row.won):
            continue
        answers = dict(_answers(row, facts))
        if False in answers.values():
            continue
        unknown = [fact for fact, answer in answers.items() if answer is None]
        if unknown:
            needs += [fact for fact in unknown if fact not in needs]
            continue
        points = _figure(row, facts, found)
        if points is None:
            without_figure.append(row)
        elif points:
            found.append(Proposal(to, points, row))
    return Proposals(tuple(found), tuple(needs), tuple(without_figure), table.missing_text)


def _answers(row: Row, facts: Facts) -> Iterator[tuple[str, bool | None]]:
    """For every fact a row asks about, whether it agrees; None when it is not known."""
    for fact, lowest, highest in (
        ("trumps", row.trumps_from, row.trumps_to),
        ("helpers", row.helpers_from, row.helpers_to),
        ("flekker_suits", row.flekker_suits_from, row.flekker_suits_to),
    ):
        if lowest is not None or highest is not None:
            yield fact, _within(getattr(facts, fact), lowest, highest)
    for fact, wanted in (("tops", row.tops), ("marriage", row.marriage)):
        if wanted:
            value = getattr(facts, fact)
            yield fact, None if value is None else value == wanted
    if row.six:
        yield "six", facts.six
    if row.lozena:
        yield "lozena", facts.lozena
    if row.times in ("aces", "suits"):
        yield row.times, None if getattr(facts, row.times) is None else True


def _within(value: int | None, lowest: int | None, highest: int | None) -> bool | None:
    if value is None:
        return None
    return (lowest is None or value >= lowest) and (highest is None or value <= highest)


def _figure(row: Row, facts: Facts, found: Sequence[Proposal]) -> int | None:
    """The points of a row that applies, None where the source shows no figure."""
    if row.times == "half_of_sto":
        points = sum(proposal.points for proposal in found if proposal.row.id.startswith(STO_ROWS))
        # The published figures for sto are even; half a point of an own table is rounded up.
        return (points + 1) // 2
    figure = row.points(facts.lead)
    times = 1 if not row.times else getattr(facts, row.times)
    return None if figure is None else figure * times
