"""The rows of the charts that count now."""

from grognard.core.sides import CHANCE
from grognard.table import Cell, Lit
from grognard_miniature.combat import BattleRoll, CombatPhase
from tests.rules.miniature.table import game, play, position, units


def row(light: Lit) -> tuple[Cell, ...]:
    (chart,) = (found for found in game().table.layout().charts if found.id == light.chart)
    assert light.row is not None
    return chart.rows[light.row]


def test_the_level_that_the_lead_reaches_is_lit() -> None:
    state = position("BG 0203, RG 0502")
    state.points = {"blue": 1, "red": 6}
    (light,) = game().table.scene(game().view(state, "blue")).lit
    assert row(light)[1] == "clear"


def test_a_battle_lights_its_result() -> None:
    state = position("BG 0402, RL 0502", fog=False)
    state.ready = units("BG")
    table = play(state, CombatPhase("blue"), fog=False)
    table.do("blue", "attack 0502 by BG fight")
    roll = table.game.rolling(table.state)
    assert isinstance(roll, BattleRoll)
    table.do(CHANCE, (1,) * roll.chance(game(fog=False), table.state).count)
    fought = next(event for event in table.events("blue") if event.id == "battle-fought")
    (light,) = game().table.read_from(fought)
    assert row(light)[1] == fought.args["result"]
    assert game().table.read_from(table.events("blue")[0]) == ()
