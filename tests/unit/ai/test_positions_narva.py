"""Small positions across the Narva that an officer must get right. None is known to the code."""

from random import Random

import pytest

from grognard.ai import bot, decision_of
from grognard.rules.narva.combat import CombatSegment
from grognard.rules.narva.command import ChooseHeadquarters
from grognard.rules.narva.losses import LoseSteps
from grognard.rules.narva.movement import MovementSegment
from tests.rules.narva.table import Table, table


def answered(t: Table, most: int = 60) -> list[str]:
    """What officers do until dice are thrown or nothing more is asked."""
    minds = {side: bot("officer", Random(1)) for side in t.game.sides}
    done: list[str] = []
    while t.play.decisions and len(done) < most:
        side = t.asked()
        view = t.play.view(side)
        action = minds[side].choose(view, decision_of(t.game, view, Random(2)))
        done.append(t.game.space.text(action))
        t.play.do(side, action)
    return done


def only(t: Table, labels: str) -> Table:
    """The Soviets hold every other place that scores."""
    t.state.soviet_held = t.game.scoring_hexes & ~t.game.grid.hexes(labels)
    return t


def marched(t: Table, side: str, *codes: str) -> Table:
    answered(t.acting(side, *codes).ask(MovementSegment()))
    return t


def struck(t: Table, side: str, *codes: str) -> list[str]:
    return answered(t.acting(side, *codes).ask(CombatSegment()))


# -- marches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("start", ["1107", "1005", "1008"])
def test_an_undefended_village_is_taken(start: str) -> None:
    t = marched(only(table(turn=3).put(start, "65R"), "1106"), "soviet", "65R")
    assert t.where("65R") == "1106"


def test_two_villages_are_taken_by_two_regiments() -> None:
    t = only(table(turn=3).put("1107", "65R", "147R"), "1106 1109")
    marched(t, "soviet", "65R", "147R")
    assert {t.where("65R"), t.where("147R")} == {"1106", "1109"}


def test_a_village_that_the_enemy_left_is_taken_back() -> None:
    t = table(turn=3).put("1628", "151G")
    t.state.soviet_held |= 1 << t.hex("1827")
    marched(t, "german", "151G")
    assert not t.state.soviet_held >> t.hex("1827") & 1


def test_the_dearer_place_comes_first() -> None:
    """Two points on the hill rather than one in the village, both a march away."""
    t = only(table(turn=12).put("1528", "65R"), "1629 1827")
    marched(t, "soviet", "65R")
    assert t.where("65R") == "1629"


@pytest.mark.parametrize("foe", ["3229", "2827"])
def test_the_city_is_not_left_to_the_enemy_before_it(foe: str) -> None:
    """13.1.A: a supplied Soviet unit in the city ends the game."""
    t = table(turn=3).put("3029", "23PZG").put(foe, "188GR", "190GR")
    t.state.soviet_held |= 1 << t.hex("2332") | 1 << t.hex("2432")
    marched(t, "german", "23PZG")
    assert t.game.narva_city >> t.state.at[t.unit("23PZG")] & 1


def test_a_threatened_village_is_held() -> None:
    """The regiment in it does not run after a village far behind that nobody threatens."""
    t = table(turn=3).put("1827", "151G").put("1825", "188GR").put("1826", "190GR-")
    marched(t, "german", "151G")
    assert t.where("151G") == "1827"


def test_a_reserve_comes_to_the_threatened_city() -> None:
    """Nobody stands in the city, and enemies are a march from it."""
    t = table(turn=3).put("2931", "23PZG").put("3229", "188GR", "190GR")
    marched(t, "german", "23PZG")
    near = t.game.narva_city | t.game.grid.spread(t.game.narva_city)
    assert near >> t.state.at[t.unit("23PZG")] & 1


def test_regiments_gather_before_a_defended_village() -> None:
    """Neither can take it alone; together they stand beside it for the attack."""
    t = table(turn=3).put("1106", "30P").put("1108", "65R", "147R").put("1208", "163R", "219R")
    marched(only(t, "1106"), "soviet", "65R", "147R", "163R", "219R")
    beside = t.game.grid.spread(1 << t.hex("1106"))
    there = [code for code in ("65R", "147R", "163R", "219R")
             if beside >> t.state.at[t.unit(code)] & 1]
    assert len(there) >= 2


# -- attacks -----------------------------------------------------------------------------------


def test_an_attack_that_can_only_lose_is_refused() -> None:
    t = table(turn=3).put("2606", "151G", "162G").put("2607", "65R", "147R")
    assert struck(t, "soviet", "65R", "147R") == ["done"]


def test_the_weaker_of_two_neighbours_is_attacked() -> None:
    """A worn battalion beside a whole stack."""
    t = table(turn=3).put("2606", "61F-").put("2707", "151G", "162G")
    t.put("2607", "65R", "147R").put("2507", "163R", "219R")
    done = struck(t, "soviet", "65R", "147R", "163R", "219R")
    assert done[0] == "attack 2606"


def test_everybody_joins_who_betters_the_odds() -> None:
    t = table(turn=3).put("2606", "61F-").put("2607", "65R", "147R").put("2507", "163R", "219R")
    done = struck(t, "soviet", "65R", "147R", "163R", "219R")
    assert sum(text.startswith("by") for text in done) >= 3


def test_who_wins_a_scoring_hex_walks_in() -> None:
    t = table(turn=3).put("1106", "30P").put("1107", "65R", "147R").put("1005", "163R", "219R")
    codes = ("65R", "147R", "163R", "219R")
    only(t, "1106").acting("soviet", *codes).ask(CombatSegment())
    t.do("attack 1106 by 65R 147R 163R 219R fire").do("done").roll(6)
    answered(t)
    assert any(t.where(code) == "1106" for code in codes)


# -- what follows ------------------------------------------------------------------------------


def test_a_step_is_lost_by_the_one_that_is_worth_least() -> None:
    """A regiment and a battalion of the same defence: the battalion."""
    t = table(turn=3).put("2606", "61F", "11PIO")
    units = t.units("61F", "11PIO")
    t.ask(LoseSteps(units, 1, by_attack=False))
    assert answered(t, most=1) == ["lose 61F"]


# -- who leads ---------------------------------------------------------------------------------


def test_the_headquarters_whose_troops_can_do_something_leads() -> None:
    """The corps before open villages, not the one that stands where nothing is."""
    t = table(turn=3).put("1306", "HQ2SH").put("1207", "HQ122").put("1107", "65R", "147R")
    t.put("2004", "HQ109").put("2003", "381R")
    t.state.acting = "soviet"
    t.ask(ChooseHeadquarters(t.game.edition.chits.shock), MovementSegment(), CombatSegment())
    assert answered(t, most=1) == ["hq HQ122"]
