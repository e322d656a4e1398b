"""The list of renoncy: what an entry may hold, who may have committed it and in which contract."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.checking.reader import Ground, Reader
from rules.contracts import Contract, contract_name
from rules.offences import ANYBODY, ARTICLES, DECLARER, PLAYING, Breach, default_pausal
from rules.records import Offence
from rules.shown import shown

FIELDS: Final = frozenset({"by", "article", "playout"})
REFEREE_FIELDS: Final = FIELDS | {"pausal", "lost"}
ARTICLES_TEXT: Final = "C1 až C10, C12 až C14, B13, B18, B19 nebo REF"


def read_renonce(read: Reader, record: Mapping[str, Any], ground: Ground) -> tuple[Offence, ...]:
    """Read the list; `kind` renonc needs at least one entry. Entries with problems are left out."""
    kind, contract = ground.kind, ground.contract
    if "renonce" not in record:
        if kind == "renonc":
            read.missing("renonce", "renonc, který se zapisuje")
        return ()
    entries = read.array("renonce", record["renonce"], "renonce v pořadí, jak se staly")
    if entries is not None and not entries and kind == "renonc":
        read.missing("renonce", "renonc, který se zapisuje")
    # Beside a hand whose contract is not known, nothing is said about which contract an article needs.
    unknown = kind == "hand" and contract is None
    found = []
    for n, entry in enumerate(entries or ()):
        path = f"renonce[{n}]"
        offence = _entry(read, path, entry, ground.players)
        if offence is None:
            continue
        article = ARTICLES[offence.article]
        _author(read, path, offence, article, ground)
        if not unknown:
            _contract(read, path, offence, article, contract)
        if offence.article == "C7" and offence.playout:
            text = "Po nesprávném počtu karet v talonu se nedohrává, hru nelze regulérně sehrát (B/9)."
            read.add(f"{path}.playout", "no_playout", text)
        found.append(offence)
    return tuple(found)


def _entry(read: Reader, path: str, value: object, players: Sequence[str] | None) -> Offence | None:
    entry = read.obj(path, value, "jeden renonc")
    if entry is None:
        return None
    count = len(read.problems)
    article = None
    if "article" not in entry:
        read.missing(f"{path}.article", "článek renoncu")
    elif entry["article"] == "C11":
        text = "C11 zahrnuje porušení B/13, B/18 a B/19; zapište ten, o který jde: B13, B18 nebo B19."
        read.add(f"{path}.article", "wrong_value", text)
    else:
        article = read.choice(f"{path}.article", entry["article"], ARTICLES, ARTICLES_TEXT)
    read.unknown_fields(path, entry, FIELDS if article not in (None, "REF") else REFEREE_FIELDS)
    by = _by(read, f"{path}.by", entry, players)
    playout = "playout" in entry and read.flag(f"{path}.playout", entry["playout"])
    pausal: int | None = default_pausal(article or "")
    lost = article != "REF"
    if article == "REF":
        if "pausal" in entry:
            pausal = read.whole(f"{path}.pausal", entry["pausal"], 0, 2, "druh paušálu")
        lost = "lost" in entry and read.flag(f"{path}.lost", entry["lost"])
    if len(read.problems) > count or by is None or article is None or pausal is None:
        return None
    return Offence(by, article, playout, pausal, lost)


def _by(read: Reader, path: str, entry: Mapping[str, Any], players: Sequence[str] | None) -> str | None:
    if "by" not in entry:
        read.missing(path, "kdo se renoncu dopustil")
        return None
    value = entry["by"]
    if not isinstance(value, str):
        read.add(
            path, "wrong_type", f"Očekávám jméno toho, kdo se renoncu dopustil, dostal jsem {shown(value)}."
        )
    elif players is not None and value not in players:
        read.add(path, "not_a_player", f"U tohoto stolu nesedí {shown(value)} (kdo se renoncu dopustil).")
    else:
        return value
    return None


def _author(read: Reader, path: str, offence: Offence, article: Breach, ground: Ground) -> None:
    if article.whose == ANYBODY:
        return
    if article.whose == PLAYING:
        if offence.by == ground.sitting_out:
            name = shown(offence.by)
            text = f"{name} v této hře pauzíruje, renonc {offence.article} ({article.text}) udělat nemůže."
            read.add_to_new(f"{path}.by", "sits_out", text)
        return
    declarer = ground.declarer
    if declarer is None:
        # In a hand the missing declarer is said once, at its own field.
        if ground.kind in ("renonc", "misdeal"):
            text = f"{offence.article} ({article.text}) je renonc vztažený k aktérovi, zápis žádného neuvádí."
            read.add(f"{path}.article", "no_declarer", text)
    elif article.whose == DECLARER:
        if offence.by != declarer:
            text = f"{offence.article} ({article.text}) je vždy renonc aktéra, ne {shown(offence.by)}."
            read.add(f"{path}.by", "not_the_declarer", text)
    elif offence.by in (declarer, ground.sitting_out):
        text = (
            f"{offence.article} ({article.text}) je vždy renonc hrajícího protihráče, ne {shown(offence.by)}."
        )
        read.add(f"{path}.by", "not_a_defender", text)


def _contract(read: Reader, path: str, offence: Offence, article: Breach, contract: Contract | None) -> None:
    if contract is None:
        if article.needs_contract:
            text = f"{offence.article} ({article.text}) je možný jen v ohlášené hře."
            read.add(f"{path}.article", "wrong_contract", text)
    elif article.contracts is not None and contract not in article.contracts:
        text = f"{offence.article} ({article.text}) v závazku {contract_name(contract)} nastat nemůže."
        read.add(f"{path}.article", "wrong_contract", text)
