"""Style, script and font files: names that carry their content, put together once, kept for years."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.storage import FileSystemStorage
from fontTools.ttLib import TTFont

from benchmarks.load import Browser, Server
from config import statics
from config.static_root import static_root
from tests.loops import run_apart
from tests.test_serving import prepared  # noqa: F401 because it is a fixture
from tournament.lib import pdf
from tournament.lib.fonts import font_folder

PROJECT = Path(__file__).resolve().parent.parent
CZECH = "aábcčdďeéěfghiíjklmnňoópqrřsštťuúůvwxyýzž„“–−×·…ŁőßÇ€"


def test_the_font_of_the_screen_has_the_letters_it_says() -> None:
    for name in statics.WEB_FONTS:
        font = TTFont(finders.find(f"fonts/{name}"))
        codes = set(font.getBestCmap())
        assert font.flavor == "woff2"
        assert {letter for letter in CZECH + CZECH.upper() if ord(letter) not in codes} <= {"ẞ"}
        assert "fvar" in font, "of every weight"
        assert Path(finders.find(f"fonts/{name}")).stat().st_size < 60_000


def test_what_is_no_font_of_the_screen_is_not_found_among_them() -> None:
    assert finders.find("css/neni-tu.css") is None
    assert finders.find("fonts/neni-tu.woff2", find_all=True) == []


def test_browsers_are_told_the_same_letters() -> None:
    told = ", ".join(f"U+{low:X}-{high:X}" for low, high in statics.LETTERS)
    for sheet in ("css/base.css", "print/page.css"):
        text = (PROJECT / "static" / sheet).read_text(encoding="utf-8")
        assert text.count(f"unicode-range: {told};") == len(statics.WEB_FONTS)


def test_letters_of_either_file_are_all_letters_of_the_installed_font() -> None:
    text = (PROJECT / "static/css/base.css").read_text(encoding="utf-8")
    ranges = [
        (int(low, 16), int(high, 16))
        for line in re.findall(r"unicode-range: ([^;]+);", text)
        for low, high in re.findall(r"U\+([0-9A-F]+)-([0-9A-F]+)", line)
    ]
    installed = TTFont(font_folder() / "SourceSans3[wght].ttf").getBestCmap()
    assert [hex(code) for code in installed if not any(low <= code <= high for low, high in ranges)] == []


def test_other_files_are_put_together_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "files").mkdir()
    (tmp_path / "files/a.css").write_text("a {}")
    first = static_root(tmp_path, [tmp_path / "files"])
    assert static_root(tmp_path, [tmp_path / "files"]) == first
    (tmp_path / "files/a.css").write_text("b {}")
    assert static_root(tmp_path, [tmp_path / "files"]) != first


class Finder:
    """Two small files, one of which names the other."""

    def __init__(self, folder: Path) -> None:
        self.storage = FileSystemStorage(location=folder)
        (folder / "css").mkdir(parents=True)
        (folder / "css/a.css").write_text('a { background: url("b.svg") }' + " " * 500)
        (folder / "css/b.svg").write_text("<svg></svg>")

    def list(self, ignore: Any) -> Any:
        return [(name, self.storage) for name in ("css/a.css", "css/b.svg")]


def test_files_are_put_together_once(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.STATIC_ROOT = tmp_path / "static" / "these"
    finder = Finder(tmp_path / "source")
    monkeypatch.setattr(statics, "get_finders", lambda: [finder])
    statics.put_together()
    storage = statics.NamedByContent(location=str(settings.STATIC_ROOT))
    address = storage.url("css/a.css")
    assert re.fullmatch(r"/static/css/a\.[0-9a-f]{12}\.css", address)
    made = settings.STATIC_ROOT / address.removeprefix("/static/")
    assert re.search(r'url\("b\.[0-9a-f]{12}\.svg"\)', made.read_text())
    assert made.with_name(made.name + ".gz").exists()
    assert [one.name for one in settings.STATIC_ROOT.parent.iterdir()] == ["these"]

    monkeypatch.setattr(statics, "get_finders", lambda: pytest.fail("it was done"))
    statics.put_together()


def test_a_print_finds_a_file_under_the_name_of_its_content(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "css").mkdir()
    (tmp_path / "css/a.0123456789ab.css").write_text("a {}")
    monkeypatch.setattr(pdf, "staticfiles_storage", statics.NamedByContent(location=str(tmp_path)))
    assert pdf._lies_at("css/a.0123456789ab.css") == str(tmp_path / "css/a.0123456789ab.css")
    assert pdf._lies_at("css/base.css") == str(PROJECT / "static/css/base.css")
    assert pdf._lies_at("css/neni-tu.css") is None


def test_files_that_were_not_put_together_keep_their_names(tmp_path: Path) -> None:
    assert statics.NamedByContent(location=str(tmp_path)).url("css/a.css") == "/static/css/a.css"
    assert staticfiles_storage.url("css/base.css") == "/static/css/base.css"


def test_a_server_sends_them_to_be_kept_for_years(prepared: Path) -> None:  # noqa: F811 because it is a fixture
    server = Server(prepared)
    browser = Browser(server.port)

    async def visit() -> None:
        page = await browser.get("/prihlaseni/")
        files = re.findall(r'(?:href|src)="(/static/[^"#]+)', page.body.decode())
        assert len(files) > 10
        for address in files:
            answer = await browser.get(address)
            assert answer.status == 200, address
            assert "immutable" in answer.headers["cache-control"], address
        (style,) = [one for one in files if "/base." in one]
        sheet = (await browser.get(style)).body.decode()
        for name in re.findall(r'url\("\.\./(fonts/[^"]+)"\)', sheet):
            font = await browser.get(f"/static/{name}")
            assert (font.status, "immutable" in font.headers["cache-control"]) == (200, True), name
        await browser.leave()

    try:
        run_apart(visit())
    finally:
        server.end()


def test_a_font_is_what_it_says() -> None:
    made = statics.web_font(font_folder() / "SourceSans3[wght].ttf")
    assert TTFont(BytesIO(made)).flavor == "woff2"
