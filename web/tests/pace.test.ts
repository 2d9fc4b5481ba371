import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Pace } from "../src/table/pace";
import { state } from "./told";

let seen: number[];
const known = new Set<number>();

beforeEach(() => {
  vi.useFakeTimers();
  seen = [];
  known.clear();
});
afterEach(() => void vi.useRealTimers());

function pace(animated = false): Pace {
  const show = ({ seq }: { seq: number }) => {
    if (known.has(seq)) return false;
    seen.push(seq);
    return true;
  };
  return new Pace(show, () => animated);
}

test("news wait for the answer that they tell about", () => {
  const one = pace();
  one.hold();
  one.add(state(2));
  expect(seen).toEqual([]);
  one.at(state(1));
  one.goOn();
  expect(seen).toEqual([1, 2]);
});

test("news older than the answer are dropped, those of the same number are not", () => {
  const one = pace();
  one.hold();
  for (const seq of [1, 2, 3]) one.add(state(seq));
  one.at(state(2));
  one.goOn();
  expect(seen).toEqual([2, 2, 3]);
});

test("what others do is seen one thing after the other", () => {
  const one = pace(true);
  one.add(state(1));
  one.add(state(2));
  expect(seen).toEqual([1]);
  vi.advanceTimersByTime(1000);
  expect(seen).toEqual([1, 2]);
});

test("nobody waits for what tells nothing new", () => {
  const one = pace(true);
  known.add(1);
  one.add(state(1));
  one.add(state(2));
  expect(seen).toEqual([2]);
});

test("after a stop nothing is left, and the next thing is shown at once", () => {
  const seats: number[] = [];
  const one: Pace = new Pace(
    ({ seq }) => {
      seats.push(seq);
      if (seq === 1) one.stop();
      return true;
    },
    () => true,
  );
  one.add(state(1));
  one.add(state(5));
  expect(seats).toEqual([1, 5]);
});
