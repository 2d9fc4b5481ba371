"""What each kind of terrain, hexside, line and feature looks like, read from TOML.

`styles/kinds.toml` and `styles/glyphs.toml` give the forms with names of colours; a theme
(`styles/light.toml`, `styles/dark.toml`) gives the colours. A box may add a `style.toml` to a
map's folder: the same tables, and `[colours.light]`, `[colours.dark]`. Lengths are in hex sides.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from grognard.boxes.faults import Faults, meant

THEMES = ("light", "dark")


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of all looks. `rank` orders drawing and legend; `legend = false` keeps it out."""

    rank: int = 0
    legend: bool = True


class Stroke(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One pen along a curve; several make a road's casing and a railway's ties."""

    colour: str
    width: float
    dash: tuple[float, ...] = ()
    cap: Literal["round", "butt"] = "round"
    opacity: float = 1.0


class Ring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line inside a region, `at` so far from its edge: waterlines and contours."""

    at: float
    colour: str
    width: float
    opacity: float = 1.0


class Scatter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Glyphs strewn over a region: trees, reeds, peaks."""

    glyphs: tuple[str, ...]
    spacing: float
    margin: float = 0.15
    loose: float = 0.3
    """How far a glyph strays from its row, in spacings."""


class TerrainLook(Look, frozen=True):
    """A region of equal hexes."""

    fill: str
    water: bool = False
    edge: Stroke | None = None
    rings: tuple[Ring, ...] = ()
    grain: str = ""
    scatter: tuple[Scatter, ...] = ()
    letters: str = ""
    """How the names of places on such ground are written; plainly without it."""


class HexsideLook(Look, frozen=True):
    """What runs along a hexside, or sits across it."""

    form: Literal["river", "line", "bridge", "across"] = "line"
    width: float = 0.1
    fill: str = ""
    casing: str = ""
    casing_width: float = 0.02
    meander: float = 0.06
    lens: bool = False
    """Swells in the middle, as a lake does; otherwise it tapers at its source."""
    strokes: tuple[Stroke, ...] = ()
    glyph: str = ""
    upright: bool = False
    letters: str = "river"


class LineLook(Look, frozen=True):
    """A way through the middles of hexes."""

    strokes: tuple[Stroke, ...]
    net: str = "road"
    """Lines of one net join each other; those of different nets lie side by side."""
    bridges: bool = True


class FeatureLook(Look, frozen=True):
    """What stands in a hex."""

    form: Literal["glyph", "letter", "area", "rim", "cover", "none"] = "glyph"
    """``cover``: the hex is drawn as ground of this name, with that of its own behind it:
    ``woods_hill`` where woods stand on a hill."""
    glyph: str = ""
    variants: tuple[str, ...] = ()
    at: tuple[float, float] = (0.0, 0.0)
    size: float = 1.0
    fill: str = ""
    grain: str = ""
    strokes: tuple[Stroke, ...] = ()
    clear: float = 0.0
    """How far around the middle no tree may stand and no name may lie."""
    letters: str = ""
    """The lettering of the name of a hex with this feature."""
    place: bool = False
    """Roads and railways run through the middle of a hex with this feature."""


class Letters(Look, frozen=True):
    """A lettering: names of cities and villages, of rivers and seas."""

    size: float
    family: Literal["serif", "sans-serif"] = "serif"
    weight: int = 400
    italic: bool = False
    colour: str = "ink"
    halo: str = "halo"
    spacing: float = 0.0
    capitals: bool = False


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One path of a glyph."""

    d: str
    fill: str = "none"
    stroke: str = ""
    width: float = 0.02
    opacity: float = 1.0


class Glyph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small drawing around its own middle; `tile` makes it a repeating grain."""

    parts: tuple[Part, ...]
    tile: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Style:
    """All looks in one theme's colours."""

    theme: str
    colours: Mapping[str, str]
    terrain: Mapping[str, TerrainLook]
    hexsides: Mapping[str, HexsideLook]
    lines: Mapping[str, LineLook]
    features: Mapping[str, FeatureLook]
    letters: Mapping[str, Letters]
    glyphs: Mapping[str, Glyph]

    def colour(self, name: str) -> str:
        """The colour of a name; ``none`` and codes (``#rrggbb``) stand for themselves."""
        return self.colours.get(name, name)

    def terrain_look(self, kind: str) -> TerrainLook:
        return _look(self.terrain, kind)

    def hexside_look(self, kind: str) -> HexsideLook:
        return _look(self.hexsides, kind)

    def line_look(self, kind: str) -> LineLook:
        return _look(self.lines, kind)

    def feature_look(self, kind: str) -> FeatureLook:
        return _look(self.features, kind)

    def lettering(self, name: str) -> Letters:
        return self.letters.get(name) or self.letters["place"]


def readings(kind: str) -> Iterator[str]:
    """The kind itself, then with words left off its end, then off its front.

    >>> list(readings("entry_a")), list(readings("german_supply"))
    (['entry_a', 'entry', 'a'], ['german_supply', 'german', 'supply'])
    """
    words = kind.split("_")
    yield kind
    yield from ("_".join(words[:end]) for end in range(len(words) - 1, 0, -1))
    yield from ("_".join(words[start:]) for start in range(1, len(words)))


_K = TypeVar("_K", bound=Look)


def _look(looks: Mapping[str, _K], kind: str) -> _K:
    """The look of a kind or of the nearest more general one; else that of the unknown."""
    known = (looks[name] for name in readings(kind) if name in looks)
    return next(known, looks["unknown"])


_LOOKS: dict[str, type[msgspec.Struct]] = {
    "terrain": TerrainLook,
    "hexsides": HexsideLook,
    "lines": LineLook,
    "features": FeatureLook,
    "letters": Letters,
    "glyphs": Glyph,
}


def load_style(theme: str = "light", *more: Path) -> Style:
    """The style of a theme, with what the `style.toml` files of a box add or change."""
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}{meant(theme, THEMES)}")
    own = Path(str(files("grognard.drawing"))) / "styles"
    names = ("glyphs", "kinds", theme)
    return _Reader(theme).read([*(own / f"{name}.toml" for name in names), *more])


class _Reader:
    """Lays style files over each other and collects every fault before it speaks."""

    def __init__(self, theme: str) -> None:
        self.theme = theme
        self.faults = Faults()
        self.colours: dict[str, str] = {}
        self.tables: dict[str, dict[str, Any]] = {name: {} for name in _LOOKS}
        self.homes: dict[tuple[str, str], str] = {}

    def read(self, paths: list[Path]) -> Style:
        for path in paths:
            self._add(path)
        looks = {name: dict(self._looks(name)) for name in _LOOKS}
        for name, table in looks.items():
            for kind, look in table.items():
                self._check_colours(name, kind, look)
                self._check_glyphs(name, kind, look, looks["glyphs"])
        self.faults.raise_if_any()
        return Style(self.theme, self.colours, **looks)

    def _add(self, path: Path) -> None:
        try:
            found = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
            self.faults.add(path.name, "", str(fault))
            return
        for name, table in found.items():
            if name == "colours":
                self._add_colours(path.name, table)
            elif name in _LOOKS:
                self._add_kinds(path.name, name, table)
            else:
                known = [*_LOOKS, "colours"]
                self.faults.add(path.name, name, f"unknown table{meant(name, known)}")

    def _add_colours(self, file: str, table: dict[str, Any]) -> None:
        mine = table.get(self.theme, {}) if set(table) <= set(THEMES) else table
        for name, code in mine.items():
            if not _is_code(code):
                self.faults.add(file, f"colours.{name}", f"{code!r} is not a colour like #aabbcc")
            self.colours[name] = code

    def _add_kinds(self, file: str, name: str, table: dict[str, Any]) -> None:
        for kind, entries in table.items():
            if not isinstance(entries, dict):
                self.faults.add(file, f"{name}.{kind}", "must be a table")
                continue
            known = self.tables[name]
            base = known.get(entries.get("like", kind), {})
            if "like" in entries and not base:
                self.faults.add(file, f"{name}.{kind}.like", f"no {entries['like']!r} above it")
            known[kind] = {**base, **{k: v for k, v in entries.items() if k != "like"}}
            self.homes[name, kind] = file

    def _looks(self, name: str) -> Iterator[tuple[str, Any]]:
        for kind, entries in self.tables[name].items():
            try:
                yield kind, msgspec.convert(entries, _LOOKS[name])
            except msgspec.ValidationError as fault:
                self.faults.add(self.homes[name, kind], f"{name}.{kind}", str(fault))

    def _check_colours(self, name: str, kind: str, look: Any) -> None:
        for used in _named(msgspec.to_builtins(look), _COLOUR_KEYS):
            if used not in self.colours and not _is_code(used):
                where = f"{name}.{kind}"
                message = f"no colour {used!r}{meant(used, self.colours)}"
                self.faults.add(self.homes[name, kind], where, message)

    def _check_glyphs(self, name: str, kind: str, look: Any, known: Mapping[str, Any]) -> None:
        for used in _named(msgspec.to_builtins(look), _GLYPH_KEYS):
            if used not in known:
                message = f"no glyph {used!r}{meant(used, known)}"
                self.faults.add(self.homes[name, kind], f"{name}.{kind}", message)


_COLOUR_KEYS = {"colour", "fill", "stroke", "casing", "halo"}
_GLYPH_KEYS = {"glyph", "glyphs", "variants", "grain"}


def _named(value: Any, keys: set[str]) -> Iterator[str]:
    """All names that stand under one of these keys, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            names = inner if isinstance(inner, list | tuple) else [inner]
            if key in keys:
                yield from (name for name in names if isinstance(name, str) and name)
            else:
                yield from _named(inner, keys)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _named(inner, keys)


def _is_code(code: object) -> bool:
    if not isinstance(code, str):
        return False
    digits = code.removeprefix("#")
    plain = code.startswith("#") and len(digits) in (3, 6)
    return code == "none" or (plain and all(c in "0123456789abcdefABCDEF" for c in digits))
