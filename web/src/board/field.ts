/** The hexes of a map as the board needs them: where they lie and which one is under a point. */

import type { Point } from "./transform";

export interface Cell extends Point {
  hex: number;
  label: string;
}

/** A side of a hex: its two corners, and the hex beyond it unless the map ends there. */
export interface Side {
  from: Point;
  to: Point;
  across: Cell | undefined;
}

export class Field {
  readonly byHex = new Map<number, Cell>();
  readonly byLabel = new Map<string, Cell>();
  #buckets = new Map<string, Cell[]>();
  #sides = new Map<Cell, readonly Side[]>();

  /** `side` is the length of a hexside, in the units of the map picture. */
  constructor(
    readonly cells: readonly Cell[],
    readonly side: number,
    readonly orientation: "flat" | "pointy",
  ) {
    for (const cell of cells) {
      this.byHex.set(cell.hex, cell);
      this.byLabel.set(cell.label, cell);
      const key = this.#key(cell.x, cell.y);
      this.#buckets.set(key, [...(this.#buckets.get(key) ?? []), cell]);
    }
  }

  /** The hex that a point of the map lies in: hexes are where their centre is the nearest one. */
  at(point: Point): Cell | undefined {
    let nearest: Cell | undefined;
    let best = this.side ** 2;
    for (const cell of this.#around(point)) {
      const distance = (cell.x - point.x) ** 2 + (cell.y - point.y) ** 2;
      if (distance < best) [nearest, best] = [cell, distance];
    }
    return nearest;
  }

  /** The neighbour that lies nearest to a direction (dx, dy): for moving about with arrow keys. */
  toward(from: Cell, dx: number, dy: number): Cell | undefined {
    const reach = this.side * 1.9;
    let found: Cell | undefined;
    let best = 0.3;
    for (const cell of this.#around(from)) {
      const [x, y] = [cell.x - from.x, cell.y - from.y];
      const length = Math.hypot(x, y);
      if (cell === from || length > reach) continue;
      const along = (x * dx + y * dy) / length / Math.hypot(dx, dy);
      if (along > best) [found, best] = [cell, along];
    }
    return found;
  }

  /** The six corners of a hex, clockwise. */
  corners(cell: Point, part = 1): Point[] {
    const turn = this.orientation === "flat" ? 0 : Math.PI / 6;
    return Array.from({ length: 6 }, (_, index) => {
      const angle = turn + (index * Math.PI) / 3;
      return {
        x: cell.x + Math.cos(angle) * this.side * part,
        y: cell.y + Math.sin(angle) * this.side * part,
      };
    });
  }

  /** The six sides of a hex, clockwise, each with the hex on its other side; worked out once. */
  sides(cell: Cell): readonly Side[] {
    const known = this.#sides.get(cell);
    if (known) return known;
    const corners = this.corners(cell);
    const sides = corners.map((from, index) => {
      const to = corners[(index + 1) % 6] ?? from;
      return { from, to, across: this.#across(cell, from, to) };
    });
    this.#sides.set(cell, sides);
    return sides;
  }

  #across(cell: Cell, from: Point, to: Point): Cell | undefined {
    const found = this.at({ x: from.x + to.x - cell.x, y: from.y + to.y - cell.y });
    return found === cell ? undefined : found;
  }

  *#around({ x, y }: Point): Iterable<Cell> {
    const step = this.#step;
    for (const dx of [-step, 0, step])
      for (const dy of [-step, 0, step]) yield* this.#buckets.get(this.#key(x + dx, y + dy)) ?? [];
  }

  get #step(): number {
    return this.side * 2;
  }

  #key(x: number, y: number): string {
    return `${Math.floor(x / this.#step)},${Math.floor(y / this.#step)}`;
  }
}
