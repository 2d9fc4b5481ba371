"""A record from anywhere becomes plain data or a fault, whatever is in it."""

from collections.abc import Mapping
from typing import Any

import pytest

from grognard.boxes.catalogue import load
from grognard.core.game import Game
from grognard.records import reading
from grognard.records.patience import OutOfTime, Patience
from grognard.records.reading import Fault, Readout, read_out
from tests.unit.records.mutated import originals

HEAD = 'format = 1\nbox = "miniature"\nscenario = "meeting"\n---\n'


def read(record: str, typed: bool = True) -> Readout | Fault:
    return read_out(record, typed, load, Patience(alone=False))


def fault(record: str) -> tuple[int, str]:
    found = read(record)
    assert isinstance(found, Fault)
    return found.line, found.reason.id


@pytest.mark.parametrize("record", originals())
def test_a_sound_record_is_read_whole(record: str) -> None:
    found = read(record)
    assert isinstance(found, Readout)
    assert found.rest is None
    assert found.kept is not None
    assert 0 < found.kept.entries <= len(found.spelled)


def test_a_record_that_stops_to_fit_is_read_up_to_there() -> None:
    found = read(HEAD + "blue place BG\nblue nonsense\nred place x\n")
    assert isinstance(found, Readout)
    assert found.rest is not None
    assert found.rest.lines == ["blue nonsense", "red place x"]
    assert found.rest.reason.id == "refusal.unreadable"
    assert [text for _, text, _ in found.spelled] == ["place BG"]


def test_a_box_that_fails_to_load_is_told_at_its_line() -> None:
    def broken(box: str, scenario: str, options: Mapping[str, Any]) -> Game[Any]:
        raise ZeroDivisionError

    found = read_out(HEAD, True, broken, Patience(alone=False))
    assert isinstance(found, Fault)
    assert (found.line, found.reason.id) == (2, "record.broken-box")


def test_a_line_at_which_the_rules_give_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_way(*_: object) -> None:
        raise KeyError("no such unit")

    monkeypatch.setattr(reading, "play_line", gives_way)
    assert fault(HEAD + "# nothing yet\nblue place BG\n") == (6, "record.fails")


def test_a_line_that_takes_too_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def takes_long(*_: object) -> None:
        raise OutOfTime

    monkeypatch.setattr(reading, "play_line", takes_long)
    assert fault(HEAD + "blue place BG\n") == (5, "record.too-slow")


def test_no_play_is_longer_than_its_game_declares(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("miniature", "meeting", {})
    monkeypatch.setattr(game, "bound", -1)
    found = read_out(HEAD + "blue place BG\n", True, lambda *_: game, Patience(alone=False))
    assert isinstance(found, Fault)
    assert (found.line, found.reason.id) == (5, "record.too-many")
