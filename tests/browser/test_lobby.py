"""Games on the shelf: put away, thrown away, taken along as a file and brought back."""

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.browsing import until
from tests.browser.situations import make_blue_act
from tests.browser.table_page import TablePage


@pytest.fixture
def kept(table: TablePage) -> Locator:
    """A game of its own name in the list of games."""
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    table.page.request.patch(f"/api/games/{game['id']}", data={"title": f"Game {game['id']}"})
    table.page.goto("/")
    table.page.locator("[data-test=begin]").wait_for()  # all boxes are read first
    return table.page.locator("li", has_text=f"Game {game['id']}")


def test_a_game_is_put_away_and_taken_out(kept: Locator, page: Page) -> None:
    expect(kept).to_be_visible()
    kept.get_by_role("button", name="Put away").click()
    expect(kept).to_be_hidden()
    page.locator("summary", has_text="Put away").click()
    kept.get_by_role("button", name="Take out").click()
    page.reload()
    expect(kept).to_be_visible()


def test_a_game_is_thrown_away_only_after_a_question(kept: Locator, page: Page) -> None:
    kept.get_by_role("button", name="Throw away").click()
    page.get_by_role("dialog").get_by_role("button", name="No").click()
    expect(kept).to_be_visible()
    kept.get_by_role("button", name="Throw away").click()
    page.get_by_role("dialog").get_by_role("button", name="Throw away").click()
    expect(kept).to_have_count(0)
    page.reload()
    page.locator("[data-test=begin]").wait_for()
    expect(kept).to_have_count(0)


def test_a_record_goes_out_and_comes_back(kept: Locator, table: TablePage, tmp_path: Path) -> None:
    page = table.page
    with page.expect_download() as saving:
        kept.get_by_role("button", name="Save the record").click()
    path = tmp_path / saving.value.suggested_filename
    saving.value.save_as(path)
    assert path.name.startswith("miniature-bridgehead-")
    assert path.suffix == ".record"
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_url("**/games/*")
    page.locator("[data-test=curtain][data-side=blue] button").click()
    table.expect_prompt("choose a counter to act")


DAMAGED = {
    "en": "The record cannot be read: line 2 is at fault. The head is not TOML.",
    "fr": "Le relevé est illisible : la ligne 2 est en faute. L’en-tête n’est pas du TOML.",
}


@pytest.mark.parametrize("language", DAMAGED)
def test_a_damaged_head_is_told_by_line_and_reason(
    page: Page, tmp_path: Path, language: str
) -> None:
    path = tmp_path / "damaged.record"
    path.write_text('format = 1\nbox = \nscenario = "bridgehead"\n---\n', "utf-8")
    page.goto("/")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.get_by_role("alert")).to_have_text(DAMAGED[language])


def test_a_record_that_does_not_fit_to_its_end_begins_before_the_line(
    table: TablePage, tmp_path: Path
) -> None:
    game = table.create("bridgehead", fog=False)
    make_blue_act(table, game)
    tokens = ",".join(seat["token"] for seat in game["seats"])
    answer = table.page.request.get(
        f"/api/games/{game['id']}/record", headers={"Grognard-Seat": tokens}
    )
    path = tmp_path / "odd.record"
    path.write_text(answer.text() + "blue move BG to 0604\n", "utf-8")
    table.page.goto("/")
    table.page.locator("input[type=file]").set_input_files(path)
    table.page.wait_for_url("**/games/*")
    table.page.locator("[data-test=curtain][data-side=blue] button").click()
    notice = table.page.locator(".notice")
    expect(notice).to_contain_text("blue move BG to 0604")
    expect(notice).to_contain_text("0604")
    table.expect_prompt("choose a counter to act")


def test_a_set_up_is_offered_where_the_scenario_has_one(page: Page) -> None:
    page.goto("/")
    page.locator("input[name=box][value=eastfront]").check()
    page.locator("input[name=scenario][value=s41]").check()
    choice = page.get_by_label("Set-up")
    choice.select_option("historical")
    page.locator("input[name=scenario][value=s42]").check()
    expect(choice).to_have_count(0)
    page.locator("[data-test=begin]").click()  # what was chosen for another scenario is dropped
    page.wait_for_url("**/games/*")


SEALED = {"en": "The file is sealed", "fr": "Le fichier est scellé"}
SAVE = {"en": "Save the record", "fr": "Enregistrer la partie dans un fichier"}


@pytest.mark.parametrize("language", SEALED)
def test_a_game_against_the_machine_is_saved_sealed_and_opens_again(
    table: TablePage, tmp_path: Path, language: str
) -> None:
    page = table.page
    game = table.create("bridgehead", red="recruit")
    table.act("blue", "order hold", game)
    table.open(game)
    with page.expect_download() as saving:
        page.get_by_role("button", name=SAVE[language]).click()
    expect(page.locator("[data-test=sealed]")).to_contain_text(SEALED[language])
    path = tmp_path / saving.value.suggested_filename
    saving.value.save_as(path)
    assert "order" not in path.read_text("utf-8")
    page.goto("/")
    page.locator("input[type=file]").set_input_files(path)
    page.wait_for_url("**/games/*")
    assert table.game["id"] != game["id"]
    assert [seat["kind"] for seat in table.game["seats"]] == ["person", "bot"]
    assert table.state("blue")["log"]["length"] >= 1


def test_a_long_list_of_games_comes_in_pages(table: TablePage) -> None:
    for _ in range(55):
        table.create("bridgehead", fog=False)
    page = table.page
    page.goto("/")
    games = page.locator(".old > ul > li")
    expect(games).to_have_count(50)
    page.locator(".old > [data-test=more]").click()
    expect(games.nth(54)).to_be_visible()


def test_the_shelf_keeps_its_place_until_the_boxes_come(page: Page) -> None:
    """The page is there at once, however long the server reads its boxes."""
    asked: list[Route] = []
    page.route("**/api/boxes*", lambda route: asked.append(route))
    page.goto("/")
    frame = page.locator("[data-test=shelf-coming]")
    expect(frame).to_be_visible()
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    assert until(page, lambda: bool(asked))
    for route in asked:
        route.continue_()
    expect(page.locator("input[name=box]").first).to_be_visible()
    expect(frame).to_have_count(0)
