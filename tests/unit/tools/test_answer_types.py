"""The web client's types are those of the answers."""

from fastapi.routing import APIRoute

from grognard.server.routes import boxes, briefings, doors, games, play, staff, story, tables, talk
from grognard.server.routes.club import CLUB
from grognard.server.wire import ANSWERS
from tools import answer_types

NOT_JSON = (".svg", "/record", "/export")
NOTHING = 204
"""The status of an answer that says nothing."""


def test_the_schema_is_that_of_the_answers() -> None:
    """Else run ``make types``; `npm test` says the same of the types made of it."""
    assert answer_types.KEPT.read_text("utf-8") == answer_types.written()


def test_every_endpoint_has_an_answer() -> None:
    parts = boxes, briefings, doors, games, play, staff, story, tables, talk
    routers = (*(part.router for part in parts), *CLUB)
    routes = [route for router in routers for route in router.routes
              if isinstance(route, APIRoute)]
    points = {f"{method} {route.path}" for route in routes for method in route.methods or ()
              if not route.path.endswith(NOT_JSON) and route.status_code != NOTHING
              and method != "DELETE"}
    assert points == ANSWERS.keys() - {"error"}


def test_what_stands_below_a_field_is_told_to_the_client() -> None:
    parts = answer_types.schema()["definitions"]
    said = parts["LogLine"]["properties"]["lit"]["description"]
    assert said == "The cells of charts that it was read from."
    assert "from" in parts["LogPart"]["properties"]
