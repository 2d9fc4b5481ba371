/** Counters on the map, with the rings that say which of them can be chosen. */

import type { Motion } from "../motion";
import type { BoardPiece, BoardScene } from "../scene";
import type { Sprites } from "../sprites";
import type { Fan, Laid, Stacks } from "../stacks";
import type { Point } from "../transform";
import { visible, type Brush } from "./brush";

export interface Counters {
  scene: BoardScene;
  stacks: Stacks;
  sprites: Sprites;
  motion: Motion;
  now: number;
  /** The counter in the player's hand, which is drawn by itself. */
  carried: string | undefined;
}

/** Every counter that lies still, then those on their way, above all others. */
export function drawCounters(brush: Brush, counters: Counters): void {
  const { stacks, motion, now, carried } = counters;
  const size = stacks.counter * brush.view.scale;
  const moving: Array<[BoardPiece, Point]> = [];
  for (const stack of stacks.byHex.values()) {
    const shown = visible(brush, stack.centre);
    for (const { piece, x, y } of stack.laid) {
      const under_way = motion.where(piece.token, now);
      if (under_way) moving.push([piece, under_way]);
      else if (shown && piece.token !== carried)
        drawCounter(brush, counters, piece, brush.view.toScreen({ x, y }), size);
    }
    if (shown && stack.laid.length > 1) drawCount(brush, stack.laid, size);
  }
  for (const [piece, point] of moving)
    drawCounter(brush, counters, piece, brush.view.toScreen(point), size, true);
}

export function drawCounter(
  brush: Brush,
  { scene, sprites }: Counters,
  piece: BoardPiece,
  at: Point,
  size: number,
  raised = false,
): void {
  const { ctx, ratio, palette } = brush;
  const sprite = sprites.at(piece.face, size * ratio);
  const [width, height] = sprite ? [sprite.width / ratio, sprite.height / ratio] : [size, size];
  const [x, y] = [snap(at.x - width / 2, ratio), snap(at.y - height / 2, ratio)];
  if (raised) drawShadow(brush, x, y, width, height);
  if (sprite) ctx.drawImage(sprite, x, y, width, height);
  else drawBlank(brush, x, y, size);
  drawMarks(brush, sprites, piece, at, size);
  const ring = ringOf(scene, piece, palette);
  if (ring) drawRing(ctx, ring, x, y, width, height);
}

function ringOf(scene: BoardScene, { unit }: BoardPiece, colours: Brush["palette"]) {
  if (unit < 0) return undefined;
  if (scene.blamed.has(unit)) return colours.bad;
  if (scene.chosen.has(unit)) return colours.gold;
  return scene.open.has(unit) ? colours.choice : undefined;
}

function drawRing(
  ctx: CanvasRenderingContext2D,
  colour: string,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const thick = Math.max(1.5, Math.min(4, width / 14));
  ctx.beginPath();
  ctx.roundRect(x - 1, y - 1, width + 2, height + 2, width * 0.1);
  ctx.lineWidth = thick + 2;
  ctx.strokeStyle = "#fffc";
  ctx.stroke();
  ctx.lineWidth = thick;
  ctx.strokeStyle = colour;
  ctx.stroke();
}

function drawShadow({ ctx, palette }: Brush, x: number, y: number, w: number, h: number): void {
  ctx.save();
  ctx.shadowColor = palette.shadow;
  ctx.shadowBlur = 14;
  ctx.shadowOffsetY = 6;
  ctx.fillStyle = palette.paper;
  ctx.beginPath();
  ctx.roundRect(x + 1, y + 1, w - 2, h - 2, w * 0.08);
  ctx.fill();
  ctx.restore();
}

/** A counter whose face is still on its way. */
function drawBlank({ ctx, palette }: Brush, x: number, y: number, size: number): void {
  ctx.fillStyle = palette.paper;
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.roundRect(x, y, size, size, size * 0.08);
  ctx.fill();
  ctx.stroke();
}

/** Markers lie small across the upper edge of the counter, clear of its numbers. */
function drawMarks(brush: Brush, sprites: Sprites, piece: BoardPiece, at: Point, size: number) {
  const small = size * 0.4;
  piece.marks.forEach((mark, index) => {
    const sprite = sprites.at(mark, small * brush.ratio);
    if (!sprite) return;
    const x = at.x - size / 2 + small * (index * 0.8 - 0.3);
    brush.ctx.drawImage(sprite, x, at.y - size / 2 - small * 0.3, small, small);
  });
}

/** How many counters lie in a stack. */
function drawCount({ ctx, view, palette }: Brush, laid: readonly Laid[], size: number): void {
  const top = laid.at(-1);
  if (!top || size < 14) return;
  const { x, y } = view.toScreen(top);
  const radius = Math.max(6, size * 0.17);
  const at = { x: x + size / 2, y: y - size / 2 };
  ctx.beginPath();
  ctx.arc(at.x, at.y, radius, 0, 7);
  ctx.fillStyle = palette.ink;
  ctx.fill();
  ctx.fillStyle = palette.paper;
  ctx.font = `600 ${radius * 1.4}px "Source Sans Pro", sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(String(laid.length), at.x, at.y + radius * 0.08);
}

/** A stack spread out on a small tray above the map. */
export function drawFan(brush: Brush, counters: Counters, open: Fan, hovered?: string): void {
  const { ctx, palette } = brush;
  const { x, y, width, height } = open.panel;
  ctx.save();
  ctx.shadowColor = palette.shadow;
  ctx.shadowBlur = 18;
  ctx.shadowOffsetY = 4;
  ctx.fillStyle = palette.paper;
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, 10);
  ctx.fill();
  ctx.restore();
  for (const { piece, x: px, y: py } of open.laid) {
    if (piece.token === counters.carried) continue;
    const raised = piece.token === hovered;
    drawCounter(brush, counters, piece, { x: px, y: py - (raised ? 2 : 0) }, open.size, raised);
  }
}

function snap(value: number, ratio: number): number {
  return Math.round(value * ratio) / ratio;
}
