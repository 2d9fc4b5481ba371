/** What every layer draws with. */

import type { Field } from "../field";
import type { Palette } from "../palette";
import type { Point, Transform } from "../transform";

export interface Brush {
  ctx: CanvasRenderingContext2D;
  view: Transform;
  field: Field;
  palette: Palette;
  /** Device pixels per CSS pixel. */
  ratio: number;
}

/** The outline of a hex, ready to be filled or stroked, in pixels of the window. */
export function outline(brush: Brush, cell: Point, part = 1): Path2D {
  const path = new Path2D();
  for (const corner of brush.field.corners(cell, part)) {
    const { x, y } = brush.view.toScreen(corner);
    path.lineTo(x, y);
  }
  path.closePath();
  return path;
}

/** Whether a hex lies in the window at all. */
export function visible({ view, field }: Brush, point: Point): boolean {
  const { x, y, width, height } = view.seen;
  const margin = field.side * 1.2;
  return (
    point.x > x - margin &&
    point.x < x + width + margin &&
    point.y > y - margin &&
    point.y < y + height + margin
  );
}

/** Length of a hexside on the screen. */
export function sidePixels({ view, field }: Brush): number {
  return view.scale * field.side;
}
