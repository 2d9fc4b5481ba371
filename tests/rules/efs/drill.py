"""A drill ground for the rule tests of the series: a map and counters of our own, the real charts.

::

    t = drill("typhoon", foot("A", 8, 8), foot("x", 2, 2, side="soviet"), woods="0404")
    t.put("0405", "A").put("0404", "x").declare("0404", "A").fight()
    t.do("fight").roll(3)

Columns 01 to 12, rows 01 to 12, even columns half a hex lower: 0606 touches 0605, 0706, 0707,
0607, 0507 and 0506. A code with ``-`` behind it is put down with a step less, ``--`` with two.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, Self

import pytest
from msgspec.structs import replace

from grognard.boxes.catalogue import DataBox
from grognard.core.maps import GameMap, Line
from grognard.core.odds import Odds
from grognard.core.steps import Step
from grognard.hexes import Grid, Orientation, link, rectangle
from grognard.rules.efs import control
from grognard.rules.efs.aftermath import EndCombat, carry_out
from grognard.rules.efs.battle import Battle, read_result
from grognard.rules.efs.combat import CombatPhase, PrepareCombat
from grognard.rules.efs.data import AirUnit, Contents, Unit
from grognard.rules.efs.game import EastFrontSeries
from grognard.rules.efs.movers import Moves
from grognard.rules.efs.reckoning import Reckoning, reckon
from grognard.rules.efs.scenarios import AirAtStart, Scenario, SourceRow
from grognard.rules.efs.state import (
    CADRE,
    DAMAGED,
    DESTROYED,
    ELIMINATED,
    FLOWN,
    FREE,
    NOT_YET,
    ON_MISSION,
    READY,
    UNSUPPLIED,
    EfsState,
)
from grognard.rules.efs.values import Attack
from grognard.rules.efs.words import SIDES, Side
from tests.rules.efs.boxes import NORTH, TYPHOON, contents
from tests.rules.position import Position

EDITIONS = (TYPHOON, NORTH)
BOTH: tuple[Side, ...] = ("axis", "soviet")
both = pytest.mark.parametrize("box", EDITIONS)
AIR_BOXES = {READY: "ready", FLOWN: "flown", DAMAGED: "damaged", DESTROYED: "destroyed",
             NOT_YET: "not yet"}
OFF_MAP = {CADRE: "cadre", ELIMINATED: "eliminated", FREE: "free"}


# -- counters ----------------------------------------------------------------------------------


def counter(code: str, attack: int, defence: int, type: str, capability: str, **more: Any) -> Unit:
    """A counter; steps follow from its defence as in 8.5.2 unless they are given."""
    reduced = more.pop("reduced", (attack // 2, defence // 2) if defence > 1 else (0, 0))
    steps = more.pop("steps", 4 if defence >= 8 else 3 if defence >= 5 else 2 if any(reduced)
                     else 1)
    fields = {"name": code, "name_fr": code, "side": "axis", "nation": "de", "size": "regiment",
              "move": 6, "stacking": 1, **more}
    fields["traits"] = frozenset(fields.get("traits", ()))
    return Unit(code=code, attack=attack, defence=defence, type=type, capability=capability,
                steps=steps, reduced_attack=reduced[0], reduced_defence=reduced[1], **fields)


def foot(code: str, attack: int, defence: int, **more: Any) -> Unit:
    return counter(code, attack, defence, "infantry", "foot", **more)


def division(code: str, attack: int, defence: int, **more: Any) -> Unit:
    return foot(code, attack, defence, size="division", **more)


def tank(code: str, attack: int, defence: int, **more: Any) -> Unit:
    traits = {"armour", *more.pop("traits", ())}
    return counter(code, attack, defence, "armour", "motorised", traits=traits, **more)


def motor(code: str, attack: int, defence: int, **more: Any) -> Unit:
    return counter(code, attack, defence, "motorised infantry", "motorised", **more)


def engineer(code: str, attack: int = 1, defence: int = 1, **more: Any) -> Unit:
    return counter(code, attack, defence, "engineer", "foot", traits=["engineer"],
                   **{"steps": 1, "reduced": (0, 0), **more})


def anti_tank(code: str, attack: int, defence: int, **more: Any) -> Unit:
    return counter(code, attack, defence, "anti-tank", "motorised", traits=["anti_tank"], **more)


def anti_aircraft(code: str, **more: Any) -> Unit:
    return counter(code, 0, 1, "anti-aircraft", "motorised", traits=["anti_air"],
                   **{"steps": 1, "reduced": (0, 0), "band": "both", "size": "battalion", **more})


def gun(code: str, support: int, defence: int = 1, **more: Any) -> Unit:
    traits = {"artillery", *more.pop("traits", ())}
    more = {"capability": "artillery", "range": 2, "band": "both", "steps": 1,
            "reduced": (0, 0), **more}
    return counter(code, 0, defence, "artillery", support=support, traits=traits, **more)


def hq(code: str, command: int = 1, **more: Any) -> Unit:
    return counter(code, 0, 0, "HQ", "hq", side="soviet", command=command, radius=4, steps=1,
                   reduced=(0, 0), traits=["hq"], band="both", **{"stacking": 0, **more})


def msu(code: str, **more: Any) -> Unit:
    return counter(code, 0, 0, "supply counter", "truck", traits=["supply"], steps=2,
                   reduced=(0, 0), **{"stacking": 0, **more})


# -- in the air --------------------------------------------------------------------------------


def fighter(code: str, rating: int, support: int = 0, **more: Any) -> AirUnit:
    fields = {"name": code, "side": "axis", "kind": "fighter", "interdiction": 1, **more}
    return AirUnit(code=code, rating=rating, support=support, **fields)


def bomber(code: str, rating: int = 1, support: int = 1, **more: Any) -> AirUnit:
    return fighter(code, rating, support, kind="bomber", **more)


def decoy(code: str, **more: Any) -> AirUnit:
    return fighter(code, 0, kind="dummy", **{"interdiction": 0, **more})


# -- the ground --------------------------------------------------------------------------------


@cache
def grid() -> Grid:
    return rectangle(Orientation.FLAT, columns=range(1, 13), rows=range(1, 13), shove="even")


def ground(**features: str) -> GameMap:
    """A map of open ground but for what is named: hexes of a terrain, sides as ``0404-0405``.

    ``links`` are written like sides; what is between their hexes is then theirs.
    """
    joined = link(grid(), [(a, b) for a, b in _pairs(features.get("links", ""))])
    terrain = dict.fromkeys(grid(), "clear")
    for kind in ("hill", "marsh", "swamp", "city", "major_city"):
        for hex in features.get(kind, "").split():
            terrain[grid().hex(hex)] = kind
    for hex in features.get("lake_hex", "").split():
        terrain[grid().hex(hex)] = "lake"
    there: dict[str, int] = {kind: grid().hexes(features[kind]) for kind in ("woods", "village")
             if kind in features}
    sides: dict[str, frozenset[int]] = {kind: _sides(joined, features[kind]) for kind in
             ("minor_river", "major_river", "lake", "fortified_line") if kind in features}
    notes = dict(_fronts(features.get("fortified_line", "")))
    lines = tuple(Line(kind, kind, kind, tuple(map(grid().hex, line.split())))
                  for kind in ("motorway", "main_road", "minor_road", "railway")
                  for line in features.get(kind, "").split(",") if line)
    return GameMap("drill", "Drill ground", joined, 5, terrain, there, {}, sides, {}, notes, lines,
                   {})


def _pairs(text: str) -> list[tuple[int, ...]]:
    return [tuple(map(grid().hex, side.split("-"))) for side in text.split()]


def _sides(joined: Grid, text: str) -> frozenset[int]:
    return frozenset(joined.hexside(a, b) for a, b in _pairs(text))


def _fronts(text: str) -> Iterable[tuple[str, frozenset[int]]]:
    """A fortified line is written inside-outside: it covers the first hex."""
    found: dict[str, set[int]] = {}
    for side in text.split():
        inside, outside = map(grid().hex, side.split("-"))
        way = grid().direction(inside, outside)
        assert way is not None
        name = f"faces_{grid().direction_names[way].lower()}"
        found.setdefault(name, set()).add(grid().hexside(inside, outside))
    return [(name, frozenset(sides)) for name, sides in found.items()]


# -- the table ---------------------------------------------------------------------------------


class Drill(Position[EastFrontSeries, EfsState]):
    """A position on the drill ground."""

    def put(self, hex: str, *codes: str) -> Self:
        for code in codes:
            bare = code.rstrip("-")
            unit, lost = self.unit(bare), len(code) - len(bare)
            self.state.set_steps(unit, self.game.units[unit].steps - lost)
            self.state.place(self.game, unit, self.hex(hex))
        control.settle(self.game, self.state)
        return self

    def declare(self, hexes: str, *codes: str, mandatory: bool = False) -> Self:
        """A declared attack; the side of its units is on turn."""
        self.state.side = self.game.owner(self.unit(codes[0]))
        attack = Attack(tuple(map(self.hex, hexes.split())), self.units(*codes),
                        mandatory=mandatory)
        self.state.attacks = (*self.state.attacks, attack)
        return self

    def unsupplied(self, *codes: str) -> Self:
        for code in codes:
            self.state.set_supply(self.unit(code), UNSUPPLIED)
        return self

    def having(self, **fields: Any) -> Self:
        """Set fields of the state: weather, forts, interdiction ..."""
        for name, value in fields.items():
            setattr(self.state, name, value)
        return self

    def fort(self, hex: str, side: str = "soviet") -> Self:
        self.state.forts[self.hex(hex)] = side
        return self

    def order(self, hex: str, word: str) -> Self:
        """An order that both know."""
        self.state.orders_seen[self.hex(hex)] = word
        return self

    def fight(self) -> Self:
        """Begin the Combat Phase; a lone combat is taken up."""
        self.ask(CombatPhase())
        if len(self.offers("combat")) == 1:
            (hex,) = self.offers("combat")
            self.do(f"combat {hex}")
        return self

    def suffer(self, result: str, hexes: str, *codes: str, **more: Any) -> Self:
        """A combat that came to this result, whatever the die."""
        battle = self.battle(hexes, *codes, **more)
        self.state.side = battle.side
        if not self.state.attacks:
            self.declare(hexes, *codes)
        self.state.stack = (EndCombat(battle),)
        found = reckon(self.game, self.state, battle)
        carry_out(self.game, self.state, battle, read_result(result), found)
        self.ask(*self.state.stack[::-1])
        return self

    def finish(self) -> Self:
        """Take whatever comes until the combat is over: the first loss, way and die; no advance."""
        while self.step() and type(self.step()).__name__ != "ChooseCombat":
            if not self.play.decisions:
                self.roll(1)
                continue
            kind = next(kind for kind in ("lose", "back", "done") if self.offers(kind))
            self.do("done" if kind == "done" else f"{kind} {min(self.offers(kind))}")
        return self

    def send(self, hex: str, *codes: str) -> Self:
        """Air units on a mission, face down."""
        for code in codes:
            air = self.game.air_number[code]
            self.state.air[air], self.state.missions[air] = ON_MISSION, self.hex(hex)
        return self

    def boxed(self, **boxes: int) -> Self:
        """Air units in boxes: ``boxed(B=FLOWN)``."""
        for code, box in boxes.items():
            self.state.air[self.game.air_number[code]] = box
        return self

    def begin(self, *steps: Step) -> Self:
        return self.ask(*steps)

    def moves(self, side: str = "axis", manner: str = "movement", **fields: Any) -> "Drill":
        """A phase of movement begins."""
        return self.having(side=side, phase=manner, **fields).ask(Moves(manner))

    def price(self, hex: str) -> str:
        """What the group that is asked has spent once it stands in a hex, in points."""
        cost: str = self.step().hints(self.game, self.state)["to"][self.hex(hex)]["cost"]
        return cost

    # -- looking ------------------------------------------------------------------------------

    def battle(self, hexes: str, *codes: str, **more: Any) -> Battle:
        side = self.game.owner(self.unit(codes[0]))
        return Battle(side, tuple(map(self.hex, hexes.split())), self.units(*codes), **more)

    def reckon(self, hexes: str, *codes: str, **more: Any) -> Reckoning:
        return reckon(self.game, self.state, self.battle(hexes, *codes, **more))

    def odds_of(self, hexes: str, *codes: str, **more: Any) -> str:
        column = self.reckon(hexes, *codes, **more).column
        return "-" if column is None else self.game.results.columns[column]

    def dice_of(self, hexes: str, *codes: str, **more: Any) -> dict[str, int]:
        """The modifiers by name."""
        return {name: die for name, _, die in self.reckon(hexes, *codes, **more).modifiers}

    def odds(self) -> Odds:
        """What the combat being prepared can bring."""
        step = self.step()
        assert isinstance(step, PrepareCombat)
        found = step.odds(self.game, self.state, "fight", 0)
        assert found is not None
        return found

    def where(self, code: str) -> str:
        place = self.state.at[self.unit(code)]
        return self.game.grid.label(place) if place >= 0 else OFF_MAP.get(place, str(place))

    def air(self, code: str) -> str:
        """The box of an air unit, or the hex of its mission."""
        air = self.game.air_number[code]
        box = self.state.air[air]
        return self.game.grid.label(self.state.missions[air]) if box == ON_MISSION else AIR_BOXES[
            box]

    def airs(self, codes: str) -> list[str]:
        return [self.air(code) for code in codes.split()]

    def steps(self, code: str) -> int:
        return self.state.steps[self.unit(code)]

    def unit(self, code: str) -> int:
        return self.game.number[code]

    def units(self, *codes: str) -> int:
        return sum(1 << self.unit(code) for code in codes)

    def hex(self, label: str) -> int:
        return self.game.grid.hex(label)


def drill(edition: str, *counters: Unit | AirUnit, **features: Any) -> Drill:
    """An empty drill ground under the rules of a box, with these counters beside it.

    ``supply="yes"`` plays with the chapter of supply; ``rows`` are fields of the scenario. Air
    units are ready.
    """
    found: Contents = contents(edition)
    rows = features.pop("rows", {})
    units = tuple(unit for unit in counters if isinstance(unit, Unit))
    airs = tuple(unit for unit in counters if isinstance(unit, AirUnit))
    scenario = Scenario(**{
        "id": "drill", "title": "drill", "map": "drill", "first_turn": 1, "last_turn": 9,
        "setup": [], "units": [unit.code for unit in units],
        "air": {side: AirAtStart(ready=[air.code for air in airs if air.side == side])
                for side in SIDES},
        "source": [SourceRow(side=side, hexes=[grid().hex(features[f"{side}_source"])])
                   for side in BOTH if f"{side}_source" in features],
        "left_out": [] if "supply" in features else ["supply", "attack_supply"], **rows})
    ours = replace(found, maps={"drill": ground(**features)}, units=units, scenario=scenario,
                   air_units=airs)
    game = EastFrontSeries(ours, DataBox(f"grognard.boxes.{edition}")._setting("drill", {}))
    state = game.new_state()
    state.stack = ()
    state.side = "axis"
    return Drill(game, state)
