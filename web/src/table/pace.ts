/** Shows what others do one thing after the other, slowly enough to follow. */

import type { State } from "../api/answers";

const UNHURRIED = 460;
const BRISK = 70;

export class Pace {
  #queue: State[] = [];
  #timer = 0;
  #held = false;
  #runs = 0;

  constructor(
    /** Shows a state; false if it tells nothing new. */
    private show: (state: State) => boolean,
    private animated: () => boolean,
  ) {}

  /** Something changed: show it when those before it have been seen. */
  add(state: State): void {
    this.#queue.push(state);
    if (!this.#timer && !this.#held) this.#next();
  }

  /** The player has acted: what the news say of it waits for the answer itself. */
  hold(): void {
    this.#held = true;
    window.clearTimeout(this.#timer);
    this.#timer = 0;
  }

  goOn(): void {
    this.#held = false;
    if (!this.#timer) this.#next();
  }

  /**
   * What the player did: nobody wants to wait for that. News with the number of the answer were
   * told after it, for what others do in secret does not count: they are still to be shown.
   */
  at(state: State): void {
    this.#queue = this.#queue.filter((waiting) => waiting.seq >= state.seq);
    this.show(state);
  }

  stop(): void {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#held = false;
    this.#queue = [];
    this.#runs++;
  }

  #next(): void {
    this.#timer = 0;
    const state = this.#queue.shift();
    if (!state) return;
    const run = this.#runs;
    const fresh = this.show(state);
    // What was shown may have ended it all: another seat begins without a pause.
    if (run !== this.#runs || this.#held) return;
    if (!fresh || !this.animated()) return this.#next();
    // The longer the queue, the faster it moves, so that play never lags far behind.
    const pause = Math.max(BRISK, UNHURRIED - 40 * this.#queue.length);
    this.#timer = window.setTimeout(() => this.#next(), pause);
  }
}
