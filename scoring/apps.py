from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Výsledky")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Imported here because models are not loaded before.
        from scoring.selectors import answers
        from tournament import ports

        ports.tables_begun.connect(answers.tables_begun)
        ports.standings_order.connect(answers.standings_order)
