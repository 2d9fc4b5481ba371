import { expect, test } from "vitest";

import type { Decision, Piece } from "../src/api/answers";
import { isOffered, nextUnit, oneMore } from "../src/table/errands";

const pieces = [
  { token: "a", face: "a", at: "hex:1", unit: 4 },
  { token: "m", face: "m", at: "hex:1" },
  { token: "b", face: "b", at: "hex:2", unit: 2 },
  { token: "c", face: "c", at: "hex:1", unit: 7 },
] as Piece[];

function asked(...args: number[]): Decision {
  const move = { kind: "move", label: "Move", domain: "unit", args };
  return { side: "red", prompt: "", rule: "", units: [], hexes: [], continues: false, choices: [move] };
}

test("the next unit is the next that can be chosen, in the order in which they lie", () => {
  expect(nextUnit(asked(2, 4, 7), pieces, undefined)).toEqual({ kind: "move", arg: 4 });
  expect(nextUnit(asked(2, 4, 7), pieces, 4)).toEqual({ kind: "move", arg: 2 });
  expect(nextUnit(asked(4, 7), pieces, 4)).toEqual({ kind: "move", arg: 7 });
});

test("after the last one comes the first, and back from the first the last", () => {
  expect(nextUnit(asked(2, 4, 7), pieces, 7)?.arg).toBe(4);
  expect(nextUnit(asked(2, 4, 7), pieces, 4, true)?.arg).toBe(7);
});

test("where no unit can be chosen there is no next one", () => {
  expect(nextUnit(asked(), pieces, 4)).toBeUndefined();
  expect(nextUnit(null, pieces, 4)).toBeUndefined();
});

test("the same again is done by one that stood with the first", () => {
  const first = { kind: "move", arg: 4 };
  expect(oneMore(asked(2, 7), pieces, first, "hex:1")).toEqual({ kind: "move", arg: 7 });
  expect(oneMore(asked(2), pieces, first, "hex:1")).toEqual({ kind: "move", arg: 2 });
  expect(oneMore(asked(2), pieces, { kind: "to", arg: 4 }, "hex:1")).toBeUndefined();
});

test("what is repeated must be offered", () => {
  expect(isOffered(asked(2), { kind: "move", arg: 2 })).toBe(true);
  expect(isOffered(asked(2), { kind: "move", arg: 3 })).toBe(false);
  expect(isOffered(null, { kind: "move", arg: 2 })).toBe(false);
});
