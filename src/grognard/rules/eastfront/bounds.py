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
    subset,
    table,
    whole,
    word,
)
from grognard.rules.eastfront import beachhead
from grognard.rules.eastfront.data import SIDES
from grognard.rules.eastfront.state import OFF_MAP

if TYPE_CHECKING:
    from grognard.rules.eastfront.game import EastFront

MANY = 99
"""More than any number of hexes, hits, blocks or orders that a rule asks for."""
POINTS = 9999
YEARS = 12 * 12
"""Months: reinforcements may be due long after the last turn."""
PHASES = ("", "command", "movement", "combat", "blitz-movement", "blitz-combat", "supply",
          "production")
UNIT_SETS = ("face_up", "unsupplied", "crowded", "active", "blitz", "spent", "invading", "sailed",
             "by_sea", "shipped", "moved", "strategic", "entered", "confined", "released",
             "defected", "fed", "airborne", "dispersed")
HEX_SETS = ("axis_hexes", "soviet_hexes", "last_axis", "new_battles", "fighting", "supported",
            "landed")


def bounds(game: "EastFront") -> Bounds:
    return Bounds({**_time(game), **_blocks(game), **_turn(game), **_battle(game),
                   **_plans(game)}, _steps(game))


def _unit(game: "EastFront") -> Bound:
    return whole(0, len(game.units) - 1)


def _units(game: "EastFront") -> Bound:
    return subset(game.everybody)


def _time(game: "EastFront") -> dict[str, Bound]:
    first, last = game.first[0], game.last[0]
    weather = word(*game.effects.defence)
    return {
        "month": whole(first, last + 1), "fortnight": whole(1, 2),
        "half": whole(0, len(game.halves) - 1), "east": weather, "west": weather,
        "phasing": word("", *SIDES), "phase": word(*PHASES),
        "winner": word("", *SIDES), **dict.fromkeys(("level", "ending"), word(*_told(game))),
        "margin": whole(-POINTS, POINTS),
    }


def _told(game: "EastFront") -> set[str]:
    """Words for how a play can end."""
    texts = game.catalogue().texts
    ends = {id.partition(".")[2] for id in texts if id.startswith(("result.", "reason."))}
    return {"", *ends}


def _blocks(game: "EastFront") -> dict[str, Bound]:
    count, ground, unit = len(game.units), game.grid.all, _unit(game)
    hex = member(ground)
    return {
        "at": each(member(ground, *OFF_MAP), count), "cv": each(whole(0, MANY), count),
        "stacks": table(hex, each(unit)), "attackers": table(hex, word(*SIDES)),
        "lifts": table(word(*SIDES), whole(0, POINTS)),
        **dict.fromkeys(UNIT_SETS, _units(game)), **dict.fromkeys(HEX_SETS, subset(ground)),
        "surrendered": each(word(*game.nation)), "siege_lost": flag,
        "group_e": word("waiting", "called", "here"), "tied": table(hex, unit),
    }


def _turn(game: "EastFront") -> dict[str, Bound]:
    ground, unit = game.grid.all, _unit(game)
    hex, side = member(ground), whole(0, 3 * game.grid.size)
    return {
        "supreme_moves": whole(0, MANY),
        "came_over": table(unit, hex), "crossings": table(side, whole(0, MANY)),
        "rear_guards": table(hex, unit), "exits": table(hex, hex), "strikes": table(hex, unit),
        "ports_used": table(hex, whole(0, MANY)), "shores": table(unit, hex),
        "beachheads": table(unit, member(ground, *beachhead.NAMES)),
    }


def _battle(game: "EastFront") -> dict[str, Bound]:
    unit, fire = _unit(game), word(*game.hits)
    return {
        "round": parts(
            hex=member(game.grid.all, -1), firing=word("", *SIDES), pursuit=flag,
            engaged=each(unit), volleys=table(unit, row(fire, each(whole(1, 6)))),
            hits=whole(0, MANY), repulses=whole(0, MANY), driven=_units(game),
            part_hits=table(unit, whole(1, MANY)), lost=table(unit, whole(0, MANY)),
        ),
    }


def _plans(game: "EastFront") -> dict[str, Bound]:
    count, first = len(game.units), game.first[0]
    order = row(word(*game.space.domains), _unit(game), member(game.grid.all, -1))
    return {
        "arrives": each(whole(first - YEARS, first + YEARS, 0), count),
        "arrival_cv": each(whole(0, MANY), count),
        "orders": table(word(*SIDES), each(order), SIDES),
        "points": table(word(*SIDES), whole(0, POINTS), SIDES),
    }


def _steps(game: "EastFront") -> dict[str, Bound]:
    unit, units, hex = _unit(game), _units(game), member(game.grid.all)
    flags = ("offensive", "first", "peaceful", "blitz", "new_half", "last")
    numbers = ("at", "left")
    return {
        "owner": word(*SIDES), "side": word("", *SIDES), "unit": unit, "hq": unit, "hex": hex,
        "to": hex, "unseen": nothing, "rear_guard": unit, "pursuer": unit, "fire": word(*game.hits),
        "fired": units,
        **dict.fromkeys(numbers, whole(0, MANY)), **dict.fromkeys(flags, flag),
        "number": whole(1, 2), "kind": word(*game.space.domains), "front": word("east", "west"),
        "nation": word(*game.nation), "tried": each(word(*game.nation)), "phase": word(*PHASES),
        "target": word(*SIDES), "ChooseApproach.target": hex,
        **dict.fromkeys(("MayRollSurrender.nation", "SurrenderRoll.nation"), whole(0, MANY)),
    }
