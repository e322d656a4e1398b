"""What a draw prefers, said in words instead of costs."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

IMPORTANCE: Mapping[int, Promise] = {
    0: _("nezáleží na tom"),
    10: _("maličko"),
    100: _("trochu"),
    1_000: _("dost"),
    100_000: _("hodně"),
    10_000_000: _("velmi"),
    1_000_000_000: _("nade vše"),
}
"""How much avoiding a blemish matters, by what it costs; each outweighs a usual number of those before it."""


def words_of_costs(usual: int) -> dict[int, Promise]:
    """The words by cost for a blemish; its ``usual`` cost stands for the word it is nearest to.

    >>> [cost for cost in words_of_costs(2_000_000) if cost > 100_000]
    [2000000, 1000000000]
    """
    nearest = min(cost for cost in IMPORTANCE if 2 * cost >= usual)
    return {usual if cost == nearest else cost: word for cost, word in IMPORTANCE.items()}
