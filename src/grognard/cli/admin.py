"""``grognard serve`` and ``grognard admin``: a server of several processes, and its database."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from grognard.boxes.overrides import home
from grognard.cli.output import complain, say
from grognard.cli.problems import Problem

if TYPE_CHECKING:
    from grognard.server import Store

ENVIRONMENT = "GROGNARD_DATABASE"
"""Where an address with a password is better kept than in a command line."""
Database = Annotated[
    str,
    typer.Option("--database", metavar="URL", envvar=ENVIRONMENT,
                 help="As in postgresql+psycopg://user@localhost/name; without it, those at home."),
]  # fmt: skip
Served = Annotated[
    str,
    typer.Option("--database", metavar="URL", envvar=ENVIRONMENT,
                 help="As in postgresql+psycopg://user@localhost/name; without it, a file."),
]  # fmt: skip
Workers = Annotated[
    int, typer.Option("--workers", metavar="N", min=1, max=64, help="Processes for players.")
]
Bots = Annotated[
    int, typer.Option("--bots", metavar="N", min=0, max=64, help="Processes for bots.")
]
Port = Annotated[
    int | None, typer.Option("--port", metavar="N", min=0, max=65535, help="Where it listens.")
]
Listen = Annotated[str, typer.Option("--listen", metavar="IP", help="Where it listens.")]
Address = Annotated[
    str, typer.Option("--address", metavar="URL", help="How players reach it, by a proxy.")
]
Proxy = Annotated[
    list[str] | None,
    typer.Option("--proxy", metavar="IP", help="Whose forwarded headers count."),
]
Memory = Annotated[
    int, typer.Option("--memory", metavar="MB", min=1, help="For the open games of a process.")
]
Metrics = Annotated[
    str,
    typer.Option("--metrics", metavar="IP:PORT", help="Where the operator, and nobody else, "
                 "reads counts for Prometheus."),
]  # fmt: skip

ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="A TOML file: address, sign_up, [mail]."),
]
Folder = Annotated[
    Path | None, typer.Option("--folder", metavar="DIR", help="Where files are kept.")
]

admin = typer.Typer(no_args_is_help=True, help="Move, back up, export and check a database.")


def serve(
    database: Served = "",
    workers: Workers = 2,
    bots: Bots = 1,
    port: Port = None,
    listen: Listen = "127.0.0.1",
    address: Address = "",
    proxy: Proxy = None,
    memory: Memory = 256,
    metrics: Metrics = "",
    config: ConfigFile = None,
    folder: Folder = None,
) -> None:
    """Serve a club until told to stop: with several processes on PostgreSQL, or with one alone."""
    _check_address(address)
    if not database:
        from grognard.server.club.running import Serving, run_club

        run_club(Serving(port, listen, address, proxy or (), config, folder, memory))
        return
    if metrics and not metrics.rpartition(":")[2].isdigit():
        raise Problem(f"--metrics {metrics!r} is not of the form IP:PORT")
    from grognard.server import crew  # takes long to import, as does all of the server
    from grognard.server.club.config import read_config

    read = read_config(config)
    plan = crew.Plan(database, folder or home(), memory, address or read.address,
                     proxies=proxy or (), workers=workers, bots=bots, metrics=metrics, config=read)
    crew.run(plan, port, listen)


def _check_address(address: str) -> None:
    if address and not address.startswith(("http://", "https://")):
        raise Problem(f"--address {address!r} does not begin with http:// or https://")


def _store(database: str) -> "Store":
    from grognard.server import Store

    return Store.at(_url(database)) if database else Store.in_folder(home())


def _url(database: str) -> str:
    """A file by its path is a database, too."""
    return database if "://" in database else f"sqlite:///{database}"


def _tell(copied: dict[str, int]) -> None:
    say(", ".join(f"{count} {table}" for table, count in copied.items()))


@admin.command("copy")
def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="An address, or a file.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="An address, or a new file.")],
) -> None:
    """Copy all games from a file into PostgreSQL, or back."""
    from grognard.server import moving

    if "://" not in source and not Path(source).is_file():
        raise Problem(f"{source}: there is no such file")
    old, new = _store(source), _store(target)
    try:
        _tell(moving.copy(old, new))
    finally:
        old.close()
        new.close()


@admin.command("backup")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")],
    database: Database = "",
) -> None:
    """Copy everything into a new file, even while games are played."""
    from grognard.server import moving

    store = _store(database)
    try:
        _tell(moving.backup(store, file))
    except FileExistsError:
        raise Problem(f"{file}: exists already, and nothing is overwritten") from None
    finally:
        store.close()


@admin.command("restore")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: Database = "",
) -> None:
    """Put everything from a backup into a database without games."""
    from grognard.server import moving

    store = _store(database)
    try:
        _tell(moving.restore(file, store))
    finally:
        store.close()


@admin.command("export")
def export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where records go.")],
    database: Database = "",
) -> None:
    """Write a record of every game, secrets included."""
    from grognard.server import Room, moving

    room = Room(_store(database))
    try:
        done, faults = moving.export(room, folder)
    finally:
        room.close()
    for fault in faults:
        complain(fault)
    say(f"{done} records in {folder}")


@admin.command("health")
def health(database: Database = "") -> int:
    """Say how a database is; ends with 1 if something is wrong."""
    from grognard.server.backups import FILE
    from grognard.server.health import health as looked

    found = looked(_url(database or str(home() / FILE)))
    for line in found.lines:
        say(line)
    for fault in found.faults:
        complain(fault)
    return 1 if found.faults else 0
