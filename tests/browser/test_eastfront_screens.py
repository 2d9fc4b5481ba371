"""EastFront at the table: the battle screen, the books of production, command and overlays."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.browsing import after, drawn, until
from tests.browser.edelweiss import open_tutorial
from tests.browser.table_page import Plain, TablePage


def block(page: Page, name: str) -> Locator:
    """A block on the battle screen."""
    name_of = page.locator("strong", has_text=name).and_(page.locator(f"text='{name}'"))
    return page.locator("[data-test=fight] li", has=name_of)


# -- set-up ------------------------------------------------------------------------------------


def test_a_block_of_a_set_up_is_dragged_elsewhere_and_back(page: Page) -> None:
    wish = {"box": "eastfront", "scenario": "s42", "players": {"soviet": {"kind": "bot",
            "bot": "recruit"}}}  # fmt: skip
    game: Plain = page.request.post("/api/games", data=wish).json()
    table = TablePage(page)
    table.act("axis", "draft", game)
    table.open(game)
    table.expect_prompt("Drag blocks elsewhere")
    for start, end in (("Poltava", "Sumy"), ("Sumy", "Poltava")):
        table.drag(start, end)
        expect(table.log).to_contain_text(f"AGS is set up in {end}.")
        table.expect_prompt("Drag blocks elsewhere")


# -- movement ----------------------------------------------------------------------------------


def test_the_stack_of_a_chosen_block_leaves_its_neighbours_free(page: Page) -> None:
    """The mouse rests on the stack: it does not spread over the hexes to go to."""
    open_tutorial(page, "# step armor")
    table = TablePage(page)
    page.get_by_role("button", name="Move X", exact=True).click()
    table.expect_prompt("Choose where X goes")
    page.mouse.move(*table.at("Kamensko"), steps=3)
    after(page, 700)  # longer than a hovered stack takes to spread
    page.mouse.move(*table.at("Kamensko_E1"), steps=3)
    page.mouse.down()
    page.mouse.up()
    expect(table.log).to_contain_text("X moves from Kamensko to Kamensko E1")


def test_a_click_on_the_stack_in_hand_offers_its_other_blocks(page: Page) -> None:
    open_tutorial(page, "# step armor")
    table = TablePage(page)
    page.get_by_role("button", name="Move X", exact=True).click()
    table.expect_prompt("Choose where X goes")
    x, y = table.at("Kamensko")
    page.mouse.click(x, y)
    table.expect_prompt("Choose where X goes")
    page.mouse.click(x - 34, y)
    table.expect_prompt("Choose where V goes")


def test_a_movement_that_may_not_end_says_why(page: Page) -> None:
    game = open_tutorial(page, "# step infantry")
    table = TablePage(page)
    for block in "XWV":
        table.act("axis", f"move {block} to Kamensko_E1", game)
    barred = page.locator("[data-test=barred]")
    expect(barred.get_by_role("button", name="End the movement")).to_be_disabled()
    expect(barred).to_contain_text("in Kamensko E1 than may stay there (5, limit 4)")
    expect(barred.get_by_role("button", name="Rule 6.2a")).to_be_visible()
    page.keyboard.press("u")
    table.expect_prompt("Choose where V goes")
    page.keyboard.press("u")
    expect(page.get_by_role("button", name="End the movement")).to_be_enabled()


# -- the battle --------------------------------------------------------------------------------


def test_the_battle_screen_shows_dice_by_block_beside_the_decision(page: Page) -> None:
    open_tutorial(page, "# step rostov-infantry")
    fight = page.locator("[data-test=fight]")
    expect(page.locator("[data-test=stage] summary")).to_have_text("Battle at Rostov")
    expect(block(page, "A").locator(".die")).to_have_text(["1", "5", "6"])
    expect(block(page, "A").locator(".die.hits")).to_have_text(["5", "6"])
    expect(block(page, "A")).to_contain_text("§ 1.41b")  # a major city defends with double fire
    expect(block(page, "A")).to_contain_text("1/2 of a hit")
    expect(fight.locator("section.turn")).to_contain_text("Axis")
    expect(page.locator("[data-test=prompt]")).to_be_in_viewport()
    expect(fight).to_be_in_viewport()


def test_a_shot_is_chosen_with_its_odds_and_lands_on_the_screen(page: Page) -> None:
    game = open_tutorial(page, "# step rostov-infantry")
    expect(block(page, "Z").locator(".die")).to_have_count(0)
    page.get_by_role("button", name="Fire Z", exact=True).hover()
    odds = page.locator("[data-test=odds]")
    expect(odds).to_contain_text("no hit")
    expect(odds).to_contain_text("Hits for a step")
    page.get_by_role("button", name="Fire Z", exact=True).click()
    expect(block(page, "Z").locator(".die")).to_have_count(3)
    assert TablePage(page).state("axis", game)["scene"]["fight"]["hex"] >= 0


def test_a_battle_fought_is_folded_away(page: Page) -> None:
    open_tutorial(page, "axis resolve Rostov_E1")
    stage = page.locator("[data-test=stage]")
    expect(stage.locator("summary")).to_have_text("Battle fought at Rostov")
    expect(page.locator("[data-test=fight]")).to_be_hidden()
    stage.locator("summary").click()
    expect(page.locator("[data-test=fight]")).to_be_visible()


# -- production --------------------------------------------------------------------------------


def entry(page: Page, unit: int) -> Locator:
    return page.locator(f"[data-test=ledger] button[data-unit='{unit}']")


def lines(state: Plain) -> dict[str, int]:
    """Units of the books, by what their line says."""
    parts = state["decision"]["ledger"]["parts"]
    return {line["now"]: line["unit"] for part in parts for line in part["lines"]}


def test_the_books_say_what_can_be_bought_and_why_not(page: Page) -> None:
    game = open_tutorial(page, "axis step S")
    table = TablePage(page)
    ledger = page.locator("[data-test=ledger]")
    expect(ledger).to_contain_text("14 of 28 left")
    closed = ledger.locator("li", has_text="is engaged and gets no step").first
    expect(closed.get_by_role("button", name="Rule 11.41a")).to_be_visible()
    unit = next(n for says, n in lines(table.state("axis", game)).items() if "Kamensko E1" in says)
    entry(page, unit).click()
    expect(ledger).to_contain_text("10 of 28 left")
    expect(ledger.locator("li.ordered")).to_have_count(3)
    page.keyboard.press("u")
    expect(ledger).to_contain_text("14 of 28 left")
    ledger.get_by_role("checkbox").uncheck()
    expect(closed).to_be_hidden()


def test_the_books_are_secret(page: Page) -> None:
    game = open_tutorial(page, "axis step S")
    table = TablePage(page)
    seen = table.state("soviet", game)
    assert seen["decision"]["ledger"]["spent"] == 0
    units = {u["n"]: u["side"] for u in page.request.get(game["table"]).json()["units"]}
    told = {line["unit"] for part in seen["decision"]["ledger"]["parts"] for line in part["lines"]}
    assert {units[unit] for unit in told} == {"soviet"}
    assert not any(line["id"] == "ordered" for line in seen["log"]["lines"])


def test_the_force_list_stays_open_while_a_block_is_placed(page: Page) -> None:
    table = TablePage(page)
    table.open(table.create("s42", fog=None, box="eastfront", soviet="recruit"))
    ledger = page.locator("[data-test=ledger]")
    armour = ledger.locator("[data-part=line-armor]")
    expect(armour).to_contain_text("blocks left: 11, strength left: 38")
    armour.get_by_role("button").first.click()
    table.expect_prompt("Choose the strength of 41Pz")
    expect(armour.get_by_role("button").first).to_be_disabled()
    page.get_by_role("button", name="4", exact=True).click()
    table.expect_prompt("Choose where 41Pz stands")
    state = table.state("axis")
    table.act("axis", f"at {placeable(page, state)}", table.game)
    expect(armour).to_contain_text("blocks left: 10, strength left: 34")
    expect(armour.get_by_role("button").first).to_be_enabled()


def placeable(page: Page, state: Plain) -> str:
    """The label of some hex that is offered."""
    hexes = page.request.get(TablePage(page).game["table"]).json()["maps"][0]["hexes"]
    labels = dict(zip(hexes["n"], hexes["label"], strict=True))
    label: str = labels[state["decision"]["choices"][0]["args"][0]]
    return label


# -- the map -----------------------------------------------------------------------------------


def board(page: Page) -> bytes:
    drawn(page)
    return page.locator("canvas[data-board=ground]").screenshot()


def test_pointing_at_a_headquarters_shows_what_it_commands(page: Page) -> None:
    open_tutorial(page, "axis activate U")
    table = TablePage(page)
    page.mouse.move(*table.at("Odessa"))
    before = board(page)
    page.get_by_role("button", name="Activate U", exact=True).hover()
    assert until(page, lambda: board(page) != before)


WEAKENED = [("axis", "activate U"), ("axis", "stay")]
"""Leaves U with one step."""


def test_the_last_command_of_a_headquarters_is_asked_about_twice(page: Page) -> None:
    game, table = open_tutorial(page, "axis activate P"), TablePage(page)
    for side, text in (*WEAKENED, *[("axis", "done")] * 4, *[("soviet", "done")] * 2):
        table.act(side, text, game)
    before = table.state("axis", game)["seq"]
    page.locator("summary", has_text="Blitz").click()
    page.get_by_role("button", name="Blitz U", exact=True).click()
    expect(page.locator("dialog")).to_contain_text("a Blitz costs two")
    page.get_by_role("button", name="No", exact=True).click()
    assert table.state("axis", game)["seq"] == before
    page.get_by_role("button", name="Blitz U", exact=True).click()
    table.sure.click()
    expect(page.locator("[data-test=log]")).to_contain_text("U (1 CV) is activated for a Blitz")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_overlays_and_the_date_have_names(page: Page, language: str) -> None:
    open_tutorial(page, "axis activate U")
    words = {
        "en": ("July 1942, second fortnight", "East dry", "In command", "Axis supply"),
        "fr": ("juillet 1942, 2e quinzaine", "Est sec", "Sous commandement", "Ravitaillement"),
    }[language]
    turn = page.locator("[data-test=turn]")
    expect(turn).to_contain_text(words[0])
    expect(turn).to_contain_text(words[1])
    page.locator(".overlays button").click()
    switches = page.locator(".overlays .switches")
    expect(switches).to_contain_text(words[2])
    expect(switches).to_contain_text(words[3])


def test_a_hex_tells_its_effects_with_their_rules(page: Page) -> None:
    open_tutorial(page, "axis activate U")
    table = TablePage(page)
    page.mouse.move(*table.at("Rostov"))
    card = page.locator("[data-test=hex-card]")
    expect(card).to_contain_text("§ 1.41a")
    expect(card).to_contain_text("City points")
    expect(card).to_contain_text("Soviet control")
    expect(card).to_contain_text("a hidden block")


# -- the phone ---------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [390])
@pytest.mark.parametrize("line", ["# step rostov-infantry", "axis step S"])
def test_screens_fit_a_phone(page: Page, line: str) -> None:
    open_tutorial(page, line)
    expect(page.locator("[data-test=stage]")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.querySelector('.side').scrollWidth") <= 390
    expect(page.locator("[data-test=prompt]")).to_be_in_viewport()
