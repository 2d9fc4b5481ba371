"""Chapters 2 and 3.1: what lies in the box, and how it is read."""

from typing import Any

import pytest
from msgspec.structs import replace

import grognard
from grognard.core.chance import Dice
from grognard.core.steps import Roll
from grognard.hexes.labels import UnknownHex
from grognard.rules.efs import air_fire, control, strengths, ways
from grognard.rules.efs.command import Activation
from grognard.rules.efs.scenarios import SetUp
from grognard.rules.efs.soviet_table import SovietReplacementPhase
from grognard.rules.efs.state import TRACK
from grognard.rules.efs.weather import WeatherPhase
from tests.rules.efs.boxes import LEARNING, NORTH, TYPHOON, contents, the_map
from tests.rules.efs.drill import Drill, both, drill, foot, grid, gun, hq, motor, tank

X = foot("x", 2, 4, side="soviet")


# -- maps -----------------------------------------------------------------------------------------


@pytest.mark.rule("typhoon:2.1")
def test_a_hex_is_a_sheet_a_column_and_a_row() -> None:
    hexes = the_map(TYPHOON).grid
    hex = hexes.hex("P4034")
    assert hexes.label(hex) == "P4034"
    assert hexes.distance(hex, hexes.hex("P4033")) == 1
    assert hexes.distance(hexes.hex("P4010"), hexes.hex("P4510")) == 5
    with pytest.raises(UnknownHex):
        hexes.hex("4034")


@both
@pytest.mark.rule("typhoon:2.1/4")
def test_a_hex_is_eight_kilometres(box: str) -> None:
    assert the_map(box).scale_km == 8


# -- counters -------------------------------------------------------------------------------------

@both
@pytest.mark.rule("typhoon:2.3.1")
def test_every_counter_says_what_it_is_and_what_it_is_worth(box: str) -> None:
    mute = [unit.code for unit in contents(box).units if not (
        unit.side in ("axis", "soviet") and unit.type and unit.size and unit.name
        and unit.name_fr and unit.capability and (unit.steps or unit.type == "bridge"))]
    assert mute == []
    fighters = [unit for unit in contents(box).units if unit.type == "infantry division"]
    assert len(fighters) > 50
    assert all(unit.attack and unit.defence and unit.move and unit.stacking for unit in fighters)


@both
@pytest.mark.rule("typhoon:2.3.2")
def test_a_name_means_nothing(box: str) -> None:
    found = []
    for name in ("35th Panzer Regiment", "Fusiliers of the Moon"):
        unit = replace(tank("A", 14, 6), name=name, name_fr=name, formation=name)
        t = drill(box, unit, X).put("0606", "A").put("0605", "x").moves().do("move A")
        found.append((t.offers("to"), t.price("0607"), t.odds_of("0605", "A")))
    assert found[0] == found[1]


@both
@pytest.mark.rule("typhoon:2.4/attack", "typhoon:2.4/defence", "typhoon:2.4/support")
def test_strengths_are_summed_for_what_they_are_for(box: str) -> None:
    t = drill(box, foot("A", 5, 1), foot("B", 3, 1), gun("g", 4), X,
              foot("y", 9, 3, side="soviet")).put("0607", "A", "B", "g").put("0606", "x", "y")
    found = t.reckon("0606", "A", "B", guns=t.units("g"))
    assert found.attack_force == 8
    assert found.attack_support.counts == 4
    assert found.defence_force == 7
    assert found.defence_support.counts == 0


@both
@pytest.mark.rule("typhoon:2.4/range")
def test_the_range_counts_the_target_but_not_the_gun(box: str) -> None:
    t = drill(box, foot("A", 5, 4), gun("G", 3, range=2), gun("H", 3, range=2), X)
    t.put("0607", "A").put("0606", "x").put("0608", "G").put("0609", "H")
    t.declare("0606", "A").fight()
    assert t.offers("guns") == {"G"}, "two hexes off, not three"


@both
@pytest.mark.rule("typhoon:2.4/command")
def test_a_headquarters_leads_as_many_as_its_value(box: str) -> None:
    t = drill(box, hq("q", 2), *[foot(code, 1, 1, side="soviet") for code in "abc"])
    t.put("0606", "q").put("0605", "a", "b", "c").having(side="soviet").begin(Activation())
    t.do("activate a").do("activate b")
    assert t.state.activated == t.units("a", "b")
    assert t.step() is None, "nobody else can be activated"


@pytest.mark.rule("typhoon:2.4/guards")
def test_the_guards_are_those_that_bear_the_name() -> None:
    flagged = {unit.code for unit in contents(TYPHOON).units if "guards" in unit.traits}
    rifles = {f"{number}Gds" for number in (1, 2, 5, 6, 7, 8, 9)}
    riders = {f"{number}GCav" for number in (1, 2, 3, 4)}
    rockets = {f"{number}Rkt" for number in (3, 6, *range(9, 21))}
    assert flagged == rifles | riders | rockets | {"1GM", "1GTB"}


@pytest.mark.rule("typhoon:2.4/nkvd")
def test_the_nkvd_are_those_that_bear_the_name() -> None:
    flagged = {unit.code for unit in contents(TYPHOON).units if "nkvd" in unit.traits}
    assert flagged == {"KalNKVD", "252NKVD", "132NKVD", "43NKVD", "34NKVD", "156NKVD", "ODON",
                       "OMSBON", "26NKVD", "73Trn"}


@pytest.mark.rule("agn:BSR.allowance.colour")
def test_the_class_of_movement_is_printed_not_reckoned() -> None:
    """Rockets, motor-drawn guns and foot guns: the colour tells, not the number."""
    rockets = {unit.code for unit in contents(NORTH).units if "rocket" in unit.traits}
    assert rockets == {"52Neb", "53Neb", "34Rkt", "1Rkt", "2Rkt", "4Rkt", "54Rkt", "52Rkt"}
    t = drill(NORTH, gun("g", 1, move=3), motor("m", 1, 1, move=3), foot("f", 1, 1, move=8))
    assert [ways.class_of(t.game, t.unit(code)) for code in "gmf"] == ["gun", "motor", "foot"]


@both
@pytest.mark.rule("typhoon:2.4/infiltration", "typhoon:2.4/motorised")
def test_who_infiltrates_is_noted_as_the_rule_says(box: str) -> None:
    noted = {unit.code for unit in contents(box).units
             if "infiltrates" in unit.traits and "bridge" not in unit.traits}
    goes = {row.type for row in contents(box).capabilities
            if row.goes == "motor" and row.motorised != "none"}
    able = {unit.code for unit in contents(box).units
            if "ski" in unit.traits or (unit.capability in goes and unit.move >= 7)}
    assert noted == able


# -- control --------------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:2.5.1")
def test_at_the_start_each_hex_is_of_the_nearest_unit(box: str) -> None:
    rows = {"setup": [SetUp(hex=grid().hex("0206"), units=["A"]),
                      SetUp(hex=grid().hex("0806"), units=["x"])]}
    t = drill(box, foot("A", 4, 4, band="both"), foot("x", 1, 1, side="soviet", band="both"),
              rows=rows)
    axis = control.land_of(t.game, t.state, "axis")
    for hex, owner in (("0106", True), ("0406", True), ("0606", False), ("1206", False),
                       ("0506", False)):
        assert bool(axis >> t.hex(hex) & 1) is owner, hex
    assert t.game.grid.distance(t.hex("0506"), t.hex("0206")) == t.game.grid.distance(
        t.hex("0506"), t.hex("0806")), "a tie is Soviet"


# -- the die --------------------------------------------------------------------------------------


def rolls(box: str) -> list[tuple[Drill, Any]]:
    """Positions in which a die is thrown."""
    beside = drill(box, tank("A", 28, 4), X).put("0606", "A").put("0605", "x")
    overrun = beside.moves().do("move A overrun 0605")
    weather = drill(box, tank("A", 1, 1)).begin(WeatherPhase())
    soviet = drill(box, tank("A", 1, 1)).begin(SovietReplacementPhase())
    return [(t, t.step()) for t in (overrun, weather, soviet)]


@both
@pytest.mark.rule("typhoon:2.6.1")
def test_one_die_of_ten_faces_that_has_no_nought(box: str) -> None:
    for t, step in rolls(box):
        assert isinstance(step, Roll), step
        chance = step.chance(t.game, t.state)
        assert isinstance(chance, Dice)
        assert [dice for dice, _ in chance.outcomes()] == [(face,) for face in range(1, 11)]


@both
@pytest.mark.rule("typhoon:2.6.2")
def test_a_roll_is_told_with_its_face_its_modifiers_and_what_comes_of_it(box: str) -> None:
    t = drill(box, tank("A", 36, 4), X, hill="0605").put("0606", "A").put("0605", "x")
    t.moves().do("move A")
    odds = t.step().odds(t.game, t.state, "overrun", t.hex("0605"))
    assert [fact.value for fact in odds.lines] == ["-1", "+2"], "nine to one, and the hill"
    t.do("overrun 0605").roll(7)
    (told,) = t.heard("overrun")
    assert (told.args["die"], told.args["modifier"], told.args["result"]) == (7, 1, "fail")


# -- set-up ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("box", "lost"), [
    (TYPHOON, {"6/3Pz": 1, "394/3Pz": 1, "10Abn": 1, "201Abn": 1}),
    (NORTH, {"235R": 1, "183R": 1, "202R": 1, "3Tk": 1})])
@pytest.mark.rule("typhoon:3.1.2")
def test_units_start_as_strong_as_their_sheet_says(box: str, lost: dict[str, int]) -> None:
    game: Any = grognard.load(box, LEARNING[box])
    state = game.start_state()
    short = {row.code: row.steps - state.steps[unit] for unit, row in enumerate(game.units)
             if row.type != "supply counter" and row.steps != state.steps[unit]}
    assert short == lost
    for code in lost:
        unit = game.number[code]
        row, full = game.units[unit], game.units[unit].steps
        assert strengths.defence_of(row, state.steps[unit]) < strengths.defence_of(row, full)


@pytest.mark.rule("typhoon:3.1.2")
def test_reinforcements_wait_beside_the_map() -> None:
    game: Any = grognard.load(NORTH, "soltsy")
    state = game.new_state()
    waiting = {game.units[unit].code: state.due[unit] for unit in state.due
               if state.at[unit] == TRACK}
    assert waiting == {"235R": 11, "70R": 11, "28/8Pz": 12, "29/3M": 12, "53/3M": 12, "5MC": 12,
                       "183R": 12, "RSCI": 13, "1/SSTk": 13, "28/28Tk": 13, "2/SSTk": 14,
                       "Rcn/SSTk": 14, "616PzJg": 14}


# -- in the air -----------------------------------------------------------------------------------


@both
@pytest.mark.rule("typhoon:2.4/cas")
def test_close_air_support_shifts_the_die_by_its_rating(box: str) -> None:
    t = drill(box, foot("A", 5, 4), X).put("0607", "A").put("0606", "x")
    before = t.reckon("0606", "A").net
    t.having(support={t.hex("0606"): (2, 0)})
    assert t.reckon("0606", "A").net == before - 2
    t.having(support={t.hex("0606"): (0, 1)})
    assert t.reckon("0606", "A").net == before + 1


@pytest.mark.rule("typhoon:2.4/acr")
def test_the_rating_counts_for_shooter_and_target() -> None:
    """Bf 109 against I-16, and the other way round: as on the counters of Soltsy."""
    game: Any = grognard.load(NORTH, "soltsy")
    german, soviet = game.air_number["I/JG54"], game.air_number["7IAP"]
    ratings = game.air_units[german].rating, game.air_units[soviet].rating
    assert ratings[0] > ratings[1]
    assert air_fire.column(game, german, soviet) == ratings[0] - ratings[1]
    assert air_fire.column(game, soviet, german) == ratings[1] - ratings[0]
