"""What a prompt or a failing test prints of a thing says what it is, in a line or two."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import grognard
from grognard.ai import bot
from grognard.core.chance import Dice
from grognard.records.text import parse, write
from grognard.table import table_of

PACKAGES = ("hexes", "core", "table", "boxes", "records", "ai")
LONGEST = 400


def classes() -> Iterator[type]:
    """The public classes of the library, but for the boxes' own loaders."""
    for name in PACKAGES:
        package = importlib.import_module(f"grognard.{name}")
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            if module.ispkg:
                continue
            for name, found in vars(importlib.import_module(module.name)).items():
                if inspect.isclass(found) and found.__module__ == module.name and name[0] != "_":
                    yield found


def test_every_class_tells_what_its_instances_are() -> None:
    found = [one for one in classes() if not getattr(one, "_is_protocol", False)]
    plain = inspect.getattr_static(object, "__repr__")
    bare = [f"{one.__module__}.{one.__name__}" for one in found
            if inspect.getattr_static(one, "__repr__") is plain]
    assert len(found) > 100
    assert bare == []


def things(box: str) -> Iterator[Any]:
    """What a user of the library gets to see of a game."""
    game = grognard.load(box)
    play, rng = grognard.start(game, seed=3), Random(3)
    for _ in range(60):
        side, decision = next(iter(play.decisions.items()))
        play.do(side, decision.offers.sample(rng))
    side, decision = next(iter(play.decisions.items()))
    table, view = table_of(game), play.view(side)
    yield from (game, play, play.state, view, decision, decision.step, decision.offers)
    yield from decision.offers.choices.values()
    yield from (game.space, *game.space.domains.values(), *game.maps.values())
    yield from (map.grid for map in game.maps.values())
    yield from (game.catalogue(), game.provenance, game.advice, table, play.log[-1])
    yield from (table.scene(view), table.layout(), *table.scene(view).pieces[:5])
    yield from (play.check(side, "nonsense"), bot("recruit"), parse(write(play)))
    yield from play.events(side)
    entry = grognard.boxes()[box]
    yield from (entry, entry.box, entry.box.inventory())


@pytest.mark.parametrize("box", ["miniature", "narva", "eastfront"])
def test_what_is_printed_is_short_and_says_something(box: str) -> None:
    for thing in things(box):
        shown = repr(thing)
        assert len(shown) <= LONGEST, f"{type(thing).__name__}: {shown[:LONGEST]}"
        assert " at 0x" not in shown, shown[:LONGEST]


def test_what_can_be_written_down_can_be_read_again() -> None:
    assert repr(Dice(2)) == "Dice(2, 6, 1)"
    again = eval(repr(Dice(2)))
    assert list(again.outcomes()) == list(Dice(2).outcomes())
