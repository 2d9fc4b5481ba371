/** Where a player looks first: where the armies meet, and most of it. */

import type { Point, Size } from "./transform";

export interface Standing extends Point {
  side: string;
}

/** Those who have somebody of another side within reach; what belongs to nobody meets nobody. */
export function front<P extends Standing>(all: readonly P[], reach: number): P[] {
  const armies = all.filter(({ side }) => side);
  return armies.filter((one) =>
    armies.some((other) => other.side !== one.side && far(one, other) <= reach),
  );
}

/** Of these points, as many as a window of this size can show at once. */
export function crowd(points: readonly Point[], window: Size): Point[] {
  const shown = (middle: Point) =>
    points.filter(
      ({ x, y }) =>
        Math.abs(x - middle.x) <= window.width / 2 && Math.abs(y - middle.y) <= window.height / 2,
    );
  return points.reduce<Point[]>((most, point) => {
    const found = shown(point);
    return found.length > most.length ? found : most;
  }, []);
}

/** The point that the others lie nearest to: unlike their average it is never far from all. */
export function amidst(points: readonly Point[]): Point | undefined {
  let [found, least] = [points[0], Infinity];
  for (const point of points) {
    const distance = points.reduce((sum, other) => sum + far(point, other), 0);
    if (distance < least) [found, least] = [point, distance];
  }
  return found;
}

function far(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
