"""A turn on the Leningrad inset in the browser: aircraft, supply and an attack over its edge."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_page import Plain, TablePage
from tests.browser.tale import Player

SIDES = ("axis", "soviet")
PASSING = ("everyone", "pass", "done", "carry")
"""What a player who wants nothing presses: his aircraft all serve over the inset."""


@pytest.fixture
def player(table: TablePage, page: Page) -> Player:
    """Two players at one table who trust each other."""
    table.open(table.create("assault", fog=None, box="army_group_north"))
    curtain = page.locator("[data-test=curtain]")
    curtain.locator("input").check()
    curtain.locator("button").click()
    return Player(table)


def asked(table: TablePage) -> tuple[str, Plain]:
    """Who is asked, and what."""
    states = {side: table.state(side) for side in SIDES}
    side = next(side for side, state in states.items() if state["decision"])
    return side, states[side]["decision"]


def until(player: Player, wanted: str) -> None:
    """Pass until the Axis may do this."""
    for _ in range(60):
        side, decision = asked(player.table)
        kinds = [choice["kind"] for choice in decision["choices"]]
        if side == "axis" and wanted in kinds:
            return
        player.takes(side, next(kind for kind in PASSING if kind in kinds), "")
    raise AssertionError(f"{wanted} is never asked for")


def does(player: Player, *atoms: str) -> None:
    for atom in atoms:
        kind, _, argument = atom.partition(" ")
        player.takes("axis", kind, argument)


def test_a_turn_on_the_inset(table: TablePage, page: Page, player: Player) -> None:
    until(player, "commit")
    table.expect_prompt("Which air units serve over the inset this turn?")
    until(player, "move")
    does(player, "move 93ID", "to L3509", "done")
    table.expect_prompt("Spend supply for attacks on the inset, or none.")
    does(player, "spend AxT2", "done")
    expect(table.log).to_contain_text("AxT2 is spent for the inset: 2 points are on its track.")
    does(player, "declare In3011", "by 93ID", "set")
    until(player, "fly")
    does(player, "fly I/StG2", "at In2911")
    until(player, "ration")  # the only combat is taken up by itself
    does(player, "ration", "fight")
    expect(table.log).to_contain_text("The attack is supplied from the track of the inset")
    stands = {piece["token"]: piece["at"] for piece in table.state("axis")["scene"]["pieces"]}
    assert stands["I/JG54"] == "box:mission-one-axis"
    assert stands["I/StG2"] in {f"box:{box}-axis" for box in (
        "mission-two", "flown", "damaged", "destroyed")}, "it has flown, whatever came of it"
