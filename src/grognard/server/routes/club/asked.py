"""What the endpoints of a club are asked with: the club itself, and who asks."""

from typing import Annotated, cast

from fastapi import Depends
from starlette.requests import HTTPConnection

from grognard.server.club.accounts import Caller
from grognard.server.club.desk import Club
from grognard.server.club.models import AccountRow
from grognard.server.club.sessions import COOKIE
from grognard.server.guard import address_of


def _club(connection: HTTPConnection) -> Club:
    return cast(Club, connection.app.state.club)


TheClub = Annotated[Club, Depends(_club)]


def _member(connection: HTTPConnection, club: TheClub) -> AccountRow:
    return club.member(connection)


Member = Annotated[AccountRow, Depends(_member)]
"""Whoever is signed in; strangers are turned away."""


def _caller(connection: HTTPConnection) -> Caller:
    return Caller(address_of(connection.scope), connection.headers.get("user-agent", ""))


Calling = Annotated[Caller, Depends(_caller)]


def _key(connection: HTTPConnection) -> str:
    return connection.cookies.get(COOKIE, "")


SessionKey = Annotated[str, Depends(_key)]
"""What the cookie holds."""
