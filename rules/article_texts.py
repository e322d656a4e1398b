"""The rules of the Český svaz mariáše in words of our own, as data: section by section, article by article.

Numbers and meaning are exact, the wording is ours. What has no number in the binding text (tiché, what is no
renonc, the section on two sevens) is named by a word after the section. Amounts stand as fields of the
rulebook, so that a tournament reads its own. Titles of renoncy are those of `rules.offences`.
"""

from typing import Final, NamedTuple

from rules.language import gettext_noop as _
from rules.offences import ARTICLES as RENONCY


class Text(NamedTuple):
    """One article before it is translated and its amounts are filled in; `keywords` are Czech words a person
    would look for that do not stand in the text.

    >>> next(text for text in TEXTS if text.key == "B/20").title
    'Proti se nehlásí'
    """

    key: str
    title: str
    meaning: str
    keywords: str = ""


SECTIONS: Final[dict[str, tuple[str, str]]] = {
    "A": (_("Postup licitace a sazby"), ""),
    "B": (
        _("Herní ustanovení"),
        _("Hraje se mariáš s pauzírujícím: nehraje, ale platí a dostává zaplaceno s obranou."),
    ),
    "2x7": (_("Zvláštní ustanovení o dvou sedmách"), ""),
    "C": (
        _("Co je renonc a kolik stojí"),
        _("Co bude s hrou, říká oddíl D."),
    ),
    "D": (_("Co po renoncu následuje"), ""),
    "E": (_("Vyhodnocení výsledků"), ""),
}
"""Section → its title and what holds for all of it."""

TEXTS: Final[tuple[Text, ...]] = (
    Text(
        "A",
        _("Žebříček, sazby a limit"),
        _(
            "Licituje se po dvanácti stupních: sedma, červená sedma, sto, sto a sedma, sto červených, sto a "
            "sedma červených, betl, durch, dvě sedmy, dvě sedmy a sto, dvě sedmy s červenými trumfy, totéž "
            "se stem. Sazby: hra {hra}, sedma {sedma}, sto {sto}, betl {betl}, durch {durch}, dvě sedmy "
            "{dve_sedmy}, omyl {omyl}; červené trumfy platí dvakrát tolik. Hráč zaplatí druhému za hru "
            "nejvýš limit {limit}, zvýšený limit je {raised_limit}."
        ),
        "licitace stupeň cena koruny červené flek re tutti boty",
    ),
    Text(
        "A/tiché",
        _("Tichá sedma a tiché sto"),
        _(
            "Tichá sedma stojí polovinu sedmy hlášené, {quiet_sedma}. Tiché sto zdvojnásobí hodnotu hry i s "
            "fleky, které na ní jsou."
        ),
        "neohlášená stovka poslední zdvih",
    ),
    Text(
        "B/1",
        _("Místa, zapisovatel, stolový lístek"),
        _(
            "Místa u stolu a zapisovatele určí los, přeje-li si to aspoň jeden hráč; jak se losuje, se "
            "dohodne předem. Zapisovatel píše na stolový lístek každou hru za 50 a více bodů a lístek "
            "čitelně podepíše. Když to neudělá, postih podle disciplinárního řádu (§ 9) se týká všech u "
            "stolu."
        ),
        "losování podpis padesát prémie postih trest",
    ),
    Text(
        "B/2",
        _("Nemíchá se, jen se snímá"),
        _(
            "Míchat karty se nesmí. Při snímání se oddělí nejméně dvě karty, shora nebo zdola; počítat je, "
            "sunout po jedné ani jimi listovat není dovoleno."
        ),
        "míchání sejmout sejmutí balíček",
    ),
    Text(
        "B/3",
        _("Kdo snímá a kdo skládá"),
        _(
            "Snímání patří zadákovi. Po sehrávce karty skládá ten, kdo rozdával, a řezat je přitom znamená "
            "renonc (C5)."
        ),
        "řezání skládání sejmout",
    ),
    Text(
        "B/4",
        _("Rozdávání"),
        _("Rozdává se po směru hodin: každému pět karet, dvě karty do talonu a každému dalších pět."),
        "rozdat rozdání",
    ),
    Text(
        "B/5",
        _("Chybné rozdání"),
        _(
            "Jedno chybné rozdání v kole má každý hráč bez postihu. Za druhé a každé další zaplatí všem u "
            "stolu po {misdeal} a rozdá znovu."
        ),
        "přehození špatné rozdávání",
    ),
    Text(
        "B/6",
        _("Kdo začíná licitaci"),
        _("První licituje zadák, slovy nebo čísly stupňů. Stupně se smějí přeskakovat."),
        "dražba nabídka žebříček opener",
    ),
    Text(
        "B/7",
        _("Odložení do talonu a poslední zdvih"),
        _(
            "V každé hře aktér zřetelně odloží dvě karty na sebe. Položí-li při betlu nebo durchu vedle "
            "talonu ještě jednu, bere se jako jeho výnos a po schválení hry, když fleky skončily, ji smí "
            "obrátit kdokoli. Vyměnit talon nebo do něj znovu nahlédnout jde jen do chvíle, než se ke hře "
            "vyjádří první protihráč (B/12). Za hry smí každý prohlížet jen ten zdvih, který skončil "
            "naposled."
        ),
        "odhoz výměna nahlížení štych",
    ),
    Text(
        "B/8",
        _("Talon a zdvihy po ohlášení"),
        _(
            "Od ohlášení hry není talon ničí a leží odděleně. Každý si své zdvihy nechává u sebe, při betlu "
            "a durchu také, a na cizí nikdo nesahá ani po sehrávce. Je-li důvod k podezření na renonc, může "
            "hráč po sehrávce chtít ukázat všechny zdvihy i talon."
        ),
        "štych prohlídka kontrola",
    ),
    Text(
        "B/9",
        _("Nesprávný počet karet v talonu"),
        _(
            "Takovou hru je možné flekovat a po re se na chybu aktér upozorní. Protihráči o ní smějí oba "
            "mluvit už před svým vyjádřením. Zjistí-li se až při dalším točení, při sehrávce nebo po ní, "
            "platí se renonc nejvýš do re, byť by fleků bylo víc. Kdo flekoval, nemá za to body: hra se nedá "
            "regulérně sehrát."
        ),
        "tři karty jedna karta chybí přebývá C7",
    ),
    Text(
        "B/10",
        _("Změna ohlášené hry"),
        _(
            "Ohlášenou hru, třeba po přeřeknutí, smí aktér změnit, dokud se k ní nevyjádřil první protihráč "
            "(B/12)."
        ),
        "přeřeknutí oprava závazku",
    ),
    Text(
        "B/11",
        _("Pořadí při schvalování a flekování"),
        _(
            "Schvaluje, flekuje a točí se přesně po směru hodin, jeden za druhým, než se kruh uzavře. "
            "Porušení je renonc jen za paušál {pausal1} (C8): kdo byl předběhnut, vyjádří se dodatečně a "
            "hraje se dál."
        ),
        "předběhnutí mimo pořadí flek re",
    ),
    Text(
        "B/12",
        _("Vyjádření slovem"),
        _(
            "K závazku se každý vyjadřuje jasně a nahlas. Nestačí mlčet, zaklepat na stůl či na karty, "
            "kývnout nebo dát jiné neurčité znamení."
        ),
        "klepání dobrá schválení komentování",
    ),
    Text(
        "B/13",
        _("Kdy se smí vynést hlášená a pomocná sedma"),
        _(
            "Hlášená sedma, kterou má hráč v ruce, je jeho posledním trumfem a vynáší se nejdřív v posledním "
            "zdvihu; u dvou sedem, i se stem, tak zůstává sedma trumfová. Pomocná sedma v ruce přijde na "
            "řadu nejdřív v předposledním zdvihu. Kdo při dvou sedmách se stem už nemá v ruce trumfovou "
            "sedmu, vynese pomocnou až v posledním."
        ),
        "předčasné vynesení výnos C11",
    ),
    Text(
        "B/14",
        _("Závazek nemusí být pravdivý"),
        _(
            "Co hráč ohlásí, nemusí odpovídat jeho kartám. Flekovat a točit se smí každý na cokoli, jak "
            "uváží."
        ),
        "blaf bluf",
    ),
    Text(
        "B/15",
        _("Omyl a sedma v ruce"),
        _(
            "Kdo vyhrál dražbu s obyčejnou sedmou a nechce nic hrát, složí karty bez sehrávky: to je omyl za "
            "{omyl} každému z protihráčů. Bez trumfové sedmy v ruce se sedma hrát nedá; kdo vylicitoval "
            "červenou a v ruce ji nemá, hraje něco vyššího."
        ),
        "složení karet složit",
    ),
    Text(
        "B/16",
        _("Flek na hru s mínusovými body"),
        _(
            "Flek na hru, u které tabulka body odečítá, platí flekující za všechny, i s re. Dá-li tentýž "
            "hráč také třetí a další fleky, platí za všechny i odpověď na svůj poslední flek a stejně daleko "
            "jdou i mínusové body. Zapojí-li se do fleků třetí hráč, pauzírující neplatí: jeho díl nesou oba "
            "flekující napůl a každý z nich má limit {raised_limit}. Mínusové body má jen první flekující, "
            "do fleku, kterým se druhý přidal."
        ),
        "mínusy minusové ložená za všechny zvýšený limit napůl",
    ),
    Text(
        "B/17",
        _("Ložená hra"),
        _(
            "Hra a sto jsou ložené, když aktér nemusí nebo nemůže pustit ani jednu desítku, nebo ji pouští "
            "schválně; hra ne, může-li proti ní stát stovka v hláškách. Sedma je ložená, nepouští-li žádný "
            "zdvih; šťastná sloha, chybný výnos nebo chyba obrany ji loženou nedělají. Dvě sedmy jsou "
            "ložené, nemohou-li prohrát ani proti všem chybějícím trumfům a pomocným v jedné ruce, byť má "
            "aktér i třetí a čtvrtou barvu. Betl: aktér pouští každý zdvih. Durch: každý bere. Po fleku na "
            "loženou hru má první flekující mínusové body (B/16) a aktér žádné kladné."
        ),
        "ležák lozena desítka sloha",
    ),
    Text(
        "B/18",
        _("Ložená hra se ukazuje"),
        _(
            "Loženou hru aktér po vyjádření protihráčů hned ukáže a nehraje. Když ji přesto hraje, platí to "
            "jako míchání karet: hra se mu zaplatí, on sám dá ostatním po {pausal1} za renonc. Mohl by tak "
            "totiž chtít získat prémiové body neprávem."
        ),
        "ukázání karet C11 podvod",
    ),
    Text(
        "B/19",
        _("Hra neprávem prohlášená za loženou"),
        _(
            "Řekne-li aktér po vyjádření protihráčů nebo během hry, že všechny další zdvihy už jsou jeho, a "
            "nejsou, je to renonc."
        ),
        "C11 prohlášení ležák zbytek",
    ),
    Text("B/20", _("Proti se nehlásí"), _("Obrana nemůže hlásit sedmu ani sto proti."), "sedma proti stovka"),
    Text(
        "B/21",
        _("Nahlížení do cizích karet"),
        _(
            "Pauzírující se za hry nedívá ostatním do karet a hrající mu je schválně neukazují. Trestá se to "
            "podle disciplinárního řádu (§ B1), renonc to není."
        ),
        "koukání dívání pauzír postih trest",
    ),
    Text(
        "2x7/pomocné",
        _("Čtyři a více pomocných proti"),
        _(
            "Protihráč s nejméně čtyřmi pomocnými v jedné ruce smí flekovat a jakmile fleky skončí, ukáže "
            "karty. Neukáže-li je a hraje se, je to renonc (C12; původní znění tu uvádí C5): zaplatí jen "
            "paušál {pausal1} jako za míchání a dvě sedmy platí aktér."
        ),
        "ukázání neukázání",
    ),
    Text(
        "2x7/sto",
        _("Pomocné při dvou sedmách se stem"),
        _(
            "Při dvou sedmách se stem se pomocné ukázat nesmějí. Kdo je ukáže, udělal renonc při stu (C13) a "
            "sto platí; dvě sedmy se zaplatí, jak dopadly v sehrávce. Stojí-li čtyři a více pomocných proti "
            "v jedné ruce, týká se každý renonc obrany jen sta a dvě sedmy platí aktér v každém případě tak, "
            "jak byly flekovány."
        ),
        "ukázání neukázání",
    ),
    Text(
        "2x7/sedma",
        _("Sedma v ruce flekujícího"),
        _(
            "S jednou nebo oběma sedmami v ruce je možné flekovat vždycky a nic se neukazuje. Po re se na to "
            "aktér upozorní."
        ),
        "trumfová pomocná neukázání",
    ),
    Text(
        "2x7/barvy",
        _("Flek na dvě cizí barvy"),
        _(
            "Kdo flekoval na dvě cizí barvy, dostal re a prohrál, platí dvě sedmy za všechny a přichází o 20 "
            "prémiových bodů. Hra přitom ložená být nemusí."
        ),
        "cizí mínus dvacet",
    ),
    Text(
        "2x7/třetí",
        _("Zapojí se třetí hráč"),
        _(
            "Přidá-li se k flekům třetí hráč, platí oba flekující stejným dílem i za pauzírujícího a limit "
            "každého je {raised_limit} (B/16). O 20 bodů přichází ten, kdo flekoval první. Kdo se točil, má "
            "nárok na body za točení, pokud hra nebyla ložená."
        ),
        "zvýšený limit napůl druhý flekující",
    ),
    Text("C1", RENONCY["C1"].text, _("Hráč nedal barvu, kterou přiznat měl a mohl."), "nepřiznal renonc"),
    Text(
        "C2",
        RENONCY["C2"].text,
        _("Hráč nepřebil nižší kartu, ačkoli přebít měl a mohl."),
        "přebít přebíjení",
    ),
    Text(
        "C3",
        RENONCY["C3"].text,
        _("Karta byla vynesena nesprávně, třeba hráčem, který vynášet neměl."),
        "výnos mimo pořadí",
    ),
    Text(
        "C4", RENONCY["C4"].text, _("Hráč hodil kartu dřív, než na něj přišla řada."), "předhodil mimo pořadí"
    ),
    Text(
        "C5",
        RENONCY["C5"].text,
        _("Platí i pro zacházení s kartami, než se odloží na stůl, pokud pak k sehrávce nedojde."),
        "řezal míchal skládání",
    ),
    Text(
        "C6",
        RENONCY["C6"].text,
        _("Patří sem i ovlivňování, a také když náznak dává nebo kartu prozradí pauzírující."),
        "napovídání nápověda domluva",
    ),
    Text(
        "C7",
        RENONCY["C7"].text,
        _("Hru prohrává aktér a dohrát se nedá; fleky se platí nejvýš do re (B/9)."),
        "tři karty jedna karta chybí přebývá",
    ),
    Text(
        "C8",
        RENONCY["C8"].text,
        _("Stojí jen paušál {pausal1}. Předběhnutý se vyjádří dodatečně a hraje se dál (B/11)."),
        "předběhnutí točení mimo pořadí",
    ),
    Text(
        "C9",
        RENONCY["C9"].text,
        _("Aktér talon po ohlášení hry změnil, nebo se do něj podíval. Do kdy smí, říká B/7."),
        "výměna podíval",
    ),
    Text(
        "C10",
        RENONCY["C10"].text,
        _("Do talonu se bez práva podíval někdo jiný než aktér; platí i pro pauzírujícího."),
        "nahlížení podíval",
    ),
    Text(
        "C11",
        _("porušení B/13, B/18 nebo B/19"),
        _(
            "Předčasně vynesená hlášená nebo pomocná sedma, hraná ložená hra, hra neprávem prohlášená za "
            "loženou. Zapisuje se pod tím z článků, který byl porušen."
        ),
        "sedma ložená",
    ),
    Text(
        "C12",
        RENONCY["C12"].text,
        _(
            "Stojí paušál {pausal1}; dvě sedmy platí aktér i s fleky. Kdo flekoval se sedmou ve své ruce, "
            "ukazovat nemusí."
        ),
        "2x7 pomocné skryté",
    ),
    Text(
        "C13",
        RENONCY["C13"].text,
        _("Kdo ukázal, prohrává jen sto a platí ho za všechny; dvě sedmy se platí, jak dopadly."),
        "2x7 pomocné",
    ),
    Text(
        "C14",
        RENONCY["C14"].text,
        _("Při betlu a durchu to renonc není. Stojí paušál 2, každému {pausal2}."),
        "odhoz desítky esa",
    ),
    Text(
        "C/není",
        _("Co renonc není"),
        _(
            "Ukázat karty protihráči; odhodit hlášenou sedmu do talonu (viz B/13); dát flek nad bodovací "
            "tabulku – platí poslední, který v ní ještě je; mariášnický humor, který nikoho neuráží."
        ),
        "vtip prozrazení",
    ),
    Text(
        "C/paušály",
        _("Kolik renonc stojí"),
        _(
            "Za C1 až C13 paušál 1, {pausal1} každému u stolu. Za C14 paušál 2, {pausal2} každému. Platí se "
            "mimo úhradu hry, tedy navíc."
        ),
        "postih pokuta cena",
    ),
    Text(
        "D1",
        _("Renonc prohrává hru"),
        _(
            "Jakmile je renonc uznán, jeho strana prohrála, ledaže druhá strana chce hru dohrát. Neplatí to "
            "pro C8 a C12."
        ),
        "uznání",
    ),
    Text(
        "D2",
        _("Kdo komu platí"),
        _(
            "Prohrál-li aktér, platí každému z ostatních. Prohrál-li protihráč, platí aktérovi za všechny. "
            "Paušál dává každému u stolu ten, kdo se renoncu dopustil."
        ),
        "placení za všechny viník",
    ),
    Text(
        "D3",
        _("Dohrávka"),
        _(
            "Dohrává se jen tehdy, chce-li to druhá strana. Když dohrávku prohraje, platí se její výsledek, "
            "jako by renonc nebyl; jen paušál zůstává."
        ),
        "dohrání dohrát",
    ),
    Text(
        "D4",
        _("Základní sazba, dohrávka a další renonce"),
        _(
            "Bez dohrávky platí viník základní sazbu hry a paušál. S dohrávkou hned jen paušál, výsledek se "
            "zaplatí po ní podle D2. Další renonc téže strany stojí další paušál a právo druhé strany na "
            "dohrávku trvá. Udělá-li renonc ta druhá, zaplatí paušál a právo na dohrávku přejde na první "
            "stranu; tak i při dalších."
        ),
        "fleky dohrát viník",
    ),
    Text(
        "D5",
        _("Body po renoncu"),
        _(
            "Po dohrávce má body jen strana, která ji vyhrála. Kdo se renoncu dopustil, nemá je nikdy. Jeho "
            "poškozený spoluhráč ano, i s prémiemi, když protihráč dohrávat nechce."
        ),
        "prémiové nárok",
    ),
    Text(
        "D6",
        _("Renonc při dvou sedmách na dva trumfy"),
        _(
            "Aktér má body, jen uzná-li rozhodčí, že se hra teoreticky sehrát dala; stejně při dvou sedmách "
            "se stem."
        ),
        "2x7 sehratelná prémiové nárok",
    ),
    Text(
        "D/pauzírující",
        _("Upozornění od pauzírujícího"),
        _("Na renonc smí během sehrávky upozornit i ten, kdo pauzíruje."),
        "pauzír hlásit",
    ),
    Text(
        "D/reklamace",
        _("Do kdy se renonc reklamuje"),
        _("Reklamovat renonc jde, jen než se karty složí k dalšímu rozdání."),
        "lhůta pozdě námitka spor složené",
    ),
    Text(
        "D/rozhodčí",
        _("Ostatní rozhodne rozhodčí"),
        _("Spory, na které se tu nepamatuje, řeší rozhodčí. Za renonc může prohlásit i jiné provinění."),
        "REF spor rozhodnutí",
    ),
    Text(
        "E",
        _("Soutěžní body"),
        _(
            "Výsledek hráče v penězích se po hře u stolu dohodou zaokrouhlí na celé koruny. S prémiovými "
            "body pak dá dohromady soutěžní body."
        ),
        "zaokrouhlení zaokrouhlit ZB PB SB ziskové výsledek součet",
    ),
)
