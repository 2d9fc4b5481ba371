"""TOML files: every fault names file and key, all at once."""

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from grognard.boxes.faults import Faults
from grognard.boxes.keys import read_toml


class Leader(msgspec.Struct):
    id: str
    rating: Annotated[int, msgspec.Meta(ge=0, le=9)]


class Weather(msgspec.Struct):
    table: dict[str, list[int]]
    season: Literal["winter", "mud"] = "winter"


class Scenario(msgspec.Struct):
    name: str
    turns: int
    span: tuple[int, int] = (1, 12)
    weather: Weather | None = None
    leader: list[Leader] = []


GOOD = """
name = "Campaign"
turns = 12
[weather]
season = "mud"
table = {clear = [1, 2]}
[[leader]]
id = "Friessner"
rating = 3
[provenance]
default = "text"
"leader.rating" = "history"
"""


def read(folder: Path, text: str, *, vouched: bool = True) -> tuple[Scenario | None, list[str]]:
    path = folder / "campaign.toml"
    path.write_text(text, encoding="utf-8")
    faults = Faults()
    found = read_toml(path, Scenario, faults, name="campaign.toml", vouched=vouched)
    return found, str(faults).splitlines()


def test_a_good_file(tmp_path: Path) -> None:
    scenario, faults = read(tmp_path, GOOD)
    assert faults == []
    assert scenario is not None
    assert scenario.weather == Weather({"clear": [1, 2]}, "mud")
    assert scenario.leader == [Leader("Friessner", 3)]


def test_all_faults_are_named_by_key(tmp_path: Path) -> None:
    text = """
    nam = "Campaign"
    turns = "twelve"
    span = [1, "x"]
    [weather]
    seasn = "mud"
    season = "summer"
    table = {clear = [1, "two"]}
    [[leader]]
    id = "Friessner"
    rating = 10
    [[leader]]
    rating = 3
    [provenance]
    default = "text"
    """
    scenario, faults = read(tmp_path, text)
    assert scenario is None
    assert faults == [
        "campaign.toml: nam: unknown key (did you mean name?)",
        "campaign.toml: turns: expected int, got str",
        "campaign.toml: span: expected int, got str",
        "campaign.toml: weather.seasn: unknown key (did you mean season?)",
        "campaign.toml: weather.season: invalid enum value 'summer' (there is: mud, winter)",
        "campaign.toml: weather.table.clear[2]: expected int, got str",
        "campaign.toml: leader[Friessner].rating: expected int <= 9",
        "campaign.toml: leader[2].id: is missing",
        "campaign.toml: name: is missing",
    ]


def test_a_syntax_error_names_the_line(tmp_path: Path) -> None:
    _, faults = read(tmp_path, 'name = "Campaign"\nturns = \n')
    assert faults == ["campaign.toml:2: Invalid value"]


def test_a_key_twice(tmp_path: Path) -> None:
    _, faults = read(tmp_path, "turns = 1\nturns = 2\n")
    assert faults == ["campaign.toml:2: Cannot overwrite a value"]


def test_a_missing_file(tmp_path: Path) -> None:
    faults = Faults()
    assert read_toml(tmp_path / "none.toml", Scenario, faults, name="none.toml") is None
    assert str(faults) == "none.toml: no such file"


def test_values_without_a_source(tmp_path: Path) -> None:
    plain = 'name = "Campaign"\nturns = 12\n'
    _, faults = read(tmp_path, plain)
    assert faults == ["campaign.toml: provenance: is missing: say where the values are from"]
    _, faults = read(tmp_path, plain + '[provenance]\nname = "text"\n')
    assert faults == ["campaign.toml: turns: no source: name the key or a default in [provenance]"]
    found, faults = read(tmp_path, plain, vouched=False)
    assert found == Scenario("Campaign", 12)
    assert faults == []


def test_a_source_that_nobody_knows(tmp_path: Path) -> None:
    _, faults = read(tmp_path, 'name = "C"\nturns = 1\n[provenance]\ndefault = "geografy"\n')
    assert faults == [
        "campaign.toml: provenance.default: 'geografy' is no source (did you mean geography?)"
    ]
    _, faults = read(tmp_path, 'name = "C"\nturns = 1\nprovenance = "text"\n')
    assert faults == ["campaign.toml: provenance: is not a table of keys and sources"]
