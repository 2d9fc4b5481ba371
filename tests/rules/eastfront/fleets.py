"""Invasion HQs and their ships in a few lines.

::

    t = fleet("Sevastopol", "3A UkrF", Constanta="5AK:1")
    t.do("invade 3A to Constanta")
"""

from grognard.rules.eastfront.combat import CombatPhase
from grognard.rules.eastfront.command import CommandPhase
from grognard.rules.eastfront.movement import MovementPhase
from tests.rules.eastfront.table import Table, table


def shores(
    port: str, blocks: str, side: str = "soviet", weather: str = "dry", scenario: str = "s42",
    west: str = "", **stacks: str,
) -> Table:
    """Blocks in a port of the side, and others elsewhere."""
    t = table(scenario).put(port, *blocks.split()).weather(weather, west or weather)
    for hex, others in stacks.items():
        t.put(hex, *others.split())
    return t.held(side, port)


def commanding(t: Table, side: str = "soviet") -> Table:
    """The side's command phase."""
    return t.phase(side, "command").ask(CommandPhase())


def sailing(t: Table, *hqs: str, side: str = "soviet", blitz: bool = False) -> Table:
    """A movement phase in which these are invasion HQs."""
    t.phase(side, "blitz-movement" if blitz else "movement").active(*hqs)
    t.state.invading = t.units(*hqs)
    return t.ask(MovementPhase(blitz=blitz))


def fleet(port: str, blocks: str, hq: str = "UkrF", side: str = "soviet", **how: str) -> Table:
    """Shores and sailing in one; the HQ may have a strength: ``UkrF:1``."""
    t = shores(port, f"{blocks} {hq}", side, **how)
    return sailing(t, hq.partition(":")[0], side=side)


def go_on(t: Table) -> Table:
    """Further steps begin where the last ones ended."""
    t._state = t.state
    return t


def to_combat(t: Table) -> Table:
    """The same turn goes on to its combat phase."""
    if t.step():
        t.do("done")
    go_on(t).phase(t.state.phasing, "combat").ask(CombatPhase())
    return t
