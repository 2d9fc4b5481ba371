/**
 * The map as bitmaps: one small picture of the whole, and sharp tiles for the zoom in use.
 *
 * An SVG of a whole map takes too long to draw in every frame. A tile is drawn once, when it is
 * first seen at its zoom level, one per frame; until then the picture of the whole stands in.
 */

import { pen, picture, sheet } from "./pictures";
import type { Rect, Size, Transform } from "./transform";

const TILE = 1024;
const WHOLE = 1600;
const KEPT = 48;

export class Tiles {
  #image: HTMLImageElement | undefined;
  #whole: HTMLCanvasElement | undefined;
  #tiles = new Map<string, HTMLCanvasElement>();
  #loads = 0;
  #loaded = 0;
  #wanted: Array<{ key: string; column: number; row: number; scale: number }> = [];

  constructor(private ready: () => void) {}

  /** The picture's own size, which is the size of the map in its own units. */
  size: Size = { width: 0, height: 0 };

  async load(svg: string, size: Size): Promise<void> {
    const load = ++this.#loads;
    this.ready();
    const image = await picture(svg);
    // A large map takes long to be read: by now another one may be wanted, or even be here.
    if (load !== this.#loads) return;
    this.#loaded = load;
    this.#image = image;
    this.size = size;
    this.#tiles.clear();
    const scale = Math.min(WHOLE / size.width, WHOLE / size.height, 2);
    this.#whole = sheet(size.width * scale, size.height * scale);
    pen(this.#whole).drawImage(image, 0, 0, this.#whole.width, this.#whole.height);
    this.ready();
  }

  /** Whether everything that was looked at has been drawn, as sharp as it gets. */
  get quiet(): boolean {
    return this.#loaded === this.#loads && this.#loads > 0 && !this.#wanted.length;
  }

  /** Draw what the window shows. `ratio` is device pixels per CSS pixel. */
  draw(ctx: CanvasRenderingContext2D, view: Transform, ratio: number): void {
    if (this.#whole === undefined) return;
    const scale = level(view.scale * ratio);
    const sharpEnough = this.#whole.width / this.size.width >= scale * 0.99;
    this.#wanted = [];
    if (sharpEnough) return place(ctx, this.#whole, { x: 0, y: 0, ...this.size }, view);
    const missing = this.#drawTiles(ctx, view, scale);
    if (missing) this.ready();
  }

  #drawTiles(ctx: CanvasRenderingContext2D, view: Transform, scale: number): boolean {
    const { seen } = view;
    const span = TILE / scale;
    const last = (length: number) => Math.ceil(length / span) - 1;
    const columns = range(seen.x, seen.width, span, last(this.size.width));
    const rows = range(seen.y, seen.height, span, last(this.size.height));
    const cells = rows.flatMap((row) => columns.map((column) => ({ row, column })));
    const held = cells.map((cell) => this.#tile(cell.column, cell.row, scale));
    if (held.includes(undefined) && this.#whole)
      place(ctx, this.#whole, { x: 0, y: 0, ...this.size }, view);
    cells.forEach(({ row, column }, index) => {
      const tile = held[index];
      if (!tile) return;
      const size = { width: tile.width / scale, height: tile.height / scale };
      place(ctx, tile, { x: column * span, y: row * span, ...size }, view);
    });
    return this.#drawOneWanted();
  }

  #tile(column: number, row: number, scale: number): HTMLCanvasElement | undefined {
    const key = `${scale}/${column}/${row}`;
    const tile = this.#tiles.get(key);
    if (tile === undefined) this.#wanted.push({ key, column, row, scale });
    else {
      this.#tiles.delete(key);
      this.#tiles.set(key, tile);
    }
    return tile;
  }

  /** True if the board should be drawn again: a tile has been made. */
  #drawOneWanted(): boolean {
    const wanted = this.#wanted.shift();
    if (!wanted || !this.#image) return false;
    const { column, row, scale, key } = wanted;
    const [x, y] = [column * TILE, row * TILE];
    const [width, height] = [this.size.width * scale, this.size.height * scale];
    const tile = sheet(Math.min(TILE, width - x), Math.min(TILE, height - y));
    pen(tile).drawImage(this.#image, -x, -y, width, height);
    this.#tiles.set(key, tile);
    for (const old of this.#tiles.keys()) {
      if (this.#tiles.size <= KEPT) break;
      this.#tiles.delete(old);
    }
    return true;
  }
}

/** The zoom level to draw tiles for: the next half power of two, so that few levels are made. */
function level(scale: number): number {
  return 2 ** (Math.ceil(Math.log2(scale) * 2 - 0.02) / 2);
}

function range(start: number, length: number, span: number, last: number): number[] {
  const first = Math.max(0, Math.floor(start / span));
  const end = Math.min(last, Math.floor((start + length) / span));
  return Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index);
}

/** Edges are rounded to whole device pixels: no seams between tiles, no blur on the whole. */
function place(
  ctx: CanvasRenderingContext2D,
  source: HTMLCanvasElement,
  at: Rect,
  view: Transform,
): void {
  const ratio = ctx.getTransform().a;
  const snap = (value: number) => Math.round(value * ratio) / ratio;
  const from = view.toScreen(at);
  const to = view.toScreen({ x: at.x + at.width, y: at.y + at.height });
  const [x, y] = [snap(from.x), snap(from.y)];
  ctx.drawImage(source, x, y, snap(to.x) - x, snap(to.y) - y);
}
