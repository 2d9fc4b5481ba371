"""What happened in a folder of records: lengths, winners, dice, and the hexes fought over most.

    python examples/analyse_records.py tests/saves/format-1
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import grognard
from grognard.core.events import Event


class Analysis:
    """Counts over many plays."""

    def __init__(self) -> None:
        self.games: Counter[str] = Counter()
        self.winners: Counter[str] = Counter()
        self.events: Counter[str] = Counter()
        self.rules: Counter[str] = Counter()
        self.hexes: Counter[str] = Counter()
        self.dice: Counter[int] = Counter()

    def add(self, play: grognard.Playthrough) -> None:
        game = play.game
        self.games[f"{game.box} {game.scenario}"] += 1
        if play.result is not None:
            self.winners[play.result.winner or "nobody"] += 1
        grid = next(iter(game.maps.values())).grid
        for event in happened(play):
            self.events[event.id] += 1
            self.rules[game.cite(event.rule)] += bool(event.rule)
            self.hexes.update(grid.label(hex) for hex in event.hexes)
        for entry in play.log:
            if entry.side == grognard.CHANCE:
                self.dice.update(die for die in entry.act if isinstance(die, int))

    def report(self) -> Iterator[str]:
        counted: dict[str, Counter[Any]] = {
            "games": self.games, "won by": self.winners, "events": self.events,
            "rules": self.rules, "hexes": self.hexes, "dice and draws": self.dice,
        }  # fmt: skip
        for title, counts in counted.items():
            common = (f"{name} {count}" for name, count in counts.most_common(8))
            yield f"{title}: {', '.join(common)}"


def happened(play: grognard.Playthrough) -> Iterable[Event]:
    """Everything that happened, whoever saw it."""
    yield from play.opening
    for entry in play.log:
        yield from entry.events


def main(arguments: list[str]) -> None:
    found = Analysis()
    for path in sorted(Path(arguments[0]).glob("*.record")):
        try:
            found.add(grognard.replay(path))
        except grognard.RecordFault as fault:
            print(f"left out: {fault}")
    print("\n".join(found.report()))


if __name__ == "__main__":
    main(sys.argv[1:])
