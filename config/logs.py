"""How the log file is written."""

import logging
import re

SCRIBE_ADDRESS = re.compile(r"(/l/)[^/\s?\"']+")


class TokenFreeFormatter(logging.Formatter):
    """Leaves the scribe's secret out of every line, whoever logged the address."""

    def format(self, record: logging.LogRecord) -> str:
        return SCRIBE_ADDRESS.sub(r"\1…", super().format(record))
