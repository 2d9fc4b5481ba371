"""Section 6.2: stacking limits."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.eastfront.fog import report
from grognard.rules.eastfront.state import EastFrontState
from grognard.rules.eastfront.steps import Ask, Do

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront


def full_hexes(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """6.21: hexes where the side has as many blocks as may stay there."""
    found = hexes_over(game, state, side, 0)
    for hex in (*state.rear_guards, *state.exits.values()):
        full = expected(game, state, hex, side) >= game.ground.stacking(hex)
        found = found | 1 << hex if full else found & ~(1 << hex)
    return found


def hexes_over(game: "EastFront", state: EastFrontState, side: str, more: int) -> HexSet:
    """Hexes where so many blocks of the side stand as may stay there, and so many more."""
    mine, found = state.loyal(game, side), 0
    for most, hexes in game.ground.by_stacking.items():
        found |= state.hexes_of(mine, most + more) & hexes
    return found


def expected(game: "EastFront", state: EastFrontState, hex: int, side: str) -> int:
    """How many blocks of the side stand there when its rear guards have gone (6.41b)."""
    here = len(state.of_side(game, hex, side))
    if side != state.phasing:
        return here
    coming = sum(state.exits.get(left) == hex for left in state.rear_guards)
    return here + coming - (hex in state.rear_guards)


def surplus(game: "EastFront", state: EastFrontState, hex: int, side: str) -> int:
    """How many blocks of the side are too many in the hex."""
    return max(0, expected(game, state, hex, side) - game.ground.stacking(hex))


def unsettled(game: "EastFront", state: EastFrontState, hex: int, side: str) -> int:
    """How many of them are not yet marked (6.22b)."""
    marked = pack(state.of_side(game, hex, side)) & state.crowded
    return max(0, surplus(game, state, hex, side) - marked.bit_count())


def unless_crowded(
    game: "EastFront", state: EastFrontState, crowd: Iterable[Hex],
    why: tuple[str, str] = ("overstacked", "6.2a"),
) -> Among:
    """A pass that is open unless too many blocks stand in one of these hexes."""
    for hex in crowd:
        most = game.ground.stacking(hex)
        over = surplus(game, state, hex, state.phasing)
        told = (("hex", hex), ("blocks", most + over), ("most", most))
        return Among(1, Layer(*why, 1, hexes=(hex,), args=told))
    return ALWAYS


class CountCrowds(Do, frozen=True):
    """6.22b: where a limit is exceeded, surplus blocks of the owner's choice are unsupplied."""

    owner: str

    rule = "6.22b"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        for hex in bits(hexes_over(game, state, self.owner, 1)):
            if unsettled(game, state, hex, self.owner):
                state.push(ChooseSurplus(hex, self.owner), self)
                return


class ChooseSurplus(Ask, frozen=True):
    hex: Hex
    owner: str

    rule = "6.22b"
    follows = True

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return self.owner

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        here = pack(state.of_side(game, self.hex, self.owner))
        return {"surplus": Among(
            game.everybody,
            Layer("not-in-this-hex", "6.22b", game.everybody & ~here),
            Layer("surplus-already", "6.22b", state.crowded),
        )}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        state.crowded |= 1 << arg
        report(game, state, "surplus", "6.22b", arg, hex=self.hex)
