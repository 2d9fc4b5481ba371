"""Facts of the rules hold on the map, or are named with their rule."""

import pytest

from grognard.boxes.expectations import check_expectations
from grognard.boxes.inventory import Case, Inventory
from grognard.boxes.maps import load_maps
from tests.unit.boxes.small_map import SmallMap

CASE = Case(id="2.1.A", title="t", kind="map", says="s", test="t")


def faults(small: SmallMap, text: str, inventory: Inventory | None = None) -> list[str]:
    (small.folder / "expectations.toml").write_text(text)
    opened = small.open()
    check_expectations(opened, load_maps(opened), inventory)
    return [str(fault) for fault in opened.faults]


def one(small: SmallMap, hexes: str, claim: str) -> list[str]:
    prefix = "expectations.toml: expect[1]: "
    found = faults(small, f'[[expect]]\nrule = "2.1"\nhexes = "{hexes}"\n{claim}\n')
    assert all(fault.startswith(prefix) for fault in found)
    return [fault.removeprefix(prefix) for fault in found]


@pytest.mark.parametrize(
    ("hexes", "claim"),
    [
        ("0102 0203", 'terrain = "woods"'),
        ("0101 0202", 'feature = "village"'),
        ("0302 0402", 'name = "Slantsy"'),
        ("0101 0202", 'area = "west"'),
        ("0302", 'outside = "west"'),
        ("0402 0101", 'exactly = "far"\ncount = 2'),
        ("0201 0302", 'on_line = "road"'),
        ("0101 0201 0302", "adjacent = true"),
        ("0101 0302", "adjacent = false"),
        ("0101 0301", "distance = 2"),
        ("0202 0302", 'hexside = "bridge"'),
        ("0202 0303", 'river = "Narva"'),
        ("0101 0201", 'linked = "road"'),
        ("", 'contiguous = "west"\ncount = 5'),
        ("Riigi; Riigi N1", "adjacent = true"),
    ],
)
def test_true_facts(small: SmallMap, hexes: str, claim: str) -> None:
    assert one(small, hexes, claim) == []


@pytest.mark.parametrize(
    ("hexes", "claim", "said"),
    [
        ("0101 0102", 'terrain = "woods"', ["0101 is clear, not woods (2.1)"]),
        ("0101 0102", 'feature = "village"', ["0102 has no village (2.1)"]),
        ("0101", 'feature = "city"', ["0101 has no city (2.1)"]),
        ("0101", 'name = "Narva"', ["0101 is called 'Olgino', not 'Narva' (2.1)"]),
        ("0101 0302", 'area = "west"', ["0302 not in west (2.1)"]),
        ("0101", 'area = "wset"', ["no area 'wset' (did you mean west?) (2.1)"]),
        ("0101 0302", 'outside = "west"', ["0101 in west (2.1)"]),
        ("0101", 'exactly = "far"', ["far has 0402 too (2.1)"]),
        ("0102", 'on_line = "road"', ["no road runs through 0102 (2.1)"]),
        ("0101 0302", "adjacent = true", ["0101 and 0302 are not adjacent (2.1)"]),
        ("0101 0201", "adjacent = false", ["0101 and 0201 are adjacent (2.1)"]),
        ("0101 0301", "distance = 3", ["0101 and 0301 are 2 apart, not 3 (2.1)"]),
        ("0202 0303", 'hexside = "bridge"', ["no bridge between 0202 and 0303 (2.1)"]),
        ("0101 0302", 'river = "Narva"', ["no river Narva between 0101 and 0302 (2.1)"]),
        ("0101 0102", 'linked = "road"', ["no road between 0101 and 0102 (2.1)"]),
        ("", 'contiguous = "far"', ["area far is not in one piece (2.1)"]),
        ("", 'contiguous = "west"\ncount = 4', ["area west has 5 hexes, not 4 (2.1)"]),
        ("0909", 'terrain = "woods"', ["no hex is called '0909' (2.1)"]),
        ("0101", "", ["claims nothing (2.1)"]),
        ("0101", 'map = "smal"\nterrain = "clear"',
         ["no map 'smal' (did you mean small?) (2.1)"]),
    ],
)  # fmt: skip
def test_false_facts(small: SmallMap, hexes: str, claim: str, said: list[str]) -> None:
    assert one(small, hexes, claim) == said


def test_a_fact_cites_a_rule_that_exists(small: SmallMap) -> None:
    text = '[[expect]]\nrule = "2.1"\nhexes = "0101"\nterrain = "clear"\n'
    assert faults(small, text, Inventory({"2.1.A": CASE})) == []
    assert faults(small, text.replace("2.1", "9.9.B"), Inventory({"2.1.A": CASE})) == [
        "expectations.toml: expect[1]: no rule '9.9.B' (there is: 2.1.A)"
    ]


def test_a_typo_in_a_claim_is_a_fault(small: SmallMap) -> None:
    text = '[[expect]]\nrule = "2.1"\nhexes = "0101"\nterrian = "clear"\n'
    assert faults(small, text) == [
        "expectations.toml: expect[1].terrian: unknown key (did you mean terrain?)"
    ]
