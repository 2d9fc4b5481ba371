"""Counters, blocks, markers and chits drawn from their faces.

A face is drawn in a square of 100 by 100 and scaled. There are two levels of detail: `full`
shows everything, `small` keeps what can still be read on a piece of 24 pixels.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from grognard.drawing.palette import counter_colour, ink_on, mixed
from grognard.drawing.svg import Attribute, document, fine, number, pen, tag, text
from grognard.drawing.symbols import draw_symbol
from grognard.table import Face, Slot

Detail = Literal["full", "small"]

SMALL_BELOW = 44.0
"""Pieces of fewer pixels are drawn with little detail."""

_ODD = {".", ",", ":", "I", "i", "l", "1", "-", "'", " "}


def draw_face(
    face: Face, size: float = 96.0, *, detail: Detail | None = None, label: str = ""
) -> str:
    """One face as SVG text; `label` is what a screen reader says."""
    level: Detail = detail or ("small" if size < SMALL_BELOW else "full")
    return document(size, size, _Piece(face, level).parts(), label, view="0 0 100 100")


def draw_piece(face: Face) -> Iterator[str]:
    """A face in full, in a square of 100 by 100, to be laid into a larger drawing."""
    return _Piece(face, "full").parts()


def draw_sheet(
    faces: Mapping[str, Face], *, columns: int = 12, size: float = 96.0, gap: float = 8.0
) -> str:
    """All faces side by side, each above its name."""
    step, tall = size + gap, size + gap + 14
    rows = -(-len(faces) // columns)
    width, height = columns * step + gap, rows * tall + gap
    parts = [tag("rect", width=number(width), height=number(height), fill="#ffffff")]
    for i, (name, face) in enumerate(faces.items()):
        x, y = gap + (i % columns) * step, gap + (i // columns) * tall
        drawing = draw_piece(face)
        place = {"x": number(x), "y": number(y), "width": number(size), "height": number(size)}
        parts.append(tag("svg", *drawing, viewBox="0 0 100 100", **place))
        parts.append(_caption(name, x + size / 2, y + size + 11))
    return document(width, height, parts)


def _caption(words: str, x: float, y: float) -> str:
    at = {"x": number(x), "y": number(y)}
    return text(words, text_anchor="middle", font_family="sans-serif", font_size="9", **at)


class _Piece:
    """One face being drawn."""

    def __init__(self, face: Face, detail: Detail) -> None:
        self.face, self.detail = face, detail
        self.fill = counter_colour(face.fill)
        self.ink = counter_colour(face.ink) if face.ink else ink_on(self.fill)

    @property
    def small(self) -> bool:
        return self.detail == "small"

    def parts(self) -> Iterator[str]:
        if self.face.stands:
            yield from self._standing()
        else:
            yield from self._lying()

    def _lying(self) -> Iterator[str]:
        yield from self._body()
        if self.face.hidden:
            yield from self._back()
        elif self.face.shape == "block":
            yield from self._block()
        elif self.face.shape == "counter":
            yield from self._counter()
        else:
            yield from self._marker()

    # Bodies

    def _body(self) -> Iterator[str]:
        """Cardboard or wood, with a bevel of light from the upper left."""
        dark, bright = mixed(self.fill, "#000000", 0.45), mixed(self.fill, "#ffffff", 0.5)
        if self.face.shape == "round":
            yield tag("circle", cx=50, cy=50, r=48, fill=self.fill, stroke=dark, stroke_width=3)
            yield tag("path", d="M9 50A41 41 0 0 1 50 9", **pen(bright, 3))
        elif self.face.shape == "block":
            yield from self._wood(dark, bright)
        elif self.face.shape == "marker":
            d = "M14 2H86L98 14V86L86 98H14L2 86V14Z"
            yield tag("path", d=d, fill=self.fill, stroke=dark, stroke_width=3)
        else:
            yield _box(2, 2, 96, 96, rx=8, fill=self.fill, stroke=dark, stroke_width=2.5)
            yield tag("path", d="M4.5 90V10Q4.5 4.5 10 4.5H90", **pen(bright, 2))

    def _wood(self, dark: str, bright: str) -> Iterator[str]:
        shade = mixed(self.fill, "#000000", 0.28)
        yield _box(1.5, 1.5, 97, 97, rx=9, fill=self.fill, stroke=dark, stroke_width=2)
        yield tag("path", d="M5 95L13 87H87V13L95 5V95Z", fill=shade)
        yield tag("path", d="M5 95V5H95L87 13H13V87Z", fill=mixed(self.fill, bright, 0.6))
        yield _box(12, 12, 76, 76, rx=3, fill=mixed(self.fill, "#ffffff", 0.16))

    def _standing(self) -> Iterator[str]:
        """A block on its edge: the label or the back in front, its thickness above and beside."""
        dark = mixed(self.fill, "#000000", 0.5)
        outline: dict[str, Attribute] = {"stroke": dark, "stroke_width": 2}
        top, side = mixed(self.fill, "#ffffff", 0.42), mixed(self.fill, "#000000", 0.3)
        yield tag("path", d="M2 22L15 3H98L85 22Z", fill=top, **outline)
        yield tag("path", d="M85 22L98 3V78L85 98Z", fill=side, **outline)
        yield _box(2, 22, 83, 76, fill=mixed(self.fill, "#ffffff", 0.16), **outline)
        front = self._back() if self.face.hidden else self._block()
        yield tag("g", *front, transform="translate(-11.5 7) scale(1.1 1.05)")

    def _back(self) -> Iterator[str]:
        faint = pen(mixed(self.fill, self.ink, 0.35), 3)
        yield tag("circle", cx=50, cy=50, r=18, **faint)
        yield tag("path", d="M50 32V68M32 50H68", **faint)

    # Counters

    def _counter(self) -> Iterator[str]:
        if self.face.reduced:
            yield _box(3.5, 64, 93, 31.5, fill="#ffffff", fill_opacity=0.82)
        yield from self._band()
        yield from self._symbol((50, 36.5) if self.small else (self._middle, 45),
                                1.95 if self.small else 1.65)
        yield from self._strengths()
        yield from self._centre()
        if not self.small:
            yield from self._steps()
            yield from self._corners()

    @property
    def _middle(self) -> float:
        """Where the symbol stands: off the name at the right, unless there is one at the left."""
        return 50 if "left" in self.face.texts else 43

    def _band(self) -> Iterator[str]:
        """The formation's colour along the top, with its name and the set-up code."""
        face = self.face
        if face.band:
            colour = counter_colour(face.band)
            edge = mixed(colour, "#000000", 0.3)
            yield _box(3.5, 3.5, 93, 12 if self.small else 17, rx=4, fill=colour, stroke=edge)
        if not self.small:
            ink = ink_on(counter_colour(face.band)) if face.band else self.ink
            yield from self._words("formation", (94, 16.6), 15, 56, anchor="end", ink=ink)
            yield from self._words("set-up", (6, 16.6), 15, 34, anchor="start", ink=ink)

    def _symbol(self, at: tuple[float, float], scale: float) -> Iterator[str]:
        face = self.face
        if not face.symbol:
            return
        fill = counter_colour(face.symbol_fill) if face.symbol_fill else "#fdfcf7"
        width = 2.2 if self.small else 1.7
        move = f"translate({number(at[0])} {number(at[1])}) scale({fine(scale)})"
        yield tag("g", *draw_symbol(face.symbol, self.ink, fill, width), transform=move)
        if face.size_mark and not self.small:
            y = at[1] - 10 * scale - 2
            yield self._text(face.size_mark, (at[0], y), 10, 60, weight=700)

    @property
    def _given(self) -> list[Slot]:
        """What stands below the symbol; what a counter carries stands there beside its movement."""
        slots: list[Slot] = [s for s in ("attack", "defence", "movement") if s in self.face.texts]
        return ["centre", *slots] if slots and "centre" in self.face.texts else slots

    def _strengths(self) -> Iterator[str]:
        """Attack, defence and movement side by side; fewer numbers stand wider apart."""
        given = self._given
        places = {1: (50,), 2: (28, 72), 3: (20, 50, 80), 4: (14, 38, 62, 86)}.get(len(given), ())
        size = 37 if self.small else 30
        ink = "#1c1a17" if self.face.reduced else self.ink
        for slot, x in zip(given, places, strict=True):
            room = 96 / len(given) - 2
            yield self._text(self.face.texts[slot], (x, 92), size, room, weight=700, ink=ink)

    def _steps(self) -> Iterator[str]:
        """A square for each step, to the right of the symbol."""
        count = self.face.steps
        for i in range(count):
            y = 45 + (i - (count - 1) / 2) * 7.5 - 2.5
            yield _box(self._middle + 27, y, 4.5, 5, fill=self.ink)

    def _corners(self) -> Iterator[str]:
        yield from self._words("top-left", (6, 32), 13, 30, anchor="start")
        yield from self._words("top-right", (94, 32), 13, 30, anchor="end")
        yield from self._words("left", (19, 45), 17, 44, turn=-90, weight=700)
        yield from self._words("right", (94, 45), 22, 44, turn=-90, weight=700)
        if not {"attack", "defence", "movement"} & self.face.texts.keys():
            yield from self._words("bottom", (50, 88), 18, 88, weight=700)

    def _centre(self) -> Iterator[str]:
        if "centre" in self.face.texts and "centre" not in self._given:
            below = bool(self.face.symbol)
            size, y = (26, 88) if below else (40, 64)
            yield self._text(self.face.texts["centre"], (50, y), size, 86, weight=700)

    # Blocks

    def _block(self) -> Iterator[str]:
        yield from self._edges()
        yield from self._symbol((50, 54 if self.small else 48), 1.75 if self.small else 1.35)
        if not self.small:
            yield from self._words("left", (27, 48), 11, 32, turn=-90)
            yield from self._words("right", (81, 48), 11, 32, turn=-90)
            yield from self._words("formation", (50, 78.5), 20, 56, weight=700)
            yield from self._words("top-left", (15, 25), 12, 20, anchor="start", weight=700)
            yield from self._words("top-right", (85, 25), 12, 20, anchor="end", weight=700)
            yield from self._words("attack", (15, 85), 13, 20, anchor="start", weight=700)
            yield from self._words("movement", (85, 85), 13, 20, anchor="end", weight=700)
        yield from self._centre()

    def _edges(self) -> Iterator[str]:
        """Pips on the four edges; those on top are the strength that counts."""
        for quarter, strength in enumerate(self.face.edges):
            now = quarter == 0
            if self.small and not now:
                continue
            reach = 6.5 if self.small else 5.2 if now else 2.6
            colour = self.ink if now else mixed(self.fill, self.ink, 0.5)
            y = 22 if self.small else 20 if now else 17
            pips = [_pip(i, strength, reach, y) for i in range(strength)]
            turn = f"rotate({90 * quarter} 50 50)" if quarter else None
            if pips:
                yield tag("path", d="".join(pips), fill=colour, transform=turn)

    # Markers and chits

    def _marker(self) -> Iterator[str]:
        face = self.face
        if face.band:
            band = pen(counter_colour(face.band), 7)
            if face.shape == "round":
                yield tag("circle", cx=50, cy=50, r=41, **band)
            else:
                yield _box(9, 9, 82, 82, rx=5, **band)
        worded = bool(face.texts.get("bottom")) and not self.small
        yield from self._symbol((50, 42 if worded else 50), 1.7 if worded else 2.2)
        if worded:
            yield from self._words("bottom", (50, 84), 15, 78, weight=700)
        if face.symbol and not self.small:
            yield from self._words("top-left", (12, 24), 14, 30, anchor="start", weight=700)
            yield from self._words("top-right", (88, 24), 14, 30, anchor="end", weight=700)
        yield from self._centre()
        if not self.small and not face.symbol:
            yield from self._words("formation", (50, 28), 14, 74)

    # Words

    def _words(
        self, slot: Slot, at: tuple[float, float], size: float, room: float, **how: Any
    ) -> Iterator[str]:
        """The text of a slot, if it has one."""
        if words := self.face.texts.get(slot):
            yield self._text(words, at, size, room, **how)

    def _text(
        self,
        words: str,
        at: tuple[float, float],
        size: float,
        room: float,
        *,
        anchor: str = "middle",
        weight: int = 600,
        turn: float = 0.0,
        ink: str = "",
    ) -> str:
        """Words no larger than fit the room."""
        fit = min(size, room / max(_ems(words), 0.1))
        x, y = number(at[0]), number(at[1])
        return text(
            words,
            x=x,
            y=y,
            font_family="sans-serif",
            font_size=fine(fit),
            font_weight=weight,
            text_anchor=anchor,
            fill=ink or self.ink,
            transform=f"rotate({number(turn)} {x} {y})" if turn else None,
        )


def _pip(i: int, count: int, reach: float, y: float) -> str:
    """One of a row of diamonds along the top edge."""
    x = 50 + (i - (count - 1) / 2) * reach * 2.5
    r = fine(reach)
    return f"M{fine(x)} {fine(y - reach)}l{r} {r}l-{r} {r}l-{r}-{r}Z"


def _ems(words: str) -> float:
    """About how many times as wide as high words are in a bold sans-serif."""
    return sum(0.32 if letter in _ODD else 0.72 if letter.isupper() else 0.6 for letter in words)


def _box(x: float, y: float, width: float, height: float, **attributes: Attribute) -> str:
    place = {"x": fine(x), "y": fine(y), "width": fine(width), "height": fine(height)}
    return tag("rect", **place, **attributes)
