"""Chapter 9, sections 9.0 to 9.3: who attacks whom, at which odds, with which result.

An attack is written ``attack 2425 by 151G 162G fire``, then ``air BOMBER-full done``.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.chance import Dice, Outcome
from grognard.core.events import Event
from grognard.core.messages import Message
from grognard.core.odds import Odds
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer, Reason
from grognard.core.tables import Lit
from grognard.core.visibility import Number
from grognard.hexes import Hex, bits, pack
from grognard.rules.narva import air, fog
from grognard.rules.narva.advance import Advance, escorts_of
from grognard.rules.narva.aftermath import AttackerSuffers, DefenderSuffers
from grognard.rules.narva.battle import Battle, Verdict, as_read, read_result
from grognard.rules.narva.data import SOVIET, enemy_of
from grognard.rules.narva.reckoning import (
    Reckoning,
    cover_lines,
    die_lines,
    final_column,
    odds_lines,
    reckon,
)
from grognard.rules.narva.state import GROUNDED, READY, REFIT, NarvaState
from grognard.rules.narva.steps import Ask, Do, Roll

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva


class Preparation(Ask, frozen=True):
    """A decision on the way to an attack, so that its odds can be told (9.3)."""

    def battle_with(self, game: "Narva", state: NarvaState, action: Action) -> Battle:
        """The attack as it would be with this choice."""
        raise NotImplementedError

    def odds(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Odds | None:
        return battle_odds(game, state, self.battle_with(game, state, Action(kind, arg)))


class CombatSegment(Do, frozen=True):
    """9.0: attacks one after the other, as many as the active side likes."""

    rule = "9.0.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        ChooseTarget().ask_if_any(game, state)


class ChooseTarget(Preparation, frozen=True):
    """9.0.C: attacks are never compulsory."""

    rule = "9.0.A"

    def side(self, game: "Narva", state: NarvaState) -> str:
        return state.acting

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        return {"attack": target_choices(game, state), "done": ALWAYS}

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "attack":
            state.push(ChooseAttackers(Battle(state.acting, arg)), CombatSegment())

    def surprising(self, game: "Narva", state: NarvaState) -> tuple[str, ...]:
        """To decline an attack is common; to do nothing at all with an activation is not."""
        return () if state.active & (state.moved | state.fought) else ("done",)

    def battle_with(self, game: "Narva", state: NarvaState, action: Action) -> Battle:
        """With everybody who could join in."""
        everybody = adjacent(game, state, action.arg, fit_to_attack(game, state))
        return Battle(state.acting, action.arg, everybody)

    def odds(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Odds | None:
        if kind != "attack":
            return None
        found = battle_odds(game, state, self.battle_with(game, state, Action(kind, arg)))
        return replace(found, assumes=(*found.assumes, Message("odds.assumes-everybody")))

    def absent(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Reason:
        if kind == "move":
            return Reason("moves-are-over", "3.0.B")
        return super().absent(game, state, kind, arg)


def fit_to_attack(game: "Narva", state: NarvaState) -> int:
    """Activated combat units that have not fought and are not pinned."""
    return state.on_map(state.fighters & ~state.fought & ~state.pinned)


def target_choices(game: "Narva", state: NarvaState) -> Among:
    side = state.acting
    enemy = enemy_of(side)
    fit = fit_to_attack(game, state)
    near = game.grid.spread(state.look_up(fit))
    held = state.combat_hexes(game, enemy)
    struck = 0 if game.repeats else state.attacked & held
    targets = near & held & ~struck
    battles = {hex: Battle(side, hex, adjacent(game, state, hex, fit)) for hex in bits(targets)}
    return Among(
        game.grid.all,
        Layer("nobody-there", "9.0.B", game.grid.all & ~state.occupied(game, enemy)),
        Layer("headquarters-alone", "9.0.B", state.lone_hqs(game, enemy)),
        Layer("attacked-already", "9.0.D", struck & ~state.cancelled),
        Layer("attack-cancelled", "9.0.D", struck & state.cancelled),
        Layer("nobody-adjacent", "9.0.A", held & ~near),
        *weakness(game, state, battles),
    )


def weakness(
    game: "Narva", state: NarvaState, battles: Mapping[Hex, Battle]
) -> tuple[Layer, Layer, Layer]:
    """Targets for which everybody with the best air support is too weak, and how (9.3.2.A)."""
    harmless = pack(hex for hex, battle in battles.items() if no_strength(game, state, battle))
    found = {hex: reckon(game, state, battle) for hex, battle in battles.items()}
    faint = pack(hex for hex, odds in found.items() if not odds.attack_total)
    weak = pack(hex for hex, battle in battles.items()
                if not in_reach(game, state, battle, found[hex]))
    return (
        Layer("no-strength", "9.2.3", harmless),
        Layer("strength-rounds-to-nothing", "2.1.2", faint),
        Layer("odds-too-low", "9.3.2.A", weak),
    )


def no_strength(game: "Narva", state: NarvaState, battle: Battle) -> bool:
    """9.2.3: units of strength 0 attack only along with others."""
    return not any(state.attack(game, unit) for unit in bits(battle.attackers))


def rounds_to_nothing(game: "Narva", state: NarvaState, battle: Battle) -> bool:
    """2.1.2: a total halved below 1 is 0, and no shift makes an attack of it (9.3.2.A)."""
    return not reckon(game, state, battle).attack_total


def in_reach(
    game: "Narva", state: NarvaState, battle: Battle, found: Reckoning | None = None
) -> bool:
    """Whether the attack can reach the table, with all the air support there is.

    In fog the enemy's strength is not known before the attack is announced, but one's own is.
    """
    found = found or reckon(game, state, battle)
    if game.fog:
        return found.attack_total > 0
    return best_column(game, state, battle, found, game.limits.combat.air_units) is not None


def adjacent(game: "Narva", state: NarvaState, hex: int, units: int) -> int:
    return state.units_in(game.grid.spread(1 << hex), units)


def best_column(
    game: "Narva", state: NarvaState, battle: Battle, found: Reckoning, air_left: int
) -> int | None:
    """The column of a battle with all the air support it can still get."""
    by_air = air.best_columns(game, state, battle.side, air_left)
    return final_column(game, found.raw, (*found.shifts, ("air", "12.1.1.C", by_air)),
                        found.defence_total)


class ChooseAttackers(Preparation, frozen=True):
    """9.2.1.A: any units next to the target, from any directions."""

    battle: Battle

    rule = "9.2.1.A"
    continues = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return self.battle.side

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        offers: dict[str, Choices] = {"by": attacker_choices(game, state, self.battle)}
        if self.battle.attackers and in_reach(game, state, self.battle):
            offers["fire"] = ALWAYS
        return offers

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "by":
            state.push(ChooseAttackers(self.battle.joined_by(arg)))
        else:
            announce(game, state, self.battle)

    def battle_with(self, game: "Narva", state: NarvaState, action: Action) -> Battle:
        return self.battle.joined_by(action.arg) if action.kind == "by" else self.battle

    def absent(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Reason:
        if kind != "fire" or not self.battle.attackers:
            return super().absent(game, state, kind, arg)
        hexes = (self.battle.hex,)
        if no_strength(game, state, self.battle):
            return Reason("no-strength-yet", "9.2.3", hexes=hexes)
        if rounds_to_nothing(game, state, self.battle):
            return Reason("strength-rounds-to-nothing-yet", "2.1.2", hexes=hexes)
        return Reason("too-few-attackers", "9.3.2.A", hexes=hexes)


def attacker_choices(game: "Narva", state: NarvaState, battle: Battle) -> Among:
    own = game.combat_units(battle.side)
    near = adjacent(game, state, battle.hex, own)
    activated = state.fighters | state.active
    return Among(
        game.everybody,
        Layer("enemy-unit", "9.0.A", game.units_of[battle.defender]),
        Layer("headquarters-fights-not", "9.0.A", game.units_of[battle.side] & game.hqs),
        Layer("not-adjacent", "9.0.A", own & ~near),
        Layer("not-activated", "4.0.A", near & ~activated),
        Layer("moves-only", "2.4.2.C", near & state.active & ~state.fighters),
        Layer("fought-already", "9.2.1.B", state.fought),
        Layer("pinned", "2.5.1.3.A", state.pinned),
        Layer("attacks-already", "9.2.1.B", battle.attackers),
    )


def announce(
    game: "Narva", state: NarvaState, battle: Battle, support: "AirSupport | None" = None
) -> None:
    """From here on the attack cannot be taken back (2.1.3.C); the stacks are seen (2.1.3.A)."""
    state.fought |= battle.attackers
    state.attacked |= 1 << battle.hex
    state.revealed |= 1 << battle.hex
    units = tuple(bits(battle.attackers))
    state.tell(Event("attack", "9.0.A", {"side": battle.side, "units": units, "hex": battle.hex},
                     hexes=(battle.hex,), units=units, reveals=game.fog))
    state.push(support or AssignAir(battle))


class AirSupport(Preparation, frozen=True):
    """12.1.1: up to two ready air units, each with a normal or a full attack."""

    battle: Battle

    rule = "12.1.1.A"
    continues = True
    commits = True

    def side(self, game: "Narva", state: NarvaState) -> str:
        return self.battle.side

    def choices(self, game: "Narva", state: NarvaState) -> dict[str, Choices]:
        offers: dict[str, Choices] = {"air": mission_choices(game, state, self.battle)}
        return {**offers, "done": ALWAYS} if self.may_roll(game, state) else offers

    def may_roll(self, game: "Narva", state: NarvaState) -> bool:
        """Without fog an attack below the table is not begun but with aircraft (9.3.2.A)."""
        return game.fog or reckon(game, state, self.battle).column is not None

    def take(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> None:
        if kind == "air":
            state.push(replace(self, battle=self.battle.supported_by(arg)))
        else:
            join_battle(game, state, self.battle)

    def battle_with(self, game: "Narva", state: NarvaState, action: Action) -> Battle:
        return self.battle.supported_by(action.arg) if action.kind == "air" else self.battle


class AssignAir(AirSupport, frozen=True):
    """For an attack of one's own will: who fires below the table sends what lifts it."""

    def prompt(self, game: "Narva", state: NarvaState) -> Message:
        asked = super().prompt(game, state)
        return asked if self.may_roll(game, state) else Message("prompt.air-needed", asked.args)

    def absent(self, game: "Narva", state: NarvaState, kind: str, arg: int) -> Reason:
        if kind == "done":
            return Reason("air-needed", "9.3.2.A", hexes=(self.battle.hex,))
        return super().absent(game, state, kind, arg)


def mission_choices(game: "Narva", state: NarvaState, battle: Battle) -> Among:
    every = (1 << 2 * len(game.air_units)) - 1
    mine = sum(0b11 << 2 * n for n, a in enumerate(game.air_units) if a.side == battle.side)
    in_box = {box: sum(0b11 << 2 * n for n, place in enumerate(state.air) if place == box)
              for box in (REFIT, GROUNDED)}
    flown = 0
    for mission in bits(battle.missions):
        flown |= air.same_unit(mission)
    cannot = sum(1 << 2 * n for n, a in enumerate(game.air_units) if not a.normal)
    enough = battle.missions.bit_count() >= game.limits.combat.air_units
    needed = too_weak(game, state, battle)
    return Among(
        every,
        Layer("enemy-air", "12.1.1.D", every & ~mine),
        Layer("no-flying", "2.5.2.C.6", every if state.no_flying else 0),
        Layer("two-air-units", "12.1.1.A", every if enough else 0),
        Layer("full-attack-only", "12.0.C", cannot),
        Layer("air-refitting", "12.2.1", in_box[REFIT]),
        Layer("air-grounded", "12.2.2", in_box[GROUNDED]),
        Layer("air-sent-already", "12.1.1.B", flown),
        Layer("air-too-weak", "9.3.2.A", needed),
    )


def too_weak(game: "Narva", state: NarvaState, battle: Battle) -> int:
    """Missions after which the attack could no longer reach the table (no dead ends)."""
    if game.fog:
        return 0
    found = reckon(game, state, battle)
    if found.column is not None or found.raw is None:
        return 0
    weak = 0
    left = game.limits.combat.air_units - battle.missions.bit_count() - 1
    for mission in bits(air.missions(game, state, battle.side)):
        others = [a for n, a in enumerate(game.air_units)
                  if a.side == battle.side and state.air[n] == READY and n != mission // 2
                  and not battle.missions & air.same_unit(2 * n)]
        most = sorted((max(a.normal, a.full) for a in others), reverse=True)[:left]
        by = air.columns(game, mission) + sum(most)
        shifts = (*found.shifts, ("air", "12.1.1.C", by))
        if final_column(game, found.raw, shifts, found.defence_total) is None:
            weak |= 1 << mission
    return weak


def join_battle(game: "Narva", state: NarvaState, battle: Battle) -> None:
    """Air units fly; too weak an attack is cancelled and its aircraft stay ready (9.3.2.A)."""
    found = reckon(game, state, battle)
    if found.column is None:
        state.cancelled |= 1 << battle.hex
        state.tell(Event("cancelled", "9.3.2.A", {"hex": battle.hex}, hexes=(battle.hex,)))
        state.push(EndCombat(battle))
        return
    for mission in bits(battle.missions):
        air.fly(game, state, mission)
    state.push(CombatRoll(battle, found.column), EndCombat(battle))


class CombatRoll(Roll, frozen=True):
    """One die on the column; on turn 1 Soviet attackers add one (14.3.B)."""

    battle: Battle
    column: Number

    rule = "9.1.E"

    def chance(self, game: "Narva", state: NarvaState) -> Dice:
        return Dice(1, 6)

    def reading(self, game: "Narva", state: NarvaState, outcome: Outcome) -> str:
        return as_read(self.printed(game, state, outcome), self.battle.side)

    def printed(self, game: "Narva", state: NarvaState, outcome: Outcome) -> str:
        """What stands in the table, whoever attacks."""
        modifier = die_modifier(game, state, self.battle)
        return game.charts.combat.result(self.column, outcome[0], modifier)

    def take(self, game: "Narva", state: NarvaState, outcome: Outcome) -> None:
        result = self.printed(game, state, outcome)
        table, die = game.charts.combat, outcome[0]
        modifier = die_modifier(game, state, self.battle)
        row = table.row(die, modifier).value
        told = {"die": die, "rolled": (die, modifier, row), "result": result,
                "outcome": as_read(result, self.battle.side),
                "odds": table.line(self.battle.side)[self.column],
                "hex": self.battle.hex, "row": row, "column": self.column}
        state.tell(Event("combat", self.rule, told, hexes=(self.battle.hex,)))
        carry_out(game, state, self.battle, read_result(result, self.battle.side))


def die_modifier(game: "Narva", state: NarvaState, battle: Battle) -> int:
    bonus = state.turn == 1 and game.rows.first_turn_rules and battle.side == SOVIET
    return game.limits.combat.first_turn_soviet_die if bonus else 0


def carry_out(game: "Narva", state: NarvaState, battle: Battle, verdict: Verdict) -> None:
    """9.1.C: the defender's part first, then the attacker's, then the advance."""
    steps, hexes = verdict.attacker
    if battle.stavka and hexes:  # retreats paid in steps
        state.tell(Event("stavka-no-retreat", "2.5.3.D", {"count": hexes}))
        steps, hexes = steps + hexes, 0
    state.push(
        DefenderSuffers(battle, *verdict.defender),
        AttackerSuffers(battle, steps, hexes),
        Advance(battle, bool(hexes), escorts_of(game, state, battle)),
    )


class EndCombat(Do, frozen=True):
    """The stacks are closed again (2.1.3.A)."""

    battle: Battle

    rule = "2.1.3.A"

    def run(self, game: "Narva", state: NarvaState) -> None:
        state.revealed = 0


# -- before the die (9.3) ----------------------------------------------------------------------


def battle_odds(game: "Narva", state: NarvaState, battle: Battle) -> Odds:
    found = reckon(game, state, battle)
    modifier = die_modifier(game, state, battle)
    results: tuple[tuple[str, Fraction], ...] = (("cancelled", Fraction(1)),)
    column = "-"
    if found.column is not None:
        roll = CombatRoll(battle, found.column)
        results = tuple(roll.readings(game, state).items())
        column = game.charts.combat.line(battle.side)[found.column]
    hidden = fog.conceals(game, state, battle.hex)
    assumes = (Message("odds.assumes-top-unit", {"hex": battle.hex}),) if hidden else ()
    lines = (*odds_lines(game, battle.side, found), *die_lines(modifier),
             *cover_lines(game, state, battle))
    lit = () if found.column is None else (Lit("combat", column=1 + found.column),)
    return Odds(lines, column, results, assumes, lit)
