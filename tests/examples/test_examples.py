"""The short programs for users of the library do what their pages say."""

from pathlib import Path
from random import Random

import pytest

import grognard
from examples import analyse_records, custom_bot, odds_table, own_scenario, replay_to_pictures
from grognard.ai.bots import decision_of

ROOT = Path(__file__).parents[2]
AUVERE = ROOT / "examples" / "data" / "auvere.toml"
RECORDS = ROOT / "tests" / "saves" / "format-1"
Printed = pytest.CaptureFixture[str]


def test_odds_table(capsys: Printed) -> None:
    odds_table.main([])
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("attack 2022 by 381R by 456R by 466R ") for line in lines)
    for line in lines:
        shares = [int(word[:-1]) for word in line.split() if word.endswith("%")]
        assert 98 <= sum(shares) <= 102


def test_odds_of_a_record(tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "game.record"
    odds_table.opening().save(path)
    odds_table.main([str(path)])
    said = capsys.readouterr().out
    odds_table.main([])
    assert said == capsys.readouterr().out != ""


def test_replay_to_pictures(tmp_path: Path, capsys: Printed) -> None:
    record = RECORDS / "bridgehead.record"
    replay_to_pictures.main([str(record), str(tmp_path), "--every", "20", "--form", "svg"])
    drawn = [path.read_text("utf-8") for path in sorted(tmp_path.glob("*.svg"))]
    assert len(drawn) == len(capsys.readouterr().out.splitlines()) > 2
    pieces = [picture.count("<svg ") - 1 for picture in drawn]
    assert pieces[0] >= 8  # the eight counters, and whatever lies beside them
    assert drawn[0] != drawn[-1]


def test_pictures_show_what_the_side_saw(tmp_path: Path) -> None:
    record = RECORDS / "bridgehead.record"
    seen = {side: next(replay_to_pictures.pictures(record, side, 99)) for side in ("blue", "red")}
    assert seen["blue"] != seen["red"]


def test_custom_bot(capsys: Printed) -> None:
    custom_bot.main(["2"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.count("scout") for line in lines] == [1, 1]


def test_the_bot_looks_at_nothing_but_its_own_guess() -> None:
    game = grognard.load("miniature", "meeting")
    play = grognard.start(game, seed=3)
    before, side = game.encode(play.state), min(play.decisions)
    view = play.view(side)
    decision = decision_of(game, view, Random(1))
    assert custom_bot.Scout(Random(1)).choose(view, decision) in play.offers(side)
    assert game.encode(play.state) == before


def test_analyse_records(capsys: Printed) -> None:
    analyse_records.main([str(RECORDS)])
    said = capsys.readouterr().out
    assert said.startswith("games: miniature bridgehead 5, miniature meeting 1\n")
    assert "rules: miniature:" in said


def test_damaged_records_are_left_out(capsys: Printed) -> None:
    analyse_records.main([str(RECORDS.parent / "damaged")])
    assert "left out: " in capsys.readouterr().out


def test_own_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    own_scenario.main([str(AUVERE), "5"])
    assert capsys.readouterr().out.startswith("auvere: ")


def test_an_own_scenario_is_on_the_shelf_and_its_records_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    own_scenario.install(AUVERE)
    play = own_scenario.play_once("narva", "auvere", seed=2)
    play.save(tmp_path / "auvere.record")
    again = grognard.replay(tmp_path / "auvere.record")
    assert play.game.encode(again.state) == play.game.encode(play.state)
    assert 'overrides = ["scenarios/auvere.toml"]' in (tmp_path / "auvere.record").read_text()
