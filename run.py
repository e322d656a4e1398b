"""Forhont: turnaje v licitovaném mariáši.

python3 run.py              připraví, co je potřeba, a spustí program na http://127.0.0.1:8000/
python3 run.py --lan        spustí ho pro celý sál (bez ukázkových přihlášení)
python3 run.py --port 8001  spustí ho na jiném portu
python3 run.py setup        jen připraví, co je potřeba
python3 run.py test [...]   připraví, co je potřeba, a spustí testy (další slova dostane pytest)
python3 run.py check        připraví, co je potřeba, a zkontroluje styl a typy
"""

import contextlib
import errno
import hashlib
import io
import json
import os
import platform
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

# Above everything an older Python would stumble over; the imports before it exist in all of them.
if sys.version_info < (3, 11):  # noqa: UP036 - this is where an older one is told
    sys.exit(
        "Forhont potřebuje Python 3.11 nebo novější,"
        f" tohle je Python {sys.version_info[0]}.{sys.version_info[1]}."
        " Nainstalujte novější z https://www.python.org/downloads/ a spusťte jím run.py znovu."
    )

PROJECT = Path(__file__).resolve().parent
VENV = PROJECT / ".venv"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

INSTALLED = VENV / "forhont-installed.json"
"""What was installed: fingerprint of each list of requirements, and whether PDF works."""

RUNNING = PROJECT / "var" / "setup-running"
"""Exists while .venv is being changed; found at the start, it means that the last set-up was cut off."""

RUNTIME = ("requirements.txt",)
DEVELOPMENT = ("requirements.txt", "requirements-dev.txt")

CHECKS = (("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",))
"""What is asked about style and types."""

PANGO_PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")


class SetupError(Exception):
    """The set-up cannot go on; the text tells the person at the keyboard what to do."""


class Call(NamedTuple):
    """What the person wants."""

    command: str = "serve"
    port: int = 8000
    lan: bool = False
    rest: tuple[str, ...] = ()


def say(text: str) -> None:
    print(text, flush=True)


# What was asked for


def read_call(arguments: list[str]) -> Call:
    if arguments[:1] == ["test"]:
        return Call("test", rest=tuple(arguments[1:]))
    if arguments in (["setup"], ["check"]):
        return Call(arguments[0])
    port, lan = 8000, False
    words = iter(arguments)
    for word in words:
        name, has_value, value = word.partition("=")
        if word == "--lan":
            lan = True
        elif name == "--port":
            port = read_port(value if has_value else next(words, ""))
        else:
            raise SetupError(f"Slovu „{word}“ run.py nerozumí. Umí toto:\n\n{__doc__}")
    return Call("serve", port, lan)


def read_port(value: str) -> int:
    if not value.isascii() or not value.isdigit() or not 1 <= int(value) <= 65535:
        raise SetupError(f"Port má být číslo od 1 do 65535, například --port 8001, ne „{value}“.")
    return int(value)


# Parts of the system


def apt_works() -> bool:
    """True where packages can be installed without asking anybody: as root on a Debian-like system."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_install(packages: tuple[str, ...]) -> bool:
    say(f"Instaluji do systému: {', '.join(packages)}…")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "-qq", "update"], env=environment, check=False)
    done = subprocess.run(
        ["apt-get", "-qq", "-y", "--no-install-recommends", "install", *packages],
        env=environment,
        check=False,
        stdout=subprocess.DEVNULL,
    )
    return done.returncode == 0


def ensure_venv_module() -> None:
    """Debian cuts `ensurepip` off from Python and keeps it in a package of its own."""
    if find_spec("ensurepip") is not None:
        return
    package = "python{}.{}-venv".format(*sys.version_info)
    if apt_works() and apt_install((package,)):
        return
    if shutil.which("apt-get"):
        raise SetupError(f"Chybí balíček {package}. Nainstaluje ho příkaz: sudo apt-get install {package}")
    raise SetupError(
        "Tomuto Pythonu chybí modul ensurepip. Nainstalujte Python z https://www.python.org/downloads/"
    )


def pango_command() -> str:
    """The command that installs what WeasyPrint needs on this system."""
    if platform.system() == "Darwin":
        return "brew install pango"
    if platform.system() == "Windows":
        return (
            "pacman -S mingw-w64-x86_64-pango (v okně MSYS2, https://www.msys2.org/), pak"
            r" set WEASYPRINT_DLL_DIRECTORIES=C:\msys64\mingw64\bin"
        )
    if shutil.which("dnf"):
        return "sudo dnf install pango"
    if shutil.which("pacman"):
        return "sudo pacman -S pango"
    return f"sudo apt-get install {' '.join(PANGO_PACKAGES)}"


def pdf_works() -> bool:
    return quiet([str(VENV_PYTHON), "-c", "import weasyprint"])


def ensure_pango(*, may_install: bool) -> None:
    """PDF needs Pango; everything else works without it, so its absence is told and nothing more."""
    installed = read_installed()
    if installed.get("pdf") is True:
        return
    works = pdf_works()
    if not works and may_install and apt_works():
        works = apt_install(PANGO_PACKAGES) and pdf_works()
    write_installed({**installed, "pdf": works})
    if not works:
        say(
            "PDF zatím nepůjdou, chybí knihovna Pango; vše ostatní funguje a tisky lze otevřít jako stránku."
            f"\nNainstaluje ji příkaz: {pango_command()}"
        )


# .venv


def quiet(command: list[str]) -> bool:
    """Whether a command can be run and ends well."""
    try:
        done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return False
    return done.returncode == 0


def fingerprint(names: tuple[str, ...]) -> str:
    return hashlib.sha256(b"\0".join((PROJECT / name).read_bytes() for name in names)).hexdigest()


def read_installed() -> dict[str, object]:
    try:
        found = json.loads(INSTALLED.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write_installed(content: dict[str, object]) -> None:
    """Written beside and renamed, so that a cut-off start never leaves half of it."""
    if content != read_installed():
        beside = INSTALLED.with_suffix(".new")
        beside.write_text(json.dumps(content), encoding="utf-8")
        beside.replace(INSTALLED)


def is_installed(names: tuple[str, ...]) -> bool:
    """Whether exactly these requirements were installed to the end, and Python in .venv still runs.

    The last is asked because an upgrade of the system may have taken away the Python that .venv points to.
    """
    return (
        not RUNNING.exists()
        and read_installed().get(names[-1]) == fingerprint(names)
        and quiet([str(VENV_PYTHON), "-c", "import django"])
    )


def ensure_packages(names: tuple[str, ...]) -> bool:
    """Make .venv hold what is asked for. True when something had to be installed."""
    if is_installed(names):
        return False
    RUNNING.parent.mkdir(exist_ok=True)
    with alone():
        install(names)
    return True


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Nobody else changes .venv meanwhile. The system gives the lock back however this process ends."""
    with RUNNING.with_suffix(".lock").open("w") as file:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise SetupError(
                "Příprava už běží v jiném okně. Počkejte, až skončí, a spusťte příkaz znovu."
            ) from error
        yield


def install(names: tuple[str, ...]) -> None:
    cut_off = RUNNING.exists()
    RUNNING.touch()
    if cut_off or not quiet([str(VENV_PYTHON), "-m", "pip", "--version"]):
        make_venv()
    say("Instaluji knihovny, poprvé to trvá asi minutu…")
    pip = [str(VENV_PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "-r", str(PROJECT / names[-1])], check=False)
    RUNNING.unlink()
    if done.returncode != 0:
        raise SetupError(
            "Knihovny se nepodařilo nainstalovat. Ověřte připojení k internetu a zkuste to znovu."
        )
    parts = {name: fingerprint(names[: place + 1]) for place, name in enumerate(names)}
    write_installed({**parts})


def make_venv() -> None:
    ensure_venv_module()
    say("Připravuji prostředí .venv…")
    # The interpreter under a virtual environment, should run.py be run by the very one it is about to clear.
    python = getattr(sys, "_base_executable", None) or sys.executable
    command = [python, "-m", "venv", "--clear", str(VENV)]
    # Its output is kept back: a person who presses Ctrl+C is not shown where in Python that was.
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8", errors="replace")
    if done.returncode != 0:
        reason = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
        raise SetupError(
            f"Prostředí {VENV} se nepodařilo vytvořit. Ověřte, že je na disku místo a do složky lze psát."
            f"\nPython k tomu řekl: {''.join(reason) or 'nic'}"
        )


# Network


def check_port_is_free(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name != "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EACCES:
                raise SetupError(
                    f"Port {port} smí použít jen správce počítače, zvolte vyšší, například: --port 8000"
                ) from error
            other = port + 1 if port < 65535 else 8000
            raise SetupError(
                f"Port {port} už používá jiný program, možná Forhont spuštěný dříve. Ukončete ho,"
                f" nebo zvolte jiný port: python3 run.py --port {other}"
            ) from error


def lan_address() -> str:
    """This computer's address in the hall's network; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # An address reserved for documentation: the system only chooses the way out to it.
            probe.connect(("192.0.2.1", 9))
            found = [probe.getsockname()[0]]
        except OSError:
            found = []
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    for address in found:
        if not address.startswith(("127.", "0.")):
            return str(address)
    raise SetupError("Počítač není připojený k žádné síti. Připojte ho k síti sálu a spusťte program znovu.")


# Doing it


def set_up(names: tuple[str, ...], *, always_try: bool = False) -> None:
    changed = ensure_packages(names)
    # A system package that could not be installed is not tried at every start: that would need the network.
    ensure_pango(may_install=changed or always_try)


def become(command: list[str], environment: dict[str, str]) -> int:
    """Go on as another program, which then gets Ctrl+C and the end of the terminal itself."""
    sys.stdout.flush()
    if os.name != "nt":
        os.execve(command[0], command, environment)
    with subprocess.Popen(command, env=environment) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                # The program got it as well and is ending.
                continue


def serve(call: Call) -> int:
    host = "0.0.0.0" if call.lan else "127.0.0.1"
    check_port_is_free(host, call.port)
    address = f"http://{lan_address() if call.lan else '127.0.0.1'}:{call.port}"
    set_up(RUNTIME)
    command = [str(VENV_PYTHON), "-m", "config.server", "--host", host, "--port", str(call.port)]
    return become(command, environment(PUBLIC_URL=os.environ.get("PUBLIC_URL", address)))


def setup() -> int:
    set_up(RUNTIME, always_try=True)
    command = [str(VENV_PYTHON), "-m", "config.server", "--prepare-only"]
    done = subprocess.run(command, env=environment(), check=False)
    if done.returncode == 0:
        say("Připraveno. Program spustí příkaz: python3 run.py")
    return done.returncode


def test(arguments: tuple[str, ...]) -> int:
    set_up(DEVELOPMENT, always_try=True)
    # All processors for the whole suite; whoever names a test wants to see it run alone.
    return become([str(VENV_PYTHON), "-m", "pytest", *(arguments or ("-n", "auto"))], environment())


def check() -> int:
    ensure_packages(DEVELOPMENT)
    codes = [
        subprocess.run([str(VENV_PYTHON), "-m", *words], env=environment(), check=False).returncode
        for words in CHECKS
    ]
    if any(codes):
        return 1
    say("Styl i typy jsou v pořádku.")
    return 0


def environment(**added: str) -> dict[str, str]:
    return {**os.environ, "PYTHONUTF8": "1", **added}


def main(arguments: list[str]) -> int:
    os.chdir(PROJECT)
    for stream in (sys.stdout, sys.stderr):
        # The console of Windows may lack our letters; a question mark is better than an end.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if arguments in (["-h"], ["--help"]):
        say(__doc__)
        return 0
    try:
        call = read_call(arguments)
        if call.command == "test":
            return test(call.rest)
        does = {"setup": setup, "check": check}.get(call.command)
        return does() if does else serve(call)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nPřerušeno. Příští spuštění naváže tam, kde to skončilo.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
