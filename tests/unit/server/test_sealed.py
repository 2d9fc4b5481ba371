"""What a bot hides stays hidden until the end: in the file of the game, and at its seat."""

import re
import stat
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from grognard.server.seal import KEY, BadKey, Seal
from tests.conformance.toy import Toy
from tests.unit.server.tables import Plain, Table, new_table, opened, serving, toy_room
from tests.unit.server.test_replay import imported, record_of
from tests.unit.server.test_running import BOT, wait_for

PERSON = {"kind": "person"}


@pytest.fixture
def against_bot(client: TestClient) -> Table:
    """Red has chosen in secret and so has the bot."""
    table = new_table(client, players={"red": {"name": "Anna"}, "blue": BOT})
    table["red"].does("trap 0202 guard R1")
    wait_for(client, table, {"red"})
    return table


def bots_secret(client: TestClient, table: Table) -> str:
    lines = [line.words for line in opened(client, table).lines]
    return next(line for line in lines if line.startswith("blue trap"))


def finish(client: TestClient, table: Table) -> None:
    rng = Random(1)
    while not opened(client, table).play.is_over:
        wait_for(client, table, {"red"})
        state = table["red"].state()
        atom = table["red"].random_atom(rng, state)
        if atom is not None:
            table["red"].act(atom, state["seq"])


# -- the file -----------------------------------------------------------------------------


def test_the_file_of_a_running_game_against_a_bot_tells_nothing(
    client: TestClient, against_bot: Table
) -> None:
    secret, file = bots_secret(client, against_bot), record_of(client, against_bot)
    assert secret not in file
    assert "trap" not in file
    assert 'box = "toy"' not in file
    assert "Sealed by Grognard" in file
    assert "Scellé par Grognard" in file


def test_a_sealed_file_opens_at_its_own_table_bot_and_all(
    client: TestClient, against_bot: Table
) -> None:
    secret = bots_secret(client, against_bot)
    copy = imported(client, record_of(client, against_bot))
    seats = {seat["side"]: seat for seat in copy.game["seats"]}
    assert (seats["red"]["name"], seats["blue"]["kind"], seats["blue"]["token"]) == (
        "Anna", "bot", "")  # fmt: skip
    assert bots_secret(client, copy) == secret
    finish(client, copy)


def test_a_sealed_file_opens_after_a_restart(tmp_path: Path) -> None:
    with serving(toy_room(tmp_path)) as client:
        table = new_table(client, players={"blue": BOT})
        table["red"].does("trap 0202")
        file = record_of(client, table)
    with serving(toy_room(tmp_path)) as client:
        assert imported(client, file)["red"].state()["log"]["length"] == 1


@pytest.mark.parametrize(("lang", "word"), [("en", "sealed"), ("fr", "scellé")])
def test_a_sealed_file_opens_nowhere_else(
    client: TestClient, against_bot: Table, tmp_path: Path, lang: str, word: str
) -> None:
    file = record_of(client, against_bot)
    (tmp_path / "elsewhere").mkdir()
    with serving(toy_room(tmp_path / "elsewhere")) as other:
        answer = other.post(f"/api/games/import?lang={lang}", json={"record": file})
        assert (answer.status_code, answer.json()["code"]) == (422, "sealed")
        assert word in answer.json()["sentence"]


def test_a_changed_letter_keeps_it_closed(client: TestClient, against_bot: Table) -> None:
    file = record_of(client, against_bot)
    at = len(file) - 300
    other = "A" if file[at] != "A" else "B"
    for broken in (file[:at] + other + file[at + 1:], file[:at], "grognard-sealed 1\n"):
        answer = client.post("/api/games/import", json={"record": broken})
        assert (answer.status_code, answer.json()["code"]) == (422, "sealed")


def test_nobody_sits_down_by_opening_a_sealed_file(client: TestClient, against_bot: Table) -> None:
    file = record_of(client, against_bot)
    for players in ({"blue": PERSON}, {"red": BOT}):
        answer = client.post("/api/games/import", json={"record": file, "players": players})
        assert (answer.status_code, answer.json()["code"]) == (422, "sealed-players")


def test_the_length_of_a_sealed_file_does_not_count_choices(client: TestClient) -> None:
    table = new_table(client, players={"blue": BOT})
    before = len(record_of(client, table))
    table["red"].does("trap 0202 guard R1")
    wait_for(client, table, {"red"})
    assert len(record_of(client, table)) == before


def test_after_the_end_the_record_is_open(client: TestClient, against_bot: Table) -> None:
    finish(client, against_bot)
    assert bots_secret(client, against_bot) in record_of(client, against_bot)


def test_a_game_that_hides_nothing_is_not_sealed(tmp_path: Path) -> None:
    class OpenToy(Toy):
        hides = False

    with serving(toy_room(tmp_path, OpenToy())) as client:
        table = new_table(client, players={"blue": BOT})
        table["red"].does("trap 0202")
        assert "red trap 0202" in record_of(client, table)


def test_an_open_game_of_narva_is_saved_openly_and_one_in_fog_is_not(
    installed: TestClient
) -> None:
    for fog in (False, True):
        table = new_table(installed, "narva", scenario="krivasoo", options={"fog": fog},
                          players={"german": BOT})  # fmt: skip
        sealed = "grognard-sealed" in record_of(installed, table)
        assert sealed == fog


# -- the key ------------------------------------------------------------------------------


def test_the_key_is_nobody_elses_to_read(tmp_path: Path) -> None:
    toy_room(tmp_path).close()
    key = tmp_path / KEY
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert re.fullmatch(rb"[\w=-]{44}\n", key.read_bytes())
    before = key.read_bytes()
    key.chmod(0o644)
    toy_room(tmp_path).close()
    assert key.read_bytes() == before
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.glob("seal*")] == [KEY]


def test_a_damaged_key_is_said_and_not_replaced(tmp_path: Path) -> None:
    (tmp_path / KEY).write_text("nonsense", "utf-8")
    with pytest.raises(BadKey, match=r"seal\.key: holds no key"):
        Seal.in_folder(tmp_path)
    assert (tmp_path / KEY).read_text("utf-8") == "nonsense"


# -- the seat -----------------------------------------------------------------------------


def refusal(client: TestClient, table: Table, players: Plain) -> tuple[int, str]:
    answer = client.patch(table.path, json={"players": players})
    return answer.status_code, answer.json().get("code", "")


def test_nobody_takes_a_bots_seat_while_the_game_runs(
    client: TestClient, against_bot: Table
) -> None:
    assert refusal(client, against_bot, {"blue": PERSON}) == (403, "bots-seat")
    assert refusal(client, against_bot, {"red": PERSON, "blue": PERSON}) == (403, "bots-seat")
    finish(client, against_bot)
    assert refusal(client, against_bot, {"blue": PERSON}) == (200, "")


def test_nobody_leaves_a_bot_alone_to_look_behind_its_screen(
    client: TestClient, against_bot: Table
) -> None:
    assert refusal(client, against_bot, {"red": BOT}) == (403, "last-person")
    assert refusal(client, against_bot, {"red": BOT, "blue": BOT}) == (403, "last-person")
    seats = client.get(against_bot.path).json()["seats"]
    assert [bool(seat["token"]) for seat in seats] == [True, False]


def test_a_seat_can_still_be_handed_on(client: TestClient, against_bot: Table) -> None:
    assert refusal(client, against_bot, {"red": {"name": "Boris"}}) == (200, "")


def test_a_fork_is_a_new_start(client: TestClient, against_bot: Table) -> None:
    answer = against_bot["red"].post("fork", {"players": {"blue": PERSON}})
    assert answer.status_code == 201
    assert all(seat["token"] for seat in answer.json()["seats"])
