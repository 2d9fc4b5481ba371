"""How many decisions can still follow at most.

The count falls with every decision and never rises, so every play ends. What it is at the
start is the bound that the game declares.
"""

from typing import TYPE_CHECKING

from grognard.core.steps import Step, Together
from grognard_miniature.combat import (
    AdvancePhase,
    Battle,
    BattleRoll,
    ChooseAdvance,
    ChooseAttack,
    CombatPhase,
    JoinAttack,
)
from grognard_miniature.losses import ChooseLoss, TakeLoss
from grognard_miniature.movement import MovementPhase, MoveTo
from grognard_miniature.retreat import ChooseRetreat, FallBack, Retreat
from grognard_miniature.sequence import ActionPhase, GiveOrder, LayGun, SetUp, SetUpAt, Turn
from grognard_miniature.state import SIDES, MiniatureState, present

if TYPE_CHECKING:
    from grognard_miniature.game import Miniature


def at_most(game: "Miniature", state: MiniatureState) -> int:
    """The most decisions that a play from here can have."""
    return sum(_of_step(game, state, step) for step in state.stack)


def _of_step(game: "Miniature", state: MiniatureState, step: Step) -> int:
    match step:
        case Turn(at=at):
            return (game.turns - state.turn - (at == 0)) * _turn(game) + _turn(game, at)
        case ActionPhase():
            return sum(state.cup.values()) * _chit(game)
        case Together(branches=branches):
            return sum(_of_step(game, state, s) for branch in branches for s in branch.stack)
        case SetUp(who=who):
            return 2 * (game.counters_of[who] & ~present(game, state, who)).bit_count()
        case SetUpAt(who=who):
            return _of_step(game, state, SetUp(who)) - 1
        case MovementPhase(left=left):
            return left * _counter(game)
        case MoveTo(left=left):
            return left * _counter(game) - 1
        case CombatPhase() | ChooseAttack():
            return _ready(state) * _attack(game)
        case JoinAttack(by=by):  # ``by`` at least one, and fight
            return _battle(game) + 1 + (by == 0)
        case Battle() | BattleRoll():
            return _battle(game)
        case Retreat(hexes=left) | FallBack(left=left) | ChooseRetreat(left=left):
            return left
        case TakeLoss() | ChooseLoss() | AdvancePhase() | ChooseAdvance() | GiveOrder() | LayGun():
            return 1
    return 0


def _ready(state: MiniatureState) -> int:
    """Counters whose attack is not yet on the stack."""
    joined = sum(max(1, s.by.bit_count()) for s in state.stack if isinstance(s, JoinAttack))
    return state.ready.bit_count() - joined


def _battle(game: "Miniature") -> int:
    """The losses and hexes of the worst result, and the advance."""
    return 1 + max(row.attacker_loses + row.defender_loses + row.retreat for row in game.results)


def _attack(game: "Miniature") -> int:
    """attack, by, fight; each counter attacks once (6.3.a)."""
    return 3 + _battle(game)


def _counter(game: "Miniature") -> int:
    """move, to; and the attack."""
    return 2 + _attack(game)


def _chit(game: "Miniature") -> int:
    return game.numbers.acting * _counter(game)


def _turn(game: "Miniature", at: int = 0) -> int:
    """A turn from this part on: order and gun of each side, then the chits."""
    parts = [type(part) for part in Turn.parts[at:]]
    orders = 2 * len(SIDES) if parts and parts[0] is type(Turn.parts[0]) else 0
    chits = len(SIDES) * game.numbers.chits * _chit(game) if ActionPhase in parts else 0
    return orders + chits
