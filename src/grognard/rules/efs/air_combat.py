"""11.2.3.a to c: who meets whom over a mission hex.

In some editions all lies open before initiative is rolled, roles are chosen then, and whoever
fires is paired. In others units are turned up after it, the side with initiative pairs fighters
as it likes, and those that are paired choose. Firing units shoot, mission units go on to the flak
and to their mission.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.chance import Chance, Dice, Outcome
from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import Number, Word
from grognard.hexes import Hex, bits, pack
from grognard.rules.efs import air
from grognard.rules.efs.air_fire import After, Fight, Shots
from grognard.rules.efs.state import EfsState
from grognard.rules.efs.steps import Ask, Do, Roll
from grognard.rules.efs.words import enemy_of

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

# -- a hex is taken up -------------------------------------------------------------------------


class ResolveMissions(Do, frozen=True):
    """One mission hex after the other."""

    mission: Word

    rule = "11.2.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        hexes = air.mission_hexes(state)
        if hexes:
            state.push(TakeUp(hexes[0], self.mission), self)


class TakeUp(Do, frozen=True):
    """11.2: air combat if both sides are there, then flak and the mission itself."""

    hex: Hex
    mission: Word

    rule = "11.2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        fight = Fight(self.hex, self.mission)
        meets = air.both_sides(game, air.in_hex(game, state, self.hex))
        if not meets or game.edition.air.reveal == "before-initiative":
            turn_up(game, state, self.hex)
            state.push(ChooseRoles(fight))
        else:
            state.push(InitiativeRoll(fight))


def turn_up(game: "EastFrontSeries", state: EfsState, hex: Hex) -> None:
    """11.2.3.b: both sides show what they sent; decoys go home."""
    there = air.in_hex(game, state, hex)
    state.turned_up |= there
    state.tell(Event("air-turned-up", "11.2.3.b", {"hex": hex, "airs": tuple(bits(there))},
                     hexes=(hex,), reveals=True))
    for unit in bits(there):
        if game.air_units[unit].kind == "dummy":
            air.home(state, unit)


# -- roles -------------------------------------------------------------------------------------


class ChooseRoles(Do, frozen=True):
    """11.2.2.c/2, BSR.air.dual: bombers carry, fighters that can do nothing else shoot, the others
    choose; where roles come after pairing, only those whom somebody meets.
    """

    fight: Fight

    rule = "11.2.2.c/2"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        there = air.in_hex(game, state, self.fight.hex)
        concerned = there if game.edition.air.roles_stand else self.fight.engaged
        fighters = concerned & air.fighters(game)
        dual = pack(unit for unit in bits(fighters)
                    if air.carries(game, state, unit, self.fight.mission))
        open = dual & ~self.fight.asked if air.both_sides(game, there) else 0
        fight = replace(self.fight, shooters=self.fight.shooters | fighters & ~dual)
        for side in (state.side, enemy_of(state.side)):
            if open & game.air_of[side]:
                state.push(ChooseRole(fight, next(bits(open & game.air_of[side]))))
                return
        self._go_on(game, state, fight, there)

    def _go_on(self, game: "EastFrontSeries", state: EfsState, fight: Fight, there: int) -> None:
        """BSR.air.initiative: no roll if nobody can fire."""
        if fight.initiative:
            state.push(Shots(fight, fight.pairs))
        elif air.both_sides(game, there) and fight.shooters & there:
            state.push(InitiativeRoll(fight))
        else:
            state.push(After(fight))


class ChooseRole(Ask, frozen=True):
    """Whether a fighter with a rating shoots or flies the mission."""

    fight: Fight
    air: Number

    rule = "11.2.2.c/2"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return game.air_units[self.air].side

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {kind: Among(1 << self.air, outside=("role-of-another", "11.2.2.c/2"))
                for kind in ("shoot", "carry")}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        shooters = self.fight.shooters | (1 << arg if kind == "shoot" else 0)
        state.push(ChooseRoles(replace(
            self.fight, shooters=shooters, asked=self.fight.asked | 1 << arg)))

    def asked_about(self) -> dict[str, object]:
        return {"air": self.air, "hex": self.fight.hex}


# -- initiative and pairs ----------------------------------------------------------------------


class InitiativeRoll(Roll, frozen=True):
    """11.2.3.a."""

    fight: Fight

    rule = "11.2.3.a"
    opens = True

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return Dice(1, 10)

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        row = next(row for row in game.charts.initiative if row.least <= outcome[0] <= row.most)
        state.tell(Event("air-initiative", self.rule, {
            "die": outcome[0], "side": row.side, "hex": self.fight.hex},
            hexes=(self.fight.hex,)))
        if row.advantage:
            state.tell(Event("local-advantage", "11.2.3.f", {"side": row.side}))
        if game.edition.air.reveal == "after-initiative":
            turn_up(game, state, self.fight.hex)
        fight = replace(self.fight, initiative=row.side, advantage=row.advantage)
        if row.side == "none":
            send_home(game, state, fight)
            state.push(After(fight))
        else:
            state.push(Pairing(fight))


def send_home(game: "EastFrontSeries", state: EfsState, fight: Fight) -> None:
    """11.2.3.a/2: without air combat all fighters go home, or only those that would fire."""
    all_fighters = game.edition.air.no_combat_sends_home == "fighters"
    whom = air.fighters(game) if all_fighters else fight.shooters
    for unit in bits(air.in_hex(game, state, fight.hex) & whom):
        air.home(state, unit)


class Pairing(Do, frozen=True):
    """11.2.3.c: the side with initiative says who meets whom.

    Where all that fire must be paired, a lone pair makes itself.
    """

    fight: Fight

    rule = "11.2.3.c"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        open = pairs_open(game, state, self.fight)
        choices = [(a, b) for a, others in open.items() for b in bits(others)]
        if len(choices) > 1 or (choices and not game.edition.air.roles_stand):
            state.push(ChoosePair(self.fight))
        elif choices:
            state.push(Pairing(replace(self.fight, pairs=(*self.fight.pairs, choices[0]))))
        else:
            end_pairing(game, state, self.fight)


def end_pairing(game: "EastFrontSeries", state: EfsState, fight: Fight) -> None:
    if not fight.pairs:
        state.push(After(fight))
    elif game.edition.air.roles_stand:
        state.push(Shots(fight, fight.pairs))
    else:
        state.push(ChooseRoles(fight))


def pairs_open(game: "EastFrontSeries", state: EfsState, fight: Fight) -> dict[int, int]:
    """By own unit: whom it may be paired with now.

    Enemy fighters that can shoot are met by own ones first. Then those left over go for the
    others; where the enemy has some left over, an edition lets them meet mission units.
    """
    there = air.in_hex(game, state, fight.hex) & ~fight.engaged
    own, theirs = there & game.air_of[fight.initiative], there & game.air_of[
        enemy_of(fight.initiative)]
    armed = fight.shooters if game.edition.air.roles_stand else air.fighters(game)
    mine, enemy = own & armed, theirs & armed
    if mine and enemy:
        return dict.fromkeys(bits(mine), enemy)
    if mine:
        return _left_over(game, state, fight, mine, theirs)
    if enemy and game.edition.air.leftover == "meet-missions":
        return dict.fromkeys(bits(own), enemy)
    return {}


def _left_over(game: "EastFrontSeries", state: EfsState, fight: Fight, mine: int,
               theirs: int) -> dict[int, int]:
    """Own fighters beyond the enemy's: at mission units, or two on one where that is allowed."""
    if not theirs and game.edition.air.leftover == "gang-up":
        met = fight.engaged & air.in_hex(game, state, fight.hex)
        theirs = met & game.air_of[enemy_of(fight.initiative)]
    return dict.fromkeys(bits(mine), theirs) if theirs else {}


class ChoosePair(Ask, frozen=True):
    """One pair; ``pair A against B`` names both."""

    fight: Fight

    rule = "11.2.3.c"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.fight.initiative

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        open = pairs_open(game, state, self.fight)
        offers: dict[str, Choices] = {
            "pair": Among(pack(open), outside=("cannot-be-paired", "11.2.3.c"))}
        if not game.edition.air.roles_stand:
            offers["done"] = ALWAYS
        return offers

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "pair":
            state.push(ChooseAgainst(self.fight, arg))
        else:
            end_pairing(game, state, self.fight)

    def asked_about(self) -> dict[str, object]:
        return {"hex": self.fight.hex}


class ChooseAgainst(Ask, frozen=True):
    """Whom the unit meets."""

    fight: Fight
    air: Number

    rule = "11.2.3.c"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return self.fight.initiative

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        open, side = pairs_open(game, state, self.fight)[self.air], self.fight.initiative
        there = air.in_hex(game, state, self.fight.hex)
        everybody = (1 << len(game.air_units)) - 1
        return {"against": Among(
            everybody,
            Layer("own-air", "11.2.3.c", game.air_of[side]),
            Layer("not-over-the-hex", "11.2.3.c", everybody & ~there),
            Layer("engaged", "11.2.3.c", self.fight.engaged & ~open),
            Layer("fighters-first", "11.2.3.c", there & ~open),
        )}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        pairs = (*self.fight.pairs, (self.air, arg))
        state.push(Pairing(replace(self.fight, pairs=pairs)))

    def asked_about(self) -> dict[str, object]:
        return {"air": self.air, "hex": self.fight.hex}
