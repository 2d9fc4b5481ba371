import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Beat, State } from "../src/api/answers";
import { Pace, type Chapter, type Teller } from "../src/table/pace";
import { later, settled, type Later } from "./later";
import { line, part, state } from "./told";

let seen: string[];
let chapters: Array<Later<Chapter | undefined>>;

beforeEach(() => {
  vi.useFakeTimers();
  [seen, chapters] = [[], []];
});
afterEach(() => void vi.useRealTimers());

function pace({ tells = false, stays = 1000 } = {}): Pace {
  const teller: Teller = {
    show: ({ seq }) => seen.push(`state ${seq}`) > 0,
    tells: () => tells,
    next: () => {
      const chapter = later<Chapter | undefined>();
      chapters.push(chapter);
      return chapter.promise;
    },
    beat: ({ lines }) => {
      seen.push(`beat ${lines[0]?.n}`);
      return stays;
    },
    end: () => void seen.push("end"),
  };
  return new Pace(teller);
}

const beat = (n: number): Beat => ({ lines: [line(n)] });
const upTo = (seq: number, length: number): State => state(seq, { log: part(0, length) });

test("news wait for the answer that they tell about", () => {
  const one = pace();
  one.hold();
  one.add(state(2));
  expect(seen).toEqual([]);
  one.at(state(1));
  one.goOn();
  expect(seen).toEqual(["state 1", "state 2"]);
});

test("news older than the answer are dropped, those of the same number are not", () => {
  const one = pace();
  one.hold();
  for (const seq of [1, 2, 3]) one.add(state(seq));
  one.at(state(2));
  one.goOn();
  expect(seen).toEqual(["state 2", "state 2", "state 3"]);
});

test("what others do is told one beat after the other, and then the state is shown", async () => {
  const one = pace({ tells: true });
  one.add(upTo(5, 3));
  await chapters[0]?.come({ beats: [beat(1), beat(2)], to: 3 });
  expect(seen).toEqual(["beat 1"]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toEqual(["beat 1", "beat 2"]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toEqual(["beat 1", "beat 2", "end", "state 5"]);
});

test("what comes while something is told is told after it, and nothing is shown in between", async () => {
  const one = pace({ tells: true });
  one.add(upTo(5, 2));
  await chapters[0]?.come({ beats: [beat(1)], to: 2 });
  one.add(upTo(6, 3));
  one.add(upTo(7, 4));
  await vi.advanceTimersByTimeAsync(1000);
  await chapters[1]?.come({ beats: [beat(2), beat(3)], to: 4 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(seen).toEqual(["beat 1", "beat 2", "beat 3", "end", "state 7"]);
});

test("a long story comes in chapters", async () => {
  const one = pace({ tells: true });
  one.add(upTo(5, 9));
  await chapters[0]?.come({ beats: [beat(1)], to: 2 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(chapters).toHaveLength(2);
  await chapters[1]?.come({ beats: [], to: 9 });
  expect(seen.at(-1)).toBe("state 5");
});

test("a beat that waits stays until somebody presses on", async () => {
  const one = pace({ tells: true, stays: Infinity });
  one.add(upTo(5, 3));
  await chapters[0]?.come({ beats: [beat(1), beat(2)], to: 3 });
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(seen).toEqual(["beat 1"]);
  one.press();
  await settled();
  expect(seen).toEqual(["beat 1", "beat 2"]);
});

test("whoever says wait in time is waited for", async () => {
  const one = pace({ tells: true });
  one.add(upTo(5, 3));
  await chapters[0]?.come({ beats: [beat(1), beat(2)], to: 3 });
  one.stay();
  await vi.advanceTimersByTimeAsync(5000);
  expect(seen).toEqual(["beat 1"]);
});

test("whoever skips sees the newest state at once, and no beat after it", async () => {
  const one = pace({ tells: true });
  one.add(upTo(5, 3));
  await chapters[0]?.come({ beats: [beat(1), beat(2)], to: 3 });
  one.add(upTo(6, 4));
  one.skip();
  await vi.advanceTimersByTimeAsync(5000);
  expect(seen).toEqual(["beat 1", "end", "state 6"]);
});

test("whoever skips before the beats have come is not told them when they come", async () => {
  const one = pace({ tells: true });
  one.add(upTo(5, 3));
  one.skip();
  await chapters[0]?.come({ beats: [beat(1)], to: 3 });
  expect(seen).toEqual(["end", "state 5"]);
});

test("a story that cannot be had is shown as it ends", async () => {
  const one = pace({ tells: true });
  one.add(upTo(5, 3));
  await chapters[0]?.come(undefined);
  expect(seen).toEqual(["end", "state 5"]);
});

test("what the player does breaks the story off, and is shown at once", async () => {
  const one = pace({ tells: true });
  one.add(upTo(5, 3));
  await chapters[0]?.come({ beats: [beat(1), beat(2)], to: 3 });
  one.hold();
  one.at(state(6));
  expect(seen).toEqual(["beat 1", "end", "state 6"]);
  one.goOn();
  await vi.advanceTimersByTimeAsync(5000);
  expect(seen).toEqual(["beat 1", "end", "state 6"]);
});

test("after a stop nothing is left, and the next thing is shown at once", () => {
  const seats: number[] = [];
  const one: Pace = new Pace({
    show: ({ seq }) => {
      seats.push(seq);
      if (seq === 1) one.stop();
      return true;
    },
    tells: () => false,
    next: () => Promise.resolve(undefined),
    beat: () => 0,
    end: () => undefined,
  });
  one.add(state(1));
  one.add(state(5));
  expect(seats).toEqual([1, 5]);
});
