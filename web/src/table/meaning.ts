/** What a player means by pointing at something: which of the offered actions, or which refusal. */

import type { Choices, Decision, Kind } from "../api/answers";
import type { Action } from "../api/wishes";
import type { Hit } from "../board/hits";
import type { Made } from "./compound";
import type { TableInfo } from "./tableInfo.svelte";

/** For each domain the kind of action that a click on the board means, where the player said so. */
export type Modes = Record<string, string>;

/** The kind that a click means: the first one, unless the player said another or has to say it. */
export function modeOf(decision: Decision | null, domain: string, modes: Modes): string | undefined {
  const kinds = kindsOf(decision, domain);
  const said = kinds.find(({ kind }) => kind === modes[domain]);
  return (said ?? (isFinal(kinds) ? undefined : kinds[0]))?.kind;
}

function kindsOf(decision: Decision | null, domain: string): Choices[] {
  return decision?.choices.filter((choices) => choices.domain === domain) ?? [];
}

/** A click that misses a counter must not do what cannot be taken back: such hexes wait. */
function isFinal(kinds: readonly Choices[]): boolean {
  return kinds.some(({ final }) => final);
}

/** The kinds among which the player says what a click means. Waiting hexes stand beside units. */
export function meanings(decision: Decision | null): Choices[][] {
  const [units, hexes] = [kindsOf(decision, "unit"), kindsOf(decision, "hex")];
  const groups = isFinal(hexes) ? [[...units, ...hexes]] : [units, hexes];
  return groups.filter(({ length }) => length > 1);
}

/** The modes once the player has said that a click means this kind. */
export function meaning({ kind, domain }: Choices, decision: Decision | null, modes: Modes): Modes {
  const others = isFinal(kindsOf(decision, "hex")) ? {} : modes;
  return { ...others, [domain]: kind };
}

/** Whether a click means this kind now. */
export function isMeant(decision: Decision | null, { kind, domain }: Choices, modes: Modes): boolean {
  if (domain === "unit" && isSaid(decision, modes)) return false;
  return modeOf(decision, domain, modes) === kind;
}

/** Hexes had to be meant, and are. */
function isSaid(decision: Decision | null, modes: Modes): boolean {
  return isFinal(kindsOf(decision, "hex")) && !waiting(decision, modes);
}

/** Hexes that wait to be meant. */
export function waiting(decision: Decision | null, modes: Modes): Choices | undefined {
  if (modeOf(decision, "hex", modes) !== undefined) return undefined;
  return kindsOf(decision, "hex")[0];
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
  if (mode === undefined) return [];
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
  modes: Modes,
): Action | undefined {
  // A marker may lie on the counter that was meant.
  const pointed = hit.piece?.unit ?? -1;
  const unit = pointed < 0 && hit.piece ? (unitsThere.at(-1) ?? -1) : pointed;
  const [unitKind, hexKind] = ["unit", "hex"].map((domain) => modeOf(decision, domain, modes));
  if (unit >= 0 && unitKind && !isSaid(decision, modes)) return { kind: unitKind, arg: unit };
  if (hit.hex !== undefined && hexKind) return { kind: hexKind, arg: hit.hex };
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
export function argumentOf(choices: Choices, arg: number, tableInfo: TableInfo): string {
  if (choices.domain === "unit") return tableInfo.unit(arg)?.name ?? labelOf(choices, arg);
  return choices.domain === "hex" ? tableInfo.label(arg) : labelOf(choices, arg);
}

export interface Button {
  action: Action;
  label: string;
  /** What it is about looks like this. */
  face: string;
  /** It sends the dice rolling: the odds are about this one. */
  commits: boolean;
}

/** Choices that have no place on the map: they become buttons. */
export function buttonsOf(decision: Decision): Button[] {
  const places = new Set(["unit", "hex", "hexside"]);
  return decision.choices
    .filter(({ domain }) => !places.has(domain))
    .flatMap((choices) =>
      choices.args.map((arg, index) => ({
        face: choices.faces?.[index] ?? "",
        action: { kind: choices.kind, arg },
        label: choices.domain === "nothing" ? choices.label : labelOf(choices, arg),
        commits: choices.domain === "nothing" && !!choices.odds,
      })),
    );
}

/** What a unit may still do by itself, in the words of the buttons. */
export function openTo(decision: Decision | null, { unit = -1 }: { unit?: number }): string[] {
  return kindsOf(decision, "unit").filter(({ args }) => args.includes(unit)).map(({ label }) => label);
}
