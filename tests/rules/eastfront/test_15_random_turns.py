"""Random turns at sea, in which landings happen all the time, under every check of the suite."""

from collections import Counter
from random import Random

import pytest

from grognard.rules.eastfront.beachhead import LOST, PREPARING, READY
from grognard.rules.eastfront.sequence import PlayerTurn
from tests.rules.eastfront.table import Table, table
from tests.rules.eastfront.turns import play_on, settle

SHORES = ("Constanta", "Odessa", "Nikolaev", "Simferopol_W1", "Simferopol", "Kerch",
          "Novorossiysk", "Novorossiysk_E1", "Sochi", "Batumi", "Varna")
ARMIES = ("3A", "13A", "4A", "5A", "9A", "6A")
CORPS = ("5AK", "6AK", "7AK", "8AK", "1R", "3R", "49Mtn")
SEEDS = 8
OFTEN = {"invasion": 9, "invade": 9, "evacuate": 9, "establish": 9, "feed": 9, "blitz": 3,
         "shift": 0.2, "stay": 0.3, "mobile": 0.1, "done": 0.3}


def coasts(rng: Random) -> Table:
    """HQs in ports, troops with them and strewn along the shores, some of them engaged."""
    t = table().weather(rng.choice(("dry", "dry", "snow", "mud")), rng.choice(("dry", "mud")))
    home = "Sevastopol", *rng.sample(SHORES, 5)
    t.held("soviet", *home).put("Sevastopol", "UkrF:2", "Coast:2").put("Batumi", "SouF:2")
    t.put("Danzig", "AGN:2", "9AK:2", "10AK:1").put("Ventspils", "8A:1")
    for army in ARMIES:
        t.put(rng.choice(home), f"{army}:{rng.randint(1, 3)}")
    for corps in CORPS:
        t.put(rng.choice(SHORES), f"{corps}:{rng.randint(1, 3)}")
    t.state.beachheads[t.unit("Coast")] = rng.choice((READY, READY, PREPARING, LOST))
    return settle(t, rng).phase("soviet", "command")


@pytest.mark.rule("eastfront:15.4a", "eastfront:15.6a", "eastfront:0.1")
def test_15_random_turns_at_sea_break_nothing_and_tell_no_secrets() -> None:
    seen = Counter[str]()
    for seed in range(SEEDS):
        rng = Random(seed)
        t = coasts(rng).ask(PlayerTurn(side="soviet"), PlayerTurn(side="axis"))
        seen += play_on(t, rng, OFTEN)
    assert seen.keys() >= {"invasion", "lands", "hidden-lands", "evacuated"}
