"""A table in the terminal: the question, numbered offers, and what happened in sentences."""

from collections import defaultdict
from pathlib import Path
from random import Random

from grognard.cli.output import say
from grognard.cli.problems import lines_about
from grognard.cli.telling import result_line
from grognard.core.actions import Action
from grognard.core.errors import No
from grognard.core.rulings import Refused
from grognard.core.sides import CHANCE, Side
from grognard.records import Playthrough
from grognard.records.text import save
from grognard.table import table_of

LISTED = 40
"""Offers shown before the list is cut short; any can still be typed."""

HELP = """\
  7                   take offer number 7
  move 151G to 2527   write an action, or several that belong together
  odds 7              what offer 7 can bring
  look                where the pieces are
  all                 every offer
  undo                take back your last decision
  save FILE           write the record to a new file
  quit                leave the table"""


class Leave(Exception):
    """The player gets up."""


class TextTable:
    """One play in the terminal, with some sides played by people and the others by chance."""

    def __init__(self, play: Playthrough, people: tuple[Side, ...], lang: str) -> None:
        self.play, self.people, self.lang = play, people, lang
        self.texts = play.game.catalogue(lang)
        self.rng = Random(play.seed)
        self.told: dict[Side, int] = dict.fromkeys(play.game.sides, 0)

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
        say(self.texts.say(decisions[side].step.prompt(self.play.game, self.play.state),
                           self.play.game))
        offers = list(decisions[side].offers)
        self._list(offers[:LISTED], len(offers))
        self._ask(side, offers)

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
        except (No, OSError) as fault:
            say("\n".join(f"  {line}" for line in lines_about(fault)))

    def _obey(self, side: Side, command: str, offers: list[Action]) -> None:
        word, _, rest = command.partition(" ")
        match word:
            case "quit":
                raise Leave
            case "help" | "?" | "":
                say(HELP)
            case "look":
                self._look(side)
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
        viewer = side if side != CHANCE else self.people[0]
        scene = table_of(self.play.game).scene(self.play.view(viewer))
        places: dict[str, list[str]] = defaultdict(list)
        for piece in scene.pieces:
            places[piece.at].append(piece.face)
        for place, faces in sorted(places.items()):
            say(f"  {place}: {' '.join(faces)}")
