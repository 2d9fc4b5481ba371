"""Players with dice of their own: the table asks what they show."""

from playwright.sync_api import Page, expect

from tests.browser.browsing import until, watch_for
from tests.browser.table_page import TablePage


def test_dice_and_draws_are_typed_in(table: TablePage, page: Page) -> None:
    page.goto("/")
    page.locator("input[name=box][value=miniature]").check()
    page.locator("input[name=scenario][value=bridgehead]").check()
    page.locator("input[name=preset][value=hot-seat]").check()
    page.locator(".options select").first.select_option("false")
    page.locator(".options label", has_text="Dice").locator("select").select_option("typed")
    page.locator("[data-test=begin]").click()
    page.wait_for_url("**/games/*")
    assert table.game["dice"] == "typed"
    for side, gun in (("blue", "0203"), ("red", "0604")):
        table.act(side, "order assault", table.game)
        table.act(side, f"gun {gun}", table.game)
    page.reload()
    lift(page)
    card = page.get_by_role("region", name="Your dice")
    expect(card).to_contain_text("Draw a chit")
    card.get_by_role("button", name="Blue").click()
    table.expect_prompt("Blue: choose a counter to act")


def test_each_die_is_pressed_and_can_be_corrected(table: TablePage, page: Page) -> None:
    game = before_the_battle(table)
    table.open(game)
    lift(page)
    card = page.get_by_role("region", name="Your dice")
    asked = table.state("blue", game)["roll"]["dice"]
    assert asked["count"] > 2
    card.get_by_role("button", name="6", exact=True).click()
    expect(card).to_contain_text("(6)")
    card.get_by_role("button", name="Correct").click()
    expect(card).not_to_contain_text("(6)")
    for _ in range(asked["count"]):
        card.get_by_role("button", name="1", exact=True).click()
    expect(card.get_by_text("Die 1 of")).to_have_count(0)
    rolled = table.state("blue", game)["log"]["lines"]
    assert " ".join("1" * asked["count"]) in [line["roll"] for line in rolled]


def test_rolled_dice_leave_the_map_whatever_comes_next(table: TablePage, page: Page) -> None:
    game = before_the_battle(table)
    table.open(game)
    lift(page)
    asked = table.state("blue", game)["roll"]["dice"]
    shown = watch_for(page, "[data-test=rolled]")
    table.roll("blue", " ".join("1" * asked["count"]), game)
    assert until(page, shown)
    table.roll("blue", "red", game)
    expect(page.locator("[data-test=rolled]")).to_have_count(0)


def test_draws_are_named_in_french_too(table: TablePage) -> None:
    game = table.create("bridgehead", fog=False, dice="typed")
    orders(table, game)
    answer = table.page.request.get(
        f"/api/games/{game['id']}/state?lang=fr",
        headers={"Grognard-Seat": table.seat("blue", game)},
    )
    assert answer.json()["roll"]["labels"] == ["Bleu", "Rouge"]


def orders(table: TablePage, game: dict[str, object]) -> None:
    for side, gun in (("blue", "0203"), ("red", "0604")):
        table.act(side, "order assault", game)
        table.act(side, f"gun {gun}", game)


def before_the_battle(table: TablePage) -> dict[str, object]:
    """Blue attacks, and the dice are to be thrown."""
    game = table.create("bridgehead", fog=False, dice="typed")
    orders(table, game)
    table.roll("blue", "blue", game)
    table.act("blue", "move BG to 0402", game)
    table.act("blue", "done", game)
    table.act("blue", "attack 0502 by BG fight", game)
    return game


def lift(page: Page) -> None:
    """Whoever is asked takes the seat."""
    page.locator("[data-test=curtain] button").first.click()
