"""Witnesses for what Army Group North adds: fences, limits, cups, queues and bound points."""

from typing import Any

from grognard.lab.conformance import Case, Witness
from grognard.rules.efs.state import ACTIVE
from tests.reasons.efs_facts import group, owner, place, unit, units_of
from tests.reasons.efs_ground import strength
from tests.reasons.plain import holds

CADRE = -2
WORDS = {"no-react-now": "react", "no-strategic-now": "strategic", "no-rail-now": "rail",
         "no-bridge-now": "bridge", "no-build-now": "build", "no-move-now": "move",
         "no-attack-now": "attack", "no-rebuilding": "rebuild"}


def now(c: Case, line: Any) -> bool:
    return bool(line.first_turn <= c.state.turn <= line.last_turn)


def forbidden(c: Case) -> bool:
    """A row of the scenario keeps the side from it on this turn."""
    deed = WORDS[c.ruling.code]
    lines = [line for line in c.game.rows.limit if deed in line.deeds and now(c, line)]
    if deed == "build":
        return any(line.side == c.side for line in lines)
    rows = [c.game.units[n] for n in units_of(c)]
    return any(line.side == row.side and (not line.units or row.code in line.units)
               and (not line.nations or row.nation in line.nations)
               and not row.traits & set(line.spared) for line in lines for row in rows)


def in_karelia(c: Case) -> bool:
    """The counter, the port or the goal lies where a row lets no transport of the side go."""
    lines = [line for line in c.game.rows.limit if {"lift", "ship"} & set(line.deeds)
             and line.side == c.side and now(c, line)]
    asked = hasattr(c.step, "group") or c.action.kind in ("ship", "with")
    acting = [c.state.at[n] for n in units_of(c)] if asked else []
    aimed = [c.action.arg] if c.action.kind in ("lift", "port", "from") else []
    return any(holds(line.area, hex) for line in lines for hex in (*acting, *aimed) if hex >= 0)


def finn_waits(c: Case) -> bool:
    """Told nowhere in the log that they march, and it is one of them."""
    nation = c.game.rows.waiting.nation
    return not c.state.finns_from and any(
        c.game.units[n].nation == nation and c.game.units[n].side == "axis" for n in units_of(c))


def posted(c: Case) -> bool:
    return any(c.state.posted >> n & 1 for n in units_of(c))


def nobody_beside(c: Case) -> bool:
    """No other Soviet combat unit that marches and is not bound itself stands with it."""
    return not any(_could_stand_in(c, unit(c), n) for n in c.state.stacks[c.state.at[unit(c)]])


def cannot_stand_in(c: Case) -> bool:
    return not _could_stand_in(c, c.step.unit, c.action.arg)


def _could_stand_in(c: Case, leaving: int, n: int) -> bool:
    row, old = c.game.units[n], c.game.units[leaving]
    here = c.state.at[n] == c.state.at[leaving] and not c.state.posted >> n & 1
    baggage = {"supply", "bridge", "ship"} & row.traits
    alike = bool(row.hq) if old.hq else not row.hq and not baggage and bool(row.move)
    return here and row.side == "soviet" and alike


def rooted(c: Case) -> bool:
    """The card gives it so many turns on which it stays."""
    return any(code == c.game.units[n].code and c.state.turn < c.game.rows.first_turn + turns
               for n in units_of(c) for line in c.game.rows.setup
               for code, turns in line.dots.items())


def fenced(c: Case) -> bool:
    """A fence of the scenario closes the hex to one of the group."""
    return any(_shuts(c, line, n) for line in c.game.rows.fence for n in group(c))


def _shuts(c: Case, line: Any, n: int) -> bool:
    return _closes(c, line, n, place(c))


def _closes(c: Case, line: Any, n: int, hex: int) -> bool:
    row, at = c.game.units[n], c.state.at[n]
    about = line.side == row.side and now(c, line) and row.code not in line.spared
    about &= not line.units or row.code in line.units
    about &= not line.nations or row.nation in line.nations
    about &= not line.traits or bool(row.traits & set(line.traits))
    about &= not line.phase or line.phase == c.state.phase
    about &= not line.beyond or not holds(line.beyond, at)
    return bool(about and (line.everywhere or hex in line.hexes or holds(line.area, hex)))


def owed_elsewhere(c: Case) -> bool:
    rows = c.game.rows
    return c.state.turn <= rows.attacks_until and any(
        not holds(rows.attacks_in, hex) for hex in c.step.battle.hexes)


def fixed(c: Case) -> bool:
    """The list says that it cannot be kept."""
    kept = c.game.air_units if c.action.kind == "retain" else c.game.units
    code = kept[c.action.arg].code
    return any(code in line.units and line.turn == c.state.turn and line.cannot_cancel
               for line in c.game.rows.withdrawal)


def left_there(c: Case) -> bool:
    """An Axis unit left by a way that the hex belongs to."""
    return owner(c) == "soviet" and any(
        c.game.units[n].side == "axis" and (
            place(c) in c.game.rows.exit[way].hexes or holds(c.game.rows.exit[way].area, place(c)))
        for n, way in c.state.way_out.items())


def no_militia(c: Case) -> bool:
    row = c.game.units[c.action.arg]
    return row.type != "militia" or row.size not in ("brigade", "division") \
        or "unknown" in row.traits


def gave_a_step(c: Case) -> bool:
    return bool(c.state.restored >> c.action.arg & 1)


def no_site(c: Case) -> bool:
    """Not where the cup lets its units be laid, or held, full, or nothing left to lay."""
    cup = next(line for line in c.game.rows.cup if line.place)
    inside = [code for code in cup.units if c.state.at[c.game.number[code]] == -7]
    out = [code for code in cup.tokens if c.state.at[c.game.number[code]] >= 0]
    hex = c.action.arg
    return (not holds(cup.place, hex) or holds(c.state.axis_land, hex)
            or hex in c.state.stacks or len(inside) <= len(out))


def not_that_regiment(c: Case) -> bool:
    """A strong one for a small loss, one in use, or none at all."""
    row = c.game.units[c.action.arg]
    return c.state.at[c.action.arg] >= 0 or "substitute" not in row.traits or row.attack > 1


def only_large_ones(c: Case) -> bool:
    """Free regiments there are, each with two of attack; a step costs the division less."""
    division, after = c.action.arg, c.state.copy()
    after.set_steps(division, after.steps[division] - 1)
    free = [row for n, row in enumerate(c.game.units)
            if "substitute" in row.traits and c.state.at[n] == -8]
    falls = strength(c.game, c.state, division, True) - (
        strength(c.game, after, division, True) if after.steps[division] else 0)
    return bool(free) and all(row.attack > 1 for row in free) and falls < 2


def one_before(c: Case) -> bool:
    """A free counter of the same strength with a lower number."""
    units, at = c.game.units, c.state.at
    return any("substitute" in units[n].traits and units[n].attack == units[c.action.arg].attack
               and at[n] == at[c.action.arg] for n in range(c.action.arg))


def called(c: Case) -> bool:
    return bool(c.state.points.get("groups-called", 0) >= c.game.rows.groups_a_turn)


def at_the_works(c: Case) -> bool:
    """A heavy unit that is no tank brigade, or not where tanks are made."""
    row, at = c.game.units[unit(c)], c.state.at[unit(c)]
    small = "armour" in row.traits and row.size in ("battalion", "brigade")
    return bool(c.game.rows.works) and (not small or (at >= 0 and at not in c.game.rows.works))


def no_brigade(c: Case) -> bool:
    row = c.game.units[unit(c)]
    small = "armour" in row.traits and row.size in ("battalion", "brigade")
    return c.state.turn >= c.game.rows.brigades_from and not small


def nobody_in_need(c: Case) -> bool:
    """No militia that is known lies in Cadre or stands below strength."""
    return not any(row.type == "militia" and "unknown" not in row.traits and (
        c.state.at[n] == CADRE or (c.state.at[n] >= 0 and c.state.steps[n] < row.steps))
        for n, row in enumerate(c.game.units))


def queued(c: Case) -> bool:
    return any(line.side == owner(c) for line in c.game.rows.queue) and all(
        "supply" in c.game.units[n].traits for n in group(c))


def never_free(c: Case) -> bool:
    """Every garrison unit of the hex waits for an enemy in the city, or for its mega-hex."""
    fights = [n for n in range(len(c.game.units)) if c.game.fighting >> n & 1]
    there = [n for n in fights if c.state.at[n] == place(c) and holds(c.state.garrison, n)]
    foes = {c.state.at[n] for n in fights if c.game.units[n].side == "axis"}

    def waits(code: str) -> bool:
        return any(code in line.units and (not line.by_table or not any(
            hex >= 0 and holds(line.until, hex) for hex in foes)) for line in c.game.rows.garrison)

    return bool(there) and all(waits(c.game.units[n].code) for n in there)


def must_come_in(c: Case) -> bool:
    """Somebody whose line says so waits beside the map."""
    named = {code for line in c.game.rows.arrival if line.prompt for code in line.units}
    return any(row.code in named and c.state.at[n] == ACTIVE
               for n, row in enumerate(c.game.units))


def no_store(c: Case) -> bool:
    """It is the first landing on the islands, and no supply lies in their port."""
    islands = c.game.rows.sea.islands
    return holds(islands.area, place(c)) and not c.state.points.get("islands") and not any(
        "supply" in row.traits and row.side == "axis" and c.state.at[n] == islands.port
        for n, row in enumerate(c.game.units))


def foreign_coast(c: Case) -> bool:
    return any(_closes(c, line, unit(c), c.step.hex) for line in c.game.rows.fence)


WITNESSES: dict[str, Witness] = {
    "garrison-kept": never_free,
    "may-not-wait": must_come_in,
    "no-supply-for-islands": no_store,
    "fenced-coast": foreign_coast,
    **dict.fromkeys(WORDS, forbidden),
    "no-transport-there": in_karelia,
    "finns-wait": finn_waits,
    "holds-a-post": posted,
    "no-post": lambda c: not posted(c),
    "no-stand-in": nobody_beside,
    "no-other-staff": nobody_beside,
    "cannot-stand-in": cannot_stand_in,
    "do-not-move": rooted,
    "fenced": fenced,
    "attack-owed-elsewhere": owed_elsewhere,
    "cannot-cancel": fixed,
    "exit-of-the-axis": left_there,
    "no-militia": no_militia,
    "one-step-a-turn": gave_a_step,
    "no-site-for-ur": no_site,
    "no-such-regiment": not_that_regiment,
    "only-large-regiments": only_large_ones,
    "take-the-first": one_before,
    "one-group-a-turn": called,
    "only-at-the-works": at_the_works,
    "only-tank-brigades": no_brigade,
    "second-point-draws": lambda c: c.step.count == 2,
    "no-militia-in-need": lambda c: c.step.count == 3 and nobody_in_need(c),
    "supply-by-rail": queued,
    "too-far-by-rail": queued,
}
