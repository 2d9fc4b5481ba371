"""Chapter 5: movement and zones of control."""

import pytest

from grognard.core.reach import reach
from grognard.records import Playthrough
from grognard_miniature.movement import MovementPhase
from grognard_miniature.state import MiniatureState, zone
from tests.rules.miniature.table import (
    game,
    hex_,
    labels,
    offered,
    play,
    position,
    refusal,
    where,
)


def moving(code: str, state: MiniatureState) -> Playthrough:
    """A counter picked up by the only chit."""
    side = "blue" if code[0] == "B" else "red"
    table = play(state, MovementPhase(side, 1))
    table.do(side, f"move {code}")
    return table


@pytest.mark.rule("miniature:5.1")
def test_a_counter_moves_within_its_allowance_or_stays() -> None:
    table = moving("BG", position("BG 0101, RG 0604"))
    assert offered(table, "blue", "to") == "0101 0102 0103 0201 0202 0203 0301 0303"
    table.do("blue", "to 0101")
    assert where(table, "BG") == "0101"
    assert [event.id for event in table.events("blue")] == ["stayed"]


@pytest.mark.rule("miniature:5.2")
@pytest.mark.parametrize(
    ("code", "start", "hex", "needs"),
    [
        ("BG", "0103", "0104", 2),  # a wood on foot
        ("BH", "0103", "0104", 3),  # and on horse
        ("BG", "0204", "0304", 2),  # over the river
        ("BH", "0204", "0304", 3),
        ("BG", "0303", "0403", 3),  # over the river into a wood
        ("BH", "0303", "0403", 4),  # shorter by the bridge
        ("BG", "0103", "0502", 4),  # the road, the bridge and the village
        ("BG", "0203", "0402", 2),
    ],
)
def test_costs(code: str, start: str, hex: str, needs: int) -> None:
    graph = game().board.graphs["horse" if code == "BH" else "foot"]
    assert reach(graph, hex_(start), 9)[hex_(hex)] == needs


@pytest.mark.rule("miniature:5.2")
def test_too_far_says_what_it_costs() -> None:
    table = moving("BG", position("BG 0103, RG 0604"))
    assert refusal(table, "blue", "to 0502") == "too-far 5.2"
    message = table.check("blue", "to 0502").message
    assert message is not None
    assert (message.args["needs"], message.args["has"]) == (4, 3)


@pytest.mark.rule("miniature:5.3")
@pytest.mark.parametrize("enemy", ["RG", "RD"])
def test_enemy_hexes_cannot_be_entered(enemy: str) -> None:
    table = moving("BG", position(f"BG 0303, {enemy} 0402"))
    assert refusal(table, "blue", "to 0402") == "enemy-there 5.3"
    assert "0402" not in offered(table, "blue", "to")


@pytest.mark.rule("miniature:5.4")
def test_a_zone_crosses_the_bridge_and_no_other_river() -> None:
    state = position("BD 0303, RG 0604")
    assert labels(zone(game(), state, "blue")) == "0202 0203 0302 0402"


@pytest.mark.rule("miniature:5.4.a")
def test_a_zone_stops() -> None:
    free = moving("BH", position("BH 0201, RG 0604"))
    assert "0204" in offered(free, "blue", "to")
    stopped = moving("BH", position("BH 0201, RD 0303"))
    reached = offered(stopped, "blue", "to")
    assert "0202" in reached  # in the decoy's zone: it may be entered
    assert "0204" not in reached  # and not passed


@pytest.mark.rule("miniature:5.4.b")
def test_no_step_from_zone_to_zone() -> None:
    table = moving("BG", position("BG 0103, RD 0203"))
    assert refusal(table, "blue", "to 0104") == "zone-in-the-way 5.4.b"
    assert "0202" in offered(table, "blue", "to")  # around, by 0102


@pytest.mark.rule("miniature:5.5")
def test_even_a_decoy_takes_a_village_and_keeps_it() -> None:
    table = play(position("BD 0402, RG 0604"), MovementPhase("blue", 1))
    table.do("blue", "move BD to 0502")
    assert table.state.holders[hex_("0502")] == "blue"
    state = position("BD 0502, RG 0604")
    state.holders[hex_("0502")] = "blue"
    table = play(state, MovementPhase("blue", 1))
    table.do("blue", "move BD to 0402")
    assert table.state.holders[hex_("0502")] == "blue"
