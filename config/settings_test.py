"""Settings of the tests: those of production, with what would only cost time or leave files taken away."""

import os
import tempfile
from pathlib import Path

from config.settings import *  # noqa: F403
from config.settings import DATABASES, LOGGING, STORAGES

# Written down, so that a variable of the developer's shell changes no test.
DEBUG = False
PUBLIC_URL = "http://127.0.0.1:8000"
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "testserver"]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
DEMO_ACCOUNTS_ALLOWED = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = False
SECURE_HSTS_SECONDS = 0
SECURE_PROXY_SSL_HEADER = None

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, as in production: a database in memory has other locks, and a race found there proves nothing.
    DATABASES["default"]["TEST"] = {
        "NAME": str(Path(tempfile.gettempdir()) / f"forhont-test-{os.getpid()}.sqlite3")
    }

# Pages kept for one run of the tests would be found by none of the next ones.
PAGES_DIR = Path(tempfile.gettempdir()) / f"forhont-test-pages-{os.getpid()}"

# Files under their own names, straight from where they lie.
STATIC_ROOT = None
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}

# Safe hashes are slow on purpose.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGGING = {**LOGGING, "root": {"handlers": ["terminal"], "level": "WARNING"}}
