"""The shelf: boxes found by entry point, and one line for what is not there."""

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from grognard.boxes import catalogue
from grognard.boxes.catalogue import Box, BrokenEntry, Choice, Option
from grognard.boxes.faults import Faults
from grognard.boxes.opened import OpenBox
from grognard.boxes.overrides import Overrides
from tests.unit.boxes.small_map import SmallMap

MODULE = """
from tests.unit.boxes.test_catalogue import Skirmish
BOX = Skirmish()
BOOK = "the rules"
NO_BOX = 7
"""
POINTS = """
[grognard.boxes]
skirmish = shelf_of_tests:BOX
broken = no_such_module:BOX
not_a_box = shelf_of_tests:NO_BOX
[grognard.rulebooks]
skirmish_rules = shelf_of_tests:BOOK
"""


class Skirmish(Box):
    """A box that answers with what it was asked."""

    id = "skirmish"
    title = "Skirmish"
    publisher = "Nobody"
    rulebook = "skirmish_rules"
    package = "grognard.boxes"
    home: Path | None = None

    @property
    def folder(self) -> Any:
        return self.home or super().folder

    def scenarios(self) -> dict[str, str]:
        return super().scenarios() if self.home else {"first": "s.first", "second": "s.second"}

    def options(self) -> dict[str, Option]:
        fog = Option("fog", "skirmish.option.fog")
        return {"fog": fog, "dice": Option("dice", "skirmish.option.dice", 6, (6, 10))}

    def load(self, scenario: str, options: Mapping[str, Choice], overrides: Overrides) -> Any:
        opened: OpenBox = self.open(overrides)
        if scenario == "second":
            opened.faults.add("scenarios/second.toml", "turns", "is missing")
        opened.faults.raise_if_any()
        return SimpleNamespace(scenario=scenario, options=dict(options), overrides=overrides,
                               corrections=())


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed distribution with a box, a broken box and a rule book."""
    info = tmp_path / "skirmish-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: skirmish\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    (tmp_path / "shelf_of_tests.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path / "home"))


def test_boxes_and_rule_books_are_found() -> None:
    entry = catalogue.boxes()["skirmish"]
    assert entry.distribution == "skirmish"
    assert entry.box.title == "Skirmish"
    assert catalogue.rulebook("skirmish_rules") == "the rules"


def test_load_fills_in_scenario_options_and_overrides(tmp_path: Path) -> None:
    (tmp_path / "home" / "overrides" / "skirmish").mkdir(parents=True)
    game = cast(Any, catalogue.load("skirmish", None, {"fog": "yes"}))
    assert game.scenario == "first"
    assert game.options == {"fog": True, "dice": 6}
    assert game.overrides.folder == tmp_path / "home" / "overrides" / "skirmish"
    as_shipped = cast(Any, catalogue.load("skirmish", "first", overrides=Overrides()))
    assert as_shipped.overrides.folder is None


@pytest.mark.parametrize(
    ("asked", "fault", "said"),
    [
        (("skirmsh", None, {}), catalogue.UnknownBox,
         "no box 'skirmsh' (did you mean skirmish?)"),
        (("skirmish", "secnd", {}), catalogue.UnknownScenario,
         "no scenario 'secnd' (did you mean second?)"),
        (("skirmish", "third", {}), catalogue.UnknownScenario,
         "no scenario 'third' (there is: first, second)"),
        (("skirmish", "first", {"fogg": True}), catalogue.UnknownOption,
         "no option 'fogg' (did you mean fog?)"),
        (("skirmish", "first", {"fog": 3}), catalogue.WrongOption,
         "option fog cannot be 3 (it can be: no, yes)"),
        (("skirmish", "first", {"dice": True}), catalogue.WrongOption,
         "option dice cannot be True (it can be: 6, 10)"),
        (("broken", None, {}), BrokenEntry,
         "broken (no_such_module:BOX) cannot be loaded: No module named 'no_such_module'"),
        (("not_a_box", None, {}), BrokenEntry,
         "not_a_box (shelf_of_tests:NO_BOX) is no Box and no package of data"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_said_in_one_line(
    asked: tuple[str, str | None, dict[str, object]], fault: type[Exception], said: str
) -> None:
    with pytest.raises(fault) as caught:
        catalogue.load(*asked)
    assert str(caught.value) == said


def test_unknown_rule_book() -> None:
    with pytest.raises(catalogue.UnknownRuleBook) as caught:
        catalogue.rulebook("skirmish_rule")
    assert str(caught.value) == "no rule book 'skirmish_rule' (did you mean skirmish_rules?)"
    assert caught.value.near == ["skirmish_rules"]


def test_options_are_read_from_text() -> None:
    dice = Option("dice", "skirmish.option.dice", 6, (6, 10))
    assert dice.read("10") == 10
    assert Option("fog", "skirmish.option.fog").read("off") is False


def test_scenarios_come_from_their_files_in_their_order(tmp_path: Path) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "campaign.toml").write_text('title = "s.campaign"\norder = 2\n')
    (folder / "training.toml").write_text('title = "s.training"\norder = 1\n')
    box = Skirmish()
    box.home = tmp_path
    assert list(box.scenarios().items()) == [("training", "s.training"), ("campaign", "s.campaign")]


def test_check_loads_every_scenario_and_collects_the_faults() -> None:
    faults = Faults()
    Skirmish().check(faults)
    assert str(faults) == "scenarios/second.toml: turns: is missing"


def test_check_proves_maps_facts_and_inventory_too(small: SmallMap) -> None:
    small.change("hexes.csv", "0202,clear", "0202,clea")
    (small.folder / "rules.toml").write_text('[[rule]]\nid = "1"\ntitle = "t"\nkind = "map"\n')
    box = Skirmish()
    box.home = small.folder
    faults = Faults()
    box.check(faults)
    assert str(faults).splitlines() == [
        "maps/small/hexes.csv:6: terrain: 'clea' is not in map.toml (did you mean clear?)",
        "rules.toml: rule[1].says: is missing",
        "rules.toml: rule[1].test: is missing",
    ]


def test_a_box_gives_its_inventory(small: SmallMap) -> None:
    rule = 'id = "9.5.A"\ntitle = "t"\nkind = "map"\nsays = "s"\ntest = "x"\n'
    (small.folder / "rules.toml").write_text("[[rule]]\n" + rule)
    box = Skirmish()
    box.home = small.folder
    nearest = box.inventory().nearest("skirmish:9.5")
    assert nearest is not None
    assert nearest.id == "9.5.A"
