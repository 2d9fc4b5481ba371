/** Shows what others do one thing after the other, slowly enough to follow. */

import type { State } from "../api/state";

const UNHURRIED = 460;
const BRISK = 70;

export class Pace {
  #queue: State[] = [];
  #timer = 0;

  constructor(
    private show: (state: State) => void,
    private animated: () => boolean,
  ) {}

  /** Something changed: show it when those before it have been seen. */
  add(state: State): void {
    if (!this.animated()) return this.at(state);
    this.#queue.push(state);
    if (!this.#timer) this.#next();
  }

  /** What the player did: nobody wants to wait for that. */
  at(state: State): void {
    this.#queue = this.#queue.filter((waiting) => waiting.seq > state.seq);
    this.show(state);
  }

  stop(): void {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#queue = [];
  }

  #next(): void {
    const state = this.#queue.shift();
    if (!state) {
      this.#timer = 0;
      return;
    }
    this.show(state);
    // The longer the queue, the faster it moves, so that play never lags far behind.
    const pause = Math.max(BRISK, UNHURRIED - 40 * this.#queue.length);
    this.#timer = window.setTimeout(() => this.#next(), pause);
  }
}
