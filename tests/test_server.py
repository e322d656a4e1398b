"""config/server.py as people meet it: it prepares an empty database, greets, serves many, and ends."""

import gc
import os
import re
import select
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from waitress.adjustments import Adjustments

from benchmarks.load import free_port
from config import server
from config.bodies import WholeBody

PROJECT = Path(__file__).resolve().parent.parent


@dataclass
class Running:
    """A server that has greeted."""

    process: "subprocess.Popen[str]"
    address: str
    greeting: str

    def end(self) -> tuple[int, str]:
        """Press Ctrl+C: exit status and everything said from then on."""
        self.process.send_signal(signal.SIGINT)
        said, complained = self.process.communicate()
        return self.process.returncode, said + complained


def hear_ctrl_c() -> None:
    """Whoever starts the tests in the background has shut this signal out, also for what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(database: Path, port: int | None = None, **environment: str) -> Running:
    port = port or free_port()
    inherited = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    process = subprocess.Popen(
        [sys.executable, "-m", "config.server", "--port", str(port)],
        cwd=PROJECT,
        env={
            **inherited,
            "PYTHONUTF8": "1",
            "DATABASE_URL": f"sqlite:///{database}",
            "PUBLIC_URL": f"http://127.0.0.1:{port}",
            **environment,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=hear_ctrl_c if os.name == "posix" else None,
    )
    assert process.stdout is not None
    greeting = ""
    # The last line of the greeting; a server that fails closes its output, and the test sees what it said.
    while "Ctrl+C" not in greeting and (line := process.stdout.readline()):
        greeting += line
    return Running(process, f"http://127.0.0.1:{port}/", greeting)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server") / "forhont.sqlite3"


@pytest.fixture(scope="module")
def first(database: Path) -> Iterator[Running]:
    """The first start on an empty database."""
    running = start(database)
    yield running
    running.process.kill()
    running.process.communicate()


def test_first_start_tells_where_and_how_to_get_in(first: Running) -> None:
    assert first.address.rstrip("/") in first.greeting
    assert re.search(r"poradatel\W+(heslo\W+)?\S{10,}", first.greeting)
    assert "demo-poradatel nebo demo-rozhodci, heslo licitovany-marias" in first.greeting


@pytest.mark.skipif(
    not hasattr(select, "poll"), reason="without poll() a server watches 500 connections at most"
)
def test_many_open_connections_are_all_answered(first: Running) -> None:
    done = subprocess.run(
        [
            sys.executable,
            str(PROJECT / "benchmarks" / "connections.py"),
            f"--url={first.address}",
            "--connections=520",
        ],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.findall(r"round (\d): (\d+) answers", done.stdout) == [("1", "520"), ("2", "520")]


@pytest.mark.parametrize("megabytes", [12, 60])
def test_a_body_over_the_limit_is_refused_with_a_page(first: Running, megabytes: int) -> None:
    """The sender is let to finish: answered earlier, a browser shows a broken connection."""
    sent = urllib.request.Request(first.address, data=bytes(megabytes * 1024 * 1024), method="POST")

    with pytest.raises(urllib.error.HTTPError) as refusal:
        urllib.request.urlopen(sent)

    assert refusal.value.code == 413
    page = refusal.value.read().decode()
    assert "<p data-refusal>Soubor je moc velký, program bere nejvýš 5 MB." in page
    with urllib.request.urlopen(first.address) as after:
        assert after.status == 200


@pytest.mark.parametrize(
    ("sizes", "completed"),
    [
        pytest.param([100, 40, 60], [False, False, True], id="all of it comes"),
        pytest.param([10**12], [True], id="more than anybody waits for"),
    ],
)
def test_what_is_too_large_goes_nowhere(sizes: list[int], completed: list[bool]) -> None:
    length, *parts = sizes
    parser = WholeBody(Adjustments(max_request_body_size=50))
    head = f"POST / HTTP/1.1\r\nContent-Length: {length}\r\n\r\n".encode()

    seen = [parser.received(head) == len(head) and parser.completed]
    seen += [
        parser.received(bytes(part) + b"x" * (part == 60)) == part and parser.completed for part in parts
    ]

    assert seen == completed
    assert parser.error.code == 413
    assert len(parser.get_body_stream().read()) == 0


def test_ctrl_c_ends_it_cleanly_and_the_next_start_keeps_everything(first: Running, database: Path) -> None:
    assert first.end() == (0, "\nForhont skončil.\n")
    second = start(database)
    assert second.end() == (0, "\nForhont skončil.\n")
    assert second.greeting == (
        f"\nForhont běží na adrese {second.address.rstrip('/')}\n"
        "Ukázková přihlášení: demo-poradatel nebo demo-rozhodci, heslo licitovany-marias\n"
        "Program ukončíte klávesami Ctrl+C.\n"
    )
    in_the_hall = start(database, PUBLIC_URL="http://192.168.1.20:8000")
    assert in_the_hall.end() == (0, "\nForhont skončil.\n")
    assert in_the_hall.greeting == (
        "\nForhont běží na adrese http://192.168.1.20:8000\n"
        "Ukázková přihlášení v síti neplatí, přihlaste se vlastním účtem.\n"
        "Program ukončíte klávesami Ctrl+C.\n"
    )


@pytest.mark.parametrize(
    ("open_files", "connections"),
    [
        pytest.param(4000, 2000, id="plenty"),
        pytest.param(1024, 616, id="usual limit of Linux"),
        pytest.param(256, 104, id="macOS, when it cannot be raised"),
    ],
)
def test_connections_leave_files_to_the_program(
    monkeypatch: pytest.MonkeyPatch, open_files: int, connections: int
) -> None:
    monkeypatch.setattr(server.select, "poll", object(), raising=False)
    found = server.options(host="127.0.0.1", port=8000, open_files=open_files)
    assert (found["connection_limit"], found["asyncore_use_poll"]) == (connections, True)


def test_windows_serves_as_many_as_it_can_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(server.select, "poll", raising=False)
    found = server.options(host="127.0.0.1", port=8000, open_files=4000)
    assert (found["connection_limit"], found["asyncore_use_poll"]) == (500, False)


def test_what_a_start_has_loaded_is_not_looked_through_again() -> None:
    """A generation that is collected holds every thread up, so only what requests leave behind is in it."""
    server.keep_what_is_loaded()
    try:
        assert gc.get_freeze_count() > 100_000
        assert len(gc.get_objects()) < gc.get_freeze_count() // 10
    finally:
        gc.unfreeze()


def test_proxy_is_believed_only_where_encryption_ends_there(settings: object) -> None:
    plain = server.options(host="127.0.0.1", port=8000, open_files=1024)
    assert "trusted_proxy" not in plain
    settings.PUBLIC_URL = "https://turnaj.example.cz"  # type: ignore[attr-defined]
    behind = server.options(host="127.0.0.1", port=8000, open_files=1024)
    assert behind["trusted_proxy"] == "127.0.0.1"
    assert behind["trusted_proxy_headers"] == {"x-forwarded-for", "x-forwarded-proto"}
