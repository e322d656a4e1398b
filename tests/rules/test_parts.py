"""What card points mean, and which renoncy cost points: the figures under a settlement, one by one."""

import pytest

from rules import find_rulebook, offences, parts
from rules.records import Offence, PartPlay, Points, QuietSto


@pytest.mark.parametrize(
    ("points", "marriage", "result"),
    [
        (Points(60, (40, 20)), "highest", (True, 3)),
        (Points(60, (40, 20)), "first", (True, 3)),
        (Points(60, (20, 40)), "highest", (True, 3)),
        (Points(60, (20, 40)), "first", (False, 2)),
        (Points(90), "highest", (False, 1)),
        (Points(80, (20,)), "highest", (True, 1)),
        (Points(70, (20,), (20,)), "highest", (False, 3)),
    ],
)
def test_sto(points: Points, marriage: str, result: tuple[bool, int]) -> None:
    book = find_rulebook("csm", overrides={"sto_marriage": marriage})
    assert parts.sto_result(points, book) == result


@pytest.mark.parametrize(
    ("points", "won"),
    [(Points(50), True), (Points(40), False), (Points(40, (20,)), True), (Points(50, (), (20,)), False)],
)
def test_hra(points: Points, won: bool) -> None:
    assert parts.hra_won(points) is won


@pytest.mark.parametrize(
    ("points", "quiet"),
    [
        (Points(90), None),
        (Points(90, (20,)), QuietSto("declarer", 2)),
        (Points(80, (20,)), QuietSto("declarer", 1)),
        (Points(10, (), (20,)), QuietSto("defence", 1)),
        (Points(0, (), (40,)), QuietSto("defence", 4)),
        (Points(20, (), (20,)), None),
    ],
)
def test_quiet_sto(points: Points, quiet: QuietSto | None) -> None:
    assert parts.quiet_sto_of(points) == quiet


TWO_SEVENS_AND_STO = [PartPlay("dve_sedmy"), PartPlay("sto")]


@pytest.mark.parametrize(
    ("parts_played", "renonce", "decided"),
    [
        (TWO_SEVENS_AND_STO, [], set()),
        (TWO_SEVENS_AND_STO, [Offence("B", "C1")], {"dve_sedmy", "sto"}),
        (TWO_SEVENS_AND_STO, [Offence("B", "C1", playout=True)], set()),
        (TWO_SEVENS_AND_STO, [Offence("B", "C13")], {"sto"}),
        (TWO_SEVENS_AND_STO, [Offence("B", "C8")], set()),
        ([PartPlay("hra"), PartPlay("sedma", lozena=True)], [Offence("A", "B18")], {"sedma"}),
        ([PartPlay("hra"), PartPlay("sedma")], [Offence("A", "B18")], {"hra", "sedma"}),
        ([PartPlay("dve_sedmy")], [Offence("B", "C12")], {"dve_sedmy"}),
    ],
)
def test_parts_that_need_no_outcome(
    parts_played: list[PartPlay], renonce: list[Offence], decided: set[str]
) -> None:
    contract = "dve_sedmy_sto" if len(parts_played) == 2 else "dve_sedmy"
    verdict = offences.judge(renonce, contract=contract, declarer="A")
    assert offences.decided_parts(verdict, parts_played) == decided


@pytest.mark.parametrize(
    ("offence", "is_renonc", "can_decide"),
    [
        (Offence("A", "C1"), True, True),
        (Offence("A", "C8"), False, False),
        (Offence("A", "C12"), True, False),
        (Offence("A", "B18"), True, False),
        (Offence("A", "REF", pausal=0, lost=False), False, False),
        (Offence("A", "REF", pausal=1, lost=False), True, False),
        (Offence("A", "REF", pausal=0, lost=True), True, True),
    ],
)
def test_renoncy(offence: Offence, is_renonc: bool, can_decide: bool) -> None:
    assert (offences.is_renonc(offence), offences.can_decide(offence)) == (is_renonc, can_decide)
