"""5.1: weather. Rain lingers in woods for a turn, Snow until Frost is rolled twice."""

from typing import TYPE_CHECKING

from grognard.core.chance import Chance, Dice, Outcome
from grognard.core.events import Event
from grognard.rules.efs import rail
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Do, Roll
from grognard.rules.efs.words import ARCTIC, AXIS, DRY, FROST, RAIN, SNOW

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

CODES = {"D": DRY, "R": RAIN, "F": FROST, "S": SNOW, "A": ARCTIC}
STORM = "T"
"""Added to the letter of a weather: with storm."""


class WeatherPhase(Do, frozen=True):
    """5.1.2: a roll, unless the scenario gives the weather of the turn (5.1.2/2)."""

    rule = "5.1.2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        state.phase = "weather"
        given = game.rows.weather.get(str(state.turn))
        known = game.turns[state.turn].historical if game.options.get("historical") else ""
        if known and not game.skips("weather"):  # 6.2: by agreement
            weather, _, storm = known.partition(" ")
            settle(game, state, weather, storm=bool(storm))
        elif given:
            settle(game, state, given, storm=state.turn in game.rows.storms)
        elif not game.skips("weather"):
            state.push(WeatherRoll())


class WeatherRoll(Roll, frozen=True):
    """5.1.1: the climate of the turn's box names the column."""

    rule = "5.1.2"
    opens = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return Dice(1, 10)

    def reading(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> str:
        climate = game.turns[state.turn].climate
        return game.charts.weather.column[climate][self.row(game, state, outcome) - 1]

    def row(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> int:
        """The die with what the turn adds; beyond the table its last row counts."""
        box = game.turns[state.turn]
        return min(sum(outcome) + box.die, len(game.charts.weather.column[box.climate]))

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        code = self.reading(game, state, outcome)
        state.tell(Event("weather-die", self.rule, {
            "die": sum(outcome), "climate": game.turns[state.turn].climate,
            "row": self.row(game, state, outcome)}))
        settle(game, state, CODES[code[0]], storm=code.endswith(STORM))


def settle(game: "EastFrontSeries", state: EfsState, rolled: str, storm: bool) -> None:
    """The weather in force, after what lingers of the last one."""
    before = state.weather if state.turn > game.first_turn else ""
    thaw = rolled == FROST and before == SNOW and state.rolled != FROST  # 5.1.5
    state.weather = SNOW if thaw else rolled
    state.soaked = rolled == DRY and before == RAIN  # 5.1.4
    state.rolled, state.storm = rolled, storm
    state.arctic_seen |= rolled == ARCTIC
    rail.weathered(game, state)
    told = "soaked" if state.soaked else state.weather
    state.tell(Event("weather", "5.1.3", {"weather": told, "storm": int(storm)}))
    if storm:
        state.tell(Event("storm-blows", "5.1.6"))
