"""Battles in a few lines: who stands where, who fires, what the dice show.

::

    t = battle("Kursk", axis="41Pz:3 5AK", soviet="3A:3", attacker="soviet", hq="AGS:2@Kharkov")
    fight(t, "Kursk")
    fires(t, "3A", 6, 1, 1).do("lose 41Pz")
"""

from grognard.rules.eastfront.combat import CombatPhase
from tests.rules.eastfront.table import Table, table


def battle(
    hex: str, axis: str, soviet: str, *, attacker: str = "axis", active: str = "axis",
    hq: str = "", weather: str = "dry", scenario: str = "s42", new: bool = False, west: str = "dry",
) -> Table:
    """A battle in the active side's combat phase; ``hq`` supports it: ``AGS:2@Kharkov``."""
    t = table(scenario).put(hex, *axis.split(), *soviet.split()).battle(hex, attacker)
    block, _, place = hq.partition("@")
    if hq:
        t.put(place, block)
    t.weather(weather, west).phase(active, "combat")
    if hq:
        t.active(block.partition(":")[0])
    if new:
        t.state.new_battles = 1 << t.hex(hex)
    return t


def came(t: Table, **over: str) -> Table:
    """Where attackers came from: ``came(t, _41Pz="Kursk")``."""
    for code, hex in over.items():
        t.state.came_over[t.unit(code.lstrip("_"))] = t.hex(hex)
    return t


def combat(t: Table, blitz: bool = False) -> Table:
    """The combat phase begins."""
    t.ask(CombatPhase(blitz=blitz))
    return t


def fight(t: Table, hex: str, *, strike: str = "") -> Table:
    """The phase begins, the battle is chosen, strikes are assigned, and its round begins."""
    combat(t)
    if strike:
        t.do(f"strike {strike} at {hex}")
    elif not t.state.fighting >> t.hex(hex) & 1:
        t.do(f"fight {hex}")
    return t.do("done").do(f"resolve {hex}")


def fires(t: Table, code: str, *dice: int) -> Table:
    return t.do(f"fire {code}").roll(*dice)


def loses(t: Table, *codes: str) -> Table:
    for code in codes:
        t.do(f"lose {code}")
    return t


def blanks(t: Table, *codes: str) -> Table:
    """These blocks fire and hit nothing."""
    for code in codes:
        fires(t, code, *[1] * t.cv(code))
    return t


def shown(t: Table, code: str, side: str) -> bool:
    """Whether the side can read the block's label."""
    return bool(t.game.view(t.state, side).state.at[t.unit(code)] >= 0)
