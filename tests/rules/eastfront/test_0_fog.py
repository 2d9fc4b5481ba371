"""Rule 0.1: what a side's view and table tell of the other side's blocks."""

from random import Random

import msgspec
import pytest

from grognard.core.errors import UnknownSide
from grognard.rules.eastfront.objectives import TiePlain
from grognard.table import Piece
from tests.rules.eastfront.setups import set_up
from tests.rules.eastfront.table import Table, table


def shown(t: Table, side: str, at: str) -> list[Piece]:
    scene = t.game.table.scene(t.game.view(t.state, side))
    return [piece for piece in scene.pieces if piece.at == at]


def test_nobody_else_has_a_view() -> None:
    t = table()
    with pytest.raises(UnknownSide, match=r"'red' in this game \(there are: axis, soviet\)"):
        t.game.view(t.state, "red")


@pytest.mark.rule("eastfront:0.1", "eastfront:2.1a")
def test_2_1a_ss_germans_and_satellites_have_one_back() -> None:
    t = table("s43").put("Kharkov", "2SS", "41Pz", "3R", "AGS").put("Kursk", "3A", "UkrF")
    assert {piece.face for piece in shown(t, "soviet", "hex:Kharkov")} == {"back-black"}
    assert {piece.face for piece in shown(t, "axis", "hex:Kursk")} == {"back-brown"}
    backs = [id for id, face in t.game.table.faces().items() if face.hidden]
    assert sorted(backs) == ["back-black", "back-brown"]


@pytest.mark.rule("eastfront:0.1", "eastfront:2.1a")
def test_2_1a_the_view_is_the_same_whoever_stands_there() -> None:
    views = []
    for block in ("2SS:3", "41Pz:2", "3R:3"):
        t = table("s43").put("Kharkov", block)
        state = t.game.view(t.state, "soviet").state
        views.append((state.stacks, state.cv, sorted(state.at)))
    assert views[0] == views[1] == views[2]


@pytest.mark.rule("eastfront:16.1b", "eastfront:2.1a")
def test_2_1a_a_satellite_that_changed_sides_is_a_black_block() -> None:
    t = table("s44").put("Kursk", "1R", "3A")
    t.state.defected = t.units("1R")
    faces = sorted(piece.face for piece in shown(t, "axis", "hex:Kursk"))
    assert faces == ["back-black", "back-brown"]


# -- tied units (16.7) ------------------------------------------------------------------------


def opposite_belgrade(block: str) -> Table:
    t = table("w44").put("Belgrade", "3A").put("Budapest", block).phase("soviet", "movement")
    code = block.partition(":")[0]
    return t.ask(TiePlain()).do(f"tie {code}")


@pytest.mark.rule("eastfront:16.7a", "eastfront:0.1")
def test_16_7a_the_enemy_does_not_learn_who_is_tied() -> None:
    seen = []
    for block in ("24Pz:1", "6AK:3", "AGS:2"):
        t = opposite_belgrade(block)
        state = t.game.view(t.state, "soviet").state
        seen.append((msgspec.to_builtins(state.tied, str_keys=True), set(state.cv)))
        unit = t.unit(block.partition(":")[0])
        assert unit not in state.tied.values()
        assert state.cv[unit] == 0
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("eastfront:16.7a")
def test_16_7a_the_owners_table_shows_who_is_tied_and_where() -> None:
    t = opposite_belgrade("24Pz:1")
    (own,) = shown(t, "axis", "pool:tied-axis")
    assert (own.unit, own.face, own.note and own.note.args) == (
        t.unit("24Pz"), "24Pz-1-stands", {"hex": t.hex("Belgrade")})
    (back,) = shown(t, "soviet", "pool:tied-axis")
    assert (back.unit, back.face, back.side) == (-1, "back-black", "axis")


@pytest.mark.rule("eastfront:W44.3", "eastfront:0.1")
def test_w44_3_after_the_set_up_the_soviet_view_holds_none_of_the_tied() -> None:
    play = set_up("w44")
    while set(play.decisions) == {"axis"} and len(play.state.tied) < 3:
        play.do("axis", next(iter(play.offers("axis"))))
    tied = set(play.state.tied.values())
    view = play.view("soviet")
    assert len(tied) == 3
    assert not tied & set(view.state.tied.values())
    assert {view.state.cv[unit] for unit in tied} == {0}
    world = play.game.imagine(view, Random(1))
    assert not play.game.faults(world)
    assert sorted(world.tied) == sorted(play.state.tied)
