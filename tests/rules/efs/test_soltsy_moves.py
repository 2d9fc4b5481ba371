"""Every move that the tale of Soltsy narrates, with what it must cost and what the unit may spend.

The list is worked out by hand on the map of the learning scenario: step of the tale, counter, from
(``edge``: it enters), to, points spent, allowance in that phase. Infiltrations take everything
and are left out. From 127 on the Shelon south of Soltsy is crossed by the railway bridge, which
takes no river point (7.3.8/3).
"""

from collections import defaultdict
from typing import NamedTuple

import pytest

from grognard.rules.efs import entries, ways
from grognard.rules.efs.entries import ChooseEntry
from grognard.rules.efs.movers import ChooseWay
from grognard.rules.efs.words import POINT
from tests.rules.efs.test_soltsy import Tale

MOVES = """
  1 10/8Pz    L3032  L3131  1.5  7.0
  1 8/8Pz     L3032  L3131  1.5  7.0
  1 59/8Pz    L3032  L3131  1.5  8.0
  1 678Eng    L3032  L3131  1.5  7.0
  1 8/3M      L3032  L3131  1.5  7.0
  3 10/8Pz    L3231  L3529  2.5  7.0
  3 8/8Pz     L3231  L3529  2.5  7.0
  3 59/8Pz    L3231  L3529  2.5  8.0
  3 678Eng    L3231  L3529  2.5  7.0
  3 8/3M      L3231  L3529  2.5  7.0
  4 803Art    L3033  L3529  4.0  8.0
  7 9AT       L3428  L3228  1.5  3.5
  8 21Tk      L3828  L3629  1.0  3.5
 13 10/8Pz    L3629  L3728  1.5  3.5
 14 8/3M      L3529  L3230  2.0  3.5
 15 8/8Pz     L3529  L3528  0.5  3.5
 16 59/8Pz    L3529  L3630  3.0  4.0
 19 3Tk       L3329  L3430  1.0  3.5
 20 9AT       L3228  L3428  2.5  3.5
 21 237R      L3826  L3727  3.0  4.0
 24 678Eng    L3629  L3529  0.5  3.5
 29 9AT       L3428  L3229  3.0  7.0
 30 202R      L3730  L3731  1.0  4.0
 31 235R      edge   L3327  1.0  4.0
 32 70R       edge   L3828  3.0  4.0
 33 21Tk      L3828  L3928  0.5  7.0
 34 11AArt    L3830  L3928  1.5  4.0
 35 11A       L3830  L3828  3.0  6.0
 36 7Istr     L3828  L3829  3.0  4.0
 42 8/8Pz     L3528  L3729  4.0  7.0
 43 59/8Pz    L3630  L3729  2.0  8.0
 44 803Art    L3529  L3430  0.5  8.0
 46 28/8Pz    edge   L3230  4.0  7.0
 46 29/3M     edge   L3230  4.0  7.0
 46 53/3M     edge   L3230  4.0  8.0
 50 21Tk      L3928  L3829  1.5  3.5
 56 29/3M     L3230  L3229  0.5  3.5
 57 8/3M      L3229  L3629  3.0  3.5
 58 53/3M     L3230  L3527  3.0  4.0
 59 28/8Pz    L3230  L3530  3.5  3.5
 60 59/8Pz    L3530  L3632  3.0  4.0
 61 8/8Pz     L3530  L3729  3.0  3.5
 63 5MC       edge   L3833  2.5  4.0
 64 237R      L3727  L3627  2.0  4.0
 69 183R      edge   L3432  2.0  4.0
 70 5MC       L3833  L3733  1.0  8.0
 71 235R      L3327  L3428  2.0  4.0
 72 70R       L3828  L3728  1.5  4.0
 73 11A       L3828  L3728  1.5  6.0
 79 RSCI      edge   L3229  3.5  5.0
 80 1/SSTk    edge   L3528  5.5  7.0
 82 8/3M      L3629  L3528  2.0  7.0
 83 29/3M     L3229  L3327  2.0  7.0
 84 803Art    L3430  L3529  0.5  8.0
 85 10/8Pz    L3530  L3631  2.0  7.0
 86 28/8Pz    L3530  L3631  2.0  7.0
 87 8/8Pz     L3729  L3631  3.0  7.0
 93 21Tk      L3829  L4030  1.5  3.5
 99 1/SSTk    L3528  L3629  2.0  3.5
100 29/3M     L3327  L3427  1.0  3.5
101 28/8Pz    L3731  L3931  1.5  3.5
102 59/8Pz    L3731  L3831  1.0  4.0
103 8/8Pz     L3731  L3730  1.0  3.5
104 10/8Pz    L3731  L3730  1.0  3.5
106 5MC       L3733  L3233  3.0  4.0
107 28/28Tk   edge   L4032  3.0  3.5
108 21Tk      L4030  L3927  1.5  3.5
110 70R       L3728  L3929  1.5  4.0
111 237R      L3627  L3727  1.0  4.0
112 7Istr     L3829  L3727  4.0  4.0
113 11A       L3728  L3727  1.0  6.0
114 11AArt    L3928  L3927  0.5  4.0
115 5MC       L3233  L3034  1.0  8.0
116 183R      L3432  L3032  4.0  4.0
122 2/SSTk    edge   L2933  1.5  7.0
122 Rcn/SSTk  edge   L2933  1.5  8.0
122 616PzJg   edge   L2933  1.5  7.0
123 RSCI      L3229  L3131  2.5  5.0
124 1/SSTk    L3629  L3131  3.5  7.0
125 8/3M      L3428  L3031  5.5  7.0
125 53/3M     L3428  L3031  5.5  8.0
126 29/3M     L3427  L3627  3.0  7.0
127 8/8Pz     L3730  L3628  4.0  7.0
127 10/8Pz    L3730  L3628  4.0  7.0
128 59/8Pz    L3831  L3628  5.0  8.0
129 28/8Pz    L3931  L3629  4.0  7.0
130 803Art    L3529  L3629  0.5  8.0
"""


class Leg(NamedTuple):
    start: str
    end: str
    cost: float
    has: float


class Surveyor(Tale):
    """The tale, with every leg of every march written down by counter."""

    def __init__(self) -> None:
        self.legs: dict[str, list[Leg]] = defaultdict(list)
        super().__init__()

    def before(self, kind: str, arg: int) -> None:
        step = self.state.stack[-1]
        if isinstance(step, ChooseWay) and kind in ("to", "via"):
            found = ways.march(self.game, self.state, step.group, step.manner, step.spent)
            if arg in found.reach:
                self._note(step, arg, found.reach[arg])
        elif isinstance(step, ChooseEntry) and kind == "at":
            self._note(step, arg, self._entry(step, arg))

    def _entry(self, step: ChooseEntry, hex: int) -> int:
        unit = step.group.bit_length() - 1
        return entries.price(self.game, self.state, unit, hex) or 0

    def _note(self, step: ChooseWay | ChooseEntry, hex: int, cost: int) -> None:
        for unit, row in enumerate(self.game.units):
            if step.group >> unit & 1:
                place = self.state.at[unit]
                has = ways.allowance(self.game, self.state, unit, step.manner) / POINT
                start = self.game.grid.label(place) if place >= 0 else "edge"
                end = self.game.grid.label(hex)
                self.legs[row.code].append(Leg(start, end, cost / POINT, has))


@pytest.fixture(scope="module")
def legs() -> dict[str, list[Leg]]:
    return dict(Surveyor().legs)


def spent(legs: list[Leg], start: str, end: str) -> tuple[float, float]:
    """What the first march of these legs from one hex to another costs; it is struck off."""
    first = next(n for n, leg in enumerate(legs) if leg.start == start)
    cost, at = 0.0, first
    while True:
        cost += legs[at].cost
        if legs[at].end == end:
            break
        at += 1
    has = legs[first].has
    del legs[first:at + 1]
    return cost, has


@pytest.mark.rule("agn:BSR.move.main-road", "agn:BSR.move.woods", "agn:BSR.zoc.enter",
                  "agn:BSR.move.both", "agn:BSR.move.arrival")
def test_every_narrated_move_costs_what_it_must(legs: dict[str, list[Leg]]) -> None:
    wrong = []
    for line in MOVES.strip().splitlines():
        step, code, start, end, cost, has = line.split()
        found = spent(legs[code], start, end)
        if found != (float(cost), float(has)):
            wrong.append((step, code, start, end, found))
    assert wrong == []
