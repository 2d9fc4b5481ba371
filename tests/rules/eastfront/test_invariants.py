"""Each broken invariant of a position is told; the conformance suite asks after every act."""

from tests.rules.eastfront.table import Table, table


def faults(t: Table) -> list[str]:
    return t.game.faults(t.state)


def test_a_lawful_position_has_no_fault() -> None:
    assert faults(table().put("Kursk", "41Pz", "5AK").phase("axis", "combat")) == []


def test_a_block_outside_its_stack_is_told() -> None:
    t = table().put("Kursk", "41Pz")
    t.state.stacks = {}
    assert faults(t) == ["41Pz is not in the stack of its hex"]


def test_a_block_in_no_known_place_is_told() -> None:
    t = table()
    t.state.at[t.unit("41Pz")] = -77
    assert faults(t) == ["41Pz is nowhere"]


def test_a_block_at_sea_is_told() -> None:
    t = table()
    sea = next(hex for hex in range(t.game.grid.size) if not t.game.ground.land >> hex & 1)
    t.state.place(t.unit("41Pz"), sea)
    assert f"blocks stand on {t.game.grid.label(sea)}" in faults(t)


def test_an_impossible_strength_is_told() -> None:
    assert faults(table().put("Kursk", "41Pz:0")) == ["41Pz has 0 CV"]
    assert faults(table().put("Kursk", "41Pz:5")) == ["41Pz has 5 CV"]


def test_a_battle_without_attacker_is_told() -> None:
    assert faults(table().put("Kursk", "41Pz", "3A")) == ["nobody attacks in Kursk"]


def test_a_crowd_in_combat_is_told_until_the_surplus_is_marked() -> None:
    t = table().put("Kursk", "41Pz", "5AK", "6AK", "8AK", "9AK").phase("axis", "combat")
    assert faults(t) == ["Kursk is overstacked"]
    t.state.crowded = t.units("9AK")
    assert faults(t) == []
