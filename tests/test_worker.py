"""config/worker.py: the service worker comes from the top of the site, with the version of the files."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from config import worker


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Static files that can be changed."""
    (tmp_path / "js").mkdir()
    (tmp_path / "js/worker.js").write_text("self.skipWaiting();")
    (tmp_path / "page.css").write_text("a {}")
    monkeypatch.setattr(worker, "STATIC", tmp_path)
    return tmp_path


def version_now() -> str:
    worker.version.cache_clear()
    return worker.version()


def test_browser_takes_it_for_a_script_and_asks_again_each_time(client: Client) -> None:
    response = client.get("/bez-spojeni.js")

    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"
    assert re.match(r'const VERSION = "[0-9a-f]{16}";\n/\*', response.content.decode())


@pytest.mark.parametrize("changed", ["content", "name"])
def test_other_files_are_another_version(files: Path, changed: str) -> None:
    before = version_now()
    assert version_now() == before

    if changed == "content":
        (files / "page.css").write_text("a { color: red }")
    else:
        (files / "page.css").rename(files / "other.css")

    assert version_now() != before


@pytest.fixture(autouse=True)
def own_version_afterwards() -> Iterator[None]:
    yield
    worker.version.cache_clear()
