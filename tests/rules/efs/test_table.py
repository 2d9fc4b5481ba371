"""What the table shows of the series."""

from collections.abc import Iterator

import pytest

from grognard.core.events import Event
from grognard.core.game import View
from grognard.core.messages import catalogue
from grognard.rules.efs.state import EfsState
from grognard.table import Lit, Piece, Scene, table_of
from tests.rules.efs.test_soltsy import Tale, lines

TEXTS = ("efs", "efs-combat", "efs-campaign", "efs-table")


@pytest.fixture
def tale() -> Tale:
    return Tale(0)


def scene(tale: Tale, side: str = "axis") -> Scene:
    view: View[EfsState] = tale.game.view(tale.state, side)
    return table_of(tale.game).scene(view)


def at(tale: Tale, scene: Scene, hex: str) -> list[Piece]:
    return [piece for piece in scene.pieces if piece.at == f"hex:{hex}"]


def test_only_the_ground_in_play_is_bright(tale: Tale) -> None:
    part = table_of(tale.game).layout().in_play
    labels = {tale.game.grid.label(hex) for hex in part}
    assert len(part) == 102
    assert "L3032" in labels
    assert "L2032" not in labels


def test_a_strongpoint_lies_under_the_counters_that_hold_it(tale: Tale) -> None:
    faces = [piece.face for piece in at(tale, scene(tale), "L3629")]
    assert faces == ["strongpoint", "7Istr-1"]


def test_a_declared_attack_is_an_arrow_and_a_mark_until_it_is_fought(tale: Tale) -> None:
    tale.play_until("axis declare L3629 from L3529 set")
    shown = scene(tale)
    hexes = [tuple(map(tale.game.grid.label, arrow.hexes)) for arrow in shown.arrows]
    assert hexes == [("L3529", "L3629")]
    assert [arrow.side for arrow in shown.arrows] == ["axis"]
    marked = [piece.token for piece in shown.pieces if "attack" in piece.marks]
    assert marked == ["7Istr"]
    tale.play_until("axis advance 10/8Pz 678Eng done")
    after = scene(tale)
    assert not after.arrows
    assert not [piece for piece in after.pieces if "attack" in piece.marks]


def test_the_combat_at_hand_is_shown_with_its_odds_and_every_modifier(tale: Tale) -> None:
    assert scene(tale).fight is None
    tale.play_until("axis combat L3629 guns 803Art engineers fight")
    fight = scene(tale).fight
    assert fight is not None
    units = {tale.game.units[one.unit].code: one.power.args["strength"]
             for one in fight.fighters if one.power}
    assert units["803Art"] == 3  # the support of the gun, not its own attack
    assert {"10/8Pz", "7Istr", "21Tk", "11AArt"} <= set(units)
    odds, *modifiers = fight.facts
    assert odds.value.args["column"] == "3-1"
    assert sum(int(sign.value.args["die"]) for sign in modifiers) == -2
    assert all(sign.rule for sign in fight.facts)
    tale.play_until("axis advance 10/8Pz 678Eng done")
    assert scene(tale).fight is None


def test_the_column_of_the_combat_is_lit_before_the_die(tale: Tale) -> None:
    tale.play_until("axis combat L3629 guns 803Art engineers fight")
    column = tale.game.results.columns.index("3-1")
    assert Lit("combat", column=1 + column) in scene(tale).lit


def readings(tale: Tale, event: str) -> Iterator[tuple[Event, Lit]]:
    table = table_of(tale.game)
    for told in tale.events:
        if told.id == event:
            (lit,) = table.read_from(told)
            yield told, lit


@pytest.mark.parametrize(("event", "chart"), [
    ("combat", "combat"), ("overrun", "overrun"), ("flak", "flak"),
    ("air-initiative", "initiative"), ("air-shot", "air-combat"), ("gets-ready", "readiness"),
])
def test_every_roll_of_the_tale_lights_a_cell_of_its_chart(event: str, chart: str) -> None:
    tale = Tale()
    rows = {one.id: one.rows for one in table_of(tale.game).layout().charts}
    found = list(readings(tale, event))
    assert found
    for _, lit in found:
        assert lit.chart == chart
        assert lit.row is not None
        assert 1 <= lit.row < len(rows[chart])


def test_the_cell_that_is_lit_says_what_the_roll_gave() -> None:
    tale = Tale()
    rows = {one.id: one.rows for one in table_of(tale.game).layout().charts}
    for told, lit in (*readings(tale, "combat"), *readings(tale, "overrun"),
                      *readings(tale, "flak")):
        row = rows[lit.chart][lit.row or 0]
        assert row[lit.column or -1] == told.args["result"], told
    for told, lit in readings(tale, "air-initiative"):
        assert rows["initiative"][lit.row or 0][1] == told.args["side"]
    for told, lit in readings(tale, "air-shot"):
        if told.args["result"] != "no-effect":
            assert rows["air-combat"][0][lit.column or 0] == told.args["result"]


@pytest.mark.parametrize(("language", "said"), [
    ("en", "10th Panzer Regiment"), ("fr", "10e régiment de panzers (8e division blindée)"),
])
def test_the_card_of_a_unit_tells_its_name_and_what_is_left(
    tale: Tale, language: str, said: str
) -> None:
    piece = next(piece for piece in scene(tale).pieces if piece.token == "10/8Pz")
    texts = catalogue(language, *TEXTS)
    assert piece.note is not None
    note = texts.say(piece.note, tale.game)
    assert said in note
    assert "7-5-7" in note


def test_every_text_of_the_scene_is_known_in_both_languages() -> None:
    tale = Tale(0)
    for text in lines():
        tale.play(text)
        for piece in scene(tale, "soviet").pieces:
            for language in ("en", "fr"):
                if piece.note is not None:
                    assert catalogue(language, *TEXTS).has(piece.note.id), piece.note
