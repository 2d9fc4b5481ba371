"""5.1: weather."""

import pytest
from msgspec.structs import replace

from grognard.rules.efs.sequence import TURNS
from grognard.rules.efs.weather import WeatherPhase
from grognard.rules.efs.words import FOOT, WEATHERS
from tests.rules.efs.boxes import TYPHOON, contents
from tests.rules.efs.drill import both, foot
from tests.rules.efs.field import Field, field


def sky(box: str, climate: str = "frost", die: int = 0, turn: int = 5, before: str = "dry",
        rolled: str = "", **more: str) -> Field:
    """Turn 5 of a game that began on turn 1, after a turn of this weather."""
    t = field(box, foot("A", 4, 4), **more)
    t.game.turns[turn] = replace(t.game.turns[turn], climate=climate, die=die)
    return t.having(turn=turn, weather=before, rolled=rolled or before)


@both
@pytest.mark.rule("typhoon:5.1.1")
def test_the_climate_of_the_turn_names_the_column(box: str) -> None:
    for climate, found in (("dry", "dry"), ("rain", "rain"), ("frost", "frost"),
                           ("arctic", "snow")):
        t = sky(box, climate, before="arctic").ask(WeatherPhase()).roll(4)
        assert t.state.weather == found, "4 in every column, whatever the last weather"


@both
@pytest.mark.rule("typhoon:5.1.2", "typhoon:5.1.2/3")
def test_one_roll_a_turn_by_the_axis_for_all_maps(box: str) -> None:
    t = sky(box).ask(WeatherPhase())
    assert t.step().side(t.game, t.state) == "axis"
    t.roll(1)
    assert t.step() is None
    assert len(t.heard("weather-die")) == 1
    assert {t.state.weather_at(t.game, hex) for hex in t.game.grid} == {"frost"}
    order = [type(part).__name__ for part in TURNS[t.game.edition.turns.order].parts]  # type: ignore[attr-defined]
    assert order.count("WeatherPhase") == 1
    assert order[0] == "WeatherPhase"


@both
@pytest.mark.rule("typhoon:5.1.2/2")
def test_given_weather_is_not_rolled_for(box: str) -> None:
    t = field(box, foot("A", 4, 4), rows={"weather": {"1": "rain", "2": "snow"}})
    for turn, found in ((1, "rain"), (2, "snow")):
        t.having(turn=turn).ask(WeatherPhase())
        assert (t.step(), t.state.weather) == (None, found)
    t.having(turn=3).ask(WeatherPhase())
    assert t.step() is not None, "turn 3 is rolled for"


@pytest.mark.rule("typhoon:5.1.2/4")
def test_the_box_of_the_turn_adds_one() -> None:
    t = sky(TYPHOON, "frost", die=1).ask(WeatherPhase()).roll(8)
    assert (t.state.weather, t.state.storm) == ("snow", True)
    plus = {row.turn for row in contents(TYPHOON).turns if row.die}
    assert plus == {*range(9, 20), *range(29, 33), 37, 38}


@both
@pytest.mark.rule("typhoon:5.1.3", "agn:BSR.weather.types")
def test_five_weathers_and_a_storm_beside_them(box: str) -> None:
    seen = set()
    for climate in WEATHERS:
        for die in range(1, 11):
            t = sky(box, climate).ask(WeatherPhase()).roll(die)
            seen.add((t.state.weather, t.state.storm))
    assert {weather for weather, _ in seen} == {"dry", "rain", "frost", "snow", "arctic"}
    assert {weather for weather, storm in seen if storm} == {"rain", "snow", "arctic"}


@both
@pytest.mark.rule("typhoon:5.1.4")
def test_woods_stay_wet_in_a_dry_turn_after_rain(box: str) -> None:
    t = sky(box, "dry", before="rain", woods="0404").ask(WeatherPhase()).roll(1)
    assert (t.state.weather, t.state.sky) == ("dry", "soaked")
    woods, clear = t.hex("0404"), t.hex("0405")
    costs = {name: [t.game.ground.step_cost(a, b, t.game.grid.hexside(a, b), FOOT, name)
                    for a, b in ((clear, woods), (woods, clear))]
             for name in ("dry", "rain", "soaked")}
    assert costs["soaked"] == [costs["rain"][0], costs["dry"][1]]
    assert costs["rain"][0] != costs["dry"][0]
    assert costs["rain"][1] != costs["dry"][1]
    assert [t.state.weather_at(t.game, hex) for hex in (woods, clear)] == ["rain", "dry"]
    t.having(turn=6)
    t.game.turns[6] = replace(t.game.turns[6], climate="dry", die=0)
    t.ask(WeatherPhase()).roll(1)
    assert t.state.sky == "dry", "a second dry turn is dry everywhere"


@both
@pytest.mark.rule("typhoon:5.1.4/2")
@pytest.mark.parametrize(("climate", "die", "weather"), [
    ("frost", 1, "frost"), ("frost", 8, "snow"), ("arctic", 6, "arctic")])
def test_cold_takes_hold_at_once_after_rain(box: str, climate: str, die: int,
                                            weather: str) -> None:
    t = sky(box, climate, before="rain", woods="0404", sources="axis 0401").ask(
        WeatherPhase()).roll(die)
    assert (t.state.weather, t.state.soaked) == (weather, False)
    assert t.state.weather_at(t.game, t.hex("0404")) == weather
    assert t.traces("axis", "0408") is (weather == "frost"), "7 hexes in frost through the woods"


@both
@pytest.mark.rule("typhoon:5.1.5")
def test_frost_must_be_rolled_twice_after_snow(box: str) -> None:
    t = sky(box, before="snow").ask(WeatherPhase()).roll(1)
    assert (t.state.weather, t.state.rolled) == ("snow", "frost")
    t.having(turn=6)
    t.game.turns[6] = replace(t.game.turns[6], climate="frost", die=0)
    t.ask(WeatherPhase()).roll(1)
    assert t.state.weather == "frost"
    t = sky(box, before="arctic").ask(WeatherPhase()).roll(1)
    assert t.state.weather == "frost", "after arctic it is frost at once"


@pytest.mark.rule("typhoon:5.1.6")
def test_a_storm_lasts_its_turn_only() -> None:
    t = sky(TYPHOON, before="snow").ask(WeatherPhase()).roll(9)
    assert (t.state.weather, t.state.storm) == ("snow", True)
    t.having(turn=6)
    t.game.turns[6] = replace(t.game.turns[6], climate="frost", die=0)
    t.ask(WeatherPhase()).roll(8)
    assert (t.state.weather, t.state.storm) == ("snow", False)


@pytest.mark.rule("typhoon:5.1.1", "typhoon:5.1.2/4", "typhoon:5.1.5", "typhoon:5.1.6")
def test_the_weather_of_turns_28_to_31_as_told() -> None:
    """The four turns that the text works through, on the turn boxes of the game."""
    t = field(TYPHOON, foot("A", 4, 4), rows={"first_turn": 1, "last_turn": 38})
    t.having(weather="frost", rolled="frost")
    for turn, die, weather, storm in ((28, 8, "snow", False), (29, 8, "snow", True),
                                      (30, 6, "snow", False), (31, 1, "frost", False)):
        t.having(turn=turn).ask(WeatherPhase()).roll(die)
        assert (t.state.weather, t.state.storm) == (weather, storm), turn
