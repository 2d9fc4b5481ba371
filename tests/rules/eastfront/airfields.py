"""Parachute drops in a few lines: who takes off at Voronezh, and what happens over there.

::

    t = airborne(airfield("UkrF:2", "4Para:3").put("Kursk", "5AK:1"))
    fires(assaults(t, "Kursk"), "5AK", 1)
"""

from grognard.rules.eastfront.command import CommandPhase
from grognard.rules.eastfront.movement import MovementPhase
from tests.rules.eastfront.fights import combat
from tests.rules.eastfront.table import Table, table

FIELD = "Voronezh"
"""Kastornoye lies beside it over a river, Kursk two hexes away, Kharkov three."""


def airfield(*blocks: str, scenario: str = "s42", **options: bool) -> Table:
    """These blocks at Voronezh."""
    return table(scenario, **options).put(FIELD, *(blocks or ("UkrF", "4Para")))


def commands(t: Table) -> Table:
    return t.phase("soviet", "command").ask(CommandPhase())


def airborne(t: Table, *hqs: str, weather: str = "dry", also: str = "") -> Table:
    """The Soviet movement phase; these HQs (else the one at Voronezh) were given over to drops."""
    hqs = hqs or ("UkrF",)
    t.weather(weather).phase("soviet", "movement").active(*hqs, *also.split())
    t.state.airborne = t.units(*hqs)
    return t


def moves(t: Table) -> Table:
    return t.ask(MovementPhase())


def dropped(t: Table, hex: str, *also: str) -> Table:
    """The paratroops drop, others move as told, and the movement phase is over."""
    moves(t)
    for move in (*also, f"drop 4Para to {hex}"):
        t.do(move)
    return t.do("done") if t.step() is not None else t


def assaults(t: Table, hex: str, *also: str) -> Table:
    """A drop on enemies, up to the first defensive fire."""
    return combat(dropped(t, hex, *also).phase("soviet", "combat")).do("done").do(f"resolve {hex}")
