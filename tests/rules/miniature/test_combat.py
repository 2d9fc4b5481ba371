"""Chapter 6: attacks, dice, results, losses and advances; and the odds that foretell them."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from grognard.core.chance import Dice
from grognard.core.game import Game
from grognard.core.sides import CHANCE
from grognard.records import Playthrough
from grognard_miniature.combat import BattleRoll, CombatPhase
from grognard_miniature.dice import attack_dice, defence_dice, dice_in, hits_from
from grognard_miniature.losses import lose_step
from grognard_miniature.state import MiniatureState
from tests.rules.miniature.table import (
    game,
    hex_,
    offered,
    play,
    position,
    refusal,
    told,
    unit,
    units,
    where,
)


def attacking(
    state: MiniatureState, ready: str = "BG", side: str = "blue", fog: bool = True
) -> Playthrough:
    state.ready = units(ready)
    return play(state, CombatPhase(side), fog=fog)


def dice_thrown(table: Playthrough) -> int:
    roll = table.game.rolling(table.state)
    assert isinstance(roll, BattleRoll)
    return roll.chance(game(), table.state).count


def attack(state: MiniatureState, by: str, target: str) -> int:
    return dice_in(attack_dice(game(), state, "blue", units(by), hex_(target)))


def defence(state: MiniatureState, of: str, target: str) -> int:
    return dice_in(defence_dice(game(), state, "red", units(of), hex_(target)))


@pytest.mark.rule("miniature:6.1")
def test_an_attack_names_a_hex_with_an_enemy() -> None:
    table = attacking(position("BG 0303, RL 0402, RD 0402"))
    assert refusal(table, "blue", "attack 0302") == "no-enemy-there 6.1"
    assert offered(table, "blue", "attack") == "0402"


@pytest.mark.rule("miniature:6.1")
def test_attacking_is_never_compulsory() -> None:
    table = attacking(position("BG 0303, RL 0402"))
    table.do("blue", "done")
    assert table.is_over


@pytest.mark.rule("miniature:6.2")
def test_attackers_stand_next_to_their_target() -> None:
    table = attacking(position("BG 0303, BL 0203, RL 0402, RH 0601"), ready="BG BL")
    assert refusal(table, "blue", "attack 0601") == "out-of-reach 6.2"
    table.do("blue", "attack 0402")
    assert refusal(table, "blue", "by BL") == "not-adjacent 6.2"
    over_the_river = attacking(position("BG 0401, RL 0501"))
    assert offered(over_the_river, "blue", "attack") == "0501"


@pytest.mark.rule("miniature:6.3")
def test_a_fight_needs_somebody() -> None:
    table = attacking(position("BG 0303, RL 0402"))
    table.do("blue", "attack 0402")
    assert refusal(table, "blue", "fight") == "nobody-attacks 6.3"
    assert refusal(table, "blue", "done") == "asked-otherwise 6.3"


@pytest.mark.rule("miniature:6.3.a")
def test_only_counters_of_this_chit_attack_each_once() -> None:
    state = position("BG 0303, BL 0303, RL 0402, RH 0501, RG 0604", up="BG BL RL RH RG")
    table = attacking(state, ready="BG")
    table.do("blue", "attack 0402")
    assert refusal(table, "blue", "by BL") == "not-ready 6.3.a"
    table.do("blue", "by BG")
    assert refusal(table, "blue", "by BG") == "already-in 6.3.a"
    table.do("blue", "fight")
    table.do(CHANCE, (1,) * dice_thrown(table))
    assert table.is_over  # a stalemate, and nobody is left to attack


@pytest.mark.rule("miniature:6.3.a", "miniature:1.3")
def test_the_enemy_is_no_attacker() -> None:
    table = attacking(position("BG 0303, RL 0402"))
    table.do("blue", "attack 0402")
    assert refusal(table, "blue", "by RL") == "not-yours 1.3"


@pytest.mark.rule("miniature:6.3.b")
def test_a_decoy_does_not_attack() -> None:
    table = attacking(position("BG 0303, BD 0303, RL 0402"), ready="BG BD")
    table.do("blue", "attack 0402")
    assert refusal(table, "blue", "by BD") == "decoy-cannot-attack 6.3.b"
    assert attacking(position("BD 0303, BL 0101, RL 0402"), ready="BD").is_over


@pytest.mark.rule("miniature:6.4")
def test_strength_is_dice() -> None:
    state = position("BG 0303, BH 0303, RL 0402")
    assert (attack(state, "BG BH", "0402"), defence(state, "RL", "0402")) == (6, 3)
    table = attacking(state, ready="BG BH")
    table.do("blue", "attack 0402 by BG BH fight")
    assert dice_thrown(table) == 9


@pytest.mark.rule("miniature:1.4")
def test_a_lost_step_weakens() -> None:
    state = position("BG 0303, RL 0402")
    lose_step(game(), state, unit("BG"), "6.7")
    assert attack(state, "BG", "0402") == 2


@pytest.mark.rule("miniature:4.3.a", "miniature:4.3.b")
def test_orders_add_a_die() -> None:
    state = position("BG 0303, RG 0402", orders={"blue": "assault", "red": "hold"})
    assert (attack(state, "BG", "0402"), defence(state, "RG", "0402")) == (5, 5)
    state = position("BG 0303, RG 0402", orders={"blue": "hold", "red": "assault"})
    assert (attack(state, "BG", "0402"), defence(state, "RG", "0402")) == (4, 4)


@pytest.mark.rule("miniature:4.5")
def test_guns_add_a_die_in_the_hex_they_are_laid_on() -> None:
    both = position("BG 0303, RG 0402", orders={"blue": "march 0402", "red": "march 0402"})
    assert (attack(both, "BG", "0402"), defence(both, "RG", "0402")) == (5, 5)
    elsewhere = position("BG 0303, RG 0402", orders={"blue": "march 0303", "red": "march 0303"})
    assert (attack(elsewhere, "BG", "0402"), defence(elsewhere, "RG", "0402")) == (4, 4)


@pytest.mark.rule("miniature:6.5")
@pytest.mark.parametrize(
    ("places", "by", "target", "needs"),
    [
        ("BG 0303, RL 0402", "BG", "0402", 5),  # open ground, by the bridge
        ("BG 0503, RL 0504", "BG", "0504", 6),  # a wood
        ("BG 0402, RL 0502", "BG", "0502", 6),  # a village
        ("BG 0401, RL 0501", "BG", "0501", 6),  # over the river
        ("BG 0303, BL 0302, RL 0402", "BG BL", "0402", 6),  # one of two over the river
    ],
)
def test_cover_and_rivers_need_a_six(places: str, by: str, target: str, needs: int) -> None:
    assert hits_from(game(), position(places), units(by), hex_(target)) == needs


def fought(dice: str, places: str = "BG 0303, RL 0402, RG 0604") -> Playthrough:
    """A guard attacks a line over the bridge: four dice against three."""
    table = attacking(position(places, up="BG RL RG"))
    table.do("blue", "attack 0402 by BG fight")
    table.do(CHANCE, dice)
    return table


@pytest.mark.rule("miniature:6.5")
def test_a_five_hits_in_the_open_and_misses_in_cover() -> None:
    assert offered(fought("5 1 1 1 1 1 1"), "red", "retreat") != ""
    table = attacking(position("BG 0402, RL 0502, RG 0604", up="BG RL RG"))
    table.do("blue", "attack 0502 by BG fight")
    table.do(CHANCE, "5 5 5 5 1 1 1")
    assert table.is_over


@pytest.mark.rule("miniature:6.6")
@pytest.mark.parametrize(
    ("dice", "asked"),
    [
        ("6 6 1 1 1 1 1", "red lose"),
        ("6 6 6 1 1 1 5", "red lose"),
        ("6 1 1 1 1 1 1", "red retreat"),
        ("6 1 1 1 5 1 1", ""),
        ("1 1 1 1 1 1 1", ""),
        ("1 1 1 1 5 1 1", "blue lose"),
        ("1 1 1 1 5 5 5", "blue lose"),
    ],
)
def test_results(dice: str, asked: str) -> None:
    table = fought(dice)
    found = [f"{side} {kind}" for side, d in table.decisions.items() for kind in d.offers.choices]
    assert " ".join(found) == asked


@pytest.mark.rule("miniature:6.6")
def test_a_broken_defender_loses_a_step_then_retreats() -> None:
    table = fought("6 6 1 1 1 1 1")
    table.do("red", "lose RL")
    assert table.state.steps[unit("RL")] == 1
    table.do("red", "retreat 0502")
    table.do("red", "retreat 0602")
    assert where(table, "RL") == "0602"


@pytest.mark.rule("miniature:6.7")
def test_the_owner_chooses_the_loss_among_those_in_the_battle() -> None:
    state = position("BG 0303, BL 0303, BH 0203, RL 0402", up="BG BL RL")
    table = attacking(state, ready="BG BL")
    table.do("blue", "attack 0402 by BG BL fight")
    table.do(CHANCE, "1 1 1 1 1 1 1 6 6 6")
    assert offered(table, "blue", "lose") == "BG BL"
    assert refusal(table, "blue", "lose BH") == "not-in-battle 6.7"


def pushed() -> Playthrough:
    """The line has gone from 0402 to 0602."""
    table = fought("6 1 1 1 1 1 1", "BG 0303, BL 0303, RL 0402, RG 0604")
    table.do("red", "retreat 0502")
    table.do("red", "retreat 0602")
    return table


@pytest.mark.rule("miniature:6.8")
def test_one_attacker_may_advance() -> None:
    table = pushed()
    assert refusal(table, "blue", "advance BL") == "not-in-attack 6.8"
    table.do("blue", "advance BG")
    assert where(table, "BG") == "0402"
    assert table.is_over


@pytest.mark.rule("miniature:6.8")
def test_nobody_must_advance() -> None:
    table = pushed()
    table.do("blue", "none")
    assert where(table, "BG") == "0303"


@pytest.mark.rule("miniature:6.9")
def test_decoys_alone_are_swept_away() -> None:
    table = attacking(position("BG 0303, RD 0402, RL 0601"))
    table.do("blue", "attack 0402 by BG fight")
    assert told(table) == ["attacked", "turned-up", "turned-up", "decoy-removed"]
    assert offered(table, "blue", "advance") == "BG"


@cache
def results_by_hand(needs: int) -> dict[str, Fraction]:
    """What all rolls of four dice against three bring, one by one."""
    found: Counter[str] = Counter()
    for dice in product(range(1, 7), repeat=7):
        margin = sum(d >= needs for d in dice[:4]) - sum(d >= 5 for d in dice[4:])
        word = "broken" if margin >= 2 else {1: "pushed", 0: "stalemate"}.get(margin, "repulsed")
        found[word] += 1
    return {word: Fraction(count, 6**7) for word, count in found.items()}


@pytest.mark.rule("miniature:6.6")
def test_the_odds_are_those_of_the_dice() -> None:
    table = attacking(position("BG 0303, RL 0402, RG 0604", up="RL RG"))
    table.do("blue", "attack 0402 by BG")
    odds = table.odds("blue", "fight")
    assert odds is not None
    assert dict(odds.results) == results_by_hand(needs=5)
    assert (odds.column, odds.assumes) == ("4:3", ())
    assert [(line.label.id, line.value, line.rule) for line in odds.lines] == [
        ("odds.attack.unit", "+4", "6.4"),
        ("odds.hits-from", "5+", "6.5"),
        ("odds.defence.unit", "+3", "6.4"),
    ]


@pytest.mark.rule("miniature:3.1", "miniature:6.9")
def test_odds_against_face_down_counters_weigh_all_that_may_be_there() -> None:
    table = attacking(position("BG 0303, RL 0402, RD 0501, RG 0604", up="RG"))
    table.do("blue", "attack 0402 by BG")
    odds = table.odds("blue", "fight")
    assert odds is not None
    assert odds.chance_of("undefended") == Fraction(1, 2)  # the line or the decoy
    assert odds.chance_of("broken") == results_by_hand(needs=5)["broken"] / 2
    assert [message.id for message in odds.assumes] == ["assumes.face-down"]


def test_the_roll_reads_what_the_odds_foretell() -> None:
    table = attacking(position("BG 0303, RL 0402, RG 0604", up="RL RG"))
    table.do("blue", "attack 0402 by BG fight")
    the_game: Game[MiniatureState] = table.game
    roll = the_game.rolling(table.state)
    assert roll is not None
    assert roll.reading(the_game, table.state, (6, 6, 1, 1, 1, 1, 1)) == "broken"
    assert roll.reading(the_game, table.state, (6, 1, 1, 1, 1, 5, 5)) == "repulsed"
    assert isinstance(roll.chance(the_game, table.state), Dice)
