"""What lies on links is not drawn: they have no place on the page."""

from dataclasses import replace

from grognard.core.maps import Line
from grognard.drawing.maps import draw_map
from grognard.drawing.sheet import on_paper
from grognard.hexes import link
from tests.unit.drawing.country import country


def test_a_map_without_links_stays_as_it_is() -> None:
    plain = country()
    assert on_paper(plain) is plain


def test_lines_end_before_a_link_and_its_river_is_left_out() -> None:
    plain = country()
    grid = link(plain.grid, [(plain.grid.hex("0104"), plain.grid.hex("0807"))])
    a, b, c, d = (grid.hex(name) for name in ("0103", "0104", "0807", "0707"))
    river = frozenset({grid.hexside(a, b), grid.hexside(b, c)})
    linked = replace(plain, grid=grid, lines=(Line("road", "R1", "", (a, b, c, d)),),
                     hexsides={"river": river}, rivers={"Neva": river})
    found = on_paper(linked)
    assert [line.hexes for line in found.lines] == [(a, b), (c, d)]
    assert found.hexsides["river"] == found.rivers["Neva"] == {grid.hexside(a, b)}
    assert draw_map(linked, "light") == draw_map(found, "light")


def test_a_single_hex_beyond_a_link_is_no_line() -> None:
    plain = country()
    grid = link(plain.grid, [(plain.grid.hex("0104"), plain.grid.hex("0807"))])
    line = Line("road", "R1", "", tuple(map(grid.hex, ("0104", "0807", "0707"))))
    (found,) = on_paper(replace(plain, grid=grid, lines=(line,))).lines
    assert found.hexes == line.hexes[1:]
