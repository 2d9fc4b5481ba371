/** Counters on their way: from where they lay to where they lie now. */

import type { Point } from "./transform";

interface Journey {
  stops: Point[];
  begun: number;
  lasts: number;
}

const SHORTEST = 220;
const LONGEST = 900;

export class Motion {
  #journeys = new Map<string, Journey>();

  /** Send a counter along its stops; each further stop makes the way a little longer. */
  send(token: string, stops: Point[], now: number, delay = 0): void {
    if (stops.length < 2) return;
    const lasts = Math.min(LONGEST, SHORTEST + 80 * (stops.length - 1));
    this.#journeys.set(token, { stops, begun: now + delay, lasts });
  }

  /** Where a counter is now, if it is on its way. */
  where(token: string, now: number): Point | undefined {
    const journey = this.#journeys.get(token);
    if (journey === undefined) return undefined;
    const part = (now - journey.begun) / journey.lasts;
    if (part >= 1) return undefined;
    return along(journey.stops, ease(Math.max(0, part)));
  }

  /** Drop journeys that are over; true while any counter is under way. */
  goesOn(now: number): boolean {
    for (const [token, journey] of this.#journeys)
      if (now >= journey.begun + journey.lasts) this.#journeys.delete(token);
    return this.#journeys.size > 0;
  }

  stop(): void {
    this.#journeys.clear();
  }
}

function ease(part: number): number {
  return part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
}

/** The point a part of the way along a chain of stops that lie about equally far apart. */
function along(stops: Point[], part: number): Point | undefined {
  const way = part * (stops.length - 1);
  const index = Math.min(Math.floor(way), stops.length - 2);
  const [from, to] = [stops[index], stops[index + 1]];
  if (!from || !to) return stops.at(-1);
  const rest = way - index;
  return { x: from.x + (to.x - from.x) * rest, y: from.y + (to.y - from.y) * rest };
}
