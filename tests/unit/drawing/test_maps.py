"""Whole maps."""

import gzip
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from grognard.boxes.maps import load_maps
from grognard.boxes.opened import OpenBox
from grognard.core.maps import GameMap
from grognard.drawing.labels import labels
from grognard.drawing.maps import SIZE, Drawing, Options, draw_map, layout
from grognard.drawing.style import THEMES, load_style
from grognard.hexes import Grid, Orientation
from tests.unit.drawing.country import bare, country

LAYERS = [
    *("terrain", "areas", "shores", "rivers", "water", "hexsides", "beside", "grid", "lines"),
    *("crossings", "places", "sea-names", "numbers", "names"),
]
AROUND = ["frame", "title", "legend", "compass", "scale"]
BOXES = Path(__file__).parents[3] / "src" / "grognard" / "boxes"


@cache
def narva() -> GameMap:
    return load_maps(OpenBox(BOXES / "narva"))["narva"]


def ids(root: Element) -> list[str]:
    return [name for node in root.iter() if (name := node.get("id"))]


def texts(root: Element) -> Iterator[str]:
    return ("".join(node.itertext()) for node in root.iter() if node.tag.endswith("}text"))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_map_is_sound_xml_with_all_layers(theme: str, orientation: Orientation) -> None:
    drawn = country() if orientation is Orientation.FLAT else bare(orientation)
    root = ElementTree.fromstring(draw_map(drawn, theme))
    found = ids(root)
    assert [name for name in found if name in LAYERS + AROUND] == LAYERS + AROUND
    assert len(found) == len(set(found))


def test_whatever_is_used_is_defined() -> None:
    root = ElementTree.fromstring(draw_map(country()))
    used = {node.get("href", "#")[1:] for node in root.iter() if node.get("href")}
    fills = {v[5:-1] for node in root.iter() for v in node.attrib.values() if v.startswith("url(#")}
    assert (used | fills) <= set(ids(root))


def test_the_same_map_is_drawn_the_same_every_time() -> None:
    assert draw_map(country()) == draw_map(country())


def test_a_picture_does_not_depend_on_how_a_process_counts(tmp_path: Path) -> None:
    """Two sorts of ground of one rank and colour are painted in the same order by everybody."""
    grounds = [f"[terrain.ground{n}]\nrank = 5\nfill = 'clear'\nletters = '{n}'" for n in range(6)]
    style = tmp_path / "style.toml"
    style.write_text("\n".join(grounds))
    program = f"""
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from grognard.drawing.maps import draw_map
from tests.unit.drawing.country import country
land = country()
ground = {{hex: f"ground{{hex % 6}}" for hex in land.terrain}}
drawn = draw_map(replace(land, terrain=ground), styles=[Path({str(style)!r})])
print(sha256(drawn.encode()).hexdigest())
"""
    told = {
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True,
                       env=os.environ | {"PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert len(told) == 1


def test_themes_differ_in_colour_only() -> None:
    light, dark = (draw_map(country(), theme) for theme in THEMES)
    assert light != dark
    assert layout(country()).centres == layout(country()).centres
    assert light.count("<path") == dark.count("<path")


def test_options_leave_layers_out() -> None:
    bald = Options(grid=False, numbers=False, names=False, title=False, legend=False)
    found = ids(ElementTree.fromstring(draw_map(country(), options=bald)))
    gone = {"grid", "numbers", "names", "sea-names", "title", "legend", "compass", "scale"}
    assert not gone & set(found)
    assert {"terrain", "rivers", "lines"} <= set(found)


@pytest.mark.parametrize("options", [Options(), Options(title=False, legend=False)])
def test_the_layout_tells_where_hexes_are_drawn(options: Options) -> None:
    small = country()
    places = layout(small, options=options)
    root = ElementTree.fromstring(draw_map(small, options=options))
    assert float(root.get("width", 0)) == pytest.approx(places.width, abs=0.05)
    assert float(root.get("height", 0)) == pytest.approx(places.height, abs=0.05)
    (ax, ay), (bx, by) = (places.centres[small.grid.hex(name)] for name in ("0101", "0505"))
    (cx, cy), (dx, dy) = (small.grid.centre(small.grid.hex(name)) for name in ("0101", "0505"))
    assert (bx - ax, by - ay) == pytest.approx((SIZE * (dx - cx), SIZE * (dy - cy)))
    for hex, point in places.centres.items():
        assert places.frame.holds(point, SIZE * 0.86), small.grid.label(hex)


def test_numbers_stand_in_their_hexes() -> None:
    small = country()
    places = layout(small)
    root = ElementTree.fromstring(draw_map(small))
    (layer,) = [node for node in root.iter() if node.get("id") == "numbers"]
    _paper, *numbers = layer
    assert len(numbers) == len(small.grid)
    for node in numbers:
        x, y = places.centres[small.grid.hex(node.text or "")]
        assert float(node.get("x", 0)) == pytest.approx(x, abs=0.1)
        assert y - SIZE < float(node.get("y", 0)) < y - SIZE / 2


def test_text_stays_text_in_generic_families() -> None:
    root = ElementTree.fromstring(draw_map(country()))
    families = {node.get("font-family") for node in root.iter()} - {None}
    assert families == {"serif", "sans-serif"}
    said = list(texts(root))
    for words in ("Oldtown", "Great Water", "Cold Sea", "A SMALL COUNTRY", "0405", "Swamp"):
        assert words in said
    assert "landing_zone" not in said


def test_the_legend_speaks_french() -> None:
    root = ElementTree.fromstring(draw_map(country(), options=Options(language="fr")))
    assert {"Bois", "Marais", "Voie ferrée"} <= set(texts(root))


def test_kinds_nobody_knows_are_drawn_and_named() -> None:
    small = country()
    odd = replace(
        small,
        terrain={**small.terrain, small.grid.hex("0505"): "lava_field"},
        hexsides={**small.hexsides, "magic_wall": small.hexsides["river"]},
        lines=tuple(replace(line, kind="canal") for line in small.lines),
        features={**small.features, "shrine": small.grid.hexes("0206")},
    )
    said = list(texts(ElementTree.fromstring(draw_map(odd))))
    assert {"Lava field", "Magic wall", "Canal"} <= set(said)


def test_a_box_can_restyle_its_map(tmp_path: Path) -> None:
    file = tmp_path / "style.toml"
    file.write_text('[colours.light]\nwoods = "#123456"\n', "utf-8")
    assert "#123456" in draw_map(country(), styles=[file])
    assert "#123456" not in draw_map(country())


def test_hexes_with_names_for_labels_show_a_number() -> None:
    cells = {(0, 0): "Rostov", (1, 0): "Rostov_E1"}
    grid = Grid.from_cells(cells, Orientation.POINTY, {"Rostov": ["19.37"]})
    steppe = GameMap("ef", "Steppe", grid, 100, dict.fromkeys(grid, "clear"))
    said = list(texts(ElementTree.fromstring(draw_map(steppe))))
    assert "19.37" in said
    assert "Rostov_E1" in said


def test_a_sea_may_have_the_name_of_the_town_on_its_coast() -> None:
    small = country()
    town, sea = small.grid.hex("0403"), small.grid.hexes("0402 0502 0401")
    shore = replace(small, names={town: "Haven"}, features={"town": 1 << town},
                    areas={"Haven": sea})
    found = labels(Drawing(shore, load_style(), SIZE, Options()).sheet)
    assert sorted(label.kind for label in found) == ["bay", "town"]


def test_ground_may_say_how_its_names_are_written(tmp_path: Path) -> None:
    small = country()
    streets = small.grid.hex("0405")
    town = replace(small, terrain={**small.terrain, streets: "city"}, names={streets: "Oldtown"},
                   features={}, areas={})
    bold = tmp_path / "style.toml"
    bold.write_text('[terrain.city]\nletters = "city"\n')
    for style, kind in ((load_style(), "place"), (load_style("light", bold), "city")):
        (label,) = labels(Drawing(town, style, SIZE, Options()).sheet)
        assert label.kind == kind


def test_names_on_a_crowded_map_do_not_collide() -> None:
    drawing = Drawing(narva(), load_style(), SIZE, Options())
    placed = [place for group in drawing.placed.values() for place in group]
    assert len(placed) == len(labels(drawing.sheet)) > 60
    hits = [
        (one.label.words, other.label.words)
        for one, other in combinations(placed, 2)
        if one.box.overlap(other.box) > 0
    ]
    assert hits == []
    assert [p.label.words for p in placed if p.box.overlap(drawing.sheet.frame) == 0] == []


def test_a_large_map_stays_light() -> None:
    """As it is sent, and in elements: what a browser needs time for."""
    drawn = draw_map(narva())
    assert len(gzip.compress(drawn.encode(), 4)) < 650_000
    assert len(re.findall(r"<\w", drawn)) < 4_500
