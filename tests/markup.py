"""HTML as a test compares it: how a template breaks its lines is no part of a page."""

import re
from typing import Any

from django.utils.html import strip_tags


def squeezed(html: str) -> str:
    """The markup with one space for any white space and none beside a tag."""
    return re.sub(r" ?(<[^>]*>) ?", r"\1", re.sub(r"\s+", " ", html)).strip()


def text_of_page(response: Any) -> str:
    """What a person reads on the page, spaces put together, no-break spaces as spaces."""
    page = re.sub(r"(?s)<script.*?</script>", "", response.content.decode())
    return " ".join(strip_tags(page.replace("<", " <")).replace("\xa0", " ").split())
