"""How long it takes to make a web of files of a tournament, how large it is and how much memory it needs.

    python -m benchmarks.website [players] [rounds]

By default 320 players and ten closed rounds whose standings are published. Twice: when no page was made yet,
and when all of them are kept. Processor time of the program alone, in its own process.
"""

import os
import resource
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.archive import PLAYERS, ROUNDS, SLUG, set_up
from benchmarks.reading import published


def main() -> None:
    """Make the tournament, ask for its web twice, print a line for each."""
    size = (*map(int, sys.argv[1:]), *(PLAYERS, ROUNDS)[len(sys.argv) - 1 :])
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'website.sqlite3'}"
        set_up()
        from django.conf import settings

        from config.statics import put_together

        put_together()
        settings.PAGES_DIR = Path(folder) / "pages"
        published(Path(folder), *size)
        before = _memory()
        for words in ("made anew", "kept pages"):
            begun = time.process_time()
            kilobytes, files = _made()
            spent = time.process_time() - begun
            print(f"{words}: {spent:.1f} s, {kilobytes} kB in {files} files")
        print(f"memory above what the program had: {_memory() - before} MB")


def _made() -> tuple[int, int]:
    """Kilobytes of the ZIP, and how many files are in it."""
    from zipfile import ZIP_DEFLATED, ZipFile

    from public.views.website import Website

    with tempfile.TemporaryFile() as file:
        with ZipFile(file, "w", ZIP_DEFLATED) as packed:
            Website(SLUG, packed).write()
            files = len(packed.namelist())
        return file.tell() // 1000, files


def _memory() -> int:
    """The most megabytes that the process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
