"""Texts with arguments, in two languages."""

from pathlib import Path

from grognard.core.messages import Catalogue, Message, catalogue
from tests.conformance.toy import GRID, Toy

GAME = Toy()
FOLDER = GAME.texts[0]


def test_arguments_are_read_as_the_text_says() -> None:
    english = GAME.catalogue("en")
    args = {"unit": 2, "to": GRID.hex("0203"), "side": "red"}
    assert english.text("event.moves", args, GAME) == "B1 moves to 0203."
    assert GAME.catalogue("fr").text("event.initiative", args, GAME) == "Rouge commence."


def test_a_list_is_read_item_by_item() -> None:
    texts = Catalogue("en", {"lost": "Lost: {units:units} in {hexes:hexes} by {sides:sides}.",
                             "side.red": "Red", "side.blue": "Blue"})
    args = {"units": (0, 3), "hexes": [GRID.hex("0101")], "sides": ("red", "blue")}
    assert texts.text("lost", args, GAME) == "Lost: R1, B2 in 0101 by Red, Blue."


def test_a_message_may_hold_another() -> None:
    texts = Catalogue("en", {"outer": "Not now: {inner}", "inner": "{unit:unit} waits."})
    message = Message("outer", {"inner": Message("inner", {"unit": 1})})
    assert texts.say(message, GAME) == "Not now: R2 waits."


def test_an_id_without_a_text_shows_itself() -> None:
    assert catalogue("en").text("event.nowhere") == "event.nowhere"
    assert not catalogue("en").has("event.nowhere")


def test_a_rule_book_speaks_over_the_core(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text('[refusal]\ngame-over = "It is finished."\n', "utf-8")
    assert catalogue("en", tmp_path).text("refusal.game-over") == "It is finished."
    assert catalogue("en").text("refusal.game-over") == "The game is over."
