"""Battles, books and signs as they leave the server: in words, with the reason of every no."""

from typing import Any

import msgspec
import pytest

from grognard.core.game import Result
from grognard.core.messages import LANGUAGES
from grognard.rules.eastfront.command import CommandPhase
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.production import ProductionPhase
from grognard.rules.narva.combat import CombatSegment
from grognard.server import showing
from grognard.server.wording import Wording
from tests.rules.eastfront.fights import battle, blanks, combat, fight, fires
from tests.rules.eastfront.table import Table, eastfront, table
from tests.rules.narva.table import table as narva_table

Plain = dict[str, Any]


def plain(told: Any) -> Plain:
    """As it leaves for the client."""
    found: Plain = msgspec.json.decode(msgspec.json.encode(told))
    return found


def seen(t: Table, side: str, language: str = "en") -> Plain:
    shown = t.game.table.scene(t.game.view(t.state, side))
    return plain(showing.scene(Wording(t.game, language), shown))


def asked(t: Table, side: str, language: str = "en") -> Plain:
    state = showing.imagined(t.game.view(t.state, side), t.game)
    return plain(showing.decision(Wording(t.game, language), t.game.decisions(state)[side]))


def ledger(t: Table, side: str, language: str = "en") -> Plain:
    found: Plain = asked(t, side, language)["ledger"]
    return found


@pytest.mark.parametrize(("language", "title", "power"), [
    ("en", "Battle at Kursk", "3 dice, double fire"),
    ("fr", "Bataille à Kursk", "dés\xa0: 3, tir double"),
])
def test_a_battle_is_told_in_words(language: str, title: str, power: str) -> None:
    t = fight(battle("Kursk", "41Pz:3 56Pz:3", "3A:3", hq="AGS:2@Kharkov"), "Kursk")
    blanks(t, "3A")
    fires(t, "41Pz", 6, 2, 1)
    shown = seen(t, "axis", language)["fight"]
    assert shown["title"] == title
    (panzer,) = (f for f in shown["fighters"] if f["unit"] == t.unit("41Pz"))
    assert panzer["power"] == power
    assert panzer["dice"] == [{"shows": 6, "hits": True}, {"shows": 2, "hits": False},
                              {"shows": 1, "hits": False}]  # fmt: skip
    assert panzer["rule"] == "eastfront:7.32c"


def test_a_choice_says_whether_it_has_odds() -> None:
    t = combat(battle("Kursk", "41Pz", "3A"))
    choices = {choice["kind"]: choice.get("odds") for choice in asked(t, "axis")["choices"]}
    assert choices == {"fight": True, "done": None}


@pytest.mark.parametrize(("language", "name"), [("en", "the Axis"), ("fr", "l’Axe")])
def test_the_winner_is_named_as_in_a_sentence(language: str, name: str) -> None:
    ended = Result("axis", "major", "points")
    assert showing.result(Wording(eastfront(), language), ended).winner_name == name


def test_the_date_is_a_sentence_and_signs_have_labels() -> None:
    shown = seen(table(), "axis")
    assert shown["date"] == "June 1942, first fortnight"
    assert [(sign["label"], sign["value"]) for sign in shown["signs"]] == [
        ("East", "dry"), ("West", "dry"), ("Moves first", "Axis"),
    ]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_printed_on_the_map_has_a_name(language: str) -> None:
    drawn = eastfront().map
    words = Wording(eastfront(), language)
    kinds = [(kind, "features") for kind in drawn.features]
    kinds += [(kind, "hexsides") for kind in drawn.hexsides]
    kinds += [(kind, "terrain") for kind in set(drawn.terrain.values())]
    assert [kind for kind, table in kinds if words.printed(kind, table) == kind] == []


def test_what_cannot_be_bought_says_why() -> None:
    t = table().put("Kharkov", "41Pz:2").put("Kursk", "5AK:1", "3A:2").battle("Kursk", "axis")
    t.phase("", "production").ask(ProductionPhase())
    books = ledger(t, "axis")
    assert (books["spent"], books["has"]) == (0, t.state.points["axis"])
    offers = {line["unit"]: line["offers"] for line in books["parts"][0]["lines"]}
    (engaged,) = offers[t.unit("5AK")]
    assert not engaged["open"]
    assert (engaged["rule"], engaged["sentence"]) == (
        "eastfront:11.41a", "5AK is engaged and gets no step.")
    (open,) = offers[t.unit("41Pz")]
    assert open == {"kind": "step", "label": "Add a step", "price": 8, "open": True}


@pytest.mark.parametrize(("language", "label", "says"), [
    ("en", "End the movement", "More blocks stand in Poltava"),
    ("fr", "Finir le mouvement", "Poltava contient plus de blocs"),
])
def test_a_button_held_back_by_a_rule_is_told_with_it(
    language: str, label: str, says: str
) -> None:
    t = table().put("Poltava", "5AK", "6AK", "8AK", "9AK").put("Kharkov", "AGS", "41Pz")
    t.phase("axis", "movement").active("AGS").ask(MovementPhase())
    assert "barred" not in asked(t, "axis", language)
    t.do("move 41Pz to Poltava")
    told = asked(t, "axis", language)
    (barred,) = told["barred"]
    assert says in barred.pop("sentence")
    assert barred == {"kind": "done", "label": label, "code": "overstacked",
                      "rule": "eastfront:6.2a", "hexes": [t.hex("Poltava")]}  # fmt: skip
    assert "done" not in {choices["kind"] for choices in told["choices"]}


def test_a_button_that_is_not_offered_is_told_with_the_reason() -> None:
    """Narva: an attack below the table needs aircraft before the die is rolled."""
    t = narva_table(turn=3).put("2608", "151G").put("2607", "219R-").acting("soviet", "219R")
    t.ask(CombatSegment()).do("attack 2608 by 219R fire")
    state = showing.imagined(t.game.view(t.state, "soviet"), t.game)
    told = plain(showing.decision(Wording(t.game, "en"), t.game.decisions(state)["soviet"]))
    assert [(one["kind"], one["code"], one["rule"]) for one in told["barred"]] == [
        ("done", "air-needed", "narva:9.3.2.A")]  # fmt: skip


def test_books_are_for_the_side_that_spends() -> None:
    t = table().put("Kharkov", "41Pz:2").put("Moscow", "3A:1")
    t.phase("", "production").ask(ProductionPhase())
    before = ledger(t, "soviet"), seen(t, "soviet")
    t.do("step 41Pz", "axis")
    assert (ledger(t, "soviet"), seen(t, "soviet")) == before


def test_a_button_names_a_hex_with_blanks() -> None:
    game = table().game
    hex = game.grid.hex("Rostov_E1")
    assert Wording(game, "fr").argument("to", game.space.domains["to"], hex) == "Rostov E1"


@pytest.mark.parametrize(("language", "activate", "blitz"), [
    ("en", "no strength left", "a Blitz costs two"),
    ("fr", "plus de force", "un Blitz en coûte deux"),
])
def test_the_last_command_of_a_headquarters_is_doubted(
    language: str, activate: str, blitz: str
) -> None:
    t = table().put("Kharkov", "AGS:0").put("Smolensk", "AGC:1").put("Riga", "AGN:2")
    t.phase("axis", "command").ask(CommandPhase())
    choices = asked(t, "axis", language)["choices"]
    told = {choice["kind"]: choice.get("doubts", {}) for choice in choices}
    (spent,), (weak,) = told["activate"].items(), told["blitz"].items()
    assert spent[0] == str(t.unit("AGS"))
    assert activate in spent[1]
    assert weak[0] == str(t.unit("AGC"))
    assert blitz in weak[1]
