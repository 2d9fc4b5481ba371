"""A table in the terminal: the question, numbered offers, and what happened in sentences."""

from collections import defaultdict
from pathlib import Path
from random import Random

from grognard.cli import textmap
from grognard.cli.output import say
from grognard.cli.problems import lines_about
from grognard.cli.telling import result_line
from grognard.core.actions import Action
from grognard.core.errors import No
from grognard.core.maps import GameMap
from grognard.core.messages import catalogue
from grognard.core.rulings import Refused
from grognard.core.sides import CHANCE, Side
from grognard.hexes import Hex
from grognard.hexes.labels import UnknownHex
from grognard.records import Playthrough
from grognard.records.text import save
from grognard.table import Scene, table_of

LISTED = 40
"""Offers shown before the list is cut short; any can still be typed."""

COMMANDS = ("odds", "map", "look", "all", "undo", "save", "quit")
"""What can be typed besides actions; `terminal.help` tells of each."""


class Leave(Exception):
    """The player gets up."""


class TextTable:
    """One play in the terminal, with some sides played by people and the others by chance."""

    def __init__(self, play: Playthrough, people: tuple[Side, ...], lang: str) -> None:
        self.play, self.people, self.lang = play, people, lang
        self.texts = play.game.catalogue(lang)
        self.rng = Random(play.seed)
        self.told: dict[Side, int] = dict.fromkeys(play.game.sides, 0)
        self.shown: Hex | None = None
        """The middle of the part of the map that was drawn last."""

    def run(self) -> None:
        """Play until the end, or until the player leaves."""
        try:
            while not self.play.is_over:
                self._next()
        except (Leave, EOFError):
            say()
            return
        for side in self.people:
            self._tell(side)
        if self.play.result is not None:
            say(result_line(self.play, self.play.result, self.lang))

    def _next(self) -> None:
        decisions = self.play.decisions
        if self.play.game.rolling(self.play.state) is not None:
            self._ask(CHANCE, [])
            return
        for side in decisions:
            if side not in self.people:
                self.play.do(side, self.play.offers(side).sample(self.rng))
                return
        side = next(iter(decisions))
        self._tell(side)
        offers = list(decisions[side].offers)
        self._show_map(side, offers)
        say(self.texts.say(decisions[side].step.prompt(self.play.game, self.play.state),
                           self.play.game))
        self._list(offers[:LISTED], len(offers))
        self._name_words(offers)
        self._ask(side, offers)

    # The map

    def _show_map(self, side: Side, offers: list[Action]) -> None:
        """The part of the map around what is asked, unless it was just shown."""
        around = textmap.middle(self._map, self._hexes(side, offers))
        if around is not None and around != self.shown:
            self._draw_map(side, around)

    def _draw_map(self, side: Side, around: Hex) -> None:
        self.shown = around
        faces = table_of(self.play.game).faces()
        units = textmap.standing(self._map, self._scene(side), faces)
        for line in textmap.draw(self._map, around, units, side):
            say(line)
        say(f"  {textmap.legend(self._map, catalogue(self.lang, 'drawing'))}")

    @property
    def _map(self) -> GameMap:
        game = self.play.game
        return game.maps[table_of(game).layout().maps[0]]

    def _scene(self, side: Side) -> Scene:
        viewer = side if side != CHANCE else self.people[0]
        return table_of(self.play.game).scene(self.play.view(viewer))

    def _hexes(self, side: Side, offers: list[Action]) -> set[Hex]:
        """The hexes that can be chosen, or else those of the units that can."""
        domains, grid = self.play.game.space.domains, self._map.grid
        named = {name: {offer.arg for offer in offers if domains[offer.kind].name == name}
                 for name in ("hex", "unit")}
        if named["hex"]:
            return {hex for hex in named["hex"] if grid.all >> hex & 1}
        return {grid.hex(piece.at.removeprefix("hex:")) for piece in self._scene(side).pieces
                if piece.unit in named["unit"] and piece.at.startswith("hex:")}

    def _name_words(self, offers: list[Action]) -> None:
        """What one may type: the kinds of actions offered now, and the commands."""
        kinds = dict.fromkeys(offer.kind for offer in offers)
        blanks = {"kinds": ", ".join(kinds), "commands": ", ".join(COMMANDS)}
        say(self.texts.text("terminal.may-type", blanks))

    def _list(self, offers: list[Action], total: int) -> None:
        for number, action in enumerate(offers, 1):
            say(f"{number:>4}  {self.play.game.space.text(action)}")
        if total > len(offers):
            say(f"      ... {total - len(offers)} more: all")

    def _tell(self, side: Side) -> None:
        """What happened since the side last looked, as far as it may know."""
        events = self.play.events(side)
        for event in events[self.told[side]:]:
            say(f"  {self.play.game.describe(event, self.lang)}")
        self.told[side] = len(events)

    def _ask(self, side: Side, offers: list[Action]) -> None:
        name = self.texts.text(f"side.{side}")
        command = input(f"{name}> ").strip()
        try:
            self._obey(side, command, offers)
        except Refused as refused:
            sentence = self.play.game.sentence(refused.ruling, self.lang)
            say(f"  {sentence} [{refused.ruling.rule}]")
        except UnknownHex as fault:
            say(f"  {fault}")
        except (No, OSError) as fault:
            say("\n".join(f"  {line}" for line in lines_about(fault)))

    def _obey(self, side: Side, command: str, offers: list[Action]) -> None:
        word, _, rest = command.partition(" ")
        match word:
            case "quit":
                raise Leave
            case "help" | "?" | "":
                say(self.texts.text("terminal.help"))
            case "look":
                self._look(side)
            case "map":
                around = self._map.grid.hex(rest) if rest else self.shown
                self._draw_map(side, next(iter(self._map.grid)) if around is None else around)
            case "all":
                self._list(offers, len(offers))
            case "undo":
                self.play.undo(side)
                self.told[side] = min(self.told[side], len(self.play.events(side)))
            case "save":
                self._save(rest)
            case "odds":
                self._odds(side, self._meant(rest, offers))
            case _:
                self.play.do(side, self._meant(command, offers))

    def _meant(self, text: str, offers: list[Action]) -> Action | str:
        """An offer by its number, else the text as it was typed."""
        if offers and text.isdecimal() and 0 < int(text) <= len(offers):
            return offers[int(text) - 1]
        return text

    def _save(self, name: str) -> None:
        path = Path(name.strip() or "game.record")
        if path.exists():
            say(f"  {path}: exists already, and nothing is overwritten")
            return
        save(self.play, path)
        say(f"  {path}")

    def _odds(self, side: Side, act: Action | str) -> None:
        odds = self.play.odds(side, act)
        if odds is None:
            say("  -")
            return
        game = self.play.game
        for line in odds.lines:
            say(f"  {self.texts.say(line.label, game)}: {line.value} [{game.cite(line.rule)}]")
        for result, probability in odds.results:
            say(f"  {float(probability):>6.1%}  {result}")
        for message in odds.assumes:
            say(f"  {self.texts.say(message, self.play.game)}")

    def _look(self, side: Side) -> None:
        places: dict[str, list[str]] = defaultdict(list)
        for piece in self._scene(side).pieces:
            places[piece.at].append(piece.face)
        for place, faces in sorted(places.items()):
            say(f"  {place}: {' '.join(faces)}")
