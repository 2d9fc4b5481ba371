"""What was accepted is stored; what is stored comes back; what no longer fits is kept aside."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer
from grognard.core.sides import CHANCE
from grognard.records import Playthrough
from grognard.server import Room, Store, opengame, snapshots
from grognard.server.creating import create
from grognard.server.history import Line, Misfit, play_back
from grognard.server.models import ActionRow, Base
from grognard.server.opengame import OpenGame
from grognard.server.store import NoStore, NotStored, Overtaken, now
from grognard.server.wishes import NewGame
from tests.conformance import toy
from tests.conformance.toy import GRID, LayTrap, Toy, ToyState
from tests.unit.server.tables import (
    ON_BOTH,
    Home,
    Table,
    lay_traps,
    mover,
    new_table,
    serving,
    toy_room,
)


def told(table: Table) -> dict[str, Any]:
    """What both seats see."""
    return {side: seat.state() for side, seat in table.seats.items()}


def again(table: Table, room: Room) -> dict[str, Any]:
    """What both seats see at another server."""
    with serving(room) as client:
        return told(Table(client, table.game))


@ON_BOTH
def test_the_tables_are_what_the_migrations_make(home: Home) -> None:
    store = home.store()
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    store.migrate()  # a second time changes nothing
    store.close()


@ON_BOTH
def test_a_game_comes_back_as_it_was(home: Home) -> None:
    with serving(toy_room(home)) as client:
        table = new_table(client)
        table.play_on(Random(3), 9)
        before = told(table)
    assert again(table, toy_room(home)) == before


@ON_BOTH
def test_an_undo_comes_back_undone(home: Home) -> None:
    with serving(toy_room(home)) as client:
        table = new_table(client)
        table["red"].does("trap 0202")
        table["blue"].does("trap 0203")
        table["red"].undo()
        table["red"].does("trap 0203")
        before = told(table)
    assert again(table, toy_room(home)) == before
    assert before["red"]["log"]["lines"][0]["sentence"] == "Red lays a trap in 0203."


@ON_BOTH
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(luck=st.integers(0, 2**32), deeds=st.lists(st.booleans(), max_size=40))
def test_any_play_with_undos_comes_back(home: Home, luck: int, deeds: Sequence[bool]) -> None:
    """Law: stored rows, played back, give the same state, log and way back."""
    rng = Random(luck)
    room = toy_room(home)
    game = create(room, NewGame(box="toy"))
    for takes_back in deeds:
        _do_something(game, rng, takes_back)
    revived = OpenGame(room.store, game.row, game.game, list(game.seats.values()))
    revived.revive(room.store.actions(game.id), None)
    assert revived.misfit is None
    assert revived.game.encode(revived.play.state) == game.game.encode(game.play.state)
    assert revived.play.log == game.play.log
    assert [revived.seq(side) for side in ("red", "blue")] == [
        game.seq(side) for side in ("red", "blue")
    ]
    for side in game.game.sides:
        assert revived.play.can_undo(side) == game.play.can_undo(side)
    room.close()


def _do_something(game: OpenGame, rng: Random, takes_back: bool) -> None:
    side = rng.choice(game.game.sides)
    if takes_back and game.play.can_undo(side).allowed:
        game.undo(side)
    elif side in game.play.decisions:
        game.act(side, game.play.offers(side).sample(rng))


# -- snapshots ----------------------------------------------------------------------------


@ON_BOTH
def test_a_snapshot_saves_the_way(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 4)
    with serving(toy_room(home)) as client:
        table = new_table(client)
        table.play_on(Random(5), 12)
        before = told(table)
    store = home.store()
    snapshot = store.snapshot(table.id)
    assert snapshot is not None
    assert snapshot.entries >= 4
    store.close()
    begun_at: list[int] = []

    def noted(play: Playthrough, lines: Sequence[Line], done: int = 0) -> Misfit | None:
        begun_at.append(done)
        return play_back(play, lines, done)

    monkeypatch.setattr(opengame, "play_back", noted)
    after = again(table, toy_room(home))
    assert begun_at == [snapshot.entries]
    for side, state in after.items():
        assert state["scene"] == before[side]["scene"]
        assert state["log"] == before[side]["log"]
        assert state["undo"] == before[side]["undo"]
        assert state["seq"] == before[side]["seq"]


@settings(max_examples=12, deadline=None)
@given(luck=st.integers(0, 10_000), acts=st.integers(4, 40))
def test_a_restored_play_knows_why_nothing_can_be_taken_back(luck: int, acts: int) -> None:
    """A die, a reveal or the other side: the reason is the one that was there before."""
    play, rng = Playthrough(Toy(), seed=luck), Random(luck)
    for _ in range(acts):
        if play.is_over:
            break
        side, decision = rng.choice(list(play.decisions.items()))
        play.do(side, decision.offers.sample(rng))
        if snapshots.due(play, -snapshots.EVERY):
            twin = Playthrough(play.game, automations=(), state=play.state.copy())
            twin.recall(list(play.log))
            for who in play.game.sides:
                assert twin.can_undo(who).code == play.can_undo(who).code


@ON_BOTH
@pytest.mark.parametrize("spoilt", ["stamp", "digest"])
def test_a_snapshot_that_does_not_fit_is_ignored(
    home: Home, monkeypatch: pytest.MonkeyPatch, spoilt: str
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 4)
    with serving(toy_room(home)) as client:
        table = new_table(client)
        table.play_on(Random(5), 12)
        before = told(table)
    store = home.store()
    snapshot = store.snapshot(table.id)
    assert snapshot is not None
    setattr(snapshot, spoilt, "other")
    snapshot.state = b"{}"
    store.keep_snapshot(snapshot)
    store.close()
    assert again(table, toy_room(home)) == before


# -- updates of the program ---------------------------------------------------------------


class NoMiddle(LayTrap, frozen=True):
    """A later edition: no trap in the middle."""

    def choices(self, game: Toy, state: ToyState) -> dict[str, Choices]:
        occupied = Layer("occupied", "2.1", state.occupied() | 1 << GRID.hex("0202"))
        return {"trap": Among(GRID.all, occupied)}


@ON_BOTH
def test_a_line_that_no_longer_fits_is_kept_aside(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(toy_room(home)) as client:
        table = new_table(client)
        table["blue"].does("trap 0203")
        lay = ("trap 0202", "guard R1")
        for act in lay:
            table["red"].does(act)
    with monkeypatch.context() as later:
        later.setattr(toy, "LayTrap", NoMiddle)
        with serving(toy_room(home)) as client:
            table = Table(client, table.game)
            state = table["red"].state()
            assert state["decision"]["choices"][0]["kind"] == "trap"
            (notice,) = state["notices"]
            assert notice["code"] == "set-aside"
            assert notice["sentence"].startswith("The line “red trap 0202” does not fit any more")
            assert "0202 is occupied." in notice["sentence"]
            (notice,) = table["blue"].state()["notices"]
            assert "0202" not in notice["sentence"]
            assert table["blue"].state()["decision"]["choices"][0]["kind"] == "guard"
    # Nobody has acted, so an edition that allows it again has the whole game again.
    with serving(toy_room(home)) as client:
        assert Table(client, table.game)["red"].state()["decision"] is None
    with monkeypatch.context() as later:
        later.setattr(toy, "LayTrap", NoMiddle)
        with serving(toy_room(home)) as client:
            Table(client, table.game)["red"].does("trap 0203")
    with serving(toy_room(home)) as client:
        state = Table(client, table.game)["red"].state()
        assert state["decision"]["choices"][0]["kind"] == "guard"
        assert len(state["notices"]) == 1
        rows = client.app.state.room.store.actions(table.id)  # type: ignore[attr-defined]
        assert {"trap 0202", "trap 0203", "guard R1"} <= {row.text for row in rows}


@ON_BOTH
def test_a_game_whose_box_is_gone_stays_in_the_list(home: Home) -> None:
    with serving(toy_room(home)) as client:
        table = new_table(client)
    room = toy_room(home)
    room.shelf._given = {}
    with serving(room) as client:
        (game,) = client.get("/api/games").json()["games"]
        assert game["notices"][0]["code"] == "cannot-open"
        answer = Table(client, table.game)["red"].get("state")
        assert (answer.status_code, answer.json()["code"]) == (409, "cannot-open")


# -- faults -------------------------------------------------------------------------------


@ON_BOTH
def test_what_cannot_be_stored_is_not_done(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(toy_room(home)) as client:
        table = new_table(client)
        lay_traps(table)
        seat = mover(table)
        before = told(table)

        def full(*_: object) -> None:
            raise NotStored("disk full")

        with monkeypatch.context() as broken:
            broken.setattr(Store, "append", full)
            answer = seat.act("done")
            assert (answer.status_code, answer.json()["code"]) == (503, "not-stored")
        assert told(table) == before
        seat.does("done")


def test_two_servers_on_one_file_do_not_mix(tmp_path: Path) -> None:
    with serving(toy_room(tmp_path)) as one, serving(toy_room(tmp_path)) as other:
        here = new_table(one)
        there = Table(other, here.game)
        assert there["red"].state()["seq"] == 0
        here["red"].does("trap 0202")
        answer = there["red"].act("trap 0203")
        assert (answer.status_code, answer.json()["code"]) == (409, "stale")
        assert there["red"].state()["seq"] == 1
        there["red"].does("guard R1")


@ON_BOTH
def test_a_number_is_never_written_twice(home: Home) -> None:
    room = toy_room(home)
    game = create(room, NewGame(box="toy"))
    game.act("red", "trap 0202")
    row = ActionRow(game_id=game.id, number=0, kind="act", party=CHANCE, text="x", takes="",
                    secret=False, at=now())  # fmt: skip
    with pytest.raises(Overtaken):
        room.store.append(game.id, [row])
    assert [row.text for row in room.store.actions(game.id)] == ["trap 0202"]
    room.close()


@ON_BOTH
def test_a_defect_of_a_rule_book_loses_nothing(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(toy_room(home), strict=False) as client:
        table = new_table(client)
        before = told(table)

        def broken(*_: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as defect:
            defect.setattr(LayTrap, "take", broken)
            answer = table["red"].act("trap 0202")
        assert (answer.status_code, answer.json()["code"]) == (500, "defect")
        assert "Traceback" not in answer.text
        assert told(table) == before


def test_a_file_that_is_no_database_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_text("nonsense " * 200, encoding="utf-8")
    said = r"games\.sqlite: the database is damaged \(file is not a database\); move"
    with pytest.raises(NoStore, match=said):
        Store.in_folder(tmp_path)


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    store = Store.in_folder(tmp_path)
    with store.engine.begin() as connection:
        connection.execute(sa.text("update alembic_version set version_num = '9999'"))
    store.close()
    with pytest.raises(NoStore, match="written by a later version"):
        Store.in_folder(tmp_path)
