"""A part of the map as text: hexes with their ground, names of places and who stands there.

A hex is two lines tall and `WIDE` characters wide; the columns of a map of flat hexes stand half a
hex lower by turns, the rows of one of pointed hexes half a hex to the right, as on the board.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from statistics import median_low

from grognard.core.maps import GameMap
from grognard.core.messages import Catalogue
from grognard.core.sides import Side
from grognard.drawing.style import load_style
from grognard.hexes import Hex, Orientation
from grognard.table import Face, Scene

WIDE = 9
ACROSS, DOWN = 4, 4
"""How many hexes are shown on each side of the middle, and above and below it."""
CLEAR, WATER = ".", "~"

Standing = dict[Hex, list[tuple[Side, str]]]


def standing(game_map: GameMap, scene: Scene, faces: Mapping[str, Face]) -> Standing:
    """Who stands where: side and name, those on top last; a reduced unit has a minus behind it."""
    found: Standing = defaultdict(list)
    for piece in scene.pieces:
        kind, _, label = piece.at.partition(":")
        if kind == "hex" and piece.side:
            name = piece.face.removesuffix("-stands").replace("-reduced", "-")
            hidden = piece.face in faces and faces[piece.face].hidden
            found[game_map.grid.hex(label)].append((piece.side, "?" if hidden else name))
    return found


def middle(game_map: GameMap, hexes: Collection[Hex]) -> Hex | None:
    """The hex amidst some hexes; None if there are none."""
    if not hexes:
        return None
    spots = {hex: _spot(game_map, hex) for hex in hexes}
    x = median_low([spot[0] for spot in spots.values()])
    y = median_low([spot[1] for spot in spots.values()])
    return min(sorted(spots), key=lambda hex: abs(spots[hex][0] - x) + abs(spots[hex][1] - y))


def draw(game_map: GameMap, around: Hex, units: Standing, own: Side) -> list[str]:
    """The lines of the part around a hex."""
    left, top = _spot(game_map, around)
    left, top = left - ACROSS * WIDE, top - DOWN * 2
    right, bottom = left + 2 * ACROSS * WIDE, top + 4 * DOWN
    page = [[" "] * (right - left + WIDE) for _ in range(bottom - top + 2)]
    signs = signs_of(game_map)
    for hex in game_map.grid:
        x, y = _spot(game_map, hex)
        if left <= x <= right and top <= y <= bottom:
            sign = signs[game_map.terrain[hex]]
            _write(page, x - left, y - top, sign + game_map.grid.label(hex))
            _write(page, x - left, y - top + 1, _stack(units.get(hex, []), own) or sign)
    return ["".join(line).rstrip() for line in page]


def _write(page: list[list[str]], x: int, y: int, words: str) -> None:
    for i, letter in enumerate(words[: WIDE - 1]):
        page[y][x + i] = letter


def _spot(game_map: GameMap, hex: Hex) -> tuple[int, int]:
    """Where a hex begins on an endless page."""
    q, r = game_map.grid.axial(hex)
    if game_map.grid.orientation is Orientation.FLAT:
        return WIDE * q, 2 * r + q
    return WIDE * q + WIDE * r // 2, 2 * r


def _stack(units: list[tuple[Side, str]], own: Side) -> str:
    """Who lies on top and how many besides: one's own in square brackets, others in round ones."""
    if not units:
        return ""
    side, face = units[-1]
    more = f"+{len(units) - 1}" if len(units) > 1 else ""
    name = face[: WIDE - 3 - len(more)] + more
    return f"[{name}]" if side == own else f"({name})"


def signs_of(game_map: GameMap) -> dict[str, str]:
    """A sign for each kind of ground: a dot for open ground, waves for water, else a letter."""
    style, taken = load_style(), {CLEAR, WATER}
    found = {}
    for kind in sorted(set(game_map.terrain.values())):
        look = style.terrain_look(kind)
        letters = (letter for letter in kind.lower() + "xyz*" if letter not in taken)
        sign = WATER if look.water else CLEAR if look.rank == 0 else next(letters)
        taken.add(sign)
        found[kind] = sign
    return found


def legend(game_map: GameMap, texts: Catalogue) -> str:
    """What the signs mean; a kind of ground without a text shows itself."""
    named = {f"terrain.{kind}": (kind, sign) for kind, sign in signs_of(game_map).items()}
    return ", ".join(f"{sign} {texts.text(id) if texts.has(id) else kind}"
                     for id, (kind, sign) in named.items())
