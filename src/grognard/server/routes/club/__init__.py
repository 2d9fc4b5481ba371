"""The endpoints of a public server."""

from grognard.server.routes.club import accounts, lobby, people, tables

CLUB = (accounts.router, lobby.router, people.router, tables.router)
