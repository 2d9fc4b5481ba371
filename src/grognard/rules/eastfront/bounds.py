"""What the fields of a position can hold; positions of records are held to it."""

from typing import TYPE_CHECKING

from grognard.core import bounds as of
from grognard.core.bounds import Bound, Bounds
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
    return of.whole(0, len(game.units) - 1)


def _units(game: "EastFront") -> Bound:
    return of.subset(game.everybody)


def _time(game: "EastFront") -> dict[str, Bound]:
    first, last = game.first[0], game.last[0]
    weather = of.word(*game.effects.defence)
    return {
        "month": of.whole(first, last + 1), "fortnight": of.whole(1, 2),
        "half": of.whole(0, len(game.halves) - 1), "east": weather, "west": weather,
        "phasing": of.word("", *SIDES), "phase": of.word(*PHASES),
        "winner": of.word("", *SIDES), **dict.fromkeys(("level", "ending"), of.word(*_told(game))),
        "margin": of.whole(-POINTS, POINTS),
    }


def _told(game: "EastFront") -> set[str]:
    """Words for how a play can end."""
    texts = game.catalogue().texts
    ends = {id.partition(".")[2] for id in texts if id.startswith(("result.", "reason."))}
    return {"", *ends}


def _blocks(game: "EastFront") -> dict[str, Bound]:
    count, ground, unit = len(game.units), game.grid.all, _unit(game)
    hex = of.member(ground)
    return {
        "at": of.each(of.member(ground, *OFF_MAP), count), "cv": of.each(of.whole(0, MANY), count),
        "stacks": of.table(hex, of.each(unit)), "attackers": of.table(hex, of.word(*SIDES)),
        "lifts": of.table(of.word(*SIDES), of.whole(0, POINTS)),
        **dict.fromkeys(UNIT_SETS, _units(game)), **dict.fromkeys(HEX_SETS, of.subset(ground)),
        "surrendered": of.each(of.word(*game.nation)), "siege_lost": of.flag,
        "group_e": of.word("waiting", "called", "here"), "tied": of.table(hex, unit),
    }


def _turn(game: "EastFront") -> dict[str, Bound]:
    ground, unit = game.grid.all, _unit(game)
    hex, side = of.member(ground), of.whole(0, game.grid.side_count)
    return {
        "supreme_moves": of.whole(0, MANY),
        "came_over": of.table(unit, hex), "crossings": of.table(side, of.whole(0, MANY)),
        "rear_guards": of.table(hex, unit), "exits": of.table(hex, hex),
        "strikes": of.table(hex, unit),
        "ports_used": of.table(hex, of.whole(0, MANY)), "shores": of.table(unit, hex),
        "beachheads": of.table(unit, of.member(ground, *beachhead.NAMES)),
    }


def _battle(game: "EastFront") -> dict[str, Bound]:
    unit, fire = _unit(game), of.word(*game.hits)
    return {
        "round": of.parts(
            hex=of.member(game.grid.all, -1), firing=of.word("", *SIDES), pursuit=of.flag,
            engaged=of.each(unit), volleys=of.table(unit, of.row(fire, of.each(of.whole(1, 6)))),
            hits=of.whole(0, MANY), repulses=of.whole(0, MANY), driven=_units(game),
            part_hits=of.table(unit, of.whole(1, MANY)), lost=of.table(unit, of.whole(0, MANY)),
        ),
    }


def _plans(game: "EastFront") -> dict[str, Bound]:
    count, first = len(game.units), game.first[0]
    order = of.row(of.word(*game.space.domains), _unit(game), of.member(game.grid.all, -1))
    return {
        "arrives": of.each(of.whole(first - YEARS, first + YEARS, 0), count),
        "arrival_cv": of.each(of.whole(0, MANY), count),
        "orders": of.table(of.word(*SIDES), of.each(order), SIDES),
        "points": of.table(of.word(*SIDES), of.whole(0, POINTS), SIDES),
    }


def _steps(game: "EastFront") -> dict[str, Bound]:
    unit, units, hex = _unit(game), _units(game), of.member(game.grid.all)
    flags = ("offensive", "first", "peaceful", "blitz", "new_half", "last")
    numbers = ("at", "left")
    return {
        "owner": of.word(*SIDES), "side": of.word("", *SIDES), "unit": unit, "hq": unit, "hex": hex,
        "to": hex, "unseen": of.nothing, "rear_guard": unit, "pursuer": unit,
        "fire": of.word(*game.hits), "fired": units,
        **dict.fromkeys(numbers, of.whole(0, MANY)), **dict.fromkeys(flags, of.flag),
        "number": of.whole(1, 2), "kind": of.word(*game.space.domains),
        "front": of.word("east", "west"), "phase": of.word(*PHASES),
        "nation": of.word(*game.nation), "tried": of.each(of.word(*game.nation)),
        "target": of.word(*SIDES), "ChooseApproach.target": hex,
        **dict.fromkeys(("MayRollSurrender.nation", "SurrenderRoll.nation"), of.whole(0, MANY)),
    }
