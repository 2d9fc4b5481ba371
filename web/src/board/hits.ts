/** What lies under a point of the window. */

import type { Field } from "./field";
import type { BoardPiece, LitSide } from "./scene";
import { inside, pieceInFan, type Fan, type Stacks } from "./stacks";
import type { Point, Transform } from "./transform";

export interface Hit {
  hex: number | undefined;
  piece: BoardPiece | undefined;
  side: LitSide | undefined;
  /** The point lies on a stack that is spread out. */
  inFan: boolean;
}

const NEAR_SIDE = 14;

export function hit(
  at: Point,
  view: Transform,
  field: Field,
  stacks: Stacks,
  sides: readonly LitSide[],
  open: Fan | undefined,
): Hit {
  if (open && inside(open.panel, at))
    return { hex: open.hex, piece: pieceInFan(open, at), side: undefined, inFan: true };
  const point = view.toMap(at);
  const cell = field.at(point);
  const side = nearestSide(point, sides, NEAR_SIDE / view.scale);
  const piece = cell && stacks.under(cell.hex, point);
  return { hex: cell?.hex, piece, side, inFan: false };
}

function nearestSide(point: Point, sides: readonly LitSide[], reach: number): LitSide | undefined {
  let nearest: LitSide | undefined;
  let best = reach;
  for (const side of sides) {
    const distance = fromSegment(point, side.from, side.to);
    if (distance < best) [nearest, best] = [side, distance];
  }
  return nearest;
}

function fromSegment(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const part = Math.max(0, Math.min(1, along));
  return Math.hypot(point.x - from.x - dx * part, point.y - from.y - dy * part);
}
