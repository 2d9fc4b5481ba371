"""Record files: what is written can be read, and what cannot be read says where and why."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.sides import CHANCE
from grognard.records import ALL, Playthrough
from grognard.records.text import RecordFault, parse, play_back, read, resume, save, write
from tests.unit.records.plays import GAME, after_orders, random_play

HEAD = 'format = 1\nbox = "toy"\nscenario = "only"\n'
ORDERS = "red trap 0202 guard R1\nblue trap 0102 guard B1\n* red-chit\n"


def fault(text: str) -> tuple[str, Playthrough | None]:
    with pytest.raises(RecordFault) as found:
        play_back(parse(text, "game.record"), GAME)
    return str(found.value), found.value.play


@given(seed=st.integers(0, 2**32))
def test_a_record_replays_to_the_same_state(seed: int) -> None:
    play = random_play(seed)
    again = play_back(parse(write(play)), GAME)
    assert GAME.state_fingerprint(again.state) == GAME.state_fingerprint(play.state)
    assert [entry.act for entry in again.log] == [entry.act for entry in play.log]
    assert write(again) == write(play)


def test_a_record_reads_like_a_game_score() -> None:
    play = after_orders("red move R2 to 0102", "red move R1 to 0201", "red attack B1", "chance 6 6")
    lines = write(play).partition("---\n")[2].splitlines()
    assert lines == ["red trap 0202 guard R1", "blue trap 0102 guard B1", "* red-chit",
                     "red move R2 to 0102", "red move R1 to 0201", "red attack B1", "* 6 6"]


def test_interleaved_secret_choices_keep_their_order() -> None:
    play = Playthrough(GAME, seed=1, automations=())
    for side, act in (("red", "trap 0202"), ("blue", "trap 0102"), ("red", "guard R1")):
        play.do(side, act)
    text = write(play)
    assert text.endswith("---\nred trap 0202\nblue trap 0102\nred guard R1\n")
    assert GAME.encode(play_back(parse(text), GAME).state) == GAME.encode(play.state)


def test_the_seed_is_told_only_after_the_end() -> None:
    assert "seed" not in write(after_orders())
    assert parse(write(random_play(5))).head.seed == 5


def test_comments_and_empty_lines_are_nothing() -> None:
    record = parse(f"{HEAD}# a head may have them too\n---\n\n# Turn 1\n{ORDERS}red done # wait\n")
    assert record.lines[0] == (8, "red trap 0202 guard R1")
    assert play_back(record, GAME).log[-1].side == "red"


def test_a_file_is_saved_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    play = random_play(1)
    save(play, path)
    assert read(path).head.box == "toy"
    play.game = None  # type: ignore[assignment]
    with pytest.raises(AttributeError):
        save(play, path)
    assert read(path).head.box == "toy"


def test_a_record_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    path.write_text(f"{HEAD}---\n{ORDERS}", encoding="utf-8-sig")
    assert len(read(path).lines) == 3


def test_a_play_goes_on_after_its_record(tmp_path: Path) -> None:
    play = play_back(parse(f"{HEAD}---\n{ORDERS}red move R1 to 0201\nred attack B1\n"), GAME)
    assert play.game.rolling(play.state) is not None
    resume(play, ALL, seed=3)
    assert play.log[5:] != []
    assert play.log[-1].side == CHANCE or play.decisions


def test_a_fork_keeps_the_position_it_began_with() -> None:
    fork = after_orders().fork("red", seed=4)
    fork.do("red", "move R1 to 0201")
    again = play_back(parse(write(fork)), GAME)
    assert GAME.encode(again.state) == GAME.encode(fork.state)
    moved = write(fork).replace('fingerprint = "0"', 'fingerprint = "1"')
    assert "the position does not fit (the box's data have changed" in fault(moved)[0]
    torn = write(fork).replace('\\"turn\\":1', '\\"turn\\":\\"x\\"')
    assert fault(torn)[0].startswith("game.record:6: the position does not fit: Expected `int`")


@pytest.mark.parametrize(("head", "message"), [
    ("box = \n", "game.record:1: the head is not TOML: Invalid value (at end of document)"),
    ("format = 1\nbox = \n", "game.record:2: the head is not TOML"),
    ('format = 1\nbox = "toy"\n', "game.record:1: the head: Object missing required field"),
    (HEAD + 'seed = "x"\n', "game.record:4: the head: Expected `int | null`, got `str`"),
    (HEAD + "players = 3\n", "game.record:4: the head: Expected `object`, got `int`"),
    (HEAD + "[players]\nred = 3\n", "game.record:4: the head: Expected `str`, got `int`"),
    (HEAD.replace("= 1", "= 2"), "game.record:1: format 2: this program reads formats 1 to 1"),
    (HEAD.replace("= 1", "= 0"), "game.record:1: format 0: this program reads formats 1 to 1"),
])
def test_a_bad_head_is_named_by_line(head: str, message: str) -> None:
    said, play = fault(f"{head}---\n{ORDERS}")
    assert said.startswith(message)
    assert play is None


@pytest.mark.parametrize(("line", "message"), [
    ("red move R1 to 03", "'red move R1 to 03': “03” cannot be read: no such hex"),
    ("red move R1 to 0303", "'red move R1 to 0303': 0303 is occupied. [toy:4.4]"),
    ("blue done", "'blue done': It is not your choice now: Red must choose. [table]"),
    ("green done", "'green done': unreadable 'green': neither * nor a side (red, blue)"),
    ("* 3 3", "'* 3 3': No die is to be rolled now. [table]"),
    ("red", "'red': “” cannot be read: there is nothing. [table]"),
])
def test_an_impossible_line_is_named_and_the_play_loads_up_to_it(line: str, message: str) -> None:
    said, play = fault(f"{HEAD}---\n{ORDERS}{line}\nred done\n")
    assert said.startswith(f"game.record:8: {message}")
    assert play is not None
    assert len(play.log) == 5


def test_changed_data_are_mentioned() -> None:
    said, _ = fault(f'{HEAD}fingerprint = "other"\n---\n{ORDERS}red move B1\n')
    assert said.endswith("(the box's data have changed since this was recorded)")


def test_a_file_without_actions_is_no_record() -> None:
    assert fault(HEAD)[0] == "game.record:4: no line '---' between head and actions"


def test_what_cannot_be_read_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.record"
    with pytest.raises(RecordFault, match=r"game\.record: cannot be read: No such file"):
        read(path)
    with pytest.raises(RecordFault, match="cannot be read: Is a directory"):
        read(tmp_path)
    path.write_bytes(HEAD.encode() + b"---\nred \xff\n")
    with pytest.raises(RecordFault, match=r"game\.record:5: not UTF-8 text"):
        read(path)
