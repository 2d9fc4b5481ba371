"""The local server: plays games with a browser, keeps them, and holds the rules."""

from grognard.server.app import create_app
from grognard.server.room import Room
from grognard.server.running import PortTaken, Sharing, run
from grognard.server.shelf import Shelf
from grognard.server.store import Store

__all__ = ["PortTaken", "Room", "Sharing", "Shelf", "Store", "create_app", "run"]
