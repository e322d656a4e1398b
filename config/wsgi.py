"""Entry point of a WSGI server."""

import os

import django
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from config.statics import put_together  # noqa: E402 because it needs the settings

put_together()
application = get_wsgi_application()
