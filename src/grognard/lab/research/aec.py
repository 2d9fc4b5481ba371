"""A scenario as an environment of PettingZoo: sides are agents, who must choose is selected."""

from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import grognard
from grognard.lab.research.sight import Judge, Sight
from grognard.records import Playthrough


def env(box: str = "miniature", scenario: str | None = None, **how: Any) -> Any:
    """The environment with PettingZoo's usual guards: an action that is not offered loses."""
    raw = GrognardEnv(box, scenario, **how)
    guarded = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class GrognardEnv(AECEnv):  # type: ignore[misc]  # PettingZoo is not typed
    """One play after another of a scenario, for agents who learn.

    An observation is ``{"observation": numbers, "action_mask": mask}`` (:class:`Sight`); dice roll
    themselves, and a choice without an alternative is made by itself, as at the table.
    """

    metadata = {  # PettingZoo asks for a plain dict
        "name": "grognard_v0", "is_parallelizable": False, "render_modes": []}

    def __init__(self, box: str = "miniature", scenario: str | None = None, *,
                 options: dict[str, Any] | None = None, reward: str = "result",
                 most_decisions: int = 0) -> None:
        super().__init__()
        self.game = grognard.load(box, scenario, options)
        self.sight, self._judge = Sight(self.game), Judge(self.game, reward)
        self._most, self.render_mode = most_decisions, None
        self.possible_agents = list(self.game.sides)
        seen = spaces.Box(-numpy.inf, numpy.inf, (self.sight.size,), numpy.float32)
        mask = spaces.Box(0, 1, (self.sight.actions,), numpy.int8)
        both: dict[str, spaces.Space[Any]] = {"observation": seen, "action_mask": mask}
        self.observation_spaces = {a: spaces.Dict(both) for a in self.possible_agents}
        self.action_spaces = {a: spaces.Discrete(self.sight.actions)
                              for a in self.possible_agents}

    def __repr__(self) -> str:
        return f"<GrognardEnv {self.game.box}/{self.game.scenario}>"

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.play: Playthrough[Any] = grognard.start(self.game, seed=seed)
        self._judge.begin(self.play)
        self.agents, self._made = list(self.possible_agents), 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = min(self.play.decisions)

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's side sees; its mask is empty while others choose."""
        chooses = agent == self.agent_selection
        mask = self.sight.mask(self.play, agent) if chooses else \
            numpy.zeros(self.sight.actions, dtype=numpy.int8)
        return {"observation": self.sight.look(self.play, agent), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Raises ``Refused`` for an action that is not offered."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.play.do(agent, self.sight.action(action))
        self._made += 1
        self.rewards = self._judge.reward(self.play)
        self._look_on()
        self._accumulate_rewards()

    def _look_on(self) -> None:
        """Who is next, or that it is over."""
        if self.play.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._most and self._made >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.play.decisions:
            self.agent_selection = min(self.play.decisions)

    def render(self) -> None:
        """A play is drawn by ``grognard map`` and at the table, not here."""

    def close(self) -> None:
        """Nothing is open."""
