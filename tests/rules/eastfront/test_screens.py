"""The battle screen, the books of production, and the odds before the dice."""

from fractions import Fraction
from random import Random

import pytest

from grognard.core.actions import Action
from grognard.core.messages import LANGUAGES
from grognard.core.odds import Odds
from grognard.records import Playthrough
from grognard.rules.eastfront.beachhead import PREPARING
from grognard.rules.eastfront.movement import MovementPhase
from grognard.rules.eastfront.production import ProductionPhase
from grognard.rules.eastfront.state import FUTURE, POOL
from grognard.table import Fight, Fighter, Ledger, LedgerLine
from tests.rules.eastfront.fights import battle, blanks, came, combat, fight, fires, loses
from tests.rules.eastfront.table import Table, eastfront, table

# -- the battle --------------------------------------------------------------------------------


def screen(t: Table, side: str = "axis") -> Fight:
    found = t.game.table.scene(t.game.view(t.state, side)).fight
    assert found is not None
    return found


def fighter(t: Table, code: str, side: str = "axis") -> Fighter:
    (found,) = (f for f in screen(t, side).fighters if f.unit == t.unit(code))
    return found


def fact(t: Table, id: str) -> tuple[str, str]:
    (found,) = (sign for sign in screen(t).facts if sign.id == id)
    return found.value.id, found.rule


def test_there_is_no_screen_before_a_battle_is_fought() -> None:
    t = combat(battle("Kursk", "41Pz:3", "3A:3"))
    assert t.game.table.scene(t.game.view(t.state, "axis")).fight is None


@pytest.mark.rule("eastfront:7.22a", "eastfront:7.31b")
def test_the_screen_shows_whose_fire_it_is_and_the_dice_by_block() -> None:
    t = fight(battle("Kursk", "41Pz:3", "3A:3 13A:2", hq="AGS:2@Kharkov"), "Kursk")
    assert screen(t).turn == "soviet"
    assert [f.dice for f in screen(t).fighters] == [(), (), ()]
    fires(t, "13A", 6, 1)
    assert fighter(t, "13A").dice == (6, 1)
    assert fighter(t, "13A").hits == (6,)
    loses(t, "41Pz")
    assert fighter(t, "41Pz").face == "41Pz-2"
    assert [note.id for note in fighter(t, "41Pz").notes] == ["fight.lost"]
    blanks(t, "3A")
    assert screen(t).turn == "axis"


def test_a_block_says_what_it_fires_with_and_by_which_rule() -> None:
    t = fight(battle("Kharkov", "5AK:2", "3A:3", attacker="soviet", active="soviet"), "Kharkov")
    assert fighter(t, "5AK").rule == "1.41b"  # a defender in a major city
    power = fighter(t, "5AK").power
    assert power is not None
    assert power.args == {"fire": "DF", "dice": 2}


@pytest.mark.rule("eastfront:7.34a", "eastfront:7.34c")
def test_half_hits_are_noted_on_the_block() -> None:
    t = fight(battle("Pinsk", "41Pz:3", "3A:3", hq="AGC:2@Baranovichi"), "Pinsk")
    assert fact(t, "protection") == ("fight.hits-per-step", "1.34b")
    blanks(t, "3A")
    fires(t, "41Pz", 6, 1, 1).do("lose 3A")
    # The round is over and the half hit has lapsed; in its middle it was there.
    assert screen(t).over
    t = fight(battle("Pinsk", "41Pz:3 56Pz:3", "3A:3", hq="AGC:2@Baranovichi"), "Pinsk")
    blanks(t, "3A")
    fires(t, "41Pz", 6, 1, 1).do("lose 3A")
    (note,) = fighter(t, "3A").notes
    assert (note.id, note.args) == ("fight.part", {"part": "1/2"})


@pytest.mark.rule("eastfront:7.51d")
def test_the_screen_says_whose_fire_is_suffered() -> None:
    """The attacker assigns repulses and losses, but it is the defender who fires."""
    t = battle("Kotelnikovo", "41Pz:3 5AK:2", "3A:3", hq="AGS:2@Rostov", new=True)
    fight(came(t, _41Pz="Kalach", _5AK="Kalach"), "Kotelnikovo")
    assert screen(t).turn == "soviet"
    fires(t, "3A", 1, 6, 4)
    assert (type(t.step()).__name__, screen(t).turn) == ("ChooseRepulsed", "soviet")
    (event,) = t.heard("repels")
    assert t.game.describe(event).endswith("1 6 4 (hits: 1, repulses: 1).")
    t.do("repulse 5AK")
    assert (type(t.step()).__name__, screen(t).turn) == ("ChooseVictim", "soviet")
    t.do("lose 41Pz")
    assert screen(t).turn == "axis"
    fires(t, "41Pz", 6, 1)
    assert (type(t.step()).__name__, screen(t).turn) == ("ChooseVictim", "axis")
    (event,) = t.heard("fires")
    assert t.game.describe(event) == "41Pz fires at Kotelnikovo (double fire): 6 1 (hits: 1)."


def test_facts_tell_of_lacking_support() -> None:
    supported = fight(battle("Kursk", "41Pz:3", "3A:3", hq="AGS:2@Kharkov"), "Kursk")
    assert "support" not in [sign.id for sign in screen(supported).facts]
    t = fight(battle("Kursk", "41Pz:3", "3A:3"), "Kursk")
    assert fact(t, "support") == ("fight.unsupported", "7.4a")
    assert fact(t, "attacker") == ("side.axis", "7.12a")


def test_an_eliminated_block_stays_on_the_screen() -> None:
    t = fight(battle("Kursk", "41Pz:3", "3A:1", hq="AGS:2@Kharkov"), "Kursk")
    blanks(t, "3A")
    fires(t, "41Pz", 6, 5, 1).do("lose 3A")
    assert [note.id for note in fighter(t, "3A").notes] == ["fight.eliminated"]
    assert screen(t).over
    assert (screen(t).turn, screen(t).facts) == ("", ())


@pytest.mark.rule("eastfront:7.22b")
def test_who_stands_up_again_takes_his_dice_with_him() -> None:
    t = fight(battle("Kursk", "41Pz:3", "3A:3", hq="AGS:2@Kharkov"), "Kursk")
    blanks(t, "3A", "41Pz")
    assert screen(t).over
    assert {f.unit for f in screen(t, "soviet").fighters} == {t.unit("3A"), t.unit("41Pz")}
    mine = screen(t, "axis").fighters
    assert {f.unit for f in mine} == {t.unit("41Pz"), -1}
    (back,) = (f for f in mine if f.unit < 0)
    assert (back.face, back.side, back.dice, back.power) == ("back-brown", "soviet", (), None)


def test_the_next_movement_clears_the_screen() -> None:
    t = fight(battle("Kursk", "41Pz:3", "3A:3", hq="AGS:2@Kharkov"), "Kursk")
    blanks(t, "3A", "41Pz")
    MovementPhase().run(t.game, t.state)
    assert t.game.table.scene(t.game.view(t.state, "soviet")).fight is None


@pytest.mark.rule("eastfront:6.42a", "eastfront:6.42c")
def test_pursuit_is_shown_with_its_dice_to_who_fires() -> None:
    t = table().put("Kharkov", "5AK:3", "3A:2").battle("Kharkov", "soviet")
    t.put("Poltava", "AGS:3").phase("axis", "movement").active("AGS").ask(MovementPhase())
    t.do("move 5AK").do("leave Krasnograd")
    shown = screen(t, "soviet")
    assert (shown.title.id, shown.turn, shown.over) == ("fight.pursuit", "soviet", False)
    assert [sign.rule for sign in shown.facts if sign.id == "protection"] == ["6.42c"]
    t.roll(6, 6)  # two half hits in a major city
    assert fighter(t, "3A", "soviet").dice == (6, 6)
    assert [note.id for note in fighter(t, "5AK", "axis").notes] == ["fight.left"]
    assert [f.dice for f in screen(t, "axis").fighters if f.side == "soviet"] == [()]
    assert screen(t, "axis").title.id == "fight.pursuit-over"


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_on_the_screen_has_a_text(language: str) -> None:
    t = fight(battle("Pinsk", "41Pz:3 56Pz:3", "3A:3"), "Pinsk")
    blanks(t, "3A")
    fires(t, "41Pz", 6, 1, 1).do("lose 3A")
    shown, texts = screen(t), t.game.catalogue(language)
    said = [shown.title, *(sign.value for sign in shown.facts)]
    said += [note for f in shown.fighters for note in f.notes]
    said += [f.power for f in shown.fighters if f.power]
    assert [message.id for message in said if texts.say(message, t.game) == message.id] == []
    assert all(texts.has(f"sign.{sign.id}") for sign in shown.facts)


# -- the odds ----------------------------------------------------------------------------------


def odds(t: Table, side: str, kind: str, arg: int) -> Odds:
    found = t.game.odds(t.state, side, Action(kind, arg))
    assert found is not None
    return found


def test_the_odds_of_a_block_are_exact() -> None:
    t = fight(battle("Kursk", "41Pz:2", "3A:3", hq="AGS:2@Kharkov"), "Kursk")
    blanks(t, "3A")
    found = odds(t, "axis", "fire", t.unit("41Pz"))  # two dice, hits on 5 and 6
    assert dict(found.results) == {"hits-0": Fraction(4, 9), "hits-1": Fraction(4, 9),
                                   "hits-2": Fraction(1, 9)}
    assert found.column == "DF"


def test_the_odds_of_a_battle_add_up_the_whole_side() -> None:
    t = combat(battle("Kursk", "41Pz:1 5AK:1", "3A:3", hq="AGS:2@Kharkov"))
    found = odds(t, "axis", "fight", t.hex("Kursk"))
    assert sum(share for _, share in found.results) == 1
    assert found.chance_of("hits-2") == Fraction(1, 3) * Fraction(1, 6)
    assert [message.id for message in found.assumes] == ["odds.fires-first", "odds.hidden"]
    t.do("fight Kursk").do("done")
    revealed = odds(t, "axis", "resolve", t.hex("Kursk"))
    assert [message.id for message in revealed.assumes] == ["odds.fires-first"]
    assert len(revealed.lines) == len(found.lines) + 1


def test_the_odds_of_a_battle_tell_the_fire_that_is_taken_first() -> None:
    """7.22: the defender shoots first: three dice that hit with a 6."""
    t = combat(battle("Kursk", "41Pz:1 5AK:1", "3A:3", hq="AGS:2@Kharkov"))
    assert odds(t, "axis", "fight", t.hex("Kursk")).suffers == (), "who is hidden tells nothing"
    t.do("fight Kursk").do("done")
    taken = dict(odds(t, "axis", "resolve", t.hex("Kursk")).suffers)
    assert sum(taken.values()) == 1
    assert taken["hits-0"] == Fraction(5, 6) ** 3


def test_the_odds_of_a_battle_hold_the_strike_assigned_to_it() -> None:
    """Two dice that hit on 5 and 6 (13.14a), and a block that hits with a 6."""
    t = combat(battle("Kursk", "5AK:1", "3A:3", hq="AGS:2@Kharkov"))
    alone = odds(t, "axis", "fight", t.hex("Kursk"))
    t.do("strike AGS at Kursk").do("done")
    found = odds(t, "axis", "resolve", t.hex("Kursk"))
    assert alone.chance_of("hits-3") == 0
    assert found.chance_of("hits-3") == Fraction(1, 9) * Fraction(1, 6)
    assert found.chance_of("hits-0") == Fraction(4, 9) * Fraction(5, 6)
    line = found.lines[0]
    assert (line.label.id, line.value, line.rule) == ("odds.strike", "2 DF", "13.14a")
    t.state.cv[t.unit("AGS")] = 0  # lost in a battle of its own: no strike, no dice
    assert odds(t, "axis", "resolve", t.hex("Kursk")).chance_of("hits-2") == 0


def test_the_tail_of_many_dice_is_one_line() -> None:
    t = combat(battle("Kursk", "41Pz:4 56Pz:4 5AK:4", "3A:3", hq="AGS:2@Kharkov"))
    results = odds(t, "axis", "fight", t.hex("Kursk")).results
    assert sum(share for _, share in results) == 1
    assert results[-1][0].endswith("-more")
    assert results[-1][1] <= Fraction(1, 50)
    assert len(results) < 12
    texts = t.game.catalogue("fr")
    assert all(texts.has(f"outcome.{name}") for name, _ in results)


def test_odds_against_hidden_blocks_tell_nothing_of_them() -> None:
    t = combat(battle("Kursk", "41Pz:3", "3A:1 1Sh:3", hq="AGS:2@Kharkov"))
    found = odds(t, "axis", "fight", t.hex("Kursk"))
    for luck in range(5):
        world = t.game.imagine(t.game.view(t.state, "axis"), Random(luck))
        assert t.game.odds(world, "axis", Action("fight", t.hex("Kursk"))) == found


def test_a_lone_battle_waits_for_its_player() -> None:
    """The odds and the enemy's blocks can be looked at before the dice roll."""
    t = combat(battle("Kursk", "41Pz:3", "3A:3")).do("fight Kursk").do("done")
    assert t.step().commits


def test_battles_never_begin_by_themselves() -> None:
    """Nothing but the beginning is left, and it lays enemy blocks open for good."""
    t = combat(battle("Kursk", "41Pz:3", "3A:3", hq="AGS:2@Kharkov", new=True))
    play = Playthrough(t.game, state=t.state)
    play.do("axis", "strike AGS at Kursk")
    assert [action.kind for action in play.offers("axis")] == ["done"]
    assert play.can_undo("axis").allowed


# -- the books ---------------------------------------------------------------------------------


def books(t: Table, side: str) -> Ledger:
    found = t.game.table.ledger(t.state, t.play.decisions[side].step)
    assert isinstance(found, Ledger)
    return found


def line(t: Table, part: str, code: str, side: str = "axis") -> LedgerLine:
    (lines,) = (p.lines for p in books(t, side).parts if p.id == part)
    (found,) = (entry for entry in lines if entry.unit == t.unit(code))
    return found


def producing() -> Table:
    t = table().put("Kharkov", "41Pz:2", "5AK").put("Kiev", "AGS:1").put("Moscow", "3A:1")
    t.off(POOL, "56Pz", "13A").off(FUTURE, "48Pz")
    t.state.arrives[t.unit("48Pz")] = t.state.month + 2
    t.state.arrival_cv[t.unit("48Pz")] = 3
    return t.phase("", "production").ask(ProductionPhase())


@pytest.mark.rule("eastfront:11.41e", "eastfront:11.42a")
def test_the_books_list_prices_of_steps_and_cadres() -> None:
    t = producing()
    assert line(t, "steps", "41Pz").prices == {"step": 8}
    assert line(t, "cadres", "56Pz").prices == {"cadre": 12}
    assert books(t, "axis").parts[0].lines[0].unit == t.unit("AGS")
    codes = {t.game.units[entry.unit].code for part in books(t, "axis").parts
             for entry in part.lines}
    assert codes == {"AGS", "41Pz", "56Pz", "48Pz"}  # 5AK is whole


def test_orders_are_paid_at_once_and_noted_on_their_line() -> None:
    t = producing()
    before = books(t, "axis")
    assert before.spent == 0
    assert before.has == t.state.points["axis"]
    t.do("step 41Pz", "axis")
    assert books(t, "axis").spent == 8
    assert line(t, "steps", "41Pz").ordered == ("step",)


def test_the_books_of_one_side_say_nothing_to_the_other() -> None:
    t = producing()
    before = books(t, "soviet")
    t.do("step 41Pz", "axis")
    assert books(t, "soviet") == before
    view = t.game.view(t.state, "soviet")
    assert view.state.orders["axis"] == ()
    mine = {t.unit("3A"), t.unit("13A")}
    assert {entry.unit for part in before.parts for entry in part.lines} == mine


@pytest.mark.rule("eastfront:11.51")
def test_reinforcements_tell_when_they_come_and_how_they_hurry() -> None:
    t = producing()
    entry = line(t, "coming", "48Pz")
    assert entry.prices == {"early": 0, "hasten": 12}
    assert entry.now is not None
    assert entry.now.args == {"month": t.state.month + 2, "cv": 3}


@pytest.mark.rule("eastfront:15.51b")
def test_a_beachhead_in_preparation_can_be_made_ready() -> None:
    t = table("w42").put("Batumi", "Coast").put("Kiev", "AGS")
    t.state.beachheads[t.unit("Coast")] = PREPARING
    t.phase("", "production").ask(ProductionPhase())
    entry = line(t, "beachheads", "Coast", "soviet")
    assert entry.prices["ready"] == t.game.limits.beachhead_cost
    assert entry.now is not None
    assert entry.now.id == "beachhead.preparing"
    assert "beachheads" not in [part.id for part in books(t, "axis").parts]


# -- the force list ----------------------------------------------------------------------------


def setting_up() -> Table:
    game = eastfront("s42")
    t = Table(game, game.start_state())
    return t.ask(*reversed(t.state.stack))


@pytest.mark.rule("eastfront:3.22a")
def test_the_force_list_counts_blocks_and_strength_line_by_line() -> None:
    t = setting_up()
    before = books(t, "axis")
    units, cv = t.game.rows.forces["axis"]["armor"].units, t.game.rows.forces["axis"]["armor"].cv
    (armour,) = (part for part in before.parts if part.id == "line-armor")
    assert armour.note is not None
    assert armour.note.args == {"units": units, "cv": cv}
    assert before.spent == 0
    t.do("deploy 41Pz strength 4 at Kharkov")
    (armour,) = (part for part in books(t, "axis").parts if part.id == "line-armor")
    assert armour.note is not None
    assert armour.note.args == {"units": units - 1, "cv": cv - 4}
    assert (books(t, "axis").spent, books(t, "axis").has) == (1, before.has)
    assert t.unit("41Pz") not in [entry.unit for entry in armour.lines]


@pytest.mark.rule("eastfront:3.24a")
def test_who_sets_up_sees_what_is_still_to_be_held() -> None:
    t = setting_up()
    shown = t.game.table.scene(t.game.view(t.state, "axis")).overlays["frontier"]
    frontier = t.game.rows.frontier["axis"]
    assert {hex for hex in t.game.grid if frontier >> hex & 1} <= set(shown)
    assert t.game.table.scene(t.game.view(t.state, "soviet")).overlays == {}
    first = t.game.grid.label(shown[0])
    t.do(f"deploy 5AK strength 2 at {first}")
    after = t.game.table.scene(t.game.view(t.state, "axis")).overlays["frontier"]
    assert set(after) == set(shown[1:])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", ["s41", "w41", "s42", "w42", "s43", "w43", "s44", "w44"])
def test_every_line_of_the_force_lists_has_a_name(scenario: str, language: str) -> None:
    game = eastfront(scenario)
    texts = game.catalogue(language)
    lines = {line for side in ("axis", "soviet") for line in game.rows.forces[side]}
    lines.add("first_month")
    assert [line for line in lines if not texts.has(f"ledger.line-{line}")] == []


def test_a_hidden_block_in_a_fortress_says_nothing_about_its_strength() -> None:
    """1.46b asks for the strongest defender: of those that the side can read."""
    t = fight(battle("Sevastopol", "41Pz:3", "3A:3", hq="AGS:2@Perekop"), "Sevastopol")
    blanks(t, "3A", "41Pz")
    t.put("Sevastopol", "6A:4")  # came since, and stands
    t.state.face_up |= t.units("3A")
    shown = t.game.table.scene(t.game.view(t.state, "axis")).fight
    assert shown is not None
    assert [f.rule for f in shown.fighters if f.unit == t.unit("3A")] == ["1.46b"]
    assert t.unit("6A") not in [f.unit for f in shown.fighters]
