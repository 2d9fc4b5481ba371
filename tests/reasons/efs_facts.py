"""What is asked about and what happened, read from the question and the log of the series."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from grognard.core.actions import Action
from grognard.core.game import Decision
from grognard.hexes import bits
from grognard.lab.conformance import Case
from grognard.records.playthrough import Entry
from grognard.rules.efs.movers import ChooseMover

MOVING = {"move", "foot", "motor", "enter", "with", "drop", "to", "via", "road", "through", "rail",
          "lift", "overrun", "stay", "at", "back", "lose", "split", "bridge", "over", "flip",
          "merge", "mark", "react", "exit", "group", "exchange", "by"}
"""What is chosen while units move; anything else ends the phase."""
MOVES = {"moved", "by-road", "infiltrates", "minimum", "crosses", "moved-by-rail", "lifted",
         "flown-in", "enters", "overrun", "bridge-laid", "depot-made"}
SEGMENT, TURN = ("segment",), ("turn",)


def domain(c: Case) -> str:
    return str(c.game.space.domains[c.action.kind].name)


def units_of(c: Case) -> list[int]:
    """The units that the refusal is about: the one named, or those that are asked about."""
    if domain(c) == "unit":
        return [c.action.arg]
    return group(c)


def group(c: Case) -> list[int]:
    """Who moves, retreats or is asked for."""
    step = c.step
    if hasattr(step, "group"):
        return list(bits(step.group))
    for name in ("cargo", "force"):
        if hasattr(step, name):
            return list(bits(getattr(step, name)))
    names = (name for name in ("unit", "gun", "regiment", "ship") if hasattr(step, name))
    return [getattr(step, next(names))]


def unit(c: Case) -> int:
    return units_of(c)[0]


def row(c: Case) -> Any:
    return c.game.units[unit(c)]


def rows(c: Case) -> list[Any]:
    return [c.game.units[n] for n in units_of(c)]


def place(c: Case) -> int:
    """The hex that the refusal is about: the one named, or where the group stands."""
    return c.action.arg if domain(c) == "hex" else here(c)


def here(c: Case) -> int:
    """Where the group stands; a stack on its retreat has come as far as its way."""
    way = getattr(c.step, "way", ())
    if way:
        return int(way[-1])
    return int(c.step.hex if c.asks == "ChooseRetreat" else c.state.at[unit(c)])


def battle(c: Case) -> Any:
    return c.step.battle


def owner(c: Case) -> str:
    """The side of the units concerned; in a retreat the enemy may lead them."""
    return str(c.game.units[group(c)[0]].side)


def other(side: str) -> str:
    return "soviet" if side == "axis" else "axis"


def air(c: Case) -> Any:
    return c.game.air_units[c.action.arg]


def over(c: Case, n: int) -> bool:
    """An air unit flies a mission to the hex that is fought over."""
    hex = c.step.fight.hex if hasattr(c.step, "fight") else c.step.hex
    return bool(c.state.missions.get(n) == hex)


# -- what happened -----------------------------------------


def this_phase(c: Case) -> Iterator[Entry]:
    """The last entries in which nothing but moves was chosen."""
    for entry in reversed(c.log):
        if isinstance(entry.act, Action) and entry.act.kind not in MOVING:
            return
        yield entry
        if any(event.id == "segment" for event in entry.events):
            return


def moved(c: Case, n: int) -> bool:
    """The unit had its move in this phase: the log tells of it, or it was chosen and stayed."""
    for entry in this_phase(c):
        act = entry.act
        if isinstance(act, Action):
            named = act.kind in ("move", "with", "drop", "react", "bridge", "mark") and act.arg == n
            stack = act.kind in ("foot", "motor") and act.arg == c.state.at[n]
            if named or stack:
                return True
        if any((event.id in MOVES and n in event.units) or (
                event.id == "post-taken" and event.args["new"] == n) for event in entry.events):
            return True
    return False


def told_of(c: Case, n: int, *ids: str, since: Iterable[str] = TURN) -> bool:
    """Such a thing happened to the unit."""
    return any(n in event.units or event.args.get("unit") == n
               for event in c.events(*ids, since=since))


def flown_over(c: Case, side: str, hex: int) -> int:
    """How many air units of a side are on a mission to a hex."""
    return sum(1 for n, where in c.state.missions.items()
               if where == hex and c.game.air_units[n].side == side)


# -- other questions -----------------------------------------


def asked(c: Case, action: Action, step: Any = None) -> Case:
    """The case that another action, or another question, would be."""
    step = step or c.step
    ruling = Decision(c.game, c.state, c.side, step).check(action)
    return replace(c, step=step, action=action, ruling=ruling)


def can_still_move(c: Case, n: int) -> bool:
    """In a phase of movement of its side."""
    if c.state.phase not in ("movement", "motorised") or c.game.units[n].side != c.state.side:
        return False
    return asked(c, Action("move", n), ChooseMover(c.state.phase)).ruling.allowed
