"""The look holds what docs/design.md promises: contrast, sizes, one palette, no code inside pages."""

import re
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import django_tables2 as tables
import pytest
from django import forms
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from scoring.models import Penalty
from tests.markup import squeezed
from tests.styleguide import guide_context
from tournament.enums import Presence, RoundState, TableState
from tournament.errors import Conflict

ROOT = Path(__file__).resolve().parent.parent
TOKENS = (ROOT / "static/css/tokens.css").read_text(encoding="utf-8")
COMMON = re.findall(
    r"'(css/[\w-]+\.css)'", (ROOT / "templates/includes/styles.html").read_text(encoding="utf-8")
)
"""The styles of every page in their order; what else lies in static/css belongs to some pages."""
APP = "\n".join((ROOT / "static" / name).read_text(encoding="utf-8") for name in COMMON[1:])
PAGES = sorted(
    path for path in (ROOT / "templates").rglob("*.html") if "print" not in path.relative_to(ROOT).parts
)

TEXTS = ("ink", "ink-soft", "cloth", "cloth-deep", "heart")
SURFACES = ("paper", "sheet", "paper-deep", "cloth-wash", "heart-wash", "straw-wash")
FILLED = (
    ("on-cloth", "cloth"),
    ("on-cloth", "cloth-deep"),
    ("on-heart", "heart-fill"),
    ("on-ink", "ink"),
    ("on-felt", "felt"),
    ("on-felt-soft", "felt"),
    ("felt", "on-felt"),
    ("felt", "on-felt-soft"),
)
CONTROLS = (
    *product(("line-strong", "cloth", "heart", "focus"), ("paper", "sheet", "paper-deep")),
    ("on-felt", "felt"),
)
SMALLEST_TEXT = 15
"""px, docs/design.md"""


def without_comments(css: str) -> str:
    return re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)


def variables(selector: str) -> dict[str, str]:
    """Variables of the first block of tokens.css with this selector."""
    block = re.search(re.escape(selector) + r"\s*\{([^}]*)\}", without_comments(TOKENS))
    assert block, f"tokens.css nemá blok {selector}"
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", block.group(1)))


LIGHT = variables(":root")
DARK = variables(':root[data-theme="dark"]')
THEMES = {"light": LIGHT, "dark": LIGHT | DARK}


def luminance(colour: str) -> float:
    """Relative luminance of WCAG 2.2 of ``#rrggbb``."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def below(theme: str, pairs: tuple[tuple[str, str], ...], least: float) -> dict[str, float]:
    found = {f"{a} on {b}": round(contrast(THEMES[theme][a], THEMES[theme][b]), 2) for a, b in pairs}
    return {pair: ratio for pair, ratio in found.items() if ratio < least}


def test_contrast_is_measured_as_wcag_does():
    """The two published ends and a grey with a known ratio."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#123456", "#123456") == 1
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
def test_text_stands_at_least_seven_to_one_on_every_surface(theme):
    assert below(theme, (*product(TEXTS, SURFACES), *FILLED), 7) == {}


@pytest.mark.parametrize("theme", THEMES)
def test_controls_stand_at_least_three_to_one(theme):
    assert below(theme, CONTROLS, 3) == {}


def test_both_dark_blocks_are_equal_and_every_colour_has_a_dark_one():
    """By the wish of the system and by data-theme, the same night."""
    colours = {name for name, value in LIGHT.items() if value.startswith("#")}
    assert variables(':root:not([data-theme="light"])') == DARK
    assert set(DARK) == colours


def test_paper_gets_the_light_theme_and_nothing_else():
    """What follows the first block stands inside one rule for the screen, which the printer skips whole."""
    paper, *screen = re.split(r"^@media ", without_comments(TOKENS), flags=re.MULTILINE)
    assert re.findall(r"^\S.*\{$", paper, flags=re.MULTILINE) == [":root {"]
    assert [rule.partition(" {")[0] for rule in screen] == ["screen"]
    assert re.findall(r"^\S.*", screen[0], flags=re.MULTILINE) == ["screen {", "}"]


def test_no_text_is_smaller_than_fifteen_pixels():
    sizes = {
        name: float(value.removesuffix("rem")) * 16
        for block in (LIGHT, variables("@media (max-width: 40em) {\n    :root"))
        for name, value in block.items()
        if re.match(r"text|title|figure", name)
    }
    assert {name: size for name, size in sizes.items() if size < SMALLEST_TEXT} == {}
    assert sizes["text"] == 18
    assert 16 <= sizes["text-table"] <= 18


def test_sizes_of_type_come_from_the_tokens():
    sizes = re.findall(r"font-size:\s*([^;]+);", without_comments(APP))
    assert [size for size in sizes if not size.startswith("var(--")] == []


def test_colours_come_from_the_tokens():
    assert re.findall(r"#[0-9a-f]{3,8}\b|rgba?\([^)]*\)|hsl", without_comments(APP)) == []


def test_every_used_variable_exists_and_every_token_is_used():
    css = without_comments(TOKENS + APP)
    used = set(re.findall(r"var\(--([\w-]+)", css))
    assert used - set(LIGHT) == set()
    assert {
        name for name in LIGHT if name.startswith(("paper", "sheet", "ink", "cloth", "heart"))
    } - used == set()


def test_no_gradient_but_the_stripes_of_a_draft_and_no_shadow():
    css = without_comments(APP)
    assert re.findall(r"[\w-]*gradient", css) == ["repeating-linear-gradient"]
    assert "shadow" not in css


def test_every_style_sheet_is_loaded_by_a_page_and_the_tokens_come_first():
    loaded = {name for page in PAGES for name in re.findall(r"'(css/[\w-]+\.css)'", page.read_text("utf-8"))}
    assert loaded == {f"css/{path.name}" for path in (ROOT / "static/css").glob("*.css")}
    assert (COMMON[0], COMMON[-1]) == ("css/tokens.css", "css/paper.css")


MADE = ("seat-", "state-", "suit-", "swap-")
"""Beginnings of classes that a page puts together with a value."""


def test_every_styled_class_is_used_by_a_page():
    """What only the style guide shows is used by nobody."""
    styles = [*(ROOT / "static/css").glob("*.css"), *(ROOT / "static/print").glob("*.css")]
    css = "\n".join(without_comments(path.read_text(encoding="utf-8")) for path in styles)
    styled = {
        name
        for selector in re.findall(r"([^{}]+)\{", css)
        for name in re.findall(r"\.([a-z][\w-]*)", selector)
    }
    sources = [
        path
        for folder in ("templates", "tournament", "scoring", "public", "static/js", "static/print")
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in {".html", ".py", ".js"} and path.name != "styleguide.html"
    ]
    words = set(re.findall(r"[\w-]+", "\n".join(path.read_text(encoding="utf-8") for path in sources)))
    assert {name for name in styled - words if not name.startswith(MADE)} == set()


def test_a_finger_has_forty_eight_pixels():
    assert float(LIGHT["touch"].removesuffix("rem")) * 16 >= 48


def test_files_named_in_the_styles_exist():
    named = re.findall(r'url\("\.\./([^"]+)"\)', APP)
    assert len(named) == 4
    assert [path for path in named if not finders.find(path.replace("%5B", "[").replace("%5D", "]"))] == []


def symbols(sprite: str) -> set[str]:
    tree = ElementTree.parse(ROOT / "static/svg" / sprite)
    return {node.attrib["id"] for node in tree.iter("{http://www.w3.org/2000/svg}symbol")}


def test_four_suits_are_drawn():
    assert symbols("suits.svg") == {"srdce", "listy", "zaludy", "kule"}


def test_every_state_has_its_sign():
    """Colour alone never carries meaning."""
    values = {*RoundState.values, *TableState.values, *Presence.values, *Penalty.State.values, "disputed"}
    assert {f"state-{value}" for value in values} - symbols("icons.svg") == set()


@pytest.mark.parametrize(("name", "sprite"), [("icon", "icons.svg"), ("suit", "suits.svg")])
def test_pages_use_only_drawn_signs(name, sprite):
    used = {
        sign
        for page in PAGES
        for sign in re.findall(
            rf'includes/{name}\.html" with (?:\w+=\S+ )*{name}="([\w-]+)"', page.read_text(encoding="utf-8")
        )
    }
    assert used
    assert used - symbols(sprite) == set()


LONG_LINE = 160
"""Characters; a template is read and compared line by line, as code is."""


def test_at_most_three_lines_of_templates_in_a_hundred_are_long():
    lines = [
        line
        for path in (ROOT / "templates").rglob("*.html")
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    long = [line for line in lines if len(line) > LONG_LINE]
    assert len(long) <= 0.03 * len(lines), "\n".join(long)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT / "templates")))
def test_a_page_holds_no_code_and_no_style(page):
    """The content security policy allows files only."""
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"\sstyle=|<style|\son[a-z]+=|javascript:|<script(?![^>]*\ssrc=)", text) == []


class SampleForm(forms.Form):
    name = forms.CharField(label="Název", help_text="Jak se turnaj jmenuje.")
    size = forms.ChoiceField(
        label="Stoly", choices=[("", "---"), ("4", "čtyři"), ("3", "tři")], widget=forms.RadioSelect
    )
    only_ticked = forms.BooleanField(label="Jen odškrtnuté", help_text="Ostatní nehrají.")
    note = forms.CharField(label="Poznámka", required=False)


@pytest.mark.parametrize("name", ["name", "size", "only_ticked"])
def test_a_wrong_field_points_to_its_help_and_its_error(name):
    """The ids that Django writes into aria-describedby are those of the help and the error on the page."""
    field = SampleForm({})[name]
    html = render_to_string("includes/field.html", {"field": field})
    described = " ".join(re.findall(r'aria-describedby="([^"]+)"', html)).split()
    assert set(described) == set(re.findall(r'id="(id_\w+(?:_helptext|_error))"', html))
    assert f"id_{name}_error" in described
    assert "Toto pole je třeba vyplnit." in html
    assert html.count('aria-invalid="true"') == len(re.findall(r"<(?:input|select|textarea)", html))


def test_a_field_that_may_stay_empty_says_so():
    form = SampleForm()
    assert "(nepovinné)" in render_to_string("includes/field.html", {"field": form["note"]})
    assert "(nepovinné)" not in render_to_string("includes/field.html", {"field": form["name"]})


@pytest.mark.parametrize(
    ("required", "offered"), [(True, ["čtyři", "tři"]), (False, ["---", "čtyři", "tři"])], ids=["must", "may"]
)
def test_an_empty_choice_is_offered_only_where_it_may_be_chosen(required, offered):
    form = SampleForm()
    form.fields["size"].required = required
    html = render_to_string("includes/field.html", {"field": form["size"]})
    assert re.findall(r"<span>([^<]+)</span>", html) == offered


def test_form_errors_lead_to_their_fields():
    form = SampleForm({"size": "4", "only_ticked": "on"})
    form.add_error(None, "Turnaj už existuje.")
    html = squeezed(render_to_string("includes/form_errors.html", {"form": form}))
    assert re.findall(r"<li>(.*?)</li>", html) == [
        "Turnaj už existuje.",
        '<a href="#id_name">Název</a>: Toto pole je třeba vyplnit.',
    ]
    assert render_to_string("includes/form_errors.html", {"form": SampleForm()}).strip() == ""


@pytest.mark.parametrize(
    ("level", "look", "role"),
    [
        (constants.SUCCESS, "message-success", "status"),
        (constants.INFO, "message-info", "status"),
        (constants.WARNING, "message-warning", "alert"),
        (constants.ERROR, "message-error", "alert"),
    ],
)
def test_a_message_has_its_look_and_role(level, look, role):
    html = squeezed(render_to_string("includes/messages.html", {"messages": [Message(level, "Jan <Novák>")]}))
    assert f'class="message {look}" role="{role}"' in html
    assert "Jan &lt;Novák&gt;" in html


class SampleTable(tables.Table):
    name = tables.Column(verbose_name="Hráč", footer="Součet")
    zb = tables.Column(verbose_name="ZB", attrs={"th": {"class": "num"}, "td": {"class": "num"}}, footer="0")

    class Meta:
        empty_text = "Zatím nikdo nehrál"
        order_by = "-zb"


def rendered_table(rows: list[dict[str, object]], rf) -> str:
    table = SampleTable(rows)
    table.empty_help = "Zapište první hru."
    request = rf.get("/", {"kolo": "2"})
    return squeezed(render_to_string("includes/table.html", {"table": table}, request=request))


def test_a_table_of_data_names_its_columns_for_the_phone_and_for_the_ear(rf):
    html = rendered_table([{"name": "Jan <Novák>", "zb": 12}, {"name": "Žák", "zb": -12}], rf)
    assert re.findall(r'<td data-label="(\w+)"\s+(?:class="(\w+)")?>([^<]+)</td>', html) == [
        ("Hráč", "", "Jan &lt;Novák&gt;"),
        ("ZB", "num", "12"),
        ("Hráč", "", "Žák"),
        ("ZB", "num", "-12"),
        ("Hráč", "", "Součet"),
        ("ZB", "", "0"),
    ]
    assert re.findall(r'aria-sort="(\w+)">\s*<a href="([^"]+)">([^<]+)', html) == [
        ("descending", "?kolo=2&amp;sort=zb", "ZB")
    ]


def test_an_empty_table_says_what_to_do(rf):
    html = rendered_table([], rf)
    assert "<table" not in html
    assert re.findall(r"<(?:h2|p)>([^<]+)<", html) == ["Zatím nikdo nehrál", "Zapište první hru."]


# fmt: off
PARTS = (
    "next", "steps", "board", "desk", "seats", "draft-note", "figures", "tabs", "table", "lines", "choices",
    "segments", "halves", "choice-red", "more", "paybar", "split", "reckoning", "facts", "saved", "message",
    "state", "confirm", "empty",
)
# fmt: on


@pytest.mark.parametrize("part", PARTS)
def test_the_style_guide_shows_every_part(part):
    """It is looked at by hand only, so that nothing else would notice a part missing."""
    html = render_to_string("styleguide.html", guide_context())
    assert re.search(rf'class="(?:[\w-]+ )*{part}[" ]', html)


ERROR_PAGES = ("400.html", "403.html", "403_csrf.html", "403_login.html", "404.html", "500.html")


@pytest.mark.parametrize("page", ERROR_PAGES)
def test_error_pages_need_no_context(page):
    """Django renders some of them without a request, a user or messages."""
    html = render_to_string(page)
    assert html.count("<h1>") == 1
    assert 'href="/"' in html


def test_a_refusal_says_its_sentence_where_the_script_finds_it():
    html = render_to_string("refused.html", {"error": Conflict("Kolo už je uzavřené.", code="round_closed")})
    assert re.findall(r"data-refusal>([^<]*)<", html) == ["Kolo už je uzavřené."]


@pytest.mark.parametrize(
    ("typed", "asked"), [(None, False), ("3. kolo", True)], ids=["plain", "name must be typed"]
)
def test_a_confirmation_asks_for_the_name_only_where_told(typed, asked):
    html = render_to_string(
        "includes/confirm.html",
        {"title": "Smazat?", "text": "Smaže se losování.", "action": "Smazat losování", "typed": typed},
    )
    assert ('name="typed"' in html) == asked
    assert ("„3. kolo“" in html) == asked
    assert 'method="post"' in html
