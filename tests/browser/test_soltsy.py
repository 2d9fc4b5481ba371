"""Soltsy in the browser: the first Axis turn with typed dice, and a reaction by the other side."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.table_page import TablePage
from tests.browser.tale import Player, begin, lines

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "src/grognard/boxes/army_group_north/lessons/soltsy.record"
AXIS_TURN = 22
"""Lines of the tale up to the end of the first Axis segment, dice and reaction included."""


def test_the_first_axis_turn_with_typed_dice_and_a_reaction(table: TablePage, page: Page) -> None:
    begin(table, page, "army_group_north", "soltsy")
    player = Player(table)
    for side, said in lines(RECORD, AXIS_TURN):
        if said.startswith("react 9AT"):
            expect(page.locator(".decision .who")).to_contain_text("Soviet")
            expect(table.log).to_contain_text("Attack on L3629 declared")
        player.plays(side, said)
    stands = {piece["token"]: piece["at"] for piece in table.state("axis")["scene"]["pieces"]}
    assert stands["10/8Pz"] == "hex:L3728"
    assert stands["21Tk"] == "hex:L3828", "it reacted into Soltsy and was driven out"
    assert stands["9AT"] == "hex:L3228", "it reacted to the road"
    expect(page.locator(".decision .who")).to_contain_text("Soviet")
    expect(table.log).to_contain_text("Combat in L3629 at 3-1: die 9, modifiers -2, row 7: -/R.")
