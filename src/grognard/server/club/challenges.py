"""Challenges: somebody offers a game, another accepts it, and both sit down."""

import secrets

import msgspec
import sqlalchemy as sa

from grognard.core.sides import Side
from grognard.server.club import accounts, attempts, bonds, matches, notices, pace
from grognard.server.club.book import changed
from grognard.server.club.desk import Club
from grognard.server.club.matches import Entrants
from grognard.server.club.models import (
    DECLINED,
    OPEN,
    TAKEN,
    WITHDRAWN,
    AccountRow,
    ChallengeRow,
    MatchRow,
    MatchSeatRow,
)
from grognard.server.club.pace import Pace
from grognard.server.club.wishes import NewChallenge, PaceWish
from grognard.server.creating import new_id
from grognard.server.models import GameRow
from grognard.server.problems import Problem, unknown
from grognard.server.seats import Player, check_players
from grognard.server.shelf import choose
from grognard.server.wishes import NewGame

MOST = 20
"""Open challenges of one member."""


def issue(club: Club, me: AccountRow, wish: NewChallenge) -> ChallengeRow | str:
    """Offer a game to a person; against a bot it begins at once, and its id is returned."""
    attempts.check(club.book, "challenge", me.id)
    attempts.count(club.book, "challenge", me.id)
    scenario, sides = _checked(club, wish)
    how = wish.pace.agreed()
    if wish.bot:
        return _against(club, me, wish, scenario, sides)
    other = accounts.named(club.book, wish.to) if wish.to else None
    _check_other(club, me, other)
    row = ChallengeRow(
        id=new_id(), account_id=me.id, to_id=other.id if other else "", box=wish.box,
        scenario=scenario, options=msgspec.json.encode(wish.options).decode(), side=wish.side,
        pace=pace.write(how), rated=wish.rated, watched=wish.watched, state=OPEN, game_id="",
        created=club.book.clock(),
    )  # fmt: skip
    with club.book.writing() as session:
        session.add(row)
        if other:
            notices.tell(club, session, other.id, "challenge", "", me.name)
    club.courier.ring()
    return row


def _checked(club: Club, wish: NewChallenge) -> tuple[str, tuple[Side, ...]]:
    """Everything that is named must exist; a match has two sides."""
    box = club.room.shelf.box(wish.box)
    scenario, options = choose(box, wish.scenario, wish.options)
    sides = tuple(club.room.shelf.load(wish.box, scenario, options).sides)
    if len(sides) != 2:
        raise Problem(422, "field", field="scenario")
    if wish.side and wish.side not in sides:
        raise unknown("side", wish.side, status=422, field="side")
    if wish.bot:
        check_players({sides[0]: Player(kind="bot", bot=wish.bot)}, sides)
    return scenario, sides


def _check_other(club: Club, me: AccountRow, other: AccountRow | None) -> None:
    if other is not None and other.id == me.id:
        raise Problem(422, "yourself", field="to")
    if other is not None and other.id in bonds.shunned(club.book, me.id):
        raise Problem(403, "not-wanted")
    mine = sa.select(sa.func.count()).where(
        ChallengeRow.account_id == me.id, ChallengeRow.state == OPEN)
    with club.book.reading() as session:
        if (session.scalar(mine) or 0) >= MOST:
            raise Problem(409, "too-many-challenges")


def _against(
    club: Club, me: AccountRow, wish: NewChallenge, scenario: str, sides: tuple[Side, ...]
) -> str:
    mine = wish.side or secrets.choice(sides)
    entrants: Entrants = {side: me if side == mine else wish.bot for side in sides}
    asked = NewGame(box=wish.box, scenario=scenario, options=wish.options)
    return matches.begin(
        club, asked, entrants, Pace(), rated=False, watched=wish.watched).id


# -- answers ------------------------------------------------------------------------------


def accept(club: Club, me: AccountRow, id: str) -> str:
    """Sit down; of two who accept at once one does. Returns the game's id."""
    row = _open(club, id)
    if row.account_id == me.id:
        raise Problem(422, "yourself")
    if row.to_id not in ("", me.id) or row.account_id in bonds.shunned(club.book, me.id):
        raise Problem(404, "unknown-challenge", id=id)
    if not _change(club, id, TAKEN):
        raise Problem(404, "unknown-challenge", id=id)
    try:
        game = _begin(club, row, me)
    except Exception:
        _change(club, id, OPEN, of=TAKEN)
        raise
    with club.book.writing() as session:
        session.execute(_row(id).values(game_id=game))
        notices.tell(club, session, row.account_id, "accepted", game, me.name)
    club.courier.ring()
    return game


def _begin(club: Club, row: ChallengeRow, me: AccountRow) -> str:
    with club.book.reading() as session:
        challenger = session.get(AccountRow, row.account_id)
    assert challenger is not None
    options = msgspec.json.decode(row.options)
    sides = club.room.shelf.load(row.box, row.scenario, dict(
        choose(club.room.shelf.box(row.box), row.scenario, options)[1])).sides
    first = row.side or secrets.choice(sides)
    entrants: Entrants = {side: challenger if side == first else me for side in sides}
    asked = NewGame(box=row.box, scenario=row.scenario, options=options)
    return matches.begin(
        club, asked, entrants, pace.read(row.pace), rated=row.rated, watched=row.watched).id


def withdraw(club: Club, me: AccountRow, id: str) -> None:
    """The challenger takes it back, or the one who was asked declines."""
    row = _open(club, id)
    if me.id not in (row.account_id, row.to_id):
        raise Problem(404, "unknown-challenge", id=id)
    _change(club, id, WITHDRAWN if me.id == row.account_id else DECLINED)


def _open(club: Club, id: str) -> ChallengeRow:
    with club.book.reading() as session:
        row = session.get(ChallengeRow, id)
    if row is None or row.state != OPEN:
        raise Problem(404, "unknown-challenge", id=id)
    return row


def _row(id: str) -> sa.Update:
    return sa.update(ChallengeRow).where(ChallengeRow.id == id)


def _change(club: Club, id: str, state: str, of: str = OPEN) -> bool:
    with club.book.writing() as session:
        return changed(session, _row(id).where(ChallengeRow.state == of).values(state=state)) == 1


# -- the lists ----------------------------------------------------------------------------


def visible(club: Club, me: AccountRow) -> list[ChallengeRow]:
    """What a member may accept or take back, the latest first."""
    theirs = sa.or_(
        ChallengeRow.to_id.in_(["", me.id]), ChallengeRow.account_id == me.id)
    wanted = sa.select(ChallengeRow).where(ChallengeRow.state == OPEN, theirs)
    shunned = bonds.shunned(club.book, me.id)
    with club.book.reading() as session:
        found = session.scalars(wanted.order_by(ChallengeRow.created.desc()).limit(200))
        return [row for row in found if row.account_id not in shunned]


def rematch(club: Club, me: AccountRow, id: str, side: Side, swapped: bool) -> ChallengeRow | str:
    """The same once more: a challenge to the other, or against a bot a new game at once."""
    with club.book.reading() as session:
        game, match = session.get(GameRow, id), session.get(MatchRow, id)
        seats = {one.side: one for one in matches.seats(session, id)}
        if game is None or match is None:
            raise Problem(404, "unknown-game")
        other = next(one for one in seats.values() if one.side != side)
        opponent = session.get(AccountRow, other.account_id) if other.account_id else None
    wish = NewChallenge(
        box=game.box, scenario=game.scenario, options=msgspec.json.decode(game.options),
        side=other.side if swapped else side, rated=match.rated, watched=bool(match.watch),
        to=opponent.name if opponent else "", bot="" if opponent else _bot(club, id, other),
        pace=PaceWish(**msgspec.structs.asdict(pace.read(match.pace))),
    )  # fmt: skip
    return issue(club, me, wish)


def _bot(club: Club, id: str, seat: MatchSeatRow) -> str:
    """Who plays against us; nobody if it was somebody who has gone for good."""
    bot = next(one.bot for one in club.room.store.seats(id) if one.side == seat.side)
    if not bot:
        raise Problem(409, "nobody-left")
    return bot
