/** What a player means by pointing at something: which of the offered actions, or which refusal. */

import type { Action, Choices, Decision } from "../api/state";
import type { Kind } from "../api/types";
import type { Hit } from "../board/hits";
import type { Made } from "./compound";

/** Offered actions that fit a place on the board. */
export function fitting(hit: Hit, decision: Decision, unitsThere: readonly number[]): Action[] {
  if (hit.side) return offered(decision, "hexside", hit.side.arg);
  const unit = hit.piece ? offered(decision, "unit", hit.piece.unit) : [];
  const hex = offered(decision, "hex", hit.hex);
  if (unit.length || hex.length) return [...unit, ...hex];
  // The counter meant may lie below the one pointed at.
  const others = unitsThere.flatMap((other) => offered(decision, "unit", other));
  return others.length === 1 ? others : [];
}

function offered(decision: Decision, domain: string, arg: number | undefined): Action[] {
  if (arg === undefined || arg < 0) return [];
  return decision.choices
    .filter((choices) => choices.domain === domain && choices.args.includes(arg))
    .map(({ kind }) => ({ kind, arg }));
}

/** A click that fits an earlier part of the compound: take back so many parts, then do that. */
export function secondThoughts(
  hit: Hit,
  parts: readonly Made[],
  unitsThere: readonly number[],
): { back: number; action: Action } | undefined {
  for (let index = parts.length - 1; index >= 0; index--) {
    const made = parts[index];
    const action = made && fitting(hit, made.decision, unitsThere)[0];
    if (!made || !action || action.arg === made.action.arg) continue;
    return { back: parts.length - index, action };
  }
  return undefined;
}

/** The action to ask the judge about when nothing fits: what the player most likely wanted. */
export function attempted(hit: Hit, decision: Decision, kinds: readonly Kind[]): Action | undefined {
  const unit = hit.piece?.unit ?? -1;
  const first = (domain: string) => decision.choices.find((choices) => choices.domain === domain);
  const [unitKind, hexKind] = [first("unit"), first("hex")];
  if (unit >= 0 && unitKind) return { kind: unitKind.kind, arg: unit };
  if (hit.hex !== undefined && hexKind) return { kind: hexKind.kind, arg: hit.hex };
  if (unit < 0) return undefined;
  // Neither units nor hexes are asked for: the judge will say what is asked instead.
  const any = kinds.find(({ domain }) => domain === "unit");
  return any && { kind: any.kind, arg: unit };
}

export function choicesOf(decision: Decision | null, action: Action): Choices | undefined {
  return decision?.choices.find(({ kind }) => kind === action.kind);
}

export function labelOf(choices: Choices, arg: number): string {
  return choices.labels?.[choices.args.indexOf(arg)] ?? "";
}

/** Choices that have no place on the map: they become buttons. */
export function buttonsOf(decision: Decision): Array<{ action: Action; label: string }> {
  const places = new Set(["unit", "hex", "hexside"]);
  return decision.choices
    .filter(({ domain }) => !places.has(domain))
    .flatMap((choices) =>
      choices.args.map((arg) => ({
        action: { kind: choices.kind, arg },
        label: choices.domain === "nothing" ? choices.label : labelOf(choices, arg),
      })),
    );
}
