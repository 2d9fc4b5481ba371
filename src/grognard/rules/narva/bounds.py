"""What the fields of a position can hold; positions of records are held to it."""

from typing import TYPE_CHECKING

from grognard.core.bounds import (
    Bound,
    Bounds,
    each,
    flag,
    member,
    nothing,
    parts,
    row,
    rule_number,
    subset,
    table,
    whole,
    word,
)
from grognard.rules.narva.data import SIDES
from grognard.rules.narva.state import DISPLACED, ELIMINATED, GONE, LEFT_THE_GAME, TRACK
from grognard.rules.narva.ways import EVENT, FREE, NORMAL

if TYPE_CHECKING:
    from grognard.rules.narva.game import Narva

MANY = 99
"""More than any number of steps, hexes, chits or points that a rule asks for."""
SPENT = 9999
"""Movement allowance in the smallest coin."""


def bounds(game: "Narva") -> Bounds:
    return Bounds({**_units(game), **_chits(game), **_activation(game)}, _steps(game))


def _units(game: "Narva") -> dict[str, Bound]:
    count, ground = len(game.units), game.grid.all
    unit, units, hex = whole(0, count - 1), subset((1 << count) - 1), member(ground)
    return {
        "turn": whole(min(game.turns), max(game.turns) + 1),
        "at": each(member(ground, ELIMINATED, TRACK, GONE, DISPLACED), count),
        "stacks": table(hex, each(unit)),
        "veiled": nothing,
        "steps": each(whole(0, MANY), count),
        "supply": each(whole(0, 2), count),
        "pinned": units, "rerouted": units,
        "arrives": each(whole(0, MANY), count),
        "entries": each(word("", "*", *game.entries), count),
        "displaced_from": table(unit, hex),
        "air": each(whole(0, 2), len(game.air_units)),
        "defences": each(whole(0, MANY), len(game.defence_hexes)),
        "soviet_held": subset(ground),
        **dict.fromkeys(("no_flying", "late_thaw"), flag),
    }


def _chits(game: "Narva") -> dict[str, Bound]:
    kinds = len(game.chits)
    side, chit = word(*SIDES), whole(0, kinds - 1)
    return {
        "cup": each(whole(0, MANY), kinds), "spent": each(whole(0, MANY), kinds),
        "tracks": table(side, each(whole(0, kinds - 1, LEFT_THE_GAME)), SIDES),
        "due": each(row(whole(0, MANY), chit)),
        "withdrawals": each(row(whole(0, MANY), chit)),
        "last_hq": table(side, whole(-1, len(game.units) - 1), SIDES),
        **dict.fromkeys(("supply_chit_waits", "strachwitz_used", "shock_drawn"), flag),
    }


def _activation(game: "Narva") -> dict[str, Bound]:
    units, hexes = subset((1 << len(game.units)) - 1), subset(game.grid.all)
    return {
        "acting": word("", *SIDES),
        **dict.fromkeys(("active", "fighters", "moved", "fought"), units),
        "ferried": subset((1 << len(game.ground.ferries)) - 1),
        **dict.fromkeys(("attacked", "revealed", "barraged"), hexes),
        "winner": word("", "draw", *SIDES),
        **dict.fromkeys(("level", "ending"), word(*_told(game))),
    }


def _told(game: "Narva") -> set[str]:
    """Words for how a play can end."""
    texts = game.catalogue().texts
    ends = {id.partition(".")[2] for id in texts if id.startswith(("result.", "reason."))}
    return {"", *ends}


def _steps(game: "Narva") -> dict[str, Bound]:
    count, ground = len(game.units), game.grid.all
    unit, units, hex = whole(0, count - 1), subset((1 << count) - 1), member(ground)
    battle = parts(
        side=word(*SIDES), hex=hex, attackers=units, stavka=flag, barrage=flag,
        missions=subset((1 << game.space.domains["air"].size) - 1),
    )
    return {
        "owner": word(*SIDES), "unit": unit, "hq": unit, "hex": hex, "origin": hex,
        "landing": whole(-1, count - 1), "battle": battle, "cause": rule_number,
        **dict.fromkeys(("units", "group", "crowded", "went", "returned", "city"), units),
        **dict.fromkeys(("at", "left", "steps", "hexes", "count", "column"), whole(0, MANY)),
        "escorts": each(row(unit, units)), "stacks": each(row(hex, units, whole(0, MANY))),
        "way": each(hex), "led_on": subset(ground), "called_off": subset(ground),
        "spent": whole(0, SPENT),
        "manner": word(NORMAL, FREE, EVENT), "chit": word(*game.chit),
        **dict.fromkeys(("by_attack", "strongest", "retreated", "rail", "by_road"), flag),
    }
