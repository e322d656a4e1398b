"""All settings in one file, driven by the environment; without any variable a local installation works.

| variable | meaning | default |
|---|---|---|
| `DATABASE_URL` | `sqlite:///…` or `postgres://…` | `var/forhont.sqlite3` |
| `PUBLIC_URL` | address people reach the application at; goes into the QR codes | `http://127.0.0.1:8000` |
| `ALLOWED_HOSTS` | further host names, separated by commas | none |
| `SECRET_KEY` | signs sessions and links | made once in `var/secret_key` |
| `FORHONT_DEBUG` | `1` for developers: error pages with code, templates read anew | off |

A value that cannot be used stops the start with a sentence that names the variable and the value.
"""

import tomllib
import warnings
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
import fontpkg_source_sans_3
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config import secret_key
from config.static_root import static_root

env = environ.Env()


def _flag(name: str) -> bool:
    value = env.str(name, default="").strip().lower()
    if value in {"1", "true", "yes", "on", "ano"}:
        return True
    if value in {"", "0", "false", "no", "off", "ne"}:
        return False
    raise ImproperlyConfigured(f"Proměnná {name} má být 1 nebo 0, je v ní ale „{value}“.")


def _public_url() -> str:
    value = str(env.str("PUBLIC_URL", default="http://127.0.0.1:8000")).strip().rstrip("/")
    try:
        parts = urlsplit(value)
        usable = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
        usable = usable and not (parts.path or parts.query or parts.fragment or parts.username)
    except ValueError:
        usable = False
    if not usable:
        raise ImproperlyConfigured(
            "Proměnná PUBLIC_URL má být adresa bez cesty, například http://192.168.1.20:8000"
            f" nebo https://turnaj.example.cz, je v ní ale „{value}“."
        )
    return value


def _secret_key() -> str:
    given = str(env.str("SECRET_KEY", default=""))
    if not given:
        return secret_key.read_or_make(VAR_DIR / "secret_key")
    if len(given) < 50:
        raise ImproperlyConfigured(
            f"Proměnná SECRET_KEY má mít aspoň 50 náhodných znaků, má jich ale {len(given)}."
        )
    return given


def _database() -> dict[str, Any]:
    url = env.str("DATABASE_URL", default="")
    if not url:
        return _sqlite({"ENGINE": "django.db.backends.sqlite3", "NAME": VAR_DIR / "forhont.sqlite3"})
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found: dict[str, Any] = environ.Env.db_url_config(url)
    except (ValueError, UserWarning):
        found = {}
    if found.get("ENGINE") == "django.db.backends.sqlite3":
        return _sqlite(found)
    if found.get("ENGINE") == "django.db.backends.postgresql" and found["NAME"]:
        return found
    # The address may hold a password, so only its beginning is repeated.
    raise ImproperlyConfigured(
        "Proměnná DATABASE_URL má být sqlite:///cesta/k/souboru.sqlite3"
        f" nebo postgres://uživatel:heslo@počítač:5432/databáze, začíná ale „{url.partition(':')[0]}“."
    )


def _sqlite(config: dict[str, Any]) -> dict[str, Any]:
    """A database several people may write into at once: readers do not wait, writers queue and do not fail.

    Transactions begin IMMEDIATE: one that starts by reading and writes later could not wait for its turn.
    """
    return {
        **config,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
        },
    }


BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
VAR_DIR.mkdir(exist_ok=True)

VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
"""Of the program: the one in ``pyproject.toml``, which archives name and CHANGELOG heads."""

DEBUG = _flag("FORHONT_DEBUG")
SECRET_KEY = _secret_key()

# Where the application is reached

PUBLIC_URL = _public_url()
PUBLIC_HOST = urlsplit(PUBLIC_URL).hostname or ""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
ALLOWED_HOSTS = [
    "127.0.0.1",
    "localhost",
    "[::1]",
    f"[{PUBLIC_HOST}]" if ":" in PUBLIC_HOST else PUBLIC_HOST,
    *env.list("ALLOWED_HOSTS", default=[]),
]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

# Parts

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "template_partials",
    "django_tables2",
    "tournament.apps.TournamentConfig",
    "scoring.apps.ScoringConfig",
    "public.apps.PublicConfig",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournament.middleware.PrivateMiddleware",
    "tournament.middleware.PlainAddressMiddleware",
    "tournament.middleware.DeskErrorMiddleware",
    # Last, as its documentation asks: it turns a locked log-in into an answer.
    "axes.middleware.AxesMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Data

DATABASES = {"default": {**_database(), "CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}}
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Finished PDFs under the fingerprint of their content: setting 80 sheets again takes seconds.
    "prints": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "prints",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 200},
    },
}
# Pages for everybody, each made once for a state of its tournament: tournament/lib/kept_pages.py.
PAGES_DIR = VAR_DIR / "pages"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# One form may hold the presence and fee of several hundred players.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000

# People

AUTH_USER_MODEL = "tournament.Account"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "config.auth.DemoRefusingBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"config.passwords.{name}"}
    for name in ("LongEnough", "NotTheName", "NotCommon", "NotOnlyFigures")
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# Everybody knows the log-ins of the demo tournament, so they work only where nobody else can reach them.
DEMO_ACCOUNTS = ("demo-poradatel", "demo-rozhodci")
DEMO_PASSWORD = "licitovany-marias"
DEMO_ACCOUNTS_ALLOWED = PUBLIC_HOST in LOOPBACK

# A whole hall may share one address and everybody knows the name `poradatel`: only the two together are
# locked, so that nobody locks out the organiser at his own laptop, and the lock ends by itself.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=5)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "config.lockout.locked_out"
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False

# A tournament lasts a day, a season a year: nobody types a password in the middle of either.
SESSION_COOKIE_AGE = int(timedelta(days=90).total_seconds())

# Words, numbers, time

LANGUAGE_CODE = "cs"
LANGUAGES = [("cs", "Čeština"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Europe/Prague"
USE_TZ = True

# Static files: put together when the program starts, so that there is no collecting step to forget.

STATIC_URL = "/static/"
STATICFILES_DIRS = [
    BASE_DIR / "static",
    ("fonts", Path(fontpkg_source_sans_3.ROOT) / "files"),
]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.statics.WebFonts",
]
STATIC_ROOT: Path | None = static_root(VAR_DIR / "static", [BASE_DIR / "static"])
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.statics.NamedByContent"},
}
WHITENOISE_USE_FINDERS = True
# Compressed already, or asked for by hardly anybody and slow to compress.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("png", "woff2", "ttf", "gz", "br")
WHITENOISE_MIMETYPES = {".ttf": "font/ttf"}
WHITENOISE_AUTOREFRESH = DEBUG
# Of a file under its own name; one that carries its content is kept for ever.
WHITENOISE_MAX_AGE = 0 if DEBUG else 300

# Safety in the browser

_HTTPS = PUBLIC_URL.startswith("https://")
SESSION_COOKIE_SECURE = _HTTPS
CSRF_COOKIE_SECURE = _HTTPS
SECURE_SSL_REDIRECT = _HTTPS
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if _HTTPS else 0
# Encryption ends at the proxy in front; the server passes this header on from the trusted proxy only.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _HTTPS else None
# The application knows its own host only; it cannot promise anything for the neighbours under its domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
X_FRAME_OPTIONS = "DENY"
# The scribe's address is his key: it must not leave with a link to elsewhere.
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

# Log: what went wrong, on the terminal and in a file that stays when the terminal is closed.

(VAR_DIR / "log").mkdir(exist_ok=True)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.TokenFreeFormatter",
            "format": "{asctime} {levelname} {name} {message}",
            "style": "{",
        },
    },
    "handlers": {
        "terminal": {"class": "logging.StreamHandler", "formatter": "line"},
        "file": {
            "class": "logging.FileHandler",
            "filename": VAR_DIR / "log" / "forhont.log",
            "encoding": "utf-8",
            "delay": True,
            "formatter": "line",
        },
    },
    "root": {"handlers": ["terminal", "file"], "level": "WARNING"},
    "loggers": {
        # Replaces Django's own handlers, which would send mail; a missing page is no fault of the program.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.request": {"level": "ERROR"},
        # Speaks at each mistyped password, with the name and the address blotted out.
        "axes": {"level": "ERROR"},
        # A request that waits a moment for a free thread is how the server works.
        "waitress.queue": {"level": "ERROR"},
    },
}
