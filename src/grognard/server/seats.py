"""Who sits where: seats, their tokens, and what a token lets its holder do."""

import secrets
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from grognard.ai import known_bots
from grognard.core.sides import SPECTATOR, Side
from grognard.server.keys import hashed, new_key, opens
from grognard.server.models import BOT, PERSON, WATCHER, GameRow, SeatRow
from grognard.server.problems import Problem, unknown

NO_NUL = r"^[^\x00]*$"
"""Not every database can keep that character."""


class Player(BaseModel):
    """Who is to play a side, as a request says it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Literal["person", "bot"] = "person"
    name: Annotated[str, Field(max_length=100, pattern=NO_NUL)] = ""
    bot: Annotated[str, Field(max_length=64)] = ""


def check_players(players: Mapping[Side, Player], sides: Iterable[Side]) -> None:
    """Every side and every bot must exist."""
    known = list(sides)
    for side, player in players.items():
        if side not in known:
            raise unknown("side", side, status=422, field=f"players.{side}")
        if player.kind == BOT and player.bot not in known_bots():
            raise unknown("bot", player.bot, status=422, field=f"players.{side}.bot")


def persons_only(players: Mapping[Side, Player]) -> None:
    """In a lesson a bot would go its own way."""
    for side, player in players.items():
        if player.kind == BOT:
            raise Problem(422, "lesson-players", field=f"players.{side}")


def seat(game_id: str, side: Side, player: Player) -> SeatRow:
    """A seat with a fresh token, so that whoever sat there before sits there no more."""
    bot = player.bot if player.kind == BOT else ""
    return SeatRow(
        game_id=game_id, side=side, kind=player.kind, name=player.name, bot=bot, token=new_key(),
        away=False, invite="",
    )  # fmt: skip


def seat_away(
    game_id: str, side: Side, *, name: str = "", key: str = "", invite: str = ""
) -> SeatRow:
    """A seat whose token only its guest knows; before one came, a link waits for him."""
    return SeatRow(
        game_id=game_id, side=side, kind=PERSON, name=name, bot="", token=hashed(key or new_key()),
        away=True, invite=hashed(invite) if invite else "",
    )  # fmt: skip


def is_guests(seat: SeatRow) -> bool:
    """Whether a guest sits there."""
    return seat.away and not seat.invite


def player_of(seat: SeatRow) -> Player:
    return Player(kind="bot" if seat.kind == BOT else "person", name=seat.name, bot=seat.bot)


def tokens(header: str | None) -> list[str]:
    """The tokens in a ``Grognard-Seat`` header."""
    return [token.strip() for token in (header or "").split(",") if token.strip()]


def seat_held(seats: Mapping[Side, SeatRow], given: Iterable[str]) -> SeatRow:
    """The seat that the first fitting token stands for; raises `no-seat`."""
    for token in given:
        for seat in seats.values():
            if fits(seat, token) and shown(seat, seats):
                return seat
    raise Problem(401, "no-seat")


def fits(seat: SeatRow, token: str) -> bool:
    """Whether a token is that of a seat."""
    if seat.away:
        return opens(token, seat.token)
    return secrets.compare_digest(seat.token.encode(), token.encode())


def place_of(
    row: GameRow, seats: Mapping[Side, SeatRow], given: Iterable[str]
) -> SeatRow:
    """A seat, or a place among those who watch; raises `no-seat`."""
    held = list(given)
    if any(opens(token, row.watch) for token in held):
        return watcher(row.id)
    return seat_held(seats, held)


def watcher(game_id: str) -> SeatRow:
    """Where somebody stands who knows what all may know; it is not stored."""
    return SeatRow(game_id=game_id, side=SPECTATOR, kind=WATCHER, name="", bot="", token="",
                   away=True, invite="")


def shown(seat: SeatRow, seats: Mapping[Side, SeatRow]) -> bool:
    """Whether a person may hold this seat: a bot's secrets are its own while persons play."""
    return seat.kind == PERSON or all(other.kind == BOT for other in seats.values())


def has_closed_seats(seats: Mapping[Side, SeatRow]) -> bool:
    """Whether a seat is closed to all persons: a bot's beside theirs."""
    return not all(shown(seat, seats) for seat in seats.values())


def check_hand_over(
    seats: Mapping[Side, SeatRow], players: Mapping[Side, Player], hiding: bool
) -> None:
    """Nobody takes the seat of a bot in a running game, nor leaves the game to bots alone.

    Whoever did could look behind the bot's screen, and then sit down again.
    """
    for side, player in players.items():
        if seats[side].kind == BOT and player.kind == PERSON:
            raise Problem(403, "bots-seat", field=f"players.{side}")
        check_take_back(seats[side], hiding)
    kinds = {side: seat.kind for side, seat in seats.items()}
    after = kinds | {side: player.kind for side, player in players.items()}
    if hiding and has_closed_seats(seats) and PERSON not in after.values():
        raise Problem(403, "last-person", field="players")


def check_take_back(seat: SeatRow, hiding: bool) -> None:
    """Where something is hidden the host does not sit down in the middle of a guest's game."""
    if hiding and is_guests(seat):
        raise Problem(403, "guests-seat", field=f"players.{seat.side}")


def holds_all(seats: Mapping[Side, SeatRow], given: Iterable[str]) -> bool:
    """Whether somebody holds the seats of all persons."""
    held = list(given)
    wanted = [seat for seat in seats.values() if shown(seat, seats)]
    return all(any(fits(seat, token) for token in held) for seat in wanted)
