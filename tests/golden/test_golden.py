"""Golden games of every scenario on the shelf: a change of the rules shows in their diff."""

from pathlib import Path

import pytest

import grognard
from grognard.boxes import catalogue
from grognard.cli.app import run
from grognard.lab import golden
from grognard.records.text import parse, read

FOLDER = Path(__file__).parent
SCENARIOS = [(box, name) for box in grognard.boxes() for name in catalogue.box(box).scenarios()]
LARGEST = 60_000
SHOWN = 60
"""Lines of a difference that a failure prints."""


@pytest.mark.parametrize(("box", "scenario"), SCENARIOS, ids=["-".join(s) for s in SCENARIOS])
def test_a_game_is_played_as_it_was(box: str, scenario: str) -> None:
    path = golden.path_of(FOLDER, box, scenario)
    assert path.exists(), f"{path.name} is missing: `make golden` makes it"
    lines = golden.difference(path)
    said = "\n".join(lines[:SHOWN])
    assert not lines, (f"\n{said}\n\nIf the rules, the data or the words changed on purpose, run "
                       "`make golden`, read the difference and commit it.")


def test_there_is_no_file_of_a_scenario_that_is_gone() -> None:
    known = {golden.path_of(FOLDER, *scenario) for scenario in SCENARIOS}
    assert set(FOLDER.glob("*.record")) == known


def test_the_files_stay_small() -> None:
    assert {p.name for p in FOLDER.glob("*.record") if p.stat().st_size > LARGEST} == set()


def test_a_golden_game_is_a_record_that_can_be_replayed() -> None:
    play = grognard.replay(golden.path_of(FOLDER, "miniature", "bridgehead"))
    assert play.state.decisions_made > 0


def test_a_game_is_told_anew_from_its_own_lines() -> None:
    """Where the luck of the seed would choose otherwise, the lines of the file count."""
    record = read(golden.path_of(FOLDER, "narva", "krivasoo"))
    kept = golden.told_anew(record)
    record.head_rows = [row.replace("seed = ", "seed = 9") for row in record.head_rows]
    assert golden.told_anew(record).splitlines()[12:] == kept.splitlines()[12:]


def test_where_a_line_fits_no_longer_the_game_goes_on_by_chance() -> None:
    text = golden.new_game("miniature", "bridgehead", {}, decisions=12)
    rows = text.splitlines()
    spoilt = max(n for n, row in enumerate(rows) if row.startswith(("red ", "blue ")))
    record = parse("\n".join([*rows[:spoilt], "red move nobody", *rows[spoilt + 1:]]))
    again = golden.told_anew(record)
    assert again.splitlines()[:spoilt - 1] == rows[:spoilt - 1]
    assert "nobody" not in again


def test_a_difference_shows_what_changed(tmp_path: Path) -> None:
    path = tmp_path / "miniature-bridgehead.record"
    text = golden.new_game("miniature", "bridgehead", {}, decisions=12)
    path.write_text(text, "utf-8")
    assert golden.difference(path) == []
    path.write_text(text.replace("# state ", "# state x", 1), "utf-8")
    changed = [line for line in golden.difference(path) if line[:2] in ("-#", "+#")]
    assert len(changed) == 2


def test_the_command_makes_compares_and_refuses(tmp_path: Path) -> None:
    asked = ["golden", "miniature", "--scenario", "meeting", "--folder", str(tmp_path)]
    assert run(asked) == 1
    assert run([*asked, "--write", "--decisions", "10"]) == 0
    assert run(asked) == 0
