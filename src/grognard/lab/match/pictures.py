"""The pictures of a report, drawn by matplotlib (the extra ``lab``) as SVG."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from grognard.core.game import Game
from grognard.core.sides import Side
from grognard.hexes import Grid, bits
from grognard.lab.match.pairs import Tally
from grognard.lab.match.statistics import Interval
from grognard.lab.match.store import NoExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#4a6fa5", "#b5523b")
"""Of the first side or bot, and of the second."""
LAND = "#ece7d8"
ROOM = 6.0
"""Hex sides around what a map shows."""
KINDS = 18
"""Kinds of decisions that are shown."""


def figure(width: float = 9, height: float = 3) -> "tuple[Figure, Axes]":
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise NoExtra("a report needs matplotlib", "lab") from None
    drawn = Figure(figsize=(width, height), layout="constrained")
    return drawn, drawn.subplots()


def svg(drawn: "Figure") -> str:
    """A picture to put into a page; the same picture is the same text."""
    import matplotlib

    text = StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "grognard", "svg.fonttype": "none"}):
        drawn.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg"):]


def win_rates(tally: Tally, game: Game[Any]) -> str:
    found = {side: tally.side_won(side) for side in game.sides}
    if tally.pairs:
        found = {f"{tally.spent(0).bot} (pairs)": tally.won} | found
    drawn, axes = figure(height=0.6 + 0.5 * len(found))
    for place, (name, share) in enumerate(reversed(found.items())):
        _bar(axes, place, name, share)
    axes.set_xlim(0, 1)
    axes.axvline(0.5, color="#888", linewidth=1, linestyle=":")
    axes.set_yticks(range(len(found)), list(reversed(found)))
    axes.set_xlabel("share won")
    return svg(drawn)


def _bar(axes: "Axes", place: int, name: str, share: Interval) -> None:
    axes.barh(place, share.value, color=COLOURS[0], alpha=0.55, height=0.6)
    axes.plot([share.low, share.high], [place, place], color="#222", marker="|", label=name)


def margins(tally: Tally, game: Game[Any]) -> str:
    drawn, axes = figure()
    bins = max(5, min(30, len(tally.rows)))
    axes.hist([row.margins[0] for row in tally.rows], bins=bins, color=COLOURS[0], alpha=0.7)
    axes.axvline(0, color="#888", linewidth=1, linestyle=":")
    axes.set_xlabel(f"margin of {game.sides[0]} at the end")
    axes.set_ylabel("games")
    return svg(drawn)


def lengths(tally: Tally) -> str:
    drawn, axes = figure()
    axes.scatter([row.turns for row in tally.rows], [sum(row.decisions) for row in tally.rows],
                 color=COLOURS[0], alpha=0.6)
    axes.set_xlabel("turns")
    _whole_numbers(axes)
    axes.set_ylabel("decisions")
    axes.set_ylim(bottom=0)
    return svg(drawn)


def _whole_numbers(axes: "Axes") -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def losses_by_turn(tally: Tally, game: Game[Any]) -> str:
    """The mean of all games."""
    drawn, axes = figure()
    found: dict[Side, Counter[int]] = defaultdict(Counter)
    for row in tally.rows:
        for loss in row.losses:
            found[loss.side][loss.turn] += 1
    for side, colour in zip(game.sides, COLOURS, strict=False):
        turns = sorted(found[side])
        axes.plot(turns, [found[side][turn] / len(tally.rows) for turn in turns], marker="o",
                  color=colour, label=side)
    axes.set_xlabel("turn")
    _whole_numbers(axes)
    axes.set_ylabel("losses a game")
    axes.legend()
    return svg(drawn)


def decisions(tally: Tally) -> str:
    """What each bot chose, in a mean game."""
    found: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for row in tally.rows:
        for count in row.kinds:
            found[row.sides.index(count.side) ^ row.swapped][count.what] += count.times
    kinds = [kind for kind, _ in (found[0] + found[1]).most_common(KINDS)]
    drawn, axes = figure(height=4)
    for number, counted in enumerate(found):
        axes.bar([place + 0.4 * number for place in range(len(kinds))],
                 [counted[kind] / len(tally.rows) for kind in kinds], width=0.4,
                 color=COLOURS[number], label=tally.spent(number).bot)
    axes.set_xticks([place + 0.2 for place in range(len(kinds))], kinds, rotation=60)
    axes.set_ylabel("a game")
    axes.legend()
    return svg(drawn)


# -- on the map ------------------------------------------------------------------------------


def loss_map(tally: Tally, game: Game[Any]) -> str:
    heat: Counter[int] = Counter()
    for row in tally.rows:
        heat.update(loss.hex for loss in row.losses)
    return on_map(game, {"losses a game": {hex: n / len(tally.rows) for hex, n in heat.items()}},
                  ["YlOrRd"])


def front_map(tally: Tally, game: Game[Any]) -> str:
    """The share of turns that a side's front ran through a hex."""
    turns = sum(row.turns for row in tally.rows)
    heat: dict[str, Counter[int]] = {side: Counter() for side in game.sides}
    for row in tally.rows:
        for count in row.fronts:
            heat[count.side][int(count.what)] += count.times
    shares = {f"front of {side}": {hex: n / turns for hex, n in found.items()}
              for side, found in heat.items()}
    return on_map(game, shares, ["Blues", "Reds"])


def on_map(game: Game[Any], layers: Mapping[str, Mapping[int, float]],
           scales: Sequence[str]) -> str:
    """Hexes coloured by number, on the part of the map where there are any."""
    from matplotlib.collections import PolyCollection

    board = next(iter(game.maps.values()))
    drawn, axes = figure(height=7)
    _ground(axes, board.grid, board.names, layers)
    for (name, heat), scale in zip(layers.items(), scales, strict=False):
        if heat:
            hexes = PolyCollection([board.grid.corners(hex) for hex in heat],
                                   array=list(heat.values()), cmap=scale, alpha=0.75)
            axes.add_collection(hexes)
            drawn.colorbar(hexes, ax=axes, label=name, shrink=0.6)
    axes.set_aspect("equal")
    axes.invert_yaxis()
    axes.axis("off")
    return svg(drawn)


def _ground(axes: "Axes", grid: Grid, names: Mapping[int, str],
            layers: Mapping[str, Mapping[int, float]]) -> None:
    """The hexes around what is shown, and the names there."""
    from matplotlib.collections import PolyCollection

    shown = set(_around(grid, [hex for heat in layers.values() for hex in heat]))
    axes.add_collection(PolyCollection([grid.corners(hex) for hex in shown],
                                       facecolor=LAND, edgecolor="#d3ccb8", linewidth=0.3))
    for hex, name in names.items():
        if hex in shown:
            axes.text(*grid.centre(hex), name, fontsize=5, ha="center", va="center", zorder=5)
    axes.autoscale_view()


def _around(grid: Grid, hexes: Sequence[int]) -> Iterator[int]:
    """All hexes of the rectangle that holds these, and a little more."""
    centres = [grid.centre(hex) for hex in hexes or bits(grid.all)]
    left, right = min(x for x, _ in centres) - ROOM, max(x for x, _ in centres) + ROOM
    top, bottom = min(y for _, y in centres) - ROOM, max(y for _, y in centres) + ROOM
    for hex in bits(grid.all):
        across, down = grid.centre(hex)
        if left <= across <= right and top <= down <= bottom:
            yield hex
