/** What happened while the player had nothing to choose, summed up by the server. */

import type { Decision, Recap, State } from "../api/answers";

/** A few things need no summing up: with fewer than this it does not open by itself. */
const WORTH = 3;

/** The player may end what he is doing: it is his turn, and no answer within another's. */
export function isFree(decision: Decision | null): boolean {
  return !!decision && !decision.continues && (decision.passes?.length ?? 0) > 0;
}

export function isWorthIt({ moved, fought, lost, blows }: Recap): boolean {
  return blows.length > 0 || moved.length + fought.length + lost.length >= WORTH;
}

export class Recapper {
  /** Of the others' last turn. */
  last = $state.raw<Recap>();
  open = $state(false);
  /** Lines of the log when the player last acted on his own. */
  #since: number | undefined;

  constructor(
    private ask: (from: number) => Promise<Recap | undefined>,
    /** Whether it opens by itself. */
    private opens: () => boolean,
  ) {}

  /** A seat is taken or left: what came before is nothing to the next. */
  forget(): void {
    [this.#since, this.last, this.open] = [undefined, undefined, false];
  }

  /** The language changed: what was said in the other is not shown any more. */
  hush(): void {
    [this.last, this.open] = [undefined, false];
  }

  /** The player has acted; an answer within another's turn is a part of that turn. */
  acted({ log }: State, free: boolean): void {
    if (free) this.#since = log.length;
    this.open = false;
  }

  /** Something is shown; at the end of the others' turn, when the player was `unasked`, it is summed up. */
  async shown({ log, decision, over }: State, unasked: boolean): Promise<void> {
    const since = (this.#since ??= log.length);
    if (!unasked || since >= log.length || !(over || isFree(decision))) return;
    const recap = await this.ask(since);
    if (!recap || this.#since !== since) return;
    this.last = recap;
    this.open = this.opens() && isWorthIt(recap);
  }

  toggle(): void {
    this.open = !this.open && !!this.last;
  }
}
