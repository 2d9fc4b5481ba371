"""The endpoints of a public server."""

from grognard.server.routes.club import accounts

CLUB = (accounts.router,)
