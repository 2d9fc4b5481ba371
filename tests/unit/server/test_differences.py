"""After the first state a seat is told what changed, and nothing that it may not know."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from grognard.boxes import catalogue
from grognard.server import Room, Store, bulletin, states
from grognard.server.creating import create
from grognard.server.differences import WrongBase, applied, difference
from grognard.server.live import Watcher
from grognard.server.opengame import OpenGame
from grognard.server.wire.difference import Difference, SceneDifference
from grognard.server.wire.live import DifferenceEvent, LiveMessage, StateEvent
from grognard.server.wire.scene import Piece, Scene
from grognard.server.wire.state import LogLine, State
from grognard.server.wishes import NewGame
from grognard.table import table_of
from tests.unit.server.tables import Plain, Seat, Table, lay_traps, new_table, toy_room
from tests.unit.server.test_live import LIVE, hello, told

ACTS = 40


class Reader:
    """A client of one seat: what it has, made of nothing but what it was told."""

    def __init__(self, game: OpenGame, side: str, language: str) -> None:
        self.game, self.seat, self.language = game, game.seats[side], language
        self.state: State | None = None
        self.log: list[LogLine] = []
        self.told: list[str] = []

    def hear(self) -> None:
        held = self.state.version if self.state else None
        news = bulletin.news(self.game, self.seat, self.language, held)
        message = msgspec.json.decode(news, type=LiveMessage)
        self.told.append(type(message).__name__)
        if isinstance(message, DifferenceEvent):
            assert self.state is not None
            self.state = applied(self.state, message.difference)
        elif isinstance(message, StateEvent):
            self.state = message.state
        assert self.state is not None
        part = self.state.log
        self.log[part.start:] = part.lines
        assert len(self.log) == part.length

    def truth(self) -> State:
        """The state worked out afresh."""
        version = self.state.version if self.state else 0
        fresh = states.state(self.game, self.seat, self.language, version)
        return msgspec.json.decode(msgspec.json.encode(fresh), type=State)

    def is_right(self) -> bool:
        assert self.state is not None
        now = msgspec.structs.replace(self.state, log=self.truth().log)
        lines = self.game.happened(self.seat.side)
        return now == self.truth() and len(lines) == len(self.log)


def one_act(game: OpenGame, rng: Random) -> bool:
    """A random act, or now and then an undo; False at the end."""
    if game.play.is_over:
        return False
    backs = [side for side in game.game.sides if game.play.can_undo(side).allowed]
    if backs and rng.random() < 0.2:
        game.undo(rng.choice(backs))
        return True
    side, decision = rng.choice(list(game.play.decisions.items()))
    game.act(side, decision.offers.sample(rng))
    return True


@pytest.mark.parametrize(("box", "scenario"), [
    (id, scenario) for id, entry in catalogue.boxes().items()
    for scenario in list(entry.box.scenarios())[:2]
])  # fmt: skip
def test_old_state_and_difference_are_the_new_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, box: str, scenario: str
) -> None:
    monkeypatch.setenv("GROGNARD_HOME", str(tmp_path))
    room, rng = Room(Store.in_folder(tmp_path)), Random(f"{box} {scenario}")
    game = create(room, NewGame(box=box, scenario=scenario))
    readers = [Reader(game, side, language)
               for side in game.game.sides for language in ("en", "fr")]
    for _ in range(ACTS):
        if not one_act(game, rng):
            break
        for reader in readers:
            if rng.random() < 0.7:  # some miss some
                reader.hear()
                assert reader.is_right()
    kinds = [kind for reader in readers for kind in reader.told]
    assert kinds.count("DifferenceEvent") > 5 * kinds.count("StateEvent")
    room.close()


def test_a_difference_has_room_for_every_part_of_a_state() -> None:
    def names(kind: type[msgspec.Struct]) -> set[str]:
        return {field.name for field in msgspec.structs.fields(kind)}

    assert names(Difference) - {"base"} == names(State)
    assert names(SceneDifference) - {"overlay_order"} == names(Scene)


def test_a_difference_is_refused_by_another_state(client: TestClient, table: Table) -> None:
    first = msgspec.json.decode(table["red"].get("state").content, type=State)
    table["red"].does("trap 0202")
    now = msgspec.json.decode(table["red"].get("state").content, type=State)
    change = difference(first, now, now.log)
    assert applied(first, change) == now
    with pytest.raises(WrongBase):
        applied(now, change)
    other = msgspec.json.decode(table["blue"].get("state").content, type=State)
    with pytest.raises(WrongBase):
        applied(msgspec.structs.replace(other, version=first.version), change)


def pieces(*tokens: str) -> tuple[Piece, ...]:
    return tuple(Piece(token=token, face="f", at="hex:1") for token in tokens)


def test_only_pieces_that_moved_are_told(client: TestClient, table: Table) -> None:
    first = msgspec.json.decode(table["red"].get("state").content, type=State)

    def shown(*tokens: str) -> State:
        scene = msgspec.structs.replace(first.scene, pieces=pieces(*tokens))
        return msgspec.structs.replace(first, scene=scene)

    old, new = shown(*"abcdefgh"), shown(*"abdefcgx")
    change = difference(old, new, first.log)
    assert applied(old, change) == new
    scene = change.scene
    assert isinstance(scene, SceneDifference)
    assert isinstance(scene.pieces, tuple)
    assert "".join(piece.token for edit in scene.pieces for piece in edit.put) == "cx"
    assert set(msgspec.to_builtins(change)) == {"game", "side", "base", "version", "log", "scene"}


# -- through the door ---------------------------------------------------------------------


def version(seat: Seat, language: str = "en") -> int:
    return int(seat.get(f"state?lang={language}").json()["version"])


def does(seat: Seat, act: str, held: object, language: str = "en") -> Any:
    body = {"seq": seat.state()["seq"], "act": act}
    headers = {**seat.headers, "Grognard-Holds": str(held)}
    path = f"{seat.path}/act?lang={language}"
    return seat.client.post(path, json=body, headers=headers)


def test_who_says_what_he_has_is_told_what_changed(client: TestClient, table: Table) -> None:
    red = table["red"]
    held = version(red)
    answer = does(red, "trap 0202", held).json()
    assert answer["type"] == "difference"
    assert answer["difference"]["base"] == held
    assert answer["difference"]["version"] == version(red)
    assert "waiting" not in answer["difference"]


@pytest.mark.parametrize("whose", ["nobody", "the other side", "another language", "long ago"])
def test_what_is_not_known_here_is_answered_with_the_whole(
    client: TestClient, table: Table, whose: str
) -> None:
    red = table["red"]
    version(red)
    held: dict[str, Callable[[], int]] = {
        "nobody": lambda: 7,
        "the other side": lambda: version(table["blue"]),
        "another language": lambda: version(red, "fr"),
        "long ago": lambda: long_ago(red),
    }
    answer = does(red, "trap 0202", held[whose]()).json()
    assert answer["type"] == "state"
    assert answer["state"] == red.get("state").json()


def long_ago(seat: Seat) -> int:
    held = version(seat)
    for _ in range(bulletin.KEPT):
        seat.does("trap 0203")
        seat.undo()
    return held


def test_an_undo_is_told_as_a_difference_too(client: TestClient, table: Table) -> None:
    red = table["red"]
    before = msgspec.json.decode(red.get("state").content, type=State)
    held = does(red, "trap 0202", before.version).json()["difference"]["version"]
    headers = {**red.headers, "Grognard-Holds": str(held)}
    undone = client.post(f"{red.path}/undo", json={"seq": 1}, headers=headers).json()
    change = msgspec.convert(undone["difference"], Difference)
    assert change.log.start == change.log.length == 0
    assert change.decision == before.decision


def test_after_the_game_was_opened_again_nothing_is_known(
    client: TestClient, table: Table
) -> None:
    red = table["red"]
    held = version(red)
    room: Room = client.app.state.room  # type: ignore[attr-defined]
    room.drop(room.open(table.id))
    assert does(red, "trap 0202", held).json()["type"] == "state"


@pytest.mark.parametrize("held", ["", "x", "-1", "1.5", str(2**60), "null"])
def test_nonsense_is_no_version(client: TestClient, table: Table, held: str) -> None:
    before = table["red"].state()
    answer = does(table["red"], "trap 0202", held)
    assert (answer.status_code, answer.json()["code"]) == (422, "field")
    assert table["red"].state() == before


def test_two_tabs_and_a_script_see_the_same(client: TestClient, table: Table) -> None:
    with (
        client.websocket_connect(f"{LIVE}{table.path}/live") as one,
        client.websocket_connect(f"{LIVE}{table.path}/live") as two,
    ):
        hello(one, table["red"].token)
        table["red"].does("trap 0202")
        hello(two, table["red"].token)
        told(one)
        table["red"].does("guard R1")
        first, second = told(one), told(two)
        assert first == second
        assert first == {**table["red"].state(), "log": first["log"]}


def test_a_socket_is_told_the_whole_once(client: TestClient, table: Table) -> None:
    with client.websocket_connect(f"{LIVE}{table.path}/live") as socket:
        socket.send_json({"seats": [table["red"].token], "lang": "en"})
        kinds = [socket.receive_json()["type"]]
        for act in ("trap 0202", "guard R1"):
            table["red"].does(act)
            kinds.append(socket.receive_json()["type"])
        socket.send_json({"lang": "fr"})
        kinds.append(socket.receive_json()["type"])
    assert kinds == ["state", "difference", "difference", "state"]


# -- what may not be known ----------------------------------------------------------------


def heard_by_blue(folder: Path, *secret: str) -> list[Plain]:
    """All that blue is told while red chooses in secret, and when it comes to light."""
    room = toy_room(folder)
    game = create(room, NewGame(box="toy"))
    watcher = Watcher(room, game.id, [game.seats["blue"].token], "en")
    heard = list(_messages(watcher))
    for act in secret:
        game.act("red", act)
        heard += _messages(watcher)
    game.act("blue", "trap 0203")
    heard += _messages(watcher)
    room.close()
    return heard


def _messages(watcher: Watcher) -> Iterator[Plain]:
    for text in watcher.news():
        message = msgspec.json.decode(text)
        part = message.get("state") or message["difference"]
        for number in ("version", "base", "game"):
            part.pop(number, None)
        yield message


def test_whatever_the_other_side_chose_in_secret_the_same_is_told(tmp_path: Path) -> None:
    nothing = heard_by_blue(tmp_path / "a")
    one = heard_by_blue(tmp_path / "b", "trap 0202")
    both = heard_by_blue(tmp_path / "c", "trap 0202", "guard R1")
    other = heard_by_blue(tmp_path / "d", "trap 0201", "guard R2")
    assert nothing == one == both == other
    assert [message["type"] for message in nothing] == ["state", "difference"]


def test_the_numbers_of_a_side_do_not_count_the_others_choices(
    client: TestClient, table: Table
) -> None:
    before = version(table["blue"])
    table["red"].does("trap 0202")
    assert version(table["blue"]) == before


# -- how often ----------------------------------------------------------------------------


@pytest.fixture
def scenes(monkeypatch: pytest.MonkeyPatch, client: TestClient, table: Table) -> list[str]:
    """The sides whose scenes were worked out."""
    room: Room = client.app.state.room  # type: ignore[attr-defined]
    game = room.open(table.id).game
    counted: list[str] = []
    table_type = type(table_of(game))
    plain = table_type.scene

    def scene(self: Any, view: Any) -> Any:
        counted.append(view.side)
        return plain(self, view)

    monkeypatch.setattr(table_type, "scene", scene)
    return counted


def test_an_answer_works_out_one_scene(
    client: TestClient, table: Table, scenes: list[str]
) -> None:
    lay_traps(table)
    rng = Random(4)
    for _ in range(30):
        for side, seat in table.seats.items():
            state = seat.state()
            atom = seat.random_atom(rng, state)
            if atom is not None:
                scenes.clear()
                assert seat.act(atom, state["seq"]).status_code == 200
                assert scenes == [side]


def test_one_scene_a_side_and_change_for_all_who_watch(
    client: TestClient, table: Table, scenes: list[str]
) -> None:
    room: Room = client.app.state.room  # type: ignore[attr-defined]
    crowd = [Watcher(room, table.id, [table[side].token], language)
             for side in ("red", "blue") for language in ("en", "fr") for _ in range(5)]
    for watcher in crowd:
        watcher.news()
    scenes.clear()
    lay_traps(table)
    for watcher in crowd:
        watcher.news()
    assert scenes.count("blue") <= 3  # two acts of its own, and what came of them
    scenes.clear()
    for watcher in crowd:
        watcher.news()
        table["red"].state()
    assert scenes == []


def test_a_turn_is_the_same_for_all(installed: TestClient) -> None:
    """The list of games tells the turn as whoever acted sees it."""
    for box in ("miniature", "narva", "eastfront", "ford"):
        table, rng = new_table(installed, box), Random(2)
        for _ in range(10):
            table.one_act(rng)
            turns = {seat.state()["scene"]["turn"] for seat in table.seats.values()}
            assert turns == {installed.get(table.path).json()["turn"]}
