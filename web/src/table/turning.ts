/** What went on by itself: phases that closed, chits that were drawn, and who comes next. */

import type { Decision, LogLine, Phase, State } from "../api/answers";
import type { Action } from "../api/wishes";

/** What the player chose last, and of what. */
export interface Deed {
  decision: Decision;
  action: Action;
}

/** What there is to say of it, in the order in which it happened. */
export type Said =
  | { id: "closed" }
  | { id: "line"; sentence: string }
  | { id: "phase"; label: string; side: string };

/**
 * The table went on from one state to another. `deed` is what the player did last if it led there:
 * whoever passed knows that he did, but a phase that closes behind his last unit is told.
 */
export function turned(before: State, after: State, news: readonly LogLine[], deed?: Deed): Said[] {
  const lines = news.filter(({ tells }) => tells === "time").map(({ sentence }) => ({ id: "line", sentence }) as const);
  const phase = phaseOf(after);
  const isNew = !!phase && !isSame(phase, phaseOf(before));
  const ended = isNew || (lines.length > 0 && !after.decision?.continues);
  return [
    ...(deed && ended && !hasPassed(deed) ? [{ id: "closed" } as const] : []),
    ...lines,
    ...(isNew ? [{ id: "phase", label: phase.label, side: phase.side_name ?? "" } as const] : []),
  ];
}

function hasPassed({ decision, action }: Deed): boolean {
  return !!decision.passes?.includes(action.kind);
}

function phaseOf({ scene }: State): Phase | undefined {
  return scene.phases?.find(({ now }) => now);
}

function isSame(one: Phase, other: Phase | undefined): boolean {
  return one.id === other?.id && one.side === other.side;
}
