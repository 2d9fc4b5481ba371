"""What the fields of a position can hold; positions of records are held to it."""

from typing import TYPE_CHECKING

from grognard.core import bounds as of
from grognard.core.bounds import Bound, Bounds
from grognard.rules.narva.data import SIDES
from grognard.rules.narva.paths import EVENT, FREE, NORMAL
from grognard.rules.narva.state import DISPLACED, ELIMINATED, GONE, LEFT_THE_GAME, TRACK

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
    unit, units, hex = of.whole(0, count - 1), of.subset((1 << count) - 1), of.member(ground)
    return {
        "turn": of.whole(min(game.turns), max(game.turns) + 1),
        "at": of.each(of.member(ground, ELIMINATED, TRACK, GONE, DISPLACED), count),
        "stacks": of.table(hex, of.each(unit)),
        "veiled": of.nothing,
        "steps": of.each(of.whole(0, MANY), count),
        "supply": of.each(of.whole(0, 2), count),
        "pinned": units, "rerouted": units,
        "arrives": of.each(of.whole(0, MANY), count),
        "entries": of.each(of.word("", "*", *game.entries), count),
        "displaced_from": of.table(unit, hex),
        "air": of.each(of.whole(0, 2), len(game.air_units)),
        "defences": of.each(of.whole(0, MANY), len(game.defence_hexes)),
        "soviet_held": of.subset(ground),
        **dict.fromkeys(("no_flying", "late_thaw"), of.flag),
    }


def _chits(game: "Narva") -> dict[str, Bound]:
    kinds = len(game.chits)
    side, chit = of.word(*SIDES), of.whole(0, kinds - 1)
    return {
        "cup": of.each(of.whole(0, MANY), kinds), "spent": of.each(of.whole(0, MANY), kinds),
        "tracks": of.table(side, of.each(of.whole(0, kinds - 1, LEFT_THE_GAME)), SIDES),
        "due": of.each(of.row(of.whole(0, MANY), chit)),
        "withdrawals": of.each(of.row(of.whole(0, MANY), chit)),
        "last_hq": of.table(side, of.whole(-1, len(game.units) - 1), SIDES),
        **dict.fromkeys(("supply_chit_waits", "strachwitz_used", "shock_drawn"), of.flag),
    }


def _activation(game: "Narva") -> dict[str, Bound]:
    units, hexes = of.subset((1 << len(game.units)) - 1), of.subset(game.grid.all)
    return {
        "acting": of.word("", *SIDES),
        **dict.fromkeys(("active", "fighters", "moved", "fought"), units),
        "ferried": of.subset((1 << len(game.ground.ferries)) - 1),
        **dict.fromkeys(("attacked", "cancelled", "revealed", "barraged"), hexes),
        "winner": of.word("", "draw", *SIDES),
        **dict.fromkeys(("level", "ending"), of.word(*_told(game))),
    }


def _told(game: "Narva") -> set[str]:
    """Words for how a play can end."""
    texts = game.catalogue().texts
    ends = {id.partition(".")[2] for id in texts if id.startswith(("result.", "reason."))}
    return {"", *ends}


def _steps(game: "Narva") -> dict[str, Bound]:
    count, ground = len(game.units), game.grid.all
    unit, units, hex = of.whole(0, count - 1), of.subset((1 << count) - 1), of.member(ground)
    battle = of.parts(
        side=of.word(*SIDES), hex=hex, attackers=units, stavka=of.flag, barrage=of.flag,
        missions=of.subset((1 << game.space.domains["air"].size) - 1),
    )
    return {
        "owner": of.word(*SIDES), "unit": unit, "hq": unit, "hex": hex, "origin": hex,
        "landing": of.whole(-1, count - 1), "battle": battle, "cause": of.rule_number,
        **dict.fromkeys(("units", "group", "crowded", "went", "returned", "city"), units),
        **dict.fromkeys(("at", "left", "steps", "hexes", "count", "column"), of.whole(0, MANY)),
        "escorts": of.each(of.row(unit, units)),
        "stacks": of.each(of.row(hex, units, of.whole(0, MANY))),
        "way": of.each(hex), "led_on": of.subset(ground), "called_off": of.subset(ground),
        "spent": of.whole(0, SPENT),
        "manner": of.word(NORMAL, FREE, EVENT), "chit": of.word(*game.chit),
        **dict.fromkeys(("by_attack", "strongest", "retreated", "rail", "by_road"), of.flag),
    }
