/** Named sets of hexes laid over the map: zones of control, supply, command range ... */

import type { Field } from "../field";
import { sheet, pen } from "../pictures";
import type { Overlay, OverlayLook } from "../scene";
import type { Brush } from "./brush";

interface Region {
  area: Path2D;
  border: Path2D;
}

/** How much of the map covers in one colour hide; the others are patterns. */
const DENSITY: Partial<Record<OverlayLook["cover"], number>> = { tint: 0.22, veil: 0.62 };

const regions = new WeakMap<Overlay, Region>();

export function drawOverlays(brush: Brush, overlays: readonly Overlay[]): void {
  for (const overlay of overlays) {
    drawOverlay(brush, regionOf(overlay, brush.field), overlay.look);
  }
}

function drawOverlay({ ctx, view }: Brush, region: Region, look: OverlayLook): void {
  ctx.save();
  const origin = view.toScreen({ x: 0, y: 0 });
  if (look.cover !== "edge") {
    ctx.save();
    clipTo(ctx, region.area, origin.x, origin.y, view.scale);
    ctx.globalAlpha = DENSITY[look.cover] ?? 0.5;
    const plain = look.cover in DENSITY;
    ctx.fillStyle = plain ? look.colour : (pattern(ctx, look) ?? look.colour);
    ctx.fillRect(0, 0, view.window.width, view.window.height);
    ctx.restore();
  }
  ctx.translate(origin.x, origin.y);
  ctx.scale(view.scale, view.scale);
  ctx.strokeStyle = look.colour;
  ctx.lineJoin = "round";
  ctx.lineWidth = (look.cover === "edge" ? 3.5 : 1.6) / view.scale;
  ctx.globalAlpha = look.cover === "edge" ? 0.9 : 0.7;
  ctx.stroke(region.border);
  ctx.restore();
}

function clipTo(
  ctx: CanvasRenderingContext2D,
  area: Path2D,
  x: number,
  y: number,
  scale: number,
): void {
  const moved = new Path2D();
  moved.addPath(area, new DOMMatrix([scale, 0, 0, scale, x, y]));
  ctx.clip(moved);
}

/** The area of a set of hexes and its border: the hexsides with a hex of the set on one side only. */
function regionOf(overlay: Overlay, field: Field): Region {
  const known = regions.get(overlay);
  if (known) return known;
  const region = { area: new Path2D(), border: new Path2D() };
  const inside = new Set(overlay.hexes);
  for (const hex of inside) {
    const cell = field.byHex.get(hex);
    if (!cell) continue;
    const sides = field.sides(cell);
    sides.forEach(({ from: { x, y } }, index) =>
      index ? region.area.lineTo(x, y) : region.area.moveTo(x, y),
    );
    region.area.closePath();
    for (const { from, to, across } of sides) {
      if (across && inside.has(across.hex)) continue;
      region.border.moveTo(from.x, from.y);
      region.border.lineTo(to.x, to.y);
    }
  }
  regions.set(overlay, region);
  return region;
}

const patterns = new Map<string, CanvasPattern | null>();

function pattern(ctx: CanvasRenderingContext2D, look: OverlayLook): CanvasPattern | null {
  const key = `${look.cover} ${look.colour}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const made = ctx.createPattern(look.cover === "dots" ? dots(look) : hatching(look), "repeat");
  patterns.set(key, made);
  return made;
}

function hatching({ colour, cover }: OverlayLook): HTMLCanvasElement {
  const canvas = sheet(10, 10);
  const ctx = pen(canvas);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.6;
  for (const shift of [-10, 0, 10]) {
    ctx.moveTo(shift, cover === "rising" ? 10 : 0);
    ctx.lineTo(shift + 10, cover === "rising" ? 0 : 10);
  }
  ctx.stroke();
  return canvas;
}

function dots({ colour }: OverlayLook): HTMLCanvasElement {
  const canvas = sheet(10, 10);
  const ctx = pen(canvas);
  ctx.fillStyle = colour;
  for (const [x, y] of [
    [2.5, 2.5],
    [7.5, 7.5],
  ] as const) {
    ctx.beginPath();
    ctx.arc(x, y, 1.4, 0, 7);
    ctx.fill();
  }
  return canvas;
}
