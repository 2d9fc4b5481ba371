"""Counters, blocks and markers."""

from typing import get_args
from xml.etree import ElementTree

import pytest

from grognard.drawing.counters import draw_face, draw_sheet
from grognard.drawing.symbols import symbols
from grognard.table import Face, Shape, Slot, block_edges

SLOTS: dict[Slot, str] = {slot: f"t{i}" for i, slot in enumerate(get_args(Slot))}
UNIT = Face(
    fill="german",
    band="purple",
    symbol="infantry",
    size_mark="III",
    texts={"attack": "3", "defence": "4", "movement": "5", "left": "151G", "set-up": "2626"},
    steps=2,
)


def texts(drawing: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(drawing)
    return [node for node in root.iter() if node.tag.endswith("}text")]


def words(drawing: str) -> list[str]:
    return [node.text or "" for node in texts(drawing)]


@pytest.mark.parametrize("shape", get_args(Shape))
@pytest.mark.parametrize("size", [24, 96])
def test_every_shape_is_drawn_at_its_size(shape: Shape, size: int) -> None:
    face = Face(shape=shape, fill="soviet", symbol="armour", texts=SLOTS, edges=(4, 3, 2, 1))
    root = ElementTree.fromstring(draw_face(face, size))
    assert (root.get("width"), root.get("viewBox")) == (str(size), "0 0 100 100")


def test_a_large_counter_shows_all_its_texts() -> None:
    assert sorted(words(draw_face(UNIT))) == ["151G", "2626", "3", "4", "5", "III"]


def test_a_small_counter_keeps_only_what_can_be_read() -> None:
    assert sorted(words(draw_face(UNIT, 24))) == ["3", "4", "5"]
    assert sorted(words(draw_face(UNIT, 24, detail="full"))) == sorted(words(draw_face(UNIT)))


def test_letters_of_a_small_counter_are_at_least_a_third_of_it() -> None:
    root = ElementTree.fromstring(draw_face(UNIT, 24))
    sizes = [float(node.get("font-size", 0)) for node in root.iter() if "text" in node.tag]
    assert min(sizes) >= 33


def test_long_words_shrink_to_fit() -> None:
    long = Face(texts={"left": "Feldherrnhalle Panzergrenadier"})
    root = ElementTree.fromstring(draw_face(long))
    (node,) = [node for node in root.iter() if node.tag.endswith("}text")]
    assert float(node.get("font-size", 99)) < 5


def test_a_reduced_side_looks_different() -> None:
    reduced = Face(fill="german", texts={"attack": "1"}, reduced=True)
    full = Face(fill="german", texts={"attack": "1"})
    assert draw_face(reduced) != draw_face(full)
    assert draw_face(reduced, 24) != draw_face(full, 24)


@pytest.mark.parametrize("size", [24, 96])
def test_a_hidden_face_gives_nothing_away(size: int) -> None:
    plain = Face(shape="block", fill="soviet", hidden=True)
    secret = Face(
        shape="block", fill="soviet", symbol="armour", size_mark="XXX", texts=SLOTS, steps=3,
        band="red", reduced=True, edges=(4, 3, 2, 1), hidden=True,
    )  # fmt: skip
    assert draw_face(secret, size) == draw_face(plain, size)


@pytest.mark.parametrize("now", [1, 2, 3, 4])
def test_the_strength_of_a_block_stands_on_top(now: int) -> None:
    drawing = draw_face(Face(shape="block", fill="german", edges=block_edges(4, now)), 24)
    (pips,) = [part for part in drawing.split("<path ")[1:] if "l6.5 6.5" in part]
    assert pips.count("Z") == now


def test_a_block_cannot_stand_above_its_strength() -> None:
    with pytest.raises(ValueError, match="cannot stand at 4"):
        block_edges(3, 4)


@pytest.mark.parametrize("name", sorted(symbols()))
def test_every_symbol_is_drawn_and_built_of_known_ones(name: str) -> None:
    assert set(symbols()[name].of) <= symbols().keys()
    drawn = draw_face(Face(symbol=name))
    assert drawn.count("<path") > draw_face(Face()).count("<path")


def test_an_unknown_symbol_is_an_empty_box() -> None:
    assert draw_face(Face(symbol="submarine")) != draw_face(Face())


def test_a_face_says_what_it_is() -> None:
    root = ElementTree.fromstring(draw_face(UNIT, label="151 & 152"))
    assert root.get("role") == "img"
    assert root[0].text == "151 & 152"


def test_a_face_names_no_ids() -> None:
    # Many faces stand in one page: an id would be there twice.
    assert ' id="' not in draw_face(UNIT)


def test_a_sheet_holds_every_face_with_its_name() -> None:
    faces = {f"u{i}": UNIT for i in range(14)}
    captions = [word for word in words(draw_sheet(faces, columns=5)) if word.startswith("u")]
    assert captions == list(faces)


def test_names_on_a_counter_can_be_read_at_the_zoom_of_a_table() -> None:
    """A counter is some 42 pixels wide there, and letters of 6 are the least that can be read."""
    named = Face(symbol="infantry", texts={"right": "MOK", "formation": "FHH", "attack": "2"})
    sizes = [float(node.get("font-size", "0")) * 0.42 for node in texts(draw_face(named))]
    assert min(sizes) >= 6
    block = Face(shape="block", symbol="infantry", texts={"formation": "A"}, edges=(4, 3, 2, 1))
    assert float(texts(draw_face(block))[0].get("font-size", "0")) * 0.42 >= 6


def test_what_a_counter_carries_does_not_lie_over_its_movement() -> None:
    train = Face(symbol="supply", texts={"centre": "1", "movement": "8"})
    places = {node.text: node.get("x") for node in texts(draw_face(train))}
    assert places["1"] != places["8"]
