"""Players without a plan: they take what is offered, one with the mouse, one with the keys."""

from collections.abc import Callable

from playwright.sync_api import Page, TimeoutError, expect

from tests.browser.browsing import until
from tests.browser.table_page import Plain, TablePage

ON_MAP = ("unit", "hex")
FAN_ROW, FAN_GAP = 6, 8
PASSES = ("done", "stay", "none", "pass", "end")


def play_until(
    table: TablePage, side: str, done: Callable[[Plain], bool], turn: Callable[[Plain], None]
) -> int:
    """Act by `turn` whenever the side must choose, until `done`; gives the number of choices."""
    for made in range(400):
        expect(table.page.locator("[data-test=prompt], [data-test=waiting] h2")).to_be_visible()
        state = awaited(table, side, done)
        if done(state):
            return made
        table.settle(state)
        turn(state)
        expect_answer(table, state)
    raise AssertionError("no end in sight")


def awaited(table: TablePage, side: str, done: Callable[[Plain], bool]) -> Plain:
    """What the side sees once it must choose, or all is done: a bot may have to think."""
    state = table.state(side)

    def has_come() -> bool:
        nonlocal state
        state = table.state(side)
        return bool(state["decision"]) or done(state)

    assert until(table.page, has_come), "nobody has to choose"
    return state


def expect_answer(table: TablePage, state: Plain) -> None:
    """The action was done: the page shows another state."""
    try:
        table.showing(state).wait_for(state="detached")
    except TimeoutError:
        said = [*table.prompt.all_inner_texts(), *table.refusal.all_inner_texts()]
        raise AssertionError(f"nothing came of the choice; the page says {said}") from None


def expect_change(table: TablePage, side: str, seq: int) -> None:
    """The action was done: the server counts on."""
    done = until(table.page, lambda: table.state(side)["seq"] != seq)
    said = [*table.prompt.all_inner_texts(), *table.refusal.all_inner_texts()]
    assert done, f"nothing came of the choice; the page says {said}"


def with_the_mouse(table: TablePage, eager: int = 10_000) -> Callable[[Plain], None]:
    """Clicks counters and hexes on the map; buttons only where nothing on the map is offered.

    After so many choices the player tires, and passes wherever that is offered.
    """
    made = 0

    def turn(state: Plain) -> None:
        nonlocal made
        made += 1
        choices = state["decision"]["choices"]
        mapped = next((found for found in choices if found["domain"] in ON_MAP), None)
        passing = next((found for found in choices if found["kind"] in PASSES), None)
        if made > eager and passing:
            table.press(passing["kind"], sure="confirm" in passing)
        elif mapped is None:
            table.press(choices[0]["kind"], sure="confirm" in choices[0])
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
    stack = [found for found in pieces if found["at"] == place]
    if len(stack) > 1:
        choose_from_stack(table, place[4:], len(stack), len(stack) - 1 - stack.index(piece))
    else:
        table.click(place[4:])


def choose_from_stack(table: TablePage, hex: str, height: int, depth: int) -> None:
    """The stack spreads out, inside the window: the counter on top lies first."""
    table.bring_in(hex)
    table.spread(hex)
    columns = min(height, FAN_ROW)
    rows, step = -(-height // FAN_ROW), fan_step(table)
    left, top, right, bottom = table.window
    x, y = table.at(hex)
    width, down = columns * step + FAN_GAP, rows * step + FAN_GAP
    x = max(left + 4, min(x - width / 2, right - width - 4))
    y = max(top + 4, min(y - down / 2, bottom - down - 4))
    middle = FAN_GAP + (step - FAN_GAP) / 2
    across, below = depth % FAN_ROW * step, depth // FAN_ROW * step
    # By way of its edge: the counter may lie just where the mouse rests.
    table.page.mouse.move(x + middle + across + 4, y + middle + below + 4)
    table.page.mouse.click(x + middle + across, y + middle + below)


def fan_step(table: TablePage) -> float:
    """How far apart counters of a spread stack lie: see `web/src/board/stacks.ts`."""
    counter = 40 * 1.28 * table.view[4]
    return max(52.0, min(84.0, counter)) + FAN_GAP


def with_the_keys(table: TablePage, eager: int = 10_000) -> Callable[[Plain], None]:
    """Digits press buttons; B goes to the map, onto something offered, and Enter takes it.

    Units that are not on the map are reached in their list. Tires as the mouse does.
    """
    made = 0

    def turn(state: Plain) -> None:
        nonlocal made
        made += 1
        choices = state["decision"]["choices"]
        buttons = [c["kind"] for c in choices if c["domain"] not in ON_MAP for _ in c["args"]]
        passing = next((n for n, kind in enumerate(buttons, 1) if kind in PASSES), 0)
        if made > eager and passing:
            press_button(table.page, passing, buttons[passing - 1])
            if any("confirm" in c for c in choices if c["kind"] in PASSES):
                expect(table.sure).to_be_focused()
                table.page.keyboard.press("Enter")
        elif len(buttons) == sum(len(c["args"]) for c in choices):
            table.page.keyboard.press("1")
        elif on_map(state):
            table.page.keyboard.press("b")
            table.page.keyboard.press("Enter")
        else:
            choose_from_list(table.page)

    return turn


def press_button(page: Page, number: int, kind: str) -> None:
    """The digits press the first nine buttons; to the others one goes by the Tab key."""
    if number < 10:
        page.keyboard.press(str(number))
        return
    press_tab_until(page, f".decision [data-kind={kind}]")
    page.keyboard.press("Enter")


def choose_from_list(page: Page) -> None:
    """C goes to the list of choices; a long list has to be opened first."""
    page.keyboard.press("c")
    if page.evaluate("document.activeElement.matches('summary')"):
        page.keyboard.press("Enter")
        page.locator(".places li button").first.wait_for()
        press_tab_until(page, ".places li button")
    page.keyboard.press("Enter")


def on_map(state: Plain) -> bool:
    """Whether something offered lies on the map."""
    pieces = state["scene"]["pieces"]
    there = {piece.get("unit", -1) for piece in pieces if piece["at"].startswith("hex:")}
    return any(
        c["domain"] == "hex" or (c["domain"] == "unit" and there & set(c["args"]))
        for c in state["decision"]["choices"]
    )


def press_tab_until(page: Page, selector: str) -> None:
    """Go from one thing to the next by the Tab key."""
    for _ in range(80):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {selector} by the Tab key")


def press_arrow_until(page: Page, group: str, value: str) -> None:
    """Choose among radio buttons as the keyboard does."""
    press_tab_until(page, group)
    wanted = page.locator(f"{group}[value={value}]")
    for _ in range(8):
        if wanted.is_checked():
            return
        page.keyboard.press("ArrowDown")
    raise AssertionError(f"no way to {value} by the arrow keys")


def begin_by_keyboard(page: Page, box: str, scenario: str) -> None:
    """From the start page to the table, without the mouse."""
    page.goto("/")
    page.locator("[data-test=begin]").wait_for()
    press_arrow_until(page, "input[name=box]", box)
    press_arrow_until(page, "input[name=scenario]", scenario)
    press_tab_until(page, "[data-test=begin]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/*")
