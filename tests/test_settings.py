"""config/: what the environment may say, what is said back to a bad value, and what holds without any."""

import logging
import os
import re
import runpy
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.messages import get_messages
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config import secret_key
from config.logs import TokenFreeFormatter
from tests.factories import AccountFactory

PROJECT = Path(__file__).resolve().parent.parent
OURS = ("DATABASE_URL", "PUBLIC_URL", "ALLOWED_HOSTS", "SECRET_KEY", "FORHONT_DEBUG")
PRODUCTION = {
    "PUBLIC_URL": "https://turnaj.example.cz",
    "SECRET_KEY": "0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "DATABASE_URL": "postgres://forhont:tajne@db.example.cz:5432/forhont",
}


def read_settings(monkeypatch: pytest.MonkeyPatch, **environment: str) -> dict[str, Any]:
    """The settings as they would be at the start of a process with these variables and no other of ours."""
    for name in OURS:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(PROJECT / "config" / "settings.py"))


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        pytest.param(
            "FORHONT_DEBUG", "maybe", "FORHONT_DEBUG má být 1 nebo 0, je v ní ale „maybe“", id="flag"
        ),
        pytest.param("PUBLIC_URL", "ftp://hala", "PUBLIC_URL má být adresa.*„ftp://hala“", id="other scheme"),
        pytest.param("PUBLIC_URL", "hala:8000", "PUBLIC_URL má být adresa.*„hala:8000“", id="no scheme"),
        pytest.param("PUBLIC_URL", "http://hala/x", "adresa bez cesty.*„http://hala/x“", id="with a path"),
        pytest.param("PUBLIC_URL", "http://hala:99999", "„http://hala:99999“", id="no such port"),
        pytest.param("PUBLIC_URL", "http://[::1", r"„http://\[::1“", id="broken address"),
        pytest.param("SECRET_KEY", "krátký", "SECRET_KEY má mít aspoň 50.*má jich ale 6", id="short key"),
        pytest.param(
            "DATABASE_URL", "mysql://a:b@c/d", "DATABASE_URL má být.*začíná ale „mysql“", id="mysql"
        ),
        pytest.param("DATABASE_URL", "nesmysl", "DATABASE_URL má být.*začíná ale „nesmysl“", id="no address"),
        pytest.param("DATABASE_URL", "postgres://a@b/", "začíná ale „postgres“", id="no database name"),
        pytest.param("DATABASE_URL", "postgres://a@b:x/c", "začíná ale „postgres“", id="port is no number"),
        pytest.param("DATABASE_URL", "sqlite://var/x.sqlite3", "začíná ale „sqlite“", id="slash forgotten"),
    ],
)
def test_bad_value_is_named(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, sentence: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=sentence):
        read_settings(monkeypatch, **{variable: value})


def test_password_of_the_database_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImproperlyConfigured) as caught:
        read_settings(monkeypatch, DATABASE_URL="mysql://pavel:tajne@hala/forhont")
    assert "tajne" not in str(caught.value)


def test_without_any_variable_a_local_installation_works(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read_settings(monkeypatch)
    assert found["DEBUG"] is False
    assert found["PUBLIC_URL"] == "http://127.0.0.1:8000"
    assert found["DATABASES"]["default"]["NAME"] == PROJECT / "var" / "forhont.sqlite3"
    assert found["SECRET_KEY"] == (PROJECT / "var" / "secret_key").read_text(encoding="ascii")
    assert found["DEMO_ACCOUNTS_ALLOWED"] is True
    assert found["SESSION_COOKIE_SECURE"] is False


def test_address_in_the_hall_is_answered_and_refuses_demo_accounts(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read_settings(
        monkeypatch, PUBLIC_URL="http://192.168.1.20:8000/", ALLOWED_HOSTS="turnaj.local,hala"
    )
    assert found["PUBLIC_URL"] == "http://192.168.1.20:8000"
    assert found["ALLOWED_HOSTS"] == [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "192.168.1.20",
        "turnaj.local",
        "hala",
    ]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["http://192.168.1.20:8000"]
    assert found["DEMO_ACCOUNTS_ALLOWED"] is False


def test_postgresql_by_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read_settings(monkeypatch, **PRODUCTION)["DATABASES"]["default"]
    assert found == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "forhont",
        "USER": "forhont",
        "PASSWORD": "tajne",
        "HOST": "db.example.cz",
        "PORT": 5432,
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }


def run_manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """manage.py in a process of its own, with these variables and no other of ours."""
    inherited = {name: value for name, value in os.environ.items() if name not in OURS}
    for ours in ("DJANGO_SETTINGS_MODULE", "DJANGO_ALLOW_ASYNC_UNSAFE"):  # the suite's and its browser's
        inherited.pop(ours, None)
    return subprocess.run(
        [sys.executable, str(PROJECT / "manage.py"), *arguments],
        env={**inherited, "PYTHONUTF8": "1", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_check_deploy_is_clean_in_production() -> None:
    done = run_manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert (done.returncode, done.stderr) == (0, "")


def test_manage_py_answers_a_bad_value_with_one_sentence() -> None:
    done = run_manage("check", PUBLIC_URL="hala")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        "Proměnná PUBLIC_URL má být adresa bez cesty, například http://192.168.1.20:8000"
        " nebo https://turnaj.example.cz, je v ní ale „hala“.\n"
    )


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        # Port 1 belongs to no database anywhere.
        pytest.param("postgres://nikdo@127.0.0.1:1/nic", "Databáze neodpovídá", id="nobody listens"),
        pytest.param("sqlite:////neni/tu/nic.sqlite3", "Databáze neodpovídá", id="folder is missing"),
    ],
)
def test_manage_py_answers_an_unreachable_database_with_one_sentence(url: str, sentence: str) -> None:
    done = run_manage("migrate", "--check", DATABASE_URL=url)
    assert done.returncode == 1
    assert done.stderr.startswith(sentence)
    assert len(done.stderr.splitlines()) == 1


# Database


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PRAGMA is a word of SQLite")
@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("busy_timeout", 20_000), ("foreign_keys", 1), ("synchronous", 1)],
)
@pytest.mark.django_db
def test_sqlite_is_set_for_several_writers(pragma: str, value: object) -> None:
    with connection.cursor() as cursor:
        assert cursor.execute(f"PRAGMA {pragma}").fetchone() == (value,)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="BEGIN IMMEDIATE is a word of SQLite")
@pytest.mark.django_db(transaction=True)
def test_sqlite_transactions_queue_from_their_beginning() -> None:
    with CaptureQueriesContext(connection) as queries, transaction.atomic():
        AccountFactory()
    assert queries.captured_queries[0]["sql"] == "BEGIN IMMEDIATE"


# Secret key


def test_secret_key_is_made_once_for_all_who_start_together(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(lambda _number: secret_key.read_or_make(path), range(64)))
    assert keys == {path.read_text(encoding="ascii")}
    assert len(keys.pop()) >= 50
    assert [entry.name for entry in path.parent.iterdir()] == ["secret_key"]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps access in lists, not in a mode")
def test_secret_key_is_read_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    secret_key.read_or_make(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_secret_key_that_exists_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    path.write_text("kept", encoding="ascii")
    assert secret_key.read_or_make(path) == "kept"


# Log


def test_log_leaves_out_the_secret_of_a_scribe() -> None:
    try:
        raise ValueError("no page /l/aBcD-1234_x/hands?x=1")
    except ValueError:
        record = logging.LogRecord(
            "django.request", logging.ERROR, "", 0, "%s: %s", ("Error", "/l/aBcD-1234_x/"), sys.exc_info()
        )
    text = TokenFreeFormatter("{message}", style="{").format(record)
    assert text.startswith("Error: /l/…/")
    assert "/l/…/hands?x=1" in text
    assert "aBcD" not in text


# What a browser gets


def test_font_is_served_from_its_package(client: Client) -> None:
    response = client.get("/static/fonts/SourceSans3%5Bwght%5D.ttf")
    assert (response.status_code, response.headers["Content-Type"]) == (200, "font/ttf")
    assert b"".join(response)[:4] == b"\x00\x01\x00\x00"


@pytest.mark.django_db
def test_pages_tell_the_browser_what_to_refuse(client: Client) -> None:
    headers = client.get("/neni-tu/").headers
    directives = set(re.split(r";\s*", headers["Content-Security-Policy"]))
    assert directives == {
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    }
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"


# Log-in

LOGIN = "/prihlaseni/"
RIGHT, WRONG = "spravne-heslo", "spatne-heslo"


def log_in(
    client: Client, username: str, password: str, *, address: str = "192.168.1.50"
) -> tuple[bool, list[str]]:
    """Whether the log-in page let this person in, and the sentences it answered with."""
    response = client.post(LOGIN, {"username": username, "password": password}, REMOTE_ADDR=address)
    return "_auth_user_id" in client.session, [
        str(message) for message in get_messages(response.wsgi_request)
    ]


TOO_MANY = "Příliš mnoho chybných pokusů o přihlášení. Zkuste to znovu za 5 minut."


@pytest.fixture
def guessed(db: None) -> None:
    """Somebody has just guessed Eva's password wrongly, as often as is allowed."""
    AccountFactory(username="eva", password=RIGHT)
    for _attempt in range(settings.AXES_FAILURE_LIMIT):
        log_in(Client(), "eva", WRONG)


@pytest.mark.usefixtures("guessed")
def test_guessing_of_a_password_is_stopped_with_a_sentence(client: Client) -> None:
    assert log_in(client, "eva", RIGHT) == (False, [TOO_MANY])
    assert TOO_MANY in client.get(LOGIN).content.decode()


@pytest.mark.usefixtures("guessed")
def test_lock_is_for_the_name_at_that_address_only() -> None:
    AccountFactory(username="petr", password=RIGHT)
    assert log_in(Client(), "eva", RIGHT, address="192.168.1.51") == (True, [])
    assert log_in(Client(), "petr", RIGHT) == (True, [])


@pytest.mark.usefixtures("guessed")
def test_lock_ends_by_itself(client: Client) -> None:
    attempt = AccessAttempt.objects.get()
    attempt.attempt_time -= settings.AXES_COOLOFF_TIME + timedelta(seconds=1)
    attempt.save()
    assert log_in(client, "eva", RIGHT) == (True, [])


@pytest.mark.django_db
def test_demo_account_works_on_this_computer_and_ends_on_the_network(client: Client, settings: Any) -> None:
    account = AccountFactory(username=settings.DEMO_ACCOUNTS[0], password=RIGHT)
    assert log_in(client, account.username, RIGHT) == (True, [])
    assert client.get(LOGIN).wsgi_request.user == account

    settings.DEMO_ACCOUNTS_ALLOWED = False
    assert client.get(LOGIN).wsgi_request.user.is_anonymous
    assert log_in(Client(), account.username, RIGHT) == (
        False,
        ["Ukázková přihlášení platí jen na počítači pořadatele, ne v síti. Přihlaste se vlastním účtem."],
    )
