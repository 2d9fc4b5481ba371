"""The state of a game as one seat sees it."""

from collections.abc import Sequence
from typing import Any

from grognard.boxes import Inventory
from grognard.core.events import Event
from grognard.core.game import View
from grognard.core.messages import Message
from grognard.core.sides import Side
from grognard.records.reading import ROW
from grognard.server import showing
from grognard.server.doing import doing
from grognard.server.history import Misfit
from grognard.server.models import BOT, WATCHER, SeatRow
from grognard.server.opengame import OpenGame
from grognard.server.problems import own_texts
from grognard.server.wire.games import Notice
from grognard.server.wire.state import LogLine, LogPart, Roll, State, Undo
from grognard.server.wording import Wording

FIRST = 300
"""How many lines of the log a first answer holds."""

Happened = Sequence[tuple[Side, Event]]


def state(game: OpenGame, seat: SeatRow, language: str, version: int) -> State:
    """Everything a seat needs to draw its table, but for the lines of the log."""
    words = Wording(game.game, language)
    view, shown = game.seen_by(seat.side)
    ended = game.play.result if game.play.is_over else None
    return State(
        game=game.id,
        side=seat.side,
        version=version,
        seq=game.seq(seat.side),
        over=game.play.is_over,
        scene=showing.scene(words, shown, game.said.setdefault((seat.side, language), {})),
        **asked(words, game, seat, view),
        undo=undo(words, game, seat),
        coach=game.deeds.coach(language),
        log=LogPart(length=0, start=0, lines=[]),
        result=showing.result(words, ended) if ended else None,
        notices=notices(words, game, seat.side),
    )


def asked(words: Wording, game: OpenGame, seat: SeatRow, view: View[Any]) -> dict[str, Any]:
    """Who must choose, and what this seat must, as far as its view tells."""
    state = showing.imagined(view, words.game)
    decisions = words.game.decisions(state)
    mine = decisions.get(seat.side) if seat.kind != BOT else None
    return {
        "waiting": [*decisions, *throwers(game, view)],
        "thinking": [side for side in decisions if game.seats[side].kind == BOT],
        "doing": [] if mine else [doing(words, asked) for asked in decisions.values()],
        "decision": showing.decision(words, mine) if mine else None,
        "roll": awaited(words, view, state) if seat.kind != WATCHER else None,
    }


def throwers(game: OpenGame, view: View[Any]) -> list[Side]:
    """Whose dice play waits for; a person throws those of a bot."""
    rolling = game.game.rolling(view.state)
    if rolling is None:
        return []
    owner = rolling.side(game.game, view.state)
    if owner and (game.is_person(owner) or rolling.hidden_from(view.side)):
        return [owner]
    return [side for side in game.game.sides if game.is_person(side)]


def awaited(words: Wording, view: View[Any], state: Any) -> Roll | None:
    """The roll that the seat can type in: one that its view shows."""
    rolling = words.game.rolling(view.state)
    return None if rolling is None or rolling.hidden_from(view.side) else showing.roll(
        words, words.game.rolling(state) or rolling, state)


def undo(words: Wording, game: OpenGame, seat: SeatRow) -> Undo:
    """Whether the seat may take its last choice back, and why not."""
    if seat.kind in (BOT, WATCHER):
        sentence = own_texts(words.language).text("problem.not-your-seat")
        return Undo(allowed=False, code="not-your-seat", sentence=sentence)
    said = showing.ruling(words, game.play.can_undo(seat.side), Inventory({}))
    return Undo(allowed=said.allowed, code=said.code, sentence=said.sentence)


# -- the log ------------------------------------------------------------------------------


def log(words: Wording, happened: Happened, seen: Happened | None) -> LogPart:
    """The lines that are new to somebody who has seen others, or the last ones."""
    start = max(0, len(happened) - FIRST) if seen is None else _common(happened, seen)
    return log_part(words, happened, start, len(happened))


def log_part(words: Wording, happened: Happened, start: int, stop: int) -> LogPart:
    lines = [line(words, n, *happened[n]) for n in range(start, min(stop, len(happened)))]
    return LogPart(length=len(happened), start=start, lines=lines)


def _common(happened: Happened, seen: Happened) -> int:
    """How many lines are still the same: an undo takes lines away and may bring others."""
    same = 0
    for (_, now), (_, before) in zip(happened, seen, strict=False):
        if now is not before:
            break
        same += 1
    return same


def line(words: Wording, n: int, party: Side, event: Event) -> LogLine:
    """One thing that happened, in words."""
    return LogLine(
        n=n,
        id=event.id,
        sentence=words.event(event),
        rule=words.game.cite(event.rule),
        units=tuple(event.units),
        hexes=tuple(event.hexes),
        side=party,
        roll=_dice(event),
        lit=showing.lit(words.table.read_from(event)),
        tells=words.table.tells.get(event.id, ""),
    )


def _dice(event: Event) -> str:
    """What the dice showed, if the event tells: some rolls are nobody else's business."""
    told = next((event.args[name] for name in ("dice", "roll", "die") if name in event.args), "")
    if isinstance(told, (list, tuple)):
        return " ".join(map(str, told))
    return str(told) if isinstance(told, (int, str)) else ""


# -- notices ------------------------------------------------------------------------------


def notices(words: Wording, game: OpenGame, side: Side | None) -> list[Notice]:
    """What happened to the game because the program or the box changed."""
    found = [*game.asides, *([game.misfit] if game.misfit else [])]
    return [_notice(words, misfit, game.play.is_over, side) for misfit in found]


def _notice(words: Wording, misfit: Misfit, over: bool, side: Side | None) -> Notice:
    """While the game runs, a line may be another side's secret: then only the fact is told."""
    own = own_texts(words.language)
    open = over or misfit.lines[0].party == side
    id = "notice.set-aside" if open else "notice.set-aside-secret"
    row = misfit.reason.args.get(ROW)
    id += "-row" if row else ""
    blanks = {
        "row": row,
        "line": misfit.lines[0].words,
        "reason": _reason(words, misfit.reason),
        "count": misfit.in_all,
    }
    lines = [line.words for line in misfit.lines] if over else []
    return Notice(code="set-aside", sentence=own.text(id, blanks), lines=lines)


def _reason(words: Wording, reason: Message) -> str:
    own = own_texts(words.language)
    return own.text(reason.id, reason.args) if own.has(reason.id) else words.say(reason)
