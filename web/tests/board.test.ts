import { beforeEach, expect, test, vi } from "vitest";

import type { TableMap } from "../src/api/answers";
import { Controller } from "../src/board/controller";
import { Field } from "../src/board/field";
import type { Hit } from "../src/board/hits";
import { front } from "../src/board/opening";
import type { Painter } from "../src/board/painter";
import { EMPTY } from "../src/board/scene";
import { Sprites } from "../src/board/sprites";
import { fan, Stacks, type Fan } from "../src/board/stacks";
import { Tiles } from "../src/board/tiles";
import { Transform } from "../src/board/transform";
import { later, type Later } from "./later";

class Picture {
  naturalWidth = 10;
  naturalHeight = 10;
  constructor(readonly svg: string) {}
}
vi.stubGlobal("HTMLImageElement", Picture);

const pictures = vi.hoisted(() => ({ coming: new Map<string, unknown>(), drawn: [] as string[] }));
vi.mock("../src/board/pictures", () => ({
  loaded: () => Promise.reject(new Error("no part is fetched here")),
  picture: (svg: string) => (pictures.coming.get(svg) as Later<unknown>).promise,
  sheet: (width: number, height: number) => ({ width, height }),
  pen: () => ({ drawImage: ({ svg }: Picture) => pictures.drawn.push(svg) }),
}));

beforeEach(() => {
  pictures.coming = new Map(["light", "dark"].map((svg) => [svg, later<Picture>()]));
  pictures.drawn = [];
});

const come = (svg: string) => (pictures.coming.get(svg) as Later<Picture>).come(new Picture(svg));

test("the board opens where the armies meet, and where most of them do", () => {
  const at = (side: string, x: number, y: number) => ({ side, x, y });
  const rear = [at("red", 10, 10), at("red", 20, 10), at("red", 30, 10), at("", 960, 902)];
  const skirmish = [at("red", 300, 100), at("blue", 310, 100)];
  const battle = [at("red", 900, 900), at("red", 910, 900), at("blue", 905, 910)];
  const met = front([...rear, ...skirmish, ...battle], 15);
  expect(met).toEqual([...skirmish, ...battle]);
  const view = Transform.opening({ width: 400, height: 300 }, { width: 2000, height: 1000 }, 2, met);
  expect(view.centre).toEqual({ x: 900, y: 900 });
});

test("a part of the map that is played on is framed, margin and all", () => {
  const window = { width: 400, height: 300 };
  const part = [{ x: 500, y: 400 }, { x: 580, y: 440 }]; // prettier-ignore
  const view = Transform.framing(window, { width: 2000, height: 1000 }, part, 10);
  expect(view?.centre).toEqual({ x: 540, y: 420 });
  expect(view?.scale).toBe(4);
  expect(part.every((point) => view?.sees(point))).toBe(true);
  expect(Transform.framing(window, { width: 2000, height: 1000 }, [], 10)).toBeUndefined();
});

test("of two maps the one asked for last is shown, whichever is read last", async () => {
  const tiles = new Tiles(() => undefined);
  const map = { width: 10, height: 10 } as TableMap;
  void tiles.load("light", map, "light");
  void tiles.load("dark", map, "dark");
  await come("dark");
  expect(tiles.quiet).toBe(true);
  await come("light");
  expect(pictures.drawn).toEqual(["dark"]);
});

test("a face that was on its way when the theme changed does not come back", async () => {
  const sprites = new Sprites(() => "light", () => undefined);
  expect(sprites.at("BG", 40)).toBeUndefined();
  sprites.renew(() => "dark");
  expect(sprites.at("BG", 40)).toBeUndefined();
  await come("light");
  expect(sprites.at("BG", 40)).toBeUndefined();
  expect(sprites.quiet).toBe(false);
  await come("dark");
  expect(sprites.at("BG", 40)).toBeDefined();
  expect(pictures.drawn).toEqual(["dark"]);
  expect(sprites.quiet).toBe(true);
});

/** Three counters in one hex, and whoever watches what a press on them means. */
function pointedAt(): { board: Controller; chosen: Hit[]; seen: (ago: number) => void; open: () => boolean } {
  const field = new Field([{ hex: 1, label: "1", x: 200, y: 200 }], 40, "flat");
  const pieces = [0, 1, 2].map((unit) => ({ token: `${unit}`, face: "", hex: 1, side: "", unit, marks: [] }));
  const stacks = new Stacks(pieces, field);
  const window = { width: 400, height: 400 };
  const chosen: Hit[] = [];
  let since = 0;
  const painter = {
    view: new Transform({ x: 200, y: 200 }, 1, window, window),
    field,
    stacks,
    scene: { ...EMPTY, pieces, open: new Set([1]) },
    pointing: { spread: undefined as number | undefined },
    get fan(): Fan | undefined {
      const stack = stacks.byHex.get(this.pointing.spread ?? -1);
      return stack && fan(stack, stacks.counter, this.view);
    },
    fanIsSeen: (after: number) => since > after,
    point(to: object) {
      this.pointing = { ...this.pointing, ...to };
    },
  };
  const wishes = {
    look: () => undefined,
    choose: (hit: Hit) => void chosen.push(hit),
    canLift: () => false,
    lift: () => undefined,
    drop: () => undefined,
  };
  const board = new Controller(painter as unknown as Painter, wishes, () => false);
  return { board, chosen, seen: (ago) => (since = ago), open: () => painter.fan !== undefined };
}

test("a press on a stack that spread out that very moment means the stack", () => {
  vi.useFakeTimers();
  const { board, chosen, seen, open } = pointedAt();
  board.hover({ x: 200, y: 200 });
  vi.advanceTimersByTime(380);
  expect(open()).toBe(true);
  seen(20);
  board.tap({ x: 200, y: 200 }, false);
  expect(chosen.map(({ inFan }) => inFan)).toEqual([false]);
  vi.useRealTimers();
});

test("a press on a stack that has lain spread out means the counter", () => {
  vi.useFakeTimers();
  const { board, chosen, seen } = pointedAt();
  board.hover({ x: 200, y: 200 });
  vi.advanceTimersByTime(380);
  seen(600);
  board.tap({ x: 200, y: 200 }, false);
  expect(chosen.map(({ inFan, piece }) => [inFan, piece?.unit])).toEqual([[true, 1]]);
  vi.useRealTimers();
});

test("a stack that was pressed does not spread out afterwards", () => {
  vi.useFakeTimers();
  const { board, chosen, open } = pointedAt();
  board.hover({ x: 200, y: 200 });
  board.tap({ x: 200, y: 200 }, false);
  vi.advanceTimersByTime(1000);
  expect(chosen).toHaveLength(1);
  expect(open()).toBe(false);
  vi.useRealTimers();
});

test("two counters in a hex are seen to be two, and a high stack stays on it", () => {
  const field = new Field([{ hex: 1, label: "1", x: 200, y: 200 }], 40, "flat");
  const piled = (count: number) => {
    const pieces = Array.from({ length: count }, (_, unit) => ({ token: `${unit}`, face: "", hex: 1, side: "", unit, marks: [] }));
    const xs = new Stacks(pieces, field).byHex.get(1)!.laid.map(({ x }) => x);
    return Math.max(...xs) - Math.min(...xs);
  };
  expect(piled(2)).toBeGreaterThanOrEqual(8);
  expect(piled(9)).toBeLessThanOrEqual(20.001);
});
