/** Many units, few gestures: the next unit that has not been dealt with, and a choice made again. */

import type { Choices, Decision, Piece } from "../api/answers";
import type { Action } from "../api/wishes";

/** The kind of action that a unit is chosen by. */
export function unitChoices(decision: Decision | null): Choices | undefined {
  return decision?.choices.find(({ domain, args }) => domain === "unit" && args.length > 0);
}

/** The next offered unit after another one in the order in which they lie; around at the end. */
export function nextUnit(
  decision: Decision | null,
  pieces: readonly Piece[],
  after: number | undefined,
  back = false,
): Action | undefined {
  const choices = unitChoices(decision);
  if (!choices) return undefined;
  const order = pieces.map(({ unit = -1 }) => unit).filter((unit) => unit >= 0);
  if (back) order.reverse();
  const start = after === undefined ? -1 : order.indexOf(after);
  const turned = [...order.slice(start + 1), ...order.slice(0, start + 1)];
  const unit = turned.find((one) => choices.args.includes(one));
  return unit === undefined ? undefined : { kind: choices.kind, arg: unit };
}

/** A unit to do the same with: one that stood with the first, else the next one. */
export function oneMore(
  decision: Decision | null,
  pieces: readonly Piece[],
  first: Action,
  from: string,
): Action | undefined {
  const choices = decision?.choices.find(({ kind }) => kind === first.kind);
  if (choices?.domain !== "unit") return undefined;
  const beside = pieces.find(({ at, unit = -1 }) => at === from && choices.args.includes(unit));
  return beside ? { kind: first.kind, arg: beside.unit ?? -1 } : nextUnit(decision, pieces, first.arg);
}

export function isOffered(decision: Decision | null, { kind, arg }: Action): boolean {
  return !!decision?.choices.some((choices) => choices.kind === kind && choices.args.includes(arg));
}
