"""The sea of Army Group North in the browser: a landing under fire, and an evacuation."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.table_page import TablePage
from tests.browser.tale import Player, begin, lines

HERE = Path(__file__).parent
LANDED = (
    "A supply point in B1115 serves the landings on the islands.",
    "Off A4513, in A4512: 61ID.",
    "Coastal fire on A4512 by 44CD, strength 2, die 1. Those carried: a step.",
    "61ID loses a step.",
    "StbFl goes to A4512.",
    "Attack on A4513 declared: 61ID, StbFl.",
    "Combat in A4513 at 3-1: die 4, modifiers +0, row 4: -/1R.",
    "61ID advances to A4513.",
)


def test_a_landing_on_the_islands_under_coastal_fire(table: TablePage, page: Page) -> None:
    begin(table, page, "army_group_north", "beowulf")
    player = Player(table)
    for side, said in lines(HERE / "landing.txt"):
        if said.startswith("fire"):
            expect(page.locator(".decision .who")).to_contain_text("Soviet")
            table.expect_prompt("Which coastal guns fire at A4512?")
        player.plays(side, said)
    for line in LANDED:
        expect(table.log).to_contain_text(line)
    stands = {piece["token"]: piece["at"] for piece in table.state("axis")["scene"]["pieces"]}
    assert [stands[code] for code in ("61ID", "StbFl")] == ["hex:A4513", "hex:A4513"]
    assert stands["33Eng"] == "pool:cadre-soviet"


def test_an_evacuation_from_loading_to_unloading(table: TablePage, page: Page) -> None:
    """Tallinn is left: one convoy comes to Paldiski, the other loses men on the way to Hango."""
    begin(table, page, "army_group_north", "tallinn")
    player = Player(table)
    for side, said in lines(HERE / "evacuation.txt"):
        player.plays(side, said)
    expect(table.log).to_contain_text("B2204 will be evacuated next turn.")
    expect(table.log).to_contain_text("By sea to B1605: 3AA, 31NKVD.")
    expect(table.log).to_contain_text("Sea losses, die 5, modified 3: 0 steps.")
    player.plays("soviet", "ship TalIstr with 2TalN")
    table.expect_prompt("Where does the cargo go? Aboard: TalIstr, 2TalN.")
    player.takes("soviet", "zone", "Hango box")
    player.rolls(["1"])
    expect(table.log).to_contain_text("By sea to the Hango box: TalIstr, 2TalN.")
    expect(table.log).to_contain_text("Sea losses, die 1, modified -1: 2 steps.")
    stands = {piece["token"]: piece["at"] for piece in table.state("soviet")["scene"]["pieces"]}
    assert {stands[code] for code in ("3AA", "31NKVD")} == {"hex:B1605"}
    assert not {"TalIstr", "2TalN"} & {code for code, at in stands.items() if at.startswith("hex")}


def test_at_sea_nothing_is_greyed_that_no_one_asked_for(table: TablePage, page: Page) -> None:
    begin(table, page, "army_group_north", "beowulf")
    player = Player(table)
    for side, said in lines(HERE / "landing.txt", 3):
        player.plays(side, said)
    table.expect_prompt("At sea:")
    expect(page.locator(".decision .buttons button")).to_have_text(["End it at sea"])
