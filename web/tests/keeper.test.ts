import { beforeEach, expect, test, vi } from "vitest";

import type { Difference, Piece, State } from "../src/api/answers";
import { applied, Keeper, type News } from "../src/api/keeper";
import { later, settled } from "./later";
import { part, question, scene, state, whole } from "./told";

const piece = (token: string, at = "hex:0101"): Piece => ({ token, face: "f", at });
const overlay = (id: string, ...hexes: number[]) => ({ id, label: id, hexes });

function change(from: State, version: number, more: Partial<Difference> = {}): Difference {
  return { game: "g", side: "blue", base: from.version, version, log: part(0, 0), ...more };
}
const told = (difference: Difference): News => ({ type: "difference", difference });

test("what a difference does not name stays what it was, the very same", () => {
  const old = state(1);
  const after = applied(old, change(old, 7, { waiting: ["red"] }));
  expect(after).toEqual({ ...old, version: 7, waiting: ["red"], log: part(0, 0) });
  expect(after.scene).toBe(old.scene);
  expect(after.decision).toBe(old.decision);
});

test("nothing is something else than not named", () => {
  const old = state(1, { scene: scene({ score: { standing: "a draw", lines: [] } }) });
  const after = applied(old, change(old, 2, { decision: null, scene: { score: null } }));
  expect([after.decision, after.scene.score]).toEqual([null, null]);
});

test("pieces are edited from the first to the last, each place that of the new list", () => {
  const pieces = ["a", "b", "c", "d", "e"].map((token) => piece(token));
  const old = state(1, { scene: scene({ pieces }) });
  const edits = [
    { at: 0, drop: 1, put: [] },
    { at: 2, drop: 1, put: [piece("x"), piece("y")] },
    { at: 5, drop: 0, put: [piece("a", "hex:0202")] },
  ];
  const after = applied(old, change(old, 2, { scene: { pieces: edits } }));
  expect(after.scene.pieces.map(({ token }) => token).join("")).toBe("bcxyea");
  expect(old.scene.pieces).toHaveLength(5);
});

test("overlays change one by one, go and come in the order told", () => {
  const old = state(1, { scene: scene({ overlays: [overlay("zoc", 1), overlay("supply", 2)] }) });
  const one = applied(old, change(old, 2, { scene: { overlays: [overlay("zoc", 3)] } }));
  expect(one.scene.overlays).toEqual([overlay("zoc", 3), overlay("supply", 2)]);
  const two = { overlays: [overlay("air", 9)], overlay_order: ["air", "supply"] };
  expect(applied(one, change(one, 3, { scene: two })).scene.overlays).toEqual([overlay("air", 9), overlay("supply", 2)]);
});

// -- what is known ------------------------------------------------------------------------

const fetched = vi.fn<() => Promise<State | undefined>>();
const heard: number[] = [];
const keeper = () => new Keeper(fetched, ({ version }) => void heard.push(version));

beforeEach(() => {
  fetched.mockReset();
  heard.length = 0;
});

test("differences are told as states, one upon the other", () => {
  const one = keeper();
  const first = state(1);
  one.hear(whole(first));
  one.hear(told(change(first, 2)));
  one.hear(told(change(state(0, { version: 2 }), 3)));
  expect(heard).toEqual([first.version, 2, 3]);
  expect(fetched).not.toHaveBeenCalled();
});

test("a difference from an unknown state is not guessed at: the whole is asked for", async () => {
  const one = keeper();
  fetched.mockResolvedValue(state(5));
  one.hear(told(change(state(3), 4)));
  await settled();
  expect(heard).toEqual([state(5).version]);
  one.hear(told(change(state(5), 6)));
  expect(heard.at(-1)).toBe(6);
});

test("what is missed while the whole is asked for is asked for again", async () => {
  const one = keeper();
  const slow = later<State | undefined>();
  fetched.mockReturnValueOnce(slow.promise).mockResolvedValueOnce(state(6));
  one.hear(told(change(state(3), 4)));
  one.hear(told(change(state(5), 6)));
  await slow.come(state(4));
  await settled();
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(heard.at(-1)).toBe(state(6).version);
});

test("a whole that cannot be had is not asked for without end", async () => {
  const one = keeper();
  fetched.mockResolvedValue(undefined);
  one.hear(told(change(state(3), 4)));
  await settled();
  expect([heard, fetched.mock.calls.length]).toEqual([[], 1]);
});

test("an answer that builds on an unknown state is replaced by the whole", async () => {
  const one = keeper();
  fetched.mockResolvedValue(state(9, { decision: question("now") }));
  const after = await one.answer(told(change(state(3), 4)));
  expect(after?.decision?.prompt).toBe("now");
});

test("of many states the last few are kept", () => {
  const one = keeper();
  for (let seq = 1; seq <= 20; seq++) one.hear(whole(state(seq)));
  fetched.mockResolvedValue(undefined);
  one.hear(told(change(state(1), 99)));
  expect(fetched).toHaveBeenCalledOnce();
  one.hear(told(change(state(20), 100)));
  expect(heard.at(-1)).toBe(100);
});
