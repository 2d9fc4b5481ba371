"""Rule 0.2 and chapter 4: the month, the fortnight and the player turn."""

from collections.abc import Iterator
from random import Random

import pytest

from grognard.core.sides import CHANCE
from grognard.rules.eastfront.combat import CombatPhase
from grognard.rules.eastfront.command import CommandPhase, HeadquartersStandUp
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.production import ProductionPhase
from grognard.rules.eastfront.sequence import Fortnight, Month, PlayerTurn
from grognard.rules.eastfront.state import POOL
from grognard.rules.eastfront.supply import SupplyPhase
from tests.rules.eastfront.fights import blanks, shown
from tests.rules.eastfront.table import Table, table


def headlines(t: Table, stop: int, seed: int = 1) -> Iterator[str]:
    """Play on idly; tells of productions, weather, fortnights and turns."""
    rng = Random(seed)
    while t.state.stack and t.state.month < stop:
        for side in list(t.play.decisions):
            if side in t.play.decisions:
                t.do("done", side)
        while t.state.stack and t.game.rolling(t.state):
            dice = t.game.rolling(t.state).chance(t.game, t.state)  # type: ignore[union-attr]
            t.roll(*dice.sample(rng))
    for event in t.events:
        if event.id in ("production", "fortnight", "player-turn", "weather"):
            yield f"{event.id} {event.args.get('side') or event.args.get('fortnight', '')}".strip()


def month_of(number: int) -> Table:
    """A month of 1942 begins; each side has an idle HQ, so that somebody is asked."""
    t = table("s42").put("Warsaw", "AGC", "OKH", "5AK").put("Moscow", "WesF", "3A")
    t.state.month = 1942 * 12 + number - 1
    return t.phase("axis", "production").ask(Month())


@pytest.mark.rule("eastfront:0.2", "eastfront:4.1", "eastfront:4.4a")
def test_0_2_production_then_two_fortnights_with_a_turn_for_each_side() -> None:
    t = month_of(7)
    found = [line for line in headlines(t, 1942 * 12 + 7) if not line.startswith("weather")]
    assert found[:8] == [
        "production axis", "production soviet", "fortnight 1", "player-turn axis",
        "player-turn soviet", "fortnight 2", "player-turn axis", "player-turn soviet"]


@pytest.mark.rule("eastfront:4.3", "eastfront:12.1c")
def test_4_3_variable_months_roll_in_each_fortnight() -> None:
    t = month_of(10)
    lines = list(headlines(t, 1942 * 12 + 10))
    first, second = lines.index("fortnight 1"), lines.index("fortnight 2")
    assert lines[first:second].count("weather") == 2  # east and west
    assert lines[second:].count("weather") >= 2
    assert sum("dice" in str(entry) or entry.side == CHANCE for entry in t.play.log) == 2


@pytest.mark.rule("eastfront:4.4a")
def test_4_4a_from_mud_to_snow_the_soviets_have_two_turns_in_a_row() -> None:
    t = table("s42").put("Moscow", "WesF", "3A").put("Warsaw", "AGC")
    t.state.month = 1942 * 12 + 10
    t.ask(Fortnight(number=1)).roll(1, 2).roll(1, 1)  # mud, then the west
    order = [t.state.phasing]
    while t.state.fortnight == 1 and not t.game.rolling(t.state):
        t.do("done")
        order += [t.state.phasing] if t.state.phasing not in ("", order[-1]) else []
    t.roll(1, 1).roll(1, 1)  # snow
    assert order == ["axis", "soviet"]
    assert t.state.phasing == "soviet"


@pytest.mark.rule("eastfront:4.2")
def test_4_2_a_cadre_takes_no_step_in_its_month() -> None:
    t = table().off(POOL, "5AK").put("Warsaw", "OKH").phase("axis", "production")
    t.ask(ProductionPhase())
    t.do("cadre 5AK into Warsaw", "axis")
    assert t.refused("step 5AK", "axis").code == "not-on-map"


@pytest.mark.rule("eastfront:4.41a", "eastfront:4.42a", "eastfront:4.42b")
def test_4_41a_command_then_movement_then_combat() -> None:
    t = table().put("Kursk", "AGS:2", "5AK").put("Kastornoye", "3A:1").phase("axis", "command")
    t.ask(PlayerTurn(side="axis"))
    assert t.state.phase == "command"
    assert not t.allowed("move 5AK")
    t.do("activate AGS").do("stay")
    assert t.state.phase == "movement"
    assert shown(t, "AGS", "soviet")
    t.do("move 5AK to Kastornoye over Kursk").do("done")
    assert t.state.phase == "combat"
    assert not t.allowed("move 5AK")
    t.do("done").do("resolve Kastornoye")
    blanks(t, "3A", "5AK")
    assert t.cv("AGS") == 1


@pytest.mark.rule("eastfront:4.43a", "eastfront:4.43b")
def test_4_43a_old_battles_may_be_skipped() -> None:
    t = table().put("Kursk", "5AK", "3A").battle("Kursk", "soviet").phase("axis", "combat")
    t.ask(CombatPhase()).do("done")
    assert t.step() is None


@pytest.mark.rule("eastfront:4.43f")
def test_4_43f_after_combat_hqs_stand_up_blitz_hqs_stay() -> None:
    t = table().put("Kursk", "AGS:2").put("Orel", "AGC:2").phase("axis", "combat")
    t.active("AGS", "AGC")
    t.state.blitz = t.units("AGC")
    t.ask(HeadquartersStandUp())
    assert (t.cv("AGS"), t.cv("AGC")) == (1, 1)
    assert t.state.active == t.units("AGC")


@pytest.mark.rule("eastfront:4.42d")
def test_4_42d_stavka_moves_a_block_that_nobody_else_commands() -> None:
    t = table().put("Moscow", "STAVKA:1").put("Astrakhan", "28A").phase("soviet", "command")
    t.ask(CommandPhase(), MovementPhase())
    t.do("activate STAVKA").do("stay")
    assert t.offers("order") >= {"28A"}


@pytest.mark.rule("eastfront:4.46")
def test_4_46_only_the_enemy_is_checked_for_supply() -> None:
    t = table().put("Voronezh", "5AK:2").put("Kiev", "3A:2").phase("axis", "supply")
    t.ask(SupplyPhase())
    assert (t.cv("5AK"), t.cv("3A")) == (2, 1)  # both are cut off, the Axis ends its turn
