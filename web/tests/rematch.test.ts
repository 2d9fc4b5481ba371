import { expect, test } from "vitest";

import type { Game } from "../src/api/answers";
import { again } from "../src/table/rematch";

const seat = { side_name: "", token: "", name: "", bot: "" };
const game = {
  box: "narva",
  scenario: "krivasoo",
  options: { fog: true },
  dice: "typed",
  lesson: "",
  seats: [
    { ...seat, side: "german", kind: "person", name: "Anna" },
    { ...seat, side: "soviet", kind: "bot", bot: "recruit" },
  ],
} as unknown as Game;

test("the same game once more has the same players", () => {
  expect(again(game, false)).toEqual({
    box: "narva",
    scenario: "krivasoo",
    options: { fog: true },
    dice: "typed",
    players: { german: { kind: "person", name: "Anna" }, soviet: { kind: "bot", bot: "recruit" } },
  });
});

test("the players may change sides", () => {
  expect(again(game, true).players).toEqual({
    german: { kind: "bot", bot: "recruit" },
    soviet: { kind: "person", name: "Anna" },
  });
});

test("a lesson begins anew as a lesson", () => {
  expect(again({ ...game, lesson: "edelweiss" }, true)).toEqual({ box: "narva", lesson: "edelweiss" });
});
