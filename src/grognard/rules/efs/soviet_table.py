"""14.3, 14.4: the Soviet Replacement Phase: a roll for points, strongpoints and an event."""

from typing import TYPE_CHECKING

from grognard.core.chance import Chance, Dice, Outcome
from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.visibility import Word
from grognard.hexes import HexSet, bits, pack
from grognard.rules.efs import bound_points, garrisons, plans, pools, replacements
from grognard.rules.efs.forts import QUOTA, SHARE
from grognard.rules.efs.replacements import HEAVY, INFANTRY
from grognard.rules.efs.state import (
    CADRE,
    DESTROYED,
    ELIMINATED,
    EMERGENCY,
    GENERAL,
    READY,
    EfsState,
)
from grognard.rules.efs.steps import Ask, Do, Roll
from grognard.rules.efs.words import SOVIET

if TYPE_CHECKING:
    from grognard.rules.efs.data import SovietRow
    from grognard.rules.efs.game import EastFrontSeries



TWICE = "Rx2"
"""Two groups or garrisons instead of one (6.4 of Army Group North)."""


class SovietReplacementPhase(Do, frozen=True):
    """14.3: left out in scenarios without replacements (4.0.A.3)."""

    rule = "14.3"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if game.skips("replacement"):
            give_forts(game, state)
        else:
            state.phase = "replacement"
            replacements.receive(game, state)
            if not game.skips("soviet_table"):
                state.push(TableRoll())


def give_forts(game: "EastFrontSeries", state: EfsState) -> None:
    """12.1.2: without a table the Soviets begin what the scenario grants."""
    if game.rows.soviet_forts:
        state.points[QUOTA] = game.rows.soviet_forts


class TableRoll(Roll, frozen=True):
    """The die less the attacks that are owed (16.2.1)."""

    rule = "14.3"
    opens = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return SOVIET

    def chance(self, game: "EastFrontSeries", state: EfsState) -> Chance:
        return Dice(1, 10)

    def row(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> "SovietRow":
        die = outcome[0] - state.points.get(plans.BACKLOG, 0)
        rows = game.soviet_rows
        held = max(rows[0].die, min(rows[-1].die, die))
        return next(row for row in rows if row.die == held)

    def take(self, game: "EastFrontSeries", state: EfsState, outcome: Outcome) -> None:
        row = self.row(game, state, outcome)
        key = replacements.purse(SOVIET, INFANTRY)
        free = bound_points.free_points(game, state, row.infantry)
        state.points[key] = state.points.get(key, 0) + free
        forts = row.strongpoints + replacements.forts_granted(game, state)
        state.points[QUOTA] = forts
        state.tell(Event("soviet-table", self.rule, {
            "die": outcome[0], "count": row.infantry, "forts": forts,
            "event": row.event or "–", "row": game.soviet_rows.index(row)}))
        bound = (bound_points.BindPoints(row.infantry),) if free < row.infantry else ()
        state.push(*bound, TableEvent(row.event), plans.NewPlan(row.event))


class TableEvent(Do, frozen=True):
    """14.3.1 to 14.3.6: one letter."""

    letter: Word

    rule = "14.3"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if self.letter == "M":
            order_attack(game, state)
        elif self.letter == TWICE:
            state.push(TableEvent("R"), TableEvent("R"))  # 6.4: two, in any mix
        elif self.letter == "A" and state.turn < game.rows.type_a_from:
            state.tell(Event("no-type-a-yet", "table.no-type-a"))
        elif any(len(choice) for choice in event_choices(game, state, self.letter).values()):
            state.push(ChooseEvent(self.letter))


def order_attack(game: "EastFrontSeries", state: EfsState) -> None:
    """14.3.2: panic in the capital, later a mandatory attack where the scenario has them."""
    if state.turn in game.edition.events.panic:
        state.points[QUOTA] = 0
        state.points[game.edition.capital.panic] = 1
        state.tell(Event("capital-panic", "14.3.2"))
    elif game.rows.mandatory_attacks and state.turn >= game.edition.events.attacks_from:
        plans.owe(state)


# -- what an event lets choose -----------------------------------------------------------------


def event_choices(game: "EastFrontSeries", state: EfsState, letter: str) -> dict[str, Choices]:
    offers: dict[str, Choices] = {}
    if letter in ("A", "R"):
        offers["group"] = pools.group_choices(
            game, state, SOVIET, "armour" if letter == "A" else "special")
    if letter == "A":
        offers["heavy"] = ALWAYS
    if letter == "R":
        offers["release"] = Among(state.look_up(state.garrison & ~guards_of_the_city(game)),
                                  *garrisons.unreleased(game, state),
                                  outside=("no-garrison-there", "14.3.3"))
    if letter == "S":
        offers["relieve"] = Among(cut_off(game, state), outside=("nobody-cut-off", "14.3.4"))
    if letter == "V":
        offers |= {"air": air_choices(game, state), "freeair": ALWAYS}
    if letter == "N":
        offers["step"] = step_choices(game, state)
    return offers


def guards_of_the_city(game: "EastFrontSeries") -> int:
    """13.6.4: the NKVD of the garrison of the capital is not released by an R."""
    return game.city_guard & game.with_trait("nkvd")


def cut_off(game: "EastFrontSeries", state: EfsState) -> HexSet:
    """14.3.4: hexes with Soviet units under a supply marker."""
    own = state.on_map(game.units_of[SOVIET])
    return state.look_up(pack(unit for unit in bits(own) if state.supply[unit] >= EMERGENCY))


def air_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """15.1.5: a Soviet air unit out of Destroyed."""
    lost = pack(air for air in bits(game.air_of[SOVIET]) if state.air[air] == DESTROYED)
    return Among(lost, outside=("air-not-destroyed", "15.1.5"))


def step_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    """14.3.6: NKVD below strength, dead ones too; only if there is none, Guards, but no rockets."""
    own = game.units_of[SOVIET]
    worn = pack(unit for unit in bits(own) if state.at[unit] in (CADRE, ELIMINATED)
                or (state.at[unit] >= 0 and state.steps[unit] < game.units[unit].steps))
    nkvd = worn & game.with_trait("nkvd")
    guards = worn & game.with_trait("guards") & ~game.with_trait("rocket")
    return Among(nkvd or guards, outside=("not-nkvd-or-guards", "14.3.6"))


class ChooseEvent(Ask, frozen=True):
    """What the letter is used for: on this turn or never (14.4.2)."""

    letter: Word

    rule = "14.3"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return SOVIET

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {**event_choices(game, state, self.letter), "pass": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind != "pass":
            EVENTS[kind](game, state, arg)


def relieve(game: "EastFrontSeries", state: EfsState, hex: int) -> None:
    """14.3.4: the markers come off."""
    for unit in bits(state.set_at(hex)):
        state.set_supply(unit, GENERAL)
    state.tell(Event("relieved", "14.3.4", {"hex": hex}, hexes=(hex,)))


def give_step(game: "EastFrontSeries", state: EfsState, unit: int) -> None:
    """14.3.6: as a replacement would (15.2)."""
    state.restored |= 1 << unit
    replacements.rebuild(game, state, unit, "14.3.6")


def give_heavy(game: "EastFrontSeries", state: EfsState, arg: int) -> None:
    """14.3.1: a step of type A, for this turn."""
    state.points[replacements.purse(SOVIET, HEAVY)] = 1
    state.tell(Event("heavy-step", "14.3.1"))


def restore_air(game: "EastFrontSeries", state: EfsState, air: int) -> None:
    state.air[air] = READY
    state.tell(Event("air-restored", "15.1.5", {"air": air}))


def free_air(game: "EastFrontSeries", state: EfsState, arg: int) -> None:
    """14.3.5: the air corps of the capital flies anywhere this turn."""
    state.points[game.edition.capital.free_air] = 1
    state.tell(Event("capital-air-freed", "14.3.5"))


def free_garrison(game: "EastFrontSeries", state: EfsState, hex: int) -> None:
    garrisons.release(game, state, 1 << hex, "13.6.2.d", guards_of_the_city(game)
                      | garrisons.kept(game, state, by_table=True))


EVENTS = {"group": pools.take_group, "heavy": give_heavy, "release": free_garrison,
          "relieve": relieve, "air": restore_air, "freeair": free_air, "step": give_step}


def end_of_turn(game: "EastFrontSeries", state: EfsState) -> None:
    """What is not saved: strongpoints, type A, freedom of the air corps, use-or-lose points."""
    replacements.expire(state)
    for name in (pools.CALLED, QUOTA, SHARE, replacements.purse(SOVIET, HEAVY),
                 game.edition.capital.free_air):
        state.points.pop(name, None)
