"""Each command does what its help says, and a mistake is one line and exit code 2."""

import io
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.boxes import Faults
from grognard.boxes.catalogue import Box
from grognard.cli import data, run
from grognard.cli.texttable import COMMANDS
from grognard.lab.bench import play_at_random
from grognard.lab.conformance import Found, Report
from grognard.records.text import save
from grognard.server import Sharing
from grognard.server.athand import MEMORY

Said = tuple[int, str, str]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> "Command":
    return Command(capsys)


class Command:
    """Runs a command line: exit code, output, complaints."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> Said:
        status = run(arguments)
        said = self.capsys.readouterr()
        return status, said.out, said.err


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a random game."""
    play = grognard.start(grognard.load("miniature", "bridgehead"), seed=5)
    play_at_random(play, Random(5))
    path = tmp_path_factory.mktemp("records") / "finished.record"
    save(play, path)
    return path


def test_boxes_lists_boxes_and_scenarios(command: Command) -> None:
    status, out, err = command("boxes")
    assert (status, err) == (0, "")
    row = next(line.split() for line in out.splitlines() if line.startswith("miniature"))
    assert row[-2:] == ["meeting", "bridgehead"]


# -- play ------------------------------------------------------------------------------------

MINIATURE = ("play", "--text", "--box", "miniature")


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_game_can_be_played_in_the_terminal(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "mine.record"
    typed(monkeypatch, "place BG at 0101", "1", "1", "undo", "look", f"save {path}",
          f"save {path}", "quit")
    status, out, _ = command(*MINIATURE, "--scenario", "meeting", "--seed", "1")
    assert status == 0
    assert "Blue: choose a counter to set up." in out
    assert "BG is set up in 0101." in out
    assert "exists already, and nothing is overwritten" in out
    assert len(grognard.replay(path).log) == 3


def test_the_terminal_shows_the_map_around_what_is_asked(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "map 2527", "map 9999", "quit")
    status, out, _ = command("play", "--text", "--box", "narva", "--scenario", "krivasoo",
                             "--seed", "1")
    assert status == 0
    first, asked = out.split("Soviet> ")[:2]
    assert "[194GR]" in first  # one's own units
    assert first.index("2720") < first.index("choose the headquarters")
    assert "w2527" in asked
    assert "(151G-)" in asked  # an enemy, reduced
    assert "w Woods" in asked
    assert "9999" in out.split("Soviet> ")[2]


def test_the_terminal_names_what_may_be_typed(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for lang, words, more in (("en", "You may type", "the map around a hex"),
                              ("fr", "Vous pouvez taper", "la carte autour d’un hex")):
        typed(monkeypatch, "help", "quit")
        _, out, _ = command(*MINIATURE, "--scenario", "meeting", "--lang", lang)
        (line, *_) = [line for line in out.splitlines() if line.startswith(words)]
        assert "place" in line
        assert all(word in line for word in COMMANDS)
        assert more in out


def test_a_hidden_unit_is_a_question_mark_on_the_map_in_the_terminal(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "quit")
    _, out, _ = command("play", "--text", "--box", "eastfront", "--scenario", "edelweiss")
    assert "(?)" in out
    assert "[Z-4]" in out


def test_a_refusal_is_told_in_the_players_language(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "place RG", "undo", "fly")
    _, out, _ = command(*MINIATURE, "--scenario", "meeting", "--lang", "fr")
    assert "RG n’est pas à vous" in out
    assert "Il n’y a rien à reprendre. [table]" in out
    assert "«\xa0fly\xa0» est illisible\xa0: action inconnue. [table]" in out


def test_a_side_may_play_against_chance_to_the_end(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, *["1"] * 500)
    status, out, _ = command(*MINIATURE, "--seed", "1", "--side", "red")
    assert status == 0
    assert "Red> " in out
    assert "Blue> " not in out
    assert out.splitlines()[-1].endswith(("on points", "by rout"))


def test_real_dice_are_typed_in(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, *["1"] * 40)
    _, out, _ = command(*MINIATURE, "--scenario", "bridgehead", "--real-dice")
    assert "chance> " in out


def test_the_table_opens_in_a_browser(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int | None, bool, int]] = []
    shared: list[Sharing | None] = []

    def run(port: int | None, browser: bool, *, memory: int, sharing: Sharing | None) -> None:
        asked.append((port, browser, memory))
        shared.append(sharing)

    monkeypatch.setattr("grognard.server.run", run)
    assert command("play")[0] == 0
    assert command("play", "--port", "8001", "--no-browser", "--memory", "64")[0] == 0
    assert asked == [(None, True, MEMORY), (8001, False, 64)]
    assert command("play", "--share")[0] == 0
    public = ("--address", "https://friends.example", "--listen", "127.0.0.1")
    assert command("play", "--share", *public, "--proxy", "127.0.0.1", "--lang", "fr")[0] == 0
    assert shared == [None, None, Sharing(language="en", proxies=[]), Sharing(
        "127.0.0.1", "https://friends.example", ["127.0.0.1"], "fr")]


@pytest.mark.parametrize(("wish", "fault"), [
    (["--address", "https://friends.example"], "--address goes with --share"),
    (["--proxy", "127.0.0.1"], "--proxy goes with --share"),
    (["--share", "--address", "friends.example"], "does not begin with http"),
])
def test_a_door_that_cannot_be_is_said(command: Command, wish: list[str], fault: str) -> None:
    status, _, err = command("play", *wish)
    assert (status, fault in err) == (2, True)


def test_what_is_chosen_on_the_page_is_not_chosen_before(command: Command) -> None:
    status, _, err = command("play", "--box", "miniature")
    assert (status, "--box goes with --text" in err) == (2, True)


# -- replay ----------------------------------------------------------------------------------


def test_replay_tells_the_play_and_its_fingerprint(command: Command, finished: Path) -> None:
    status, out, err = command("replay", str(finished))
    assert (status, err) == (0, "")
    assert "    A chit is drawn: " in out
    state = grognard.replay(finished)
    assert out.splitlines()[-1] == f"fingerprint {state.game.state_fingerprint(state.state)}"
    french = command("replay", str(finished), "--lang", "fr")[1]
    assert french.splitlines()[-1] == out.splitlines()[-1]
    assert "A chit is drawn" not in french


def test_replay_for_a_side_keeps_the_others_secrets(command: Command, finished: Path) -> None:
    _, out, _ = command("replay", str(finished), "--side", "red")
    assert "red order" in out
    assert "blue order" not in out


def test_a_damaged_record_is_told_up_to_the_damage(
    command: Command, finished: Path, tmp_path: Path
) -> None:
    rows = finished.read_text("utf-8").splitlines()
    place = rows.index("---") + 6
    rows[place] = rows[place][:-1] + "?"
    damaged = tmp_path / "damaged.record"
    damaged.write_text("\n".join(rows), "utf-8")
    status, out, err = command("replay", str(damaged))
    assert status == 2
    assert len(err.splitlines()) == 1
    assert err.startswith(f"grognard: {damaged}:{place + 1}: ")
    assert rows[place - 1] in out
    assert out.splitlines()[-1].startswith("fingerprint ")


# -- fuzz, bench, perft ----------------------------------------------------------------------


def test_fuzz_counts_what_it_checked(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = command("fuzz", "miniature", "--scenario", "bridgehead", "--games", "2",
                               "--points", "2")
    assert (status, err) == (0, "")
    assert out.splitlines()[1].split()[:3] == ["miniature", "bridgehead", "2"]
    assert list(tmp_path.iterdir()) == []


def test_fuzz_lists_what_the_games_went_through(command: Command) -> None:
    status, out, _ = command("fuzz", "miniature", "--scenario", "meeting", "--games", "3",
                             "--points", "0", "--events")
    rows = [line.split() for line in out.splitlines()]
    events, actions = (rows.index(["box", "scenario", what, "games"]) for what in ("event",
                                                                                   "action"))
    assert status == 0
    for table in (rows[events + 1:actions], rows[actions + 1:]):
        counts = {row[2]: int(row[3]) for row in table}
        assert set(counts.values()) <= {1, 2, 3}
        assert max(counts.values()) == 3


def test_fuzz_saves_the_record_of_a_fault(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: Path
) -> None:
    fault = Found("undo", "does not restore the state", 7, finished.read_text("utf-8"))
    monkeypatch.setattr("grognard.cli.fuzz.play_games",
                        lambda task, workers: [Report(games=1, found=[fault])])
    status, _, err = command("fuzz", "miniature", "--scenario", "meeting",
                             "--failures", str(tmp_path))
    path = tmp_path / "miniature-meeting" / "seed-7.record"
    assert status == 1
    assert err == (f"grognard: miniature meeting seed 7: undo: does not restore the state"
                   f" ({path})\n")
    assert command("replay", str(path))[0] == 0


def test_bench_prints_a_json_list(command: Command) -> None:
    status, out, _ = command("bench", "miniature", "--seconds", "0.01", "--json")
    assert status == 0
    measures = json.loads(out)
    assert [m["scenario"] for m in measures] == ["meeting", "bridgehead"]
    assert set(measures[0]) == {
        "box", "scenario", "games", "decisions_per_cpu_s", "games_per_cpu_s", "decisions_per_game",
        "offers_us", "check_us", "copy_us", "view_us", "derive_us", "seed", "machine",
        "calibration"}


def test_bench_prints_a_table(command: Command) -> None:
    _, out, _ = command("bench", "miniature", "--scenario", "meeting", "--seconds", "0.01")
    assert out.splitlines()[1].split()[:2] == ["miniature", "meeting"]


def test_perft_counts_a_set_up_and_a_record(command: Command, finished: Path) -> None:
    status, out, _ = command("perft", "--box", "miniature", "--scenario", "meeting", "--depth", "2",
                             "--divide")
    assert status == 0
    assert out.splitlines()[-2:] == ["depth 1: 4", "depth 2: 32"]
    assert out.splitlines()[0].split() == ["8", "blue", "place", "BG"]
    assert command("perft", "--record", str(finished), "--depth", "1")[1] == "depth 1: 0\n"


def test_perft_compares_files(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "x.perft"
    text = 'format = 1\nbox = "miniature"\nscenario = "meeting"\n[perft]\n1 = 4\n2 = {}\n---\n'
    path.write_text(text.format(32), "utf-8")
    assert command("perft", str(path)) == (0, f"{path}: as counted\n", "")
    path.write_text(text.format(33), "utf-8")
    status, out, _ = command("perft", str(path))
    assert status == 1
    assert out.splitlines()[0] == f"{path}: depth 2: 32 instead of 33"
    assert out.splitlines()[-1].split() == ["8", "blue", "place", "BD"]


# -- data ------------------------------------------------------------------------------------


def test_check_data_lists_every_fault(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    assert command("check-data", "miniature") == (0, "miniature: 2 scenarios, no fault\n", "")

    def check(self: Box, faults: Faults, overrides: object = None) -> list[str]:
        faults.add("counters.csv", 3, "no such hex")
        faults.add("numbers.toml", "stack", "is missing")
        return []

    monkeypatch.setattr(Box, "check", check)
    assert command("check-data", "miniature") == (
        2, "", "grognard: miniature: counters.csv:3: no such hex\n"
               "grognard: miniature: numbers.toml: stack: is missing\n")


def test_check_data_lists_the_corrections_in_force(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    folder = tmp_path / "overrides" / "miniature"
    folder.mkdir(parents=True)
    (folder / "counters.csv").write_text("code,strength\nBG,9\n")
    status, out, err = command("check-data", "miniature")
    assert (status, err) == (0, "")
    first, *corrections = out.splitlines()
    assert first == "miniature: 2 scenarios, no fault"
    (told,) = corrections
    assert told.startswith("miniature: your value: counters.csv: BG strength: ")
    assert told.endswith(" -> 9")


class Pamphlet(Box):
    """A box with three rule cases, one of them shown."""

    id = "pamphlet"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def folder(self) -> Path:
        return self._folder


@pytest.fixture
def pamphlet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    case = '[[rule]]\nid = "{}"\ntitle = "t"\nkind = "k"\nsays = "s"\ntest = "t"\n'
    (tmp_path / "rules.toml").write_text("".join(case.format(n) for n in ("1", "2", "3.A")))
    (tmp_path / "shown.toml").write_text('"2" = ["tests/test_x.py::test_it"]\n')
    (tmp_path / "not_shown.toml").write_text('"3.A" = "a matter of courtesy"\n')
    monkeypatch.setattr(data, "chosen_boxes", lambda box: [Pamphlet(tmp_path)])
    return tmp_path


def test_rules_counts_the_cases_that_tests_show(command: Command, pamphlet: Path) -> None:
    one = {"box": "pamphlet", "cases": 3, "shown": 1,
           "not_shown": {"1": "no test shows it yet", "3.A": "a matter of courtesy"}}
    assert json.loads(command("rules", "pamphlet", "--json")[1]) == one
    assert json.loads(command("rules", "--json")[1]) == [one]
    assert command("rules", "pamphlet", "--missing")[1] == (
        "pamphlet 1: no test shows it yet\npamphlet 3.A: a matter of courtesy\n")
    assert command("rules")[1].splitlines()[1].split() == ["pamphlet", "3", "1", "2", "33.3%"]


def test_a_reason_for_no_case_is_a_fault(command: Command, pamphlet: Path) -> None:
    (pamphlet / "not_shown.toml").write_text('"9" = "x"\n')
    assert command("rules", "pamphlet") == (
        2, "", "grognard: not_shown.toml: 9: no such case in rules.toml\n")


def test_pictures_are_written_once(command: Command, tmp_path: Path) -> None:
    for name in ("map", "counters"):
        path = tmp_path / f"{name}.svg"
        assert command(name, "miniature", "-o", str(path))[0] == 0
        drawn = path.read_text("utf-8")
        assert drawn.startswith("<svg")
        assert command(name, "miniature", "-o", str(path)) == (
            2, "", f"grognard: {path}: exists already, and nothing is overwritten\n")
        assert path.read_text("utf-8") == drawn


def test_without_a_scenario_a_map_has_all_its_sheets(command: Command, tmp_path: Path) -> None:
    drawn = {}
    for name, more in (("all", ""), ("east", "--sheet E"), ("west", "--scenario vanguard")):
        path = tmp_path / f"{name}.svg"
        assert command("map", "ford", "-o", str(path), *more.split())[0] == 0
        drawn[name] = path.read_text("utf-8")
    assert ">W0101<" in drawn["all"]
    assert ">E0501<" in drawn["all"]
    assert ">W0101<" not in drawn["east"]
    assert ">E0101<" in drawn["east"]  # by its own label, which W0501 hides on the joined map
    assert ">E0501<" not in drawn["west"]


# -- mistakes --------------------------------------------------------------------------------


@pytest.mark.parametrize(("arguments", "complaint"), [
    ("boxs", "No such command 'boxs'. Did you mean 'boxes'?"),
    ("replay", "Missing argument 'FILE'."),
    ("replay none.record", "none.record: cannot be read: No such file or directory"),
    ("replay none.record --lang de", "no language 'de' (there is: en, fr)"),
    ("fuzz miniatur", "no box 'miniatur' (did you mean miniature?)"),
    ("fuzz miniature --games 0", "Invalid value for '--games': "),
    ("fuzz miniature --scenario meting", "no scenario 'meting' (did you mean meeting?)"),
    ("bench miniature --option fog", "--option fog: write NAME=VALUE"),
    ("bench miniature --option mist=no", "no option 'mist'"),
    ("bench miniature --option fog=perhaps", "option fog cannot be 'perhaps'"),
    ("check-data nrva", "no box 'nrva' (did you mean narva?)"),
    ("perft", "name a FILE with counts, or a --box, or a --record"),
    ("perft none.perft", "none.perft: cannot be read: No such file or directory"),
    ("play --text --box miniature --side green", "no side 'green' (there is: blue, red)"),
    ("map miniature -o x.svg --map moon", "no map 'moon'"),
    ("map miniature -o x.svg --theme neon", "no theme 'neon'"),
    ("map ford -o x.svg --sheet X", "maps/lesna/map.toml: grid.sheets: no sheet 'X'"),
    ("map miniature -o none/x.svg", "none/x.svg: No such file or directory"),
])
def test_a_mistake_is_one_line_and_exit_code_2(
    arguments: str, complaint: str, command: Command, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = command(*arguments.split())
    assert status == 2
    assert out == ""
    assert err.startswith(f"grognard: {complaint}")
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_installed_command_ends_without_a_traceback() -> None:
    code = "from grognard.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "replay", "none.record"],
                          capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "grognard: none.record: cannot be read: No such file or directory\n"


def test_a_reader_may_close_the_pipe_early(finished: Path) -> None:
    code = "from grognard.cli import main; main()"
    with subprocess.Popen([sys.executable, "-u", "-c", code, "replay", str(finished)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""


def test_an_interrupted_game_ends_quietly(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    assert command(*MINIATURE)[0] == 130
