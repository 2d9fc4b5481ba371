/** Shows what happens: what the player did at once, what others did as a story, beat by beat. */

import type { Beat, State } from "../api/answers";

/** Some beats on the way to a state, and how far in the log they lead. */
export interface Chapter {
  beats: readonly Beat[];
  to: number;
}

/** Who tells the story. */
export interface Teller {
  /** Shows a state; false if it tells nothing new. */
  show(state: State): boolean;
  /** Whether what leads to a state is told; else it is shown at once. */
  tells(state: State): boolean;
  /** The next beats on the way to a state; undefined if they cannot be had. */
  next(state: State): Promise<Chapter | undefined>;
  /** Shows a beat; gives the milliseconds that it stays, `Infinity` until somebody presses on. */
  beat(beat: Beat): number;
  /** Nothing more is told for now. */
  end(): void;
}

export class Pace {
  #queue: State[] = [];
  #held = false;
  /** Counts what put an end to a story: one that is still being told sees that it is over. */
  #runs = 0;
  /** Where the story leads that is being told. */
  #target: State | undefined;
  #timer = 0;
  #pressed: (() => void) | undefined;

  constructor(private teller: Teller) {}

  /** Something changed: show it when what came before it has been seen. */
  add(state: State): void {
    this.#queue.push(state);
    if (!this.#target && !this.#held) this.#next();
  }

  /** The player acts: what the news say of it waits for the answer itself. */
  hold(): void {
    this.#held = true;
    this.#breakOff();
  }

  goOn(): void {
    this.#held = false;
    if (!this.#target) this.#next();
  }

  /**
   * What the player did: nobody wants to wait for that. News with the number of the answer were
   * told after it, for what others do in secret does not count: they are still to be shown.
   */
  at(state: State): void {
    this.#breakOff();
    this.#queue = this.#queue.filter((waiting) => waiting.seq >= state.seq);
    this.teller.show(state);
    if (!this.#held) this.#next();
  }

  stop(): void {
    this.#breakOff();
    this.#held = false;
    this.#queue = [];
    this.#runs++;
  }

  // -- the story ----------------------------------------------------------------------

  /** On to the next beat. */
  press(): void {
    window.clearTimeout(this.#timer);
    this.#pressed?.();
  }

  /** Stay at this beat until somebody presses on. */
  stay(): void {
    window.clearTimeout(this.#timer);
  }

  /** To now: nothing on the way is told any more. */
  skip(): void {
    this.#breakOff();
    const now = this.#queue.pop();
    this.#queue = [];
    if (now) this.teller.show(now);
  }

  /** The story ends here; what it led to waits to be shown. */
  #breakOff(): void {
    const target = this.#target;
    if (!target) return;
    this.#runs++;
    this.#target = undefined;
    this.#queue.unshift(target);
    this.press();
    this.teller.end();
  }

  #next(): void {
    const newest = this.#queue.at(-1);
    if (!newest) return;
    if (this.teller.tells(newest)) return void this.#tell(newest);
    const [state] = this.#queue.splice(0, 1);
    const run = this.#runs;
    if (state) this.teller.show(state);
    // What was shown may have ended it all: another seat begins.
    if (run === this.#runs && !this.#held) this.#next();
  }

  /** Everything up to a state, and up to what happens meanwhile; the state itself at the end. */
  async #tell(newest: State): Promise<void> {
    const run = this.#runs;
    const isOver = () => run !== this.#runs;
    for (let left = true; left && !isOver(); ) {
      this.#aim(this.#queue.at(-1) ?? newest);
      left = await this.#chapter(isOver);
    }
    const target = this.#target;
    if (isOver() || !target) return;
    this.#target = undefined;
    this.teller.end();
    this.teller.show(target);
    if (!isOver() && !this.#held) this.#next();
  }

  /** The way to a state is the way to those before it, too. */
  #aim(state: State): void {
    this.#target = state;
    this.#queue = [];
  }

  /** Tell some beats; whether there are more. */
  async #chapter(isOver: () => boolean): Promise<boolean> {
    const target = this.#target;
    const chapter = target && (await this.teller.next(target));
    if (!chapter || isOver()) return false;
    for (const beat of chapter.beats) {
      await this.#pause(this.teller.beat(beat));
      if (isOver()) return false;
    }
    return chapter.beats.length > 0 && (chapter.to < target.log.length || this.#queue.length > 0);
  }

  #pause(time: number): Promise<void> {
    return new Promise((done) => {
      this.#pressed = done;
      if (time < Infinity) this.#timer = window.setTimeout(done, time);
    });
  }
}
