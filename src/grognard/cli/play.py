"""``grognard play``: the table in a browser, or a game in the terminal."""

from collections.abc import Mapping
from typing import Annotated

import typer

import grognard
from grognard.boxes import catalogue
from grognard.cli.output import check_language
from grognard.cli.problems import Problem
from grognard.cli.shelf import Choices, Language, ScenarioName, read_options
from grognard.cli.texttable import TextTable
from grognard.records import ALL, Automation, Playthrough

BoxOption = Annotated[
    str | None, typer.Option("--box", metavar="BOX", help="A box; without it, the first.")
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="K", help="Fixes the luck; without it, new luck.")
]
Mine = Annotated[
    list[str] | None,
    typer.Option("--side", metavar="SIDE", help="A side you play; the others play at random."),
]
RealDice = Annotated[bool, typer.Option("--real-dice", help="You roll and type the dice in.")]
Text = Annotated[bool, typer.Option("--text", help="Play in the terminal.")]
Port = Annotated[
    int | None,
    typer.Option("--port", metavar="N", min=0, max=65535, help="Where the table listens."),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Open no page, only tell where.")]

Memory = Annotated[
    int,
    typer.Option("--memory", metavar="MB", min=1, help="About how much open games may take."),
]
Share = Annotated[
    bool, typer.Option("--share", help="Let guests play by links, in this network or beyond.")
]
Address = Annotated[
    str | None,
    typer.Option("--address", metavar="URL", help="With --share: how guests reach the table."),
]
Listen = Annotated[
    str | None,
    typer.Option("--listen", metavar="IP", help="With --share: where it listens (0.0.0.0)."),
]
Proxy = Annotated[
    list[str] | None,
    typer.Option("--proxy", metavar="IP", help="With --share: whose forwarded headers count."),
]


def play(
    box: BoxOption = None,
    scenario: ScenarioName = None,
    option: Choices = None,
    seed: SeedOption = None,
    side: Mine = None,
    lang: Language = "en",
    real_dice: RealDice = False,
    text: Text = False,
    port: Port = None,
    no_browser: NoBrowser = False,
    memory: Memory = 256,
    share: Share = False,
    address: Address = None,
    listen: Listen = None,
    proxy: Proxy = None,
) -> None:
    """Open the table in a browser; with --text, play a game in the terminal."""
    wishes = {"--box": box, "--scenario": scenario, "--option": option, "--seed": seed,
              "--side": side, "--real-dice": real_dice}  # fmt: skip
    if text:
        _play_in_terminal(box, scenario, option, seed, side, lang, real_dice)
        return
    for name, wish in wishes.items():
        if wish is not None and wish is not False and wish != []:
            raise Problem(f"{name} goes with --text; on the table you choose on the page")
    _check_sharing(share, {"--address": address, "--listen": listen, "--proxy": proxy})
    how = (address or "", listen, proxy or [], check_language(lang)) if share else None
    _open_table(port, not no_browser, memory, how)


def _check_sharing(share: bool, wishes: Mapping[str, object]) -> None:
    for name, wish in wishes.items():
        if wish and not share:
            raise Problem(f"{name} goes with --share")
    address = str(wishes["--address"] or "")
    if address and not address.startswith(("http://", "https://")):
        raise Problem(f"--address {address!r} does not begin with http:// or https://")


def _open_table(
    port: int | None, open_browser: bool, memory: int,
    share: tuple[str, str | None, list[str], str] | None,
) -> None:  # fmt: skip
    from grognard.server import Sharing, run  # takes long to import, and only this needs it

    sharing = None
    if share is not None:
        address, listen, proxies, language = share
        sharing = Sharing(listen or Sharing.listen, address, proxies, language)
    run(port, open_browser, memory=memory, sharing=sharing)


def _play_in_terminal(
    box: str | None, scenario: str | None, option: list[str] | None, seed: int | None,
    side: list[str] | None, lang: str, real_dice: bool,
) -> None:  # fmt: skip
    """All sides at one table, or some of them against chance."""
    game = grognard.load(box or _first_box(), scenario, read_options(option))
    for name in side or ():
        if name not in game.sides:
            raise Problem(f"no side {name!r} (there is: {', '.join(game.sides)})")
    automations = ALL - {Automation.DICE} if real_dice else ALL
    started = Playthrough(game, seed=seed, automations=automations)
    TextTable(started, tuple(side or game.sides), check_language(lang)).run()


def _first_box() -> str:
    shelf = list(catalogue.boxes())
    if not shelf:
        raise Problem("there is no box on the shelf")
    return shelf[0]
