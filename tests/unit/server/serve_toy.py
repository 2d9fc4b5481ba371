"""A server of the toy in a process of its own: ``python -m tests.unit.server.serve_toy FOLDER``."""

import sys
from pathlib import Path

from grognard.server import create_app
from grognard.server.running import HOST, listen, serve
from tests.unit.server.tables import toy_room

if __name__ == "__main__":
    listening = listen(0)
    print(f"http://{HOST}:{listening.getsockname()[1]}/", flush=True)
    serve(create_app(toy_room(Path(sys.argv[1]))), listening)
