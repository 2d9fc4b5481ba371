"""``grognard check-data`` and ``grognard rules``: what is in the boxes, and what is shown of it."""

from typing import Annotated

import msgspec
import typer

from grognard.boxes import Faults, Overrides
from grognard.boxes.catalogue import Box
from grognard.boxes.inventory import RULES, Inventory, read_inventory
from grognard.cli.output import complain, say, show_json, show_table
from grognard.cli.shelf import AnyBox, chosen_boxes
from grognard.records.lessons import check_lessons

NOT_SHOWN = "not_shown.toml"
NO_REASON = "no test shows it yet"

Missing = Annotated[bool, typer.Option("--missing", help="List the cases that no test shows.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def check_data(box: AnyBox = None) -> None:
    """Prove the data of a box, your own corrections included; list these and every fault."""
    wrong = 0
    for found in chosen_boxes(box):
        faults = Faults()
        corrections = found.check(faults, Overrides.of(found.id))
        lessons = check_lessons(found, faults, Overrides.of(found.id))
        for fault in faults:
            complain(f"{found.id}: {fault}")
        wrong += len(faults)
        if not faults:
            taught = f", {lessons} lesson{'s' if lessons > 1 else ''}" if lessons else ""
            say(f"{found.id}: {len(found.scenarios())} scenarios{taught}, no fault")
        for correction in corrections if not faults else ():
            say(f"{found.id}: your value: {correction}")
    if wrong:
        raise typer.Exit(2)


class Coverage(msgspec.Struct, frozen=True):
    """How many rule cases of a box are shown by passing tests, and why others are not."""

    box: str
    cases: int
    shown: int
    not_shown: dict[str, str]


def rules(box: AnyBox = None, missing: Missing = False, json: Json = False) -> None:
    """Count the rule cases that passing tests show."""
    boxes = [one for one in chosen_boxes(box) if box or one.folder.joinpath(RULES).is_file()]
    found = [coverage(one) for one in boxes]
    if json:
        show_json(found[0] if box else found)
    elif missing:
        for one in found:
            for id, reason in one.not_shown.items():
                say(f"{one.box} {id}: {reason}")
    else:
        rows = [(o.box, o.cases, o.shown, len(o.not_shown), f"{_share(o):.1%}") for o in found]
        show_table(("box", "cases", "shown", "not shown", "share"), rows)


def coverage(box: Box) -> Coverage:
    """Reads the inventory, the marks of the tests' last run, and the reasons of the box."""
    opened = box.open()
    inventory = read_inventory(opened)
    reasons = opened.toml(NOT_SHOWN, dict[str, str], vouched=False) if opened.has(NOT_SHOWN) else {}
    for id in reasons or {}:
        if id not in inventory.cases:
            opened.faults.add(NOT_SHOWN, id, "no such case in rules.toml")
    opened.faults.raise_if_any()
    return _count(box, inventory, reasons or {})


def _count(box: Box, inventory: Inventory, reasons: dict[str, str]) -> Coverage:
    shown = [case.id for case in inventory if inventory.shown.get(case.id)]
    left = {case.id: reasons.get(case.id, NO_REASON) for case in inventory
            if not inventory.shown.get(case.id)}
    return Coverage(box.id, len(inventory), len(shown), left)


def _share(coverage: Coverage) -> float:
    return coverage.shown / max(1, coverage.cases)
