"""Players without a plan: they take what is offered, one with the mouse, one with the keys."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.table_page import Plain, TablePage

ON_MAP = ("unit", "hex")


def play_until(
    table: TablePage, side: str, done: Callable[[Plain], bool], turn: Callable[[Plain], None]
) -> int:
    """Act by `turn` whenever the side must choose, until `done`; gives the number of choices."""
    for made in range(400):
        expect(table.page.locator("[data-test=prompt], [data-test=waiting] h2")).to_be_visible()
        state = table.state(side)
        if done(state):
            return made
        if not state["decision"]:
            table.page.wait_for_timeout(50)
            continue
        table.settle(state)
        turn(state)
        expect_change(table, side, state["seq"])
    raise AssertionError("no end in sight")


def expect_change(table: TablePage, side: str, seq: int) -> None:
    """The action was done: the server counts on."""
    for _ in range(100):
        if table.state(side)["seq"] != seq:
            return
        table.page.wait_for_timeout(30)
    raise AssertionError(f"nothing came of the choice; the page says {table.prompt.inner_text()}")


def with_the_mouse(table: TablePage) -> Callable[[Plain], None]:
    """Clicks counters and hexes on the map; buttons only where nothing on the map is offered."""

    def turn(state: Plain) -> None:
        choices = state["decision"]["choices"]
        mapped = next((found for found in choices if found["domain"] in ON_MAP), None)
        if mapped is None:
            table.press(choices[0]["kind"])
        elif mapped["domain"] == "hex":
            table.click(mapped["args"][0])
        else:
            choose_unit(table, state, mapped["args"][0])

    return turn


def choose_unit(table: TablePage, state: Plain, unit: int) -> None:
    """A counter on the map, or in a box beside it."""
    pieces = state["scene"]["pieces"]
    piece = next(found for found in pieces if found.get("unit", -1) == unit)
    place = piece["at"]
    if not place.startswith("hex:"):
        name = table.page.locator(f".tray button[data-token='{piece['token']}']")
        name.first.click()
        return
    table.click(place[4:])
    stack = [found for found in pieces if found["at"] == place]
    offered = next(c for c in state["decision"]["choices"] if c["domain"] == "unit")["args"]
    if sum(found.get("unit", -1) in offered for found in stack) > 1:
        # The stack has spread out: the counter on top lies first, in a row around the hex.
        x, y = table.at(place[4:])
        size = fan_step(table)
        index = len(stack) - 1 - stack.index(piece)
        table.page.mouse.click(x + (index - (len(stack) - 1) / 2) * size, y)


def fan_step(table: TablePage) -> float:
    """How far apart counters of a spread stack lie: see `web/src/board/stacks.ts`."""
    view = table.page.locator("canvas[data-board=ground]").get_attribute("data-view")
    assert view is not None
    counter = 40 * 1.18 * float(view.split()[2])
    return max(52.0, min(84.0, counter)) + 8


def with_the_keys(table: TablePage) -> Callable[[Plain], None]:
    """Digits press buttons; B goes to the map, onto something offered, and Enter takes it."""

    def turn(state: Plain) -> None:
        keyboard = table.page.keyboard
        mapped = any(found["domain"] in ON_MAP for found in state["decision"]["choices"])
        if not mapped:
            keyboard.press("1")
            return
        keyboard.press("b")
        keyboard.press("Enter")

    return turn
