"""Positions that nobody could have come to by playing, each made from one that was played to."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, cast

import msgspec

import grognard
from grognard.core.game import Game
from grognard.core.positions import play_on
from grognard.core.state import State
from grognard.records.text import CUT

Raw = dict[str, Any]
Craft = Callable[[Raw], object]


def beyond_any_stack(raw: Raw) -> None:
    raw["stack"] = raw["stack"][:1] * 500


def asks_nobody(raw: Raw) -> None:
    raw["stack"] = raw["stack"][:1]


def in_two_places(raw: Raw) -> None:
    at = next(hex for hex in raw["at"] if hex >= 0)
    raw["stacks"] = {**raw["stacks"], str(at): [0, 0, 0]}


def deep(raw: Raw) -> None:
    nested: Any = []
    for _ in range(400):
        nested = [nested]
    raw["at"] = nested


CRAFTED: dict[str, tuple[str, str, Craft]] = {
    "endless cup": ("narva", "campaign", lambda raw: raw["cup"].__setitem__(-1, 10**18)),
    "negative cup": ("narva", "campaign", lambda raw: raw["cup"].__setitem__(0, -1)),
    "unit far off the map": ("narva", "campaign", lambda raw: raw["at"].__setitem__(0, 10**9)),
    "unit in no place": ("narva", "campaign", lambda raw: raw["at"].__setitem__(0, -77)),
    "too few units": ("narva", "campaign", lambda raw: raw["at"].pop()),
    "negative set of units": ("narva", "campaign", lambda raw: raw.update(pinned=-1)),
    "set of hexes off the map": ("narva", "campaign", lambda raw: raw.update(attacked=1 << 9_000)),
    "turn without end": ("narva", "campaign", lambda raw: raw.update(turn=-(10**9))),
    "side of nobody": ("narva", "campaign", lambda raw: raw.update(acting="nobody")),
    "no tracks": ("narva", "campaign", lambda raw: raw.update(tracks={})),
    "two places at once": ("narva", "campaign", in_two_places),
    "deep": ("narva", "campaign", deep),
    "stack without end": ("eastfront", "s42", beyond_any_stack),
    "asks nobody": ("eastfront", "s42", asks_nobody),
    "no stack": ("eastfront", "s42", lambda raw: raw.pop("stack")),
    "over without an end": ("eastfront", "s42", lambda raw: raw.update(stack=[])),
    "step of another book": ("eastfront", "s42", lambda raw: raw.update(stack=[{"type": "Turn"}])),
    "month of another war": ("eastfront", "s42", lambda raw: raw.update(month=10**12)),
    "negative blocks": ("eastfront", "s42", lambda raw: raw.update(face_up=-(1 << 300))),
    "strength beyond the block": ("eastfront", "s42", lambda raw: raw["cv"].__setitem__(0, 88)),
    "endless points": ("eastfront", "s42", lambda raw: raw["points"].update(axis=10**15)),
    "another weather": ("eastfront", "s42", lambda raw: raw.update(east="hail" * 10_000)),
    "more choices than can be": ("eastfront", "s42", lambda raw: raw.update(decisions_made=2**30)),
    "many chits": ("miniature", "meeting", lambda raw: raw.update(cup={"blue": 10**18})),
    "counter off the map": ("miniature", "meeting", lambda raw: raw["at"].__setitem__(0, 10**6)),
    "shadows": ("miniature", "meeting", lambda raw: raw.update(shadows=[["blue", 1, True, True]])),
    "branches of nobody": ("miniature", "meeting", lambda raw: raw.update(stack=[
        {"type": "Together", "branches": [
            {"side": "green", "start": [], "stack": [], "made": 0}]}])),
    "not even an object": ("miniature", "meeting", lambda raw: raw.clear()),
}


@cache
def game_of(box: str, scenario: str) -> Game[Any]:
    return grognard.load(box, scenario)


def played_to(game: Game[Any], acts: int = 12) -> State:
    """A position on the way of a random game."""
    rng, state = Random(3), cast(State, game.start_state())
    for _ in range(acts):
        play_on(game, state, rng)
    state.news = []
    return state


def record_at(game: Game[Any], position: str) -> str:
    """A record that begins with this position and has no line."""
    keys = {"format": 1, "box": game.box, "scenario": game.scenario,
            "fingerprint": game.fingerprint, "position": position}
    head = [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in keys.items()]
    return "\n".join([*head, CUT, ""])


def crafted_record(name: str) -> str:
    box, scenario, craft = CRAFTED[name]
    game = game_of(box, scenario)
    raw = msgspec.json.decode(game.encode(played_to(game)))
    craft(raw)
    return record_at(game, msgspec.json.encode(raw).decode())
