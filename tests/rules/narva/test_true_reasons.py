"""What a refusal names is so: looked up on the counters and the map, not in the rules' own sets.

Random games; at each question arguments that are refused are drawn, and the fact that the code
stands for is looked up by a plain predicate.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import pytest

from grognard.core.offers import Choices
from grognard.core.rulings import Reason
from grognard.records import Playthrough
from grognard.rules.narva.game import Narva
from grognard.rules.narva.state import GROUNDED, REFIT, NarvaState
from tests.rules.narva.table import narva


class Said(NamedTuple):
    """A refusal: what was asked for, by whom, in which position, and why not."""

    game: Narva
    state: NarvaState
    step: Any
    side: str
    arg: int
    reason: Reason

    def there(self, hex: int) -> list[int]:
        return [unit for unit, at in enumerate(self.state.at) if at == hex]

    def enemies(self, hex: int) -> list[int]:
        return [unit for unit in self.there(hex) if self.game.units[unit].side != self.side]

    def friends(self, hex: int, *, but: int = -1) -> list[int]:
        return [unit for unit in self.there(hex)
                if self.game.units[unit].side == self.side and unit != but]

    def beside(self, hex: int, side: str) -> list[int]:
        """Combat units of a side next to a hex."""
        return [unit for unit, at in enumerate(self.state.at)
                if at >= 0 and self.game.grid.distance(at, hex) == 1
                and self.game.units[unit].side == side and not self.game.units[unit].hq]

    def zone(self, hex: int) -> bool:
        """Whether an enemy with an attack strength looks into the hex over no open river (5.2)."""
        foe = "german" if self.side == "soviet" else "soviet"
        return any(self._attack(unit) and not self.game.units[unit].assault_gun
                   and not self._river(self.state.at[unit], hex) for unit in self.beside(hex, foe))

    def _attack(self, unit: int) -> int:
        row = self.game.units[unit]
        return row.attack if self.state.steps[unit] == row.steps else row.reduced_attack

    def _river(self, a: int, b: int) -> bool:
        side, map = self.game.grid.hexside(a, b), self.game.map
        winter = self.game.turns[self.state.turn].frozen or self.state.late_thaw
        roads = [links for kind in ("rollbahn", "road", "track", "trail", "major_railway",
                                    "minor_railway") for links in map.links(kind)]
        bridges = {*roads, *(map.links("winter_trail") if winter else ())}
        return side in map.hexsides["major_river"] and side not in bridges


def has(bits: int, place: int) -> bool:
    return bool(bits >> place & 1)


def sort(said: Said, unit: int) -> str:
    row = said.game.units[unit]
    return "hq" if row.hq else "gun" if row.assault_gun else "combat"


def stacked(said: Said, sort_: str, most: int) -> bool:
    others = said.friends(said.arg, but=getattr(said.step, "unit", -1))
    return [sort(said, unit) for unit in others].count(sort_) >= most


def unit(said: Said) -> Any:
    return said.game.units[said.arg]


def beyond(said: Said, hq: int) -> bool:
    distance = said.game.grid.distance(said.state.at[hq], said.state.at[said.arg])
    return distance > said.game.units[hq].command_range


def dear(said: Said) -> bool:
    """6.1.A: the unit lacks the points that are named."""
    named = {name: Fraction(sum(map(Fraction, str(value).split())))
             for name, value in said.reason.args}
    return named["needs"] > named["has"]


FACTS: dict[str, Callable[[Said], bool]] = {
    "air-grounded": lambda s: s.state.air[s.arg // 2] == GROUNDED,
    "air-refitting": lambda s: s.state.air[s.arg // 2] == REFIT,
    "already-active": lambda s: has(s.state.active, s.arg),
    "army-headquarters": lambda s: unit(s).hq == "army",
    "army-headquarters-stays": lambda s: unit(s).hq == "army",
    "attacked-already": lambda s: has(s.state.attacked, s.arg),
    "barraged-already": lambda s: has(s.state.barraged, s.arg),
    "barrage-on-headquarters": lambda s: all(s.game.units[u].hq for u in s.enemies(s.arg)),
    "beyond-army-range": lambda s: beyond(s, int(dict(s.reason.args)["army"])),
    "enemy-air": lambda s: s.game.air_units[s.arg // 2].side != s.side,
    "enemy-occupied": lambda s: bool(s.enemies(s.arg)),
    "enemy-unit": lambda s: unit(s).side != s.side,
    "enemy-zone": lambda s: s.zone(s.arg),
    "fought-already": lambda s: has(s.state.fought, s.arg),
    "free-move-from-zone": lambda s: s.zone(s.state.at[s.arg]),
    "free-move-into-zone": lambda s: s.zone(s.arg),
    "headquarters-alone": lambda s: all(s.game.units[u].hq for u in s.enemies(s.arg)),
    "headquarters-fights-not": lambda s: bool(unit(s).hq),
    "headquarters-no-steps": lambda s: bool(unit(s).hq),
    "headquarters-not-attached": lambda s: bool(unit(s).hq),
    "left-the-game": lambda s: s.state.at[s.arg] in (-1, -3),
    "mechanised-not-rebuilt": lambda s: unit(s).mechanised,
    "moved-already": lambda s: has(s.state.moved, s.arg),
    "no-headquarters": lambda s: not unit(s).hq,
    "nobody-spots": lambda s: not any(s.friends(near) for near in s.game.grid.neighbours(s.arg)),
    "nobody-there": lambda s: not s.enemies(s.arg),
    "not-activated": lambda s: not has(s.state.active, s.arg),
    "not-due": lambda s: s.state.arrives[s.arg] > s.state.turn,
    "not-on-map": lambda s: s.state.at[s.arg] < 0,
    "on-the-map-already": lambda s: s.state.at[s.arg] >= 0,
    "one-step-unit": lambda s: unit(s).steps == 1,
    "out-of-play": lambda s: not has(s.game.playable, s.arg),
    "out-of-range": lambda s: beyond(s, s.step.hq),
    "pinned": lambda s: has(s.state.pinned, s.arg),
    "prepared-defence": lambda s: has(s.game.all_defences, s.arg),
    "road-from-zone": lambda s: s.zone(s.state.at[s.step.unit]),
    "road-in-zone": lambda s: s.zone(s.arg),
    "second-gun": lambda s: stacked(s, "gun", 1),
    "second-headquarters": lambda s: stacked(s, "hq", 1),
    "soviet-no-replacements": lambda s: unit(s).side == "soviet",
    "ss-only": lambda s: has(s.game.narva_city | s.game.behind_defences, s.arg),
    "stack-full": lambda s: stacked(s, "combat", 2),
    "stands-there": lambda s: not hasattr(s.step, "unit") or s.state.at[s.step.unit] == s.arg,
    "too-far": dear,
    "twice-running": lambda s: s.state.last_hq[s.side] == s.arg,
    "water": lambda s: s.game.map.terrain[s.arg] == "water",
}


def refused(rng: Random, choices: Choices, size: int, count: int) -> list[tuple[int, Reason]]:
    found = []
    for arg in {rng.randrange(size) for _ in range(count)}:
        reason = choices.why(arg) if arg not in choices else None
        if reason:
            found.append((arg, reason))
    return found


def questions(game: Narva, seed: int, decisions: int) -> list[Said]:
    """Refusals drawn at the questions of a random game."""
    play, rng, found = Playthrough(game, seed=seed), Random(seed), list[Said]()
    sizes = {"hex": game.grid.size, "unit": len(game.units), "air attack": 2 * len(game.air_units)}
    for _ in range(decisions):
        if play.is_over:
            break
        (side,) = play.decisions
        state, offers = play.view(side).state, play.offers(side)
        for kind, choices in offers.choices.items():
            domain = game.space.domains[kind]
            if domain.name not in sizes:
                continue
            for arg, reason in refused(rng, choices, sizes[domain.name], 3):
                if domain.name != "hex" or arg in game.grid:
                    found.append(Said(game, state, state.stack[-1], side, arg, reason))
        play.do(side, offers.sample(rng))
    return found


@pytest.mark.parametrize("fog", [False, True])
@pytest.mark.parametrize("scenario", ["campaign", "opening", "krivasoo"])
def test_what_a_refusal_names_is_so(scenario: str, fog: bool) -> None:
    seen: Counter[str] = Counter()
    for said in questions(narva(scenario, fog), seed=11, decisions=80):
        fact = FACTS.get(said.reason.code)
        if fact:
            seen[said.reason.code] += 1
            about = type(said.step).__name__, said.arg, said.reason
            assert fact(said), about
    assert len(seen) >= 6, "many reasons were met"
    assert sum(seen.values()) > 50
