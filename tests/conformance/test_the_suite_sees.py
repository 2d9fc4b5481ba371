"""Each check of the suite finds the fault that it is there for, planted in the toy game."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.core.actions import Action, Space, Units
from grognard.core.chance import Dice
from grognard.core.events import Event
from grognard.core.game import View
from grognard.core.odds import Odds
from grognard.core.offers import Among, Choices
from grognard.core.rulings import Layer, Ruling
from grognard.core.sides import Side
from grognard.hexes import bits
from grognard.lab.conformance import Case, Reasons, Witness, declared, inspect
from grognard.records import Playthrough
from grognard.records.text import parse, play_back
from grognard.table import Piece
from tests.conformance import toy
from tests.conformance.toy import ENEMY, GONE, GRID, UNITS_OF, Toy, ToyState, ToyTable

Plant = Callable[[pytest.MonkeyPatch], None]


def found(game: Toy, games: int = 30) -> str:
    """The check that finds a fault first."""
    for seed in range(games):
        if faults := inspect(game, seed).found:
            return faults[0].check
    return ""


def test_the_toy_is_clean() -> None:
    game = Toy()
    assert declared(game) == []
    assert [fault for seed in range(12) for fault in inspect(game, seed).found] == []


# -- faults of the data ----------------------------------------------------------------------


def shared_list(patch: pytest.MonkeyPatch) -> None:
    honest = ToyState.copy

    def copy(self: ToyState) -> ToyState:
        new = honest(self)
        new.at = self.at
        return new

    patch.setattr(ToyState, "copy", copy)


def stale_cache(patch: pytest.MonkeyPatch) -> None:
    honest = ToyState.derive

    def derive(self: ToyState, name: str, work: Any, game: Any, *inputs: Any) -> Any:
        kept = self.cache.get(name)
        return kept[1] if kept else honest(self, name, work, game, *inputs)

    patch.setattr(ToyState, "derive", derive)


def broken_invariant(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "faults", lambda self, state: ["a unit is lost"] * (GONE in state.at))


def too_long(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "bound", 12)


def no_result(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "result", lambda self, state: None)


def state_outside_the_state(patch: pytest.MonkeyPatch) -> None:
    memory: list[int] = []
    honest = toy.Move.take

    def take(self: Any, game: Toy, state: ToyState, kind: str, arg: int) -> None:
        memory.append(arg)
        state.moved |= 16 * (len(memory) % 2)
        honest(self, game, state, kind, arg)

    patch.setattr(toy.Move, "take", take)


# -- faults of the offers --------------------------------------------------------------------


def dead_end(patch: pytest.MonkeyPatch) -> None:
    def choices(self: Any, game: Toy, state: ToyState) -> dict[str, Choices]:
        own = state.alive(self.who)
        return {"move": Among(own, Layer("moved", "4.2", state.moved))}

    patch.setattr(toy.Move, "choices", choices)


class Stammering(Among):
    def __iter__(self) -> Iterator[int]:
        return iter([0, 0])


def listed_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(toy, "ALWAYS", Stammering(1))


def outside_the_space(patch: pytest.MonkeyPatch) -> None:
    def choices(self: Any, game: Toy, state: ToyState) -> dict[str, Choices]:
        return {"guard": Among(0b10000)}

    patch.setattr(toy.NameGuard, "choices", choices)


def crash(patch: pytest.MonkeyPatch) -> None:
    def take(self: Any, game: Toy, state: ToyState, outcome: Any) -> None:
        raise ZeroDivisionError("no dice")

    patch.setattr(toy.Battle, "take", take)


def wrong_dice(patch: pytest.MonkeyPatch) -> None:
    class Loaded(Dice):
        def sample(self, rng: Random) -> tuple[int, ...]:
            return (0, 7)

    patch.setattr(toy, "Dice", Loaded)


def unwritable_draw(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(toy, "CHITS", ("chit", "chit"))


def certain_odds(patch: pytest.MonkeyPatch) -> None:
    odds = Odds((), "7+", ())
    patch.setattr(Toy, "odds", lambda self, state, side, act: odds)


def no_rule_number(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(toy.Destination, "rule", "")


# -- faults of the words ---------------------------------------------------------------------


def change_text(patch: pytest.MonkeyPatch, folder: Path, line: str, instead: str = "") -> None:
    for path in Path(toy.__file__).with_name("toy_texts").iterdir():
        rows = path.read_text("utf-8").splitlines()
        changed = [instead if row.startswith(line) else row for row in rows]
        (folder / path.name).write_text("\n".join(changed), "utf-8")
    patch.setattr(Toy, "texts", (folder,))


# -- faults of hidden information ------------------------------------------------------------


def silent_reveal(patch: pytest.MonkeyPatch) -> None:
    def tell(self: ToyState, event: Event) -> None:
        if event.id != "trapped":
            self.news.append(event)

    patch.setattr(ToyState, "tell", tell)


def nothing_hidden(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "view", lambda self, state, side: View(side, state.copy()))


def offers_know_the_trap(patch: pytest.MonkeyPatch) -> None:
    def choices(self: Any, game: Toy, state: ToyState) -> dict[str, Choices]:
        trap = state.trap[ENEMY[self.who]]
        bars = state.occupied() | (1 << trap if trap >= 0 else 0)
        return {"to": Among(state.adjacent(self.unit) | 1 << state.at[self.unit],
                            Layer("occupied", "4.4", bars), outside=("too-far", "4.1"))}

    patch.setattr(toy.Destination, "choices", choices)


def odds_know_the_guard(patch: pytest.MonkeyPatch) -> None:
    honest = Toy.odds

    def odds(self: Toy, state: ToyState, side: Side, action: Action) -> Odds | None:
        answer = honest(self, state, side, action)
        guarded = state.guard[ENEMY[side]] == action.arg
        return answer if guarded or answer is None else Odds(answer.lines, "9+", answer.results)

    patch.setattr(Toy, "odds", odds)


def impossible_guess(patch: pytest.MonkeyPatch) -> None:
    def fill(self: Toy, state: ToyState, side: Side, rng: Random) -> ToyState:
        return state  # the unknown stays unknown

    patch.setattr(Toy, "fill", fill)
    patch.setattr(Toy, "faults", lambda self, state: ["no guard"] * (-1 in state.guard.values()))


def names_hidden_units(patch: pytest.MonkeyPatch) -> None:
    honest = ToyTable.pieces

    def pieces(self: ToyTable, view: View[ToyState]) -> tuple[Piece, ...]:
        own = toy.UNITS_OF[view.side]
        return tuple(piece for piece in honest(self, view) if own >> piece.unit & 1)

    patch.setattr(ToyTable, "pieces", pieces)


def draw_seen_by_all(patch: pytest.MonkeyPatch) -> None:
    """It is said to be red's own, but the next question tells blue who was drawn."""
    patch.setattr(toy.DrawInitiative, "seen_by", property(lambda self: ("red",)))


def order_matters(patch: pytest.MonkeyPatch) -> None:
    def take(self: Any, game: Toy, state: ToyState, kind: str, arg: int) -> None:
        second = state.guard[ENEMY[self.who]] != toy.NONE
        state.guard[self.who] = toy.NONE if second else arg

    patch.setattr(toy.NameGuard, "take", take)


def compounds_on_the_truth(patch: pytest.MonkeyPatch) -> None:
    def judge(self: Playthrough, side: Side, atoms: Sequence[Action]) -> Ruling:
        return self._try(side, atoms, self.state.copy())

    patch.setattr(Playthrough, "_imagine_compound", judge)


@pytest.mark.parametrize(("plant", "check"), [
    (shared_list, "undo"),
    (stale_cache, "round_trip"),
    (broken_invariant, "invariants"),
    (too_long, "invariants"),
    (no_result, "ending"),
    (state_outside_the_state, "undo"),
    (dead_end, "dead_end"),
    (listed_twice, "sound"),
    (outside_the_space, "sound"),
    (crash, "error"),
    (wrong_dice, "record"),
    (unwritable_draw, "record"),
    (certain_odds, "odds"),
    (no_rule_number, "in_earnest"),
    (silent_reveal, "reveals"),
    (nothing_hidden, "progress"),
    (offers_know_the_trap, "imagination"),
    (odds_know_the_guard, "imagination"),
    (impossible_guess, "imagination"),
    (names_hidden_units, "named_units"),
    (draw_seen_by_all, "unseen"),
    (order_matters, "interleavings"),
    (compounds_on_the_truth, "compounds"),
])
def test_a_planted_fault_is_found(
    plant: Plant, check: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert found(Toy()) == check


def test_a_game_watched_now_and_then_is_watched_in_some_stretches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken_invariant(monkeypatch)
    reports = [inspect(Toy(), seed, points=0, watched=0.3) for seed in range(40)]
    seen = [fault.check for report in reports for fault in report.found]
    assert set(seen) == {"invariants"}
    assert 0 < len(seen) < len(reports)


@pytest.mark.parametrize(("line", "instead", "check"), [
    ("too-far", "", "in_earnest"),
    ("too-far", 'too-far = "{who} cannot."', "in_earnest"),
    ("too-far", 'too-far = "{units:units} cannot go there."', "in_earnest"),
    ("Destination", "", "sound"),
    ("moves", 'moves = "{unit:unit} moves to {to:place}."', "accepted"),
    ("win", "", "ending"),
    ("falls", "", "words"),
])
def test_a_text_that_cannot_be_said_is_found(
    line: str, instead: str, check: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    change_text(monkeypatch, tmp_path, line, instead)
    assert found(Toy()) == check


def test_a_word_missing_from_the_start_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    change_text(monkeypatch, tmp_path, "attack")
    assert declared(Toy()) == ["no text for action.attack in en", "no text for action.attack in fr"]


def test_two_units_of_one_name_are_found() -> None:
    game = Toy()
    game.space = Space({**game.space.domains, "move": Units(["R1", "R1", "B1", "B2"])})
    assert declared(game) == ["'move R1' parses as [Action(kind='move', arg=1)]"]


def test_refusals_that_name_no_rule_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def choices(self: Any, game: Toy, state: ToyState) -> dict[str, Choices]:
        return {"to": Among(state.adjacent(self.unit) & ~state.occupied())}

    monkeypatch.setattr(toy.Destination, "choices", choices)
    report = inspect(Toy(), seed=1)
    assert report.found == []
    assert report.generic > 0.01
    assert not report.is_clean


def test_a_fault_is_saved_with_the_play_that_led_to_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    crash(monkeypatch)
    fault = next(f for seed in range(30) for f in inspect(Toy(), seed).found)
    first, second = fault.save(tmp_path), fault.save(tmp_path)
    assert first != second
    text = first.read_text("utf-8")
    assert text.startswith(f"# seed {fault.seed}: error: ZeroDivisionError: no dice (")
    play = play_back(parse(text), Toy())
    assert type(play.game.rolling(play.state)).__name__ == "Battle"


# -- reasons that are not the true ones --------------------------------------------------------


def gap(case: Case) -> int:
    start = case.state.at[case.step.unit]
    (q, r), (s, t) = GRID.axial(start), GRID.axial(case.action.arg)
    return max(abs(q - s), abs(r - t), abs(q + r - s - t))


def foes_beside(case: Case) -> list[int]:
    own = [case.state.at[unit] for unit in bits(UNITS_OF[case.side])]
    return [hex for hex in GRID.neighbours(case.state.at[case.action.arg]) if hex in own]


TOY_WITNESSES: dict[str, Witness] = {
    "asked-otherwise": lambda c: c.action.kind not in c.step.choices(c.game, c.state),
    "traps-are-laid": lambda c: bool(c.chosen("trap")),
    "occupied": lambda c: c.action.arg in c.state.at,
    "not-yours": lambda c: c.action.arg not in bits(UNITS_OF[c.side])
    or c.state.at[c.action.arg] == GONE,
    "no-enemy": lambda c: c.action.arg in bits(UNITS_OF[c.side])
    or c.state.at[c.action.arg] == GONE,
    "moved": lambda c: c.action.arg in c.chosen("move", since=("initiative",)),
    "stuck": lambda c: all(hex in c.state.at
                           for hex in GRID.neighbours(c.state.at[c.action.arg])),
    "apart": lambda c: not foes_beside(c),
    "too-far": lambda c: gap(c) != 1,
}


def doubted(witnesses: dict[str, Witness]) -> list[str]:
    """What the check of reasons finds in some games of the toy."""
    check = Reasons(witnesses, {})
    faults = [f for seed in range(20) for f in inspect(Toy(), seed, checks=(check,)).found]
    assert {fault.check for fault in faults} <= {"reasons"}
    assert not faults or check.judged.total() > 0
    return [fault.fault for fault in faults]


def test_the_reasons_of_the_toy_are_true() -> None:
    assert doubted(TOY_WITNESSES) == []


def one_code_for_two_reasons(patch: pytest.MonkeyPatch) -> None:
    def choices(self: Any, game: Toy, state: ToyState) -> dict[str, Choices]:
        occupied = Layer("occupied", "4.4", state.occupied())
        return {"to": Among(state.adjacent(self.unit), occupied, outside=("occupied", "4.1"))}

    patch.setattr(toy.Destination, "choices", choices)


def moved_units_are_stuck(patch: pytest.MonkeyPatch) -> None:
    honest = toy.Move.choices

    def choices(self: Any, game: Toy, state: ToyState) -> dict[str, Choices]:
        offers = honest(self, game, state)
        own = state.alive(self.who)
        offers["move"] = Among(own, Layer("stuck", "4.3", state.moved),
                               outside=("not-yours", "4.1"))
        return offers

    patch.setattr(toy.Move, "choices", choices)


@pytest.mark.parametrize(("plant", "code"), [
    (one_code_for_two_reasons, "occupied"), (moved_units_are_stuck, "stuck")])
def test_a_reason_that_is_not_true_is_found(
    plant: Plant, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    faults = doubted(TOY_WITNESSES)
    assert faults
    assert all("not true" in fault and f"[{code}, toy:" in fault for fault in faults)


def test_a_code_without_a_witness_is_found() -> None:
    witnesses = {code: w for code, w in TOY_WITNESSES.items() if code != "too-far"}
    assert any("too-far, for which there is no witness" in fault for fault in doubted(witnesses))
