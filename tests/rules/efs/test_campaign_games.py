"""Random games of a small campaign: everything that only a campaign has keeps the contract."""

from pathlib import Path
from typing import Any

import pytest

from grognard.lab.conformance import declared, inspect
from grognard.rules.efs.scenarios import (
    AirAtStart,
    EntryArea,
    Group,
    Level,
    SetUp,
    VictoryLine,
    Withdrawal,
)
from grognard.rules.efs.special_rows import PerSide
from tests.rules.efs.boxes import TYPHOON
from tests.rules.efs.campaign import Campaign, campaign, hexes, infantry_division, plane, regiment
from tests.rules.efs.campaign import source as source_row
from tests.rules.efs.drill import both, engineer, foot, grid, gun, hq, motor, tank

AXIS_STACKS = {"0303": ["1.T", "1.a", "1.b"], "0404": ["D1"], "0503": ["D2", "E"],
               "0602": ["2.a", "2.b", "2.c"]}
SOVIET_STACKS = {"0507": ["x", "h"], "0606": ["y", "n"], "0308": ["z"], "0808": ["s", "e", "g"],
                 "0411": ["p"]}


def counters() -> list[Any]:
    panzers = {"division": "1Pz", "steps": 2}
    motors = {"division": "2Mot", "role": "motorised", "steps": 2}
    reds = [foot(code, 5, 5, side="soviet") for code in "xyzv"]
    return [
        tank("1.T", 6, 6, role="panzer", **panzers),
        motor("1.a", 4, 4, role="motorised", **panzers),
        motor("1.b", 4, 4, role="motorised", **panzers),
        *(motor(f"2.{part}", 4, 4, **motors) for part in "abc"),
        infantry_division("D1"), infantry_division("D2"), engineer("E"), regiment("r0"),
        regiment("r1"), *reds, foot("n", 2, 4, side="soviet", traits=["nkvd"]),
        foot("p", 2, 4, side="soviet", garrison="Tula"), hq("h"), engineer("e", side="soviet"),
        tank("s", 6, 6, side="soviet"), gun("g", 3, side="soviet"),
        tank("w", 6, 6, side="soviet"),
    ]


def small(box: str, first: int, last: int) -> Campaign:
    stacks = {**AXIS_STACKS, **SOVIET_STACKS}
    rows = {
        "first_turn": first, "last_turn": last, "plans": box == TYPHOON, "mandatory_attacks": True,
        "setup": [SetUp(hex=grid().hex(hex), units=units) for hex, units in stacks.items()],
        "left_out": ["attack_supply"], "attacks_owed": 1,
        "source": [source_row("axis", "0401"), source_row("soviet", "0412")],
        "axis_land": grid().hexes("0401 0402 0403"), "conversion_points": 4,
        "converted": grid().hexes("0401 0402"), "railheads": hexes("0402"),
        "rail_capacity": PerSide(axis=4, soviet=4), "infantry_points": {str(first): 3},
        "entry": [EntryArea(id="e", side="soviet", hexes=hexes("1212"))],
        "withdrawal": [Withdrawal(turn=first, side="axis", units=["1.b", "Ju"])],
        "group": [Group(id="army", side="soviet", pool="special", turn=1, points=1, entry="e",
                        units=["v"]),
                  Group(id="tanks", side="soviet", pool="armour", turn=1, entry="e",
                        units=["w"])],
        "air": {"axis": AirAtStart(ready=["Ju"]), "soviet": AirAtStart(flown=["Yak"])},
        "victory": [VictoryLine(kind="hold", side="axis", hexes=hexes("0606"), points=5,
                                by_plan={"hitler": 3}),
                    VictoryLine(kind="hq", side="soviet", points=2)],
        "level": [Level(least=4, winner="axis", level="marginal"),
                  Level(least=-99, winner="soviet", level="marginal")],
    }
    return campaign(box, *counters(), rows=rows, air=[plane("Ju"), plane("Yak", "soviet")],
                    city="0606 0411", railway="0401 0402 0403 0404 0405 0406 0407 0408 0409 "
                                              "0410 0411 0412")


@both
def test_every_word_is_declared(box: str) -> None:
    assert declared(small(box, 20, 20).game) == []


@both
@pytest.mark.parametrize(("first", "seed"), [(19, 1), (20, 2), (35, 3), (36, 4)])
def test_random_games_keep_the_contract(box: str, first: int, seed: int, tmp_path: Path) -> None:
    report = inspect(small(box, first, first + 1).game, seed, aimed=seed % 2 == 1)
    assert not report.found, "\n".join(f"{f} ({f.save(tmp_path)})" for f in report.found)


def test_a_small_campaign_reaches_its_plans() -> None:
    t = small(TYPHOON, 20, 21)
    assert t.state.plan == "compromise"
    assert t.has("backlog") == 1
