"""The file recipe.toml of a folder of inputs: what the map is made of, and in which words."""

from pathlib import Path

import msgspec

from grognard.boxes.grids import GridSpec


class Anchor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place whose hex is known: the fit is judged by it, or bent to it (`warp`)."""

    place: str
    lat: float
    lon: float
    hexes: str = ""
    pin: bool = False
    """Stays where the projection puts it."""


class Warp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bends the projection a little, so that anchors fall into their hexes."""

    radius_hexes: float
    anchor: list[Anchor]


class Georeference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the hex plane lies on the earth; with `affine` straight from lat and lon."""

    lat0: float = 0.0
    lon0: float = 0.0
    parallels: tuple[float, float] | None = None
    """Standard parallels of the conformal conic; without them the one that touches at lat0."""
    km_per_hex: float = 1.0
    rotation_deg: float = 0.0
    x0_km: float = 0.0
    y0_km: float = 0.0
    affine: tuple[float, float, float, float, float, float] | None = None
    """u = a + b lon + c lat, v = d + e lon + f lat."""


class WaterSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which hexes are all water, by the share of land, sea or lake in them."""

    file: str = ""
    sea_below: float = 0.5
    """Share of land under which a hex is sea."""
    lake_from: float = 0.5
    sea: str = "sea"
    """The terrain of a sea hex."""
    lake: str = "lake"
    sea_name: str = ""
    lake_name: str = ""
    sides: str = ""
    """A list of the share of water along hexsides between land."""
    side_from: float = 0.75
    lake_side_from: float | None = None
    """The same for lakes, if it differs."""
    side_kinds: dict[str, str] = {}
    """From sea and lake to the kind of such a hexside; sides not named are left alone."""
    shore_from: float = 0.02
    """Share of sea from which land is a shore, even where no hex of sea lies beside it."""


class CoursesSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list of rivers or borders; each becomes a chain of hexsides by its method."""

    file: str
    method: str = "crossing"
    """`banks`, `chain` or `crossing`; a row may say its own."""
    kinds: dict[str, str] = {}
    """From the word of the list to the kind of hexside."""
    flows: bool = True
    """Rivers keep off water hexes and their tributaries run on to them; borders do not."""
    banks: str = ""
    """A list of towns with the bank of a river that they lie on; the course gives way to them."""


class LinesSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list of roads or railways, hex by hex or as a route of places."""

    file: str
    kinds: dict[str, str] = {}


class PlacesSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list of places, or one place that is an area."""

    file: str = ""
    area: str = ""
    name: str = ""
    source: str = ""
    kinds: dict[str, str] = {}
    """From the word in the column `size` to the feature; `""` is the word of every row."""
    terrain: dict[str, str] = {}
    """From the same word to the terrain of the hex."""
    terrain_source: str = "reconstruction"
    named: bool = True
    off_map: bool = False
    """Only for the routes of lines."""
    note: str = ""
    note_unless: dict[str, str] = {}


class CoverLayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Regions as polygons, each with the share of its hexes that are of the kind."""

    file: str
    kind: str = ""
    rank: float = 0.0
    """How much the list `rank` of the recipe counts beside the noise."""


class CoverSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Land cover: strips with a mixture of kinds, or layers of polygons one over the other."""

    default: str = "clear"
    regions: str = ""
    worst_first: list[str] = []
    layers: list[CoverLayer] = []
    both: dict[str, str] = {}
    """Two kinds of different layers in one hex, joined by +, and what they make."""
    rank: str = ""
    place: float = 1.0
    beside_place: float = 0.1
    line: float = 0.06
    lines: dict[str, float] = {}
    """What draws open ground: places, lines, and more for some kinds of line."""
    parts: dict[str, tuple[str, str]] = {}
    """From a kind to the ground and the feature on top of it that the map prints for it."""


class SetSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A feature worked out from other sets of hexes; see `sets.py`."""

    kind: str
    hexes: str
    source: str


class SidesSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list of single hexsides, such as ferries."""

    file: str
    kind: str


class WorksSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list of fortified lines: along which course, and facing where."""

    file: str
    kind: str


class InsetSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The map is an inset of a coarser sheet: every hex of a list is drawn again as seven."""

    megahexes: str
    """The list of the coarse hexes; their kinds."""
    of: str
    """The key of the coarser sheet, in the folder beside that of the inset."""
    anchor: tuple[str, str]
    """A coarse hex and the middle of its seven."""
    along_q: tuple[int, int]
    along_r: tuple[int, int]
    """How far the middles lie apart, in axial steps, for one step along each axis."""
    over_links: list[str]
    """The kinds of hexsides of the coarser sheet that lie on the links too."""
    fixes: str = ""
    """A list of corrections of single links; the kind `none` takes away."""
    border: str = ""
    """The kind of hexside between two such groups of seven."""
    features: dict[str, str] = {}
    """From the kind of a coarse hex to the feature of its seven."""


class MapSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of several maps that are cut from the same country."""

    folder: str
    """From the root of the project; its map.toml has the legend."""
    sheets: list[str]
    """The first one gives a hex its label."""
    areas: str = ""
    """Named sets of this map alone."""


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a folder of inputs says about how its map is made."""

    map: str = ""
    """The folder of the finished map, from the root of the project."""
    maps: list[MapSpec] = []
    """Instead of `map`: the maps that are cut from the grid, sheet by sheet."""
    inset: InsetSpec | None = None
    """Of a map that shows a piece of another again, larger."""
    grid: GridSpec | None = None
    """Without it, that of the map.toml of the finished map."""
    v0: float = 0.0
    """Added to the v of the hex plane, so that typed numbers fit."""
    georeference: Georeference | None = None
    anchor: list[Anchor] = []
    warp: Warp | None = None
    water: WaterSpec = WaterSpec()
    courses: list[CoursesSpec] = []
    lines: list[LinesSpec] = []
    places: list[PlacesSpec] = []
    cover: CoverSpec = CoverSpec()
    areas: str = ""
    area_features: list[str] = []
    """Areas, by name or by a pattern with *, that are printed as features."""
    sets: list[SetSpec] = []
    sides: list[SidesSpec] = []
    bridge: str = ""
    """The kind of hexside where a line crosses a river; empty if the map marks none."""
    bridges: dict[str, list[str]] = {}
    """Or several kinds, each with the lines that it serves."""
    crossing: dict[str, float] = {}
    """How much a line shies at a hexside, by its kind."""
    works: list[WorksSpec] = []
    countries: str = ""
    """Rings by name; the first that holds a hex is its country."""
    seas: str = ""
    """Rings by name, for sea hexes and shores."""
    built_up: list[str] = []
    """Terrain on which settlements are no features of their own."""
    one_name: bool = False
    """A hex bears the name of its largest place alone."""
    features: list[str] = []
    """The order of the features in a hex, with patterns."""
    sources: dict[str, str] = {}
    """From how the source of a list begins to one of the words of the project."""


def read_recipe(folder: Path) -> Recipe:
    """The recipe of a folder of inputs; a fault names the file."""
    file = folder / "recipe.toml"
    try:
        return msgspec.toml.decode(file.read_bytes(), type=Recipe)
    except (msgspec.DecodeError, msgspec.ValidationError) as fault:
        raise ValueError(f"{file.name}: {fault}") from None
