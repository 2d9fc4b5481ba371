"""A second box on an existing rule book is nothing but files and an entry point."""

from pathlib import Path

import grognard_ford
import pytest

import grognard
from grognard.boxes import Faults
from grognard.boxes.catalogue import DataBox
from grognard.core.rulings import Refused
from grognard_miniature.game import Miniature
from grognard_miniature.state import occupied, zone

FOLDER = Path(grognard_ford.__file__).parent


def ford(scenario: str = "crossing") -> Miniature:
    game = grognard.load("ford", scenario)
    assert isinstance(game, Miniature)
    return game


def test_there_is_no_python_in_it() -> None:
    code = [path for path in FOLDER.rglob("*.py") if path.read_text("utf-8").count("\n") > 1]
    assert code == []


def test_the_data_prove_sound() -> None:
    faults = Faults()
    DataBox("grognard_ford").check(faults)
    assert list(faults) == []


def test_the_sheets_join_where_they_print_the_same_hex() -> None:
    grid = ford().grid
    assert grid.hex("W0502") == grid.hex("E0102")
    assert len(grid) == 45
    road = ford().maps["lesna"].links("road")
    assert grid.hexside(grid.hex("W0402"), grid.hex("W0503")) in road
    assert grid.hexside(grid.hex("W0503"), grid.hex("E0203")) in road


def test_a_scenario_unfolds_only_the_sheets_it_names() -> None:
    grid = ford("vanguard").grid
    assert (len(grid), grid.aliases(grid.hex("W0502"))) == (25, ())


def test_the_edition_answers_a_question_of_the_rule_book_otherwise() -> None:
    brook, river = ford("vanguard"), grognard.load("miniature", "bridgehead")
    assert isinstance(river, Miniature)
    for game in (brook, river):
        state = game.start_state()
        holders = occupied(game, state, "red")
        across = any(
            zone(game, state, "red") >> beyond & 1
            for side in game.board.wet for one in game.grid.ends(side) if holders >> one & 1
            for beyond in game.grid.ends(side) if beyond != one
            and not game.grid.spread(holders & ~(1 << one)) >> beyond & 1)
        assert across == (game is brook)


def test_a_rule_is_cited_by_the_number_of_the_box() -> None:
    game, other = ford(), grognard.load("miniature")
    assert (game.cite("5.4"), game.cite("6.1")) == ("ford:F1", "miniature:6.1")
    assert other.cite("5.4") == "miniature:5.4"


def test_a_refusal_cites_it_too() -> None:
    play = grognard.start(ford(), seed=1)
    for unit in ("B1", "B2", "B3"):
        play.do("blue", f"place {unit} at W0101")
    with pytest.raises(Refused) as refused:
        play.do("blue", "place B4 at W0101")
    assert refused.value.ruling.rule == "ford:F2"
