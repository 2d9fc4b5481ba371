"""A match told on one HTML page, pictures and all, that needs nothing from elsewhere."""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from grognard.core.game import Game
from grognard.lab.match import pictures
from grognard.lab.match.pairs import Tally

STYLE = """
body { font: 16px/1.45 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
       color: #222; background: #fdfcf8; }
table { border-collapse: collapse; margin: .6rem 0; }
th, td { text-align: left; padding: .2rem .9rem .2rem 0; border-bottom: 1px solid #ddd; }
svg { max-width: 100%; height: auto; }
"""

Table = tuple[Sequence[str], Sequence[Sequence[str]]]


def write_report(path: Path, tally: Tally, game: Game[Any]) -> None:
    """Write the page; raises ``NoExtra`` without matplotlib."""
    path.write_text("".join(page(tally, game)), "utf-8")


def page(tally: Tally, game: Game[Any]) -> Iterator[str]:
    title = f"{game.box}, {game.scenario}: {tally.spent(0).bot} against {tally.spent(1).bot}"
    yield "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
    yield f"<title>{escape(title)}</title><style>{STYLE}</style><h1>{escape(title)}</h1>"
    yield f"<p>{len(tally.rows)} games, {len(tally.pairs)} pairs; intervals are of 95 %.</p>"
    yield from _part("Who won", shares(tally, game), pictures.win_rates(tally, game))
    yield from _part("Levels of victory", levels(tally))
    yield from _part("Points", margins(tally, game), pictures.margins(tally, game))
    yield from _part("Length", lengths(tally), pictures.lengths(tally))
    yield from _part("Losses by turn", None, pictures.losses_by_turn(tally, game))
    yield from _part("Where losses fell", None, pictures.loss_map(tally, game))
    yield from _part("Where the front ran", None, pictures.front_map(tally, game))
    yield from _part("Decisions", None, pictures.decisions(tally))
    yield "</html>\n"


def _part(title: str, table: Table | None, picture: str = "") -> Iterator[str]:
    yield f"<h2>{escape(title)}</h2>"
    if table:
        yield from _table(*table)
    yield picture


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"<table><tr>{''.join(f'<th>{escape(cell)}</th>' for cell in head)}</tr>"
    for row in rows:
        yield f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
    yield "</table>"


def shares(tally: Tally, game: Game[Any]) -> Table:
    rows = [(f"{side}, whoever played it", tally.side_won(side).percent()) for side in game.sides]
    if tally.pairs:
        won, drawn, lost = tally.counts
        rows.insert(0, (f"{tally.spent(0).bot}: {won} pairs won, {drawn} drawn, {lost} lost",
                        tally.won.percent()))
    return ("", "share"), rows


def levels(tally: Tally) -> Table:
    rows = [(winner, level, str(number), f"{number / len(tally.rows):.1%}")
            for (winner, level), number in tally.levels.most_common()]
    return ("winner", "level", "games", "share"), rows


def margins(tally: Tally, game: Game[Any]) -> Table:
    rows = [(side, tally.side_margin(side).points()) for side in game.sides]
    if tally.pairs:
        rows.insert(0, (f"{tally.spent(0).bot}, a pair", tally.pair_margin.points()))
    return ("margin of", "mean"), rows


def lengths(tally: Tally) -> Table:
    rows = [(spent.bot, f"{spent.cpu_per_turn:.3f}", f"{spent.longest:.3f}",
             f"{spent.decisions_per_turn:.1f}") for spent in (tally.spent(0), tally.spent(1))]
    return ("bot", "CPU s a turn", "longest turn, CPU s", "decisions a turn"), rows
