"""1.7b and 16.5a: who comes west of the western front line wakes Army Group E at once."""

import pytest

from grognard.rules.eastfront.command import Deploy, HeadquartersDecide
from grognard.rules.eastfront.movement import MovementPhase
from tests.rules.eastfront.table import Table, table


def at_the_line(hex: str, *blocks: str) -> Table:
    """Soviets in a hex of the line in summer 1944, commanded by UkrF."""
    t = table("s44").put(hex, "UkrF:2", *blocks).held("soviet", hex, "Kattowitz", "Krakow")
    return t.phase("soviet", "movement").active("UkrF")


def wakes(t: Table, act: str) -> bool:
    """Whether this act, and nothing before it, calls Army Group E."""
    assert not t.heard("group-e-called")
    return bool(t.do(act).heard("group-e-called"))


@pytest.mark.rule("eastfront:1.7b", "eastfront:16.5a")
def test_1_7b_a_march_over_the_line() -> None:
    t = at_the_line("Krakow_NE1", "3A", "13A").ask(MovementPhase())
    assert not wakes(t, "move 3A to Lodz")
    assert wakes(t, "move 13A to Kattowitz")


@pytest.mark.rule("eastfront:1.7b")
def test_1_7b_an_attack_over_the_line() -> None:
    t = at_the_line("Krakow_NE1", "3A").put("Krakow", "5AK").ask(MovementPhase())
    assert wakes(t, "move 3A to Krakow over Krakow_NE1")


@pytest.mark.rule("eastfront:1.7b", "eastfront:14.3a")
def test_1_7b_a_drop_behind_the_line() -> None:
    t = at_the_line("Krakow_NE1", "4Para")
    t.state.airborne = t.units("UkrF")
    assert wakes(t.ask(MovementPhase()), "drop 4Para to Kattowitz")


@pytest.mark.rule("eastfront:1.7b")
def test_1_7b_headquarters_too() -> None:
    t = at_the_line("Krakow_NE1")
    assert wakes(t.ask(Deploy(t.unit("UkrF"))), "shift Kattowitz")
    t = at_the_line("Krakow_NE1").ask(HeadquartersDecide())
    assert wakes(t, "mobile UkrF to Kattowitz")


@pytest.mark.rule("eastfront:1.7b")
def test_1_7b_a_journey_by_rail() -> None:
    t = table("s44").put("Moscow", "STAVKA", "3A")
    t.state.last_axis = 0
    t.phase("soviet", "movement").active("STAVKA", supreme_moves=8).ask(MovementPhase())
    assert wakes(t, "rail 3A to Krakow")


@pytest.mark.rule("eastfront:1.7b")
@pytest.mark.parametrize(("to", "crossed"), [("Ploesti_NW1", True), ("Craiova", False)])
def test_1_7b_passing_over_the_line_counts(to: str, crossed: bool) -> None:
    """From Timisoara a tank reaches the mountains beyond only over the hills west of the line."""
    t = at_the_line("Timisoara", "7TC").ask(MovementPhase())
    assert wakes(t, f"move 7TC to {to}") == crossed


@pytest.mark.rule("eastfront:1.7b")
def test_1_7b_so_does_an_attack_from_beyond_it() -> None:
    t = at_the_line("Timisoara", "7TC").put("Ploesti_NW1", "5AK").ask(MovementPhase())
    assert wakes(t, "move 7TC to Ploesti_NW1 over Timisoara_E1")


@pytest.mark.rule("eastfront:1.7b")
def test_1_7b_the_axis_crosses_as_it_likes() -> None:
    t = table("s44").put("Krakow_NE1", "AGC:2", "5AK").phase("axis", "movement").active("AGC")
    assert not wakes(t.ask(MovementPhase()), "move 5AK to Kattowitz")
