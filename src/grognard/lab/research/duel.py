"""A scenario as an environment of Gymnasium: one side learns, a bot plays the other."""

from random import Random
from typing import Any

import gymnasium
import numpy
from gymnasium import spaces

import grognard
from grognard.ai.bots import bot
from grognard.ai.mind import Mind
from grognard.lab.research.sight import Judge, Mask, Numbers, Sight


class Duel(gymnasium.Env[Numbers, Any]):
    """One side of a scenario against a bot.

    ``info["action_mask"]`` and ``action_masks()`` tell what is offered; an action that is not
    offered loses the game at once.
    """

    metadata = {"render_modes": []}  # Gymnasium asks for a plain dict

    def __init__(self, box: str = "miniature", scenario: str | None = None, *,
                 side: str | None = None, opponent: str = "recruit", reward: str = "margin",
                 options: dict[str, Any] | None = None) -> None:
        self.game = grognard.load(box, scenario, options)
        self.side, self._opponent = side or self.game.sides[0], opponent
        if self.side not in self.game.sides:
            raise ValueError(f"no side {side!r} (there is: {', '.join(self.game.sides)})")
        bot(opponent)  # an unknown one is told now
        self.sight, self._judge = Sight(self.game), Judge(self.game, reward)
        self.observation_space = spaces.Box(-numpy.inf, numpy.inf, (self.sight.size,),
                                            numpy.float32)
        self.action_space = spaces.Discrete(self.sight.actions)

    def __repr__(self) -> str:
        return f"<Duel of {self.side} with {self._opponent}, {self.game!r}>"

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None
              ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        luck = int(self.np_random.integers(2**48))
        self._luck = Random(luck)
        self._bot = Mind(bot(self._opponent, self._luck), self._luck)
        self.play = grognard.start(self.game, seed=luck)
        self._judge.begin(self.play)
        self._answer()
        return self.sight.look(self.play, self.side), self._info()

    def step(self, action: int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        chosen = self.sight.action(action)
        if self.side not in self.play.decisions or chosen not in self.play.offers(self.side):
            return self.sight.look(self.play, self.side), -1.0, True, False, self._info()
        self.play.do(self.side, chosen)
        self._answer()
        reward = self._judge.reward(self.play)[self.side]
        return (self.sight.look(self.play, self.side), reward, self.play.is_over, False,
                self._info())

    def _answer(self) -> None:
        """Let the bot play until the learner must choose."""
        while not self.play.is_over and self.side not in self.play.decisions:
            other = min(self.play.decisions)
            view = self.play.view(other)
            self._bot.follow(self.play, other)
            self.play.do(other, self._bot.choose(self.game, view))

    def action_masks(self) -> Mask:
        """As sb3-contrib asks for them."""
        return self.sight.mask(self.play, self.side)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}
