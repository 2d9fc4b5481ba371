"""A position in a record is held to what can come about in its game."""

from random import Random
from typing import get_type_hints

import msgspec
import pytest

from grognard.boxes import catalogue
from grognard.core.bounds import beyond
from grognard.core.positions import LARGEST, TRIED, BadPosition, play_on
from grognard.core.serial import steps_of
from grognard.core.steps import Together
from grognard.records.text import RecordFault, game_of, parse, play_back
from tests.unit.records import crafted

GAMES = [("narva", "campaign"), ("narva", "krivasoo"), ("eastfront", "edelweiss"),
         ("eastfront", "s42"), ("miniature", "meeting"), ("miniature", "bridgehead")]


@pytest.mark.parametrize("name", crafted.CRAFTED)
def test_a_crafted_position_does_not_fit(name: str) -> None:
    record = parse(crafted.crafted_record(name))
    with pytest.raises(RecordFault) as fault:
        play_back(record, game_of(record))
    assert fault.value.line == 5
    assert fault.value.message.id in ("record.position", "record.position-field")


@pytest.mark.parametrize(("box", "scenario"), GAMES)
def test_a_position_that_was_played_to_fits(box: str, scenario: str) -> None:
    game, rng = crafted.game_of(box, scenario), Random(8)
    state = game.start_state()
    while not game.is_over(state) and state.decisions_made < 300:
        if rng.random() < 0.03:
            record = parse(crafted.record_at(game, game.encode(state).decode()))
            assert game.encode(play_back(record, game).state) == game.encode(state)
        play_on(game, state, rng)
        state.news = []


@pytest.mark.parametrize("data", [
    b"", b"null", b"[]", b"7", b"{}", b"{", b"\xff", b'{"stack": 7}', b'{"stack": [7]}',
    b'{"stack": [{}]}', b'{"stack": [{"type": []}]}', b'{"stack": [{"type": "Together"}]}',
    b'{"stack": [{"type": "Together", "branches": [7]}]}', b"[" * 50_000, b"9" * 50_000,
    b'{"stack": [], "at": "x"}', b" " * (LARGEST + 1),
])  # fmt: skip
@pytest.mark.parametrize("box", ["narva", "eastfront", "miniature"])
def test_no_bytes_are_an_error_of_the_program(box: str, data: bytes) -> None:
    game = crafted.game_of(box, next(s for b, s in GAMES if b == box))
    with pytest.raises(BadPosition):
        game.position(data)


@pytest.mark.parametrize("box", ["narva", "eastfront", "miniature"])
def test_a_spoilt_position_is_refused_or_can_be_played(box: str) -> None:
    """One value is exchanged for another of its kind, again and again."""
    game = crafted.game_of(box, next(s for b, s in GAMES if b == box))
    rng, raw = Random(5), msgspec.json.decode(game.encode(crafted.played_to(game, 30)))
    for _ in range(150):
        spoilt = msgspec.json.decode(msgspec.json.encode(raw))
        _spoil(spoilt, rng)
        try:
            state = game.position(msgspec.json.encode(spoilt))
        except BadPosition:
            continue
        assert not beyond(game.bounds, state, game.sides)
        for _ in range(TRIED):
            if not game.is_over(state):
                play_on(game, state, Random(len(state.stack)))


def _spoil(raw: dict[str, object], rng: Random) -> None:
    key = rng.choice(sorted(raw))
    worth = raw[key]
    if isinstance(worth, list) and worth:
        worth[rng.randrange(len(worth))] = rng.choice([0, -1, 10**18, "", None, [], -(10**18)])
    else:
        raw[key] = rng.choice([0, 1, -1, 10**18, "", "x", None, [], {}, {"1": 1}, 1 << 400])


@pytest.mark.parametrize("box", sorted(catalogue.boxes()))
def test_every_field_has_its_bounds(box: str) -> None:
    """A field that nobody bounds would be trusted."""
    game = crafted.game_of(box, next(iter(catalogue.box(box).scenarios())))
    bounds = game.bounds
    fields = [f for f in game.state_type.__struct_fields__ if f not in ("stack", "decisions_made")]
    assert [field for field in fields if field not in bounds.state] == []
    steps = steps_of(game.packages)
    assert [f"{name}.{field}" for name, step in sorted(steps.items())
            for field in step.__struct_fields__
            if not issubclass(step, Together) and get_type_hints(step)[field] is not bool
            and f"{name}.{field}" not in bounds.steps and field not in bounds.steps] == []
