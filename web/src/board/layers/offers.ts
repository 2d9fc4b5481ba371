/** What can be chosen on the map: lit hexes with their costs, targets, hexsides. */

import type { BoardScene, Light, LitSide } from "../scene";
import { outline, sidePixels, visible, type Brush } from "./brush";
import type { Cell } from "../field";

export function drawLights(brush: Brush, { lit }: BoardScene): void {
  for (const light of lit.values()) {
    const cell = brush.field.byHex.get(light.hex);
    if (!cell || !visible(brush, cell)) continue;
    if (light.aim === "target") drawTarget(brush, cell);
    else drawPlace(brush, cell, light.aim === "place" ? 1 : 0.45);
  }
}

function drawPlace(brush: Brush, cell: Cell, strength: number): void {
  const { ctx, palette } = brush;
  const path = outline(brush, cell, 0.93);
  ctx.globalAlpha = 0.22 * strength;
  ctx.fillStyle = palette.choice;
  ctx.fill(path);
  ctx.globalAlpha = 0.85 * strength;
  ctx.strokeStyle = palette.choice;
  ctx.lineWidth = Math.max(1, Math.min(2.5, sidePixels(brush) / 22));
  ctx.stroke(path);
  ctx.globalAlpha = 1;
}

/** Brackets around what can be attacked, so that the counters in the hex stay readable. */
function drawTarget(brush: Brush, cell: Cell): void {
  const { ctx, palette } = brush;
  const path = outline(brush, cell, 0.92);
  ctx.globalAlpha = 0.16;
  ctx.fillStyle = palette.bad;
  ctx.fill(path);
  ctx.globalAlpha = 1;
  const side = sidePixels(brush);
  ctx.lineWidth = Math.max(2, side / 12);
  ctx.strokeStyle = palette.bad;
  ctx.setLineDash([side * 0.46 * 0.92, side * 0.54 * 0.92]);
  ctx.lineDashOffset = side * 0.23 * 0.92;
  ctx.stroke(path);
  ctx.setLineDash([]);
}

/** Costs are drawn above the counters, or a counter would hide what it costs to join it. */
export function drawNotes(brush: Brush, { lit }: BoardScene): void {
  const side = sidePixels(brush);
  if (side < 15) return;
  for (const light of lit.values()) {
    const cell = brush.field.byHex.get(light.hex);
    if (cell && light.note && visible(brush, cell)) drawNote(brush, cell, light, side);
  }
}

function drawNote({ ctx, view, palette, field }: Brush, cell: Cell, light: Light, side: number) {
  const down = field.orientation === "flat" ? 0.62 : 0.7;
  const { x, y } = view.toScreen({ x: cell.x, y: cell.y + field.side * down });
  const size = Math.max(9, Math.min(15, side * 0.36));
  ctx.font = `600 ${size}px system-ui, sans-serif`;
  const width = Math.max(size * 1.5, ctx.measureText(light.note).width + size * 0.8);
  ctx.fillStyle = palette.choice;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - size * 0.68, width, size * 1.36, size * 0.68);
  ctx.fill();
  ctx.fillStyle = palette.paper;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(light.note, x, y + size * 0.06);
}

export function drawSides(brush: Brush, sides: readonly LitSide[], hovered?: LitSide): void {
  const { ctx, view, palette } = brush;
  ctx.lineCap = "round";
  for (const side of sides) {
    const [from, to] = [view.toScreen(side.from), view.toScreen(side.to)];
    ctx.beginPath();
    ctx.moveTo(from.x, from.y);
    ctx.lineTo(to.x, to.y);
    ctx.lineWidth = side.arg === hovered?.arg ? 9 : 6;
    ctx.strokeStyle = palette.paper;
    ctx.stroke();
    ctx.lineWidth -= 3;
    ctx.strokeStyle = side.arg === hovered?.arg ? palette.gold : palette.choice;
    ctx.stroke();
  }
}
