/** What a player means by pointing at something: which of the offered actions, or which refusal. */

import type { Action, Choices, Decision } from "../api/state";
import type { Kind } from "../api/types";
import type { Hit } from "../board/hits";
import type { Made } from "./compound";
import type { Furniture } from "./furniture.svelte";

/** For each domain the kind of action that a click on the board means; the first one by default. */
export type Modes = Record<string, string>;

export function modeOf(decision: Decision | null, domain: string, modes: Modes): string | undefined {
  const kinds = decision?.choices.filter((choices) => choices.domain === domain) ?? [];
  return (kinds.find(({ kind }) => kind === modes[domain]) ?? kinds[0])?.kind;
}

/** Offered actions that fit a place on the board: at most one for the unit and one for the hex. */
export function fitting(
  hit: Hit,
  decision: Decision,
  unitsThere: readonly number[],
  modes: Modes,
): Action[] {
  const meant = (domain: string, arg: number | undefined) => offered(decision, domain, arg, modes);
  if (hit.side) return meant("hexside", hit.side.arg);
  const actions = [...meant("unit", hit.piece?.unit), ...meant("hex", hit.hex)];
  if (actions.length) return actions;
  // The counter meant may lie below the one pointed at.
  const others = unitsThere.flatMap((other) => meant("unit", other));
  return others.length === 1 ? others : [];
}

/** The action that a click means, if it is offered; else any other kind that is. */
function offered(
  decision: Decision,
  domain: string,
  arg: number | undefined,
  modes: Modes,
): Action[] {
  if (arg === undefined || arg < 0) return [];
  const kinds = decision.choices
    .filter((choices) => choices.domain === domain && choices.args.includes(arg))
    .map(({ kind }) => kind);
  const mode = modeOf(decision, domain, modes);
  const kind = kinds.find((one) => one === mode) ?? kinds[0];
  return kind === undefined ? [] : [{ kind, arg }];
}

/** A click that fits an earlier part of the compound: take back so many parts, then do that. */
export function secondThoughts(
  hit: Hit,
  parts: readonly Made[],
  unitsThere: readonly number[],
): { back: number; action: Action } | undefined {
  for (let index = parts.length - 1; index >= 0; index--) {
    const made = parts[index];
    const action = made && fitting(hit, made.decision, unitsThere, {})[0];
    if (!made || !action || action.arg === made.action.arg) continue;
    return { back: parts.length - index, action };
  }
  return undefined;
}

/** The action to ask the judge about when nothing fits: what the player most likely wanted. */
export function attempted(
  hit: Hit,
  decision: Decision,
  kinds: readonly Kind[],
  unitsThere: readonly number[],
): Action | undefined {
  // A marker may lie on the counter that was meant.
  const pointed = hit.piece?.unit ?? -1;
  const unit = pointed < 0 && hit.piece ? (unitsThere.at(-1) ?? -1) : pointed;
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

const VULGAR: Record<string, string> = {
  "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/5": "⅕",
  "1/6": "⅙", "5/6": "⅚", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞",
}; // prettier-ignore

/** What an offer costs, fractions written as people write them. */
export function costOf(choices: Choices, arg: number): string {
  const cost = choices.hints?.[arg]?.cost ?? "";
  return cost.replace(/ ?(\d\/\d)$/, (whole, part: string) => VULGAR[part] ?? whole);
}

/** What an offer is about, in words: a unit's name, a hex's label. */
export function argumentOf(choices: Choices, arg: number, furniture: Furniture): string {
  if (choices.domain === "unit") return furniture.unit(arg)?.name ?? labelOf(choices, arg);
  return choices.domain === "hex" ? furniture.label(arg) : labelOf(choices, arg);
}

export interface Button {
  action: Action;
  label: string;
  /** It sends the dice rolling: the odds are about this one. */
  commits: boolean;
}

/** Choices that have no place on the map: they become buttons. */
export function buttonsOf(decision: Decision): Button[] {
  const places = new Set(["unit", "hex", "hexside"]);
  return decision.choices
    .filter(({ domain }) => !places.has(domain))
    .flatMap((choices) =>
      choices.args.map((arg) => ({
        action: { kind: choices.kind, arg },
        label: choices.domain === "nothing" ? choices.label : labelOf(choices, arg),
        commits: choices.domain === "nothing" && !!choices.odds,
      })),
    );
}
