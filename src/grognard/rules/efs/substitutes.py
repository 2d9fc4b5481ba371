"""15.3: substitute regiments out of Axis infantry divisions, and back."""

from typing import TYPE_CHECKING

from grognard.core.events import Event
from grognard.core.offers import ALWAYS, Among, Choices
from grognard.core.rulings import Layer
from grognard.core.visibility import UnitId
from grognard.hexes import bits, pack
from grognard.rules.efs import strengths
from grognard.rules.efs.state import FREE, EfsState
from grognard.rules.efs.steps import Ask, Do
from grognard.rules.efs.words import AXIS

if TYPE_CHECKING:
    from grognard.rules.efs.game import EastFrontSeries


class Detach(Do, frozen=True):
    """15.3.1: at the start of the Axis Movement Phase."""

    rule = "15.3.1"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if state.side == AXIS and len(detach_choices(game, state)):
            state.push(ChooseDetached())


def spare(game: "EastFrontSeries", state: EfsState) -> int:
    """15.3.4: regiments that are not in use."""
    return pack(unit for unit in bits(game.regiments) if state.at[unit] == FREE)


def detach_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    own = state.on_map(game.foot_divisions)
    whole = splits_whole(game, state)
    last = pack(unit for unit in bits(own & ~whole) if state.steps[unit] < 2)
    most = game.measures.divisions.detached
    thrice = pack(unit for unit in bits(own & ~whole) if state.detached.get(unit, 0) >= most)
    some = spare(game, state)
    large = pack(unit for unit in bits(own & ~last) if some and not kinds(game, state, unit))
    return Among(
        game.everybody,
        Layer("no-german-division", "15.3.1", game.everybody & ~game.foot_divisions),
        Layer("not-on-map", "15.3.1", game.foot_divisions & ~own),
        Layer("last-step", "15.3.2", last),
        Layer("three-regiments", "15.3.1", thrice),
        Layer("no-regiment-left", "15.3.4", 0 if some else own & ~last),
        Layer("only-large-regiments", "regiments.larger", large),
    )


class ChooseDetached(Ask, frozen=True):
    """Which division gives a regiment."""

    rule = "15.3.1"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"detach": detach_choices(game, state), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "detach" and len(kinds(game, state, arg)) > 1:
            state.push(ChooseRegiment(arg), Detach())
        elif kind == "detach":
            detach(game, state, arg, next(iter(kinds(game, state, arg).values())))
            state.push(Detach())


def splits_whole(game: "EastFrontSeries", state: EfsState) -> int:
    """14.4.p of Army Group North: a division in one of two ports, if no other is split already."""
    if game.islands is None or dissolved(game, state):
        return 0
    return state.units_in(pack(game.islands.staging), game.foot_divisions)


def dissolved(game: "EastFrontSeries", state: EfsState) -> int:
    """The division that was split to its last step: neither dead nor anywhere."""
    return state.units_on(FREE) & game.foot_divisions if game.islands else 0


def givable(game: "EastFrontSeries", state: EfsState, division: int) -> int:
    """7.7: the regiments that a division may give: a strong one only if it loses two of attack."""
    row, steps = game.units[division], state.steps[division]
    left = strengths.attack_of(row, steps - 1) if steps > 1 else 0
    falls = strengths.attack_of(row, steps) - left
    strong = game.measures.divisions.strong
    return pack(unit for unit in bits(spare(game, state))
                if game.units[unit].attack < strong or falls >= strong)


def kinds(game: "EastFrontSeries", state: EfsState, division: int) -> dict[int, int]:
    """The first regiment of each attack that the division may give: the others are alike."""
    found: dict[int, int] = {}
    for unit in bits(givable(game, state, division)):
        found.setdefault(game.units[unit].attack, unit)
    return found


class ChooseRegiment(Ask, frozen=True):
    """7.7.2, 7.7.3: which kind of regiment a division gives."""

    unit: UnitId

    rule = "regiments.choose"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        given = givable(game, state, self.unit)
        first = pack(kinds(game, state, self.unit).values())
        return {"with": Among(given, Layer("take-the-first", "regiments.first", given & ~first),
                              outside=("no-such-regiment", "regiments.larger"))}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        detach(game, state, self.unit, arg)


def detach(game: "EastFrontSeries", state: EfsState, division: int, regiment: int) -> None:
    """The regiment stands with its division and shares its supply."""
    state.set_steps(division, state.steps[division] - 1)
    state.set_steps(regiment, 1)
    state.set_supply(regiment, state.supply[division])
    state.detached[division] = state.detached.get(division, 0) + 1
    state.place(game, regiment, state.at[division])
    state.tell(Event("detached", "15.3.1", {"unit": division, "regiment": regiment},
                     units=(division, regiment)))
    if not state.steps[division]:  # agn:14.4.p/split
        state.place(game, division, FREE)


class Rejoin(Do, frozen=True):
    """15.3.3: at the end of the Axis Movement Phase."""

    rule = "15.3.3"

    def run(self, game: "EastFrontSeries", state: EfsState) -> None:
        if state.side == AXIS and len(rejoin_choices(game, state)):
            state.push(ChooseRejoining())


def hosts(game: "EastFrontSeries", state: EfsState, regiment: int) -> int:
    """Divisions of the hex that lack a step; in the ports also the one that was split whole."""
    hex = state.at[regiment]
    here = state.set_at(hex) & game.foot_divisions
    if game.islands and hex in game.islands.staging:  # agn:14.4.p/merge: on a later turn
        here |= dissolved(game, state) & ~pack(state.detached)
    return pack(unit for unit in bits(here) if state.steps[unit] < game.units[unit].steps)


def rejoin_choices(game: "EastFrontSeries", state: EfsState) -> Among:
    out = state.on_map(game.regiments)
    alone = pack(unit for unit in bits(out) if not hosts(game, state, unit))
    return Among(
        game.everybody,
        Layer("no-regiment", "15.3.3", game.everybody & ~game.regiments),
        Layer("not-on-map", "15.3.3", game.regiments & ~out),
        Layer("no-division-here", "15.3.3", alone),
    )


class ChooseRejoining(Ask, frozen=True):
    """Which regiment goes back into a division."""

    rule = "15.3.3"

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"rejoin": rejoin_choices(game, state), "done": ALWAYS}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        if kind == "rejoin":
            state.push(ChooseHost(arg), Rejoin())


class ChooseHost(Ask, frozen=True):
    """Which division takes it."""

    regiment: UnitId

    rule = "15.3.3"
    continues = True

    def side(self, game: "EastFrontSeries", state: EfsState) -> str:
        return AXIS

    def choices(self, game: "EastFrontSeries", state: EfsState) -> dict[str, Choices]:
        return {"with": Among(hosts(game, state, self.regiment),
                              outside=("no-host", "15.3.3"))}

    def take(self, game: "EastFrontSeries", state: EfsState, kind: str, arg: int) -> None:
        """The worse supply of the two carries over."""
        hex, gone = state.at[self.regiment], state.at[arg] < 0
        state.set_steps(arg, state.steps[arg] + 1)
        worse = state.supply[self.regiment] if gone else max(
            state.supply[arg], state.supply[self.regiment])
        state.set_supply(arg, worse)
        state.tell(Event("rejoined", self.rule, {"unit": arg, "regiment": self.regiment},
                         units=(arg, self.regiment)))
        state.place(game, self.regiment, FREE)
        if gone:
            state.place(game, arg, hex)
            state.moved |= 1 << arg
