/** How counters lie: in stacks on their hexes, or spread out for a closer look. */

import type { Field } from "./field";
import type { BoardPiece } from "./scene";
import { clamp, type Point, type Rect, type Transform } from "./transform";

/** Side of a counter, in sides of a hex. */
const COUNTER = 1.28;
/** How far the next counter of a stack lies aside: two are seen to be two, five still lie on their hex. */
const SHIFT = 0.2;
const SPREAD = 0.5;
const SHOWN = 5;

const FAN_ROW = 6;
const FAN_LEAST = 52;
const FAN_GAP = 8;

export interface Laid extends Point {
  piece: BoardPiece;
}

export interface Stack {
  hex: number;
  centre: Point;
  laid: readonly Laid[];
}

export class Stacks {
  readonly byHex = new Map<number, Stack>();
  readonly byToken = new Map<string, Laid>();
  readonly counter: number;

  constructor(pieces: readonly BoardPiece[], field: Field) {
    this.counter = field.side * COUNTER;
    for (const [hex, together] of grouped(pieces)) {
      const centre = field.byHex.get(hex);
      if (centre === undefined) continue;
      const laid = together.map((piece, index) => {
        const shift = shiftOf(index, together.length) * field.side;
        return { piece, x: centre.x + shift, y: centre.y - shift };
      });
      this.byHex.set(hex, { hex, centre, laid });
      for (const one of laid) this.byToken.set(one.piece.token, one);
    }
  }

  /** The topmost counter of a hex under a point of the map. */
  under(hex: number, point: Point): BoardPiece | undefined {
    const half = this.counter / 2;
    return this.byHex.get(hex)?.laid.findLast(
      ({ x, y }) => Math.abs(point.x - x) <= half && Math.abs(point.y - y) <= half,
    )?.piece;
  }
}

/** Of a high stack only the upper counters are shifted: the rest lies flat below them. */
function shiftOf(index: number, count: number): number {
  const shown = Math.min(count, SHOWN);
  const step = Math.min(SHIFT, SPREAD / Math.max(1, shown - 1));
  return (Math.max(0, index - (count - shown)) - (shown - 1) / 2) * step;
}

function grouped(pieces: readonly BoardPiece[]): Map<number, BoardPiece[]> {
  const groups = new Map<number, BoardPiece[]>();
  for (const piece of pieces) {
    const group = groups.get(piece.hex);
    if (group) group.push(piece);
    else groups.set(piece.hex, [piece]);
  }
  return groups;
}

/** A stack spread out over the map, in pixels of the window. */
export interface Fan {
  hex: number;
  size: number;
  panel: Rect;
  laid: readonly Laid[];
}

export function fan(stack: Stack, counter: number, view: Transform): Fan {
  const size = Math.max(FAN_LEAST, Math.min(84, counter * view.scale));
  const step = size + FAN_GAP;
  const columns = Math.min(stack.laid.length, FAN_ROW);
  const rows = Math.ceil(stack.laid.length / columns);
  const [width, height] = [columns * step + FAN_GAP, rows * step + FAN_GAP];
  const middle = view.toScreen(stack.centre);
  const x = clamp(middle.x - width / 2, 4, Math.max(4, view.window.width - width - 4));
  const y = clamp(middle.y - height / 2, 4, Math.max(4, view.window.height - height - 4));
  // The counter on top comes first: it is the one most often wanted.
  const laid = [...stack.laid].reverse().map(({ piece }, index) => ({
    piece,
    x: x + FAN_GAP + (index % columns) * step + size / 2,
    y: y + FAN_GAP + Math.floor(index / columns) * step + size / 2,
  }));
  return { hex: stack.hex, size, panel: { x, y, width, height }, laid };
}

export function inside(rect: Rect, point: Point, margin = 0): boolean {
  return (
    point.x >= rect.x - margin &&
    point.x <= rect.x + rect.width + margin &&
    point.y >= rect.y - margin &&
    point.y <= rect.y + rect.height + margin
  );
}

export function pieceInFan(open: Fan, point: Point): BoardPiece | undefined {
  const half = open.size / 2 + FAN_GAP / 2;
  return open.laid.find(
    ({ x, y }) => Math.abs(point.x - x) <= half && Math.abs(point.y - y) <= half,
  )?.piece;
}
