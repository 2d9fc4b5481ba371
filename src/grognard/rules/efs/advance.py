"""8.9: victorious attackers may take the hex that they emptied."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.visibility import UnitId
from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import control, cover, forts, stacking
from grognard.rules.efs.battle import EXTENDED, Battle
from grognard.rules.efs.retreat import passes
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


def emptied(game: "EastFrontSeries", state: EfsState, battle: Battle) -> HexSet:
    """The attacked hexes where no enemy is left; supply and bridges stop nobody (8.9)."""
    foes = (game.fighting | game.hqs) & game.units_of[battle.defender]
    return battle.targets & ~state.hexes_of(foes)


def ahead(game: "EastFrontSeries", state: EfsState, battle: Battle) -> HexSet:
    """Those of them that the scenario leaves open to the side (18.0)."""
    return emptied(game, state, battle) & ~game.closed_to[battle.side]


def open_to(game: "EastFrontSeries", state: EfsState, battle: Battle, unit: int) -> HexSet:
    """The emptied hexes that a unit could enter, and where there is room for it (8.9/3, 8.9.4)."""
    here = state.at[unit]
    return pack([hex for hex in bits(ahead(game, state, battle))
                 if passes(game, state, unit, here, hex)
                 and stacking.fits(game, state, 1 << unit, hex)])


class Advance(Do, frozen=True):
    """At once or not at all (8.9.1)."""

    battle: Battle

    rule = "8.9"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        barred = self.battle.order == EXTENDED and not game.edition.orders.extended_advances
        if emptied(game, state, self.battle) and not barred \
                and len(self.ask().choices(game, state)["advance"]):
            state.push(self.ask())

    def ask(self) -> "ChooseAdvance":
        return ChooseAdvance(self.battle)


def advance_choices(game: "EastFrontSeries", state: EfsState, battle: Battle,
                    gone: int = 0) -> Among:
    """Who may go: attackers only, never artillery (8.9.2); ``gone`` are those who went further."""
    own = game.units_of[battle.side]
    here = state.on_map(battle.attackers)
    standing = here & ~state.units_in(battle.targets, here) & ~gone
    ground = pack([unit for unit in bits(standing) if not any(
        passes(game, state, unit, state.at[unit], hex)
        for hex in bits(ahead(game, state, battle)))])
    full = pack([unit for unit in bits(standing & ~ground)
                 if not open_to(game, state, battle, unit)])
    return Among(
        game.everybody,
        Layer("enemy-unit", "8.9.2", game.units_of[battle.defender]),
        Layer("guns-stay", "8.9.2", own & game.artillery),
        Layer("took-no-part", "8.9.2", own & ~battle.attackers),
        Layer("lost-in-battle", "8.9.2", battle.attackers & ~here & ~gone),
        Layer("advanced-already", "8.9.1", here & ~standing | gone),
        Layer("garrison-stays", "13.6", state.garrison),
        *game.limits(state, "advance"),
        Layer("no-ground-to-advance", "8.9/3", ground),
        Layer("no-room-to-advance", "8.9.4", full),
    )


class ChooseAdvance(Ask, frozen=True):
    battle: Battle

    rule = "8.9"
    follows = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.battle.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        going = advance_choices(game, state, self.battle)
        return {"advance": going} if going.mask & at_sea(game, state) else {
            "advance": going, "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "done":
            return
        hexes = open_to(game, state, self.battle, arg)
        if hexes.bit_count() > 1:
            state.push(ChooseHexAhead(self.battle, arg), Advance(self.battle))
        else:
            go(game, state, self.battle, arg, next(bits(hexes)))
            state.push(Advance(self.battle))

    def absent(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> Reason:
        if kind == "done":
            return Reason("must-advance", "sea:5.2.2/advance")
        return super().absent(game, state, kind, arg)

    def asked_about(self) -> dict[str, object]:
        return {"hexes": self.battle.hexes}


def at_sea(game: "EastFrontSeries", state: EfsState) -> int:
    """agn:8.5.2.2: units and flotillas before a coast, who must go ashore if they can."""
    if not state.sea.assault:
        return 0
    afloat = state.units_in(game.ground.water | game.ground.lakes, game.boats)
    return pack(state.sea.assault) | afloat


class ChooseHexAhead(Ask, frozen=True):
    """8.9.5: several hexes fell empty."""

    battle: Battle
    unit: UnitId

    rule = "8.9.5"
    follows = True
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.battle.side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        free = emptied(game, state, self.battle)
        ground = pack([hex for hex in bits(free)
                       if not passes(game, state, self.unit, state.at[self.unit], hex)])
        return {"into": Among(
            self.battle.targets,
            Layer("enemy-there", "8.9", self.battle.targets & ~free),
            Layer("ground-closed", "8.9/3", ground),
            Layer("stack-full", "8.9.4", free & ~open_to(
                game, state, self.battle, self.unit)),
            outside=("not-attacked-hex", "8.9.3"),
        )}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        go(game, state, self.battle, self.unit, arg)


def go(game: "EastFrontSeries", state: EfsState, battle: Battle, unit: int, hex: Hex) -> None:
    """Enemy zones do not matter (8.9.3); a line that engineers attacked falls (12.2.3.b)."""
    here = state.at[unit]
    state.tell(Event("advances", "8.9", {"unit": unit, "from": here, "to": hex},
                     hexes=(here, hex), units=(unit,)))
    line = battle.side == AXIS and cover.lines(game, state) >> hex & 1
    control.walk(game, state, 1 << unit, (here, hex))
    if line and battle.attackers & game.engineers:
        forts.break_line(state, hex, "12.2.3.b")
