"""Across the Narva: the first turn of the campaign, played with the mouse."""

from playwright.sync_api import expect

from tests.browser.players import begin_by_keyboard, play_until, with_the_keys, with_the_mouse
from tests.browser.table_page import Plain, TablePage


def after_turn_one(state: Plain) -> bool:
    return bool(state["over"] or state["scene"]["turn"] > 1)


def test_turn_one_of_the_campaign_with_the_mouse(table: TablePage) -> None:
    table.new_game("campaign", box="narva", fog=None)
    made = play_until(table, "german", after_turn_one, with_the_mouse(table, eager=25))
    assert made > 25
    expect(table.page.locator(".turn")).to_contain_text("Turn 2")


def test_turn_one_of_the_campaign_by_keyboard_only(table: TablePage) -> None:
    begin_by_keyboard(table.page, "narva", "campaign")
    made = play_until(table, "german", after_turn_one, with_the_keys(table, eager=25))
    assert made > 25


def test_an_enemy_hex_is_refused_with_its_rule(table: TablePage) -> None:
    """6.3.B.1: no unit moves into a hex that the enemy holds."""
    table.open(table.create("krivasoo", fog=None, box="narva"))
    expect(table.prompt).to_be_visible()
    side = "german" if table.state("german")["decision"] else "soviet"
    mouse = with_the_mouse(table)
    play_until(table, side, is_moving, mouse)
    state = table.state(side)
    enemies = [
        piece["at"][4:]
        for piece in state["scene"]["pieces"]
        if piece["at"].startswith("hex:") and piece.get("side") not in (None, side)
    ]
    table.click(next(hex for hex in enemies if table.is_inside(hex, 90)))
    expect(table.refusal).to_have_attribute("data-rule", "narva:6.3.B.1")


def test_the_first_soviet_choice_is_not_made_by_a_stray_click(table: TablePage) -> None:
    """Counters are asked for; army headquarters relocate for good, so that must be meant."""
    game = table.create("campaign", fog=None, box="narva", german="recruit")
    table.open(game)
    expect(table.prompt).to_be_visible()
    before = table.state("soviet", game)
    empty = an_empty_hex(table, before, "relocate")
    table.click(empty)
    expect(table.refusal).to_contain_text("“Relocate the army headquarters” cannot be taken back")
    assert table.state("soviet", game)["seq"] == before["seq"]
    meant = table.page.get_by_role("radio", name="Relocate the army headquarters")
    expect(meant).not_to_be_checked()
    meant.click()
    expect(meant).to_be_checked()
    expect(table.refusal).to_have_count(0)
    table.click(empty)
    expect(table.log).to_contain_text("relocates to")


def test_counters_are_clicked_at_once_where_hexes_have_to_be_meant(table: TablePage) -> None:
    game = table.create("campaign", fog=None, box="narva", german="recruit")
    table.open(game)
    expect(table.prompt).to_be_visible()
    expect(table.page.get_by_role("radio", name="Activate")).to_be_checked()
    pieces = table.state("soviet", game)["scene"]["pieces"]
    units = table.page.request.get(game["table"]).json()["units"]
    hq = next(unit["n"] for unit in units if unit["code"] == "HQ109")
    place = next(piece["at"] for piece in pieces if piece.get("unit") == hq)
    table.click(place[4:])
    table.expect_prompt("109")


def an_empty_hex(table: TablePage, state: Plain, kind: str) -> int:
    """One that is offered, in sight, and without counters."""
    choices = next(c for c in state["decision"]["choices"] if c["kind"] == kind)
    hexes = table.page.request.get(table.game["table"]).json()["maps"][0]["hexes"]
    labels = dict(zip(hexes["n"], hexes["label"], strict=True))
    taken = {piece["at"] for piece in state["scene"]["pieces"]}
    free: list[int] = [hex for hex in choices["args"] if f"hex:{labels[hex]}" not in taken]
    return next(hex for hex in free if table.is_inside(hex, 90))


def test_what_was_chosen_before_the_dice_is_no_part_of_a_retreat(table: TablePage) -> None:
    game = table.create("campaign", fog=None, dice="typed", box="narva")
    for act in ("hq HQ109", "done", "done"):
        table.act("soviet", act, game)
    table.open(game)
    table.page.get_by_role("button", name="Attack 2423").click()
    expect(table.page.locator(".part")).to_have_count(1)
    table.press("done")
    dice = table.page.get_by_role("region", name="Your dice")
    dice.get_by_role("button", name="1", exact=True).click()
    table.expect_prompt("Retreat from 2422")
    assert table.state("soviet", game)["decision"]["continues"]
    expect(table.page.locator(".part")).to_have_count(0)


def is_moving(state: Plain) -> bool:
    decision = state["decision"]
    return bool(decision) and any(c["kind"] == "to" for c in decision["choices"])
