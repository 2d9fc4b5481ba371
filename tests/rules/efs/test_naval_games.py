"""Random games on the coast: the whole chapter keeps the contract."""

from pathlib import Path
from typing import Any

import pytest

from grognard.lab.conformance import Reasons, declared, inspect
from grognard.rules.efs.scenarios import Level, SetUp, VictoryLine
from grognard.rules.efs.sea_rows import ClosedZone, Danger, Lift
from grognard.rules.efs.special_rows import PerSide
from tests.reasons import efs_naval
from tests.reasons.tables import BOOKS
from tests.rules.efs.boxes import NORTH
from tests.rules.efs.drill import (
    bomber,
    division,
    engineer,
    fighter,
    foot,
    grid,
    gun,
    hq,
    motor,
    msu,
)
from tests.rules.efs.harbour import Harbour, battery, boats, harbour, marines, ship, staff

STACKS = {
    "0103": ["A", "B", "Emden"], "0303": ["C", "E", "m1"], "0204": ["M", "G"], "0202": ["S1"],
    "0803": ["x", "KBF", "Kirov", "DD"], "1103": ["n1", "Marat"], "0903": ["n2"],
    "0603": ["CDa"], "0604": ["y"], "0703": ["z"], "0905": ["g", "Q"], "0508": ["MO"],
    "0408": ["n3"], "1203": ["CDb"],
}

EVERYWHERE = 10**6
"""Points: the check itself says which questions it looks at."""


def counters() -> list[Any]:
    return [
        foot("A", 5, 5, stacking=2), foot("B", 4, 4), foot("C", 4, 4), engineer("E"),
        motor("M", 4, 4), gun("G", 3), msu("m1"), battery("CDa", 3), battery("CDb", 2),
        foot("x", 3, 3, side="soviet"), division("y", 4, 4, side="soviet", stacking=3),
        foot("z", 2, 2, side="soviet"), marines("n1"), marines("n2"), marines("n3"),
        gun("g", 2, side="soviet"), hq("Q"), staff(), foot("h", 2, 2, side="soviet"),
        ship("Emden", side="axis"), ship("Kirov"), ship("DD", "destroyer", move=4),
        ship("Marat", "battleship", move=2), boats("S1", "axis", attack=2), boats("MO"),
        bomber("Stuka", 1, 2, aircraft="Ju87", interdiction=2),
        bomber("KG1", 1, 1, aircraft="Ju88"), fighter("JG", 4), fighter("I16", 2, side="soviet"),
    ]


def small_sea() -> Harbour:
    rows = {
        "first_turn": 1, "last_turn": 2, "left_out": ["attack_supply"],
        "setup": [SetUp(hex=grid().hex(hex), units=units) for hex, units in STACKS.items()],
        "axis_land": grid().hexes("0103 0104 0203 0204 0303 0304 0202"),
        "infantry_points": {"1": 2},
        "victory": [VictoryLine(kind="hold", side="axis", hexes=[grid().hex("0803")], points=5)],
        "level": [Level(least=4, winner="axis", level="marginal"),
                  Level(least=-99, winner="soviet", level="marginal")],
    }
    sea = {
        "transport": PerSide(axis=3, soviet=6), "for_supply": PerSide(axis=1), "losses": True,
        "boxes": {"Hango": ["h"]}, "destroyer_points": {"1": 1},
        "danger": [Danger(zone="Riga", die=-2)],
        "closed": [ClosedZone(zone="Bay", side="axis")],
        "lift": [Lift(side="axis", first_turn=1, last_turn=9, points=6, follow_on=5),
                 Lift(side="soviet", first_turn=1, last_turn=9)],
    }
    return harbour(*counters(), sea=sea, rows=rows, supply=True,
                   sources="axis 0112, soviet 1212")


def test_every_word_is_declared() -> None:
    assert declared(small_sea().game) == []


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_random_games_keep_the_contract(seed: int, tmp_path: Path) -> None:
    report = inspect(small_sea().game, seed, aimed=seed % 2 == 1)
    assert not report.found, "\n".join(f"{f} ({f.save(tmp_path)})" for f in report.found)


@pytest.mark.parametrize("seed", [11, 12])
def test_the_reasons_named_are_true(seed: int, tmp_path: Path) -> None:
    codes = {*BOOKS[NORTH].sentences(), "asked-otherwise", "not-offered"}
    others = dict.fromkeys(codes - set(efs_naval.WITNESSES), "told by the chapters on land")
    check = Reasons(efs_naval.WITNESSES, others)
    report = inspect(small_sea().game, seed, EVERYWHERE, aimed=seed % 2 == 1, checks=(check,))
    assert not report.found, "\n".join(f"{f} ({f.save(tmp_path)})" for f in report.found)
    assert check.judged.total() > 100
