"""Proof: the search for the duty to attack refuses no plan that could be brought to an end.

    .venv/bin/python -m tools.proofs.duty --positions 4000

Random small positions of the East Front Series, on the drill ground of its rule tests: up to four
enemy hexes, up to six units around them, here and there a major river. An oracle writes down every
complete set of attacks that the rules allow (8.1.2, 8.2.2, 8.4.3); then the search is asked about
beginnings: a hex, a hex with one or two units, an attack that is set. A row tells how many answers
were legal, in how many positions a legal one was refused, and how many illegal ones were allowed.
"""

import argparse
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

from grognard.hexes import bits
from grognard.rules.efs import duty
from grognard.rules.efs.duty import Plan
from tests.rules.efs.drill import EDITIONS, Drill, drill, foot, grid
from tools.proofs.kept import Kept

PIECE = 1000
KEPT = Kept("duty", ["positions", "questions", "legal", "positions_refused", "allowed_illegal"])


class Block(NamedTuple):
    """One attack."""

    hexes: int
    attackers: int


def position(seed: int) -> Drill:
    """A small front: enemies in the middle, our units around and between them."""
    rng = Random(seed)
    middle = grid().hex("0606")
    near = list(bits(grid().disk(middle, 2)))
    rng.shuffle(near)
    enemies, others = near[:rng.randint(2, 4)], near[4:]
    theirs = [foot(f"x{n}", 1, rng.randint(1, 9), side="soviet") for n in range(len(enemies))]
    touching = [hex for hex in others if grid().spread(1 << hex) & sum(1 << e for e in enemies)]
    places = rng.choices(touching[:rng.randint(2, 4)], k=rng.randint(2, 6))
    ours = [foot(f"A{n}", rng.randint(1, 3), 1) for n in range(len(places))]
    t = drill(EDITIONS[seed % 2], *ours, *theirs, **_river(rng, near))
    for hexes, units in ((places, ours), (enemies, theirs)):
        for hex, unit in zip(hexes, units, strict=True):
            t.put(grid().label(hex), unit.code)
    return t


def _river(rng: Random, near: list[int]) -> dict[str, str]:
    """In one position of three some sides are a major river."""
    if rng.random() < 2 / 3:
        return {}
    sides = {grid().hexside(hex, other) for hex in near for other in grid().neighbours(hex)}
    chosen = rng.sample(sorted(sides), 6)
    return {"major_river": " ".join("-".join(map(grid().label, grid().ends(side)))
                                    for side in chosen)}


# -- the oracle --------------------------------------------------------------------------------


def complete_plans(t: Drill) -> list[list[Block]]:
    """Every set of attacks that can be declared as a whole."""
    targets = list(bits(duty.targets(t.game, t.state)))
    units = list(bits(duty.eligible(t.game, t.state)))
    near = {hex: duty.touching(t.game, t.state, hex, sum(1 << u for u in units))
            for hex in targets}
    debts = {unit: duty.debts(t.game, t.state, t.state.at[unit]) for unit in units}
    strong: dict[Block, bool] = {}
    found = []
    for blocks in partitions(targets):
        for attacks in manned(blocks, units, near):
            attacked = sum(block.hexes for block in attacks)
            owed = 0
            for block in attacks:
                for unit in bits(block.attackers):
                    owed |= debts[unit]
            if not owed & ~attacked and all(_strong(t, block, strong) for block in attacks):
                found.append(attacks)
    return found


def _strong(t: Drill, block: Block, known: dict[Block, bool]) -> bool:
    if block not in known:
        known[block] = duty.strong_enough(t.game, t.state, *block)
    return known[block]


def partitions(targets: list[int]) -> Iterator[list[int]]:
    """Every way to leave some hexes alone and put the others into attacks."""
    if not targets:
        yield []
        return
    first, rest = targets[0], targets[1:]
    for blocks in partitions(rest):
        yield blocks
        yield [*blocks, 1 << first]
        for n, block in enumerate(blocks):
            yield [*blocks[:n], block | 1 << first, *blocks[n + 1:]]


def manned(blocks: list[int], units: list[int], near: dict[int, int]) -> Iterator[list[Block]]:
    """Every way to give each unit to one attack on hexes that it touches, or to none."""
    fits = [[n for n, block in enumerate(blocks) if all(near[hex] >> unit & 1
             for hex in bits(block))] for unit in units]

    def give(at: int, forces: list[int]) -> Iterator[list[int]]:
        if at == len(units):
            if all(forces):
                yield forces
            return
        yield from give(at + 1, forces)
        for n in fits[at]:
            yield from give(at + 1, [*forces[:n], forces[n] | 1 << units[at], *forces[n + 1:]])

    for forces in give(0, [0] * len(blocks)):
        yield [Block(*pair) for pair in zip(blocks, forces, strict=True)]


# -- the questions -----------------------------------------------------------------------------


def questions(t: Drill) -> Iterator[Plan]:
    """Beginnings of a plan: an attack being made, and one that is set."""
    able = duty.eligible(t.game, t.state)
    for hex in bits(duty.targets(t.game, t.state)):
        near = duty.touching(t.game, t.state, hex, able)
        for count in (0, 1, 2):
            for some in combinations(bits(near), count):
                yield Plan(0, 0, 1 << hex, sum(1 << unit for unit in some))
        for force in {near, *(1 << unit for unit in bits(near))} - {0}:
            if duty.strong_enough(t.game, t.state, 1 << hex, force):
                yield Plan(1 << hex, force)


def is_legal(plan: Plan, complete: list[list[Block]]) -> bool:
    if plan.hexes:
        return any(not plan.hexes & ~block.hexes and not plan.attackers & ~block.attackers
                   for blocks in complete for block in blocks)
    return any(Block(plan.targets, plan.used) in blocks for blocks in complete)


def one_piece(first: int, count: int) -> None:
    asked = legal = refused = wrong = 0
    for seed in range(first, first + count):
        t = position(seed)
        complete, missed = complete_plans(t), False
        for plan in questions(t):
            asked += 1
            may, says = is_legal(plan, complete), duty.can_close(t.game, t.state, plan)
            legal += may
            missed |= may and not says
            wrong += says and not may
        refused += missed
    KEPT.add(positions=count, questions=asked, legal=legal, positions_refused=refused,
             allowed_illegal=wrong)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--positions", type=int, default=4000)
    parser.add_argument("--piece", type=int, default=PIECE)
    asked = parser.parse_args()
    while (first := KEPT.total("positions")) < asked.positions:
        one_piece(first, min(asked.piece, asked.positions - first))
    print(f"{KEPT.total('positions')} positions, {KEPT.total('legal')} legal questions, refused in "
          f"{KEPT.total('positions_refused')} positions, {KEPT.total('allowed_illegal')} illegal "
          "ones allowed")


if __name__ == "__main__":
    main()
