/** What a side has chosen so far of a choice in several parts (this unit - to that hex). */

import type { Decision, LogLine, State } from "../api/answers";
import type { Action } from "../api/wishes";

export interface Made {
  decision: Decision;
  action: Action;
}

export class Compound {
  #made: Made[] = [];

  /** After an action was answered. */
  after(decision: Decision, action: Action): void {
    this.#made.push({ decision, action });
  }

  /** Once others have acted or dice were rolled, nothing begun before is still being chosen. */
  since(news: readonly LogLine[], { side, decision }: State): void {
    if (!decision || news.some((line) => line.side !== side)) this.#made = [];
  }

  /** After an undo: the last part is open again. */
  takenBack(state: State): void {
    const last = this.#made.pop();
    // The server may take back more than one part at once (choices it made by itself).
    if (last?.decision.prompt !== state.decision?.prompt) this.#made = [];
  }

  forget(): void {
    this.#made = [];
  }

  /** The parts chosen of the compound that the present decision completes, the last one last. */
  parts(now: Decision | null): Made[] {
    const parts: Made[] = [];
    let open = now;
    for (const made of [...this.#made].reverse()) {
      if (!open?.continues || made.decision.side !== open.side) break;
      parts.unshift(made);
      open = made.decision;
    }
    return parts;
  }
}

/** Arguments of one domain among the parts: the units chosen, say. */
export function chosen(parts: readonly Made[], domain: string): Set<number> {
  const found = new Set<number>();
  for (const { decision, action } of parts) {
    const choices = decision.choices.find(({ kind }) => kind === action.kind);
    if (choices?.domain === domain) found.add(action.arg);
  }
  return found;
}
