"""Who may log in, beyond a right password."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from tournament.models import Account


class DemoRefusingBackend(ModelBackend):
    """Django's own log-in; the demo accounts, whose password everybody can read, work on this computer only.

    Sessions opened before the application was put on the network end as well: each request asks again.
    """

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> "Account | None":
        if request is not None and _is_refused(username):
            messages.error(
                request,
                _(
                    "Ukázková přihlášení platí jen na počítači pořadatele, ne v síti."
                    " Přihlaste se vlastním účtem."
                ),
            )
        return super().authenticate(request, username, password, **kwargs)

    def user_can_authenticate(self, user: "Account | AnonymousUser | None") -> bool:
        return (
            user is not None and not _is_refused(user.get_username()) and super().user_can_authenticate(user)
        )


def _is_refused(username: str | None) -> bool:
    return username in settings.DEMO_ACCOUNTS and not settings.DEMO_ACCOUNTS_ALLOWED
