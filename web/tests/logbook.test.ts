import { expect, test } from "vitest";

import { filled, grown } from "../src/table/logbook";
import { line, part } from "./told";

const numbers = (lines: Array<{ n: number }>) => lines.map(({ n }) => n);

test("earlier lines that come twice are put in once", () => {
  const known = part(5, 8).lines;
  const once = filled(known, part(2, 5));
  expect(numbers(once)).toEqual([2, 3, 4, 5, 6, 7]);
  expect(numbers(filled(once, part(2, 5)))).toEqual([2, 3, 4, 5, 6, 7]);
});

test("a gap is filled although more has happened meanwhile", () => {
  const { lines, gap } = grown(part(0, 2).lines, part(5, 7));
  expect(gap).toEqual({ from: 2, to: 5 });
  const longer = grown(lines, part(7, 8)).lines;
  expect(numbers(filled(longer, part(2, 5)))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test("lines of a gap that was taken back meanwhile stay away", () => {
  const { lines } = grown(part(0, 2).lines, part(5, 7));
  const back = grown(lines, { length: 2, from: 1, lines: [line(1, { sentence: "taken back" })] });
  expect(back.lines.map(({ sentence }) => sentence)).toEqual(["line 0", "taken back"]);
  expect(numbers(filled(back.lines, part(2, 5)))).toEqual([0, 1]);
});
