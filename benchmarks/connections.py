"""How many connections a running server serves when all of them stay open.

    python benchmarks/connections.py [--connections 600] [--url http://127.0.0.1:8000/]

Opens the connections one after another without closing any, asks for the page on each, waits for every
answer, and asks once more over the same connections. Ends with status 1 when a single answer is missing.
"""

import argparse
import asyncio
import resource
import sys
import time
from urllib.parse import urlsplit


class Visitor:
    """One browser with one connection that it keeps."""

    def __init__(self, host: str, port: int, path: str) -> None:
        self.host, self.port = host, port
        self.question = (
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: keep-alive\r\n\r\n".encode()
        )

    async def come(self) -> None:
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)

    async def ask(self) -> int:
        """The status of the answer, read to its end."""
        self.writer.write(self.question)
        await self.writer.drain()
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        await self.reader.readexactly(int(head.split("content-length:")[1].split("\r\n")[0]))
        return int(head.split()[1])

    async def leave(self) -> None:
        self.writer.close()
        await self.writer.wait_closed()


async def measure(url: str, connections: int) -> list[int]:
    """Statuses of all answers of both rounds; an answer that does not come in a minute is an error."""
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    visitors = [Visitor(parts.hostname or "", parts.port or 80, path) for _number in range(connections)]
    for visitor in visitors:
        await visitor.come()
    statuses: list[int] = []
    for turn in (1, 2):
        began = time.perf_counter()
        async with asyncio.timeout(60):
            answers = await asyncio.gather(*(visitor.ask() for visitor in visitors))
        took = time.perf_counter() - began
        print(
            f"round {turn}: {len(answers)} answers over {connections} open connections in {took:.2f} s"
            f" ({len(answers) / took:.0f} per second), statuses {sorted(set(answers))}"
        )
        statuses += answers
    for visitor in visitors:
        await visitor.leave()
    return statuses


def main() -> int:
    parser = argparse.ArgumentParser(description="Connections that stay open and are all answered.")
    parser.add_argument("--connections", type=int, default=600)
    parser.add_argument("--url", default="http://127.0.0.1:8000/")
    chosen = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        statuses = asyncio.run(measure(chosen.url, chosen.connections))
    except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
        print(f"Not every connection was answered: {error!r}", file=sys.stderr)
        return 1
    return 0 if all(status < 500 for status in statuses) else 1


if __name__ == "__main__":
    sys.exit(main())
