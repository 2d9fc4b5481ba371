/** What points at things: the hovered hex, the keyboard's hex, the path, trails of last moves. */

import type { Cell } from "../field";
import type { Point } from "../transform";
import type { Line, Trail } from "../scene";
import { outline, sidePixels, type Brush } from "./brush";

export function drawHover(brush: Brush, cell: Cell): void {
  const { ctx, palette } = brush;
  ctx.lineWidth = 1.5;
  ctx.strokeStyle = palette.ink;
  ctx.globalAlpha = 0.6;
  ctx.stroke(outline(brush, cell));
  ctx.globalAlpha = 1;
}

export function drawFocus(brush: Brush, cell: Cell): void {
  const { ctx, palette } = brush;
  const path = outline(brush, cell, 1.02);
  ctx.lineWidth = 5;
  ctx.strokeStyle = palette.paper;
  ctx.stroke(path);
  ctx.lineWidth = 3;
  ctx.strokeStyle = palette.choice;
  ctx.stroke(path);
}

export function drawPointed(brush: Brush, hexes: ReadonlySet<number>): void {
  const { ctx, palette, field } = brush;
  ctx.lineWidth = 3.5;
  ctx.strokeStyle = palette.gold;
  for (const hex of hexes) {
    const cell = field.byHex.get(hex);
    if (cell) ctx.stroke(outline(brush, cell, 0.98));
  }
}

/** The way a counter would take, from where it stands to the hex under the pointer. */
export function drawPath(brush: Brush, hexes: readonly number[]): void {
  drawArrow(brush, hexes, brush.palette.choice, 0.95);
}

export function drawTrails(brush: Brush, trails: readonly Trail[]): void {
  const { gold, bad } = brush.palette;
  for (const { hexes, aim } of trails) drawArrow(brush, hexes, aim ? bad : gold, 0.8);
}

const STROKES = { dots: [1, 9], dashes: [14, 10], solid: [] };

/** Ways that something comes by; a broken one ends in a cross. */
export function drawLines(brush: Brush, lines: readonly Line[]): void {
  for (const line of lines) drawLine(brush, line);
}

function drawLine(brush: Brush, { hexes, drawn, broken }: Line): void {
  const { ctx, view, field, palette } = brush;
  const stops = hexes.flatMap((hex) => field.byHex.get(hex) ?? []).map((c) => view.toScreen(c));
  const path = new Path2D();
  stops.forEach(({ x, y }) => path.lineTo(x, y));
  const width = Math.max(3, sidePixels(brush) * 0.13);
  ctx.save();
  ctx.lineJoin = ctx.lineCap = "round";
  ctx.lineWidth = width + 3;
  ctx.strokeStyle = palette.paper;
  ctx.stroke(path);
  ctx.lineWidth = width;
  ctx.strokeStyle = broken ? palette.bad : palette.good;
  ctx.setLineDash(STROKES[drawn].map((length) => (length * width) / 5));
  ctx.stroke(path);
  ctx.restore();
  const last = stops.at(-1);
  if (broken && last) drawCross(brush, last);
}

/** Here it breaks. */
function drawCross(brush: Brush, { x, y }: Point): void {
  const { ctx, palette } = brush;
  const reach = Math.max(7, sidePixels(brush) * 0.3);
  const path = new Path2D();
  path.moveTo(x - reach, y - reach);
  path.lineTo(x + reach, y + reach);
  path.moveTo(x + reach, y - reach);
  path.lineTo(x - reach, y + reach);
  ctx.save();
  ctx.lineCap = "round";
  for (const [width, style] of [[8, palette.paper], [4.5, palette.bad]] as const) {
    ctx.lineWidth = width;
    ctx.strokeStyle = style;
    ctx.stroke(path);
  }
  ctx.restore();
}

function drawArrow(brush: Brush, hexes: readonly number[], colour: string, alpha: number): void {
  const { ctx, view, field, palette } = brush;
  const stops = hexes.flatMap((hex) => field.byHex.get(hex) ?? []).map((c) => view.toScreen(c));
  const [last, before] = [stops.at(-1), stops.at(-2)];
  if (!last || !before) return;
  const side = sidePixels(brush);
  const head = Math.max(7, side * 0.26);
  const angle = Math.atan2(last.y - before.y, last.x - before.x);
  const path = new Path2D();
  stops.slice(0, -1).forEach(({ x, y }) => path.lineTo(x, y));
  path.lineTo(last.x - Math.cos(angle) * head, last.y - Math.sin(angle) * head);
  ctx.save();
  ctx.lineJoin = ctx.lineCap = "round";
  ctx.globalAlpha = alpha;
  for (const [width, style] of [
    [side * 0.15 + 3, palette.paper],
    [side * 0.15, colour],
  ] as const) {
    ctx.lineWidth = Math.max(2, width);
    ctx.strokeStyle = style;
    ctx.stroke(path);
  }
  drawHead(ctx, last.x, last.y, angle, head, colour, palette.paper);
  ctx.restore();
}

function drawHead(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  angle: number,
  size: number,
  fill: string,
  edge: string,
): void {
  ctx.translate(x, y);
  ctx.rotate(angle);
  ctx.beginPath();
  ctx.moveTo(0, 0);
  ctx.lineTo(-size * 1.25, -size * 0.7);
  ctx.lineTo(-size * 1.25, size * 0.7);
  ctx.closePath();
  ctx.lineWidth = 2;
  ctx.strokeStyle = edge;
  ctx.stroke();
  ctx.fillStyle = fill;
  ctx.fill();
}
