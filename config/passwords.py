"""What a new password must be like, said in friendly Czech wherever one is chosen."""

from django.contrib.auth import password_validation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class LongEnough(password_validation.MinimumLengthValidator):
    """At least ``min_length`` characters."""

    def get_error_message(self) -> str:
        return ngettext(
            "Heslo je příliš krátké, potřebuje aspoň %(least)d znak.",
            "Heslo je příliš krátké, potřebuje aspoň %(least)d znaků.",
            self.min_length,
        ) % {"least": self.min_length}

    def get_help_text(self) -> str:
        return ngettext("Aspoň %(least)d znak.", "Aspoň %(least)d znaků.", self.min_length) % {
            "least": self.min_length
        }


class NotTheName(password_validation.UserAttributeSimilarityValidator):
    """Unlike the log-in name and the person's name."""

    def get_error_message(self) -> str:
        return _("Heslo se moc podobá vašemu jménu. Zvolte jiné.")

    def get_help_text(self) -> str:
        return _("Ať se nepodobá vašemu jménu.")


class NotCommon(password_validation.CommonPasswordValidator):
    """Not one of those that are tried first."""

    def get_error_message(self) -> str:
        return _("Takové heslo má spousta lidí a snadno se uhodne. Zvolte jiné.")

    def get_help_text(self) -> str:
        return _("Nic, co se hned zkouší, třeba „heslo123“.")


class NotOnlyFigures(password_validation.NumericPasswordValidator):
    """Some letter in it."""

    def get_error_message(self) -> str:
        return _("Heslo nemůže být ze samých číslic. Přidejte aspoň jedno písmeno.")

    def get_help_text(self) -> str:
        return _("Nejen číslice.")
