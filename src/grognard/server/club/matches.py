"""Matches: games of the club, whose seats belong to accounts.

A record is a play by the rules to their end and has no line for anything else. So a match that
is resigned, agreed upon or lost on time ends here, in the tables of the club; its record stops
where it was played to.
"""

import sqlalchemy as sa
from sqlalchemy.orm import Session

from grognard.core.sides import SPECTATOR, Side
from grognard.server import creating, guests
from grognard.server.club import notices, pace, ratings, vacations
from grognard.server.club.book import changed
from grognard.server.club.desk import Club
from grognard.server.club.models import (
    AGREED,
    FLAG,
    PLAYED,
    RESIGNED,
    AccountRow,
    MatchRow,
    MatchSeatRow,
)
from grognard.server.club.pace import Pace
from grognard.server.models import WATCHER, GameRow, SeatRow
from grognard.server.opengame import OpenGame
from grognard.server.problems import Problem
from grognard.server.seats import Player
from grognard.server.wishes import NewGame

DRAW = "draw"

Entrants = dict[Side, AccountRow | str]
"""Who plays which side: a member, or the id of a bot."""


def begin(
    club: Club, wish: NewGame, entrants: Entrants, how: Pace, *, rated: bool, watched: bool
) -> OpenGame:
    """Set a game up for these players, and start their clocks."""
    wish.players = {side: _player(who) for side, who in entrants.items()}
    game = creating.create(club.room, wish)
    watch = guests.invite(club.room, game, SPECTATOR) if watched else ""
    row = MatchRow(game_id=game.id, rated=rated, watch=watch, pace=pace.write(how),
                   turn=game.row.turn, ended="", winner="", ended_at=0.0,
                   created=club.book.clock())  # fmt: skip
    with club.book.writing() as session:
        session.add(row)
        session.add_all([_seat(game.id, side, who, how) for side, who in entrants.items()])
    follow(club, game.id)
    return game


def _player(who: AccountRow | str) -> Player:
    return Player(kind="bot", bot=who) if isinstance(who, str) else Player(name=who.name)


def _seat(game: str, side: Side, who: AccountRow | str, how: Pace) -> MatchSeatRow:
    return MatchSeatRow(
        game_id=game, side=side, account_id="" if isinstance(who, str) else who.id, asked=False,
        offer="", left=how.beginning, since=0.0, stopped=0.0, deadline=None,
    )  # fmt: skip


# -- reading ------------------------------------------------------------------------------


def match(session: Session, id: str) -> MatchRow | None:
    return session.get(MatchRow, id)


def is_match(club: Club, id: str) -> bool:
    """Whether a game belongs to members."""
    with club.book.reading() as session:
        return match(session, id) is not None


def seats(session: Session, id: str) -> list[MatchSeatRow]:
    wanted = sa.select(MatchSeatRow).where(MatchSeatRow.game_id == id)
    return list(session.scalars(wanted.order_by(MatchSeatRow.side)))


def sides_of(club: Club, id: str, account: str) -> list[Side]:
    """The sides that somebody plays in a match."""
    with club.book.reading() as session:
        return [seat.side for seat in seats(session, id) if seat.account_id == account]


def tokens_of(club: Club, id: str, account: str) -> list[str]:
    """The tokens that a member has in a match: of his seats, or of a place to watch from."""
    with club.book.reading() as session:
        found = match(session, id)
    if found is None:
        raise Problem(401, "no-seat")  # as for a match that nobody may watch
    mine = sides_of(club, id, account)
    held = [seat.token for seat in club.room.store.seats(id) if seat.side in mine]
    given = held or [found.watch]
    if not any(given):
        raise Problem(401, "no-seat")
    return given


def check_seat(club: Club, id: str, account: str, seat: SeatRow) -> None:
    """A token is good in the browser of its owner only."""
    if seat.kind != WATCHER and seat.side not in sides_of(club, id, account):
        raise Problem(401, "no-seat")


def check_alone(club: Club, id: str) -> None:
    """Nobody asks the machine what to do while another person plays against him."""
    with club.book.reading() as session:
        found, people = match(session, id), [one for one in seats(session, id) if one.account_id]
    if found is not None and not found.ended and len(people) > 1:
        raise Problem(403, "no-staff")


def check_running(club: Club, id: str) -> None:
    """Before every deed: a match that is over is over, and a fallen flag ends it."""
    with club.book.reading() as session:
        found = match(session, id)
    if found is not None and not found.ended and pace.read(found.pace).kind == "live":
        flag(club, id)
        with club.book.reading() as session:
            found = match(session, id)
    if found is not None and found.ended:
        raise Problem(409, "match-over")


# -- following the play -------------------------------------------------------------------


def follow(club: Club, id: str) -> bool:
    """Something happened in a game: see who must choose now, and whether it is over.

    Returns whether anything is to be told of it.
    """
    game = club.room.at_hand.look(id)
    if game is None:
        return False
    with game.lock:  # two who follow one game must not tell of it in the wrong order
        over, result = game.play.is_over, game.play.result if game.play.is_over else None
        asked = set() if over else set(game.play.decisions)
        seen = _see(club, game.row, asked)
    if over:
        end(club, id, PLAYED, (result.winner if result else "") or "")
    return seen


def _see(club: Club, game: GameRow, asked: set[Side]) -> bool:
    now = club.book.clock()
    with club.book.writing() as session:
        found = match(session, game.id)
        if found is None or found.ended:
            return False
        how, all_seats = pace.read(found.pace), seats(session, game.id)
        pace.wind_up(all_seats, how, game.turn - found.turn)
        found.turn = max(found.turn, game.turn)
        others = [seat for seat in all_seats if (seat.side in asked) != seat.asked]
        for seat in others:
            seat.asked = seat.side in asked
            _turn_over(club, session, seat, how, now)
    return bool(others)


def _turn_over(club: Club, session: Session, seat: MatchSeatRow, how: Pace, now: float) -> None:
    """A side must choose from now on, or need not any more."""
    if not seat.asked:
        pace.stop(seat, how, now)
        return
    if not vacations.is_away(session, seat.account_id, how):
        pace.start(seat, how, now)
    notices.turn(club, session, seat, how)


# -- ending -------------------------------------------------------------------------------


def end(club: Club, id: str, how: str, winner: Side | str) -> bool:
    """A match is over; of all who say so one is heard."""
    now = club.book.clock()
    with club.book.writing() as session:
        over = sa.update(MatchRow).where(MatchRow.game_id == id, MatchRow.ended == "")
        if not changed(session, over.values(ended=how, winner=winner, ended_at=now)):
            return False
        found, all_seats = match(session, id), seats(session, id)
        assert found is not None
        for seat in all_seats:
            pace.stop(seat, pace.read(found.pace), now)
            seat.asked, seat.offer = False, ""
        # In one order: of two matches that end at once neither waits for the other for ever.
        people = [one for one in all_seats if one.account_id]
        people.sort(key=lambda one: one.account_id)
        if found.rated and len(people) == len(all_seats) == 2:
            ratings.settle(session, _box(session, id), people, winner, now)
        notices.ended(club, session, all_seats)
    club.announce(id)
    return True


def _box(session: Session, id: str) -> str:
    return str(session.scalar(sa.select(GameRow.box).where(GameRow.id == id)))


def resign(club: Club, id: str, side: Side) -> None:
    """Give a match up."""
    if not end(club, id, RESIGNED, other_side(club, id, side)):
        raise Problem(409, "match-over")


def other_side(club: Club, id: str, side: Side) -> Side:
    with club.book.reading() as session:
        return next(seat.side for seat in seats(session, id) if seat.side != side)


def offer(club: Club, id: str, side: Side, result: str) -> None:
    """Offer a result, a side's victory or a draw; what both offer is agreed upon.

    An empty one takes the offer back.
    """
    check_running(club, id)
    with club.book.writing() as session:
        all_seats = seats(session, id)
        if result not in ("", DRAW, *(seat.side for seat in all_seats)):
            raise Problem(422, "field", field="result")
        mine = next(seat for seat in all_seats if seat.side == side)
        mine.offer = result
        others = [seat.offer for seat in all_seats if seat.side != side]
        agreed = bool(result) and all(one == result for one in others)
        if result and not agreed:
            notices.offered(club, session, all_seats, mine)
    if agreed:
        end(club, id, AGREED, "" if result == DRAW else result)
    else:
        club.announce(id)


def flag(club: Club, id: str) -> bool:
    """End a match in which a clock has run out: at once where it is live, else when claimed."""
    now = club.book.clock()
    with club.book.reading() as session:
        fallen = [seat for seat in seats(session, id) if pace.has_flag_fallen(seat, now)]
    if not fallen:
        return False
    first = min(fallen, key=lambda seat: seat.deadline or 0.0)
    return end(club, id, FLAG, other_side(club, id, first.side))


def claim(club: Club, id: str, side: Side) -> None:
    """The other's time is up."""
    check_running(club, id)
    now = club.book.clock()
    with club.book.reading() as session:
        theirs = [seat for seat in seats(session, id) if seat.side != side]
    if not any(pace.has_flag_fallen(seat, now) for seat in theirs):
        raise Problem(409, "time-left")
    flag(club, id)


def flag_all(club: Club) -> int:
    """Look for fallen flags in all live matches; returns how many ended by it."""
    wanted = sa.select(MatchRow).join(
        MatchSeatRow, MatchSeatRow.game_id == MatchRow.game_id).where(
        MatchRow.ended == "", MatchSeatRow.deadline < club.book.clock()).distinct()
    with club.book.reading() as session:
        found = list(session.scalars(wanted))
    return sum(flag(club, one.game_id) for one in found if pace.read(one.pace).kind == "live")


def leave_all(club: Club, account: str) -> None:
    """Whoever goes for good loses what he still plays."""
    wanted = sa.select(MatchSeatRow.game_id, MatchSeatRow.side).join(
        MatchRow, MatchRow.game_id == MatchSeatRow.game_id).where(
        MatchSeatRow.account_id == account, MatchRow.ended == "")
    with club.book.reading() as session:
        running = session.execute(wanted).all()
    for id, side in running:
        end(club, id, RESIGNED, other_side(club, id, side))
