"""Tables: what does not change during a game. No seat is needed."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Path, Request
from starlette.responses import Response

from grognard.drawing.maps import Detail
from grognard.server.routes.asked import SVG, Here, Language, Stamp, Theme
from grognard.server.shelf import read_options
from grognard.server.tabletop import Tables, Tabletop
from grognard.server.unchanging import Kept, unchanging
from grognard.server.wire.tables import HexFacts
from grognard.server.wording import Wording

router = APIRouter(prefix="/api/tables/{box}/{scenario}/{options}")

JSON = "application/json"


def _table(request: Request, room: Here, box: str, scenario: str, options: str) -> Tabletop:
    game = room.shelf.load(box, scenario, read_options(options))
    tables: Tables = request.app.state.tables
    return tables.of(game, room.shelf.box(box))


Counted = Annotated[int, Path(ge=0, lt=1000)]
Asked = Annotated[Tabletop, Depends(_table)]


@router.get("")
def table(request: Request, top: Asked, language: Language = "en") -> Response:
    """Everything but the pictures."""
    return unchanging(request, top.describe(Wording(top.game, language)), JSON)


@router.get("/maps/{map}.svg")
def map(request: Request, top: Asked, map: str, theme: Theme = "light") -> Response:
    """A drawn map."""
    drawn = top.atlas.whole(top.map(map).id, theme)
    return unchanging(request, Kept.of(drawn.encode()), SVG)


@router.get("/maps/{map}/light.svg")
def light_map(
    request: Request, top: Asked, map: str, theme: Theme = "light", stamp: Stamp = ""
) -> Response:
    """A map in flat colours, drawn at once; parts in more detail may lie over it."""
    drawn = top.atlas.whole(top.map(map).id, theme, Detail.LIGHT)
    return unchanging(request, Kept.of(drawn.encode()), SVG, forever=bool(stamp))


@router.get("/maps/{map}/{detail}/{column}/{row}.svg")
def part_of_map(
    request: Request, top: Asked, map: str, detail: Detail, column: Counted, row: Counted,
    theme: Theme = "light", stamp: Stamp = "",
) -> Response:  # fmt: skip
    """A part of a map in one level of detail."""
    drawn = top.atlas.part(top.map(map).id, theme, detail, column, row)
    return unchanging(request, Kept.of(drawn.encode()), SVG, forever=bool(stamp))


@router.get("/faces.json")
def faces(
    request: Request, top: Asked, theme: Theme = "light", language: Language = "en"
) -> Response:
    """All faces at once; counters look the same in every light."""
    return unchanging(request, top.faces_svg(Wording(top.game, language)), JSON)


@router.get("/faces/{face}.svg")
def face(
    request: Request, top: Asked, face: str, theme: Theme = "light", language: Language = "en"
) -> Response:
    """One counter, block or marker."""
    drawn = top.face_svg(face, Wording(top.game, language))
    return unchanging(request, Kept.of(drawn.encode()), SVG)


@router.get("/hexes/{map}/{hex}")
def hex(
    request: Request,
    top: Asked,
    map: str,
    hex: Annotated[int, Path(ge=0, lt=2**31)],
    language: Language = "en",
) -> Response:
    """What a hex is."""
    told = msgspec.convert(top.hex(Wording(top.game, language), map, hex), HexFacts)
    return unchanging(request, Kept.of(msgspec.json.encode(told)), JSON)
