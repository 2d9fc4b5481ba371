"""Parts of a map and levels of detail."""

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grognard.boxes.maps import load_maps
from grognard.boxes.opened import OpenBox
from grognard.drawing.maps import SIZE, Detail, Drawing, Options
from grognard.drawing.parts import LEVELS, Parts
from grognard.drawing.sheet import Box
from grognard.drawing.style import load_style
from tests.unit.drawing.country import country

BOXES = Path(__file__).parents[3] / "src/grognard/boxes"
BARE = Options(title=False, legend=False)
PLANTED = re.compile(r"M([\d.-]+) ([\d.-]+)m")


@cache
def small() -> Drawing:
    return Drawing(country(), load_style(), SIZE, BARE)


def quarters() -> list[Box]:
    places = small().layout
    parts = Parts(places.width, places.height, 250.0)
    return [parts.window(i, j) for j in range(parts.rows) for i in range(parts.columns)]


def glyphs(svg: str) -> set[tuple[float, float]]:
    """The places of all trees and reeds: each begins with a move in hex sides."""
    return {(float(x) * SIZE, float(y) * SIZE) for x, y in PLANTED.findall(svg)}


def texts(svg: str) -> set[str]:
    root = ElementTree.fromstring(svg)
    return {"".join(node.itertext()) for node in root.iter() if node.tag.endswith("}text")}


def test_parts_cover_the_map_and_nothing_twice() -> None:
    parts = Parts(2192.8, 2818.7)
    boxes = [parts.window(i, j) for i in range(parts.columns) for j in range(parts.rows)]
    assert (parts.columns, parts.rows) == (3, 3)
    assert sum(box.width * box.height for box in boxes) == pytest.approx(2192.8 * 2818.7)
    assert max(box.right for box in boxes) == 2192.8
    assert not [a for a in boxes for b in boxes if a is not b and a.overlap(b)]
    with pytest.raises(LookupError):
        parts.window(3, 0)


def test_every_tree_stands_in_the_parts_where_it_stands_on_the_whole_map() -> None:
    whole = glyphs(small().svg())
    found = {window: glyphs(small().part(window)) for window in quarters()}
    assert len(whole) > 100
    assert set().union(*found.values()) == whole
    for window, trees in found.items():
        assert trees == {tree for tree in whole if window.grown(0.4 * SIZE).holds(tree)}


def test_a_name_across_two_parts_is_on_both() -> None:
    placed = [place for group in small().placed.values() for place in group]
    for window in quarters():
        said = texts(small().part(window))
        for place in placed:
            if place.box.overlap(window):
                assert set(place.lines) <= said, place.lines


def test_what_is_far_away_is_not_drawn() -> None:
    drawn = small()
    first = quarters()[0]
    said = texts(drawn.part(first))
    assert "0101" in said
    assert "0807" not in said
    root = ElementTree.fromstring(drawn.part(first))
    assert root.get("viewBox") == "0 0 250 250"
    assert (root.get("width"), root.get("height")) == ("250", "250")


@pytest.mark.parametrize(("box", "part"), [("narva", (1, 1)), ("eastfront", (0, 1))])
def test_shapes_in_a_part_are_those_of_the_whole(box: str, part: tuple[int, int]) -> None:
    """Borders run through a part with the very same points, though it knows only what is near."""
    drawn = Drawing(load_maps(OpenBox(BOXES / box))[box], load_style(), SIZE, BARE)
    window = Parts.of(drawn.layout).window(*part)
    whole, cut = _points(drawn.svg()), _points(drawn.part(window))
    inner = {point for point in whole if window.holds(point)}
    assert len(inner) > 50
    assert inner == {point for point in cut if window.holds(point)}
    assert len(cut) < len(whole)


def _points(svg: str) -> set[tuple[float, float]]:
    """All end points of curves in the outlines of the terrain."""
    outlines = re.findall(r'<path id="shape-terrain-\d+" d="([^"]*)"', svg)
    ends = (end for d in outlines for end in re.findall(r"(-?[\d.]+) (-?[\d.]+)(?=[A-Z])", d))
    return {(float(x), float(y)) for x, y in ends}


def test_levels_add_to_each_other() -> None:
    light, plain, full = (small().svg(detail) for detail, _ in LEVELS)
    assert len(light) < len(plain) < len(full)
    assert not texts(light)
    assert "Oldtown" in texts(plain)
    assert "0405" not in texts(plain)
    assert {"Oldtown", "0405"} <= texts(full)
    assert not glyphs(light)
    assert glyphs(plain) == glyphs(full)
    assert [least for _, least in LEVELS] == sorted(least for _, least in LEVELS)


def test_the_light_picture_shows_land_water_and_lines() -> None:
    light = small().svg(Detail.LIGHT)
    for layer in ("terrain", "rivers", "water", "lines"):
        group = light.partition(f'<g id="{layer}">')[2]
        assert group.partition("</g>")[0].count("<"), layer


def test_nothing_sticks_out_of_the_frame_though_nothing_is_clipped_to_it() -> None:
    """Paper lies over what runs on beyond the frame: under the frame, over the land."""
    svg = small().svg()
    assert "frame-clip" not in svg
    assert svg.index('id="map"') < svg.index('id="mat"') < svg.index('id="frame"')
