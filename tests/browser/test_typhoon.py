"""Typhoon! in the browser: a whole Axis turn on one sheet, and the campaign from its beginning."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.table_page import Plain, TablePage
from tests.browser.tale import Player, begin, lines

TALE = Path(__file__).with_name("gates.txt")
TOLD = (
    "By rail from M1428 to M1228: AxT2.",
    "Overrun of M1727 by 31/5Pz, 13/5Pz, 14/5Pz, 8/5Pz, 191StuG, 210StuG: die 5, modifier -1: "
    "they are driven off.",
    "11TB from M3549 to M3451.",
    "Air support over M3451: Axis 4, Soviet 0.",
    "Combat in M3451 at 2-1: die 4, modifiers -3, row 1: -/1R.",
    "Retreat to M3449: 11TB.",
    "Retreat to M1722: 107M.",
)
"""The train, the overrun, the reaction, the air strike, a combat, both retreats."""


def where(state: Plain) -> dict[str, str]:
    return {piece["token"]: piece["at"] for piece in state["scene"]["pieces"]}


def test_a_whole_axis_turn_on_one_sheet(table: TablePage, page: Page) -> None:
    game = begin(table, page, "typhoon", "gates")
    player = Player(table)
    for side, said in lines(TALE):
        if said.startswith("react"):
            expect(page.locator(".decision .who")).to_contain_text("Soviet")
        player.plays(side, said)
    expect(page.locator(".decision .who")).to_contain_text("Soviet")
    table.expect_prompt("activate")
    for line in TOLD:
        expect(table.log).to_contain_text(line)
    stands = where(table.state("axis", game))
    assert [stands[code] for code in ("31/5Pz", "35/4Pz", "37/7Pz", "33/4Pz")] == [
        "hex:M1727", "hex:M3451", "hex:M1522", "hex:M3452"]


def test_the_campaign_opens_and_plays_its_first_phase(table: TablePage, page: Page) -> None:
    """Supply comes, the dice of the Soviet table and of the airfields fall, the Axis moves."""
    begin(table, page, "typhoon", "campaign")
    player, stands = Player(table), where(table.state("axis"))
    assert sum(place.startswith("hex:") for place in stands.values()) > 350
    assert [stands[code] for code in ("35/4Pz", "6/3Pz")] == ["hex:P2732", "hex:P2733"]
    player.plays("axis", "bring AxT8 at N1051")
    assert where(table.state("axis"))["AxT8"] == "hex:N1051"
    for side, said in (("axis", "done"), ("soviet", "done"), ("*", "3"), ("*", "5 5 5 5 5"),
                       ("axis", "done")):
        player.plays(side, said)
    table.expect_prompt("Choose a unit or a stack to move")
    player.plays("axis", "motor P2732 to P2631")
    assert where(table.state("axis"))["35/4Pz"] == "hex:P2631"
    player.plays("axis", "done")
    table.expect_prompt("Choose a hex to attack")
