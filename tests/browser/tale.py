"""A tale told line by line, played on the page as players would."""

import json
import re
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.players import expect_change
from tests.browser.table_page import Plain, TablePage

ON_MAP = ("unit", "hex")


def lines(record: Path, count: int | None = None) -> Iterator[tuple[str, str]]:
    """A tale, line by line: who, and what."""
    body = record.read_text("utf-8").rpartition("---\n")[2].splitlines()
    rows = filter(None, (row.partition("#")[0].strip() for row in body))
    for row in islice(rows, count):
        side, _, said = row.partition(" ")
        yield side, said


def begin(table: TablePage, page: Page, box: str, scenario: str) -> Plain:
    """Two players at one table who trust each other, with dice of their own."""
    game = table.create(scenario, fog=None, dice="typed", box=box)
    table.open(game)
    sit_down_together(page)
    return game


def sit_down_together(page: Page) -> None:
    """The curtain goes up for good."""
    curtain = page.locator("[data-test=curtain]")
    curtain.locator("input").check()
    curtain.locator("button").click()


class Player:
    """Does what the tale tells: with the mouse, or by the lists beside the map."""

    def __init__(self, table: TablePage) -> None:
        self.table, self.page = table, table.page

    def plays(self, side: str, said: str) -> None:
        if side == "*":
            self.rolls(said.split())
            return
        for kind, argument in self.atoms(said):
            self.takes(side, kind, argument)

    def rolls(self, dice: list[str]) -> None:
        seq = self.table.state("axis")["seq"]
        for die in dice:
            self.page.locator(".roll .faces button").get_by_text(die, exact=True).click()
        expect_change(self.table, "axis", seq)

    def atoms(self, said: str) -> Iterator[tuple[str, str]]:
        """A compound in its atoms: kind and argument; a bare word repeats the kind before it."""
        kinds = {kind["kind"]: kind["domain"] for kind in self.kinds}
        words, before = said.split(), ""
        while words:
            word = words.pop(0)
            kind = word if word in kinds else before
            bare = kinds[kind] == "nothing"
            yield kind, "" if bare else (words.pop(0) if word in kinds else word)
            before = kind

    @cached_property
    def kinds(self) -> list[Plain]:
        found: list[Plain] = self.page.request.get(self.table.game["table"]).json()["kinds"]
        return found

    def takes(self, side: str, kind: str, argument: str) -> None:
        state = self.table.state(side)
        offer = offered(state, kind, argument, self.table)
        if offer is None:
            return  # nothing else could be chosen: the table did it by itself
        self.table.settle(state)
        if offer["kind"] in self.stacks:
            self.whole_stack(argument)
        elif offer is first_of(state, "hex") and not is_someone_there(state, argument):
            self.table.click(argument)
        elif offer["domain"] in ON_MAP:
            self.lists(offer["label"], argument)
        else:
            self.presses(state, offer, argument)
        expect_change(self.table, side, state["seq"])

    def argument(self, side: str, wanted: Plain) -> str:
        """What an offer is about, as the record writes it."""
        choices = self.table.state(side)["decision"]["choices"]
        found = next(one for one in choices if one["kind"] == wanted["kind"])
        if found["domain"] == "nothing":
            return ""
        if found["domain"] == "hex":
            return self.table.label(wanted["arg"])
        return str(found["labels"][found["args"].index(wanted["arg"])])

    @cached_property
    def stacks(self) -> set[str]:
        return {kind["kind"] for kind in self.kinds if kind.get("stack")}

    def whole_stack(self, hex: str) -> None:
        """A click with Shift means all that lies there."""
        self.page.keyboard.down("Shift")
        self.table.click(hex)
        self.page.keyboard.up("Shift")

    def lists(self, label: str, argument: str) -> None:
        """The chip of a list; a closed list is opened first."""
        fold = self.page.locator("details.places > summary").filter(
            has_text=re.compile(rf"^\s*{label} \d"))
        chip = self.page.locator(f".places button[aria-label^={json.dumps(f'{label} {argument}')}]")
        if not chip.count():
            fold.click()
        chip.first.click()

    def presses(self, state: Plain, offer: Plain, argument: str) -> None:
        arg = offer["args"][offer["labels"].index(argument)] if argument else offer["args"][0]
        self.page.locator(f"button[data-kind={offer['kind']}][data-arg='{arg}']").click()
        if offer["kind"] == "done" and any(
                note.get("grave") for note in state["decision"].get("reminders") or ()):
            self.table.sure.click()


def offered(state: Plain, kind: str, argument: str, table: TablePage) -> Plain | None:
    choices = state["decision"]["choices"] if state["decision"] else []
    for found in choices:
        if found["kind"] != kind:
            continue
        labels = found.get("labels") or [table.label(arg) for arg in found["args"]]
        return found if not argument or argument in labels else None
    return None


def first_of(state: Plain, domain: str) -> Plain | None:
    choices = state["decision"]["choices"]
    return next((one for one in choices if one["domain"] == domain), None)


def is_someone_there(state: Plain, hex: str) -> bool:
    """Whether a click means a unit of the hex rather than the hex itself."""
    open = {unit for one in state["decision"]["choices"] if one["domain"] == "unit"
            for unit in one["args"]}
    return any(piece["at"] == f"hex:{hex}" and piece.get("unit", -1) in open
               for piece in state["scene"]["pieces"])
