"""``draw``, ``plan_draw``, ``verify_draw``: what they print, and one sentence for every refusal."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rules import seating
from tests import factories
from tournament.actors import Actor
from tournament.enums import DrawMethod, RoundState
from tournament.models import Draw, Entry, LogEntry, Round, Tournament
from tournament.services.drawing import round_draw, seed_announce
from tournament.services.rounds import round_publish
from tournament.services.seating import seat_swap


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """What the command prints."""
    call_command(*map(str, arguments))
    return capsys.readouterr().out


def refusal(*arguments: object) -> str:
    """The sentence with which the command refuses."""
    with pytest.raises(CommandError) as refused:
        call_command(*map(str, arguments))
    return str(refused.value)


@pytest.mark.django_db
class TestDraw:
    @pytest.fixture
    def slug(self, small_tournament: Tournament) -> str:
        return small_tournament.slug

    def test_prints_tables_with_start_numbers_in_seat_order(
        self, slug: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        printed = json.loads(run(capsys, "draw", slug, "--round", 1, "--seed", "7"))

        round_ = Round.objects.get()
        assert printed == [
            {
                "table": table.number,
                "seats": list(table.seats.order_by("position").values_list("entry__number", flat=True)),
            }
            for table in round_.tables.order_by("number")
        ]
        assert sorted(key for table in printed for key in table["seats"]) == list(range(1, 9))
        assert (round_.state, round_.draws.get().seed) == (RoundState.DRAFT, "7")

    def test_draft_is_replaced_and_logged(self, slug: str, capsys: pytest.CaptureFixture[str]) -> None:
        first, again, other = (
            run(capsys, "draw", slug, "--round", 1, "--seed", seed) for seed in ("7", "7", "8")
        )

        assert first == again != other
        assert list(Draw.objects.values_list("seed", "current")) == [("7", False), ("7", False), ("8", True)]
        assert LogEntry.objects.filter(action="tournament.round.drawn").count() == 3

    def test_publish(self, slug: str, capsys: pytest.CaptureFixture[str]) -> None:
        run(capsys, "draw", slug, "--round", 1, "--publish")

        round_ = Round.objects.get()
        assert round_.state == RoundState.PUBLISHED
        assert round_.published_by.startswith("příkazová řádka (")

    @pytest.mark.parametrize("state", [RoundState.PUBLISHED, RoundState.PLAYING, RoundState.CLOSED])
    @pytest.mark.parametrize("seed", [("--seed", "7"), ()], ids=["same seed", "no seed"])
    def test_published_round_is_printed_as_it_is_stored(
        self,
        small_tournament: Tournament,
        desk: Actor,
        capsys: pytest.CaptureFixture[str],
        state: RoundState,
        seed: tuple[str, ...],
    ) -> None:
        round_ = round_draw(tournament=small_tournament, number=1, by=desk, seed="7")
        seat_swap(round_=round_, first=1, second=8, by=desk)
        round_publish(round_=round_, by=desk)
        Round.objects.update(state=state)

        printed = json.loads(run(capsys, "draw", small_tournament.slug, "--round", 1, *seed, "--publish"))

        stored = {
            table.number: list(table.seats.order_by("position").values_list("entry__number", flat=True))
            for table in round_.tables.all()
        }
        assert {table["table"]: table["seats"] for table in printed} == stored
        assert Draw.objects.count() == 1

    def test_another_seed_of_a_published_round_names_who_published_it_and_when(
        self, small_tournament: Tournament, desk: Actor
    ) -> None:
        round_publish(round_=round_draw(tournament=small_tournament, number=1, by=desk, seed="7"), by=desk)
        Round.objects.update(published_at=factories.SAVED_AT)

        assert refusal("draw", small_tournament.slug, "--round", 1, "--seed", "8") == (
            "1. kolo je zveřejněné: Olga Pořadatelová (14. 3. 2026 09:00) se semínkem 7; s jiným ho nejde"
            " losovat. Bez volby --seed se vypíše zveřejněné rozesazení."
        )
        assert Draw.objects.count() == 1

    def test_second_round_avoids_the_first(
        self, tournament: Tournament, capsys: pytest.CaptureFixture[str]
    ) -> None:
        factories.entries(tournament, 16)
        met: set[tuple[int, int]] = set()
        for number in (1, 2):
            tables = json.loads(run(capsys, "draw", tournament.slug, "--round", number, "--publish"))
            pairs = {pair for table in tables for pair in combinations(sorted(table["seats"]), 2)}
            assert not met & pairs
            met |= pairs

    def test_by_standings_of_closed_rounds(
        self, tournament: Tournament, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """S07: the order comes from scoring; the best sit at table 1."""
        Tournament.objects.update(draw_method=DrawMethod.STANDINGS)
        factories.entries(tournament, 8)
        first = factories.drawn_round(tournament, state=RoundState.CLOSED)
        for table, values in zip(first.tables.order_by("number"), ((8, 6, 4, 2), (7, 5, 3, 1)), strict=True):
            factories.table_result(table, [(0, value, 0) for value in values])

        run(capsys, "draw", tournament.slug, "--round", 2)

        draw = Draw.objects.get(round__number=2)
        assert draw.method == "standings"
        assert {player["key"]: player["rank"] for player in draw.protocol["players"]} == {
            1: 1, 5: 2, 2: 3, 6: 4, 3: 5, 7: 6, 4: 7, 8: 8,
        }  # fmt: skip

    def test_announced_seed_is_used(
        self, small_tournament: Tournament, desk: Actor, capsys: pytest.CaptureFixture[str]
    ) -> None:
        seed = seed_announce(tournament=small_tournament, number=1, by=desk).announced_seed

        assert "ohlášené semínko" in refusal("draw", small_tournament.slug, "--round", 1, "--seed", "7")
        run(capsys, "draw", small_tournament.slug, "--round", 1)
        assert Draw.objects.get().seed == seed

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("nikde", "--round", 1), "Turnaj „nikde“ v databázi není. Jsou tu: jarni-turnaj."),
            (("jarni-turnaj", "--round", 2), "Kola se losují po řadě; nejdřív vylosujte 1. kolo."),
            (("jarni-turnaj", "--round", 0), "Turnaj má kola 1 až 2, 0. kolo v něm není"),
        ],
        ids=["unknown tournament", "round too early", "round 0"],
    )
    def test_refused(self, slug: str, arguments: tuple[object, ...], words: str) -> None:
        assert refusal("draw", *arguments).startswith(words)
        assert not Round.objects.exists()

    def test_five_players(self, slug: str) -> None:
        Entry.objects.filter(number__gt=5).delete()

        assert "5 hráčů nelze rozsadit" in refusal("draw", slug, "--round", 1)


class TestPlanDraw:
    """No fixture here opens the database, so a query would fail the test."""

    def test_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        arguments = ("plan_draw", "--players", 16, "--rounds", 5, "--seed", 7, "--json")
        printed = json.loads(run(capsys, *arguments))

        assert printed.keys() == {"seed", "rounds", "repeats"}
        assert (printed["seed"], printed["repeats"], len(printed["rounds"])) == (7, 0, 5)
        for tables in printed["rounds"]:
            assert sorted(key for table in tables for key in table) == list(range(1, 17))
        assert json.loads(run(capsys, *arguments)) == printed

    def test_for_people(self, capsys: pytest.CaptureFixture[str]) -> None:
        lines = run(capsys, "plan_draw", "--players", 8, "--rounds", 1, "--seed", "a").splitlines()

        assert (lines[0], lines[1][:10], lines[-1]) == (
            "1. kolo",
            "  stůl 1: ",
            "Opakovaných dvojic: 0, semínko: a",
        )

    def test_fresh_seed_without_one(self, capsys: pytest.CaptureFixture[str]) -> None:
        seeds = {
            json.loads(run(capsys, "plan_draw", "--players", 8, "--rounds", 1, "--json"))["seed"]
            for _time in range(2)
        }

        assert len(seeds) == 2
        assert {len(bytes.fromhex(seed)) for seed in seeds} == {16}

    @pytest.mark.parametrize(
        ("players", "sentence"),
        [
            (0, "Není přítomen žádný hráč; k losování jsou potřeba aspoň 3."),
            (1, "Přítomen je 1 hráč; k losování jsou potřeba aspoň 3."),
            (2, "Přítomni jsou 2 hráči; k losování jsou potřeba aspoň 3."),
            (
                5,
                "5 hráčů nelze rozsadit ke stolům po třech a po čtyřech; přidejte nebo uberte jednoho hráče.",
            ),
        ],
    )
    def test_refused(self, players: int, sentence: str) -> None:
        assert refusal("plan_draw", "--players", players, "--rounds", 1) == sentence

    @pytest.mark.parametrize("rounds", [0, -1, 1000])
    def test_refused_rounds(self, rounds: int) -> None:
        assert "Počet kol" in refusal("plan_draw", "--players", 8, "--rounds", rounds)


class TestVerifyDraw:
    @pytest.fixture
    def protocol(self) -> dict[str, Any]:
        """A draw of eight with the seed 7."""
        request = seating.DrawRequest(
            round=1, entrants=tuple(seating.Entrant(n, f"Hráč {n}") for n in range(1, 9)), seed="7"
        )
        return seating.protocol(request, seating.draw_round(request), salt="0" * 32)

    def written(self, folder: Path, content: object) -> Path:
        """A file with this content."""
        path = folder / "losovani.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def test_right(
        self, protocol: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        printed = run(capsys, "verify_draw", self.written(tmp_path, protocol))

        assert printed == (
            "Losování souhlasí: 1. kolo, 8 hráčů, 2 stoly,"
            f" semínko 7 (SHA-256 {seating.seed_digest('7')}), algoritmus {seating.ALGORITHM}.\n"
        )

    def test_public_file_and_the_full_one_against_it(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        people = tuple(
            seating.Entrant(n, f"Hráč {n}", fixed_table=2 if n == 3 else None) for n in range(1, 9)
        )
        request = seating.DrawRequest(round=1, entrants=people, seed="7")
        protocol = seating.protocol(request, seating.draw_round(request), salt="0" * 32)
        full = self.written(tmp_path, protocol)
        public = tmp_path / "verejny.json"
        public.write_text(json.dumps(seating.public_protocol(protocol)), encoding="utf-8")

        alone = run(capsys, "verify_draw", public)
        assert alone.startswith("Veřejný protokol souhlasí, pokud jde ověřit bez soukromých přání (jsou 1):")
        assert f"má mít SHA-256 {seating.sealed_digest(protocol)}." in alone
        both = run(capsys, "verify_draw", full, public)
        assert both.startswith("Losování souhlasí:")
        assert both.endswith("Veřejný protokol je z tohoto úplného a jeho otisk souhlasí.\n")
        protocol["salt"] = "1" * 32
        other = tmp_path / "jiny.json"
        other.write_text(json.dumps(protocol), encoding="utf-8")
        assert "nepatří k tomuto úplnému" in refusal("verify_draw", other, public)

    def test_seats_changed_afterwards(self, protocol: dict[str, Any], tmp_path: Path) -> None:
        one, two = protocol["tables"]
        one["seats"][0], two["seats"][0] = two["seats"][0], one["seats"][0]

        assert "Podle semínka vychází jiné rozesazení" in refusal(
            "verify_draw", self.written(tmp_path, protocol)
        )

    def test_seed_chosen_afterwards(self, protocol: dict[str, Any], tmp_path: Path) -> None:
        protocol["seed_sha256"] = seating.seed_digest("jiné")

        assert "Otisk neodpovídá semínku" in refusal("verify_draw", self.written(tmp_path, protocol))

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            ("", "není protokol losování"),
            ("{", "není protokol losování"),
            ("[]", "Protokol má mít"),
            ("null", "Protokol má mít"),
            ('{"seed": 7}', "Protokol má mít"),
        ],
    )
    def test_not_a_protocol(self, content: str, words: str, tmp_path: Path) -> None:
        assert words in refusal("verify_draw", self.written(tmp_path, content))

    def test_missing_file(self, tmp_path: Path) -> None:
        assert "se nedá přečíst" in refusal("verify_draw", tmp_path / "není.json")
