from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Výsledky")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Imported here because models are not loaded before.
        from scoring.selectors import answers
        from scoring.services.standings import standings_republish
        from tournament import ports
        from tournament.destinations import Destination, keep_pages
        from tournament.journal import actions

        ports.tables_begun.connect(answers.tables_begun)
        ports.standings_order.connect(answers.standings_order)
        ports.standings_published.connect(answers.standings_published)
        ports.standings_stale.connect(answers.standings_stale)
        ports.standings_follow.connect(standings_republish)
        ports.undecided_penalties.connect(answers.undecided_penalties)
        ports.running_revisions.connect(answers.running_revisions)
        ports.kept_out.connect(answers.kept_out)
        ports.waiting_corrections.connect(answers.waiting_corrections)
        ports.open_disputes.connect(answers.open_disputes)
        ports.own_points_tables.connect(answers.own_points_tables)
        actions.load("scoring.services")
        keep_pages(
            {
                Destination.SHEETS: "scoring:round_board",
                Destination.CLOSE: "scoring:round_close",
                Destination.TABLE: "scoring:table",
                Destination.PRINTS: "scoring:prints",
                Destination.PRINTED_PROTOCOL: "scoring:print_protocol",
                Destination.PRINTED_SHEETS: "scoring:print_sheets",
                Destination.CASH_LIST: "scoring:cash_list",
                Destination.RECEIPT: "scoring:receipt",
                Destination.RECEIPTS: "scoring:receipts",
                Destination.PRINTED_INVITATION: "scoring:print_invitation",
                Destination.STANDINGS: "scoring:standings",
                Destination.PENALTIES: "scoring:penalties",
                Destination.PUBLISH_STANDINGS: "scoring:standings_publish",
                Destination.RULES: "scoring:renonce",
                Destination.ARTICLES: "scoring:articles",
                Destination.ARTICLES_OF_ALL: "scoring:articles_of_all",
                Destination.DISPUTES: "scoring:decisions",
            }
        )
