"""A table: every part has a default, and a rule book answers nothing that nobody asks."""

import inspect
from typing import Any

import pytest

import grognard
from grognard.core.contents import Setting
from grognard.core.events import Event
from grognard.core.game import Game
from grognard.table import Layout, Ledger, Scene, Table, TableGame, UnitCard, table_of
from tests.conformance.toy import LayTrap, Toy, ToyTable

BOXES = ("miniature", "narva", "eastfront", "typhoon")


class Plain(Toy):
    """A game whose rule book describes nothing of its table."""

    table_type = Table


def questions(table: type[Table[Any, Any]]) -> set[str]:
    return {name for name, _ in inspect.getmembers(table) if not name.startswith("_")}


@pytest.mark.parametrize("box", BOXES)
def test_a_rule_book_answers_only_what_is_asked(box: str) -> None:
    """A slip in a name would leave a part of the table empty without a word."""
    table = type(table_of(grognard.load(box)))
    assert table is not Table
    assert questions(table) == questions(Table)


def test_every_part_of_a_scene_is_a_question() -> None:
    assert set(Scene.__struct_fields__) <= questions(Table)


def test_every_question_has_an_answer_by_default() -> None:
    game = Plain()
    table, state = game.table, game.start_state()
    view, decision = game.view(state, "red"), game.decisions(state)["red"]
    assert table.scene(view) == Scene(0, ())
    assert table.layout() == Layout(("toy",))
    assert (table.faces(), table.about_unit(0), table.about_hex(0)) == ({}, UnitCard(), ())
    assert (table.rows_about(0), table.read_from(Event("x"))) == ((), ())
    assert table.ledger(state, decision.step) is None
    assert table.label("move", 0, game.catalogue()) == ""
    assert (table.trace(view, 0), table.threat(view, 0)) == (None, None)
    assert table.emblem("move", 0) == ""


def test_a_table_counts_the_units_that_are_left() -> None:
    game = Plain()
    state = game.start_state()
    step = game.decisions(state)["red"].step
    assert game.table.reminders(state, step, {}) == ()
    (told,) = game.table.reminders(state, step, {"move": 0b1010, "aim": 0b1})
    assert (told.says.args["count"], told.units, told.grave) == (2, (1, 3), False)


def test_the_books_and_the_rest_of_a_compound_need_no_count() -> None:
    class Books(Table[Any, Any]):
        """A table on which something is bought."""

        def ledger(self, state: Any, step: Any) -> Ledger:
            return Ledger("points", 3, 0)

    game = Plain()
    state = game.start_state()
    step = game.decisions(state)["red"].step
    assert not step.continues
    assert Books(game).reminders(state, step, {"move": 1}) == ()

    class Goes(LayTrap, frozen=True):
        """A step in the middle of a compound."""

        continues = True

    assert game.table.reminders(state, Goes("red"), {"move": 1}) == ()


def test_a_game_without_a_table_has_an_empty_one() -> None:
    class Bare(Game[Any]):
        """Rules, and nothing to look at."""

    setting = Setting(box="bare", scenario="only", options={}, citation="")
    game = Bare(None, setting)
    game.maps = {}
    assert repr(table_of(game)) == "<Table of bare/only>"
    assert table_of(game).layout() == Layout(())


def test_a_table_is_made_once() -> None:
    game = Toy()
    assert game.table is game.table is table_of(game)
    assert isinstance(game.table, ToyTable)
    assert isinstance(game, TableGame)
