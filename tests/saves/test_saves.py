"""Records of every format keep loading, and damaged ones say in one line where and why."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.cli import run
from grognard.records.text import RecordFault, parse, play_back, write

HERE = Path(__file__).parent
KEPT = sorted(HERE.glob("format-*/*.record"))
DAMAGED: dict[str, dict[str, Any]] = tomllib.loads(
    (HERE / "damaged" / "faults.toml").read_text("utf-8")
)


def names(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(HERE)) for path in paths]


@pytest.mark.parametrize("path", KEPT, ids=names(KEPT))
def test_a_kept_record_loads_for_ever(path: Path) -> None:
    play = grognard.replay(path)
    assert len(play.log) > 10
    assert play.is_over == ("seed = " in path.read_text("utf-8"))


@pytest.mark.parametrize("path", KEPT, ids=names(KEPT))
def test_a_kept_record_is_written_again_with_the_same_moves(path: Path) -> None:
    play = grognard.replay(path)
    again = play_back(parse(write(play)), play.game)
    assert play.game.encode(again.state) == play.game.encode(play.state)


def test_every_damaged_record_has_its_fault() -> None:
    assert {path.name for path in HERE.glob("damaged/*.record")} == set(DAMAGED)


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_record_says_where_and_why(name: str) -> None:
    path = HERE / "damaged" / name
    with pytest.raises(RecordFault) as fault:
        grognard.replay(path)
    assert str(fault.value) == f"{path}{DAMAGED[name]['fault']}"
    play = fault.value.play
    assert (len(play.log) if play else None) == DAMAGED[name].get("plays")


@pytest.mark.parametrize("name", DAMAGED)
def test_on_the_command_line_it_is_one_line_and_exit_code_2(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = HERE / "damaged" / name
    before = path.read_bytes()
    assert run(["replay", str(path)]) == 2
    assert capsys.readouterr().err == f"grognard: {path}{DAMAGED[name]['fault']}\n"
    assert path.read_bytes() == before
