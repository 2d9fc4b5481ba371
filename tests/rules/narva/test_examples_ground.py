"""Worked examples of movement, reinforcements and supply (chapters 5 to 8 and 10)."""

import pytest

from grognard.rules.narva.reckoning import attack_share
from grognard.rules.narva.supply import SupplySegment, supplied
from tests.rules.narva.fights import why
from tests.rules.narva.moves import moving
from tests.rules.narva.table import start, table
from tests.rules.narva.test_6_roads_and_rails import full_road
from tests.rules.narva.test_8_landing import ashore


@pytest.mark.rule("narva:6.3.C", "narva:6.3.D", "narva:6.3.E")
@pytest.mark.parametrize(("unit", "may"), [("I45", [True, True, False]),
                                           ("151G", [False, False, False])])
def test_example_twentieth_ss(unit: str, may: list[bool]) -> None:
    tries = {"2929": "3030", "3130": "3229", "3128": "3127"}
    assert [moving(table(turn=3).put(hex, unit), unit).allowed(f"to {to}")
            for hex, to in tries.items()] == may


@pytest.mark.rule("narva:6.4.2.B")
@pytest.mark.parametrize(("mover", "stack"), [
    ("151G", ("162G", "176G")), ("HQ61", ("HQ170",)), ("1811SU", ("1902SU",)),
])
def test_example_strategic_stacking(mover: str, stack: tuple[str, ...]) -> None:
    assert not full_road(mover, *stack).allowed("road 0212")


@pytest.mark.rule("narva:8.6.D.1", "narva:8.6.D.2")
def test_example_merekula_extra_activation() -> None:
    t = ashore().roll("2SH").do("hq HQ109").do("attach 65R 147R 163R")
    assert {"381R", "456R", "65R", "147R", "163R", "260MS"} <= t.offers("move")
    assert "219R" not in t.offers("move"), "a fourth outsider finds no place"


@pytest.mark.rule("narva:10.0.F")
def test_example_start_without_line() -> None:
    t = start()
    off_line = [unit for unit, hex in enumerate(t.state.at) if hex >= 0
                and not supplied(t.game, t.state, t.game.owner(unit)) >> hex & 1]
    def halved_by_supply() -> set[bool]:
        shares = (attack_share(t.game, t.state, unit, t.game.grid.neighbours(t.state.at[unit])[0])
                  for unit in off_line)
        return {"halved-supply" in {name for name, _, _ in share.changes} for share in shares}

    assert halved_by_supply() == {False}
    t.ask(SupplySegment())
    assert halved_by_supply() == {True}


@pytest.mark.rule("narva:5.1.A", "narva:6.1.C.2")
def test_example_x_ezoc_to_ezoc() -> None:
    t = moving(table(turn=3).put("2507", "151G").put("2607", "65R"), "151G")
    assert why(t.refused("to 2606")) == ("zone-to-zone", "6.1.C.2")
    assert "2606" not in t.offers("via")
