"""Words of what ``scoring`` writes into the journal: its areas, and what the logged values are called."""

from django.utils.translation import gettext_lazy

from rules.contracts import CONTRACT_NAMES, PART_NAMES
from scoring.enums import Exclusion
from scoring.models import Penalty
from tournament.journal.actions import declare_area
from tournament.journal.words import CHOICES, LABELS, WORDS

HANDS = declare_area("hands", gettext_lazy("Hry"), place=3)
RESULTS = declare_area("results", gettext_lazy("Výsledky a pořadí"), place=4)

LABELS.update(
    {
        "money": gettext_lazy("zisk"),
        "zb": gettext_lazy("ZB"),
        "premium": gettext_lazy("PB"),
        "points": gettext_lazy("body"),
        "article": gettext_lazy("článek"),
        "removed": gettext_lazy("vzata zpět"),
        "decision": gettext_lazy("rozhodnutí č."),
        "patch": gettext_lazy("rozhodnuto"),
        "cancels": gettext_lazy("ruší předchozí"),
        "claim": gettext_lazy("námitka"),
        "dispute": gettext_lazy("spor č."),
        "claimant": gettext_lazy("namítá"),
        "accused": gettext_lazy("proti komu"),
        "late": gettext_lazy("karty už byly složené"),
        "public_reason": gettext_lazy("pro veřejnost"),
        "award": gettext_lazy("částky č."),
        "source": gettext_lazy("zapsáno"),
        "signed": gettext_lazy("podepsáno"),
        "noted": gettext_lazy("hry za 50 bodů na lístku"),
        "until": gettext_lazy("do"),
        "exclusion": gettext_lazy("vyloučení"),
        "zero_reason": gettext_lazy("proč součet není nula"),
        "rounding_reason": gettext_lazy("proč jiné zaokrouhlení"),
        "points_rows": gettext_lazy("řádků"),
        "points_source": gettext_lazy("zdroj"),
        "points_joins": gettext_lazy("připojené k tabulce"),
        "points_date": gettext_lazy("platí od"),
        "notation": gettext_lazy("zápis"),
        "auction": gettext_lazy("licitace"),
        # Fields of a hand record (docs/rules/hand-record.md)
        "dealer": gettext_lazy("rozdává"),
        "declarer": gettext_lazy("hraje"),
        "contract": gettext_lazy("závazek"),
        "red": gettext_lazy("červené"),
        "bid": gettext_lazy("vydraženo"),
        "kind": gettext_lazy("druh"),
        "fleks": gettext_lazy("fleky"),
        "outcome": gettext_lazy("výsledek"),
        "lozena": gettext_lazy("ložená"),
        "minus_parts": gettext_lazy("minusové body"),
        "trumps": gettext_lazy("trumfů"),
        "renonce": gettext_lazy("renonce"),
        "by": gettext_lazy("kdo"),
        "playout": gettext_lazy("dohrávka"),
        "declarer_cards": gettext_lazy("body aktéra"),
        "declarer_marriages": gettext_lazy("hlášky aktéra"),
        "defence_marriages": gettext_lazy("hlášky obrany"),
        "made": gettext_lazy("uhráno"),
        "steps": gettext_lazy("kroků"),
        "side": gettext_lazy("strana"),
        "won": gettext_lazy("vyhráno"),
        "to": gettext_lazy("komu"),
        "prior_misdeals": gettext_lazy("dřívějších špatných rozdání"),
        **PART_NAMES,
    }
)
WORDS.update(
    {
        "won": gettext_lazy("uhráno"),
        "lost": gettext_lazy("neuhráno"),
        "declarer": gettext_lazy("aktér"),
        "defence": gettext_lazy("obrana"),
        "hand": gettext_lazy("hra"),
        "misdeal": gettext_lazy("chybné rozdání"),
    }
)
CHOICES["exclusion"] = dict(Exclusion.choices)
CHOICES["state"].update(Penalty.State.choices)
CHOICES["source"] = {"hands": gettext_lazy("z her"), "paper": gettext_lazy("z papíru")}
CHOICES["contract"] = {str(name): words for name, words in CONTRACT_NAMES.items()}
