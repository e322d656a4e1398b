"""A page of the program made into a file that works in a folder, without the program and without scripts."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

TAG = re.compile(
    r"<(a|link|img|use|script|form|section|meta|label|nav|/nav)\b"
    r"((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>"
)
"""What may have to change. The program writes these pages: attributes are quoted, texts escaped."""

ATTRIBUTE = re.compile(r"\s([a-z][\w:-]*)=\"([^\"]*)\"")

INNER = re.compile(r"href=\"#([\w-]+)\"")

Leads = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Folder:
    """Where addresses lead in the folder: of pages (``None`` for what is not there) and of other files.

    ``symbol`` gives a drawing by the address of its file and its name there.
    """

    page: Leads
    file: Callable[[str], str]
    symbol: Callable[[str, str], str]


def offline_page(page: str, folder: Folder) -> str:
    """The page as a file of the folder.

    Scripts, forms, search fields and what is marked ``data-online`` go, and so do buttons and parts of the
    navigation that would lead to what is not there; in a text the words stay without their link. Drawings are
    put into the page, because a browser takes none from another file.
    """
    turned = _Turned(page, folder)
    whole = turned.written()
    symbols = "".join(turned.drawn.values())
    sprite = f'<svg xmlns="http://www.w3.org/2000/svg" hidden>{symbols}</svg>' if symbols else ""
    return re.sub(r"<body\b[^>]*>", lambda body: body[0] + sprite, whole, count=1)


@dataclass(slots=True)
class _Turned:
    page: str
    folder: Folder
    drawn: dict[str, str] = field(default_factory=dict)
    in_navigation: bool = False

    def written(self) -> str:
        out, at = [], 0
        while found := TAG.search(self.page, at):
            out.append(self.page[at : found.start()])
            text, at = self._turn(found[1], found)
            out.append(text)
        return "".join([*out, self.page[at:]])

    def _turn(self, name: str, found: re.Match[str]) -> tuple[str, int]:
        """What stands instead of a tag, and where to go on: behind all of what goes."""
        has = dict(ATTRIBUTE.findall(found[2]))
        needs_program = " data-online" in found[2] or has.get("class") == "search"
        if name in ("script", "form") or (needs_program and name in ("label", "section", "a")):
            return "", self._end(name, found)
        if name.endswith("nav"):
            self.in_navigation = name == "nav"
        elif name == "meta" and has.get("name") == "htmx-config":
            return "", found.end()
        elif name == "use":
            return self._drawing(has["href"]), found.end()
        elif name == "a" and "href" in has:
            return self._link(found, has)
        elif name == "link" and has.get("rel") == "preload":
            return "", found.end()
        elif name in ("link", "img"):
            return self._resource(found, has), found.end()
        return found[0], found.end()

    def _end(self, name: str, found: re.Match[str]) -> int:
        """Behind the end of an element that holds none of its own name."""
        closing = f"</{name}>"
        return self.page.index(closing, found.end()) + len(closing)

    def _drawing(self, address: str) -> str:
        file, _hash, name = address.partition("#")
        return f'<use href="#{self._drawn(file, name)}"/>'

    def _drawn(self, file: str, name: str) -> str:
        """The name of a drawing in the page, where it is put with those that it is made of."""
        key = f"kresba-{name}"
        if key not in self.drawn:
            self.drawn[key] = ""
            symbol = self.folder.symbol(file, name).replace(f'id="{name}"', f'id="{key}"', 1)
            self.drawn[key] = INNER.sub(lambda inner: f'href="#{self._drawn(file, inner[1])}"', symbol)
        return key

    def _resource(self, found: re.Match[str], has: dict[str, str]) -> str:
        name = "href" if found[1] == "link" else "src"
        return found[0].replace(f'{name}="{has[name]}"', f'{name}="{self.folder.file(has[name])}"', 1)

    def _link(self, found: re.Match[str], has: dict[str, str]) -> tuple[str, int]:
        address, hash_, place = has["href"].partition("#")
        if not address or address.startswith(("http:", "https:")):
            return found[0], found.end()
        leads = self.folder.page(address.replace("&amp;", "&"))
        if leads is not None:
            whole = found[0].replace(f'href="{has["href"]}"', f'href="{leads}{hash_}{place}"', 1)
            return whole, found.end()
        end = self._end("a", found)
        if self.in_navigation or "button" in has.get("class", ""):
            return "", end
        inner = _Turned(self.page[found.end() : end - len("</a>")], self.folder, self.drawn).written()
        look = f' class="{has["class"]}"' if "class" in has else ""
        return f"<span{look}>{inner}</span>", end
