"""13.4: siege and naval guns; guns of two modes (BSR.sh.modes)."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.rules.efs import cover
from grognard.rules.efs.battle import Battle
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

SIEGE_DIE = -1
"""What German super-heavy guns take from the die, once in a combat (BSR.sh.modes)."""


def attack_only(game: "EastFrontSeries") -> int:
    """13.4.1: guns that never support a defence."""
    return game.siege_guns & ~game.naval_guns


def outside_limit(game: "EastFrontSeries") -> int:
    """Guns beside the four: siege guns (13.4.1), of two modes only German ones (7.1.2.b)."""
    return attack_only(game) & (game.units_of[AXIS] if game.edition.guns.two_modes else ~0)


def packed_up(game: "EastFrontSeries", state: EfsState) -> int:
    """BSR.sh.modes: guns that are ready to move, and so cannot fire."""
    return game.two_modes & ~state.firing if game.edition.guns.two_modes else 0


def factor(game: "EastFrontSeries", state: EfsState, battle: Battle, gun: int) -> int:
    """13.4.2: siege guns count double against towns and forts; 13.4.4: naval guns at their last."""
    if battle.doubled >> gun & 1:
        return 2
    doubles = attack_only(game) >> gun & 1 and not game.edition.guns.two_modes
    return 2 if doubles and is_hard(game, state, battle) else 1


def is_hard(game: "EastFrontSeries", state: EfsState, battle: Battle) -> bool:
    """A city, a major city or a standing enemy fort among the targets."""
    hard = game.ground.cities | game.ground.major_cities
    hard |= cover.strongpoints(state, battle.defender)
    if battle.side == AXIS:
        hard |= cover.lines(game, state)
    return bool(hard & battle.targets)


def gives_die(game: "EastFrontSeries", battle: Battle) -> bool:
    """BSR.sh.modes: the German kind adds to the attack; Soviet guns and rockets do not."""
    heavy = game.siege_guns & game.units_of[AXIS] & ~game.rockets
    return game.edition.guns.two_modes and bool(battle.guns & heavy)


class ChangeModes(Do, frozen=True):
    """BSR.sh.modes: in the owner's Construction Phase."""

    rule = "series:sh.modes"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if game.edition.guns.two_modes and mode_choices(game, state).mask:
            state.push(ChooseMode())


def mode_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    own = game.units_of[state.side]
    rule = ChangeModes.rule
    return Among(
        game.everybody,
        Layer("enemy-unit", rule, game.units_of[enemy_of(state.side)]),
        Layer("one-mode", rule, own & ~game.two_modes),
        Layer("not-on-map", rule, own & ~state.on_map(own)),
        Layer("changed-already", rule, state.worked),
    )


class ChooseMode(Ask, frozen=True):
    rule = ChangeModes.rule

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return state.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"mode": mode_choices(game, state), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        state.firing ^= 1 << arg
        state.worked |= 1 << arg
        what = "gun-fires" if state.firing >> arg & 1 else "gun-moves"
        state.tell(Event(what, self.rule, {"unit": arg}, units=(arg,)))
        state.push(ChangeModes())
