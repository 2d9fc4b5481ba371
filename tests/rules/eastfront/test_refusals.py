"""The reason named is the true one: refusals that are easily mistaken for each other."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from grognard.core.rulings import Ruling
from grognard.rules import eastfront as rulebook
from grognard.rules.eastfront.combat import CombatPhase
from grognard.rules.eastfront.command import CommandPhase, HeadquartersDecide
from grognard.rules.eastfront.marches import ENDLESS, March, steps_to
from grognard.rules.eastfront.movement import ChooseDestination, MovementPhase
from tests.rules.eastfront.fights import battle, came, combat, fight, fires
from tests.rules.eastfront.setups import game_of, refused, setting_up
from tests.rules.eastfront.table import Table, table


def told(ruling: Ruling) -> tuple[str, str]:
    return ruling.code, ruling.rule.partition(":")[2]


def marching(code: str, start: str, scenario: str = "s42", **others: str) -> Table:
    """The block asks where it may go; others stand where they are told."""
    side = "axis" if scenario else ""
    t = table(scenario).put(start, code).put("Warsaw", "OKH").phase(side, "movement")
    for hex, blocks in others.items():
        t.put(hex, *blocks.split())
    t.phase(side, "movement").active("OKH", supreme_moves=2)
    return t.ask(MovementPhase()).do(f"order {code}")


# -- movement ---------------------------------------------------------------------------------


@pytest.mark.rule("eastfront:1.35a")
def test_1_35a_mountains_on_the_way_are_not_called_distance() -> None:
    assert told(marching("41Pz", "Maikop").refused("to Sochi")) == ("mountain-stops", "1.35a")


@pytest.mark.rule("eastfront:1.39a")
def test_1_39a_a_strait_on_the_way_is_not_called_distance() -> None:
    t = marching("41Pz", "Simferopol")
    assert told(t.refused("to Novorossiysk")) == ("strait-on-the-way", "1.39a")


@pytest.mark.rule("eastfront:1.34a")
def test_1_34a_a_marsh_on_the_way() -> None:
    t = marching("41Pz", "Brest_Litovsk")
    far = {hex for hex in t.game.grid if t.play.check("axis", f"to {t.game.grid.label(hex)}").code
           == "marsh-stops"}
    start = t.hex("Brest_Litovsk")
    assert far
    assert all(t.game.grid.distance(start, hex) <= 3 for hex in far)


@pytest.mark.rule("eastfront:6.31a")
def test_6_31a_enemies_on_the_way() -> None:
    ring = {"Belgorod": "3A", "Kupyansk": "4A", "Izyum": "13A", "Sumy_E1": "5A", "Poltava": "6A",
            "Krasnograd": "8A"}
    t = marching("41Pz", "Kharkov", **ring)
    assert told(t.refused("to Kursk")) == ("enemies-on-the-way", "6.31a")


@pytest.mark.rule("eastfront:6.1b")
def test_6_1b_what_is_too_far_could_be_reached_with_an_endless_allowance() -> None:
    t = marching("41Pz", "Kharkov", Kursk="3A", Voronezh="4A")
    step = t.step()
    assert isinstance(step, ChooseDestination)
    reached, approaches = steps_to(t.game, t.state, March(step.unit, ENDLESS))
    codes = {hex: t.play.check("axis", f"to {t.game.grid.label(hex)}").code for hex in t.game.grid}
    far = {hex for hex, code in codes.items() if code == "too-far"}
    assert far
    assert far <= reached.keys() | approaches.keys()
    assert min(t.game.grid.distance(t.hex("Kharkov"), hex) for hex in far) > 3


@pytest.mark.rule("eastfront:6.1b")
def test_6_1b_distance_is_named_before_what_lies_between() -> None:
    """Enemies all round: what free ground would bring within three hexes they bar, no more."""
    ring = {"Belgorod": "3A", "Kupyansk": "4A", "Izyum": "13A", "Sumy_E1": "5A", "Poltava": "6A",
            "Krasnograd": "8A"}
    t = marching("41Pz", "Kharkov", **ring)
    assert told(t.refused("to Kursk")) == ("enemies-on-the-way", "6.31a"), "two hexes away"
    refusal = t.refused("to Moscow")
    assert told(refusal) == ("too-far-anyhow", "6.1b")
    away = str(t.game.grid.distance(t.hex("Kharkov"), t.hex("Moscow")))
    for language, word in {"en": "too far", "fr": "trop loin"}.items():
        said = t.game.sentence(refusal, language)
        assert {away, "3"} <= set(said.replace(":", " ").replace(",", " ").split()), said
        assert word in said


@pytest.mark.rule("eastfront:6.1b", "eastfront:1.34a")
def test_6_1b_a_marsh_is_named_only_within_the_speed_of_the_block() -> None:
    """Out of Narva only a marsh leads south: infantry goes two hexes and ends its move in it."""
    t = marching("5AK", "Narva", Tallinn="3A", Tallinn_SE1="4A")
    assert told(t.refused("to Pskov")) == ("marsh-stops", "1.34a"), "two hexes away"
    assert told(t.refused("to Dno")) == ("too-far-anyhow", "6.1b"), "three"
    far = {t.play.check("axis", f"to {t.game.grid.label(hex)}").code for hex in t.game.grid
           if t.game.grid.distance(t.hex("Narva"), hex) > 2}
    assert not far & {"marsh-stops", "enemies-on-the-way"}


@pytest.mark.rule("eastfront:6.33b")
def test_6_33b_the_last_way_out_was_a_river_and_is_used() -> None:
    """One has left over the only side: the next is not told that there is no friendly hex."""
    t = table().put("Voronezh", "24Pz", "41Pz", "5AK", "3A").battle("Voronezh", "axis")
    t.put("Kastornoye", "AGC", "6AK").phase("axis", "movement").active("AGC")
    t.state.axis_hexes = 1 << t.hex("Kastornoye")
    t.ask(MovementPhase())
    t.do("move 41Pz leave Kastornoye stay")
    assert told(t.refused("move 24Pz")) == ("ways-out-narrow", "6.33b")


@pytest.mark.rule("eastfront:6.32d")
def test_6_32d_without_a_friendly_hex_beside_it_the_reason_stays() -> None:
    t = table().put("Voronezh", "24Pz", "5AK", "3A").battle("Voronezh", "axis")
    t.put("Kiev", "6AK").put("Warsaw", "OKH").phase("axis", "movement")
    t.state.axis_hexes = 1 << t.hex("Kiev")
    t.active("OKH", supreme_moves=2).ask(MovementPhase())
    assert told(t.refused("order 24Pz")) == ("cannot-disengage", "6.32d")


@pytest.mark.rule("eastfront:5.7b", "eastfront:15.4b", "eastfront:14.2a", "eastfront:4.42c")
@pytest.mark.parametrize(("role", "reason"), [
    ("blitz", ("blitz-stays", "5.7b")),
    ("invading", ("invasion-headquarters", "15.4b")),
    ("airborne", ("airborne-headquarters", "14.2a")),
    ("", ("active-hq-stays", "4.42c")),
])
def test_4_42c_only_who_may_mobilise_later_is_told_so(role: str, reason: tuple[str, str]) -> None:
    t = table().put("Kharkov", "AGS", "41Pz").phase("axis", "movement").active("AGS")
    if role:
        setattr(t.state, role, t.units("AGS"))
    t.put("Poltava", "AGC").active("AGC", "AGS").ask(MovementPhase())
    assert told(t.refused("move AGS")) == reason


@pytest.mark.rule("eastfront:4.44b")
def test_4_44b_in_blitz_movement_an_active_hq_waits_too() -> None:
    t = table().put("Kharkov", "AGS", "41Pz").phase("axis", "blitz-movement").active("AGS")
    t.ask(MovementPhase(blitz=True))
    assert told(t.refused("move AGS")) == ("active-hq-stays-again", "4.44b")


# -- air, sea and assaults --------------------------------------------------------------------


@pytest.mark.rule("eastfront:7.13b", "eastfront:13.11a")
def test_7_13b_the_only_battle_in_range_has_its_strike() -> None:
    t = battle("Kursk", "5AK", "3A", hq="AGS:2@Kharkov").put("Kharkov", "AGC:2").put("Riga", "AGN")
    t.active("AGS", "AGC", "AGN").ask(CombatPhase()).do("strike AGS at Kursk")
    assert told(t.refused("strike AGC")) == ("strikes-all-assigned", "7.13b")
    assert told(t.refused("strike AGN")) == ("nothing-in-air-range", "13.11a")


@pytest.mark.rule("eastfront:13.12a")
def test_13_12a_an_hq_without_strength_has_no_dice_to_strike_with() -> None:
    t = battle("Kharkov", "5AK", "3A", hq="AGS:0@Kharkov")
    assert told(combat(t).refused("strike AGS")) == ("too-weak-to-strike", "13.12a")


@pytest.mark.rule("eastfront:15.43a", "eastfront:14.4a", "eastfront:7.51a")
@pytest.mark.parametrize(("way", "rule", "die"), [
    ("by_sea", "15.43a", 3), ("dispersed", "14.4a", 1), ("", "7.51a", 2)])
def test_7_51a_a_repulse_is_logged_under_the_rule_of_its_assault(
    way: str, rule: str, die: int
) -> None:
    t = battle("Kastornoye", "5AK:1", "4Para:3", active="soviet", attacker="soviet", new=True)
    came(t, _4Para="Voronezh")
    if way:
        setattr(t.state, way, t.units("4Para"))
    fires(combat(t).do("done").do("resolve Kastornoye"), "5AK", die)
    t.do("repulse 4Para")
    assert [event.rule for event in t.heard("repulsed")] == [rule]


# -- set-up -----------------------------------------------------------------------------------


@pytest.mark.rule("eastfront:11.6e")
def test_11_6e_a_german_of_the_first_month_is_no_satellite() -> None:
    play = setting_up("s42")
    play.do("axis", "deploy 27AK strength 3")
    assert told(refused(play, "at Kharkov")) == ("arrives-in-a-city", "11.6e")


@pytest.mark.rule("eastfront:3.23a")
def test_3_23a_enemy_ground_and_water_are_told_apart() -> None:
    play = setting_up("w43", first=False)
    play.do("axis", "deploy 5AK strength 3")
    assert told(refused(play, "at Moscow")) == ("not-your-ground", "3.23a")
    grid = game_of(play).grid
    codes = {play.check("axis", f"at {grid.label(hex)}").code for hex in grid}
    assert "no-land" in codes


# -- one code, one reason ---------------------------------------------------------------------

ANYWHERE = {"enemy-block", "not-on-map", "stands-there"}
"""Whose the block is, whether and where it is there, is asked under the rule of every question."""


def codes_and_rules() -> dict[str, set[str]]:
    """Every code in the rule book with the rules that it is cited with."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in Path(rulebook.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            pair = _pair(node)
            if pair is not None:
                found[pair[0]].add(pair[1])
    return found


def _pair(node: ast.AST) -> tuple[str, str] | None:
    """The first two texts of a ``Layer``, a ``Reason`` or a plain pair of code and rule."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Layer", "Reason"):
        parts = node.args[:2]
    elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
        parts = node.elts
    else:
        return None
    texts = [str(part.value) if isinstance(part, ast.Constant) else "" for part in parts]
    return (texts[0], texts[1]) if len(texts) == 2 and "-" in texts[0] else None


def test_a_code_is_cited_with_one_rule_only() -> None:
    found = codes_and_rules()
    assert len(found) > 100
    assert {code: rules for code, rules in found.items()
            if len(rules) > 1 and code not in ANYWHERE} == {}


# -- drawn at random and found wanting --------------------------------------------------------


@pytest.mark.rule("eastfront:13.1", "eastfront:5.4")
def test_13_1_troops_neither_strike_nor_mobilise() -> None:
    t = battle("Kursk", "5AK", "3A", hq="AGS:2@Kharkov").ask(CombatPhase())
    assert told(t.refused("strike 5AK")) == ("only-headquarters-strike", "13.1")
    assert told(t.refused("strike UkrF")) == ("enemy-block", "13.1")
    t = table().put("Kharkov", "AGS", "5AK").phase("axis", "movement").active("AGS")
    t.ask(HeadquartersDecide())
    assert told(t.refused("mobile 5AK")) == ("only-headquarters-mobilise", "5.4")


@pytest.mark.rule("eastfront:5.21a")
def test_5_21a_where_an_hq_stands_is_not_too_far() -> None:
    t = table().put("Kharkov", "AGS", "5AK").phase("axis", "command").ask(CommandPhase())
    assert told(t.do("activate AGS").refused("shift Kharkov")) == ("deployed-there", "5.21a")


@pytest.mark.rule("eastfront:7.31a")
def test_7_31a_a_block_of_the_enemy_is_told_as_such() -> None:
    t = fight(battle("Kursk", "5AK", "3A", hq="AGS:2@Kharkov"), "Kursk")
    assert told(t.refused("fire 5AK")) == ("enemy-block", "7.31a")


@pytest.mark.rule("eastfront:6.31a")
def test_6_31a_a_hex_that_the_enemy_holds_is_no_place_to_attack_from() -> None:
    t = marching("41Pz", "Kharkov", Kupyansk="3A", Izyum="4A").do("to Kupyansk")
    assert told(t.refused("over Izyum")) == ("approach-over-enemies", "6.31a")


@pytest.mark.rule("eastfront:9.12a", "eastfront:9.21b")
def test_9_12a_a_railway_that_is_cut_off_is_told_from_none() -> None:
    t = table().put("Kharkov", "5AK").put("Bucharest_E1", "1B").put("Warsaw", "OKH", "6AK")
    t.phase("axis", "movement")
    t.state.axis_hexes &= ~t.game.grid.spread(1 << t.hex("Kharkov"))
    t.active("OKH", supreme_moves=4).ask(MovementPhase())
    assert told(t.refused("rail 5AK")) == ("railway-cut-off", "9.12a")
    assert told(t.refused("rail 1B")) == ("no-railway", "9.21b")
