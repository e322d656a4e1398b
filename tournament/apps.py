from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = _("Turnaj")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Imported here because models are not loaded before.
        from tournament.journal import actions

        actions.load("tournament.services")
