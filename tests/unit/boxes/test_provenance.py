"""Every value says where it is from."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.boxes.opened import OpenBox
from grognard.boxes.provenance import WORDS, KeySources, dotted, segments
from grognard.boxes.sheets import Row


class Unit(Row, frozen=True):
    code: str
    attack: int
    notes: str = ""


class Charts(msgspec.Struct):
    dice: int
    rows: dict[str, list[int]]


@pytest.fixture
def opened(tmp_path: Path) -> OpenBox:
    (tmp_path / "units.csv").write_text(
        "code,attack,notes,source\nA,1,,text\nB,2,why,text; attack=reconstruction\n"
    )
    (tmp_path / "charts.toml").write_text(
        "dice = 6\n[rows]\nclear = [1, 2]\nwoods = [3]\n"
        '[provenance]\ndefault = "text"\n"rows.woods" = "history"\nnotes = "guessed"\n'
    )
    box = OpenBox(tmp_path)
    box.csv("units.csv", Unit, key=("code",))
    box.toml("charts.toml", Charts)
    box.faults.raise_if_any()
    return box


def test_of_a_cell_by_line_and_by_key(opened: OpenBox) -> None:
    of = opened.provenance.of
    assert of("units.csv", 2, "attack") == "text"
    assert of("units.csv", "B", "attack") == "reconstruction"
    assert of("units.csv", "B", "code") == "text"


def test_of_a_toml_key_the_longest_prefix_wins(opened: OpenBox) -> None:
    assert opened.provenance.of("charts.toml", "rows.woods") == "history"
    assert opened.provenance.of("charts.toml", "rows.clear") == "text"
    assert opened.sources("charts.toml").notes == "guessed"


def test_counts_leave_explanations_out(opened: OpenBox) -> None:
    assert opened.provenance.by_file() == {
        "units.csv": {"text": 3, "reconstruction": 1},
        "charts.toml": {"text": 2, "history": 1},
    }
    assert opened.provenance.counts() == {"text": 5, "history": 1, "reconstruction": 1}


def test_a_place_that_was_not_read(opened: OpenBox) -> None:
    with pytest.raises(LookupError, match=r"units\.csv: nothing was read at 9"):
        opened.provenance.of("units.csv", 9)


KEYS = st.lists(st.sampled_from(["a", "b", "[1]", "[x.y]"]), min_size=1, max_size=5)


@given(KEYS)
def test_keys_print_and_parse_back(path: list[str]) -> None:
    whole = ("top", *path)
    assert segments(dotted(whole)) == whole


@given(KEYS, st.sampled_from(WORDS), st.data())
def test_a_prefix_speaks_for_all_below_it(path: list[str], word: str, data: st.DataObject) -> None:
    whole = ("top", *path)
    prefix = whole[: data.draw(st.integers(1, len(whole)))]
    sources = KeySources({prefix: word, ("other",): "text"})
    assert sources.of(dotted(whole)) == word
