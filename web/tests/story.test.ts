import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Beat, Blow, LogLine, Recap, Scene, State, Story as Told } from "../src/api/answers";
import { settings } from "../src/settings.svelte";
import { lasts, scenery, Stakes } from "../src/table/beats";
import { isFree, Recapper } from "../src/table/recap.svelte";
import { Story, type Listener } from "../src/table/story.svelte";
import { Ticker } from "../src/table/ticker.svelte";
import { turned } from "../src/table/turning";
import { later } from "./later";
import { line, part, question, scene, state } from "./told";

const hexAt = (place: string) => Number(place.slice(4));
const held = scene({ pieces: [{ token: "u1", face: "f", at: "hex:7", side: "blue", unit: 1 }] });
const battle = (n: number, hex = 7): Beat => ({ lines: [line(n, { tells: "battle", hexes: [hex], side: "red" })] });
const move = (n: number): Beat => ({ lines: [line(n, { tells: "move", hexes: [1, 2], side: "red" })] });

beforeEach(() => {
  vi.useFakeTimers();
  [settings.tempo, settings.motion, settings.halts] = [undefined, true, true];
});
afterEach(() => void vi.useRealTimers());

// -- beats -----------------------------------------------------------------------------

test("a battle is looked at longer than a move, and fast is faster than slow", () => {
  expect(lasts(battle(1), "slow")).toBeGreaterThan(lasts(move(1), "slow"));
  expect(lasts(battle(1), "fast")).toBeLessThan(lasts(battle(1), "slow"));
});

test("seven battles are no flash", () => {
  expect(7 * lasts(battle(1), "slow")).toBeGreaterThan(15_000);
  expect(7 * lasts(battle(1), "fast")).toBeGreaterThan(4000);
});

test("one looks at what was lost, else at the battle, else where the last line leads", () => {
  const lines = [line(1, { hexes: [1, 2] }), line(2)];
  expect(scenery({ lines })).toEqual([1, 2]);
  expect(scenery({ lines: [...battle(1).lines, line(2, { hexes: [3] })] })).toEqual([7]);
  const blow: Blow = { kind: "place", name: "x", hexes: [9], side: "blue" };
  expect(scenery({ lines, blows: [blow] })).toEqual([9]);
});

test("a battle for one's own units halts once, however often dice are thrown in it", () => {
  const stakes = new Stakes("blue", hexAt);
  expect([1, 2, 3].map((n) => stakes.halts(battle(n), held))).toEqual([true, false, false]);
  expect(stakes.halts(move(4), held)).toBe(false);
  expect(stakes.halts(battle(5), held)).toBe(true);
});

test("a battle among others does not halt", () => {
  expect(new Stakes("blue", hexAt).halts(battle(1, 8), held)).toBe(false);
});

test("what one loses halts, what others lose does not", () => {
  const blow: Blow = { kind: "headquarters", name: "x", hexes: [9], side: "blue" };
  const stakes = new Stakes("blue", hexAt);
  expect(stakes.halts({ ...move(1), blows: [blow] }, held)).toBe(true);
  expect(stakes.halts({ ...move(2), blows: [{ ...blow, side: "red" }] }, held)).toBe(false);
});

// -- the story -------------------------------------------------------------------------

class Ear implements Listener {
  side = "blue";
  plays = true;
  glimpsed: Array<[Scene, readonly LogLine[]]> = [];
  shown: State[] = [];
  asked: number[] = [];
  hexAt = hexAt;

  constructor(
    public state: State | undefined,
    private told: Told | undefined,
  ) {}

  show(state: State): boolean {
    this.state = state;
    return this.shown.push(state) > 0;
  }

  glimpse(now: Scene, lines: readonly LogLine[]): void {
    this.glimpsed.push([now, lines]);
    if (this.state) this.state = { ...this.state, log: { ...this.state.log, length: (lines.at(-1)?.n ?? 0) + 1 } };
  }

  async tale(from: number): Promise<Told | undefined> {
    this.asked.push(from);
    return this.told;
  }
}

const waiting = state(1, { decision: null, log: part(0, 1) });
const after = (length: number) => state(9, { log: part(0, length) });
const tale = (beats: Beat[], to: number): Told => ({ from: 1, to, scene: held, beats });

async function telling(beats: Beat[], to = beats.length + 1): Promise<[Story, Ear]> {
  const ear = new Ear(waiting, tale(beats, to));
  const story = new Story(ear);
  story.pace.add(after(to));
  await vi.advanceTimersByTimeAsync(0);
  return [story, ear];
}

test("each beat is seen as the table was after it, and the state at the end is the server's", async () => {
  const moved = { pieces: [{ at: 0, drop: 1, put: [{ token: "u1", face: "f", at: "hex:8" }] }] };
  const [story, ear] = await telling([{ ...move(1), scene: moved }, move(2)]);
  expect(story.now?.lines[0]?.n).toBe(1);
  expect(ear.glimpsed[0]?.[0].pieces[0]?.at).toBe("hex:8");
  await vi.runAllTimersAsync();
  expect(ear.glimpsed.map(([, lines]) => lines[0]?.n)).toEqual([1, 2]);
  expect(ear.shown).toEqual([after(3)]);
  expect(story.now).toBeUndefined();
});

test("the story waits at one's own battle, unless that is switched off", async () => {
  const [story] = await telling([battle(1), move(2)]);
  await vi.runAllTimersAsync();
  expect(story.waits).toBe(true);
  story.press();
  await vi.runAllTimersAsync();
  expect(story.now).toBeUndefined();
  settings.halts = false;
  const [other] = await telling([battle(1)]);
  expect(other.waits).toBe(false);
});

test("whoever only watches bots is never waited for", async () => {
  const ear = new Ear(waiting, tale([battle(1)], 2));
  ear.plays = false;
  const story = new Story(ear);
  story.pace.add(after(2));
  await vi.runAllTimersAsync();
  expect(ear.shown).toHaveLength(1);
});

test("nothing is told where the player has to choose, in a lesson, or where he wants none of it", () => {
  const tells = (shown: State, next = after(3)) => new Story(new Ear(shown, undefined)).tells(next);
  expect(tells(waiting)).toBe(true);
  expect(tells({ ...waiting, decision: question("mine") })).toBe(false);
  expect(tells(waiting, { ...after(3), side: "red" })).toBe(false);
  settings.tempo = "skip";
  expect(tells(waiting)).toBe(false);
});

test("no motion means no story, until one is asked for", () => {
  settings.motion = false;
  expect(settings.telling).toBe("skip");
  settings.tempo = "fast";
  expect(settings.telling).toBe("fast");
});

test("whoever skips is told no more until he has to choose again", async () => {
  const [story] = await telling([move(1), move(2)]);
  story.pace.add(state(10, { decision: null, log: part(0, 5) }));
  story.skip();
  expect(story.tells(after(6))).toBe(false);
  story.pace.at(after(6));
  story.show(waiting);
  expect(story.tells(after(8))).toBe(true);
});

test("who only watches bots and skips is told on from there", async () => {
  const [story, ear] = await telling([move(1), move(2)]);
  ear.plays = false;
  ear.state = { ...waiting, log: part(0, 3) };
  story.skip();
  ear.state = { ...waiting, log: part(0, 3) };
  expect(story.tells(after(4))).toBe(true);
});

test("a beat that happened after the state is told on the way to the next one", async () => {
  const [, ear] = await telling([move(1), move(2), move(3)], 3);
  await vi.runAllTimersAsync();
  expect(ear.glimpsed.map(([, lines]) => lines[0]?.n)).toEqual([1, 2]);
});

test("lines that were taken back are no story", async () => {
  const ear = new Ear(waiting, { ...tale([move(1)], 2), from: 0 });
  new Story(ear).pace.add(after(2));
  await vi.runAllTimersAsync();
  expect(ear.glimpsed).toEqual([]);
  expect(ear.shown).toHaveLength(1);
});

// -- the recap -------------------------------------------------------------------------

const recap = (from: number, to: number, more: Partial<Recap> = {}): Recap => ({
  from, to, moved: [], fought: [], lost: [], threatened: [],
  blows: [{ kind: "place", name: "x", hexes: [9], side: "blue" }], ...more,
});
const free = { ...question("go on"), passes: ["done"] };

test("an answer within another's turn is none of one's own", () => {
  expect(isFree(free)).toBe(true);
  expect(isFree(question("which loss?"))).toBe(false);
  expect(isFree({ ...free, continues: true })).toBe(false);
});

test("the others' turn is summed up from where the player last acted on his own", async () => {
  const asked: number[] = [];
  const one = new Recapper(async (from) => (asked.push(from), recap(from, 9)), () => true);
  await one.shown(state(1, { log: part(0, 2), decision: free }), false);
  one.acted(state(2, { log: part(0, 3) }), true);
  await one.shown(state(3, { log: part(0, 5), decision: question("which loss?") }), true);
  one.acted(state(4, { log: part(0, 6) }), false);
  await one.shown(state(5, { log: part(0, 9), decision: free }), true);
  expect(asked).toEqual([3]);
  expect(one.open).toBe(true);
  one.acted(state(6, { log: part(0, 10) }), true);
  expect(one.open).toBe(false);
  one.toggle();
  expect(one.open).toBe(true);
});

test("a recap that comes when the player has acted already is not laid before him", async () => {
  const answer = later<Recap | undefined>();
  const one = new Recapper(() => answer.promise, () => true);
  await one.shown(state(1, { log: part(0, 2), decision: null }), false);
  void one.shown(state(2, { log: part(0, 5), decision: free }), true);
  one.acted(state(3, { log: part(0, 6) }), true);
  await answer.come(recap(2, 5));
  expect(one.open).toBe(false);
});

test("a single move is not summed up unasked", async () => {
  const little = { blows: [], moved: [{ side: "red", group: "", count: 1, hexes: [] }] };
  const one = new Recapper(async (from) => recap(from, 9, little), () => true);
  await one.shown(state(1, { log: part(0, 2), decision: null }), false);
  await one.shown(state(2, { log: part(0, 4), decision: free }), true);
  expect(one.open).toBe(false);
  one.toggle();
  expect(one.open).toBe(true);
});

// -- what goes on by itself ------------------------------------------------------------

const phased = (id: string, more: Partial<State> = {}) =>
  state(1, { scene: scene({ phases: [{ id, label: id, now: true }] }), ...more });

test("a phase that closed behind the last unit says so, and what comes next", () => {
  const deed = { decision: free, action: { kind: "move", arg: 1 } };
  const said = turned(phased("move"), phased("fight"), [line(1, { tells: "time" })], deed);
  expect(said).toEqual([
    { id: "closed" },
    { id: "line", sentence: "line 1" },
    { id: "phase", label: "fight", side: "" },
  ]);
});

test("whoever passed knows it", () => {
  const deed = { decision: free, action: { kind: "done", arg: 0 } };
  expect(turned(phased("move"), phased("fight"), [], deed)).toEqual([{ id: "phase", label: "fight", side: "" }]);
});

test("in the middle of a phase nothing is said", () => {
  const deed = { decision: free, action: { kind: "move", arg: 1 } };
  expect(turned(phased("move"), phased("move"), [line(1, { tells: "move" })], deed)).toEqual([]);
});

test("lines are told one by one, the last one longest, and then there is silence", () => {
  const ticker = new Ticker();
  ticker.add(["one", "two"]);
  expect(ticker.line).toBe("one");
  vi.advanceTimersByTime(1500);
  expect(ticker.line).toBe("two");
  vi.advanceTimersByTime(1500);
  expect(ticker.line).toBe("two");
  vi.advanceTimersByTime(5000);
  expect(ticker.line).toBe("");
});

test("what comes while a line is told does not cut it short", () => {
  const ticker = new Ticker();
  ticker.add(["one"]);
  vi.advanceTimersByTime(500);
  ticker.add(["two"]);
  expect(ticker.line).toBe("one");
  vi.advanceTimersByTime(1000);
  expect(ticker.line).toBe("two");
});
