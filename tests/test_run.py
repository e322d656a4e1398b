"""run.py: what it asks for, what it says, and that the next set-up finishes one that was cut off."""

import ast
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import run

PROJECT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("arguments", "call"),
    [
        pytest.param([], run.Call("serve", 8000, False), id="nothing"),
        pytest.param(["--lan"], run.Call("serve", 8000, True), id="lan"),
        pytest.param(["--port", "8001"], run.Call("serve", 8001, False), id="port"),
        pytest.param(["--lan", "--port=80"], run.Call("serve", 80, True), id="lan and port"),
        pytest.param(["setup"], run.Call("setup"), id="setup"),
        pytest.param(["check"], run.Call("check"), id="check"),
        pytest.param(
            ["test", "-k", "setup"], run.Call("test", rest=("-k", "setup")), id="test passes words on"
        ),
    ],
)
def test_call_is_read(arguments: list[str], call: run.Call) -> None:
    assert run.read_call(arguments) == call


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(["--port", "osm"], "Port má být číslo od 1 do 65535.*„osm“", id="port is a word"),
        pytest.param(["--port", "65536"], "Port má být číslo od 1 do 65535.*„65536“", id="port too high"),
        pytest.param(["--port=0"], "Port má být číslo od 1 do 65535.*„0“", id="port zero"),
        pytest.param(["--port", "²"], "Port má být číslo od 1 do 65535.*„²“", id="digit that is none"),
        pytest.param(["--port"], "Port má být číslo od 1 do 65535.*„“", id="port left out"),
        pytest.param(["start"], "Slovu „start“ run.py nerozumí", id="unknown word"),
        pytest.param(["check", "rules"], "Slovu „check“ run.py nerozumí", id="check takes nothing"),
        pytest.param(["setup", "--lan"], "Slovu „setup“ run.py nerozumí", id="setup takes nothing"),
    ],
)
def test_call_that_makes_no_sense_is_answered(arguments: list[str], sentence: str) -> None:
    with pytest.raises(run.SetupError, match=sentence):
        run.read_call(arguments)


def test_help_tells_every_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(PROJECT)
    assert run.main(["--help"]) == 0
    assert re.findall(r"python3 (run\.py.*?)  ", capsys.readouterr().out) == [
        "run.py",
        "run.py --lan",
        "run.py --port 8001",
        "run.py setup",
        "run.py test [...]",
        "run.py check",
    ]


def test_older_python_is_refused_in_words_it_can_read() -> None:
    """Everything before the refusal has to be understood by the Python that is refused."""
    source = (PROJECT / "run.py").read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 7))
    refusal = next(node for node in tree.body if isinstance(node, ast.If))
    before = ast.Module(body=tree.body[: tree.body.index(refusal) + 1], type_ignores=[])
    program = "import sys; sys.version_info = (3, 10, 2)\n" + ast.unparse(before) + "\nprint('went on')"
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", program], capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "Forhont potřebuje Python 3.11 nebo novější, tohle je Python 3.10."
        " Nainstalujte novější z https://www.python.org/downloads/ a spusťte jím run.py znovu.\n"
    )


# Network


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_busy_port_is_one_sentence_before_anything_is_done(taken_port: int) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "utf8", str(PROJECT / "run.py"), "--port", str(taken_port)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"Port {taken_port} už používá jiný program, možná Forhont spuštěný dříve. Ukončete ho,"
        f" nebo zvolte jiný port: python3 run.py --port {taken_port + 1 if taken_port < 65535 else 8000}\n"
    )


class Network:
    """A socket and a name service as a computer in this situation would see them."""

    def __init__(self, *, way_out: str | None, by_name: list[str]) -> None:
        self.way_out, self.by_name = way_out, by_name

    def __call__(self, *_kind: object) -> "Network":
        return self

    def __enter__(self) -> "Network":
        return self

    def __exit__(self, *_error: object) -> None:
        return None

    def connect(self, _address: object) -> None:
        if self.way_out is None:
            raise OSError("Network is unreachable")

    def getsockname(self) -> tuple[str | None, int]:
        return self.way_out, 0

    def getaddrinfo(self, *_question: object) -> list[tuple[object, ...]]:
        if not self.by_name:
            raise socket.gaierror("Name or service not known")
        return [(0, 0, 0, "", (address, 0)) for address in self.by_name]


@pytest.mark.parametrize(
    ("network", "address"),
    [
        pytest.param(Network(way_out="192.168.1.20", by_name=["127.0.1.1"]), "192.168.1.20", id="usual"),
        pytest.param(
            Network(way_out=None, by_name=["127.0.1.1", "10.0.0.7"]), "10.0.0.7", id="hall without internet"
        ),
        pytest.param(Network(way_out="192.168.1.20", by_name=[]), "192.168.1.20", id="nameless computer"),
    ],
)
def test_address_in_the_hall(monkeypatch: pytest.MonkeyPatch, network: Network, address: str) -> None:
    monkeypatch.setattr(run.socket, "socket", network)
    monkeypatch.setattr(run.socket, "getaddrinfo", network.getaddrinfo)
    assert run.lan_address() == address


def test_computer_without_a_network_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    network = Network(way_out=None, by_name=["127.0.1.1"])
    monkeypatch.setattr(run.socket, "socket", network)
    monkeypatch.setattr(run.socket, "getaddrinfo", network.getaddrinfo)
    with pytest.raises(run.SetupError, match="není připojený k žádné síti"):
        run.lan_address()


# Set-up: a computer on which nothing really happens


class Computer:
    """Stands in for `subprocess`: keeps what was called, and how each kind of command ends."""

    DEVNULL = subprocess.DEVNULL

    def __init__(self, project: Path) -> None:
        self.venv_python = project / ".venv" / "bin" / "python"
        self.calls: list[str] = []
        self.fails: set[str] = set()
        self.interrupted_at = ""

    def run(self, command: list[str], **_how: object) -> "subprocess.CompletedProcess[str]":
        words = " ".join(str(word) for word in command)
        kind = next(
            name
            for name, mark in {
                "make venv": "-m venv",
                "pip install": "-m pip install",
                "pip?": "-m pip --version",
                "django?": "import django",
                "weasyprint?": "import weasyprint",
                "ruff check": "-m ruff check .",
                "ruff format": "-m ruff format --check .",
                "mypy": "-m mypy",
                "apt update": "apt-get -qq update",
                "apt install": "apt-get -qq -y --no-install-recommends install",
            }.items()
            if mark in words
        )
        self.calls.append(kind)
        if kind == self.interrupted_at:
            raise KeyboardInterrupt
        in_venv = kind in {"pip install", "pip?", "django?", "weasyprint?"}
        if in_venv and not self.venv_python.exists():
            raise FileNotFoundError(command[0])
        if kind == "make venv" and kind not in self.fails:
            self.venv_python.parent.mkdir(parents=True, exist_ok=True)
            self.venv_python.touch()
        return subprocess.CompletedProcess(command, int(kind in self.fails), "", "No space left on device")

    def taken(self) -> list[str]:
        """What was called since the last time somebody asked."""
        calls, self.calls = self.calls, []
        return calls


@pytest.fixture
def computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Computer:
    """A clean checkout on a computer with Pango, where packages cannot be installed without asking."""
    computer = Computer(tmp_path)
    monkeypatch.setattr(run, "PROJECT", tmp_path)
    monkeypatch.setattr(run, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(run, "VENV_PYTHON", computer.venv_python)
    monkeypatch.setattr(run, "INSTALLED", tmp_path / ".venv" / "forhont-installed.json")
    monkeypatch.setattr(run, "RUNNING", tmp_path / "var" / "setup-running")
    monkeypatch.setattr(run, "subprocess", computer)
    monkeypatch.setattr(run, "apt_works", lambda: False)
    (tmp_path / "requirements.txt").write_text("Django==5.2.19\n", encoding="utf-8")
    (tmp_path / "requirements-dev.txt").write_text("-r requirements.txt\npytest==9.2.0\n", encoding="utf-8")
    return computer


def set_up_calls(computer: Computer, names: tuple[str, ...] = run.RUNTIME) -> list[str]:
    run.set_up(names)
    return [call for call in computer.taken() if call != "pip?"]


def test_second_start_only_looks_whether_python_runs(computer: Computer) -> None:
    assert set_up_calls(computer) == ["make venv", "pip install", "weasyprint?"]
    assert set_up_calls(computer) == ["django?"]


def test_changed_requirements_are_installed_into_the_same_venv(computer: Computer) -> None:
    run.set_up(run.RUNTIME)
    (run.PROJECT / "requirements.txt").write_text("Django==5.2.20\n", encoding="utf-8")
    computer.taken()
    assert set_up_calls(computer) == ["pip install", "weasyprint?"]


def test_tests_need_more_and_then_the_application_has_all_it_needs(computer: Computer) -> None:
    assert set_up_calls(computer, run.DEVELOPMENT) == ["make venv", "pip install", "weasyprint?"]
    assert set_up_calls(computer, run.RUNTIME) == ["django?"]


def test_application_first_and_tests_later(computer: Computer) -> None:
    run.set_up(run.RUNTIME)
    computer.taken()
    assert set_up_calls(computer, run.DEVELOPMENT) == ["pip install", "weasyprint?"]
    assert set_up_calls(computer, run.DEVELOPMENT) == ["django?"]


@pytest.mark.parametrize("moment", ["make venv", "pip install"])
def test_interrupted_set_up_begins_with_a_clean_venv(computer: Computer, moment: str) -> None:
    computer.interrupted_at = moment
    with pytest.raises(KeyboardInterrupt):
        run.set_up(run.RUNTIME)
    computer.taken()
    computer.interrupted_at = ""
    assert set_up_calls(computer) == ["make venv", "pip install", "weasyprint?"]
    assert set_up_calls(computer) == ["django?"]


def test_interrupted_update_of_a_working_venv_begins_again_too(computer: Computer) -> None:
    run.set_up(run.RUNTIME)
    (run.PROJECT / "requirements.txt").write_text("Django==5.2.20\n", encoding="utf-8")
    computer.interrupted_at = "pip install"
    with pytest.raises(KeyboardInterrupt):
        run.set_up(run.RUNTIME)
    computer.taken()
    computer.interrupted_at = ""
    assert set_up_calls(computer) == ["make venv", "pip install", "weasyprint?"]


def test_python_taken_away_by_an_upgrade_of_the_system_is_replaced(computer: Computer) -> None:
    run.set_up(run.RUNTIME)
    computer.venv_python.unlink()
    computer.taken()
    assert set_up_calls(computer) == ["django?", "make venv", "pip install", "weasyprint?"]


def test_damaged_record_of_the_installation_is_not_believed(computer: Computer) -> None:
    run.set_up(run.RUNTIME)
    run.INSTALLED.write_text('["requirements', encoding="utf-8")
    computer.taken()
    assert set_up_calls(computer) == ["pip install", "weasyprint?"]


def test_two_set_ups_at_once_would_spoil_each_other(computer: Computer) -> None:
    run.RUNNING.parent.mkdir()
    with run.alone(), pytest.raises(run.SetupError, match="Příprava už běží v jiném okně"):
        run.set_up(run.RUNTIME)
    assert computer.taken() == []
    assert set_up_calls(computer) == ["make venv", "pip install", "weasyprint?"]


def test_failed_installation_is_told_and_keeps_the_venv(computer: Computer) -> None:
    computer.fails = {"pip install"}
    with pytest.raises(run.SetupError, match="Ověřte připojení k internetu"):
        run.set_up(run.RUNTIME)
    assert not run.RUNNING.exists()
    computer.taken()
    computer.fails = set()
    assert set_up_calls(computer) == ["pip install", "weasyprint?"]


def test_venv_that_cannot_be_made_is_told(computer: Computer) -> None:
    computer.fails = {"make venv"}
    with pytest.raises(
        run.SetupError, match=r"nepodařilo vytvořit. Ověřte, že(?s:.*)No space left on device$"
    ):
        run.set_up(run.RUNTIME)


# Parts of the system


def has_commands(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr(run.shutil, "which", lambda name: f"/usr/bin/{name}" if name in names else None)


@pytest.mark.parametrize(
    ("system", "commands", "advice"),
    [
        pytest.param("Darwin", (), "brew install pango", id="macOS"),
        pytest.param("Windows", (), "pacman -S mingw-w64-x86_64-pango", id="Windows"),
        pytest.param(
            "Linux", ("apt-get",), "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0", id="Debian"
        ),
        pytest.param("Linux", ("dnf",), "sudo dnf install pango", id="Fedora"),
        pytest.param("Linux", ("pacman",), "sudo pacman -S pango", id="Arch"),
    ],
)
def test_missing_pango_is_named_with_its_command(
    computer: Computer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    system: str,
    commands: tuple[str, ...],
    advice: str,
) -> None:
    monkeypatch.setattr(run.platform, "system", lambda: system)
    has_commands(monkeypatch, *commands)
    computer.fails = {"weasyprint?"}
    run.set_up(run.RUNTIME)
    assert f"Nainstaluje ji příkaz: {advice}" in capsys.readouterr().out
    computer.taken()
    run.set_up(run.RUNTIME)
    assert computer.taken() == ["django?", "weasyprint?"]
    assert advice in capsys.readouterr().out
    computer.fails = set()
    run.set_up(run.RUNTIME)
    assert capsys.readouterr().out == ""


def test_missing_pango_is_installed_where_nobody_has_to_be_asked(
    computer: Computer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "apt_works", lambda: True)
    computer.fails = {"weasyprint?", "apt install"}
    run.set_up(run.RUNTIME)
    assert [call for call in computer.taken() if "apt" in call] == ["apt update", "apt install"]
    assert "PDF zatím nepůjdou" in capsys.readouterr().out
    # The next start takes no network for it; whoever asks for a set-up gets another try.
    run.set_up(run.RUNTIME)
    assert computer.taken() == ["django?", "weasyprint?"]
    run.set_up(run.RUNTIME, always_try=True)
    assert computer.taken() == ["django?", "weasyprint?", "apt update", "apt install"]


def without_ensurepip(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(run, "find_spec", lambda _name: None)
    return "python{}.{}-venv".format(*sys.version_info)


def test_missing_venv_package_is_named_with_its_command(
    computer: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = without_ensurepip(monkeypatch)
    has_commands(monkeypatch, "apt-get")
    with pytest.raises(run.SetupError, match=f"Chybí balíček {package}.*sudo apt-get install {package}"):
        run.set_up(run.RUNTIME)


def test_missing_venv_package_is_installed_where_nobody_has_to_be_asked(
    computer: Computer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package = without_ensurepip(monkeypatch)
    monkeypatch.setattr(run, "apt_works", lambda: True)
    assert set_up_calls(computer) == ["apt update", "apt install", "make venv", "pip install", "weasyprint?"]
    assert f"Instaluji do systému: {package}" in capsys.readouterr().out


def test_python_without_ensurepip_elsewhere_is_told(
    computer: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_ensurepip(monkeypatch)
    has_commands(monkeypatch)
    with pytest.raises(run.SetupError, match="chybí modul ensurepip"):
        run.set_up(run.RUNTIME)


# Style and types


@pytest.mark.parametrize(
    ("wrong", "code", "said"),
    [
        pytest.param(set(), 0, "Styl i typy jsou v pořádku.\n", id="nothing wrong"),
        pytest.param({"ruff check"}, 1, "", id="style is wrong, the types are asked all the same"),
        pytest.param({"mypy"}, 1, "", id="types are wrong"),
    ],
)
def test_style_and_types_are_checked(
    computer: Computer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    wrong: set[str],
    code: int,
    said: str,
) -> None:
    run.ensure_packages(run.DEVELOPMENT)
    capsys.readouterr()
    computer.taken()
    computer.fails = wrong
    monkeypatch.chdir(run.PROJECT)
    assert run.main(["check"]) == code
    assert [call for call in computer.taken() if call not in {"django?", "pip?"}] == [
        "ruff check",
        "ruff format",
        "mypy",
    ]
    assert capsys.readouterr().out == said


def test_ctrl_c_during_set_up_ends_with_a_sentence(
    computer: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # main() goes to the project's folder; this takes the test back afterwards.
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "check_port_is_free", lambda _host, _port: None)
    computer.interrupted_at = "make venv"
    assert run.main([]) == 130
    assert capsys.readouterr().err == "\nPřerušeno. Příští spuštění naváže tam, kde to skončilo.\n"


# What is started in the end


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[object]:
    """Collects what run.py goes on as, on a computer where everything is ready."""
    calls: list[object] = []

    def become(command: list[str], environment: dict[str, str]) -> int:
        calls.append((command[1:], environment.get("PUBLIC_URL")))
        return 0

    monkeypatch.setattr(run, "PROJECT", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(run, "become", become)
    monkeypatch.setattr(run, "set_up", lambda names, **_how: calls.append(names))
    monkeypatch.setattr(run, "check_port_is_free", lambda host, port: calls.append((host, port)))
    monkeypatch.setattr(run, "lan_address", lambda: "192.168.1.20")
    monkeypatch.delenv("PUBLIC_URL", raising=False)
    return calls


def server_at(host: str, port: int) -> list[str]:
    return ["-m", "config.server", "--host", host, "--port", str(port)]


@pytest.mark.parametrize(
    ("arguments", "calls"),
    [
        pytest.param(
            [],
            [("127.0.0.1", 8000), run.RUNTIME, (server_at("127.0.0.1", 8000), "http://127.0.0.1:8000")],
            id="this computer",
        ),
        pytest.param(
            ["--lan", "--port", "8001"],
            [("0.0.0.0", 8001), run.RUNTIME, (server_at("0.0.0.0", 8001), "http://192.168.1.20:8001")],
            id="the hall",
        ),
        pytest.param(["test"], [run.DEVELOPMENT, (["-m", "pytest", "-n", "auto"], None)], id="all tests"),
        pytest.param(
            ["test", "-k", "port"],
            [run.DEVELOPMENT, (["-m", "pytest", "-k", "port"], None)],
            id="named tests",
        ),
    ],
)
def test_what_is_started(started: list[object], arguments: list[str], calls: list[object]) -> None:
    assert run.main(arguments) == 0
    assert started == calls


def test_address_given_by_the_environment_is_kept(
    started: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", "http://turnaj.local:8000")
    assert run.main(["--lan"]) == 0
    assert started[-1] == (server_at("0.0.0.0", 8000), "http://turnaj.local:8000")
