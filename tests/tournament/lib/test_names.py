"""Names: put in order, compared, brought to a readable case (S17, S37)."""

import pytest

from tournament.lib import names


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        pytest.param("  Veselý Jaroslav  ", "Veselý Jaroslav", id="spaces around"),
        pytest.param("Marek  Milan", "Marek Milan", id="double space"),
        pytest.param("Marek\u00a0\u2003Milan\t", "Marek Milan", id="no-break, em space, tab"),
        pytest.param("Marek\r\nMilan", "Marek Milan", id="line break in a cell"),
        pytest.param("Nova\u0301k Jan", "Novák Jan", id="S17 combining accent"),
        pytest.param("Nova\u200b\u0301k\ufeff J\u00adan", "Novák Jan", id="zero width, BOM, soft hyphen"),
        pytest.param("\u202eNovák\x07 Jan", "Novák Jan", id="direction mark, control character"),
        pytest.param("\u200b \u00a0", "", id="nothing visible"),
        pytest.param('=HYPERLINK("x")', '=HYPERLINK("x")', id="S38 text like a formula"),
    ],
)
def test_normalise(typed: str, expected: str) -> None:
    assert names.normalise(typed) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("ŘEHOŘ", "rehor"),
        ("Đức", "duc"),
        ("Łukasz Wałęsa", "lukasz walesa"),
        ("Straße", "strasse"),
        ("Nguyễn", "nguyen"),
        ("Nova\u0301k", "novak"),
        ("ﬁala", "fiala"),
        ("K2 Praha", "k2 praha"),
    ],
)
def test_fold_forgets_diacritics_and_case(typed: str, expected: str) -> None:
    assert names.fold(typed) == expected


@pytest.mark.parametrize(
    ("first", "second", "same_name", "same_person"),
    [
        pytest.param("Jan Novák", "Novák Jan", True, True, id="S17 other order"),
        pytest.param("NOVÁK Jan", "Novák Jan", True, True, id="S17 capitals"),
        pytest.param("NOVAK Jan", "Jan Novák", False, True, id="S17 without diacritics"),
        pytest.param("Nova\u0301k Jan", "Novák Jan", True, True, id="S17 combining accent"),
        pytest.param("Novák, Jan", "Novák Jan", True, True, id="comma"),
        pytest.param("Ing. Jan Novák, Ph.D.", "Novák Jan", False, True, id="titles"),
        pytest.param("Novák Jan st.", "Novák Jan ml.", False, False, id="father and son"),
        pytest.param("Nejedlá Křečkovská Eva", "Nejedlá-Křečkovská Eva", True, True, id="hyphen"),
        pytest.param("Novák Jan", "Nováková Jana", False, False, id="others"),
        pytest.param("Čech Jan", "Cech Jan", False, True, id="Čech and Cech"),
        pytest.param("???", "!!!", False, False, id="no letters at all"),
    ],
)
def test_same_name_and_same_person(first: str, second: str, same_name: bool, same_person: bool) -> None:
    assert (
        names.same_name_key(first) == names.same_name_key(second),
        names.same_person_key(first) == names.same_person_key(second),
    ) == (same_name, same_person)


@pytest.mark.parametrize("club", ["bez klubu", "Bez  klubu", "BEZ KLUBU", "", "-", "–", "nemá", "bez", "n/a"])
def test_no_club_is_not_a_club(club: str) -> None:
    assert names.club_key(club) == ""


def test_clubs_are_compared_without_case_diacritics_and_signs() -> None:
    assert names.club_key("Mariáš Zruč n. S.") == names.club_key("MARIÁŠ ZRUČ n.S.") == "marias zruc n s"
    assert names.club_key("Bez Kompromisů Brno") == "bez kompromisu brno"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("DVOŘÁK JOSEF", "Dvořák Josef"),
        ("DVOŘÁK Josef", "Dvořák Josef"),
        ("NEJEDLÁ-KŘEČKOVSKÁ EVA", "Nejedlá-Křečkovská Eva"),
        ("Nejedlá-KŘEČKOVSKÁ Eva", "Nejedlá-KŘEČKOVSKÁ Eva"),
        ("MCDONALD RONALD", "McDonald Ronald"),
        ("MACEK JAN", "Macek Jan"),
        ("O'CONNOR SEAN", "O'Connor Sean"),
        ("VON DER LEYEN URSULA", "von der Leyen Ursula"),
        ("von der Leyen Ursula", "von der Leyen Ursula"),
        ("VAN DEN BERG JAN", "van den Berg Jan"),
        ("NGUYỄN VĂN ĐỨC", "Nguyễn Văn Đức"),
        ("NGUYEN VAN DUC", "Nguyen Van Duc"),
        ("ING. NOVÁK JAN, PH.D.", "Ing. Novák Jan, Ph.D."),
        ("MUDr. NOVÁK Jan", "MUDr. Novák Jan"),
        ("NOVÁK JAN ML.", "Novák Jan ml."),
        ("KAREL IV.", "Karel IV."),
        ("Novák Jan II", "Novák Jan II"),
        ("J. NOVÁK", "J. Novák"),
        ("JK Novák", "JK Novák"),
        ("novák jan", "novák jan"),
        ("McDonald Ronald", "McDonald Ronald"),
        ("=HYPERLINK(A1)", "=HYPERLINK(A1)"),
        ("", ""),
    ],
)
def test_readable_case(typed: str, expected: str) -> None:
    assert names.readable_case(typed) == expected


@pytest.mark.parametrize(
    ("shown", "filed"),
    [
        pytest.param("Jan Novák", "Novák Jan", id="given name first"),
        pytest.param("Novák Jan", "Novák Jan", id="surname first"),
        pytest.param("Marek Milan", "Marek Milan", id="both can be given names: as typed"),
        pytest.param("Ing. Jan Novák", "Novák Jan", id="title left out"),
        pytest.param("Novák Jan ml.", "Novák Jan ml.", id="suffix stays"),
        pytest.param("Nguyễn Văn Đức", "Nguyễn Văn Đức", id="three words"),
        pytest.param("Ing.", "Ing.", id="nothing but a title"),
    ],
)
def test_filing_name(shown: str, filed: str) -> None:
    assert names.filing_name(shown) == filed
