"""6.4, 13.5.3: cut-off Soviet hexes may surrender."""

from typing import Any

import pytest

from grognard.rules.efs.movers import Moves
from grognard.rules.efs.sequence import TURNS
from grognard.rules.efs.special_rows import Haven
from grognard.rules.efs.state import UNSUPPLIED
from grognard.rules.efs.surrender import SurrenderPhase, checked
from tests.rules.efs.boxes import NORTH, TYPHOON
from tests.rules.efs.campaign import hexes
from tests.rules.efs.drill import both, foot, grid, hq, msu
from tests.rules.efs.field import Field, field
from tests.rules.efs.harbour import Harbour, harbour

RED: dict[str, Any] = {"side": "soviet"}


def pocket(box: str, *more: Any, **features: str) -> Field:
    """x in 0405, cut off by a ring of Axis zones, next to A."""
    ring = [foot(f"R{n}", 1, 4) for n in range(6)]
    units = [foot("x", 2, 2, **RED), foot("A", 2, 2), *ring, *more]
    t = field(box, *units, **{"sources": "soviet 1212", **features})
    for hex, unit in zip(("0402", "0604", "0606", "0408", "0206", "0204"), ring, strict=True):
        t.put(hex, unit.code)
    t.put("0405", "x").put("0406", "A").unsupplied("x")
    return t


def rolled_for(t: Field) -> set[str]:
    return t.labels(checked(t.game, t.state))


@both
@pytest.mark.rule("typhoon:6.4.1")
def test_unsupplied_in_a_zone_and_cut_off(box: str) -> None:
    assert rolled_for(pocket(box)) == {"0405"}
    t = pocket(box)
    t.state.set_supply(t.unit("x"), UNSUPPLIED - 1)
    assert rolled_for(t) == set(), "emergency is not unsupplied"
    t = pocket(box)
    t.put("0112", "A")
    assert rolled_for(t) == set(), "in no enemy zone"
    t = pocket(box)
    for n in range(6):
        t.put("0101", f"R{n}")
    assert rolled_for(t) == set(), "a way out, however long"


@both
@pytest.mark.rule("typhoon:6.4.1/3")
def test_the_way_out_has_no_length_but_the_other_limits_of_a_loc(box: str) -> None:
    t = field(box, foot("x", 2, 2, **RED), foot("A", 2, 2), sources="soviet 1212")
    t.put("0101", "x").put("0102", "A").unsupplied("x")
    assert rolled_for(t) == set(), "more than 7 hexes are no hindrance"
    river = " ".join(f"0101-{other}" for other in ("0201", "0102"))
    t = field(box, foot("x", 2, 2, **RED), foot("A", 2, 2), foot("B", 2, 2), lake=river,
              sources="soviet 1212", minor_road="0101 0102")
    t.put("0101", "x").put("0102", "A").unsupplied("x")
    assert rolled_for(t) == {"0101"}, "water and an enemy bar it"
    t = field(box, foot("x", 2, 2, **RED), foot("A", 2, 2), major_city="0202", lake=river,
              minor_road="0101 0102")
    t.put("0101", "x").put("0102", "A").unsupplied("x")
    assert rolled_for(t) == {"0101"}, "a city that is cut off saves nobody else"


@both
@pytest.mark.rule("typhoon:6.4.1/2")
def test_one_die_a_hex(box: str) -> None:
    t = pocket(box, foot("y", 1, 1, **RED), foot("z", 1, 1, **RED))
    t.put("0405", "y", "z").unsupplied("y", "z").ask(SurrenderPhase())
    t.roll(1)
    assert [t.where(code) for code in "xyz"] == ["eliminated"] * 3
    assert t.step() is None


@both
@pytest.mark.rule("typhoon:6.4.2", "typhoon:13.5.3")
@pytest.mark.parametrize("trait", ["guards", "nkvd"])
def test_guards_and_nkvd_never_surrender(box: str, trait: str) -> None:
    t = pocket(box, foot("y", 1, 1, traits=[trait], **RED)).put("0405", "y")
    assert isinstance(t, Field)
    assert rolled_for(t) == set(), "supplied or not"


@both
@pytest.mark.rule("typhoon:6.4.2")
@pytest.mark.parametrize("town", ["city", "major_city"])
def test_nor_do_towns(box: str, town: str) -> None:
    assert rolled_for(pocket(box, **{town: "0405"})) == set()
    assert rolled_for(pocket(box, village="0405")) == {"0405"}


@both
@pytest.mark.rule("typhoon:6.4.3")
def test_only_the_unsupplied_lay_down_their_arms(box: str) -> None:
    t = pocket(box, foot("y", 1, 1, **RED)).put("0405", "y").ask(SurrenderPhase()).roll(6)
    assert (t.where("x"), t.where("y")) == ("eliminated", "0405")
    t = pocket(box).ask(SurrenderPhase()).roll(7)
    assert t.where("x") == "0405"
    assert t.heard("holds-out")


@both
@pytest.mark.rule("typhoon:6.4.3/2")
def test_supply_stays_behind_and_falls_to_who_enters(box: str) -> None:
    t = pocket(box, msu("S", **RED)).put("0405", "S-").ask(SurrenderPhase()).roll(1)
    assert (t.where("x"), t.where("S")) == ("eliminated", "0405")
    t.having(side="axis").ask(Moves("movement")).do("move A to 0405")
    assert t.where("S") == "free"


@both
@pytest.mark.rule("typhoon:6.4.4")
def test_a_headquarters_near_adds_one_and_never_more(box: str) -> None:
    t = pocket(box, hq("H"), hq("I")).ask(SurrenderPhase()).roll(6)
    assert t.where("x") == "eliminated"
    t = pocket(box, hq("H"), hq("I"))
    t.put("0409", "H").unsupplied("H").ask(SurrenderPhase()).roll(6)
    assert t.where("x") == "0405", "four hexes off, unsupplied itself"
    t = pocket(box, hq("H"), hq("I"))
    t.put("0410", "H").ask(SurrenderPhase()).roll(6)
    assert t.where("x") == "eliminated", "five are too far"
    t = pocket(box, hq("H"), hq("I"))
    t.put("0409", "H", "I").ask(SurrenderPhase()).roll(5)
    assert t.where("x") == "eliminated", "two add no more than one"


@both
@pytest.mark.rule("typhoon:6.4.5")
def test_nobody_advances(box: str) -> None:
    t = pocket(box)
    before = [t.where(code) for code in ("A", "R0", "R1", "R2")]
    t.ask(SurrenderPhase()).roll(1)
    assert [t.where(code) for code in ("A", "R0", "R1", "R2")] == before
    assert t.step() is None


@both
@pytest.mark.rule("agn:BSR.seq.surrender")
def test_the_phase_comes_after_both_segments(box: str) -> None:
    parts = TURNS[field(box).game.edition.turns.order].parts  # type: ignore[attr-defined]
    order = [type(part).__name__ for part in parts]
    assert order[-4:] == ["AxisSegment", "SovietSegment", "SurrenderPhase", "Interphase"]
    t = pocket(box, left_out="supply")
    t.ask(SurrenderPhase())
    assert t.step() is None, "a scenario without supply has no surrender"


@pytest.mark.rule("agn:5.6.2.f")
@pytest.mark.parametrize(("box", "falls"), [(NORTH, True), (TYPHOON, False)])
def test_coast_artillery_and_militia_give_up_sooner(box: str, falls: bool) -> None:
    militia = foot("y", 1, 1, traits=["militia"], **RED)
    t = pocket(box, militia)
    t.put("0101", "x").put("0405", "y").unsupplied("y").ask(SurrenderPhase()).roll(7)
    assert (t.where("y") == "eliminated") is falls
    t = pocket(box, militia)
    t.put("0405", "y").unsupplied("y").ask(SurrenderPhase()).roll(7)
    assert t.where("y") == "0405", "with rifles beside them they hold out"


# -- 14.5: coasts, islands and lakes ---------------------------------------------------------------

WEST, EAST = (" ".join(f"{column:02}{row:02}" for column in columns for row in range(1, 13))
              for columns in (range(1, 7), range(7, 13)))


def cornered(hex: str, **rows: Any) -> Harbour:
    """x in a hex of the coast, unsupplied and next to A, with no way over land to the source 1212.

    A wall of Axis zones along row 07 keeps the coast from the south.
    """
    wall = [foot(f"W{n}", 2, 4) for n in range(1, 13)]
    t = harbour(foot("x", 2, 2, **RED), foot("A", 2, 2), *wall, supply=True,
                sources="soviet 1212", rows=rows)
    for n in range(1, 13):
        t.put(f"{n:02}08" if n not in (5, 6) else f"{n:02}07", f"W{n}")
    t.put("0105", "A").put(hex, "x")
    t.state.set_supply(t.unit("x"), UNSUPPLIED)
    return t


def checks(t: Harbour) -> bool:
    return bool(checked(t.game, t.state))


def beside(t: Harbour, hex: str) -> Harbour:
    return t.put(hex, "A")


@pytest.mark.rule("agn:14.5/estonia")
def test_in_estonia_a_line_to_tallinn_or_paldiski_spares() -> None:
    havens = [Haven(area=grid().hexes(WEST), hexes=hexes("0303 0503"))]
    assert checks(beside(cornered("0405"), "0406")), "cut off, and nothing spares"
    assert not checks(beside(cornered("0405", haven=havens), "0406")), "Tallinn"
    lost = beside(cornered("0405", haven=havens), "0406")
    lost.state.axis_land |= grid().hexes("0303 0503")
    assert checks(lost), "another port of Estonia does not"


@pytest.mark.rule("agn:14.5/estonia")
def test_the_line_to_the_port_is_free_of_enemies_and_their_zones() -> None:
    havens = [Haven(area=grid().hexes(WEST), hexes=hexes("0303"))]
    t = beside(cornered("0105", haven=havens), "0204")
    for hex, wall in (("0203", "W1"), ("0206", "W2")):
        t.put(hex, wall)
    assert checks(t)


@pytest.mark.rule("agn:14.5/moonsund", "agn:14.5/mapL")
def test_where_any_port_serves_the_nearest_is_enough() -> None:
    rows = {"haven": [Haven(area=grid().hexes(EAST), ports=True)]}
    assert checks(beside(cornered("0905"), "0906"))
    assert not checks(beside(cornered("0905", **rows), "0906"))
    t = beside(cornered("0905", **rows), "0906")
    t.state.axis_land |= t.game.waters.ports
    assert checks(t), "no port is friendly any more"


@pytest.mark.rule("agn:14.5/other")
def test_outside_the_named_regions_ports_do_not_help() -> None:
    rows = {"haven": [Haven(area=grid().hexes(EAST), ports=True)]}
    assert checks(beside(cornered("0405", **rows), "0406")), "the port of Riga is next to it"
    t = cornered("0405", **rows).put("0101", "A")
    t.state.axis_land &= ~grid().hexes("0405")
    assert not checks(t), "in no enemy zone"


@pytest.mark.rule("agn:14.5/lakes")
def test_a_line_may_cross_a_lake() -> None:
    def trapped(**rows: Any) -> Field:
        """x in 0101 behind a lake that fills column 02 and the way south."""
        lake = " ".join(f"02{row:02}" for row in range(1, 13)) + " 0103"
        units = [foot("x", 2, 2, **RED), foot("A", 2, 2)]
        t = field(NORTH, *units, sources="soviet 1212", lake_hex=lake, rows=rows)
        return t.put("0101", "x").put("0102", "A").unsupplied("x")

    assert rolled_for(trapped()) == {"0101"}
    assert rolled_for(trapped(over_lakes=True)) == set()
