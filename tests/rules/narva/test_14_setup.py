"""Chapter 14 and 2.1.4: set-up and the first turn; who is what (2.7)."""

from collections import Counter
from random import Random

import msgspec
import pytest

from grognard.hexes import bits
from grognard.records import Playthrough
from grognard.rules.narva.combat import CombatSegment
from grognard.rules.narva.command import ChooseHeadquarters, CommandPhase
from grognard.rules.narva.game import Narva
from grognard.rules.narva.movement import MovementSegment
from grognard.rules.narva.sequence import AirUnitPhase, Turn
from grognard.rules.narva.setup import new_state
from grognard.rules.narva.state import READY, TRACK
from tests.rules.narva import setups
from tests.rules.narva.table import Table, narva, start, table

# -- 2.1.4: before play ------------------------------------------------------------------------


CAMPAIGN = (setups.GERMAN, setups.SOVIET)
LISTS = {
    "campaign": (CAMPAIGN, setups.ARRIVALS),
    "opening": (CAMPAIGN, setups.ARRIVALS),
    "krivasoo": ((setups.KRIVASOO,), setups.KRIVASOO_ARRIVALS),
}


@pytest.mark.rule("narva:2.1.4.A", "narva:14.0.A")
@pytest.mark.parametrize("scenario", LISTS)
def test_14_0_a_every_unit_stands_in_the_hex_of_the_lists(scenario: str) -> None:
    lists, _ = LISTS[scenario]
    t = start(scenario)
    standing = {t.game.units[unit].code: t.game.grid.label(hex)
                for hex, stack in t.state.stacks.items() for unit in stack}
    assert standing == setups.hexes(*lists)


@pytest.mark.rule("narva:14.0.A")
def test_14_0_a_the_lists_have_49_germans_and_47_soviets() -> None:
    assert [len(setups.hexes(side)) for side in CAMPAIGN] == [49, 47]
    game = narva()
    owners = [{game.owner(game.number[code]) for code in setups.hexes(side)} for side in CAMPAIGN]
    assert owners == [{"german"}, {"soviet"}]


@pytest.mark.rule("narva:2.1.4.B")
def test_2_1_4_b_play_begins_with_the_air_units_of_turn_1() -> None:
    state = new_state(narva())
    assert state.turn == 1
    assert state.stack == (Turn(),)
    assert isinstance(Turn.parts[0], AirUnitPhase)


@pytest.mark.rule("narva:2.1.4.C", "narva:14.0.B")
@pytest.mark.parametrize("scenario", LISTS)
def test_2_1_4_c_reinforcements_wait_on_their_turn_for_their_entry(scenario: str) -> None:
    t = start(scenario)
    waiting = {t.game.units[unit].code: (t.state.arrives[unit], t.state.entries[unit])
               for unit in bits(t.state.units_on(TRACK))}
    assert waiting == setups.arrivals(LISTS[scenario][1])


@pytest.mark.rule("narva:2.1.4.C")
def test_2_1_4_c_they_lie_on_the_turn_record_track() -> None:
    t = start()
    boxes = {p.token: p.at for p in t.game.table.scene(t.play.view("german")).pieces}
    for code, (turn, _) in setups.arrivals(setups.ARRIVALS).items():
        assert boxes[code] == f"track:turn:{turn}", code


@pytest.mark.parametrize("scenario", LISTS)
def test_14_0_every_counter_is_in_a_list_or_out_of_the_game(scenario: str) -> None:
    t = start(scenario)
    lists, coming = LISTS[scenario]
    named = {*setups.hexes(*lists), *setups.arrivals(coming)}
    assert {unit.code for unit in t.game.units if t.where(unit.code) != "gone"} == named


@pytest.mark.rule("narva:2.1.4.D")
def test_2_1_4_d_all_air_units_are_ready() -> None:
    t = start()
    ready = Counter(air.side for n, air in enumerate(t.game.air_units) if t.state.air[n] == READY)
    assert ready == {"german": 1, "soviet": 6}


@pytest.mark.rule("narva:2.1.4.E")
def test_2_1_4_e_both_defence_markers_lie_in_the_top_box() -> None:
    t = start()
    assert t.state.defences == [0, 0]
    assert t.game.charts.defence_track[0] == 3


@pytest.mark.rule("narva:2.1.4.F")
def test_2_1_4_f_the_cup_holds_every_chit_without_a_turn_but_the_first() -> None:
    t = start()
    cup = {chit.code: t.state.cup[n] for n, chit in enumerate(t.game.chits) if t.state.cup[n]}
    unnumbered = Counter({chit.code: turns.count(0)
                          for chit, turns in zip(t.game.chits, t.game.enters, strict=True)})
    assert cup == dict(+(unnumbered - Counter({"2SH": 1})))
    assert cup["2SH"] == 3
    numbered = sum(turn > 0 for turns in t.game.enters for turn in turns)
    assert len(t.state.due) == numbered


def test_2_1_4_f_a_scenario_may_use_fewer_chits_and_units() -> None:
    t = start("krivasoo")
    assert sum(t.state.cup) + sum(map(len, t.state.tracks.values())) + len(t.state.due) == 13
    assert t.where("II24") == "gone"
    assert not t.game.faults(t.state)


# -- 14.0: the lists ---------------------------------------------------------------------------


@pytest.mark.rule("narva:14.0.C")
@pytest.mark.parametrize("scenario", LISTS)
def test_14_0_c_some_units_begin_reduced(scenario: str) -> None:
    t = start(scenario)
    found = {unit.code for n, unit in enumerate(t.game.units)
             if t.state.at[n] >= 0 and t.state.is_reduced(t.game, n)}
    assert found == setups.reduced(*LISTS[scenario][0])
    assert len(found) == (2 if scenario == "krivasoo" else 4)


def test_14_0_nothing_is_wrong_with_any_set_up() -> None:
    for scenario in ("campaign", "opening", "krivasoo"):
        t = start(scenario)
        assert t.game.faults(t.state) == []


@pytest.mark.rule("narva:14.1.C")
def test_14_1_c_the_coast_defence_is_ss_but_its_troops_are_not() -> None:
    game = narva()
    hq, *troops = (game.units[game.number[code]] for code in ("HQKUST", "HOHN", "SCHN"))
    assert hq.ss
    assert hq.corps == "3SS"
    assert not any(unit.ss for unit in troops)
    assert {unit.formation for unit in troops} == {"KUST"}
    police = [game.units[game.number[code]] for code in ("29P", "30P", "31P", "32P")]
    assert not any(unit.formation for unit in police), "they are independent"


# -- 14.3: the first turn ----------------------------------------------------------------------


@pytest.mark.rule("narva:14.3.A")
def test_14_3_a_the_soviets_open_with_a_2nd_shock_chit() -> None:
    t = start()
    assert t.step() == ChooseHeadquarters("2SH")
    assert t.asked() == "soviet"
    (played,) = t.heard("chit-played")
    assert (played.args, played.rule) == ({"chit": "2SH"}, "14.3.A")
    assert not t.heard("chit-drawn")
    assert t.state.tracks == {"german": (), "soviet": (t.game.chit["2SH"],)}, "it counts"
    t.do("done")
    assert t.game.rolling(t.state) is not None, "then chits are drawn"


def test_14_3_a_only_the_first_turn_and_only_once() -> None:
    t = table(turn=2).cup(_2SH=1).ask(CommandPhase())
    assert t.game.rolling(t.state) is not None


def fight(turn: int, attacker: str) -> Table:
    """Two stacks side by side; one attacks the other and is about to roll."""
    stacks = {"soviet": ("2607", "65R", "147R"), "german": ("2608", "61F", "1K502")}
    t = table(turn=turn)
    for hex, *codes in stacks.values():
        t.put(hex, *codes)
    _, *units = stacks[attacker]
    target = stacks["german" if attacker == "soviet" else "soviet"][0]
    t.acting(attacker, *units).ask(CombatSegment())
    return t.do(f"attack {target} by {' '.join(units)} fire").do("done")


def read(t: Table, die: int) -> str:
    step = t.step()
    return str(step.reading(t.game, t.state, (die,)))


@pytest.mark.rule("narva:14.3.B")
def test_14_3_b_on_turn_1_the_soviets_add_one_to_their_combat_die() -> None:
    first, second = fight(1, "soviet"), fight(2, "soviet")
    for die in range(1, 6):
        assert read(first, die) == read(second, die + 1)
    assert read(first, 6) == read(second, 6), "a 7 is read as 6"
    told = first.roll(3).heard("combat")[0]
    assert (told.args["die"], told.args["result"]) == (3, read(second, 4))


@pytest.mark.rule("narva:14.3.B")
def test_14_3_b_german_attacks_have_no_bonus() -> None:
    first, second = fight(1, "german"), fight(2, "german")
    assert [read(first, die) for die in range(1, 7)] == [read(second, die) for die in range(1, 7)]


# -- 2.7: counters -----------------------------------------------------------------------------


@pytest.mark.rule("narva:2.7.1")
def test_2_7_1_every_german_unit_is_ss_army_or_police() -> None:
    germans = [unit for unit in narva().units if unit.side == "german"]
    branches = {"german_ss": "ss", "german_26": "army", "german_43": "army",
                "german_police": "police"}
    assert {unit.colour for unit in germans} == set(branches)
    for unit in germans:
        assert unit.ss is (branches[unit.colour] == "ss"), unit.code
        expected = {"german_26": ("26", ""), "german_43": ("43", "3SS", ""),
                    "german_ss": ("3SS",), "german_police": ("",)}[unit.colour]
        assert unit.corps in expected, unit.code
        if not unit.formation:
            assert unit.corps == "", unit.code
    assert {u.corps for u in germans if u.formation == "KUST"} == {"3SS"}


@pytest.mark.rule("narva:2.7.2")
def test_2_7_2_three_corps_of_different_colours_answer_one_army() -> None:
    game = narva()
    hqs = [game.units[game.number[code]] for code in ("HQ43", "HQ109", "HQ124")]
    assert {unit.army for unit in hqs} == {"2SH"}
    assert len({unit.colour for unit in hqs}) > 1


def repainted(game: Narva) -> Narva:
    """The same game with counters of one colour."""
    twin = object.__new__(Narva)
    twin.__dict__.update(game.__dict__)
    twin.units = tuple(msgspec.structs.replace(unit, colour="grey") for unit in game.units)
    return twin


@pytest.mark.rule("narva:2.7.2")
def test_2_7_2_no_rule_asks_for_a_colour() -> None:
    plays = [Playthrough(game, seed=5) for game in (narva(), repainted(narva()))]
    rng = Random(5)
    for _ in range(80):
        (side,) = plays[0].decisions
        offered = [set(play.offers(side)) for play in plays]
        assert offered[0] == offered[1]
        action = plays[0].offers(side).sample(rng)
        for play in plays:
            play.do(side, action)


@pytest.mark.rule("narva:2.7")
def test_2_7_headquarters_go_on_foot() -> None:
    """The headquarters of a mechanised division and its tanks."""
    t = table(turn=3).put("2832", "HQFHH", "FHHPZ").acting("german", "HQFHH", "FHHPZ")
    t.ask(MovementSegment()).do("move HQFHH")
    assert t.allowed("to 2833"), "over the frozen Narva"
    t.do("stay").do("move FHHPZ")
    assert not t.allowed("to 2833")
    t.put("1320", "HQFHH", "FHHPZ")
    points = [t.cost(code, "1420") for code in ("HQFHH", "FHHPZ")]
    assert points == [2, 4], "a swamp hex at the leg rate and at the mechanised one"
