/** Where the board looks by itself: to what is asked about, to what others do, and back again. */

import type { Transform } from "./transform";

/** Where the player looks, and how often that was changed by hand. */
export interface Standing {
  view: Transform;
  moves: number;
}

/** What the camera needs of a board. */
export interface Filmed {
  sees(hex: number): boolean;
  show(hexes: readonly number[]): void;
  standing(): Standing | undefined;
  glide(to: Transform): void;
}

/** What there is to look at, the most telling first. */
export interface Subject {
  /** What the question is about: all of it must be in view. */
  about: readonly number[];
  /** The units in hand. */
  held: readonly number[];
  /** What can be chosen: one of it in view is enough. */
  offered: readonly number[];
}

/** The hexes to bring into view; none if the player sees what matters already. */
export function wanted({ about, held, offered }: Subject, sees: (hex: number) => boolean): readonly number[] {
  if (about.some((hex) => !sees(hex))) return about;
  if (held.some((hex) => !sees(hex))) return held;
  if (about.length || offered.some(sees)) return [];
  return offered.slice(0, 1);
}

export class Camera {
  #home: Standing | undefined;

  constructor(
    private board: () => Filmed | undefined,
    /** Whether the board may look elsewhere by itself. */
    private free: () => boolean,
  ) {}

  /** Show what is asked now. */
  ask(subject: Subject): void {
    const board = this.board();
    if (!board || !this.free()) return;
    const hexes = wanted(subject, (hex) => board.sees(hex));
    if (hexes.length) board.show(hexes);
  }

  /** Follow what others do; where the player looked before is remembered. */
  follow(hexes: readonly number[]): void {
    const board = this.board();
    if (!board || !this.free() || hexes.every((hex) => board.sees(hex))) return;
    this.#home ??= board.standing();
    board.show(hexes);
  }

  /** All is told: back to where the player looked, unless the view was moved by hand since. */
  comeBack(): void {
    const [board, home] = [this.board(), this.#home];
    this.#home = undefined;
    if (home && board?.standing()?.moves === home.moves) board.glide(home.view);
  }
}
