"""Chapter 3: scenarios, start forces and set-up."""

import pytest

from grognard.boxes.catalogue import WrongOption
from grognard.core.actions import Action
from grognard.hexes import bits
from grognard.rules.eastfront.muster import Muster
from grognard.rules.eastfront.state import FUTURE, POOL, WAITING
from tests.rules.eastfront.setups import (
    HALVES,
    at_random,
    game_of,
    refused,
    set_up,
    setting_up,
)
from tests.rules.eastfront.table import eastfront


@pytest.mark.rule("eastfront:3.11", "eastfront:0.3")
def test_3_11_summers_and_winters_of_six_months() -> None:
    for name in HALVES:
        game = eastfront(name)
        summer = name.startswith("s")
        assert game.last[0] % 12 == (10 if summer else 4)
        assert game.last[1] == 2
        year = 1900 + int(name[1:])
        first = {"s43": 6}.get(name, 5) if summer else 11  # S43 begins in July
        assert game.first[0] == year * 12 + first


@pytest.mark.rule("eastfront:3.21a")
def test_3_21a_who_sets_up_first() -> None:
    first = {name: next(iter(setting_up(name).decisions)) for name in ("s42", "s43", "w43", "s41")}
    assert first == {"s42": "axis", "s43": "axis", "w43": "soviet", "s41": "soviet"}


@pytest.mark.rule("eastfront:3.22a")
@pytest.mark.parametrize("scenario", HALVES)
def test_3_22a_numbers_and_strengths_by_type_come_out(scenario: str) -> None:
    play = at_random(scenario, 3, often_auto=True)
    game = game_of(play)
    for side, forces in game.rows.forces.items():
        muster = Muster(game, play.state, side)
        assert {line: muster.left[line] for line in forces} == dict.fromkeys(forces, (0, 0))


@pytest.mark.rule("eastfront:3.22a", "eastfront:3.22b")
def test_3_22a_a_strength_with_which_the_list_cannot_come_out_is_refused() -> None:
    play = setting_up("s42")
    play.do("axis", "deploy 5AK")
    assert refused(play, "strength 0").rule == "eastfront:3.22a"  # at least one step
    play.do("axis", "strength 4")
    play.do("axis", "at Kiev")
    play.do("axis", "deploy 3R")
    assert refused(play, "strength 4").code == "strength-too-high"


@pytest.mark.rule("eastfront:3.22a")
def test_3_22a_complete_lines_and_strange_blocks_are_refused() -> None:
    play = setting_up("s42")
    assert refused(play, "deploy 3A").code == "enemy-block"
    assert refused(play, "deploy 21Mtn").code == "not-available"
    mech = [u for u in range(len(game_of(play).units)) if play.state.at[u] == WAITING
            and game_of(play).units[u].side == "axis" and game_of(play).units[u].type == "mech"]
    units = game_of(play).rows.forces["axis"]["mech"].units
    for unit in mech[:units]:
        play.do("axis", Action("deploy", unit))
        play.do("axis", next(iter(play.offers("axis"))))
        play.do("axis", "at Kiev")
    if len(mech) > units:
        code = game_of(play).units[mech[-1]].code
        assert refused(play, f"deploy {code}").code == "line-complete"


@pytest.mark.rule("eastfront:3.22a")
def test_3_22a_the_last_strength_is_what_is_left() -> None:
    play = setting_up("w42")
    for code in ("2B", "2R"):  # two static blocks with two CV
        play.do("axis", f"deploy {code}")
        offers = {action.arg for action in play.offers("axis")}
        play.do("axis", Action("strength", max(offers)))
        play.do("axis", next(iter(play.offers("axis"))))
    assert offers == {0}  # 3.22b: a static block may stand at its 0 step


@pytest.mark.rule("eastfront:3.22a")
def test_3_22a_blocks_that_the_list_names_are_chosen() -> None:
    play = setting_up("w44", first=False)
    named = {game_of(play).number[code] for code in ("2SS", "3SS")}
    assert game_of(play).wanted == named
    (side,) = play.decisions
    for _ in range(9):  # all armor but one is chosen
        offers = play.offers(side).choices["deploy"]
        armor = next(u for u in offers if game_of(play).units[u].type == "armor")
        play.do(side, Action("deploy", armor))
        play.do(side, next(iter(play.offers(side))))
        play.do(side, next(iter(play.offers(side))))
    other = next(u.code for n, u in enumerate(game_of(play).units)
                 if u.type == "armor" and u.side == "axis" and play.state.at[n] == WAITING)
    assert refused(play, f"deploy {other}").code == "named-blocks"
    assert play.check(side, "deploy 2SS").allowed


@pytest.mark.rule("eastfront:2.6")
def test_2_6_special_blocks_stand_in_for_infantry() -> None:
    play = setting_up("s42")
    before = Muster(game_of(play), play.state, "axis").left["infantry"]
    play.do("axis", "deploy 49Mtn")
    play.do("axis", "strength 4")
    play.do("axis", "at Kiev")
    after = Muster(game_of(play), play.state, "axis").left["infantry"]
    assert (before[0] - after[0], before[1] - after[1]) == (1, 4)


@pytest.mark.rule("eastfront:3.22c")
def test_3_22c_blocks_not_chosen_start_eliminated() -> None:
    play = set_up("w42")
    off = [u for u in game_of(play).in_play if play.state.at[u] < 0]
    assert off
    assert all(play.state.at[u] in (POOL, FUTURE) for u in off)
    assert any(play.state.at[u] == POOL for u in off)


@pytest.mark.rule("eastfront:3.22e")
def test_3_22e_listed_reinforcements_come_in_their_month() -> None:
    game = eastfront("s41")
    rows = {row.unit: row.month for row in game.rows.reinforcements}
    assert rows["40Pz"] == 1941 * 12 + 6
    assert game.start_state().at[game.number["40Pz"]] == FUTURE


@pytest.mark.rule("eastfront:3.23a")
def test_3_23a_start_lines_divide_the_land() -> None:
    for name in HALVES:
        land = eastfront(name).rows.land
        assert not land["axis"] & land["soviet"]
        assert eastfront(name).rows.frontier["axis"] & ~land["axis"] == 0
    s42, s43 = eastfront("s42").rows.frontier, eastfront("s43").rows.frontier
    assert s42["axis"] & s43["axis"]  # a segment that serves both summers


@pytest.mark.rule("eastfront:3.24a", "eastfront:3.24b", "eastfront:3.24e")
@pytest.mark.parametrize("scenario", HALVES)
@pytest.mark.parametrize("often_auto", [True, False])
def test_3_24a_every_set_up_is_legal_however_it_is_made(scenario: str, often_auto: bool) -> None:
    play = at_random(scenario, 11, often_auto=often_auto)
    game, state = game_of(play), play.state
    battles = {battle.hex for battle in game.rows.battles}
    assert not game.faults(state)
    for side in ("axis", "soviet"):
        for hex in bits(game.rows.frontier[side]):
            assert state.of_side(game, hex, side), game.grid.label(hex)
        for hex in bits(state.occupied(game, side)):
            assert hex in battles or game.rows.land[side] >> hex & 1
            assert len(state.of_side(game, hex, side)) <= game.ground.stacking(hex)
        supplied = Muster(game, state, side).ground.region
        assert state.occupied(game, side) & ~supplied == 0
        hqs = sorted(bits(state.hexes_of(game.hqs & game.units_of[side])))
        assert all(game.grid.distance(a, b) > 1 for a in hqs for b in hqs if a < b)
    assert set(bits(state.battles(game))) == battles


@pytest.mark.rule("eastfront:3.24a")
def test_3_24a_the_last_blocks_are_needed_at_the_front() -> None:
    play = setting_up("w42")
    kiev = game_of(play).grid.hex("Kiev")
    places = iter(sorted(bits(Muster(game_of(play), play.state, "axis").ground.region)))
    while Muster(game_of(play), play.state, "axis").slack() > 0:
        play.do("axis", Action("deploy", next(
            u for u in play.offers("axis").choices["deploy"]
            if game_of(play).units[u].type == "infantry" and not game_of(play).units[u].satellite)))
        play.do("axis", next(iter(play.offers("axis"))))
        sites = play.offers("axis").choices["at"]
        front = game_of(play).rows.frontier["axis"]
        play.do("axis", Action("at", next(h for h in sites if not front >> h & 1)))
    infantry = next(u for u in play.offers("axis").choices["deploy"]
                    if game_of(play).units[u].type == "infantry"
                    and not game_of(play).units[u].satellite)
    play.do("axis", Action("deploy", infantry))
    play.do("axis", next(iter(play.offers("axis"))))
    assert kiev in places
    assert refused(play, "at Kiev").code == "hold-the-line"


@pytest.mark.rule("eastfront:3.24b", "eastfront:3.24e")
def test_3_24b_own_supplied_ground_only() -> None:
    play = setting_up("s42")
    play.do("axis", "deploy 5AK")
    play.do("axis", "strength 4")
    ruling = refused(play, "at Moscow")
    assert (ruling.code, ruling.rule) == ("not-your-ground", "eastfront:3.23a")
    assert play.check("axis", "at Volkhov").allowed  # a battle from the start


@pytest.mark.rule("eastfront:3.24e")
def test_3_24e_stacking_limits_and_room_for_those_who_must_hold() -> None:
    play = setting_up("s42")
    codes = ("5AK", "6AK", "8AK", "9AK", "12AK")
    for code in codes[:4]:
        play.do("axis", f"deploy {code}")
        play.do("axis", "strength 3")
        play.do("axis", "at Kiev")
    play.do("axis", f"deploy {codes[4]}")
    play.do("axis", "strength 3")
    assert refused(play, "at Kiev").rule == "eastfront:3.24e"


@pytest.mark.rule("eastfront:3.24c")
def test_3_24c_headquarters_apart_and_in_no_battle() -> None:
    play = setting_up("s42")
    play.do("axis", "deploy AGC")
    play.do("axis", next(iter(play.offers("axis"))))
    assert refused(play, "at Volkhov").code == "headquarters-in-battle"
    play.do("axis", "at Kiev")
    play.do("axis", "deploy AGS")
    play.do("axis", next(iter(play.offers("axis"))))
    assert refused(play, "at Kiev").code == "headquarters-together"
    ruling = refused(play, "at Zhitomir")
    assert (ruling.code, ruling.rule) == ("headquarters-together", "eastfront:3.24c")
    assert play.check("axis", "at Smolensk").allowed


@pytest.mark.rule("eastfront:2.66a")
def test_2_66a_satellites_are_set_up_at_home() -> None:
    play = setting_up("s42")
    play.do("axis", "deploy 1R")
    play.do("axis", next(iter(play.offers("axis"))))
    assert refused(play, "at Kharkov").code == "confined"


@pytest.mark.parametrize("scenario", ["s41-w41", "campaign"])
def test_the_historical_deployment_begins_linked_scenarios_too(scenario: str) -> None:
    assert len(eastfront(scenario, setup="historical").listed) > 100


@pytest.mark.parametrize("scenario", ["s42", "w41", "w41-s42", "edelweiss"])
def test_where_no_deployment_is_listed_none_can_be_asked_for(scenario: str) -> None:
    with pytest.raises(WrongOption) as caught:
        eastfront(scenario, setup="historical")
    told = f"option setup cannot be 'historical' in scenario {scenario} (it can be: free)"
    assert str(caught.value) == told
