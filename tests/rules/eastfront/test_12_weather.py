"""Chapter 12: weather, its calendar and what it does."""

import pytest

from grognard.rules.eastfront.command import HeadquartersDecide
from grognard.rules.eastfront.data import Variable
from grognard.rules.eastfront.movement import ChooseMover, MovementPhase
from grognard.rules.eastfront.weather import WeatherCheck, first_player, speed
from tests.rules.eastfront.table import Table, eastfront, table


def month(number: int, year: int = 1942, **options: bool) -> Table:
    """The weather check of a month (1 to 12)."""
    t = table("s42", **options)
    t.state.month = year * 12 + number - 1
    return t.ask(WeatherCheck())


@pytest.mark.rule("eastfront:12.1a")
@pytest.mark.parametrize(("number", "weather"), [
    (6, "dry"), (7, "dry"), (8, "dry"), (9, "dry"), (4, "mud"), (12, "snow"), (1, "snow")])
def test_12_1a_fixed_months_roll_no_die(number: int, weather: str) -> None:
    t = month(number)
    assert t.state.east == weather
    assert t.step() is None


@pytest.mark.rule("eastfront:12.1a")
def test_12_1a_february_is_snow_without_an_eastern_roll() -> None:
    t = month(2)
    assert t.state.east == "snow"
    assert t.step().front == "west"


@pytest.mark.rule("eastfront:12.1b", "eastfront:12.1c")
@pytest.mark.parametrize(("number", "dice", "weather"), [
    (10, (3, 4), "mud"), (10, (4, 4), "dry"), (11, (4, 4), "snow"), (11, (3, 4), "mud"),
    (3, (1, 1), "snow"), (3, (1, 2), "mud"), (5, (2, 2), "dry"), (5, (2, 3), "mud")])
def test_12_1b_variable_months(number: int, dice: tuple[int, int], weather: str) -> None:
    t = month(number).roll(*dice)  # a die of each player
    assert t.state.east == weather


@pytest.mark.rule("eastfront:12.21", "eastfront:4.4a")
def test_12_21_the_soviets_move_first_in_snow() -> None:
    t = table()
    first = {w: first_player(t.weather(w, "mud").state) for w in ("dry", "mud", "snow")}
    assert first == {"dry": "axis", "mud": "axis", "snow": "soviet"}


@pytest.mark.rule("eastfront:12.23a", "eastfront:12.23b", "eastfront:2.24a", "eastfront:2.25")
@pytest.mark.parametrize(("code", "dry", "mud", "snow"), [
    ("41Pz", 3, 1, 2), ("55Mot", 3, 1, 2), ("5AK", 2, 1, 1), ("1CC", 3, 2, 2), ("1Sh", 1, 1, 1),
    ("2R", 1, 1, 1), ("AGS", 2, 1, 1), ("49Mtn", 2, 1, 1), ("Coast", 2, 1, 1)])
def test_12_23a_speeds(code: str, dry: int, mud: int, snow: int) -> None:
    t = table().put("Kursk", code)
    found = [speed(t.game, t.weather(w).state, t.unit(code)) for w in ("dry", "mud", "snow")]
    assert found == [dry, mud, snow]


@pytest.mark.rule("eastfront:12.23a", "eastfront:2.67a")
def test_12_23a_static_units_move_by_supreme_command_only_in_mud_too() -> None:
    t = table().put("Bucharest", "2R", "AGA").put("Warsaw", "OKH").weather("mud", "mud")
    t.phase("axis", "movement").active("AGA", "OKH", supreme_moves=2).ask(MovementPhase())
    ruling = t.refused("move 2R")
    assert (ruling.code, ruling.rule) == ("supreme-moves-only", "eastfront:2.67a")
    t.do("order 2R to Galatz")
    assert t.where("2R") == "Galatz"


@pytest.mark.rule("eastfront:12.24a")
def test_12_24a_in_mud_clear_ground_is_like_marsh_but_for_stacking() -> None:
    ground, grid = eastfront().ground, eastfront().grid
    for label in ("Kursk", "Orel", "Nis"):
        hex = grid.hex(label)
        assert ground.stops(hex, "mud")
        assert not ground.stops(hex, "dry")
        assert ground.stacking(hex) == 4
    side = grid.hexside(grid.hex("Kursk"), grid.hex("Belgorod"))
    assert (ground.capacity(side, "dry"), ground.capacity(side, "mud")) == (2, 1)


@pytest.mark.rule("eastfront:12.24a", "eastfront:2.24b")
def test_12_24a_cavalry_is_not_stopped_by_mud_marsh_or_mountain() -> None:
    t = table().put("Voronezh", "1CC", "SouF:2").weather("mud").phase("soviet", "movement")
    t.active("SouF").ask(MovementPhase()).do("move 1CC to Kursk")
    assert t.where("1CC") == "Kursk"
    t = table().put("Maikop", "1CC", "7TC", "SouF:2").phase("soviet", "movement")
    t.active("SouF").ask(MovementPhase()).do("move 1CC")
    horse = t.offers("to")
    t.do("stay").do("move 7TC")
    assert "Batumi" in horse - t.offers("to")  # both have speed 3; mountains lie between


@pytest.mark.rule("eastfront:12.24e", "eastfront:7.52")
def test_12_24e_frozen_marsh_is_like_forest() -> None:
    ground, grid = eastfront().ground, eastfront().grid
    hex = grid.hex("Pinsk")
    assert (ground.stops(hex, "dry"), ground.stops(hex, "snow")) == (True, False)
    assert ground.terrain(hex, "snow") == "forest"
    assert ground.stacking(hex) == 3


@pytest.mark.rule("eastfront:12.3a")
def test_12_3a_the_west_never_has_snow() -> None:
    west = eastfront().calendar["west"]
    assert west[2:10] == ("dry",) * 8
    assert (west[11], west[0]) == ("mud", "mud")
    assert west[10] == west[1] == Variable(even="dry", odd="mud")


@pytest.mark.rule("eastfront:12.3b", "eastfront:4.3")
def test_12_3b_november_makes_two_rolls_in_each_fortnight() -> None:
    t = month(11).roll(1, 1).roll(1, 2)
    assert (t.state.east, t.state.west) == ("snow", "mud")
    assert t.step() is None


@pytest.mark.rule("eastfront:12.3c")
def test_12_3c_by_option_the_west_waits_for_the_soviets() -> None:
    t = month(11, western_weather=False).roll(1, 1)
    assert t.step() is None
    assert (t.state.east, t.state.west) == ("snow", "snow")
    t.state.group_e = "here"
    t.ask(WeatherCheck()).roll(1, 1).roll(1, 1)
    assert t.state.west == "dry"


@pytest.mark.rule("eastfront:12.3d")
def test_12_3d_speed_by_the_weather_where_the_move_begins() -> None:
    t = table().put("Krakow", "41Pz").put("Tarnow", "24Pz").weather("mud", "dry")
    assert not t.game.objectives.western_front >> t.hex("Tarnow") & 1
    assert speed(t.game, t.state, t.unit("41Pz")) == 3
    assert speed(t.game, t.state, t.unit("24Pz")) == 1


@pytest.mark.rule("eastfront:12.3d", "eastfront:6.32a")
def test_12_3d_a_block_that_disengages_keeps_its_first_speed() -> None:
    t = table("s44").put("Tarnow", "41Pz", "5AK", "3A:1").battle("Tarnow", "soviet")
    t.put("Krakow", "AGS").weather("mud", "dry").phase("axis", "movement").active("AGS")
    t.ask(MovementPhase()).do("move 41Pz").do("leave Krakow")
    assert isinstance(t.step(), ChooseMover)  # one hex in mud, and no more


@pytest.mark.rule("eastfront:12.3d", "eastfront:5.41a")
def test_12_3d_a_mobile_headquarters_keeps_its_first_speed() -> None:
    t = table("s44").put("Tarnow", "AGS").weather("mud", "dry").phase("axis", "movement")
    t.active("AGS").ask(HeadquartersDecide()).do("mobile AGS").do("to Krakow")
    assert t.step() is None
