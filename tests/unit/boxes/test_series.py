"""A box that shares files with the other boxes of its series."""

import sys
from pathlib import Path

import msgspec
import pytest

from grognard.boxes.catalogue import DataBox
from grognard.boxes.faults import BoxFaults
from grognard.boxes.opened import OpenBox
from grognard.boxes.overrides import Overrides

LID = 'id = "near"\ntitle = "Near"\npublisher = "P"\nrulebook = "miniature"\n'
CHART = 'column = 3\n[provenance]\ndefault = "text"\n'


class Chart(msgspec.Struct, frozen=True):
    column: int


class Ground(msgspec.Struct, frozen=True):
    kind: str
    price: int


class Series:
    """Two boxes and the folder they share, on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.shared = folder, folder / "series"
        self.write("series/crt.toml", CHART)
        self.write("series/ground.csv", "kind,price,source\nclear,1,text\nwoods,2,history\n")
        self.write("series/scenarios/common.toml", 'title = "common"\n')
        self.write("near/units.csv", "code,source\nA,text\n")

    def write(self, file: str, text: str) -> None:
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def open(self, box: str = "near") -> OpenBox:
        mine = Overrides(self.folder / "mine" / box)
        return OpenBox(self.folder / box, mine, shared=self.shared)


@pytest.fixture
def series(tmp_path: Path) -> Series:
    return Series(tmp_path)


def test_a_file_that_the_box_lacks_is_that_of_its_series(series: Series) -> None:
    opened = series.open()
    assert opened.has("crt.toml")
    assert opened.toml("crt.toml", Chart) == Chart(3)
    assert [row.price for row in opened.csv("ground.csv", Ground, key=("kind",))] == [1, 2]
    assert opened.files("scenarios", ".toml") == ["scenarios/common.toml"]
    assert not opened.faults


def test_the_file_in_the_box_wins(series: Series) -> None:
    series.write("near/crt.toml", CHART.replace("3", "4"))
    opened = series.open()
    assert opened.toml("crt.toml", Chart) == Chart(4)
    assert opened.provenance.of("crt.toml", "column") == "text"


def test_sources_name_the_folder_of_the_series(series: Series) -> None:
    opened = series.open()
    opened.toml("crt.toml", Chart)
    opened.csv("ground.csv", Ground, key=("kind",))
    assert set(opened.provenance.by_file()) == {"series/crt.toml", "series/ground.csv"}
    assert opened.provenance.of("series/ground.csv", "woods", "price") == "history"
    assert opened.sources("crt.toml").of("column") == "text"


def test_faults_name_the_file_that_has_them(series: Series) -> None:
    series.write("series/crt.toml", CHART.replace("3", '"three"'))
    series.write("series/ground.csv", "kind,price,source\nclear,much,text\n")
    opened = series.open()
    opened.toml("crt.toml", Chart)
    opened.csv("ground.csv", Ground)
    opened.toml("absent.toml", Chart)
    files = [str(fault).partition(":")[0] for fault in opened.faults]
    assert sorted(files) == ["absent.toml", "series/crt.toml", "series/ground.csv"]


def test_the_owner_of_one_box_corrects_it_alone(series: Series) -> None:
    series.write("mine/near/crt.toml", "column = 9\n")
    series.write("mine/near/ground.csv", "kind,price\nwoods,5\n")
    opened, other = series.open(), series.open("far")
    assert opened.toml("crt.toml", Chart) == Chart(9)
    assert opened.csv("ground.csv", Ground, key=("kind",))[1].price == 5
    assert opened.overrides_used() == ("crt.toml", "ground.csv")
    assert opened.provenance.of("series/ground.csv", "woods", "price") == "owner"
    assert other.toml("crt.toml", Chart) == Chart(3)
    assert other.overrides_used() == ()
    assert not opened.faults


def test_a_correction_of_a_file_that_neither_has_is_a_fault(series: Series) -> None:
    series.write("mine/near/crts.toml", "column = 9\n")
    said = [str(fault) for fault in series.open().faults]
    assert said == [
        "overrides/near/crts.toml: the box has no file crts.toml (did you mean crt.toml?)"]


def test_the_same_numbers_have_the_same_print_wherever_they_lie(series: Series) -> None:
    shared, own = series.open(), series.open()
    shared.toml("crt.toml", Chart)
    series.write("near/crt.toml", CHART)
    own.toml("crt.toml", Chart)
    assert shared.fingerprint() == own.fingerprint()


def test_the_lid_names_the_package_of_the_series(
    series: Series, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("near", "series"):
        series.write(f"{name}/__init__.py", "")
    series.write("near/box.toml", f'{LID}shares = "series"\n')
    monkeypatch.syspath_prepend(series.folder)
    for name in ("near", "series"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    box = DataBox("near")
    assert box.open().has("crt.toml")
    assert box.scenarios() == {"common": "common"}


def test_a_lid_that_names_no_package_is_a_fault(
    series: Series, monkeypatch: pytest.MonkeyPatch
) -> None:
    series.write("near/__init__.py", "")
    series.write("near/box.toml", f'{LID}shares = "no_such_series"\n')
    monkeypatch.syspath_prepend(series.folder)
    monkeypatch.delitem(sys.modules, "near", raising=False)
    with pytest.raises(BoxFaults, match=r"box.toml: shares: no package 'no_such_series'"):
        DataBox("near")
