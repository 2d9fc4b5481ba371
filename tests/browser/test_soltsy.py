"""Soltsy in the browser: the first Axis turn with typed dice, and a reaction by the other side."""

import json
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.players import expect_change
from tests.browser.table_page import Plain, TablePage

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "src/grognard/boxes/army_group_north/lessons/soltsy.record"
AXIS_TURN = 22
"""Lines of the tale up to the end of the first Axis segment, dice and reaction included."""
ON_MAP = ("unit", "hex")


def lines(count: int) -> Iterator[tuple[str, str]]:
    """The tale, line by line: who, and what."""
    body = RECORD.read_text("utf-8").partition("---\n")[2].splitlines()
    rows = filter(None, (row.partition("#")[0].strip() for row in body))
    for row, _ in zip(rows, range(count), strict=False):
        side, _, said = row.partition(" ")
        yield side, said


def begin(table: TablePage, page: Page) -> Plain:
    """Two players at one table who trust each other, with dice of their own."""
    game = table.create("soltsy", fog=None, dice="typed", box="army_group_north")
    table.open(game)
    curtain = page.locator("[data-test=curtain]")
    curtain.locator("input").check()
    curtain.locator("button").click()
    return game


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
        elif offer["domain"] == "hex" and offer is first_of(state, "hex"):
            self.table.click(argument)
        elif offer["domain"] in ON_MAP:
            self.lists(offer["label"], argument)
        else:
            self.presses(offer, argument)
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

    def presses(self, offer: Plain, argument: str) -> None:
        arg = offer["args"][offer["labels"].index(argument)] if argument else offer["args"][0]
        self.page.locator(f"button[data-kind={offer['kind']}][data-arg='{arg}']").click()


def offered(state: Plain, kind: str, argument: str, table: TablePage) -> Plain | None:
    choices = state["decision"]["choices"] if state["decision"] else []
    for found in choices:
        if found["kind"] != kind:
            continue
        labels = found.get("labels") or [table.label(arg) for arg in found["args"]]
        return found if not argument or argument in labels else None
    return None


def first_of(state: Plain, domain: str) -> Plain:
    choices = state["decision"]["choices"]
    found: Plain = next(one for one in choices if one["domain"] == domain)
    return found


def test_the_first_axis_turn_with_typed_dice_and_a_reaction(table: TablePage, page: Page) -> None:
    begin(table, page)
    player = Player(table)
    for side, said in lines(AXIS_TURN):
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
