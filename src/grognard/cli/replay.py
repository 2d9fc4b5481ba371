"""``grognard replay FILE``: a record told in sentences."""

from pathlib import Path
from typing import Annotated

import typer

import grognard
from grognard.cli.output import check_language, complain, say
from grognard.cli.problems import Problem
from grognard.cli.shelf import Language
from grognard.cli.telling import told
from grognard.records import Playthrough
from grognard.records.text import RecordFault

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record file.")]
Viewer = Annotated[
    str | None, typer.Option("--side", metavar="SIDE", help="Tell only what this side may know.")
]


def replay(file: RecordFile, lang: Language = "en", side: Viewer = None) -> None:
    """Play a record and tell what happened, up to the first line that does not fit."""
    check_language(lang)
    try:
        tell(grognard.replay(file), lang, side)
    except RecordFault as fault:
        if fault.play is not None:
            tell(fault.play, lang, side)
        complain(str(fault))
        raise typer.Exit(2) from None


def tell(play: Playthrough, lang: str, side: str | None) -> None:
    if side is not None and side not in play.game.sides:
        raise Problem(f"no side {side!r} (there is: {', '.join(play.game.sides)})")
    for line in told(play, lang, side):
        say(line)
    say(f"fingerprint {play.game.state_fingerprint(play.state)}")
