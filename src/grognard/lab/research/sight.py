"""What a side sees as one row of numbers, and what it may choose as a mask."""

from typing import Any

import numpy
from numpy.typing import NDArray

from grognard.core.actions import Action
from grognard.core.game import Decision, Game, View
from grognard.core.placing import Placement
from grognard.core.serial import steps_of
from grognard.core.sides import Side
from grognard.core.visibility import names
from grognard.hexes import bits
from grognard.records import Playthrough
from grognard.table import table_of

Numbers = NDArray[numpy.float32]
Mask = NDArray[numpy.int8]


class Sight:
    """Reads views of one game.

    A row holds, hex by hex, how many pieces of the side's own and of the others' lie there, and
    the units that are asked about; then the kind of question, the turn and the gauges of the table.
    All of it comes from the view, so that nobody learns from what his side may not know.

    >>> import grognard
    >>> Sight(grognard.load("miniature", "bridgehead"))
    <Sight of miniature/bridgehead: 127 numbers, 206 actions>
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game, self._table = game, table_of(game)
        self._grid = next(iter(game.maps.values())).grid
        self._hexes = self._grid.size
        self._steps = {name: at for at, name in enumerate(sorted(steps_of(game.packages)))}
        start = game.view(game.start_state(), game.sides[0])
        self._gauges = [gauge.id for gauge in self._table.gauges(start)]
        self.size = 3 * self._hexes + len(self._steps) + 1 + len(self._gauges)
        self.actions = game.space.size

    def __repr__(self) -> str:
        game = self.game
        return f"<Sight of {game.box}/{game.scenario}: {self.size} numbers, {self.actions} actions>"

    def look(self, play: Playthrough[Any], side: Side) -> Numbers:
        """The row of a side now, whether or not it must choose."""
        view, row = play.view(side), numpy.zeros(self.size, dtype=numpy.float32)
        self._pieces(row, view)
        decision = play.decisions.get(side)
        at = 3 * self._hexes
        if decision is not None:
            self._question(row, view, decision)
        row[at + len(self._steps)] = self._table.turn(view)
        values = {gauge.id: gauge.value for gauge in self._table.gauges(view)}
        row[at + len(self._steps) + 1:] = [values.get(id, 0) for id in self._gauges]
        return row

    def _pieces(self, row: Numbers, view: View[Any]) -> None:
        for piece in self._table.pieces(view):
            kind, _, label = piece.at.partition(":")
            if kind == "hex" and piece.side:
                plane = 0 if piece.side == view.side else self._hexes
                row[plane + self._grid.hex(label)] += 1

    def _question(self, row: Numbers, view: View[Any], decision: Decision) -> None:
        step, state = decision.step, view.state
        row[3 * self._hexes + self._steps[type(step).__name__]] = 1
        if isinstance(state, Placement):
            for hex in bits(state.hexes_of(state.on_map(names(step)))):
                row[2 * self._hexes + hex] = 1

    def mask(self, play: Playthrough[Any], side: Side) -> Mask:
        """1 for every action that the side is offered."""
        mask = numpy.zeros(self.actions, dtype=numpy.int8)
        decision = play.decisions.get(side)
        if decision is not None:
            space = self.game.space
            mask[[space.index(action) for action in decision.offers]] = 1
        return mask

    def action(self, index: int) -> Action:
        return self.game.space.at(int(index))


REWARDS = ("result", "margin", "lead")
"""1 or -1 at the end; the margin at the end; or at every decision what the lead has gained.
The lead may know more than the side does: it is for training."""


class Judge:
    """Who deserves what since it was last asked."""

    def __init__(self, game: Game[Any], reward: str) -> None:
        if reward not in REWARDS:
            raise ValueError(f"no reward {reward!r} (there are: {', '.join(REWARDS)})")
        self._game, self._reward = game, reward
        self._lead = dict.fromkeys(game.sides, 0.0)

    def __repr__(self) -> str:
        return f"<Judge of the {self._reward}>"

    def begin(self, play: Playthrough[Any]) -> None:
        self._lead = {side: self._game.advice.standing(play.state, side)
                      for side in self._game.sides}

    def reward(self, play: Playthrough[Any]) -> dict[Side, float]:
        if self._reward == "lead":
            before = self._lead
            self.begin(play)
            return {side: self._lead[side] - before[side] for side in before}
        if not play.is_over:
            return dict.fromkeys(self._game.sides, 0.0)
        if self._reward == "margin":
            return {side: self._game.advice.standing(play.state, side)
                    for side in self._game.sides}
        winner = play.result.winner if play.result else None
        return {side: 0.0 if winner is None else 1.0 if side == winner else -1.0
                for side in self._game.sides}
