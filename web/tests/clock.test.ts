import { expect, test } from "vitest";

import type { Entrant, Match } from "../src/api/answers";
import { canClaim, leftAt, shown } from "../src/club/clock";

const DAY = 86400;
const entrant = (more: Partial<Entrant>): Entrant => ({ side: "red", name: "Anna", ...more });
const words = (days: number, hours: number) => `${days} d ${hours} h`;

test("a clock that stands loses nothing", () => {
  expect(leftAt(entrant({ left: 600 }), { kind: "live", minutes: 10 }, 5000)).toBe(600);
});

test("a live clock runs at once", () => {
  const running = entrant({ left: 600, since: 1000 });
  expect(leftAt(running, { kind: "live", minutes: 10 }, 1060)).toBe(540);
});

test("days are used before the reserve", () => {
  const running = entrant({ left: 5 * DAY, since: 1000 });
  expect(leftAt(running, { kind: "days", days: 3, reserve: 5 }, 1000 + 4 * DAY)).toBe(4 * DAY);
});

test.each([
  [3723, "1:02:03"],
  [59.2, "01:00"],
  [9, "00:09"],
  [-4, "00:00"],
  [3 * DAY + 7200, "3 d 2 h"],
])("%s seconds are shown as %s", (seconds, text) => {
  expect(shown(seconds, words)).toBe(text);
});

test("only the time of the other is claimed", () => {
  const match = {
    game: "g", rated: true, now: 0, pace: { kind: "days", days: 1 },
    entrants: [entrant({ since: 1 }), entrant({ side: "blue", since: 1 })],
  } as Match;
  expect(canClaim(match, "red", DAY)).toBe(false);
  expect(canClaim(match, "red", DAY + 2)).toBe(true);
  expect(canClaim({ ...match, ended: "flag" }, "red", DAY + 2)).toBe(false);
  expect(canClaim({ ...match, entrants: [entrant({ since: 1 })] }, "red", DAY + 2)).toBe(false);
});
