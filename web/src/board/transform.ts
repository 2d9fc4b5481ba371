/** Where the looker stands: a point of the map in the middle of the window, and a scale. */

import { amidst, crowd } from "./opening";

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Rect extends Point, Size {}

/** How much of the map may be left outside the window at its edge, in pixels. */
const SLACK = 80;
const CLOSEST = 6;
const NEARER = 1.6;

/** The rectangle around points, with a margin; nothing if there are none. */
export function around(points: readonly Point[], margin: number): Rect | undefined {
  if (!points.length) return undefined;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

/** The view on a map, in CSS pixels. Immutable: every move gives a new one. */
export class Transform {
  constructor(
    readonly centre: Point,
    readonly scale: number,
    readonly window: Size,
    readonly map: Size,
  ) {}

  /** The whole map in the window. */
  static whole(window: Size, map: Size): Transform {
    const middle = { x: map.width / 2, y: map.height / 2 };
    return new Transform(middle, fitting(window, map), window, map);
  }

  /**
   * The view to begin with: near enough to read counters (`least` pixels for a unit of the map),
   * where it shows most of the points of interest; the whole map if that is near enough.
   */
  static opening(window: Size, map: Size, least: number, points: readonly Point[]): Transform {
    const whole = Transform.whole(window, map);
    // A wide window is filled, as long as that brings nobody much nearer than needed.
    const scale = Math.max(whole.scale, least, Math.min(window.width / map.width, least * NEARER));
    const seen = { width: window.width / scale, height: window.height / scale };
    return whole.at(amidst(crowd(points, seen)) ?? whole.centre, scale);
  }

  /** All of these points, with a margin around them; nothing if there are none. */
  static framing(
    window: Size,
    map: Size,
    points: readonly Point[],
    margin: number,
  ): Transform | undefined {
    const part = around(points, margin);
    if (!part) return undefined;
    const centre = { x: part.x + part.width / 2, y: part.y + part.height / 2 };
    const scale = Math.min(fitting(window, part), CLOSEST);
    return Transform.whole(window, map).at(centre, scale);
  }

  toScreen(point: Point): Point {
    return {
      x: (point.x - this.centre.x) * this.scale + this.window.width / 2,
      y: (point.y - this.centre.y) * this.scale + this.window.height / 2,
    };
  }

  toMap(point: Point): Point {
    return {
      x: (point.x - this.window.width / 2) / this.scale + this.centre.x,
      y: (point.y - this.window.height / 2) / this.scale + this.centre.y,
    };
  }

  /** The part of the map that the window shows. */
  get seen(): Rect {
    const { x, y } = this.toMap({ x: 0, y: 0 });
    return { x, y, width: this.window.width / this.scale, height: this.window.height / this.scale };
  }

  panned(dx: number, dy: number): Transform {
    const { x, y } = this.centre;
    return this.at({ x: x - dx / this.scale, y: y - dy / this.scale }, this.scale);
  }

  /** Zoomed by a factor so that the point under `about` (on the screen) stays where it is. */
  zoomed(factor: number, about: Point): Transform {
    const scale = clamp(this.scale * factor, this.farthest, CLOSEST);
    const held = this.toMap(about);
    const centre = {
      x: held.x - (about.x - this.window.width / 2) / scale,
      y: held.y - (about.y - this.window.height / 2) / scale,
    };
    return this.at(centre, scale);
  }

  resized(window: Size): Transform {
    const wasWhole = this.scale <= this.farthest * 1.001;
    if (wasWhole) return Transform.whole(window, this.map);
    return new Transform(this.centre, this.scale, window, this.map).at(this.centre, this.scale);
  }

  at(centre: Point, scale = this.scale): Transform {
    const held = {
      x: within(centre.x, this.map.width, this.window.width, scale),
      y: within(centre.y, this.map.height, this.window.height, scale),
    };
    return new Transform(held, scale, this.window, this.map);
  }

  /** Moved just as far as needed to bring a point of the map well into the window. */
  showing(point: Point, margin = 90): Transform {
    const { x, y } = this.toScreen(point);
    const { width, height } = this.window;
    const mx = Math.min(margin, width / 3);
    const my = Math.min(margin, height / 3);
    return this.panned(clamp(x, mx, width - mx) - x, clamp(y, my, height - my) - y);
  }

  /** Whether a point of the map lies in the window. */
  sees(point: Point): boolean {
    const { x, y } = this.toScreen(point);
    return x >= 0 && y >= 0 && x <= this.window.width && y <= this.window.height;
  }

  get farthest(): number {
    return fitting(this.window, this.map);
  }
}

function fitting(window: Size, map: Size): number {
  if (!map.width || !map.height || !window.width || !window.height) return 1;
  return Math.min(window.width / map.width, window.height / map.height);
}

/** Keeps the middle of the window where the map fills it, or the map in its middle if smaller. */
function within(centre: number, map: number, window: number, scale: number): number {
  const half = window / 2 / scale;
  const slack = SLACK / scale;
  if (map <= 2 * half) return map / 2;
  return clamp(centre, half - slack, map - half + slack);
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** Part of the way from one view to another: scales by ratio, so that zooming feels even. */
export function between(from: Transform, to: Transform, part: number): Transform {
  const scale = from.scale * (to.scale / from.scale) ** part;
  const x = from.centre.x + (to.centre.x - from.centre.x) * part;
  const y = from.centre.y + (to.centre.y - from.centre.y) * part;
  return new Transform({ x, y }, scale, to.window, to.map);
}
