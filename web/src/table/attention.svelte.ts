/** What the player looks at and considers, shared by board and panels. */

import type { Action } from "../api/wishes";
import type { Hit } from "../board/hits";
import type { Point } from "../board/transform";

export interface Menu {
  actions: Action[];
  at: Point;
}

export class Attention {
  /** Kinds of action that a click means, where several kinds are offered for the same thing. */
  modes = $state<Record<string, string>>({});

  /** What the pointer or the keyboard is on, on the board. */
  hit = $state.raw<Hit>();
  /** An offered action that the player points at, in a list or on the board. */
  considered = $state.raw<Action>();
  /** The action that a lesson wants next. */
  wanted = $state.raw<Action>();
  /** Hexes pointed out on the board. */
  pointed = $state.raw<ReadonlySet<number>>(new Set());
  /** Several actions fit a click: which one is meant? */
  menu = $state.raw<Menu>();

  isWanted({ kind, arg }: Action): boolean {
    return this.wanted?.kind === kind && this.wanted.arg === arg;
  }

  point(hexes: Iterable<number>): void {
    this.pointed = new Set(hexes);
  }
}
