"""Random turns with paratroops, in which drops happen all the time, under every check."""

from collections import Counter
from random import Random

import pytest

from grognard.rules.eastfront.sequence import PlayerTurn
from tests.rules.eastfront.airfields import FIELD
from tests.rules.eastfront.table import Table, table
from tests.rules.eastfront.turns import play_on, settle

PLACES = ("Kastornoye", "Kursk", "Kursk_NE1", "Belgorod", "Belgorod_E1", "Liski", "Gryazi",
          "Gryazi_W1", "Kharkov", "Tambov")
ARMIES = ("3A", "13A", "4A", "5A")
CORPS = ("5AK", "6AK", "8AK", "1R", "41Pz")
SEEDS = 10
OFTEN = {"airborne": 20, "drop": 20, "blitz": 3, "shift": 0.2, "stay": 0.2, "mobile": 0.1,
         "done": 0.3}


def fronts(rng: Random) -> Table:
    """An HQ and paratroops at Voronezh, friends and enemies around them."""
    t = table().weather(rng.choice(("dry", "snow", "mud"))).put("Tambov", "SouF:2")
    t.put(FIELD, rng.choice(("UkrF:2", "STAVKA:3")), f"4Para:{rng.randint(1, 3)}")
    for army in ARMIES:
        t.put(rng.choice(PLACES), f"{army}:{rng.randint(1, 3)}")
    for corps in CORPS:
        t.put(rng.choice(PLACES), f"{corps}:{rng.randint(1, 3)}")
    return settle(t, rng).phase("soviet", "command")


@pytest.mark.rule("eastfront:14.3a", "eastfront:14.6c", "eastfront:0.1")
def test_14_random_drops_break_nothing_and_tell_no_secrets() -> None:
    seen = Counter[str]()
    for seed in range(SEEDS):
        rng = Random(seed)
        t = fronts(rng).ask(PlayerTurn(side="soviet"), PlayerTurn(side="axis"))
        seen += play_on(t, rng, OFTEN)
        assert t.state.dispersed == t.state.airborne == 0
    assert seen.keys() >= {"airborne", "drops", "hidden-drops", "linked-up"}
