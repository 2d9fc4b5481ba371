"""Every rule that the code of the series cites is a case of a box, or heads some of them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import grognard
from grognard.boxes.catalogue import box
from grognard.boxes.inventory import read_inventory
from grognard.boxes.opened import OpenBox
from grognard.rules.efs import game

NUMBER = re.compile(r"\d+\.\d+(\.\w+)*(/\w+)?")
KEY = re.compile(r"(sea|series):[\w./-]*\w")


def texts(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """(rule, where) of every text in the code that is nothing but a rule."""
    for path in sorted(Path(game.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Constant(value=str(text)) if pattern.fullmatch(text):
                    yield text, f"{path.name}:{node.lineno}"


def cases(id: str, book: str) -> set[str]:
    """The cases of a box as they are cited, and what heads them."""
    known = {case.id for case in read_inventory(OpenBox(box(id).folder), book)}
    heads = {id[: cut.start()] for id in known for cut in re.finditer(r"[./]", id)}
    return {f"{book}:{number}" for number in known | heads}


KNOWN = cases("typhoon", "typhoon") | cases("army_group_north", "agn")


def test_numbers_are_those_of_the_series() -> None:
    numbers = list(texts(NUMBER))
    assert len(numbers) > 100
    moscow = grognard.load("typhoon", "mtsensk")
    assert [found for found in numbers if moscow.cite(found[0]) not in KNOWN] == []


def test_what_the_north_alone_has_is_found_by_its_table() -> None:
    keys = list(texts(KEY))
    assert len(keys) > 150
    north = grognard.load("army_group_north", "soltsy")
    assert [found for found in keys if north.cite(found[0]) not in KNOWN] == []


def test_no_code_of_the_series_knows_a_number_of_one_box() -> None:
    assert list(texts(re.compile(r"(agn|typhoon):\S*"))) == []
