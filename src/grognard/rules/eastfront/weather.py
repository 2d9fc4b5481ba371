"""Chapter 12: weather."""

from typing import TYPE_CHECKING

from grognard.core.chance import Dice, Outcome
from grognard.core.events import Event
from grognard.rules.eastfront.data import AXIS, MUD, SNOW, SOVIET
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.steps import Do, Roll

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

FRONTS = ("east", "west")


class WeatherCheck(Do, frozen=True):
    """4.3: in variable months weather is rolled at the start of each fortnight."""

    rule = "4.3"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        rolls = []
        for front in fronts(game, state):
            weather = game.calendar[front][state.month % 12]
            if isinstance(weather, str):
                set_weather(game, state, front, weather)
            else:
                rolls.append(WeatherRoll(front))
        state.push(*rolls)


class WeatherRoll(Roll, frozen=True):
    """12.1c: each player rolls a die; the sum is even or odd. The west rolls apart (12.3b)."""

    front: str

    rule = "12.1c"
    opens = True

    def chance(self, game: "EastFront", state: EastFrontState) -> Dice:
        return Dice(2, 6)

    def reading(self, game: "EastFront", state: EastFrontState, outcome: Outcome) -> str:
        row = game.calendar[self.front][state.month % 12]
        return str(row.odd if sum(outcome) % 2 else row.even)

    def take(self, game: "EastFront", state: EastFrontState, outcome: Outcome) -> None:
        set_weather(game, state, self.front, self.reading(game, state, outcome))


def fronts(game: "EastFront", state: EastFrontState) -> tuple[str, ...]:
    """12.3c: by option the west has no weather of its own until the Soviets come there."""
    return FRONTS if game.western_weather or state.group_e != "waiting" else FRONTS[:1]


def set_weather(game: "EastFront", state: EastFrontState, front: str, weather: str) -> None:
    setattr(state, front, weather)
    if fronts(game, state) != FRONTS:
        state.west = weather
    state.tell(Event("weather", "12.1a", {"front": front, "weather": weather}))


def first_player(state: EastFrontState) -> str:
    """4.4a, 12.21: the Soviets move first in snow; the east decides."""
    return SOVIET if state.east == SNOW else AXIS


def is_disrupted(game: "EastFront", state: EastFrontState, hq: int) -> bool:
    """5.8: mud disrupts everybody, snow the Axis; surprise all Soviets (S41.3a)."""
    side, hex = state.owner(game, hq), state.at[hq]
    surprise = game.surprise(state)
    if surprise is not None and surprise.disrupted == side:
        return True
    if game.units[hq].supreme and hex == game.refuge[side]:
        return False
    weather = state.weather_at(game, hex)
    return weather == MUD or (weather == SNOW and side == AXIS)


def effective_cv(game: "EastFront", state: EastFrontState, hq: int) -> int:
    """5.8c: a disrupted HQ works at one CV less; at 0 it then commands nothing (-1)."""
    return state.cv[hq] - (1 if is_disrupted(game, state, hq) else 0)


def speed(game: "EastFront", state: EastFrontState, unit: int) -> int:
    """12.23: by the weather where the move begins (12.3d); Axis units crawl in the snow of W41."""
    weather = state.weather_at(game, state.at[unit])
    axis_winter = game.half(state).winter41 and state.owner(game, unit) == AXIS
    if weather == SNOW and axis_winter:
        return game.half(state).winter_speed
    return game.types[game.units[unit].type].speed[weather]
