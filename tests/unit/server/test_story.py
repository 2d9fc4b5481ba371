"""What others did, told beat by beat and summed up, from what the side may see."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import grognard
from grognard.server import recap, story
from grognard.server.differences import scene_after
from grognard.server.film import Film
from grognard.server.wire.scene import Scene
from tests.unit.server.tables import Seat, Table, lay_traps, new_table

Plain = dict[str, Any]
GOLDEN = Path(__file__).parents[2] / "golden"
GAMES = ["narva-krivasoo", "eastfront-edelweiss", "typhoon-mtsensk", "miniature-bridgehead"]


def film_of(name: str) -> Film:
    """A golden game, from its beginning to its end."""
    film = Film(grognard.replay(GOLDEN / f"{name}.record"))
    film.refresh()
    return film


def told(film: Film, side: str, since: int = 0) -> Iterator[Any]:
    """All beats of a game, answer by answer."""
    while (part := story.story(film, side, since, "en")).beats:
        yield part
        since = part.to


@pytest.mark.parametrize("name", GAMES)
def test_the_beats_together_tell_the_log(name: str) -> None:
    film = film_of(name)
    for side in film.play.game.sides:
        read_by = story.Reader(film, side, "en")
        numbers = [line.n for part in told(film, side) for beat in part.beats
                   for line in beat.lines]
        assert numbers == list(range(read_by.ends[0], read_by.length))


@pytest.mark.parametrize("name", GAMES)
def test_a_story_ends_where_the_next_begins_and_the_last_one_now(name: str) -> None:
    film = film_of(name)
    side = film.play.game.sides[0]
    shown: Scene | None = None
    for part in told(film, side):
        assert shown is None or part.scene.pieces == shown.pieces
        shown = part.scene
        for beat in part.beats:
            shown = scene_after(shown, beat.scene)
    assert shown is not None
    last = story.Reader(film, side, "en")
    now = story.Moment(last.words, film.play.view(side))
    assert places(shown) == places(now.scene)


def places(scene: Scene) -> dict[str, str]:
    """Where everything lies; marks may change without a word."""
    return {piece.token: piece.at for piece in scene.pieces}


def test_places_that_change_hands_are_told_with_the_beat_that_takes_them() -> None:
    film = film_of("narva-campaign")
    blows = [(blow, beat) for part in told(film, "soviet") for beat in part.beats
             for blow in beat.blows if blow.kind == "place"]
    takes = [beat for part in told(film, "soviet") for beat in part.beats
             if any(line.id == "takes" for line in beat.lines)]
    assert blows
    assert [beat.lines for _, beat in blows] == [beat.lines for beat in takes]
    assert all({blow.side, blow.to} == {"german", "soviet"} for blow, _ in blows)


def test_nothing_is_told_to_who_has_heard_it_all() -> None:
    film = film_of("miniature-bridgehead")
    length = story.Reader(film, "red", "en").length
    assert story.story(film, "red", length, "en").beats == []
    assert story.story(film, "red", length + 7, "en").beats == []


def test_a_recap_counts_moves_by_formation_and_names_losses() -> None:
    film = film_of("narva-krivasoo")
    told = recap.recap(film, "soviet", 0, "en")
    assert {row.side for row in told.moved} == {"german"}
    assert all(row.count >= 1 and row.group for row in told.moved)
    lines = [line for part in story_lines(film, "soviet") for line in part]
    assert len(told.lost) == sum(line.tells == "loss" for line in lines)
    assert sum(row.count for row in told.fought) == sum(line.tells == "battle" for line in lines)


def story_lines(film: Film, side: str) -> Iterator[list[Any]]:
    for part in told(film, side):
        for beat in part.beats:
            yield beat.lines


def test_what_moves_in_secret_is_counted_without_a_name() -> None:
    told = recap.recap(film_of("eastfront-edelweiss"), "axis", 0, "en")
    secret = [row for row in told.moved if not row.group]
    assert secret
    assert all(row.side == "soviet" for row in secret)


def test_a_headquarters_is_lost_when_it_lies_beside_the_map_not_when_it_is_hidden_again() -> None:
    """EastFront: an active headquarters lies face up, and stands again when it is done."""
    beats = [beat for part in told(film_of("eastfront-edelweiss"), "axis") for beat in part.beats]
    lost = [beat for beat in beats if any(blow.kind == "headquarters" for blow in beat.blows)]
    assert lost
    assert all(any(line.id == "eliminated" for line in beat.lines) for beat in lost)


# -- through the door ---------------------------------------------------------------------


def test_both_are_asked_for_by_the_lines_that_a_seat_has_seen(client: TestClient) -> None:
    table = new_table(client)
    red = table["red"]
    before = red.state()["log"]["length"]
    red.does("trap 0202")
    answer = red.get(f"story?from={before}").json()
    assert [line["sentence"] for line in answer["beats"][0]["lines"]] == [
        "Red lays a trap in 0202."]
    assert (answer["from"], answer["to"]) == (before, before + 1)
    assert red.get(f"recap?from={before}").json()["to"] == before + 1


def test_what_is_done_in_secret_is_no_story(table: Table) -> None:
    table["red"].does("trap 0202")
    assert told_to(table["blue"]) == []


def told_to(seat: Seat) -> list[Plain]:
    beats: list[Plain] = seat.get("story?from=0").json()["beats"]
    return beats


def test_a_state_says_what_the_others_are_at(table: Table) -> None:
    lay_traps(table)
    states = {side: seat.state() for side, seat in table.seats.items()}
    asked, waits = sorted(states, key=lambda side: states[side]["decision"] is None)
    assert states[asked]["doing"] == []
    assert [one["side"] for one in states[waits]["doing"]] == [asked]
    assert asked in states[waits]["doing"][0]["sentence"].lower()
