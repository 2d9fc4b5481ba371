"""14.7, 17.7: the Finns north of the city, and the Soviet army that faces them.

The Finns wait until the city is about to fall; their neighbours hold their hexes until the Finns
attack. One of them may go if another takes over his post: ``exchange 43R by 90R``. Supply, trains,
replacements and transports of both are rows of the scenario.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitId
from grognard.hexes import bits, pack
from grognard.rules.efs import control, limits, victory
from grognard.rules.efs.inset.megahexes import MegaHexes
from grognard.rules.efs.plug_ins import PlugIn
from grognard.rules.efs.state import ACTIVE, TRACK, EfsState
from grognard.rules.efs.steps import Ask
from grognard.rules.efs.words import AXIS, SOVIET, enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

MOVES = ("move", "react", "advance")
"""What who stays in place does not do."""


class WaitingFront(PlugIn):
    """Both groups in a scenario that has them."""

    def __init__(self, game: "EastFrontSeries") -> None:
        super().__init__(game)
        assert game.rows.waiting is not None
        self.rows = game.rows.waiting
        self.finns = game.units_of[AXIS] & limits.of_nations(game, [self.rows.nation])
        self.megas = MegaHexes(game.map)

    def set_up(self, state: EfsState) -> None:
        """14.7.1: those who come later are bound as they come."""
        state.posted = self.game.named(self.rows.group)

    def new_turn(self, state: EfsState) -> None:
        """14.7.2: judged as a turn ends, they are free from the next one on."""
        if not state.finns_from and state.turn > self.game.first_turn and self.called(state):
            state.finns_from = state.turn
            state.tell(Event("finns-march", "waiting.march"))

    def called(self, state: EfsState) -> bool:
        """14.7.2/release, 17.7.3.c: whether one of the conditions holds."""
        row, land = self.rows, control.land_of(self.game, state, AXIS)
        taken = row.ports and not pack(row.ports) & ~land
        rich = row.points and victory.score(self.game, state) >= row.points
        return bool(taken or rich or (row.quarters and self.quarters(state) >= row.quarters))

    def quarters(self, state: EfsState) -> int:
        """Parts of the city with an Axis ground combat unit in one of their hexes."""
        streets = self.game.ground.major_cities & self.megas.unfolded(self.rows.city)
        held = state.hexes_of(self.game.holders[AXIS]) & (streets | self.rows.city)
        return len({self.megas.home(hex) for hex in bits(held)})

    def stays(self, state: EfsState) -> int:
        return state.posted | (0 if state.finns_from else self.finns)

    def limits(self, state: EfsState, deed: str) -> list[Layer]:
        found = []
        if not state.finns_from and deed in (*MOVES, "attack"):
            found.append(Layer("finns-wait", "waiting.finns", self.finns))
        if state.posted and deed in MOVES:
            found.append(Layer("holds-a-post", "waiting.group", state.posted))
        return found

    def removed(self, state: EfsState, unit: int) -> None:
        """Who has left the map guards nothing; who has not come yet will."""
        if state.at[unit] not in (TRACK, ACTIVE):
            state.posted &= ~(1 << unit)

    def declared(self, state: EfsState, attackers: int) -> None:
        """14.7.3.a: the first attack of the Finns frees their neighbours."""
        if attackers & self.finns and state.posted:
            state.posted = 0
            state.tell(Event("posts-left", "waiting.group"))


# -- exchanges (14.7.3) --------------------------------------------------------------------------


def stand_ins(game: "EastFrontSeries", state: EfsState, unit: int) -> int:
    """Who may take a post over: of an HQ another HQ, of others any combat unit that can march."""
    others = state.set_at(state.at[unit]) & game.units_of[SOVIET] & ~state.posted
    if game.hqs >> unit & 1:
        return others & game.hqs
    return others & game.fighting & ~game.immobile


def exchange_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """Whose post somebody can take over now."""
    own = state.on_map(game.units_of[SOVIET])
    posted = state.posted & own
    alone = pack(unit for unit in bits(posted) if not stand_ins(game, state, unit))
    return Among(
        game.everybody,
        Layer("enemy-unit", "waiting.exchange", game.units_of[enemy_of(SOVIET)]),
        Layer("no-post", "waiting.exchange", own & ~posted),
        Layer("not-on-map", "waiting.exchange", game.units_of[SOVIET] & ~own),
        Layer("moved-already", "7.1.4", state.moved),
        Layer("no-stand-in", "waiting.exchange", alone & ~game.hqs),
        Layer("no-other-staff", "waiting.staff", alone & game.hqs),
    )


class StandIn(Ask, frozen=True):
    """Who takes the post over."""

    unit: UnitId

    rule = "waiting.exchange"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return SOVIET

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"by": Among(stand_ins(game, state, self.unit),
                            outside=("cannot-stand-in", "waiting.exchange"))}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        """14.7.3.d: the one is free, the other stays, in this phase and later."""
        state.posted = state.posted & ~(1 << self.unit) | 1 << arg
        state.moved |= 1 << arg
        state.tell(Event("post-taken", "waiting.exchange", {"unit": self.unit, "new": arg},
                         units=(self.unit, arg)))
