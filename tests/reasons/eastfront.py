"""Witnesses for the refusals of EastFront: command, movement, battles.

Those of set-up, production, ships and paratroops are in ``eastfront_more``.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.game import Decision
from grognard.lab.conformance import Case, Witness
from tests.reasons import eastfront_more
from tests.reasons.eastfront_ground import (
    TURN,
    activated,
    air_range,
    at_home,
    battles,
    blocks_of,
    capacity,
    commands,
    effective,
    expected,
    foes,
    friendly,
    here,
    in_battle,
    is_confined,
    is_june,
    is_land,
    joined,
    limit,
    marched,
    near_enough,
    own,
    owner,
    passable,
    place,
    rail_net,
    rails_from,
    row,
    rules_sea,
    side_kind,
    this_phase,
    type_of,
    unit,
    used,
    weather,
    zones_of,
)
from tests.reasons.eastfront_more import question
from tests.reasons.eastfront_ways import (
    HOLDS_UP,
    ON_THE_WAY,
    held_up_by,
    no_way_there,
    too_far_anyhow,
)
from tests.reasons.plain import adjacent, holds, kind_is_not_asked, reached

MOVES = ("move", "order", "rail", "sea", "drop", "invade", "evacuate")
ENDLESS = 99
"""Hexes that a block may go for which nothing on the map is too far."""


# -- command -----------------------------------------


def idle_first_turn(c: Case) -> bool:
    rows = c.game.rows
    return bool(rows.first_axis_turn_idle and c.side == "axis"
                and (c.state.month, c.state.fortnight) == c.game.first)


def muddy(c: Case) -> bool:
    return weather(c, here(c) if c.asks == "Deploy" else place(c)) == "mud"


def not_active(c: Case) -> bool:
    """It was not activated this turn, or has stood up since."""
    return not activated(c, unit(c)) or holds(c.state.spent, unit(c)) or here(c) < 0


def active_hq_stays(c: Case) -> bool:
    """It commands now and may move later: no Blitz, no drop, no landing keeps it."""
    bound = unit(c) in c.chosen("blitz", since=TURN) or unit(c) in blocks_of(
        c, "airborne", "invasion")
    return activated(c, unit(c)) and not holds(c.state.spent, unit(c)) and not bound


def stood_up(c: Case) -> bool:
    return activated(c, unit(c)) and not holds(c.state.active, unit(c))


def out_of_radius(c: Case) -> bool:
    active = [hq for hq in range(len(c.game.units)) if holds(c.state.active, hq)]
    return not any(commands(c, hq, here(c)) for hq in active)


# -- marches -----------------------------------------


def too_far(c: Case) -> bool:
    """With an endless march it is allowed, or refused for a reason that has nothing to do with it.

    That reason is true as well, and it is about the hex itself, not about the way there.
    """
    endless = replace(c, step=replace(c.step, left=ENDLESS))
    ruling = endless.asked_of(c.game)
    if ruling.allowed:
        return True
    return ruling.code not in ON_THE_WAY and WITNESSES[ruling.code](endless.judged_as(ruling))


def confined(c: Case) -> bool:
    """A satellite at the border of its country, or farther from it than it was."""
    setting_up = c.asks in ("ChooseSite", "ChooseSiteAnew")
    return (is_confined(c, unit(c)) or setting_up) and not at_home(c, unit(c), place(c))


def closed_country(c: Case) -> bool:
    june = is_june(c)
    return bool(june) and row(c).nation == "germany" and holds(june.closed, place(c))


def frozen_nation(c: Case) -> bool:
    june = is_june(c)
    return bool(june) and row(c).nation == june.frozen_nation


def battle_side(c: Case) -> tuple[int, int]:
    """The hexside that is asked about: the hex outside, then the battle."""
    if c.asks == "ChooseApproach":
        return place(c), int(c.step.target)
    return place(c), here(c)


def side_used_up(c: Case) -> bool:
    near, battle = battle_side(c)
    return adjacent(c.game.grid, near, battle) and used(c, near, battle) >= capacity(
        c, near, battle)


def hexside_limit(c: Case) -> bool:
    """Two have passed; into a battle every side that the block could come over is used up."""
    if c.asks == "ChooseDestination":
        _, goes_on = marched(c, c.step.left - 1)
        sides = [near for near in goes_on if adjacent(c.game.grid, near, place(c))
                 and passable(c, near, place(c))]
        return bool(sides) and all(
            used(c, near, place(c)) >= capacity(c, near, place(c)) for near in sides) and any(
            capacity(c, near, place(c)) > 1 for near in sides)
    return side_used_up(c) and capacity(c, *battle_side(c)) > 1


def hexside_narrow(c: Case) -> bool:
    if c.asks == "ChooseDestination":
        _, goes_on = marched(c, c.step.left - 1)
        sides = [near for near in goes_on if adjacent(c.game.grid, near, place(c))
                 and passable(c, near, place(c))]
        return bool(sides) and all(capacity(c, near, place(c)) == 1 <= used(c, near, place(c))
                                   for near in sides)
    return side_used_up(c) and capacity(c, *battle_side(c)) == 1


def approach_out_of_reach(c: Case) -> bool:
    _, goes_on = marched(c, c.step.left - 1)
    return place(c) not in goes_on or not passable(c, place(c), c.step.target)


def approach_not_adjacent(c: Case) -> bool:
    target = c.step.target if hasattr(c.step, "target") else here(c)
    return not adjacent(c.game.grid, place(c), target)


def cannot_disengage(c: Case) -> bool:
    """In a battle, and none of the hexes beside it is a friendly one without enemies."""
    ways = [near for near in c.game.grid.neighbours(here(c)) if passable(c, here(c), near)]
    return in_battle(c, here(c)) and not any(
        friendly(c, near) and not foes(c, near) for near in ways)


def way_out(c: Case, shut: Callable[[int], bool]) -> bool:
    """In a battle, with a friendly hex beside it that would do but for this."""
    return in_battle(c, here(c)) and not cannot_disengage(c) and any(
        shut(near) for near in c.game.grid.neighbours(here(c))
        if passable(c, here(c), near) and friendly(c, near) and not foes(c, near))


def has_disengaged(c: Case) -> bool:
    """It came out of a battle in this phase, or would land out of one."""
    left = bool(this_phase(c, "leave"))
    return bool(foes(c, place(c))) and (left or in_battle(c, here(c)))


def stack_full(c: Case) -> bool:
    return expected(c, place(c)) >= limit(c, place(c))


def overstacked(c: Case) -> bool:
    hex = int(c.told["hex"])
    return expected(c, hex) > limit(c, hex)


# -- rail and sea -----------------------------------------


def no_railway(c: Case) -> bool:
    rails = {hex for line in c.game.map.lines if line.kind == "rail" for hex in line.hexes}
    edge = c.game.map.features["rail_entry_west" if c.side == "axis" else "rail_entry_east"]
    return here(c) not in rail_net(c) or not (here(c) in rails or holds(edge, here(c)))


def port_handles(c: Case, port: int) -> bool:
    """Whether the port takes one more block this turn."""
    busy = sum(port in (e.args["start"], e.args["to"])
               for e in c.events("sea-move", since=TURN))
    return busy < (2 if holds(c.game.map.features["major_port"], port) else 1)


def beaches(c: Case) -> list[int]:
    return [hex for army, hex in c.state.beachheads.items()
            if hex >= 0 and owner(c, army) == c.side and friendly(c, hex) and not foes(c, hex)]


def no_port(c: Case) -> bool:
    port = zones_of(c, here(c)) and friendly(c, here(c))
    return not (port or here(c) in beaches(c))


def strategic_retreat(c: Case) -> bool:
    """Nobody else of the side who was there before this phase stays in the battle."""
    stay = [n for n in own(c, here(c)) if n != unit(c) and not holds(c.state.entered, n)]
    return in_battle(c, here(c)) and not stay


def no_supreme_moves(c: Case) -> bool:
    rich = c.state.copy()
    rich.supreme_moves = ENDLESS
    ruling = replace(c, state=rich).asked_of(c.game)
    return ruling.allowed


def not_linked(c: Case) -> bool:
    """No way by friendly rail, or by ship, however many moves it takes."""
    if c.step.kind == "rail":
        return place(c) not in rail_net(c) or here(c) not in rail_net(c) or cut_off_by_rail(c)
    return (not zones_of(c, place(c)) and place(c) not in beaches(c)) or other_waters(c)


def cut_off_by_rail(
    c: Case, shut: Callable[[int], bool] = lambda hex: False,
    exit_open: Callable[[int], bool] = lambda hex: True,
) -> bool:
    """No train comes there, over the map or round its edge; some hexes and ways out may be shut."""
    edge = c.game.map.features["rail_entry_west" if c.side == "axis" else "rail_entry_east"]
    ways = rails_from(c, lambda hex: not foes(c, hex) and not shut(hex))
    exits = rails_from(c, lambda hex: True)(here(c))
    found = reached([near for near in exits if exit_open(near)], ways)
    if any(holds(edge, hex) and not shut(hex) for hex in {here(c), *found}):
        found |= reached([hex for hex in c.game.grid if holds(edge, hex) and friendly(c, hex)],
                         ways)
    return place(c) not in found


def through_closed_country(c: Case) -> bool:
    """A line leads there, but none round the country that is closed to Germans in June."""
    june = is_june(c)
    return bool(june) and row(c).nation == "germany" and not cut_off_by_rail(c) \
        and cut_off_by_rail(c, shut=lambda hex: holds(june.closed, hex))


def cannot_leave_by_rail(c: Case) -> bool:
    """A line leads there out of a battle, but not over a side that lets one more block pass."""
    def is_open(near: int) -> bool:
        return used(c, near, here(c)) < max(1, capacity(c, near, here(c)))
    return in_battle(c, here(c)) and not cut_off_by_rail(c) and cut_off_by_rail(
        c, exit_open=is_open)


def other_waters(c: Case) -> bool:
    start = [zone for zone in _waters(c, here(c)) if rules_sea(c, zone)]
    zones = reached(start, lambda a: (
        b for b in c.game.sea_links[a] if rules_sea(c, b) and joined(c, a, b)))
    return not zones & set(_waters(c, place(c)))


def _waters(c: Case, hex: int) -> list[int]:
    landed = [n for n, zone in enumerate(c.game.seas)
              if hex in beaches(c) and holds(zone.area, hex)]
    return zones_of(c, hex) + landed


# -- battles -----------------------------------------


def no_battle(c: Case) -> bool:
    return not in_battle(c, place(c))


def not_in_this_battle(c: Case) -> bool:
    """It stands elsewhere or is an enemy; who fires has dice to fire with."""
    if c.asks == "ChooseHitRepulsed":
        return not holds(c.state.round.driven, unit(c)) or here(c) < 0
    return here(c) != c.step.hex or owner(c, unit(c)) != c.side


def comrades(c: Case) -> list[int]:
    if c.asks == "ChooseHitRepulsed":
        return [n for n in range(len(c.game.units))
                if holds(c.state.round.driven, n) and c.state.at[n] >= 0]
    return own(c, c.step.hex)


def strongest_first(c: Case) -> bool:
    return any(c.state.cv[n] > c.state.cv[unit(c)] for n in comrades(c))


def weakest_first(c: Case) -> bool:
    return any(c.state.cv[n] < c.state.cv[unit(c)] for n in comrades(c))


def in_air_range(c: Case, hq: int) -> list[int]:
    return [hex for hex in battles(c) if near_enough(c, hex, c.state.at[hq], air_range(c, hq))]


def nothing_in_air_range(c: Case) -> bool:
    return not in_air_range(c, unit(c))


def all_assigned(c: Case) -> bool:
    """There are battles in range, and each has its strike."""
    struck = [e.args["hex"] for e in c.events("strike-assigned", since=TURN)]
    near = in_air_range(c, unit(c))
    return bool(near) and all(hex in struck for hex in near)


def has_no_fire(c: Case) -> bool:
    """It is in the battle, but down to nothing, or of a kind that does not fire."""
    kind = type_of(c)
    return here(c) == c.step.hex and (
        c.state.cv[unit(c)] == 0 or "none" in (kind.offensive, kind.defensive))


def out_of_air_range(c: Case) -> bool:
    hqs = [c.step.hq] if hasattr(c.step, "hq") else [
        n for n in own(c, here(c)) if n in blocks_of(c, "airborne")]
    return not any(near_enough(c, place(c), c.state.at[hq], air_range(c, hq)) for hq in hqs)


def each_hex(c: Case, step: Any, kind: str) -> bool:
    """Every hex is refused to the question that would come next, each for a true reason."""
    decision = Decision(c.game, c.state, c.side, step)
    for hex in c.game.grid:
        ruling = decision.check(Action(kind, hex))
        case = replace(c, step=step, action=Action(kind, hex), ruling=ruling)
        if ruling.allowed or not WITNESSES[ruling.code](case):
            return False
    return True


WITNESSES: dict[str, Witness] = {
    "asked-otherwise": kind_is_not_asked,
    # Command.
    "enemy-block": lambda c: owner(c, unit(c)) != c.side,
    "not-on-map": lambda c: here(c) < 0,
    "no-headquarters": lambda c: not row(c).hq,
    "active-already": lambda c: activated(c, unit(c)),
    "idle-first-turn": idle_first_turn,
    "supreme-no-blitz": lambda c: row(c).supreme,
    "too-weak-to-blitz": lambda c: c.state.cv[unit(c)] < 1,
    "no-deployment-in-mud": muddy,
    "deploy-into-battle": lambda c: bool(foes(c, place(c))),
    "deploy-not-friendly": lambda c: not friendly(c, place(c)),
    "deploy-too-far": lambda c: not adjacent(c.game.grid, here(c), place(c)),
    "not-active": not_active,
    "side-closed": lambda c: adjacent(c.game.grid, here(c), place(c))
    and is_land(c, place(c)) and not passable(c, here(c), place(c)),
    "not-supreme": lambda c: not row(c).supreme,
    "blitz-stays": lambda c: unit(c) in c.chosen("blitz", since=TURN),
    "active-hq-stays": active_hq_stays,
    "stood-up": stood_up,
    "active-hq-stays-again": lambda c: activated(c, unit(c)) and not holds(
        c.state.spent, unit(c)) and unit(c) not in blocks_of(c, "airborne", "invasion"),
    "mobilises-hex-by-hex": lambda c: not adjacent(c.game.grid, here(c), place(c)),
    "overstacked-by-headquarters": overstacked,
    "ways-out-used": lambda c: way_out(c, lambda near: 1 < capacity(c, near, here(c)) <= used(
        c, near, here(c))),
    "ways-out-narrow": lambda c: way_out(c, lambda near: 1 == capacity(c, near, here(c)) <= used(
        c, near, here(c))),
    "ways-out-full": lambda c: way_out(c, lambda near: expected(c, near) >= limit(c, near)),
    **{code: held_up_by(kind) for code, kind in HOLDS_UP.items()},
    "no-way-there": no_way_there,
    "no-land": lambda c: not is_land(c, place(c)),
    "no-sea-way": lambda c: (not zones_of(c, place(c)) and place(c) not in beaches(c))
    or other_waters(c),
    "home-port-busy": lambda c: not port_handles(c, here(c)),
    # Marches.
    "moved-already": lambda c: unit(c) in this_phase(c, *MOVES),
    "frozen-nation": frozen_nation,
    "cannot-disengage": cannot_disengage,
    "supreme-moves-only": lambda c: type_of(c).supreme_moves_only,
    "railed-already": lambda c: unit(c) in c.chosen("rail", "sea", since=TURN),
    "out-of-radius": out_of_radius,
    "too-far": too_far,
    "too-far-anyhow": too_far_anyhow,
    "headquarters-attacks-not": lambda c: bool(row(c).hq and foes(c, place(c))),
    "disengaged-not-engage": has_disengaged,
    "hexside-limit": hexside_limit,
    "hexside-narrow": hexside_narrow,
    "stack-full": stack_full,
    "closed-ground": lambda c: not is_land(c, place(c)),
    "out-of-play": lambda c: not holds(c.game.rows.playable, place(c)),
    "confined": confined,
    "closed-country": closed_country,
    "stands-there": lambda c: here(c) == place(c),
    "strait-whole-move": lambda c: adjacent(c.game.grid, here(c), place(c))
    and side_kind(c, here(c), place(c)) == "strait",
    "approach-out-of-reach": approach_out_of_reach,
    "approach-over-enemies": lambda c: bool(foes(c, place(c))),
    "approach-not-adjacent": approach_not_adjacent,
    "disengage-into-battle": lambda c: bool(foes(c, place(c))),
    "disengage-friendly": lambda c: not friendly(c, place(c)),
    "disengage-adjacent": lambda c: not adjacent(c.game.grid, here(c), place(c)),
    "overstacked": overstacked,
    "not-in-this-hex": lambda c: here(c) != c.step.hex or owner(c, unit(c)) != c.side,
    "surplus-already": lambda c: unit(c) in c.chosen("surplus", since=TURN),
    # Rail and sea.
    "no-railway": no_railway,
    "railway-cut-off": no_railway,
    "no-port": no_port,
    "strategic-retreat": strategic_retreat,
    "strategic-not-friendly": lambda c: not friendly(c, place(c)),
    "strategic-into-battle": lambda c: bool(foes(c, place(c))),
    "port-busy": lambda c: not port_handles(c, place(c)),
    "no-supreme-moves": no_supreme_moves,
    "not-linked": not_linked,
    "train-through-closed-country": through_closed_country,
    "train-cannot-leave": cannot_leave_by_rail,
    # Battles.
    "no-battle": no_battle,
    "fights-already": lambda c: in_battle(c, place(c)) and holds(c.state.fighting, place(c)),
    "not-active-battle": lambda c: not holds(c.state.fighting, place(c)),
    "fired-already": lambda c: unit(c) in c.chosen("fire", since=("battles-revealed",)),
    "headquarters-fires-not": lambda c: bool(row(c).hq),
    "not-in-this-battle": not_in_this_battle,
    "strongest-first": strongest_first,
    "weakest-first": weakest_first,
    "part-hit-first": lambda c: any(
        c.state.round.part_hits.get(n) for n in comrades(c) if n != unit(c)),
    "strongest-repulsed-first": strongest_first,
    "no-assailant-there": not_in_this_battle,
    "not-under-fire": not_in_this_battle,
    "not-besieged-there": not_in_this_battle,
    "not-driven-back": not_in_this_battle,
    "has-no-fire": has_no_fire,
    "no-battle-to-strike": no_battle,
    "strike-not-active": not_active,
    "only-headquarters-strike": lambda c: not row(c).hq,
    "only-headquarters-mobilise": lambda c: not row(c).hq,
    "deployed-there": lambda c: c.state.at[c.step.hq] == place(c),
    "too-weak-to-strike": lambda c: effective(c, unit(c)) < 1,
    "strikes-all-assigned": all_assigned,
    "out-of-drop-range": out_of_air_range,
    "drops-elsewhere": lambda c: here(c) == place(c),
    "no-air-force": lambda c: c.game.halves[c.state.half].air[c.side] == "none",
    "struck-already": lambda c: unit(c) in c.chosen("strike", since=TURN),
    "nothing-in-air-range": nothing_in_air_range,
    "one-strike-each": lambda c: place(c) in [
        e.args["hex"] for e in c.events("strike-assigned", since=TURN)],
    "out-of-air-range": out_of_air_range,
    **eastfront_more.WITNESSES,
}

WITNESSES |= {
    "no-arrival-hex": lambda c: each_hex(c, question(c, "arrival"), "into"),
    "nowhere-to-land": lambda c: each_hex(c, question(c, "land"), "to"),
    "no-harbour": lambda c: each_hex(c, question(c, "harbour"), "to"),
    "nowhere-to-drop": lambda c: each_hex(c, question(c, "drop"), "to"),
}

UNJUDGED = eastfront_more.UNJUDGED
