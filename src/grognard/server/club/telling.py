"""Matches, challenges and members as answers."""

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from grognard.core.sides import SPECTATOR, Side
from grognard.server import showing
from grognard.server.club import accounts, matches, pace, ratings
from grognard.server.club.desk import Club
from grognard.server.club.models import (
    PLAYED,
    AccountRow,
    ChallengeRow,
    MatchRow,
    MatchSeatRow,
    RatingRow,
)
from grognard.server.models import BOT, GameRow
from grognard.server.opengame import OpenGame
from grognard.server.problems import Problem, own_texts
from grognard.server.wire import club as wire
from grognard.server.wire.games import Game, Result
from grognard.server.wire.live import MatchEvent
from grognard.server.wording import Wording

Running = frozenset[Side]


def beside(club: Club, game: OpenGame) -> tuple[object, bytes] | None:
    """What is told at a table; the time alone is no news. Whoever asks holds the game's lock."""
    told = at_table(club, game)
    if told is None:
        return None
    return replace(told, now=0.0), msgspec.json.encode(MatchEvent(match=told))


def at_table(club: Club, game: OpenGame) -> wire.Match | None:
    """How the match of a game stands; whoever asks holds its lock."""
    with club.book.reading() as session:
        row, seats = matches.match(session, game.id), matches.seats(session, game.id)
    return _matches(club, [row], {game.id: seats}, _public(game))[game.id] if row else None


def _public(game: OpenGame) -> Running:
    """Sides that must choose, as far as everybody may know: who has chosen in secret still seems
    to think, so that his clock does not tell of it."""
    if game.play.is_over:
        return frozenset()
    view, _ = game.seen_by(SPECTATOR)
    return frozenset(game.game.decisions(showing.imagined(view, game.game)))


def _matches(
    club: Club, rows: Sequence[MatchRow], seats: dict[str, list[MatchSeatRow]],
    running: Running | None = None,
) -> dict[str, wire.Match]:  # fmt: skip
    """Many at once, with few questions to the database; clocks run for those in `running`."""
    people = [one.account_id for some in seats.values() for one in some if one.account_id]
    named = accounts.names(club.book, people)
    games = [row.game_id for row in rows]
    with club.book.reading() as session:
        boxes = dict(session.execute(
            sa.select(GameRow.id, GameRow.box).where(GameRow.id.in_(games))).all())
        known = {(one.account_id, one.box): one for one in ratings.all_of(session, people)}
    bots = {(one.game_id, one.side): one.bot for some in club.room.store.seats_of(games).values()
            for one in some if one.kind == BOT}  # fmt: skip
    told = {}
    for row in rows:
        entrants = [
            _entrant(club, row, one, named.get(one.account_id, ""),
                     bots.get((one.game_id, one.side), ""),
                     known.get((one.account_id, boxes[row.game_id])), running)
            for one in seats[row.game_id]
        ]  # fmt: skip
        told[row.game_id] = wire.Match(
            game=row.game_id, rated=row.rated, pace=pace.read(row.pace), entrants=entrants,
            now=club.book.clock(), ended=row.ended, winner=row.winner,  # type: ignore[arg-type]
        )  # fmt: skip
    return told


def _entrant(
    club: Club, row: MatchRow, seat: MatchSeatRow, name: str, bot: str, rating: RatingRow | None,
    running: Running | None,
) -> wire.Entrant:  # fmt: skip
    believed = ratings.now_of(rating, club.book.clock())
    seems = running is not None and seat.side in running and not row.ended
    timed = seems and pace.read(row.pace).is_timed
    change = 0 if seat.before is None or seat.after is None else seat.after - seat.before
    return wire.Entrant(
        side=seat.side, name=name, bot=bot, rating=round(believed.rating) if name else 0,
        sure=believed.deviation <= ratings.PROVISIONAL, offer=seat.offer, left=seat.left,
        since=(seat.since or seat.stopped) if timed else 0.0, change=round(change),
    )  # fmt: skip


def dressed(club: Club, told: Game, language: str, *, host: bool) -> Game:
    """A game with what the club knows of it: its seats are nobody's but their players', also not
    the host's; and a match that ended otherwise than by the rules is over all the same."""
    with club.book.reading() as session:
        row = matches.match(session, told.id)
    if row is not None and host:
        told = replace(told, seats=[replace(seat, token="") for seat in told.seats])
    return told if row is None or row.ended in ("", PLAYED) else _ended(row, told, language)


def _ended(row: MatchRow, told: Game, language: str) -> Game:
    name = next((one.side_name for one in told.seats if one.side == row.winner), "")
    said = own_texts(language).text
    return replace(told, over=True, result=Result(
        winner=row.winner or None, winner_name=name, level=said(f"match.{row.ended}"), reason="",
        score=0))  # fmt: skip


# -- lists --------------------------------------------------------------------------------


def lines(
    club: Club, rows: Sequence[MatchRow], language: str, me: AccountRow | None = None
) -> list[wire.MatchLine]:
    """Matches as lists show them; those of a box that is gone are left out."""
    ids = [row.game_id for row in rows]
    with club.book.reading() as session:
        wanted = sa.select(MatchSeatRow).where(MatchSeatRow.game_id.in_(ids))
        seats: dict[str, list[MatchSeatRow]] = {id: [] for id in ids}
        for one in session.scalars(wanted.order_by(MatchSeatRow.side)):
            seats[one.game_id].append(one)
        games = {game.id: game for game in session.scalars(
            sa.select(GameRow).where(GameRow.id.in_(ids)))}
    told = _matches(club, rows, seats)
    found = (_line(club, told[id], games[id], seats[id], language, me) for id in ids)
    return [line for line in found if line is not None]


def _line(
    club: Club, told: wire.Match, game: GameRow, seats: list[MatchSeatRow], language: str,
    me: AccountRow | None,
) -> wire.MatchLine | None:  # fmt: skip
    try:
        words = Wording(club.room.game_of(game), language)
    except Problem:
        return None
    mine = next((one for one in seats if me is not None and one.account_id == me.id), None)
    return wire.MatchLine(
        match=told, box_title=club.room.shelf.box(game.box).title,
        scenario_title=_scenario(club, game.box, game.scenario, words),
        sides={one.side: words.side(one.side) for one in seats},
        turn=game.turn, changed=game.changed, mine=mine.side if mine else "",
        asked=mine.asked if mine else False,
    )  # fmt: skip


def _scenario(club: Club, box: str, scenario: str, words: Wording) -> str:
    titles = club.room.shelf.titles(box)
    return words.text(titles[scenario]) if scenario in titles else scenario


def challenges(
    club: Club, rows: Sequence[ChallengeRow], language: str, me: AccountRow
) -> list[wire.Challenge]:
    people = [id for row in rows for id in (row.account_id, row.to_id) if id]
    named = accounts.names(club.book, people)
    with club.book.reading() as session:
        known = {(one.account_id, one.box): one for one in ratings.all_of(session, people)}
    found = (_challenge(club, row, named, known.get((row.account_id, row.box)), language, me)
             for row in rows)  # fmt: skip
    return [one for one in found if one is not None]


def _challenge(
    club: Club, row: ChallengeRow, named: dict[str, str], rating: RatingRow | None, language: str,
    me: AccountRow,
) -> wire.Challenge | None:  # fmt: skip
    options = msgspec.json.decode(row.options)
    try:
        words = Wording(club.room.shelf.load(row.box, row.scenario, options), language)
    except Problem:
        return None
    believed = ratings.now_of(rating, club.book.clock())
    return wire.Challenge(
        id=row.id, by=named.get(row.account_id, ""), to=named.get(row.to_id, ""), box=row.box,
        box_title=club.room.shelf.box(row.box).title,
        scenario_title=_scenario(club, row.box, row.scenario, words),
        options=options, side=row.side, side_name=words.side(row.side) if row.side else "",
        rating=round(believed.rating), sure=believed.deviation <= ratings.PROVISIONAL,
        pace=pace.read(row.pace), rated=row.rated, watched=row.watched, created=row.created,
        mine=row.account_id == me.id,
    )  # fmt: skip


def box_ratings(club: Club, account: str) -> list[wire.BoxRating]:
    with club.book.reading() as session:
        rows = ratings.all_of(session, [account])
    return [_box_rating(club, row) for row in rows if row.box in club.room.shelf.ids()]


def _box_rating(club: Club, row: RatingRow) -> wire.BoxRating:
    believed = ratings.now_of(row, club.book.clock())
    return wire.BoxRating(
        box=row.box, box_title=club.room.shelf.box(row.box).title, rating=round(believed.rating),
        deviation=round(believed.deviation), sure=believed.deviation <= ratings.PROVISIONAL,
        games=row.games, wins=row.wins, draws=row.draws, losses=row.losses,
    )  # fmt: skip
