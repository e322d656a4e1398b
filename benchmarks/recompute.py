"""How long it takes to settle every stored hand of a large tournament again, and how much memory.

    python -m benchmarks.recompute [hands]

The hands (default 30,000) are those of a demo tournament, repeated in a database of its own that is thrown
away. Compare the processor seconds: what else the machine does counts only in the seconds of the clock.
"""

import os
import resource
import sys
import tempfile
import time
from pathlib import Path

HANDS = 30_000


def main() -> None:
    """Make the tournament, settle its hands again, print the figures."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else HANDS
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'hands.sqlite3'}"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django

        django.setup()
        measure(wanted)


def measure(wanted: int) -> None:
    """Peak memory is that of the whole process, before and after, so its growth is what the hands cost."""
    from django.core.management import call_command

    from scoring.models import Hand
    from scoring.selectors.recount import recount
    from scoring.services.demo import Stage, demo_tournament
    from tournament.actors import command_line_actor

    call_command("migrate", verbosity=0)
    tournament = demo_tournament(by=command_line_actor(), stage=Stage.FINISHED, players=64, rounds=4, seed=1)
    made = list(Hand.objects.values("table_id", "record", "money", "premium", "limited"))
    rows = (
        Hand(sequence=1000 + number, written_by="benchmark", **made[number % len(made)])
        for number in range(wanted - len(made))
    )
    Hand.objects.bulk_create(rows, batch_size=1000)
    before = _peak_mb()
    cpu, clock = time.process_time(), time.perf_counter()
    differences = sum(problem is not None for problem in recount(tournament))
    print(f"hands settled again      {Hand.objects.count()}")
    print(f"differences              {differences}")
    print(f"processor seconds        {time.process_time() - cpu:.1f}")
    print(f"seconds of the clock     {time.perf_counter() - clock:.1f}")
    print(f"peak memory before, MB   {before:.0f}")
    print(f"peak memory after, MB    {_peak_mb():.0f}")


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
