"""``grognard odds``: exact odds from the shell."""

from pathlib import Path

import msgspec
import pytest

import grognard
from grognard.cli.app import run

KRIVASOO = ["odds", "narva", "--scenario", "krivasoo", "--do", "hq HQ109 done", "--do", "done"]
Printed = pytest.CaptureFixture[str]


def test_an_attack_is_worked_out_line_by_line(capsys: Printed) -> None:
    assert run([*KRIVASOO, "attack 2022 by 381R 456R fire"]) == 0
    said = capsys.readouterr().out
    assert "attack 2022 by 381R 456R fire: 1-1" in said
    assert "narva:9.3.B" in said
    assert "33.3%" in said


def test_the_results_add_up_to_one(capsys: Printed) -> None:
    assert run([*KRIVASOO, "attack 2022 by 381R 456R 466R fire", "--json"]) == 0
    (found,) = msgspec.json.decode(capsys.readouterr().out)
    assert found["column"] == "2-1"
    assert sum(found["results"].values()) == pytest.approx(1)


def test_without_an_attack_all_are_told(capsys: Printed) -> None:
    assert run([*KRIVASOO, "--json"]) == 0
    found = {row["attack"] for row in msgspec.json.decode(capsys.readouterr().out)}
    assert {"attack 1820", "attack 2022"} <= found


def test_a_record_is_asked_where_it_stands(tmp_path: Path, capsys: Printed) -> None:
    play = grognard.start(grognard.load("narva", "krivasoo"), seed=0)
    for line in ("hq HQ109 done", "done"):
        play.do("soviet", line)
    play.save(tmp_path / "game.record")
    assert run(["odds", str(tmp_path / "game.record"), "attack 1820 by 657R fire"]) == 0
    assert "1-2" in capsys.readouterr().out


def test_it_speaks_french(capsys: Printed) -> None:
    assert run([*KRIVASOO, "attack 1820 by 657R fire", "--lang", "fr"]) == 0
    assert "attaque" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "said"), [
    (["attack 1820 by 657R fire fire"], "not"),
    (["attack 0101 by 657R fire"], "narva:"),
    (["done"], "commits no attack"),
    (["attack nowhere"], "unreadable"),
])
def test_a_mistake_is_one_line(words: list[str], said: str, capsys: Printed) -> None:
    assert run([*KRIVASOO, *words]) == 2
    err = capsys.readouterr().err
    assert said in err.lower()
    assert len(err.splitlines()) == 1


def test_a_file_that_is_not_there(capsys: Printed) -> None:
    assert run(["odds", "no.record"]) == 2
    assert "no such file" in capsys.readouterr().err


def test_where_nothing_can_be_attacked_that_is_said(capsys: Printed) -> None:
    assert run(["odds", "narva", "--scenario", "krivasoo"]) == 0
    assert "commits an attack" in capsys.readouterr().out
