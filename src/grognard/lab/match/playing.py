"""One game between two bots, and the row that is kept of it."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from random import Random
from time import process_time
from typing import Any

import msgspec

import grognard
from grognard.ai.bots import Bot, bot
from grognard.ai.mind import Mind
from grognard.core.game import Game, View
from grognard.core.placing import Placement
from grognard.core.sides import Side
from grognard.hexes import Grid, HexSet, bits, pack
from grognard.records import Playthrough
from grognard.table import table_of


class Task(msgspec.Struct, frozen=True):
    """Who plays what, and with which luck."""

    box: str
    scenario: str
    options: tuple[tuple[str, bool | int | str], ...]
    bots: tuple[str, ...]
    """The first bot and the second; which side each plays, `swapped` tells."""
    seed: int
    swapped: bool = False
    """Whether the first bot plays the second side."""

    @property
    def seated(self) -> tuple[str, ...]:
        """The bots in the order of the game's sides."""
        return self.bots[::-1] if self.swapped else self.bots


class Loss(msgspec.Struct, frozen=True):
    """A step or a unit that a side lost."""

    turn: int
    side: Side
    hex: int


class Count(msgspec.Struct, frozen=True):
    """How often a side chose a kind of action, or how many turns its front ran through a hex."""

    side: Side
    what: str
    times: int


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """How one game went: a row."""

    box: str
    scenario: str
    seed: int
    swapped: bool
    sides: tuple[Side, ...]
    bots: tuple[str, ...]
    """In the order of the sides."""
    winner: Side | None
    level: str
    reason: str
    score: int
    margins: tuple[float, ...]
    """By how much each side led at the end (``Advice.standing``)."""
    turns: int
    """Turn markers that the game went through."""
    decisions: tuple[int, ...]
    cpu: tuple[float, ...]
    """CPU seconds of each side's bot in the whole game, and in its longest turn."""
    longest: tuple[float, ...]
    own_turns: tuple[int, ...]
    """Turns in which the side had something to decide."""
    losses: tuple[Loss, ...] = ()
    kinds: tuple[Count, ...] = ()
    fronts: tuple[Count, ...] = ()
    """Hexes by number; a hex is at the front while an enemy stands next to it."""

    @property
    def first(self) -> int:
        """Where the first bot sits."""
        return int(self.swapped)

    @property
    def margin(self) -> float:
        """Of the first bot."""
        return self.margins[self.first]


class Crashed(Exception):
    """A game that could not be played to its end; holds the play as far as it went."""

    def __init__(self, play: Playthrough[Any]) -> None:
        super().__init__(f"after {play.state.decisions_made} decisions")
        self.play = play


@cache
def game_of(box: str, scenario: str, options: tuple[tuple[str, Any], ...]) -> Game[Any]:
    return grognard.load(box, scenario, dict(options))


class Seat:
    """A bot at the table and what it has spent."""

    def __init__(self, player: Bot, luck: Random) -> None:
        self._bot, self._mind = player, Mind(player, luck, process_time)
        self.by_turn: defaultdict[int, float] = defaultdict(float)
        """CPU seconds."""
        self.kinds: Counter[str] = Counter()

    def __repr__(self) -> str:
        return f"<Seat of {self._bot!r}, {self.kinds.total()} decisions>"

    def choose(self, playing: Playthrough[Any], view: View[Any], turn: int) -> Any:
        began = process_time()
        self._mind.follow(playing, view.side)
        action = self._mind.choose(playing.game, view)
        self.by_turn[turn] += process_time() - began
        self.kinds[action.kind] += 1
        return action


def play(task: Task) -> Played:
    """One whole game; raises :class:`Crashed`."""
    game = game_of(task.box, task.scenario, task.options)
    seats = {side: seat(task, number ^ task.swapped) for number, side in enumerate(game.sides)}
    watch, playing = Watch(game), grognard.start(game, seed=task.seed)
    try:
        _play_on(game, playing, seats, watch)
    except Exception as fault:
        raise Crashed(playing) from fault
    return _row(task, game, playing, seats, watch)


def seat(task: Task, number: int) -> Seat:
    """The first bot or the second; its luck is its own, the same in both games of a pair."""
    luck = Random(f"{task.seed} {number}")
    return Seat(bot(task.bots[number], Random(luck.getrandbits(48))), luck)


def _play_on(
    game: Game[Any], playing: Playthrough[Any], seats: Mapping[Side, Seat], watch: "Watch"
) -> None:
    table, seen = table_of(game), 0
    while not playing.is_over:
        side = min(playing.decisions)
        view = playing.view(side)
        turn = table.turn(view)
        watch.turn_is(turn, playing.state)
        playing.do(side, seats[side].choose(playing, view, turn))
        for entry in playing.log[seen:]:
            watch.see(entry.events)
        seen = len(playing.log)


class Watch:
    """Notes what every game tells: losses where and when, and the front at each turn marker."""

    def __init__(self, game: Game[Any]) -> None:
        self._game, self._turn = game, -1
        self.turns = 0
        self.losses: list[Loss] = []
        self.fronts: dict[Side, Counter[int]] = {side: Counter() for side in game.sides}
        self._units = _units_by_side(game)

    def __repr__(self) -> str:
        return f"<Watch over turn {self._turn}, {len(self.losses)} losses>"

    def turn_is(self, turn: int, state: Any) -> None:
        if turn == self._turn:
            return
        self._turn = turn
        self.turns += 1
        if isinstance(state, Placement):
            for side, hexes in front(_first_grid(self._game), state, self._units).items():
                self.fronts[side].update(bits(hexes))

    def see(self, events: tuple[Any, ...]) -> None:
        for event in events:
            if event.id in self._game.advice.losses and event.hexes:
                self.losses += [Loss(self._turn, side, event.hexes[0]) for unit in event.units
                                for side, units in self._units.items() if units >> unit & 1]


def _first_grid(game: Game[Any]) -> Grid:
    return next(iter(game.maps.values())).grid


def _units_by_side(game: Game[Any]) -> dict[Side, int]:
    """Whose each unit is, as the table tells it."""
    table = table_of(game)
    units = next((d for d in game.space.domains.values() if d.name == "unit"), None)
    owners = [table.about_unit(unit).side for unit in range(units.size if units else 0)]
    return {side: pack(n for n, owner in enumerate(owners) if owner == side)
            for side in game.sides}


def front(grid: Grid, state: Placement, units: Mapping[Side, int]) -> dict[Side, HexSet]:
    """Hexes of each side with an enemy next to them."""
    held = {side: state.hexes_of(state.on_map(own)) for side, own in units.items()}
    return {side: hexes & grid.spread(_others(held, side)) for side, hexes in held.items()}


def _others(held: Mapping[Side, HexSet], side: Side) -> HexSet:
    found = 0
    for other, hexes in held.items():
        found |= hexes if other != side else 0
    return found


def _row(
    task: Task, game: Game[Any], playing: Playthrough[Any], seats: Mapping[Side, Seat],
    watch: Watch,
) -> Played:
    result = playing.result
    assert result is not None
    in_order = [seats[side] for side in game.sides]
    return Played(
        box=task.box, scenario=task.scenario, seed=task.seed, swapped=task.swapped,
        sides=game.sides, bots=task.seated, winner=result.winner, level=result.level,
        reason=result.reason, score=result.score,
        margins=tuple(game.advice.standing(playing.state, side) for side in game.sides),
        turns=watch.turns, decisions=tuple(seat.kinds.total() for seat in in_order),
        cpu=tuple(round(sum(seat.by_turn.values()), 4) for seat in in_order),
        longest=tuple(round(max(seat.by_turn.values(), default=0), 4) for seat in in_order),
        own_turns=tuple(len(seat.by_turn) for seat in in_order),
        losses=tuple(watch.losses), kinds=tuple(_counts({s: seats[s].kinds for s in seats})),
        fronts=tuple(_counts(watch.fronts)),
    )


def _counts(by_side: Mapping[Side, Mapping[Any, int]]) -> list[Count]:
    return [Count(side, str(what), times) for side, found in by_side.items()
            for what, times in sorted(found.items())]
