"""The rule cases of a box, found by the number that a refusal cites."""

from pathlib import Path

import pytest

from grognard.boxes.inventory import Inventory, read_inventory
from grognard.boxes.opened import OpenBox

CASE = """
[[rule]]
id = "{0}"
title = "Title of {0}"
kind = "{1}"
says = "What {0} says."
test = "How {0} is shown."
"""
RULES = "".join(
    CASE.format(id, kind)
    for id, kind in [
        ("9.5.A", "combat"),
        ("9.5.3.B", "combat"),
        ("9.12", "retreat"),
        ("10.1", "supply"),
        ("1.34a", "unit"),
        ("1.34b", "unit"),
    ]
)
OPEN = 'open = "Who rolls first?"\nruling = "The attacker."\n'


def read(folder: Path, rules: str = RULES, **files: str) -> tuple[Inventory, list[str]]:
    (folder / "rules.toml").write_text(rules)
    for name, text in files.items():
        (folder / f"{name.replace('_', '.')}.toml").write_text(text)
    opened = OpenBox(folder)
    inventory = read_inventory(opened, "narva")
    return inventory, [str(fault) for fault in opened.faults]


def test_cases_are_read_and_counted(tmp_path: Path) -> None:
    inventory, faults = read(tmp_path, RULES + OPEN, shown='"9.5.A" = ["tests/a.py::test_x"]')
    assert faults == []
    assert len(inventory) == 6
    assert inventory.kinds() == {"combat": 2, "unit": 2, "retreat": 1, "supply": 1}
    assert inventory.shown_kinds() == {"combat": 1}
    assert [case.id for case in inventory.rulings()] == ["1.34b"]
    assert inventory.case("narva:9.5.3.B").says == "What 9.5.3.B says."


@pytest.mark.parametrize(
    ("cited", "found"),
    [
        ("9.5.3.B", "9.5.3.B"),
        ("narva:9.5", "9.5.A"),
        ("9.5.3", "9.5.3.B"),
        ("9.5.3.B.2", "9.5.3.B"),
        ("1.34", "1.34a"),
        ("9.1", None),
        ("11", None),
        ("eastfront:9.5", None),
        ("", None),
    ],
)
def test_a_citation_finds_the_nearest_case(tmp_path: Path, cited: str, found: str | None) -> None:
    inventory, _ = read(tmp_path)
    case = inventory.nearest(cited)
    assert (case.id if case else None) == found


def test_a_citation_covers_all_cases_below_it(tmp_path: Path) -> None:
    inventory, _ = read(tmp_path)
    assert [case.id for case in inventory.under("9.5")] == ["9.5.A", "9.5.3.B"]


def test_an_unknown_number_is_said_in_one_line(tmp_path: Path) -> None:
    inventory, _ = read(tmp_path)
    with pytest.raises(LookupError) as caught:
        inventory.case("9.5.3.C")
    assert str(caught.value) == "no rule '9.5.3.C' (did you mean 9.5.3.B or 9.5.A?)"


def test_french_stands_where_it_is_written(tmp_path: Path) -> None:
    french = '["9.5.A"]\ntitle = "Titre"\n'
    inventory, faults = read(tmp_path, rules_fr=french)
    assert faults == []
    assert inventory.case("9.5.A", "fr").title == "Titre"
    assert inventory.case("9.5.A", "fr").says == "What 9.5.A says."
    assert inventory.case("9.12", "fr").title == "Title of 9.12"
    nearest = inventory.nearest("9.5", "fr")
    assert nearest is not None
    assert nearest.title == "Titre"


def test_the_file_may_say_how_its_rules_are_cited(tmp_path: Path) -> None:
    inventory, _ = read(tmp_path, 'citation = "agn"\n' + RULES)
    assert inventory.case("agn:9.12").id == "9.12"


def test_faults_of_an_inventory(tmp_path: Path) -> None:
    spoilt = CASE.format("9.12", "") + 'open = "Why?"\n' + CASE.format("10.2", "x") + "tset = 1\n"
    _, faults = read(tmp_path, RULES + CASE.format("9.12", "") + 'open = "Why?"\n')
    assert faults == [
        "rules.toml: rule[9.12]: stands twice",
        "rules.toml: rule[9.12]: an open question and its ruling go together",
        "rules.toml: rule[9.12].kind: is empty",
    ]
    _, faults = read(tmp_path, RULES + spoilt)
    assert faults == ["rules.toml: rule[10.2].tset: unknown key (did you mean test?)"]
    _, faults = read(tmp_path, RULES, rules_fr='["9.5.Z"]\ntitle = "Titre"\n')
    assert faults == ["rules.fr.toml: 9.5.Z: no such rule (did you mean 9.5.A or 9.5.3.B?)"]
