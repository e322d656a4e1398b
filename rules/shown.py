"""Foreign values made safe to show in a sentence."""

# Long enough to recognise the value, short enough for one line beside a form field.
LONGEST = 40


def shown(value: object) -> str:
    """A value from outside as it can stand in a message: short, on one line, always encodable.

    Containers are only named, since they may be of any depth.

    >>> shown("kukaň"), shown(True), shown({"a": [1]}), shown("x" * 50)[-3:]
    ('„kukaň“', 'true', 'objekt', 'x…“')
    """
    if isinstance(value, str):
        text = f"„{printable(value)}“"
    elif isinstance(value, bool):
        text = "true" if value else "false"
    elif value is None:
        text = "null"
    elif isinstance(value, int):
        # Python refuses to write out integers of thousands of digits.
        text = str(value).replace("-", "\N{MINUS SIGN}") if abs(value) < 10**LONGEST else "příliš velké číslo"
    elif isinstance(value, float):
        text = repr(value)
    else:
        text = {"dict": "objekt", "list": "seznam", "tuple": "seznam"}.get(
            type(value).__name__, "jinou hodnotu"
        )
    return text


def printable(text: str) -> str:
    """A foreign string cut to one short line, with what cannot be encoded or printed written as an escape.

    >>> printable("a" + chr(10) + "b" + chr(0xD800))
    'a\\\\nb\\\\ud800'
    """
    cut = text if len(text) <= LONGEST else text[:LONGEST] + "…"
    if cut.isprintable():
        return cut
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in cut)


def encodable(text: str) -> bool:
    """Whether a string can be stored and sent anywhere: no lone surrogate (UTF-8), no NUL (databases).

    >>> encodable("Nguyễn"), encodable(chr(0xD800)), encodable("a" + chr(0))
    (True, False, False)
    """
    if chr(0) in text:
        return False
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
