/**
 * The map as bitmaps: a light picture of the whole, and sharp tiles for the zoom in use.
 *
 * The server draws the map in parts and in levels of detail. A part is fetched when it is first
 * seen in its detail, and a tile of it drawn once for each zoom level, one per frame; until then
 * the light picture of the whole stands in.
 */

import { type Look, mapPart } from "../api/server";
import type { TableMap } from "../api/answers";
import { loaded, pen, picture, sheet } from "./pictures";
import type { Rect, Size, Transform } from "./transform";

const TILE = 1024;
const WHOLE = 1600;
const KEPT = 48;
const PARTS_KEPT = 64;
/** Few at once: what a glide only passes over is then not asked for. */
const AT_ONCE = 3;

/** A picture of some stretch of the map. */
interface Source {
  key: string;
  at: Rect;
  image: HTMLImageElement | undefined;
}

/** A piece of a source at some zoom; `cut` is in pixels of the source at that zoom. */
interface Piece {
  key: string;
  source: Source;
  cut: Rect;
  scale: number;
}

export class Tiles {
  #map: TableMap | undefined;
  #look: Look = "light";
  #loads = 0;
  #fetching = 0;
  #light: Source | undefined;
  #whole: HTMLCanvasElement | undefined;
  #parts = new Map<string, Source>();
  #tiles = new Map<string, HTMLCanvasElement>();
  #loaded = 0;
  #missing = 0;

  constructor(private ready: () => void) {}

  /** Show a map: `svg` is its light picture. */
  async load(svg: string, map: TableMap, look: Look): Promise<void> {
    const load = ++this.#loads;
    this.ready();
    const image = await picture(svg);
    // A large map takes long to be read: by now another one may be wanted, or even be here.
    if (load !== this.#loads) return;
    this.#loaded = load;
    [this.#map, this.#look] = [map, look];
    this.#light = { key: "light", at: { x: 0, y: 0, width: map.width, height: map.height }, image };
    this.#parts.clear();
    this.#tiles.clear();
    const scale = Math.min(WHOLE / map.width, WHOLE / map.height, 2);
    this.#whole = sheet(map.width * scale, map.height * scale);
    pen(this.#whole).drawImage(image, 0, 0, this.#whole.width, this.#whole.height);
    this.ready();
  }

  /** Whether everything that was looked at has been drawn, as sharp as it gets. */
  get quiet(): boolean {
    return this.#loaded === this.#loads && this.#loads > 0 && !this.#missing;
  }

  /** Whether there is a picture of the map at all, be it the light one. */
  get shown(): boolean {
    return this.#whole !== undefined;
  }

  /** The whole map, small: what an overview lies on. */
  drawSmall(ctx: CanvasRenderingContext2D, { width, height }: Size): void {
    if (this.#whole) ctx.drawImage(this.#whole, 0, 0, width, height);
  }

  /** Draw what the window shows. `ratio` is device pixels per CSS pixel. */
  draw(ctx: CanvasRenderingContext2D, view: Transform, ratio: number): void {
    const [map, light, whole] = [this.#map, this.#light, this.#whole];
    if (!map || !light || !whole) return;
    const scale = level(view.scale * ratio);
    const detail = detailAt(map, view.scale);
    const sharp = detail === undefined && whole.width / map.width >= scale * 0.99;
    const sources = detail === undefined ? [light] : this.#seenParts(map, view, detail);
    const pieces = sharp ? [] : sources.flatMap((source) => cuts(source, view.seen, scale));
    const held = pieces.map((piece) => this.#tile(piece));
    this.#missing = held.filter((tile) => !tile).length;
    if (sharp || held.includes(undefined)) place(ctx, whole, light.at, view);
    pieces.forEach((piece, index) => {
      const tile = held[index];
      if (tile) place(ctx, tile, onMap(piece), view);
    });
    if (this.#drawOne(pieces.filter((_, index) => !held[index]))) this.ready();
  }

  #seenParts(map: TableMap, { seen }: Transform, detail: string): Source[] {
    const { span, columns, rows } = map.drawn;
    return range(seen.y, seen.height, span, rows - 1).flatMap((row) =>
      range(seen.x, seen.width, span, columns - 1).map((column) =>
        this.#part(map, detail, column, row),
      ),
    );
  }

  /** A part of the map; its picture is fetched when it is first asked for. */
  #part(map: TableMap, detail: string, column: number, row: number): Source {
    const key = `${detail}/${column}/${row}`;
    const known = renewed(this.#parts, key);
    if (known) return known;
    const { span } = map.drawn;
    const [x, y] = [column * span, row * span];
    const width = Math.min(span, map.width - x);
    const height = Math.min(span, map.height - y);
    const part: Source = { key, at: { x, y, width, height }, image: undefined };
    if (this.#fetching >= AT_ONCE) return part; // asked for again if it is still seen then
    this.#parts.set(key, part);
    forget(this.#parts, PARTS_KEPT);
    void this.#fetch(part, mapPart(map.drawn, this.#look, detail, column, row));
    return part;
  }

  async #fetch(part: Source, address: string): Promise<void> {
    this.#fetching += 1;
    try {
      part.image = await loaded(address);
      this.ready();
    } catch {
      // The light picture stays; the part is asked for again when it is next drawn.
      if (this.#parts.get(part.key) === part) this.#parts.delete(part.key);
    } finally {
      this.#fetching -= 1;
    }
  }

  #tile({ key }: Piece): HTMLCanvasElement | undefined {
    return renewed(this.#tiles, key);
  }

  /** Draw the first tile that can be drawn; true if the board should be drawn again. */
  #drawOne(wanted: Piece[]): boolean {
    const piece = wanted.find(({ source }) => source.image);
    if (!piece?.source.image) return false;
    const { cut, scale, source } = piece;
    const tile = sheet(cut.width, cut.height);
    const [width, height] = [source.at.width * scale, source.at.height * scale];
    pen(tile).drawImage(piece.source.image, -cut.x, -cut.y, width, height);
    this.#tiles.set(piece.key, tile);
    forget(this.#tiles, KEPT);
    return true;
  }
}

/** The detail worth drawing at a zoom; undefined where the light picture is enough. */
function detailAt({ drawn, size }: TableMap, scale: number): string | undefined {
  return drawn.levels.findLast(({ from }) => size * scale >= from)?.detail;
}

/** The pieces of a source that the window shows. */
function cuts(source: Source, seen: Rect, scale: number): Piece[] {
  const { at } = source;
  const span = TILE / scale;
  const last = (length: number) => Math.max(0, Math.ceil(length / span - 1e-6) - 1);
  const columns = range(seen.x - at.x, seen.width, span, last(at.width));
  const rows = range(seen.y - at.y, seen.height, span, last(at.height));
  return rows.flatMap((row) =>
    columns.map((column) => {
      const [x, y] = [column * TILE, row * TILE];
      const width = Math.min(TILE, at.width * scale - x);
      const height = Math.min(TILE, at.height * scale - y);
      const key = `${source.key}@${scale}/${column}/${row}`;
      return { key, source, cut: { x, y, width, height }, scale };
    }),
  );
}

function onMap({ source, cut, scale }: Piece): Rect {
  return {
    x: source.at.x + cut.x / scale,
    y: source.at.y + cut.y / scale,
    width: cut.width / scale,
    height: cut.height / scale,
  };
}

/** What is kept under a key, as the last that was used. */
function renewed<Kept>(kept: Map<string, Kept>, key: string): Kept | undefined {
  const found = kept.get(key);
  if (found !== undefined) {
    kept.delete(key);
    kept.set(key, found);
  }
  return found;
}

/** Keep only so many: those used last. */
function forget(kept: Map<string, unknown>, most: number): void {
  for (const old of kept.keys()) {
    if (kept.size <= most) break;
    kept.delete(old);
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
