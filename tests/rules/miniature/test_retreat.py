"""Chapter 7: retreats."""

import pytest

from grognard.core.offers import Among
from grognard.records import Playthrough
from grognard_miniature.retreat import Retreat, ways_back
from tests.rules.miniature.table import (
    game,
    hex_,
    labels,
    offered,
    play,
    position,
    refusal,
    unit,
    units,
    where,
)


def retreating(places: str, codes: str, hexes: int = 2) -> Playthrough:
    """Beaten counters of Red, which lives in the east, or of Blue."""
    side = "red" if codes[0] == "R" else "blue"
    return play(position(places), Retreat(side, units(codes), hexes))


@pytest.mark.rule("miniature:7.1")
def test_beaten_defenders_go_together_hex_by_hex() -> None:
    table = retreating("RG 0502, RH 0502, BG 0402", "RG RH")
    assert refusal(table, "red", "retreat 0604") == "not-next 7.1"
    table.do("red", "retreat 0601")
    table.do("red", "retreat 0602")
    assert (where(table, "RG"), where(table, "RH")) == ("0602", "0602")
    assert table.is_over


@pytest.mark.rule("miniature:7.2")
def test_a_retreat_leads_home() -> None:
    table = retreating("RG 0502, BG 0604", "RG")
    assert refusal(table, "red", "retreat 0402") == "away-from-home 7.2"
    assert offered(table, "red", "retreat") == "0501 0503 0601 0602"


@pytest.mark.rule("miniature:7.3")
def test_a_retreat_crosses_no_river_but_by_the_bridge() -> None:
    table = retreating("BG 0402, RG 0604", "BG")
    assert refusal(table, "blue", "retreat 0302") == "river-behind 7.3"
    assert offered(table, "blue", "retreat") == "0303 0403"


@pytest.mark.rule("miniature:7.4.a")
def test_a_retreat_does_not_enter_an_enemy_hex() -> None:
    table = retreating("RG 0502, BG 0601", "RG", hexes=1)
    assert refusal(table, "red", "retreat 0601") == "enemy-behind 7.4.a"
    assert offered(table, "red", "retreat") == "0503"


@pytest.mark.rule("miniature:7.4.b")
def test_a_retreat_does_not_enter_a_zone_unless_a_friend_is_there() -> None:
    alone = retreating("RG 0502, BG 0601", "RG")
    assert refusal(alone, "red", "retreat 0602") == "zone-behind 7.4.b"
    covered = retreating("RG 0502, RH 0602, BG 0601", "RG")
    assert "0602" in offered(covered, "red", "retreat")


@pytest.mark.rule("miniature:7.5")
def test_a_retreat_does_not_go_back() -> None:
    table = retreating("RG 0503, BG 0101", "RG")
    table.do("red", "retreat 0502")
    assert refusal(table, "red", "retreat 0503") == "back-again 7.5"


@pytest.mark.rule("miniature:3.5")
def test_a_retreat_passes_a_full_hex_but_does_not_end_there() -> None:
    places = "RG 0501, RL 0602, RD 0602, BG 0101"
    table = retreating(places, "RG")
    table.do("red", "retreat 0502")
    assert refusal(table, "red", "retreat 0602") == "no-room-behind 3.5"


@pytest.mark.rule("miniature:7.6")
def test_the_first_hex_must_lead_to_a_second() -> None:
    # From 0601 the only way on is 0602, where Blue's zone reaches; from 0502 it is open to 0503.
    state = position("RG 0501, BG 0603")
    ways = ways_back(game(), state, "red", units("RG"), hex_("0501"), 1 << hex_("0501"), 2)
    assert isinstance(ways, Among)
    table = play(state, Retreat("red", units("RG"), 2))
    assert refusal(table, "red", "retreat 0601") == "dead-end 7.6"
    assert labels(ways.mask) == offered(table, "red", "retreat")


@pytest.mark.rule("miniature:7.7")
def test_who_cannot_retreat_loses_a_step_for_each_hex() -> None:
    table = retreating("RG 0601, BG 0502, BL 0602", "RG")
    table.do("red", "lose RG")
    assert table.state.steps[unit("RG")] == 1
    table.do("red", "lose RG")
    assert where(table, "RG") == ""
    assert table.is_over


@pytest.mark.rule("miniature:7.7")
def test_who_can_go_one_hex_loses_one_step_and_goes() -> None:
    table = retreating("RG 0602, BG 0604", "RG")  # from 0601 there is no way on
    table.do("red", "lose RG")
    table.do("red", "retreat 0601")
    assert table.is_over
    assert (where(table, "RG"), table.state.steps[unit("RG")]) == ("0601", 1)
