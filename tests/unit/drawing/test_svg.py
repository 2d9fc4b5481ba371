"""SVG text."""

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from grognard.drawing.svg import document, fine, group, number, path, tag, text

coordinates = st.floats(-5000, 5000, allow_nan=False)


@given(coordinates)
def test_a_coordinate_is_written_to_a_tenth(value: float) -> None:
    assert abs(float(number(value)) - value) <= 0.05 + 1e-9
    assert not number(value).endswith(".0")
    assert number(value) != "-0"


@given(st.floats(0, 500, allow_nan=False))
def test_a_length_is_written_to_a_hundredth(value: float) -> None:
    assert abs(float(fine(value)) - value) <= 0.005 + 1e-9


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])))
def test_words_survive_whatever_they_hold(words: str) -> None:
    drawing = document(10, 10, [text(words, x=1)], label=words)
    root = ElementTree.fromstring(drawing)
    found = [node.text or "" for node in root.iter() if node.tag.endswith("text")]
    assert [one.split() for one in found] == [words.split()]


def test_none_leaves_an_attribute_out() -> None:
    assert tag("g", id=None, fill_rule="evenodd") == '<g fill-rule="evenodd"/>'


def test_an_empty_layer_is_kept() -> None:
    assert group("rivers", []) == '<g id="rivers"/>'


def test_pieces_of_a_curve_are_straight_quadratic_or_cubic() -> None:
    a, b = (0.0, 0.0), (1.0, 2.0)
    assert path([(a, b), (b, a, b), (b, a, a, b)], closed=True) == "M0 0L1 2Q0 0 1 2C0 0 0 0 1 2Z"
    assert path([]) == ""
