"""What is asked about and what happened, read from the question and the log of a play of Narva."""

from typing import Any

from grognard.lab.conformance import Case
from tests.reasons.plain import distance

ACTIVATION = ("chit-drawn", "chit-played", "turn")
"""What begins an activation; reinforcements come after the last one of a turn."""
TURN = ("turn",)


def domain(c: Case) -> str:
    return str(c.game.space.domains[c.action.kind].name)


def unit(c: Case) -> int:
    """The unit that the refusal is about: the one named, or the one that is asked about."""
    if domain(c) == "unit":
        return c.action.arg
    if c.asks == "ChooseHeadquarters":
        return army_of(c)
    return int(c.step.hq if hasattr(c.step, "hq") else c.step.unit)


def row(c: Case) -> Any:
    return c.game.units[unit(c)]


def place(c: Case) -> int:
    """The hex that the refusal is about: the one named, or that of the battle."""
    if domain(c) == "hex":
        return c.action.arg
    return int(c.step.battle.hex)


def here(c: Case) -> int:
    """Where the unit stands."""
    return int(c.state.at[unit(c)])


def army_of(c: Case) -> int:
    """The army headquarters that the chit names."""
    return next(n for n, r in enumerate(c.game.units)
                if r.hq == "army" and r.army == c.step.chit)


def is_pinned(c: Case, n: int) -> bool:
    """Its hex was pinned this turn while it stood there: it has not come or gone since."""
    hexes = set()
    for entry in c.since("turn"):
        for event in entry.events:
            if event.id == "pinned":
                hexes.add(event.args["hex"])
            came = event.args.get("unit") == n and "to" in event.args
            if event.id == "pins-lifted" or came:  # who comes later is free
                hexes.clear()
    return c.state.at[n] in hexes


def stood(c: Case, n: int) -> int:
    """Where a unit stood when the activation began."""
    for entry in c.since(*ACTIVATION):
        for event in entry.events:
            if n in event.units and event.id in ("moved", "moved-by-road", "retreats", "advances"):
                return int(event.hexes[0])
            if n in event.units and event.id in ("eliminated", "displaced"):
                return int(event.hexes[0])
    return int(c.state.at[n])


def activated(c: Case, n: int) -> bool:
    """Chosen one by one, or of the formation of the headquarters and in its range."""
    if n in c.chosen("attach", "extra", "pick", since=ACTIVATION):
        return True
    hqs = [e.args["unit"] for e in c.events("activated", since=ACTIVATION)]
    bands = [e.args["formation"] for e in c.events("formation-moves", since=ACTIVATION)]
    names = sorted({u.formation for u in c.game.units if u.formation})
    if any(c.game.units[n].formation == names[band] for band in bands):
        return stood(c, n) >= 0
    return n in hqs or any(_obeys(c, n, hq) for hq in hqs) or _brigade_acts(c, n)


def last_attack(c: Case) -> tuple[int, ...]:
    return tuple(list(c.events("attack"))[-1].units)


def _obeys(c: Case, n: int, hq: int) -> bool:
    mine, its = c.game.units[n], c.game.units[hq]
    if mine.hq or not its.formation or mine.formation != its.formation or stood(c, n) < 0:
        return False
    return distance(c.game.grid, stood(c, n), stood(c, hq)) <= int(its.command_range)


def _brigade_acts(c: Case, n: int) -> bool:
    """The 260th acts with the first chit of the 2nd Shock Army of the turn that is used."""
    if c.game.units[n].code != "260MS":
        return False
    drawn = [e.args["chit"] for e in c.events("chit-drawn", "chit-played", since=("turn",))]
    return drawn[-1:] == ["2SH"] and drawn.count("2SH") == 1
