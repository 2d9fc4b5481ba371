"""Pairs of games with the same luck and swapped sides, counted."""

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from grognard.core.sides import Side
from grognard.lab.match.playing import Played
from grognard.lab.match.statistics import Interval, mean, wilson


class Pair(msgspec.Struct, frozen=True):
    """Two games with the same seed: the higher summed margin wins."""

    seed: int
    margin: float
    """Of the first bot, both games together."""

    @property
    def score(self) -> float:
        """1 for a pair that the first bot won, 0 for a lost one.

        >>> [Pair(1, margin).score for margin in (3.5, 0, -1)]
        [1.0, 0.5, 0.0]
        """
        return 0.5 if not self.margin else float(self.margin > 0)


def paired(rows: Iterable[Played]) -> Iterator[Pair]:
    """The pairs of which both games are played, in the order in which they were finished."""
    waiting: dict[int, Played] = {}
    for row in rows:
        other = waiting.pop(row.seed, None)
        if other is None or other.swapped == row.swapped:
            waiting[row.seed] = row
        else:
            yield Pair(row.seed, row.margin + other.margin)


class Spent(msgspec.Struct, frozen=True):
    """What a bot took for its turns."""

    bot: str
    cpu_per_turn: float
    longest: float
    decisions_per_turn: float


class Tally:
    """Games counted; everything is read from the rows.

    >>> Tally([])
    <Tally of 0 games, 0 pairs>
    """

    def __init__(self, rows: Iterable[Played]) -> None:
        self.rows = sorted(rows, key=lambda row: (row.seed, row.swapped))
        self.pairs = list(paired(self.rows))

    def __repr__(self) -> str:
        return f"<Tally of {len(self.rows)} games, {len(self.pairs)} pairs>"

    @property
    def won(self) -> Interval:
        """The share of pairs that the first bot won."""
        return wilson(sum(pair.score for pair in self.pairs), len(self.pairs))

    @property
    def counts(self) -> tuple[int, int, int]:
        """Pairs won, drawn and lost by the first bot."""
        scores = Counter(pair.score for pair in self.pairs)
        return scores[1.0], scores[0.5], scores[0.0]

    @property
    def pair_margin(self) -> Interval:
        """The first bot's margin, both games of a pair together."""
        return mean([pair.margin for pair in self.pairs])

    def side_won(self, side: Side) -> Interval:
        """The share of games that a side won, whoever played it; a draw is half a victory."""
        wins = sum(row.winner == side for row in self.rows)
        draws = sum(row.winner is None for row in self.rows)
        return wilson(wins + draws / 2, len(self.rows))

    def side_margin(self, side: Side) -> Interval:
        return mean([row.margins[row.sides.index(side)] for row in self.rows])

    @property
    def levels(self) -> Counter[tuple[str, str]]:
        """(winner, level) and how often."""
        return Counter((row.winner or "-", row.level) for row in self.rows)

    def spent(self, number: int) -> Spent:
        """By the first bot (0) or the second (1)."""
        at = [(row, number ^ row.swapped) for row in self.rows]
        turns = max(1, sum(row.own_turns[seat] for row, seat in at))
        return Spent(
            at[0][0].bots[at[0][1]] if at else "",
            sum(row.cpu[seat] for row, seat in at) / turns,
            max((row.longest[seat] for row, seat in at), default=0.0),
            sum(row.decisions[seat] for row, seat in at) / turns,
        )

    def quantile(self, share: float) -> int:
        """The score below which this share of the games lies."""
        scores = sorted(row.score for row in self.rows)
        return scores[min(len(scores) - 1, int(share * len(scores)))]
