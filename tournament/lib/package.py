"""The parts of an Office file, unpacked and read within bounds whatever they hold.

A part is read as a stream by expat, which never loads anything from elsewhere; no part may declare a document
type, so there are no entities to swell. What is unpacked, how many elements and letters there are and how
deep they nest is counted over the whole file, so that time and memory are bounded by this module and not by
who made the file.
"""

import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from xml.parsers.expat import ExpatError, ParserCreate

from django.utils.translation import gettext as _

Attributes = Mapping[str, str]
Starts = Mapping[str, Callable[[Attributes], None]]
Ends = Mapping[str, Callable[[], None]]

_MAX_PARTS = 1_000
_MAX_UNPACKED = 40 * 1024 * 1024
_MAX_ELEMENTS = 1_200_000
_MAX_LETTERS = 8_000_000
_DEEPEST = 60
# Spreadsheets pack in no other way, and what is packed otherwise unpacks more at once than is asked for.
_PACKED = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_CHUNK = 64 * 1024
# A tag or a remark as long as this is none that a spreadsheet writes, and expat would hold all of it.
_LONGEST_TOKEN = 1024 * 1024


class UnreadableFile(ValueError):
    """The file cannot be read; the text is one Czech sentence for the person who chose it."""


class EnoughRead(Exception):
    """Raised by whoever reads a part and needs nothing of what follows."""


class Taker:
    """What a part is read into: what is done at the start and the end of an element, by its local name.

    ``text`` gets the letters between tags while ``listening``.
    """

    listening = False

    def starts(self) -> Starts:
        return {}

    def ends(self) -> Ends:
        return {}

    def text(self, letters: str) -> None:
        """Nothing is kept of it unless a taker wants it."""


class Package:
    """An open Office file."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.names = frozenset(part.filename for part in archive.infolist())
        self._unpacked = self._elements = self._letters = 0

    def read(self, name: str, taker: Taker) -> None:
        """The part from its beginning; stops where the taker has enough."""
        parser = ParserCreate()
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = _refuse_type
        starts, ends, depth = taker.starts(), taker.ends(), 0

        def start(tag: str, attributes: dict[str, str]) -> None:
            nonlocal depth
            depth += 1
            self._elements += 1
            if depth > _DEEPEST or self._elements > _MAX_ELEMENTS:
                raise UnreadableFile(too_large())
            take = starts.get(tag)
            if take is None and ":" in tag:
                take = starts.get(tag.rpartition(":")[2])
            if take:
                take(attributes)

        def end(tag: str) -> None:
            nonlocal depth
            depth -= 1
            take = ends.get(tag)
            if take is None and ":" in tag:
                take = ends.get(tag.rpartition(":")[2])
            if take:
                take()

        def text(letters: str) -> None:
            if taker.listening:
                self._letters += len(letters)
                if self._letters > _MAX_LETTERS:
                    raise UnreadableFile(too_large())
                taker.text(letters)

        parser.StartElementHandler = start
        parser.EndElementHandler = end
        parser.CharacterDataHandler = text
        try:
            fed = 0
            for chunk in self._chunks(name):
                parser.Parse(chunk, False)
                fed += len(chunk)
                if fed - max(parser.CurrentByteIndex, 0) > _LONGEST_TOKEN:
                    raise UnreadableFile(too_large())
            parser.Parse(b"", True)
        except EnoughRead:
            return

    def _chunks(self, name: str) -> Iterator[bytes]:
        with self._archive.open(name) as part:
            while chunk := part.read(_CHUNK):
                self._unpacked += len(chunk)
                if self._unpacked > _MAX_UNPACKED:
                    raise UnreadableFile(too_large())
                yield chunk


@contextmanager
def opened(content: bytes) -> Iterator[Package]:
    """The parts of the file; whatever is wrong with them inside the block is an ``UnreadableFile``."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            parts = archive.infolist()
            if any(part.flag_bits & 1 for part in parts):
                raise UnreadableFile(_("Soubor je chráněný heslem; uložte ho bez hesla a nahrajte znovu."))
            if not _PACKED.issuperset(part.compress_type for part in parts):
                raise UnreadableFile(damaged())
            if len(parts) > _MAX_PARTS:
                raise UnreadableFile(too_large())
            yield Package(archive)
    except UnreadableFile:
        raise
    except _DAMAGE as error:
        raise UnreadableFile(damaged()) from error


# What a damaged archive, part or number in it is met with; NotImplementedError is a way of packing that no
# spreadsheet uses.
_DAMAGE = (
    ArithmeticError, EOFError, ExpatError, LookupError, NotImplementedError, OSError, RuntimeError,
    ValueError, zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error,
)  # fmt: skip


def too_large() -> str:
    """The sentence for a file that holds more than anybody's registrations."""
    return _("Sešit je příliš velký; zkopírujte jen řádky s přihláškami do nového sešitu a nahrajte ten.")


def damaged() -> str:
    """The sentence for a file that is no whole workbook."""
    return _(
        "Sešit je poškozený a nejde přečíst; otevřete ho v Excelu nebo LibreOffice a uložte znovu"
        " jako sešit .xlsx."
    )


def _refuse_type(*_declaration: object) -> None:
    """No workbook declares a document type; a file made to swell in memory does."""
    raise UnreadableFile(_("Soubor není obyčejný sešit; uložte přihlášky znovu jako sešit .xlsx."))
