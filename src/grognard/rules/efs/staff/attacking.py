"""Who attacks what: attacks are weighed together with all that they oblige to (8.1.2)."""

from typing import NamedTuple

from grognard.hexes import Hex, HexSet, bits, pack
from grognard.rules.efs import attack_supply, duty, strengths
from grognard.rules.efs.staff.estimate import Estimate, force
from grognard.rules.efs.staff.eye import Eye
from grognard.rules.efs.state import EfsState


class Assault(NamedTuple):
    """Attacks that belong together: by attacked hex, who attacks it."""

    worth: float
    attacks: dict[Hex, int]


class Assaults:
    """All attacks of a segment, planned at its first question."""

    def __init__(self, plan: Estimate, state: EfsState) -> None:
        self.plan, self.game, self.state, self.side = plan, plan.game, state, plan.side
        self.weights = plan.weights
        counters = state.on_map(self.game.supplies & self.game.units_of[self.side])
        self.points = sum(state.steps[unit] for unit in bits(counters))
        self.able = duty.eligible(self.game, state)
        self.fed = attack_supply.covers(self.game, state, counters)
        self.targets = duty.targets(self.game, state)
        self._near: dict[Hex, int] = {}
        self._debts: dict[Hex, HexSet] = {}
        self.eye = Eye(plan, state)
        self.chosen = self._choose()

    def near(self, hex: Hex) -> int:
        if hex not in self._near:
            self._near[hex] = duty.touching(self.game, self.state, hex, self.able)
        return self._near[hex]

    def debts(self, hex: Hex) -> HexSet:
        if hex not in self._debts:
            self._debts[hex] = duty.debts(self.game, self.state, hex)
        return self._debts[hex]

    # -- choosing ---------------------------------------------------------------------------------

    def _choose(self) -> list[Assault]:
        """The best assaults that have nobody in common, as many as supply feeds."""
        beside = self.game.grid.spread(self.state.look_up(self.able))
        found = [assault for hex in bits(self.targets & beside)
                 if (assault := self._assault(hex)) is not None]
        chosen, used, hit, made = list[Assault](), 0, 0, 0
        most = self.points if attack_supply.needed(self.game) else len(self.game.units)
        for assault in sorted(found, key=lambda one: -one.worth):
            units = hexes = paid = 0
            for hex, those in assault.attacks.items():
                units, hexes = units | those, hexes | 1 << hex
                paid += not those & ~self.fed
            if units & used or hexes & hit or made + paid > most:
                continue
            chosen.append(assault)
            used, hit, made = used | units, hit | hexes, made + paid
        return chosen

    def _assault(self, target: Hex) -> Assault | None:
        """The best way to attack a hex: with one stack, with two, with all that stand there."""
        places = sorted(bits(self.state.look_up(self.near(target))), key=lambda hex: (
            self.debts(hex).bit_count(), -force(self.game, self.state, self.state.set_at(hex))))
        best: Assault | None = None
        for count in range(1, len(places) + 1):
            found = self._with(target, pack(places[:count]))
            if found is not None and (best is None or found.worth > best.worth):
                best = found
        return best

    def _with(self, target: Hex, places: HexSet) -> Assault | None:
        targets = 1 << target
        for place in bits(places):
            targets |= self.debts(place)
        helpers = self.state.look_up(self._around(targets)) & ~places
        places |= pack([place for place in bits(helpers) if not self.debts(place) & ~targets])
        attacks = self._share_out(targets, places)
        worth = sum(self._worth(hex, units) for hex, units in attacks.items())
        worth += bool(self.plan.stakes >> target & 1)
        ready = all(attacks[hex] and self._ratio(hex, attacks[hex]) >= self.weights.least_odds
                    for hex in attacks)
        good = self._ratio(target, attacks[target]) >= self._enough(target)
        return Assault(worth, attacks) if ready and good and worth > 0 else None

    def _enough(self, target: Hex) -> float:
        """For what bars the way to a goal, or is one, more is risked."""
        return self.weights.odds * (self.weights.risk if self.plan.stakes >> target & 1 else 1)

    def _around(self, targets: HexSet) -> int:
        found = 0
        for hex in bits(targets):
            found |= self.near(hex)
        return found

    def _share_out(self, targets: HexSet, places: HexSet) -> dict[Hex, int]:
        """Each unit to the hex where it helps most: those with no choice first, then the strong."""
        attacks = dict.fromkeys(bits(targets), 0)
        units = self.state.units_in(places, self._around(targets))
        options = {unit: [hex for hex in attacks if self.near(hex) >> unit & 1]
                   for unit in bits(units)}
        for unit in sorted(options, key=lambda one: (
                len(options[one]), -strengths.attack(self.game, self.state, one))):
            hex = max(options[unit], key=lambda one: self._gain(one, attacks[one], unit))
            attacks[hex] |= 1 << unit
        return attacks

    def _gain(self, hex: Hex, units: int, unit: int) -> float:
        return self._worth(hex, units | 1 << unit) - self._worth(hex, units)

    def _ratio(self, hex: Hex, units: int) -> float:
        own = force(self.game, self.state, units)
        if units & ~self.fed:
            return own * self.weights.unfed / self.eye.hardness(hex)
        helped = own + min(own, self.weights.guns * self.eye.guns(hex, self.side))
        return helped / self.eye.hardness(hex)

    def _worth(self, hex: Hex, units: int) -> float:
        """What an attack at such odds mostly brings: a curve between the columns of the table."""
        ratio, curve = self._ratio(hex, units), self.weights.payoff
        least = max((row for row in curve if row[0] <= ratio), key=lambda row: row[0],
                    default=curve[0])
        more = min((row for row in curve if row[0] > ratio), key=lambda row: row[0], default=None)
        if more is None:
            return least[1]
        part = max(0.0, (ratio - least[0]) / (more[0] - least[0]))
        return least[1] + part * (more[1] - least[1])
