"""What a decision offers: lazy sets of arguments that also know why something is not in them."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from grognard.core import mutation
from grognard.core.actions import Action
from grognard.core.rulings import Layer, Reason
from grognard.core.sides import Side
from grognard.hexes import bits, pick

if TYPE_CHECKING:
    from grognard.core.game import Game


class Choices(Protocol):
    """The arguments offered for one kind of action."""

    def __contains__(self, arg: object) -> bool: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...
    def pick(self, index: int) -> int: ...
    def why(self, arg: int) -> Reason | None:
        """Why the argument is not offered; None if no rule that we know of bars it."""
        ...


class Among:
    """A universe of arguments less what named layers bar: legality written once.

    >>> choices = Among(0b1111, Layer("pinned", "2.5", 0b0010), Layer("moved", "4.2", 0b0100))
    >>> list(choices), choices.why(2).code
    ([0, 3], 'moved')
    """

    __slots__ = ("layers", "mask", "outside", "universe")

    def __init__(
        self,
        universe: int,
        *layers: Layer,
        outside: tuple[str, str] | Callable[[int], Reason | None] | None = None,
    ) -> None:
        if mutation.OFF_LAYER is not None:
            layers = tuple(layer for layer in layers if not mutation.layer_is_off(layer.code))
        self.universe = universe
        self.layers = layers
        self.outside = outside
        barred = 0
        for layer in layers:
            barred |= layer.bars
        self.mask = universe & ~barred

    def __repr__(self) -> str:
        barred = ", ".join(layer.code for layer in self.layers)
        return f"<Among {len(self)} of {self.universe.bit_count()}{barred and ' but '}{barred}>"

    def __contains__(self, arg: object) -> bool:
        return isinstance(arg, int) and arg >= 0 and bool(self.mask >> arg & 1)

    def __iter__(self) -> Iterator[int]:
        return bits(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def pick(self, index: int) -> int:
        return pick(self.mask, index)

    def why(self, arg: int) -> Reason | None:
        """The first layer that bars the argument, in the order of the rules.

        Layers may speak of what lies outside the universe too; ``outside`` has the last word.
        """
        for layer in self.layers:
            if layer.bars >> arg & 1:
                return Reason(layer.code, layer.rule, layer.units, layer.hexes, layer.args)
        if self.universe >> arg & 1:
            return None
        if callable(self.outside):
            return self.outside(arg)
        return Reason(*self.outside) if self.outside else None


ALWAYS = Among(1)
"""The single offer of a kind without argument, such as ``done``."""


class Offers:
    """All actions that a decision offers, never built as a list unless somebody iterates."""

    __slots__ = ("_asked", "_count", "choices")

    def __init__(
        self, choices: Mapping[str, Choices], asked: "tuple[Game[Any], Any, Side] | None" = None
    ) -> None:
        self.choices = choices
        self._asked = asked
        """The game, its state and who is asked."""
        self._count = -1

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, tuple) or len(action) != 2 or type(action[1]) is not int:
            return False  # True would pass for 1
        choices = self.choices.get(action[0]) if isinstance(action[0], str) else None
        return choices is not None and action[1] in choices

    def __iter__(self) -> Iterator[Action]:
        for kind, choices in self.choices.items():
            for arg in choices:
                yield Action(kind, arg)

    def __len__(self) -> int:
        if self._count < 0:
            self._count = sum(map(len, self.choices.values()))
        return self._count

    def __bool__(self) -> bool:
        return len(self) > 0

    def sample(self, rng: Random) -> Action:
        """One offer at random, every offer as likely as the next."""
        index = int(rng.random() * len(self))
        for kind, choices in self.choices.items():
            count = len(choices)
            if index < count:
                return Action(kind, choices.pick(index))
            index -= count
        raise IndexError("no offers")

    def of(self, unit: int) -> "Offers":
        """What would be offered next if this unit were chosen now; nothing if it cannot be."""
        if self._asked is None:
            return Offers({})
        game, state, side = self._asked
        for kind, choices in self.choices.items():
            if game.space.domains[kind].name == "unit" and unit in choices:
                return game.peek(state, side, Action(kind, unit))
        return Offers({})

    def __repr__(self) -> str:
        inside = ", ".join(f"{kind}: {len(choices)}" for kind, choices in self.choices.items())
        return f"<Offers {inside}>"
