"""The application: endpoints, errors, and the built client."""

import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from anyio import create_task_group, to_thread
from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from grognard.server import live
from grognard.server.answers import language_of, no
from grognard.server.club import matches, telling
from grognard.server.club.attending import attend
from grognard.server.club.desk import Club
from grognard.server.drawings import Drawings
from grognard.server.fields import field_fault
from grognard.server.guard import LOCAL, Guard
from grognard.server.house import House
from grognard.server.imports import Readers
from grognard.server.lids import Lids
from grognard.server.live import Hub
from grognard.server.neighbours import Neighbours
from grognard.server.problems import Problem
from grognard.server.room import Room
from grognard.server.routes import boxes, briefings, doors, games, play, staff, story, tables, talk
from grognard.server.routes.club import CLUB
from grognard.server.staff import Staff
from grognard.server.tabletop import Tables

log = logging.getLogger("grognard.server")

STATIC = Path(__file__).with_name("static")
POLICY = "; ".join([
    "default-src 'self'", "img-src 'self' data: blob:", "style-src 'self' 'unsafe-inline'",
    "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'", "form-action 'none'",
])  # fmt: skip


def create_app(
    room: Room,
    *,
    hosts: Collection[str] = LOCAL,
    static: Path = STATIC,
    drawings: Path | None = None,
    ready: bool = False,
    house: House | None = None,
    club: Club | None = None,
) -> FastAPI:
    """The server around a room; it closes the room when it ends.

    `house` says whose table it is; without one everybody who reaches it is the host. With a `club`
    people sign in.
    `drawings` is a folder where drawn maps are kept, beside what is known of the boxes. With
    `ready` the process that reads records is started and the shelf is looked at, at once.
    """
    house = house or House()
    hub, readers = Hub(house), Readers(room.shelf)
    room.on_change = hub.changed
    attendant = attend(club, hub.changed) if club is not None else None
    if club is not None:
        hub.beside = lambda game: telling.beside(club, game)
        house.is_member = lambda connection: club.visitor(connection) is not None

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        hub.start()
        if attendant is not None:
            attendant.start()
        async with _among(room, hub), create_task_group() as tasks:
            if ready:
                tasks.start_soon(readers.get_ready)
                # The page that is just being opened begins with the shelf.
                look = partial(boxes.look_at_all, room, app.state.lids)
                tasks.start_soon(to_thread.run_sync, look)
            yield
            tasks.cancel_scope.cancel()
        hub.stop()
        if attendant is not None:
            await to_thread.run_sync(attendant.close)
        room.close()

    # No page with documentation: it would load scripts from elsewhere.
    app = FastAPI(
        title="Grognard", docs_url=None, redoc_url=None,
        openapi_url=None if house.shared else "/api/openapi.json",
        lifespan=life,
    )  # fmt: skip
    app.state.club = club
    app.state.readers, app.state.house, app.state.staff = readers, house, Staff()
    app.state.room, app.state.tables = room, Tables(room.shelf, Drawings(drawings))
    app.state.lids = Lids(room.shelf, drawings.with_name("lids") if drawings else None)
    app.add_middleware(Guard, hosts=hosts, house=house)
    # Scenes, faces and maps shrink to a tenth; packing harder costs more than it saves.
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=4)
    for part in (boxes, briefings, tables, doors, games, play, story, staff, talk):
        app.include_router(part.router)
    if club is not None:
        for router in CLUB:
            app.include_router(router)
    _add_live(app, room, hub, club)
    _add_errors(app)
    _add_client(app, static)
    return app


@asynccontextmanager
async def _among(room: Room, hub: Hub) -> AsyncIterator[None]:
    """Among other processes, if the store is shared with any."""
    if not room.store.shared:
        yield
        return
    neighbours = Neighbours(room.store, hub)
    neighbours.start()
    try:
        async with create_task_group() as tasks:
            tasks.start_soon(neighbours.pulse)
            yield
            tasks.cancel_scope.cancel()
    finally:
        await to_thread.run_sync(neighbours.stop)


def _add_live(app: FastAPI, room: Room, hub: Hub, club: Club | None) -> None:
    @app.websocket("/api/games/{id}/live")
    async def listen(socket: WebSocket, id: str) -> None:
        if club is not None and not await to_thread.run_sync(_may_listen, club, hub, socket, id):
            await socket.close(1008)
            return
        await live.serve(socket, room, hub, id)


def _may_listen(club: Club, hub: Hub, socket: WebSocket, id: str) -> bool:
    """Matches are told to members only; guests of other games have the tokens of their seats."""
    return hub.house.is_known(socket) or not matches.is_match(club, id)


# -- errors -------------------------------------------------------------------------------


def _add_errors(app: FastAPI) -> None:
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(SQLAlchemyError, _no_database)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _defect)


async def _problem(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, Problem)
    return no(fault, language_of(request))


async def _no_database(request: Request, fault: Exception) -> Response:
    """Away for a moment, perhaps; who asks again may find it."""
    log.error("the database cannot be read: %s", fault)
    return no(Problem(503, "no-database"), language_of(request))


async def _invalid(request: Request, fault: Exception) -> Response:
    """A field does not fit; the first fault is told."""
    assert isinstance(fault, RequestValidationError)
    first = fault.errors()[0]
    if first["type"] == "json_invalid":
        return no(Problem(400, "malformed"), language_of(request))
    field = ".".join(str(part) for part in first["loc"][1:])
    problem = Problem(422, "field", field=field, detail=field_fault(first))
    return no(problem, language_of(request))


async def _http(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, HTTPException)
    codes = {404: "not-found", 405: "not-allowed", 413: "too-large"}
    problem = Problem(fault.status_code, codes.get(fault.status_code, "malformed"))
    return no(problem, language_of(request))


async def _defect(request: Request, fault: Exception) -> Response:
    """Ours, not the player's; the log of the server has the rest."""
    return no(Problem(500, "defect"), language_of(request))


# -- the client ---------------------------------------------------------------------------


class Client(StaticFiles):
    """The built web client; its own addresses all lead to its one page."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.startswith("api/") or path == "api":
            raise HTTPException(404)
        try:
            answer = await super().get_response(path, scope)
        except HTTPException as fault:
            if fault.status_code != 404 or path.startswith("assets/"):
                raise
            answer = await super().get_response("index.html", scope)
        answer.headers["Content-Security-Policy"] = POLICY
        answer.headers["Cache-Control"] = _keep(path)
        return answer


def _keep(path: str) -> str:
    """Files in ``assets`` have a hash in their names, so they never change."""
    return "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"


def _add_client(app: FastAPI, folder: Path) -> None:
    if (folder / "index.html").is_file():
        app.mount("/", Client(directory=folder, html=True))
