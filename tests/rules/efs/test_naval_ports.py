"""8.3, 8.4.2: ports: their kind, what they handle, whom they feed."""

import pytest

from grognard.rules.efs.naval import ports
from grognard.rules.efs.supply import JudgeSupply
from tests.rules.efs.boxes import NORTH, contents
from tests.rules.efs.drill import division, foot, gun
from tests.rules.efs.harbour import Harbour, harbour

X = foot("x", 2, 2, side="soviet")
A = foot("A", 4, 4)
B = foot("B", 4, 4)
C = foot("C", 4, 4)
MAJOR, MINOR, ANCHORAGE = "0803", "0903", "1203"


def capacity(t: Harbour, port: str, side: str = "soviet") -> int:
    return ports.capacity(t.game, t.state, t.hex(port), side)


def kind(t: Harbour, hex: str) -> str | None:
    return t.game.waters.port_kind.get(t.hex(hex))


# -- kinds ---------------------------------------------------------------------------------------


@pytest.mark.rule("agn:8.3.2/anchorage")
def test_houses_on_the_coast_without_an_anchor_are_an_anchorage() -> None:
    t = harbour(X)
    assert kind(t, "0703") == kind(t, "1203") == "anchorage"
    assert kind(t, "0408") is None  # houses on a lake
    assert kind(t, "0603") is None  # a coast without houses


@pytest.mark.rule("agn:8.3.2/minor", "agn:8.3.2/major")
def test_an_anchor_makes_a_minor_port_and_one_in_a_circle_a_major_one() -> None:
    t = harbour(X)
    assert kind(t, "0503") == kind(t, "0903") == "minor"
    assert [kind(t, hex) for hex in ("0103", "0303", "0803", "1103")] == ["major"] * 4


@pytest.mark.rule("agn:8.3.2/anchorage", "agn:8.3.2/minor", "agn:8.3.2/major")
def test_the_ports_of_the_leningrad_sheet() -> None:
    """The text has Kronstadt a major port; the others of the sheet are history."""
    (north,) = contents(NORTH).maps.values()
    marks = {name: {north.names.get(hex) for hex in north.terrain if hexes >> hex & 1}
             for name, hexes in north.features.items() if name.startswith("port_")}
    assert "Kronstadt" in marks["port_major"]
    assert "Oranienbaum" in marks["port_minor"]
    assert "Peterhof" in marks["port_anchorage"]


# -- capacity ------------------------------------------------------------------------------------


@pytest.mark.rule("agn:8.3.4")
def test_four_eight_and_sixteen_points_a_turn() -> None:
    t = harbour(X)
    assert [capacity(t, port) for port in (ANCHORAGE, MINOR, MAJOR)] == [4, 8, 16]


@pytest.mark.rule("agn:8.3.4")
def test_loading_and_unloading_share_the_limit() -> None:
    t = harbour(X)
    minor = t.hex(MINOR)
    ports.handle(t.state, minor, 5, "loaded")
    assert ports.can_unload(t.game, t.state, minor, "soviet") == 3
    ports.handle(t.state, minor, 3, "unloaded")
    assert ports.can_load(t.game, t.state, minor, "soviet") == 0
    t.begin_turn(2)
    assert ports.can_load(t.game, t.state, minor, "soviet") == 8


@pytest.mark.rule("agn:8.3.5.a", "agn:8.7.4.a")
def test_interdiction_cuts_two_points_a_level() -> None:
    t = harbour(X)
    t.having(interdiction={t.hex("0904"): 2})
    assert capacity(t, MINOR) == 4
    t.having(interdiction={t.hex("0904"): 1})
    assert capacity(t, MINOR) == 6


@pytest.mark.rule("agn:8.3.5.b")
def test_enemy_guns_in_full_supply_cut_two_each_and_four_at_most() -> None:
    guns = [gun(code, 3) for code in "GHI"]
    t = harbour(X, *guns).put("0805", "G")
    assert capacity(t, MAJOR) == 14
    t.put("0805", "H", "I")
    assert capacity(t, MAJOR) == 12
    t.unsupplied("G", "H")
    assert capacity(t, MAJOR) == 14
    t.unsupplied("I")
    assert capacity(t, MAJOR) == 16


@pytest.mark.rule("agn:8.3.5.c", "agn:8.3.5.c/garrison")
def test_neighbours_cut_two_each_and_close_an_empty_port() -> None:
    t = harbour(X, A, B, C).put("0804", "A")
    assert capacity(t, MAJOR) == 0
    t.put(MAJOR, "x")
    assert capacity(t, MAJOR) == 14
    t.put("0804", "B", "C")
    assert capacity(t, MAJOR) == 12


@pytest.mark.rule("agn:8.3.5.d")
def test_all_cuts_add_up() -> None:
    guns = [gun(code, 3) for code in "GH"]
    x = [foot(code, 2, 2, side="soviet") for code in "xyz"]
    t = harbour(*x, *guns, A, B)
    for hex, near, behind, code in (("0803", "0804", "0805", "x"), ("0903", "0904", "0905", "y"),
                                    ("1203", "1204", "1205", "z")):
        t.put(hex, code).put(near, "A", "B").put(behind, "G", "H")
        t.having(interdiction={t.hex(near): 2})
        left = {"0803": 4, "0903": 0, "1203": 0}[hex]
        assert capacity(t, hex) == left, hex


# -- whose ---------------------------------------------------------------------------------------


@pytest.mark.rule("agn:8.3.1")
def test_a_port_taken_this_turn_serves_nobody_until_the_next() -> None:
    t = harbour(A, X).put("1010", "x")
    t.put(MAJOR, "A")
    assert MAJOR in t.labels(ports.friendly(t.game, t.state, "axis"))
    assert MAJOR not in t.labels(ports.serving(t.game, t.state, "axis"))
    assert MAJOR not in t.labels(ports.friendly(t.game, t.state, "soviet"))
    t.begin_turn(2)
    assert MAJOR in t.labels(ports.serving(t.game, t.state, "axis"))


# -- supply --------------------------------------------------------------------------------------


def cut_off(port: str, *weights: int) -> Harbour:
    """Divisions of these stacking points in a port and around it, with no source but the sea."""
    units = [division(f"u{n}", 3, 4, side="soviet", stacking=weight)
             for n, weight in enumerate(weights)]
    t = harbour(*units, A, supply=True).put("0101", "A")
    for unit in units:
        t.put(port, unit.code)
    return t.axis("0103 0303 0503 0703 0803 0903 1103 1203".replace(port, ""))


def hungry(t: Harbour) -> set[str]:
    t.ask(JudgeSupply())
    return {unit.code for n, unit in enumerate(t.game.units)
            if t.state.supply[n] and unit.side == "soviet"}


@pytest.mark.rule("agn:8.3.3")
def test_an_anchorage_feeds_ten_points_and_a_minor_port_fifteen() -> None:
    assert hungry(cut_off(ANCHORAGE, 5, 5)) == set()
    assert hungry(cut_off(ANCHORAGE, 5, 5, 1)) == {"u2"}
    assert hungry(cut_off(MINOR, 5, 5, 5)) == set()
    assert hungry(cut_off(MINOR, 5, 5, 5, 1)) == {"u3"}
    assert hungry(cut_off(MAJOR, *[5] * 9)) == set()


@pytest.mark.rule("agn:8.3.3")
def test_as_many_points_as_possible_are_served() -> None:
    assert hungry(cut_off(ANCHORAGE, 6, 5, 5)) == {"u0"}


@pytest.mark.rule("agn:8.3.3", "agn:8.3.1")
def test_a_port_feeds_who_can_trace_a_route_to_it_from_the_turn_after_its_capture() -> None:
    t = harbour(A, B, X, supply=True, sources="soviet 1212").put("0805", "A").put("1110", "B")
    t.put("1212", "x").axis("0804")
    assert hungry_axis(t) == {"A", "B"}
    t.put("0803", "A").put("0805", "A")
    assert hungry_axis(t) == {"A", "B"}
    t.begin_turn(2)
    assert hungry_axis(t) == {"B"}


def hungry_axis(t: Harbour) -> set[str]:
    t.having(supply=bytes(len(t.game.units)))
    t.ask(JudgeSupply())
    return {code for code in ("A", "B") if t.state.supply[t.unit(code)]}
