"""Units have names in both languages, made from the shape of the name that their box gives."""

from typing import Any

import pytest

import grognard
from grognard.core.messages import LANGUAGES, catalogue
from grognard.table import title
from grognard.table.titles import shape_of


@pytest.mark.parametrize(("printed", "english", "french"), [
    ("Grenadier-Regiment 151", "151st Grenadier Regiment", "151e régiment de grenadiers"),
    ("1 udarnaya armiya", "1st Shock Army", "1re armée de choc"),
    ("II. / SS-Grenadier-Regiment 45", "2nd Battalion, 45th SS Grenadier Regiment",
     "2e bataillon, 45e régiment de grenadiers SS"),
    ("Kampfgruppe Beck", "Kampfgruppe Beck", "Kampfgruppe Beck"),
])  # fmt: skip
def test_a_name_is_read_by_its_shape(printed: str, english: str, french: str) -> None:
    assert title(printed, catalogue("en", "narva")) == english
    assert title(printed, catalogue("fr", "narva")) == french


@pytest.mark.parametrize(
    ("number", "english"), [(2, "2nd"), (11, "11th"), (112, "112th"), (23, "23rd")]
)
def test_english_counts_by_the_last_digits(number: int, english: str) -> None:
    assert title(f"{number} armiya", catalogue("en", "narva")) == f"{english} Army"


@pytest.mark.parametrize("box", ["narva", "eastfront"])
def test_every_numbered_name_of_a_box_has_a_text(box: str) -> None:
    scenario = {"narva": "campaign", "eastfront": "s41"}[box]
    game: Any = grognard.load(box, scenario)
    for unit in game.units:
        shape, numbers = shape_of(getattr(unit, "title", unit.name))
        for language in LANGUAGES if numbers else ():
            assert catalogue(language, box).has(f"unit-title.{shape}"), unit.code
