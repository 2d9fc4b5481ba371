"""The two set-ups, typed as they were designed and not read from the box."""

import pytest

from grognard.records import Playthrough
from tests.rules.miniature.table import game, label, offered

BRIDGEHEAD = {
    "BG": "0402", "BL": "0303", "BH": "0203", "BD": "0102",  # over the bridge, on it, behind it
    "RG": "0502", "RL": "0603", "RH": "0601", "RD": "0503",  # in Lipa and around it
}
START_AREAS = {  # the two columns at either edge
    "blue": "0101 0102 0103 0104 0201 0202 0203 0204",
    "red": "0501 0502 0503 0504 0601 0602 0603 0604",
}
VILLAGES = {"0203": "blue", "0502": "red"}


def standing(scenario: str, fog: bool) -> dict[str, str]:
    found, state = game(scenario, fog), Playthrough(game(scenario, fog), seed=1).state
    return {counter.code: label(state.at[number])
            for number, counter in enumerate(found.counters) if state.at[number] >= 0}


@pytest.mark.parametrize("fog", [True, False])
def test_in_the_bridgehead_everybody_has_his_hex(fog: bool) -> None:
    decoys = set() if fog else {"BD", "RD"}
    expected = {code: hex for code, hex in BRIDGEHEAD.items() if code not in decoys}
    assert standing("bridgehead", fog) == expected, "without fog decoys stay in the box"


@pytest.mark.parametrize("side", START_AREAS)
def test_in_the_meeting_nobody_stands_and_both_choose_within_their_columns(side: str) -> None:
    assert standing("meeting", fog=True) == {}
    placing = Playthrough(game("meeting"), seed=1)
    assert offered(placing, side, "place") == " ".join(
        f"{side[0].upper()}{kind}" for kind in "DGHL")
    placing.do(side, f"place {side[0].upper()}G")
    assert offered(placing, side, "at") == START_AREAS[side]


@pytest.mark.parametrize("scenario", ["meeting", "bridgehead"])
def test_each_side_holds_the_village_on_its_bank(scenario: str) -> None:
    held = Playthrough(game(scenario), seed=1).state.holders
    assert {label(hex): side for hex, side in held.items()} == VILLAGES
