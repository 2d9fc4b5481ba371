"""Counter sheets to cut out, and posters."""

import re
from io import BytesIO

import pypdf
import pytest

import grognard
from grognard.drawing.maps import draw_map
from grognard.drawing.pictures import pdf, pdf_pages
from grognard.drawing.printing import A1, A4, Printed, TooSmall, counter_sheets, pieces, poster
from grognard.table import Face, table_of
from tests.unit.drawing.country import country

FACES = {
    "1": Face(fill="field-grey"), "1-reduced": Face(fill="field-grey", reduced=True),
    "HQ": Face(fill="field-grey"), "back": Face(fill="field-grey", hidden=True),
    "A-1": Face(fill="red", texts={"left": "1"}), "A-2": Face(fill="red", texts={"left": "2"}),
    "A-3": Face(fill="red", texts={"left": "3"}),
}  # fmt: skip


def named(faces: dict[str, Face]) -> dict[str, Printed]:
    return {piece.name: piece for piece in pieces(faces)}


def test_every_piece_has_its_other_side_behind_it() -> None:
    found = named(FACES)
    assert list(found) == ["1", "HQ", "A-3", "A-1"]
    assert found["1"].back is FACES["1-reduced"]
    assert found["HQ"].back == FACES["back"]
    assert found["A-3"].back is FACES["A-2"]
    assert (found["A-1"].back.hidden, found["A-1"].back.fill) == (True, "red")


def test_a_block_has_one_label_with_all_its_strengths() -> None:
    faces = table_of(grognard.load("eastfront", "edelweiss")).faces()
    blocks = [piece for piece in pieces(faces) if piece.front.shape == "block"]
    assert blocks
    assert all(piece.front.edges[0] == max(piece.front.edges) for piece in blocks)
    assert not any(piece.front.stands or piece.back.stands for piece in blocks)
    assert all(piece.back.hidden and piece.back.fill == piece.front.fill for piece in blocks)


def places(page: str) -> list[tuple[float, float]]:
    """Where the pieces lie, one after the other."""
    found = re.findall(r'<svg viewBox="0 0 100 100" x="([\d.]+)" y="([\d.]+)".*?</svg>', page)
    return [(float(x), float(y)) for x, y in found]


def test_backs_match_when_the_sheet_is_turned_over() -> None:
    front, back = counter_sheets(FACES)
    side = 16 * 72 / 25.4
    mirrored = [(A4[0] - x - side, y) for x, y in places(back)]
    assert len(mirrored) == 4
    for (x, y), (other_x, other_y) in zip(places(front), mirrored, strict=True):
        assert x == pytest.approx(other_x, abs=0.2)
        assert y == pytest.approx(other_y, abs=0.2)
    assert 'id="cuts"' in front
    assert 'id="cuts"' in back


def test_sheets_are_pages_of_one_file() -> None:
    many = {f"{number}x": Face(fill="red") for number in range(400)}
    pages = counter_sheets(many)
    assert len(pages) == 6
    read = pypdf.PdfReader(BytesIO(pdf_pages(pages[:2])))
    assert len(read.pages) == 2
    assert float(read.pages[0].mediabox.width) == pytest.approx(A4[0], abs=0.1)


def test_a_poster_fills_its_paper_and_can_be_read() -> None:
    drawn = poster(draw_map(country()), 12.0)
    page = pypdf.PdfReader(BytesIO(pdf(drawn))).pages[0]
    size = sorted((float(page.mediabox.width), float(page.mediabox.height)))
    assert size == [pytest.approx(A1[0], abs=0.2), pytest.approx(A1[1], abs=0.2)]
    with pytest.raises(TooSmall):
        poster(draw_map(country()), 12.0, paper=(60.0, 80.0))
