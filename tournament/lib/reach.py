"""From where people reach the program: what the address that goes into QR codes is good for."""

import ipaddress
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from django.conf import settings


class Reach(StrEnum):
    """Who gets to an address: this computer, the network of the hall, everybody."""

    HERE = "here"
    HALL = "hall"
    EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True)
class Reached:
    """A whole address and who gets to it."""

    address: str
    reach: Reach


def reach_of(path: str) -> Reached:
    """The whole address of a page, by the setting PUBLIC_URL."""
    host = urlsplit(settings.PUBLIC_URL).hostname or ""
    return Reached(f"{settings.PUBLIC_URL}{path}", reach_of_host(host))


def reach_of_host(host: str) -> Reach:
    """By the number, or by the name: one without a dot and one that ends in .local is known in the hall only.

    >>> [str(reach_of_host(host)) for host in ("127.0.0.1", "192.168.1.20", "desk.local", "marias.example")]
    ['here', 'hall', 'hall', 'everywhere']
    """
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        if host in ("", "localhost") or host.endswith(".localhost"):
            return Reach.HERE
        named_here = "." not in host or host.endswith((".local", ".lan", ".home", ".internal"))
        return Reach.HALL if named_here else Reach.EVERYWHERE
    if number.is_loopback or number.is_unspecified:
        return Reach.HERE
    return Reach.EVERYWHERE if number.is_global else Reach.HALL
