from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PublicConfig(AppConfig):
    name = "public"
    verbose_name = _("Pro veřejnost")

    def ready(self) -> None:
        from tournament.destinations import Destination, keep_pages

        keep_pages(
            {
                Destination.STATE: "public:state",
                Destination.DESK_STATE: "public:desk_state",
                Destination.WEBS: "public:for_webs",
                Destination.PLAYER_PAGE: "public:player",
            }
        )
