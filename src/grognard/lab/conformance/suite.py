"""One random game, inspected: first played to the end, then followed again with every check."""

import traceback
from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from grognard.ai.random_player import RandomPlayer, kind_by_habit
from grognard.core.actions import Action
from grognard.core.errors import DeadEnd
from grognard.core.game import Decision, Game
from grognard.core.sides import CHANCE, Side
from grognard.core.state import State
from grognard.core.steps import Roll
from grognard.lab.conformance import data, offered, probes, secrets, strays, together, words
from grognard.lab.conformance.point import Check, Point, Tally, in_secret
from grognard.lab.conformance.report import Found, Report, found_in
from grognard.lab.conformance.takeback import Trail, do_and_take_back
from grognard.records import ALL, Automation, Playthrough
from grognard.records.text import RecordFault, parse, play_back, write

CHECKS: tuple[Check, ...] = (
    data.invariants, data.copies, data.round_trip, data.scenes,
    offered.sound, offered.accepted, offered.notation, offered.rolls, offered.odds,
    strays.in_earnest, strays.refused_by_do, strays.of_the_others, strays.malformed,
    secrets.imagination, secrets.reveals, secrets.named_units, secrets.progress,
    secrets.unseen,
    together.interleavings, probes.compounds,
)  # fmt: skip
"""What is checked at every inspected point of a play."""

POINTS = 40
"""Inspected points of a game, if it is that long; secret choices come on top."""
SECRETS = 4
"""Points in secret choices that are inspected whatever the points."""
EAGER = 0.75
"""How many of the games are played by the eager: random movers drift about and rarely meet, and
most rules live where they do."""
SAMPLES = 20
"""How many hexes a player looks at before it goes to one, while the milestones are ahead."""
AIMING = 0.9
"""How often players with an aim go for it; else they do anything at all."""
TAKEN_BACK, WALKED_BACK = 0.2, 0.02
"""How often a decision is taken back and done again, and how often all that can be."""
STRETCH = 50
"""Decisions in a row that are watched, or not, where a long game is watched now and then."""


class Fault(Exception):
    """Something wrong in a play: the check that saw it, and a sentence."""

    def __init__(self, check: str, fault: str) -> None:
        super().__init__(f"{check}: {fault}")
        self.check, self.fault = check, fault


def declared(game: Game[Any]) -> list[str]:
    """What is wrong with a game before anybody plays: its action space and its words."""
    return [*offered.whole_space(game), *words.missing_words(game)]


def inspect(
    game: Game[Any], seed: int, points: int = POINTS, aimed: bool = False,
    checks: tuple[Check, ...] = CHECKS, opening: State | None = None, decisions: int = 0,
    watched: float = 1.0, recorded: bool = True,
) -> Report:
    """Play a random game to the end and inspect it; the report holds at most one fault.

    A long game may be inspected in pieces: from a position on (``opening``), and for so many
    decisions.

    Players of an aimed game go for the goals of their sides, as recruits do: other rules come up
    where armies advance than where they drift. ``checks`` are made at the inspected points:
    all that every game has to pass, unless others are named. Invariants and undo are tried at
    every decision, or in a share of the stretches of a long game (``watched``): they cost several
    times what the play costs, as does its record, written and played back (``recorded``).
    """
    report, tally = Report(games=1), Tally()
    run = RandomGame(game, seed, tally, aimed, opening, watched)
    try:
        run.to_the_end(decisions)
        if recorded:
            _demand("record", run.unlike_its_record())
        report.points = follow(run, points, checks) if points else 0
    except Fault as fault:
        report.found = [found_in(run.shown, fault.check, fault.fault, seed)]
    except DeadEnd as fault:
        report.found = [found_in(run.shown, "dead_end", str(fault), seed)]
    except Exception as fault:
        report.found = [_crash(run, fault, seed)]
    report.decisions, report.refusals = run.decisions, tally.refusals
    passed = {event.id for entry in run.play.log for event in entry.events}
    report.passed.update(passed)
    report.chosen.update({entry.act.kind for entry in run.play.log
                          if isinstance(entry.act, Action)})
    report.through = int(passed >= game.advice.milestones)
    return report


def _crash(run: "RandomGame", fault: Exception, seed: int) -> Found:
    frame = traceback.extract_tb(fault.__traceback__)[-1]
    where = f"{frame.filename.rpartition('/')[2]}:{frame.lineno}"
    return found_in(run.shown, "error", f"{type(fault).__name__}: {fault} ({where})", seed)


class RandomGame:
    """A random play through the public door; ``shown`` is the play to look at after a fault."""

    def __init__(self, game: Game[Any], seed: int, tally: Tally, aimed: bool = False,
                 opening: State | None = None, watched: float = 1.0) -> None:
        self.game, self.tally, self.rng, self.aimed = game, tally, Random(seed), aimed
        self.seed, self.watched = seed, watched
        self.decisions = 0
        self.eager = self.rng.random() < EAGER
        by_hand = self.rng.random() < 0.25  # dice typed in, forced choices made by the player
        self.opening = opening
        self.play = self.shown = self.begun(() if by_hand else ALL)
        self.trail = Trail()
        self.ahead, self._read = set(game.advice.milestones), 0
        self._keen, self._player = RandomPlayer(self.rng, SAMPLES), RandomPlayer(self.rng)

    def begun(self, automations: Collection[Automation]) -> Playthrough:
        state = self.opening.copy() if self.opening else None
        return Playthrough(self.game, seed=self.seed, automations=automations, state=state)

    def to_the_end(self, decisions: int = 0) -> None:
        """Play on until the game is over, or so many decisions have been made."""
        while not self.play.is_over and not (0 < decisions <= self.decisions):
            if (roll := self.game.rolling(self.play.state)) is not None:
                self._roll(roll)
            else:
                self._decide()
        if self.play.is_over:
            _demand("ending", data.ending(Point(self.play, self.rng, self.tally)))

    def _roll(self, roll: Roll) -> None:
        chance = roll.chance(self.game, self.play.state)
        outcome = chance.text(chance.sample(self.rng))
        if not self.play.check(CHANCE, outcome).allowed:
            raise Fault("rolls", f"{type(roll).__name__} samples {outcome} but refuses it")
        self.play.do(CHANCE, outcome)
        self.trail.end()

    def _decide(self) -> None:
        play, rng = self.play, self.rng
        side, decision = rng.choice(list(play.decisions.items()))
        decision.require_offers()
        self.decisions += len(decision.offers) > 1
        action = self._choose(decision)
        if not self.game.space.holds(action):
            raise Fault("sound", f"{action} is not in the action space")
        if self._is_watched():
            self._do_and_look(side, action)
        else:
            play.do(side, action)
            self.trail.end()

    def _is_watched(self) -> bool:
        stretch = (len(self.play.log) // STRETCH, self.seed)
        return self.watched >= 1 or Random(hash(stretch)).random() < self.watched

    def _do_and_look(self, side: Side, action: Action) -> None:
        play, rng, before = self.play, self.rng, self.game.encode(self.play.state)
        if rng.random() < TAKEN_BACK:
            _demand("undo", do_and_take_back(play, side, action, self.tally))
        else:
            play.do(side, action)
        _demand("invariants", data.invariants(Point(play, rng, self.tally)))
        self.trail.note(play, side, before)
        if rng.random() < WALKED_BACK:
            _demand("undo", self.trail.walk_back(play))

    def _choose(self, decision: Decision) -> Action:
        """Any offer; the eager draw the kind of action first, so that one attack weighs as much
        as a hundred hexes to go to. Who has an aim mostly goes for it, and with milestones ahead
        everybody looks for the enemy.
        """
        offers, position = decision.offers, (decision.state, decision.side)
        if self._milestones_ahead():
            return self._keen.choose(decision, self.game.advice.enemies(*position))
        if self.aimed and self.rng.random() < AIMING:
            return self._player.choose(decision, self.game.advice.goals(*position))
        if not self.eager:
            return offers.sample(self.rng)
        kind = kind_by_habit(self.game, offers, self.rng)
        found = offers.choices[kind]
        return Action(kind, found.pick(self.rng.randrange(len(found))))

    def _milestones_ahead(self) -> bool:
        log, read = self.play.log, self._read
        self.ahead -= {event.id for entry in log[read:] for event in entry.events}
        self._read = len(log)
        return bool(self.ahead)

    def unlike_its_record(self) -> Iterator[str]:
        """What its record loses, written and played back."""
        text = write(self.play)
        try:
            again = play_back(parse(text), self.game)
        except RecordFault as fault:
            yield f"it does not replay: {fault}"
            return
        fingerprint = self.game.state_fingerprint
        if fingerprint(again.state) != fingerprint(self.play.state):
            yield "the replayed record ends in another state"
        if write(again).partition("---")[2] != text.partition("---")[2]:
            yield "the replayed record is written differently"


def follow(run: RandomGame, points: int, checks: tuple[Check, ...] = CHECKS) -> int:
    """Do the same again, entry by entry, inspecting some points; returns how many."""
    game, rng, log = run.game, run.rng, run.play.log
    play = run.shown = run.begun(())
    everything = set(CHECKS) <= set(checks)
    chosen = set(rng.sample(range(len(log)), min(points, len(log))))
    inspected, secret, guessed = 0, 0, rng.choice([*chosen, None])
    for place, entry in enumerate(log):
        secret += in_secret(play.state)
        if place in chosen or (in_secret(play.state) and secret <= SECRETS):
            _inspect_point(Point(play, rng, run.tally), checks)
            if everything and place == guessed and run.play.is_over:  # costs a whole game
                _demand("whole_guess", secrets.whole_guess(Point(play, rng, run.tally)))
            inspected += 1
        play.do(entry.side, entry.act)
        for event in play.log[-1].events:
            _demand("words", words.unsaid_event(game, event, run.tally))
    if game.encode(play.state) != game.encode(run.play.state):
        raise Fault("record", "the same choices and rolls end in another state")
    return inspected


def _inspect_point(point: Point, checks: tuple[Check, ...]) -> None:
    for check in checks:
        _demand(check.__name__, check(point))


def _demand(check: str, faults: Iterator[str]) -> None:
    """Stop at the first fault of a check."""
    for fault in faults:
        raise Fault(check, fault)



