"""An owner of the printed game corrects values without touching the package."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.boxes.faults import BoxFaults
from grognard.boxes.opened import OpenBox
from grognard.boxes.overrides import Overrides, home
from grognard.boxes.sheets import Row


class Side(Row, frozen=True):
    hex: str
    direction: str
    kind: str
    name: str = ""


class Leader(msgspec.Struct):
    id: str
    rating: int


class Charts(msgspec.Struct):
    dice: int
    table: dict[str, list[int]]
    leader: list[Leader]


SIDES = (
    "hex,direction,kind,name,source\n"
    "0130,N,river,Narva,reconstruction\n"
    "0130,NE,river,Narva,reconstruction\n"
    "0131,N,bridge,,reconstruction\n"
)
CHARTS = """
dice = 6
[table]
clear = [1, 2, 3]
woods = [2, 3, 4]
[[leader]]
id = "Govorov"
rating = 3
[[leader]]
id = "Fedyuninsky"
rating = 2
[provenance]
default = "reconstruction"
"""
KEY = ("hex", "direction", "kind")


class Desk:
    """A box, and an owner with a file of corrections."""

    def __init__(self, folder: Path) -> None:
        self.box, self.owner = folder / "box", folder / "overrides" / "narva"
        (self.box / "maps").mkdir(parents=True)
        (self.box / "maps" / "hexsides.csv").write_text(SIDES)
        (self.box / "charts.toml").write_text(CHARTS)

    def correct(self, file: str, text: str) -> None:
        path = self.owner / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def open(self) -> OpenBox:
        return OpenBox(self.box, Overrides(self.owner))

    def sides(self, opened: OpenBox) -> list[Side]:
        return opened.csv("maps/hexsides.csv", Side, key=KEY)

    def charts(self, opened: OpenBox) -> Charts | None:
        return opened.toml("charts.toml", Charts)

    def faults(self) -> list[str]:
        opened = self.open()
        self.sides(opened)
        self.charts(opened)
        with pytest.raises(BoxFaults) as caught:
            opened.faults.raise_if_any()
        return str(caught.value).splitlines()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_the_folder_is_named_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    assert home() == tmp_path
    assert Overrides.of("narva").folder is None
    (tmp_path / "overrides" / "narva").mkdir(parents=True)
    assert Overrides.of("narva").folder == tmp_path / "overrides" / "narva"
    monkeypatch.delenv("GROGNARD_HOME")
    assert home().name == "grognard"


def test_cells_given_replace_and_the_rest_stays(desk: Desk) -> None:
    desk.correct("maps/hexsides.csv", "hex,direction,kind,name\n0130,NE,river,Plyussa\n")
    opened = desk.open()
    rows = desk.sides(opened)
    opened.faults.raise_if_any()
    assert [row.name for row in rows] == ["Narva", "Plyussa", ""]
    assert rows[1].origin.of("name") == "owner"
    assert rows[1].origin.of("kind") == "reconstruction"
    assert rows[1].place("name") == ("overrides/narva/maps/hexsides.csv", 2)
    assert opened.provenance.of("maps/hexsides.csv", "0130 NE river", "name") == "owner"
    assert list(map(str, opened.corrections)) == [
        "maps/hexsides.csv: 0130 NE river name: Narva -> Plyussa"
    ]
    assert opened.overrides_used() == ("maps/hexsides.csv",)


def test_rows_come_and_go_and_cells_are_emptied(desk: Desk) -> None:
    desk.correct(
        "maps/hexsides.csv",
        "hex,direction,kind,name,remove,add\n"
        "0131,N,bridge,,x,\n"
        "0132,N,ferry,Kriushi,,x\n"
        "0130,N,river,(empty),,\n",
    )
    opened = desk.open()
    rows = desk.sides(opened)
    opened.faults.raise_if_any()
    assert [(row.hex, row.kind, row.name) for row in rows] == [
        ("0130", "river", ""),
        ("0130", "river", "Narva"),
        ("0132", "ferry", "Kriushi"),
    ]
    assert rows[2].origin.of("kind") == "owner"
    assert [correction.now for correction in opened.corrections] == ["removed", "added", ""]


def test_an_edited_copy_of_the_whole_file_corrects_only_what_differs(desk: Desk) -> None:
    desk.correct("maps/hexsides.csv", SIDES.replace("NE,river,Narva", "NE,river,Luga"))
    opened = desk.open()
    desk.sides(opened)
    assert [correction.row for correction in opened.corrections] == ["0130 NE river"]


def test_toml_is_merged_key_by_key(desk: Desk) -> None:
    desk.correct(
        "charts.toml", '[table]\nwoods = [5]\n[[leader]]\nid = "Fedyuninsky"\nrating = 4\n'
    )
    opened = desk.open()
    charts = desk.charts(opened)
    opened.faults.raise_if_any()
    assert charts is not None
    assert charts.table == {"clear": [1, 2, 3], "woods": [5]}
    assert [leader.rating for leader in charts.leader] == [3, 4]
    of = opened.provenance.of
    assert of("charts.toml", "table.woods") == "owner"
    assert of("charts.toml", "leader[Fedyuninsky].rating") == "owner"
    assert of("charts.toml", "leader[Govorov].rating") == "reconstruction"


def test_what_the_box_does_not_have_cannot_be_corrected(desk: Desk) -> None:
    desk.correct(
        "maps/hexsides.csv",
        "hex,direction,kind,name,remove,add\n"
        "0133,N,river,Luga,,\n"
        "0130,N,river,Luga,,x\n"
        "0130,NE,river,Luga,,\n"
        "0130,NE,river,Luga,,\n",
    )
    desk.correct("charts.toml", 'dise = 8\ntable = 3\n[[leader]]\nid = "Govorow"\nrating = 1\n')
    desk.correct("maps/hexside.csv", "hex\n")
    desk.correct("README.md", "mine")
    assert desk.faults() == [
        "overrides/narva/charts.toml: dise: the box has no such key (did you mean dice?)",
        "overrides/narva/charts.toml: table: is a table in the box",
        "overrides/narva/charts.toml: leader[Govorow]: the box has no such item"
        " (did you mean Govorov?)",
        "overrides/narva/maps/hexside.csv: the box has no file maps/hexside.csv"
        " (did you mean maps/hexsides.csv?)",
        "overrides/narva/maps/hexsides.csv:2: the box has no row with hex direction kind"
        " 0133 N river (did you mean 0130 N river or 0130 NE river or 0131 N bridge?)",
        "overrides/narva/maps/hexsides.csv:3: 0130 N river cannot be added: the box has it already",
        "overrides/narva/maps/hexsides.csv:5: 0130 NE river is corrected already on line 4",
    ]


def test_columns_that_do_not_fit(desk: Desk) -> None:
    desk.correct("maps/hexsides.csv", "hex,kind,nam\n0130,river,Luga\n")
    assert desk.faults() == [
        "overrides/narva/maps/hexsides.csv:1: the box has no column 'nam' (did you mean name?)",
        "overrides/narva/maps/hexsides.csv:1: missing column 'direction':"
        " it says which row is corrected",
    ]


def test_a_file_without_a_key_cannot_be_corrected(desk: Desk) -> None:
    desk.correct("maps/hexsides.csv", "hex\n0130\n")
    opened = desk.open()
    opened.csv("maps/hexsides.csv", Side)
    assert str(opened.faults) == (
        "overrides/narva/maps/hexsides.csv: rows of this file have no key: they cannot be corrected"
    )


def test_a_bad_correction_is_named_in_the_owners_file(desk: Desk) -> None:
    desk.correct("charts.toml", 'dice = "six"\n[table]\nwoods = [1, "x"]\n')
    assert desk.faults() == [
        "overrides/narva/charts.toml: dice: expected int, got str",
        "overrides/narva/charts.toml: table.woods[2]: expected int, got str",
    ]


RATINGS = st.dictionaries(st.sampled_from("ABCD"), st.integers(0, 9))


class Rating(Row, frozen=True):
    code: str
    rating: int


@given(RATINGS, st.permutations("ABCD"))
def test_corrections_lie_over_the_box_in_any_order(
    tmp_path_factory: pytest.TempPathFactory, wished: dict[str, int], order: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("box")
    (folder / "mine").mkdir()
    (folder / "r.csv").write_text("code,rating,source\n" + "".join(f"{c},5,text\n" for c in "ABCD"))
    lines = [f"{code},{wished[code]}\n" for code in order if code in wished]
    (folder / "mine" / "r.csv").write_text("code,rating\n" + "".join(lines))
    opened = OpenBox(folder, Overrides(folder / "mine"))
    rows = opened.csv("r.csv", Rating, key=("code",))
    assert {row.code: row.rating for row in rows} == dict.fromkeys("ABCD", 5) | wished
    changed = {code for code, rating in wished.items() if rating != 5}
    assert {correction.row for correction in opened.corrections} == changed
    assert {row.code for row in rows if row.origin.of("rating") == "owner"} == changed


def fingerprint(desk: Desk) -> str:
    opened = desk.open()
    desk.sides(opened)
    desk.charts(opened)
    opened.faults.raise_if_any()
    return opened.fingerprint()


def test_the_fingerprint_is_of_the_values_in_effect(desk: Desk) -> None:
    shipped = fingerprint(desk)
    desk.correct("charts.toml", "dice = 8\n")
    corrected = fingerprint(desk)
    assert corrected != shipped
    desk.correct("charts.toml", "dice = 6\n")
    assert fingerprint(desk) == shipped


def test_layout_and_sources_do_not_change_the_fingerprint(desk: Desk) -> None:
    before = fingerprint(desk)
    text = '"hex",kind,direction,name,source\n# west bank\n'
    for line in SIDES.splitlines()[1:]:
        hex, direction, kind, name, _ = line.split(",")
        text += f"{hex},{kind}, {direction},{name},history\r\n"
    (desk.box / "maps" / "hexsides.csv").write_text(text)
    (desk.box / "charts.toml").write_text(CHARTS.replace("reconstruction", "public"))
    assert fingerprint(desk) == before
    (desk.box / "charts.toml").write_text(CHARTS.replace("dice = 6", "dice = 10"))
    assert fingerprint(desk) != before


def test_a_scenario_of_the_owners_own_is_found_and_named(tmp_path: Path) -> None:
    folder, box = tmp_path / "overrides" / "skirmish", tmp_path / "box"
    for inside in (folder, box):
        (inside / "scenarios").mkdir(parents=True)
    (box / "scenarios" / "dawn.toml").write_text('title = "a"\n', "utf-8")
    (folder / "scenarios" / "dusk.toml").write_text('title = "b"\n', "utf-8")
    opened = OpenBox(box, Overrides(folder))
    assert opened.files("scenarios", ".toml") == ["scenarios/dawn.toml", "scenarios/dusk.toml"]
    assert opened.toml("scenarios/dusk.toml", dict[str, str], vouched=False) == {"title": "b"}
    assert list(opened.faults) == []


def test_only_scenarios_may_be_added(tmp_path: Path) -> None:
    folder, box = tmp_path / "overrides" / "skirmish", tmp_path / "box"
    for inside in (folder / "tables", box / "scenarios"):
        inside.mkdir(parents=True)
    (folder / "tables" / "more.toml").write_text("a = 1\n", "utf-8")
    opened = OpenBox(box, Overrides(folder))
    assert "the box has no file tables/more.toml" in str(next(iter(opened.faults)))
    assert OpenBox(box, Overrides()).files("scenarios", ".toml") == []
