"""Chapter 3: choosing and placing the forces of a scenario.

A side deploys block after block: ``deploy 41Pz strength 4 at Memel``. What is offered can always
be completed: numbers and strengths by type come out, and every hex that must be held will be.
``auto`` places the rest by a plain plan that is always legal.
"""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.steps import Ask, Do
from grognard.hexes import HexSet, bits
from grognard.rules.eastfront import control, supply
from grognard.rules.eastfront.data import AXIS, SIDES, enemy_of
from grognard.rules.eastfront.objectives import allowed_area
from grognard.rules.eastfront.state import FUTURE, GONE, POOL, EastFrontState

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

WAITING = -6
"""May be chosen for the set-up."""


def new_state(game: "EastFront") -> EastFrontState:
    count = len(game.units)
    month, fortnight = game.rows.first
    state = EastFrontState(
        month=month, fortnight=fortnight,
        at=[GONE] * count, cv=[0] * count, arrives=[0] * count, arrival_cv=[0] * count,
        points=dict.fromkeys(SIDES, 0), orders=dict.fromkeys(SIDES, ()),
        last_axis=game.rows.land[AXIS], surrendered=game.rows.surrendered,
    )
    for unit in game.in_play:
        state.at[unit] = WAITING
    _change_sides(game, state)
    for row in game.rows.reinforcements:
        state.at[row.unit] = FUTURE
        state.arrives[row.unit], state.arrival_cv[row.unit] = row.month, row.cv
    for unit, cv in game.objectives.group_e:
        if state.at[unit] == WAITING and not game.group_e_at_start:
            state.at[unit], state.arrival_cv[unit] = FUTURE, cv
    for battle in game.rows.battles:
        state.attackers[battle.hex] = enemy_of(battle.defender)
    state.stack = game.opening()
    return state


def _change_sides(game: "EastFront", state: EastFrontState) -> None:
    """W44.2b: of each country that has surrendered one infantry unit fights for the Soviets."""
    for nation in game.rows.surrendered:
        units = list(bits(game.nation[nation]))
        turned = next(u for u in units if game.units[u].type == "infantry")
        state.defected |= 1 << turned
        for unit in units:
            state.at[unit] = WAITING if unit == turned else GONE


class FixedSetUp(Do, frozen=True):
    """A scenario with a printed set-up (Edelweiss, June 1941 as it was)."""

    rule = "3.24d"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        for row in game.fixed:
            state.cv[row.unit] = row.cv
            if row.hex < 0:
                state.at[row.unit] = POOL
            else:
                state.place(row.unit, row.hex)


class SetUp(Do, frozen=True):
    """3.22-3.24: one side's forces, until every line of its list is used up."""

    owner: str

    rule = "3.22a"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        if units_left(game, state, self.owner):
            state.push(ChooseDeployment(self.owner))


class EndSetUp(Do, frozen=True):
    """3.22c: blocks of the pool that were not chosen start eliminated but can be rebuilt."""

    rule = "3.22c"

    def run(self, game: "EastFront", state: EastFrontState) -> None:
        for unit, at in enumerate(state.at):
            if at == WAITING:
                state.at[unit] = POOL
        for hex, side in list(state.attackers.items()):
            if not state.battles(game) >> hex & 1:
                del state.attackers[hex]
            else:
                for unit in state.of_side(game, hex, side):
                    state.face_up |= 1 << unit
        control.fix_control(game, state)
        state.tell(Event("set-up", "3.24b", reveals=True))


# -- what is still to be done -----------------------------------------------------------------


def line_of(game: "EastFront", unit: int) -> str:
    """The line of the force list that a block belongs to."""
    row = game.units[unit]
    counted = game.types[row.type].counts_as
    return "sat_infantry" if row.satellite and counted == "infantry" else counted


def placed_in_line(game: "EastFront", state: EastFrontState, side: str, line: str) -> list[int]:
    return [u for u in bits(state.on_map(state.loyal(game, side))) if line_of(game, u) == line]


def line_left(
    game: "EastFront", state: EastFrontState, side: str, line: str
) -> tuple[int, int]:
    """Blocks and CV of a line still to be placed."""
    row = game.rows.forces[side].get(line)
    if row is None:
        return 0, 0
    placed = [u for u in placed_in_line(game, state, side, line) if not at_setup(game, u)]
    return row.units - len(placed), row.cv - sum(state.cv[u] for u in placed)


def at_setup(game: "EastFront", unit: int) -> bool:
    return unit in game.early


def units_left(game: "EastFront", state: EastFrontState, side: str) -> int:
    return sum(line_left(game, state, side, line)[0] for line in game.rows.forces[side])


def needs(game: "EastFront", state: EastFrontState, side: str) -> dict[int, int]:
    """Hexes that must be held and how many blocks they still want."""
    wanted = dict.fromkeys(bits(game.rows.frontier[side]), 1)
    wanted |= {battle.hex: 1 for battle in game.rows.battles}
    if side != AXIS:
        wanted |= game.rows.city_minimums
        wanted |= {hex: 1 for hex in bits(game.rows.tied)}  # W44.3
    found = {}
    for hex, least in wanted.items():
        missing = least - len([u for u in state.of_side(game, hex, side)
                               if not game.hqs >> u & 1])
        if missing > 0:
            found[hex] = missing
    return found


def missing_in_courland(game: "EastFront", state: EastFrontState, side: str) -> int:
    """W44.1a: how many Axis blocks the Courland peninsula still wants."""
    if game.rows.courland is None or side != AXIS:
        return 0
    area, least, _ = game.rows.courland
    count = sum(area >> state.at[u] & 1 for u in bits(state.on_map(state.loyal(game, side))))
    return max(0, least - count)


def free_blocks(game: "EastFront", state: EastFrontState, side: str) -> int:
    """Blocks still to come that could stand anywhere: no HQs and no satellites."""
    return sum(line_left(game, state, side, line)[0] for line in game.rows.forces[side]
               if line not in ("hq", "sat_infantry", "sat_static"))


# -- choosing ---------------------------------------------------------------------------------


class ChooseDeployment(Ask, frozen=True):
    owner: str

    rule = "3.22a"

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return self.owner

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"deploy": deployable(game, state, self.owner), "auto": ALWAYS}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        if kind == "auto":
            place_automatically(game, state, self.owner)
        else:
            state.push(ChooseStrength(self.owner, arg), SetUp(self.owner))


def deployable(game: "EastFront", state: EastFrontState, side: str) -> Among:
    everybody = (1 << len(game.units)) - 1
    waiting = sum(1 << u for u, at in enumerate(state.at) if at == WAITING)
    full = sum(1 << u for u in bits(waiting)
               if line_left(game, state, side, line_of(game, u))[0] <= 0)
    left = waiting & ~full & state.loyal(game, side)
    unfit = sum(1 << u for u in bits(left) if not strength_range(game, state, side, u))
    homeless = sum(1 << u for u in bits(left & ~unfit) if not sites(game, state, side, u))
    return Among(
        everybody,
        Layer("enemy-block", "3.22a", everybody & ~state.loyal(game, side)),
        Layer("not-available", "3.22a", everybody & ~waiting),
        Layer("line-complete", "3.22a", full),
        Layer("strength-not-left", "3.22a", unfit),
        Layer("no-site", "3.24b", homeless),
    )


def strength_range(game: "EastFront", state: EastFrontState, side: str, unit: int) -> range:
    """3.22a, b: strengths with which the line still comes out even."""
    line = line_of(game, unit)
    units, cv = line_left(game, state, side, line)
    others = [u for u, at in enumerate(state.at) if at == WAITING and u != unit
              and state.loyal(game, side) >> u & 1 and line_of(game, u) == line]
    rest = units - 1
    lowest = game.types[game.units[unit].type].lowest_cv
    least_rest = rest * lowest
    most_rest = sum(sorted((game.units[u].max_cv for u in others), reverse=True)[:rest])
    low = max(lowest, cv - most_rest)
    high = min(game.units[unit].max_cv, cv - least_rest)
    return range(low, high + 1)


class ChooseStrength(Ask, frozen=True):
    owner: str
    unit: int

    rule = "3.22a"
    continues = True

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return self.owner

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        fits = sum(1 << n for n in strength_range(game, state, self.owner, self.unit))
        return {"strength": Among(0b11111, Layer("strength-not-left", "3.22a", 0b11111 & ~fits),
                                  outside=("strength-too-high", "2.4c"))}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        state.cv[self.unit] = arg
        state.push(ChooseSite(self.owner, self.unit))


def region(game: "EastFront", state: EastFrontState, side: str) -> HexSet:
    """3.24b: the side's ground, where supply reaches or the scenario leaves it cut off."""
    trial = _empty(game, state)
    lines = supply.supplied_hexes(game, trial, side)
    allowed = lines | game.rows.isolated.get(side, 0) | game.rows.frontier[side]
    battles = sum(1 << battle.hex for battle in game.rows.battles)
    return game.rows.land[side] & allowed & game.ground.land | battles


def _empty(game: "EastFront", state: EastFrontState) -> EastFrontState:
    """The map as the start line divides it, before anybody stands on it."""
    key = "empty"
    found: EastFrontState | None = game.scratch.get(key)
    if found is None:
        found = state.copy()
        for unit in range(len(game.units)):
            found.at[unit] = GONE
        found.stacks, found.attackers, found.cache = {}, {}, {}
        found.last_axis = game.rows.land[AXIS]
        control.fix_control(game, found)
        game.scratch[key] = found
    return found


def sites(game: "EastFront", state: EastFrontState, side: str, unit: int) -> HexSet:
    return site_choices(game, state, side, unit).mask


def site_choices(game: "EastFront", state: EastFrontState, side: str, unit: int) -> Among:
    ground = region(game, state, side)
    wanted, courland = needs(game, state, side), missing_in_courland(game, state, side)
    pressed = not game.hqs >> unit & 1 and line_of(game, unit) not in (
        "sat_infantry", "sat_static") and sum(wanted.values()) + courland >= free_blocks(
        game, state, side)
    elsewhere = ground & ~duties(game, wanted, courland) if pressed else 0
    full = sum(1 << hex for hex in bits(state.occupied(game, side))
               if len(state.of_side(game, hex, side)) + kept_free(wanted, hex)
               >= game.ground.stacking(hex) + (0 if hex not in wanted else 1))
    near_hq = 0
    if game.hqs >> unit & 1:
        hqs = state.hexes_of(game.hqs & game.units_of[side])
        near_hq = hqs | game.grid.spread(hqs)
    battles = sum(1 << battle.hex for battle in game.rows.battles)
    return Among(
        ground,
        Layer("confined", "2.66a", ground & ~setup_area(game, state, unit)),
        Layer("headquarters-in-battle", "3.24c", battles if game.hqs >> unit & 1 else 0),
        Layer("headquarters-together", "3.24c", near_hq),
        Layer("headquarters-in-courland", "W44.1a", _outside_courland(game, unit)),
        Layer("stack-full", "3.24e", full),
        Layer("hold-the-line", "3.24a", elsewhere),
        outside=("not-your-ground", "3.24b"),
    )


def duties(game: "EastFront", wanted: dict[int, int], courland: int) -> HexSet:
    """Hexes where a block does something that must be done."""
    hexes = sum(1 << hex for hex in wanted)
    if courland and game.rows.courland is not None:
        hexes |= game.rows.courland[0]
    return hexes


def kept_free(wanted: dict[int, int], hex: int) -> int:
    """Room that must stay for blocks the hex still wants."""
    return wanted.get(hex, 0)


def _outside_courland(game: "EastFront", unit: int) -> HexSet:
    """W44.1a: the HQ of Army Group North stands in Courland."""
    if game.rows.courland is None or unit != game.rows.courland[2]:
        return 0
    return game.grid.all & ~game.rows.courland[0]


def setup_area(game: "EastFront", state: EastFrontState, unit: int) -> HexSet:
    """Released expeditions may stand anywhere, other satellites at home (16.4)."""
    if unit in game.rows.free_satellites or state.defected >> unit & 1:
        return game.ground.land
    return allowed_area(game, _empty(game, state), unit)


class ChooseSite(Ask, frozen=True):
    owner: str
    unit: int

    rule = "3.24b"
    continues = True

    def side(self, game: "EastFront", state: EastFrontState) -> str:
        return self.owner

    def choices(self, game: "EastFront", state: EastFrontState) -> dict[str, Choices]:
        return {"at": site_choices(game, state, self.owner, self.unit)}

    def take(self, game: "EastFront", state: EastFrontState, kind: str, arg: int) -> None:
        state.place(self.unit, arg)
        state.tell(Event("deployed-block", "3.24b", {"block": self.unit, "to": arg},
                         seen_by=(self.owner,)))


# -- the automatic set-up ---------------------------------------------------------------------

ORDER = ("infantry", "mech", "armor", "shock", "cavalry", "sat_infantry", "sat_static",
         "paratroop", "hq")


def place_automatically(game: "EastFront", state: EastFrontState, side: str) -> None:
    """Hold every hex that must be held, then spread the rest along the front."""
    for line in ORDER:
        while line_left(game, state, side, line)[0] > 0:
            unit = _next_block(game, state, side, line)
            units, cv = line_left(game, state, side, line)
            fits = strength_range(game, state, side, unit)
            state.cv[unit] = min(max(round(cv / units), fits[0]), fits[-1])
            state.place(unit, _best_site(game, state, side, unit))
    state.tell(Event("set-up-automatic", "3.24b", {"side": side}))


def _next_block(game: "EastFront", state: EastFrontState, side: str, line: str) -> int:
    waiting = [u for u, at in enumerate(state.at) if at == WAITING
               and state.loyal(game, side) >> u & 1 and line_of(game, u) == line
               and strength_range(game, state, side, u) and sites(game, state, side, u)]
    return max(waiting, key=lambda u: (u in game.wanted, game.units[u].max_cv, -u))


def _best_site(game: "EastFront", state: EastFrontState, side: str, unit: int) -> int:
    wanted = needs(game, state, side)
    front = game.rows.frontier[side]

    def worth(hex: int) -> tuple[int, int, int, int]:
        crowd = len(state.of_side(game, hex, side))
        if game.hqs >> unit & 1:  # behind the front, near many of its own
            near = sum(len(state.of_side(game, h, side)) for h in bits(game.grid.disk(hex, 2)))
            return (0, -(front >> hex & 1), near, -hex)
        return (wanted.get(hex, 0), front >> hex & 1, -crowd, -hex)

    return max(bits(sites(game, state, side, unit)), key=worth)


# -- invariants -------------------------------------------------------------------------------


def faults(game: "EastFront", state: EastFrontState) -> list[str]:
    found = []
    for unit, hex in enumerate(state.at):
        row = game.units[unit]
        if hex >= 0 and unit not in state.units_at(hex):
            found.append(f"{row.code} is not in the stack of its hex")
        if hex >= 0 and not game.ground.land >> hex & 1:
            found.append(f"{row.code} stands on {game.grid.label(hex)}")
        if not 0 <= state.cv[unit] <= row.max_cv:
            found.append(f"{row.code} has {state.cv[unit]} CV")
        if hex >= 0 and state.cv[unit] < game.types[row.type].lowest_cv:
            found.append(f"{row.code} stands with {state.cv[unit]} CV")
    for hex in bits(state.battles(game)):
        if hex not in state.attackers:
            found.append(f"nobody attacks in {game.grid.label(hex)}")
    return found
