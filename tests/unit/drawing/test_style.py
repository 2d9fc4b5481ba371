"""Looks read from style files."""

from pathlib import Path

import pytest

from grognard.boxes.faults import BoxFaults
from grognard.drawing.style import THEMES, load_style, readings

KINDS = {
    "terrain": "clear woods forest swamp marsh hill mountain water sea lake city",
    "hexsides": "river major_river minor_river lake border fortified_line ferry strait alpine "
    "bridge sea",
    "lines": "rollbahn road track trail winter_trail railway major_railway minor_railway rail",
    "features": "city town village port",
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("table", "words"), KINDS.items())
def test_common_kinds_have_a_look(theme: str, table: str, words: str) -> None:
    looks = getattr(load_style(theme), table)
    assert set(words.split()) <= looks.keys()


def test_both_themes_name_the_same_colours() -> None:
    light, dark = (load_style(theme) for theme in THEMES)
    assert light.colours.keys() == dark.colours.keys()


def test_no_colour_is_without_use() -> None:
    styles = Path(__file__).parents[3] / "src" / "grognard" / "drawing"
    text = "".join(
        path.read_text("utf-8")
        for pattern in ("styles/kinds.toml", "styles/glyphs.toml", "*.py")
        for path in styles.glob(pattern)
    )
    assert [name for name in load_style().colours if f'"{name}"' not in text] == []


def test_an_unknown_kind_has_a_plain_look() -> None:
    style = load_style()
    assert style.terrain_look("lava") == style.terrain["unknown"]
    assert style.hexside_look("lava") == style.hexsides["unknown"]
    assert style.line_look("canal") == style.lines["unknown"]
    assert style.feature_look("lava") == style.features["unknown"]


def test_a_kind_of_more_words_falls_back_on_fewer() -> None:
    style = load_style()
    assert style.feature_look("prepared_defence_nordland") == style.features["prepared_defence"]
    assert style.feature_look("romanian_supply") == style.features["supply"]
    assert next(readings("a_b_c")) == "a_b_c"


def test_a_box_adds_kinds_and_colours(tmp_path: Path) -> None:
    file = tmp_path / "style.toml"
    file.write_text(
        '[colours.light]\nlava = "#ff4400"\n[colours.dark]\nlava = "#aa2200"\n'
        '[terrain.lava]\nlike = "hill"\nfill = "lava"\n[terrain.woods]\nfill = "lava"\n',
        "utf-8",
    )
    style = load_style("dark", file)
    assert style.colour("lava") == "#aa2200"
    assert style.terrain["lava"].rings == style.terrain["hill"].rings
    assert style.terrain["woods"].fill == "lava"
    assert style.terrain["woods"].scatter == load_style().terrain["woods"].scatter


def test_all_faults_of_a_style_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "style.toml"
    file.write_text(
        '[colours]\nbad = "reddish"\n[terrain.a]\nfill = "nocolour"\n'
        '[terrain.b]\nfill = "clear"\nscatter = [{ glyphs = ["firr"], spacing = 1.0 }]\n'
        '[lines.c]\nstrokes = "thick"\n[lines.d]\nlike = "nothing"\n[roads.e]\nx = 1\n',
        "utf-8",
    )
    with pytest.raises(BoxFaults) as caught:
        load_style("light", file)
    told = str(caught.value)
    for words in (
        "style.toml: colours.bad: 'reddish' is not a colour",
        "style.toml: terrain.a: no colour 'nocolour'",
        "style.toml: terrain.b: no glyph 'firr' (did you mean fir",
        "style.toml: lines.c: ",
        "style.toml: lines.d.like: no 'nothing' above it",
        "style.toml: roads: unknown table",
    ):
        assert words in told


def test_a_file_that_is_no_toml_is_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "style.toml"
    file.write_text("[terrain", "utf-8")
    with pytest.raises(BoxFaults, match=r"style\.toml: "):
        load_style("light", file)


def test_an_unknown_theme_says_which_there_are() -> None:
    with pytest.raises(ValueError, match="did you mean dark"):
        load_style("darc")
