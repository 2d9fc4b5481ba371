"""Why a choice is good, in one sentence made of facts that anybody can look up on the map."""

from typing import Any, NamedTuple

from grognard.ai.orders import Order
from grognard.ai.sandtable import SandTable
from grognard.core.actions import spoken
from grognard.core.counsel import Forecast
from grognard.core.messages import Message
from grognard.hexes import Hex

FEARED = 0.05
"""The chance to lose a place from which on somebody guards it."""


class Reason(NamedTuple):
    """A sentence, and what it speaks of on the map."""

    says: Message
    units: tuple[int, ...] = ()
    hexes: tuple[Hex, ...] = ()


class Reasons:
    """Finds what can be said for a choice in one position."""

    def __init__(self, table: SandTable, state: Any) -> None:
        self.table, self.state = table, state
        self._names = next(iter(table.game.maps.values())).names

    def __repr__(self) -> str:
        return f"<Reasons of {self.table.side}>"

    def place(self, hex: Hex) -> Message:
        """A place by its name, if it has one, and what it counts for, if it counts."""
        name, stake = self._names.get(hex, ""), self.table.stakes.get(hex, 0)
        points = self.table.counsel.points(self.state, hex, stake)
        named = bool(name) and name != spoken(self.table.grid.label(hex))
        id = ("named" if named else "unnamed") + ("-worth" if points else "")
        return Message(f"hint.{id}", {"hex": hex, "name": name, "points": _points(points)})

    # -- attacks ------------------------------------------------------------------------------

    def attack(self, hex: Hex, units: tuple[int, ...], found: Forecast | None) -> Reason:
        sure = found is not None and round(100 * found.takes) > 0
        args = {"place": self.place(hex), "units": units,
                "chance": _chance(found), "steps": _steps(found)}
        return Reason(Message("hint.attack" if sure else "hint.wears-down", args), units, (hex,))

    def joins(
        self, unit: int, order: Order, units: tuple[int, ...], found: Forecast | None
    ) -> Reason:
        """A march to where an attack is to start from."""
        alone = "hint.strikes" if len(units) == 1 else "hint.joins-attack"
        args = {"unit": unit, "post": order.hex, "place": self.place(order.target),
                "count": len(units), "chance": _chance(found)}
        return Reason(Message(alone, args), units, (order.hex, order.target))

    # -- marches ------------------------------------------------------------------------------

    def march(self, unit: int, hex: Hex) -> Reason:
        """The first that is true of: takes, comes into supply, guards, gets away, comes nearer."""
        ways = (self._takes, self._fed, self._guards, self._safer, self._nearer)
        found = (way(unit, hex) for way in ways)
        said = next((one for one in found if one is not None), None)
        return said or Reason(Message("hint.stands", {"unit": unit, "post": hex}), (unit,), (hex,))

    def _takes(self, unit: int, hex: Hex) -> Reason | None:
        table = self.table
        if hex not in table.stakes or table.held >> hex & 1 or not table.soldiers[unit].holds:
            return None
        args = {"unit": unit, "place": self.place(hex)}
        return Reason(Message("hint.takes", args), (unit,), (hex,))

    def _fed(self, unit: int, hex: Hex) -> Reason | None:
        here = self.state.at[unit]
        if here < 0 or self.table.fed >> here & 1 or not self.table.fed >> hex & 1:
            return None
        return Reason(Message("hint.fed", {"unit": unit, "post": hex}), (unit,), (hex,))

    def _guards(self, unit: int, hex: Hex) -> Reason | None:
        """A place of ours in or beside the hex that the enemy could take more easily before."""
        table, here = self.table, self.state.at[unit]
        near = [place for place in (hex, *table.grid.neighbours(hex))
                if place in table.stakes and table.held >> place & 1]
        fears = {place: self._fear_without(unit, hex, place) for place in near}
        fears = {place: fear for place, fear in fears.items() if fear > FEARED}
        if not fears or here in near:
            return None
        place = max(fears, key=lambda one: fears[one] * table.stakes[one])
        args = {"unit": unit, "post": hex, "place": self.place(place),
                "threat": _points(table.threat[place])}
        says = "hint.guards" if place != hex else "hint.holds"
        return Reason(Message(says, args), (unit,), (hex, place))

    def _fear_without(self, unit: int, hex: Hex, place: Hex) -> float:
        """How much less is to be feared for a place with the unit in the hex."""
        table, here = self.table, self.table.at[unit]
        table.shift(unit, -1)
        before = table.fear(place)
        table.shift(unit, hex)
        after = table.fear(place)
        table.shift(unit, here)
        return before - after

    def _safer(self, unit: int, hex: Hex) -> Reason | None:
        here = self.state.at[unit]
        before, after = self.table.threat[here] if here >= 0 else 0.0, self.table.threat[hex]
        if after >= before:
            return None
        args = {"unit": unit, "post": hex, "before": _points(before), "after": _points(after)}
        return Reason(Message("hint.safer", args), (unit,), (hex,))

    def _nearer(self, unit: int, hex: Hex) -> Reason | None:
        """The place worth most for the way that is left, of those that come nearer."""
        table, here = self.table, self.state.at[unit]
        far = table.grid.distance
        found = [place for place in table.stakes if not table.held >> place & 1 and here >= 0
                 and far(hex, place) < far(here, place)]
        if not found:
            return None
        place = max(found, key=lambda one: (table.stakes[one] / (1 + far(hex, one)), -one))
        args = {"unit": unit, "post": hex, "place": self.place(place),
                "count": far(hex, place)}
        return Reason(Message("hint.nearer", args), (unit,), (hex, place))

    # -- the rest -----------------------------------------------------------------------------

    def leads(self, leader: int, gain: float) -> Reason:
        band, _ = self.table.counsel.followers(self.state, leader)
        args = {"unit": leader, "count": band.bit_count(), "points": _points(gain)}
        return Reason(Message("hint.leads" if band else "hint.commands", args), (leader,))

    def comes_along(self, unit: int, gain: float) -> Reason:
        return Reason(Message("hint.joins", {"unit": unit, "points": _points(gain)}), (unit,))

    def promises(self, thing: tuple[str, int], gain: float) -> Reason:
        return _about(Message("hint.promises", {"points": _points(gain)}), thing)

    def book(self, thing: tuple[str, int]) -> Reason:
        return _about(Message("hint.book", {}), thing)

    def tried(self, thing: tuple[str, int], count: int, ahead: float) -> Reason:
        alone = "hint.tried" if _points(ahead) else "hint.tried-same"
        return _about(Message(alone, {"count": count, "points": _points(ahead)}), thing)


def _about(says: Message, thing: tuple[str, int]) -> Reason:
    domain, number = thing
    return Reason(says, (number,) if domain == "unit" else (), (number,) if domain == "hex" else ())


def _points(value: float) -> float:
    """Points as a player can use them."""
    return round(value, 1)


def _chance(found: Forecast | None) -> Message:
    """What an attack may bring: the hex, or at least losses."""
    percent = round(100 * found.takes) if found else 0
    return Message("hint.chance", {"percent": percent}) if percent else _steps(found)


def _steps(found: Forecast | None) -> Message:
    ours, theirs = (found.ours, found.theirs) if found else (0.0, 0.0)
    return Message("hint.steps", {"ours": _points(ours), "theirs": _points(theirs)})
