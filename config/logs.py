"""How the log file is written."""

import logging
import re

SECRET = re.compile(r"(/l/|/prihlaska/)[^/\s?\"']+")


class TokenFreeFormatter(logging.Formatter):
    """Leaves the secret of a scribe or of an application out of every line, whoever logged the address."""

    def format(self, record: logging.LogRecord) -> str:
        return SECRET.sub(r"\1…", super().format(record))
