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
from grognard.rules.efs.air import INSET, INTERDICTION, OPPOSITION, RAID, SUPPORT
from grognard.rules.efs.battle import ORDERS
from grognard.rules.efs.state import OFF_MAP, ON_FIRST, SEA_BOX, UNSUPPLIED
from grognard.rules.efs.ways import MANNERS
from grognard.rules.efs.words import SIDES, WEATHERS

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries

MANY = 99
"""More than any number of steps, hexes or points that a rule asks for."""
SPENT = 999
"""Movement points in quarters."""
PHASES = ("", "arrival", "weather", "supply", "replacement", "readiness", "movement", "motorised",
          "activation", "declaring", "interdiction", "reaction", "combat", "engineering",
          "surrender")


def bounds(game: "EastFrontSeries") -> Bounds:
    return Bounds({**_counters(game), **_markers(game), **_hexes(game), **_air(game),
                   **_words(game)}, _steps(game))


def _counters(game: "EastFrontSeries") -> dict[str, Bound]:
    count, hex = len(game.units), member(game.grid.all)
    unit = whole(0, count - 1)
    hqs = subset(game.hqs | game.hqs << count)
    return {
        "turn": whole(game.first_turn, game.last_turn),
        "finns_from": whole(0, game.last_turn),
        "at": each(member(game.grid.all, *OFF_MAP, *_boxes(game)), count),
        "sea": _sea(game), "means": _means(game),
        "stacks": table(hex, each(unit)),
        "steps": each(whole(0, MANY), count),
        "supply": each(whole(0, UNSUPPLIED), count),
        "due": table(unit, whole(0, MANY)),
        "guns": table(unit, hex), "shots": table(unit, whole(0, MANY)),
        "reacting": table(unit, hqs), "ordered": table(hex, hqs), "commanded": table(unit, hqs),
        "bridges": table(unit, whole(0, game.grid.size * 3)),
        "detached": table(unit, whole(0, MANY)),
        "groups_taken": subset((1 << len(game.rows.group)) - 1),
        **dict.fromkeys(("drawn_at", "returned"), table(unit, whole(0, SPENT))),
        "turned": table(unit, unit),
        "way_out": table(unit, whole(0, MANY)),
        "fenced": table(whole(0, MANY), subset(game.everybody)),
        "points": table(str.isascii, whole(-MANY, MANY)),
        "tally": table(str.isascii, whole(-MANY, MANY)),
        "victory_points": whole(-SPENT, SPENT),
    }


def _boxes(game: "EastFrontSeries") -> tuple[int, ...]:
    """The boxes beside the sea."""
    return tuple(SEA_BOX - number for number in range(len(game.charts.sea_zones)))


def _sea(game: "EastFrontSeries") -> Bound:
    hex, hexes = member(game.grid.all), subset(game.grid.all)
    unit, units = whole(0, len(game.units) - 1), subset(game.everybody)
    counts, turns = table(hex, whole(0, MANY)), table(hex, whole(0, MANY))
    return parts(
        held=hexes, won=hexes, loaded=counts, unloaded=counts, evacuations=turns, crowded=turns,
        landed=units, departed=table(unit, hex), assault=table(unit, hex), shaken=units,
        fired=units, patrol=whole(0, MANY), damage=table(unit, whole(0, MANY)), beachheads=turns,
        infantry=counts, heavy=counts)


def _means(game: "EastFrontSeries") -> Bound:
    unit, hexes = whole(0, len(game.units) - 1), subset(game.grid.all)
    counts = table(unit, whole(0, MANY))
    return parts(damage=counts, hands=counts, struck=hexes, aim=hexes)


def _markers(game: "EastFrontSeries") -> dict[str, Bound]:
    return dict.fromkeys(
        ("moved", "worked", "stirred", "fought", "beaten", "marked", "activated", "overrun",
         "railed", "marched", "garrison", "nonoperational", "firing", "fed", "spent_supply",
         "restored", "raised", "retained", "posted"),
        subset(game.everybody))


def _hexes(game: "EastFrontSeries") -> dict[str, Bound]:
    hex, hexes = member(game.grid.all), subset(game.grid.all)
    order, fort = word("", *ORDERS), word(*SIDES, *(f"{side}-building" for side in SIDES))
    return {
        **dict.fromkeys(("axis_land", "axis_rail", "cuts", "broken", "decaying",
                         "just_broken", "prizes_held"), hexes),
        "orders": table(hex, order), "orders_seen": table(hex, order),
        "forts": table(hex, fort),
        "railheads": table(whole(0, 6 * game.grid.size + 2 * len(game.grid.links)),
                           whole(-1, MANY)),
        "attacks": each(_attack(game)),
    }


def _attack(game: "EastFrontSeries") -> Bound:
    return parts(hexes=each(member(game.grid.all)), attackers=subset(game.everybody),
                 column=whole(0, MANY), resolved=flag, mandatory=flag, side=word("", *SIDES))


def _air(game: "EastFrontSeries") -> dict[str, Bound]:
    count, hex = len(game.air_units), member(game.grid.all)
    air, airs = whole(0, count - 1), subset((1 << count) - 1)
    return {
        "air": each(whole(0, ON_FIRST), count), "missions": table(air, hex),
        "veiled": nothing, "turned_up": airs, "retained_air": airs,
        "interdiction": table(hex, whole(0, 2)),
        "support": table(hex, row(whole(0, MANY), whole(0, MANY))),
    }


def _words(game: "EastFrontSeries") -> dict[str, Bound]:
    texts = game.catalogue().texts
    told = {id.partition(".")[2] for id in texts if id.startswith(("result.", "reason."))}
    return {
        "side": word("", *SIDES), "phase": word(*PHASES), "weather": word(*WEATHERS),
        **dict.fromkeys(("plan", "plan_seen"), word("", *game.plans.ids)),
        "rolled": word("", *WEATHERS), "winner": word("", *SIDES),
        **dict.fromkeys(("level", "ending"), word("", *told)),
        **dict.fromkeys(("storm", "soaked", "arctic_seen"), flag),
    }


def _steps(game: "EastFrontSeries") -> dict[str, Bound]:
    count, hex = len(game.air_units), member(game.grid.all)
    unit, units = whole(0, len(game.units) - 1), subset(game.everybody)
    air, airs = whole(0, count - 1), subset((1 << count) - 1)
    pair = row(air, air)
    missions = (SUPPORT, INTERDICTION, OPPOSITION, RAID)
    mission = word(*missions, *(INSET + kind for kind in missions))
    fight = parts(hex=hex, mission=mission, shooters=airs, asked=airs,
                  initiative=word("", "none", *SIDES), advantage=flag, pairs=each(pair))
    battle = parts(side=word(*SIDES), hexes=each(hex), attackers=units, guns=units, paid=units,
                   doubled=units, engineers=flag, mandatory=flag, tracked=flag,
                   order=word("", *ORDERS))
    return {
        **dict.fromkeys(("group", "force", "units", "attackers", "last", "headquarters",
                         "gone"), units),
        "first": each(units), "unit": unit, "gun": unit, "hex": hex, "hexes": each(hex),
        "way": each(hex), "air": air, **dict.fromkeys(("airs", "waiting"), airs),
        **dict.fromkeys(("pairs", "shots"), each(pair)), "fight": fight, "battle": battle,
        **dict.fromkeys(("at", "count", "steps"), whole(0, MANY)), "spent": whole(0, SPENT),
        "over": whole(0, game.grid.side_count), "held": whole(0, 2),
        "box": whole(0, ON_FIRST), "cause": rule_number,
        **dict.fromkeys(("again", "arrived", "by_road", "calm", "woods", "open"), flag),
        "Withdrawals.owner": word("", *SIDES),
        **dict.fromkeys(("owner", "by"), word(*SIDES)), "phasing": word("yes", "no"),
        "manner": word(*MANNERS), "mission": mission, "how": word("bring", "stock", "capital"),
        **dict.fromkeys(("cargo", "vessels", "guns"), units), "ship": unit,
        "zone": whole(-1, MANY), "trail": subset((1 << len(game.charts.sea_zones)) - 1),
        "place": member(game.grid.all, *_boxes(game)), "kind": whole(0, 1),
        "stowed": word("", "infantry", "heavy"), "must_port": flag,
        "phase": word("movement", "motorised", "reaction", "combat", "engineering",
                      "interdiction", "readiness"), "ChooseHaven.open": subset(game.grid.all),
        "word": word(*ORDERS), "letter": word("", *"AMRSVN", "Rx2"), "regiment": unit,
    }
