/** Where the values of a hex and of what lies in it are from. */

import type { HexFacts, Piece } from "../api/answers";
import type { TableInfo } from "./tableInfo.svelte";

export interface Origin {
  source: string;
  /** What is from there: `terrain`, `name`, `counters` ... */
  what: string[];
}

/** By source; what we made up ourselves comes first. */
export function originsOf(
  facts: HexFacts,
  stack: readonly Piece[],
  tableInfo: TableInfo,
): Origin[] {
  const found = new Map<string, Set<string>>();
  const note = (source: string | undefined, what: string) => {
    if (source) found.set(source, (found.get(source) ?? new Set()).add(what));
  };
  const there: Record<string, boolean> = { name: !!facts.name, features: facts.features.length > 0 };
  for (const [what, source] of Object.entries(facts.sources))
    if (there[what] ?? true) note(source, what);
  for (const { unit = -1 } of stack) note(tableInfo.unit(unit)?.source, "counters");
  const origins = [...found].map(([source, what]) => ({ source, what: [...what] }));
  return origins.sort((a, b) => Number(isOurs(b)) - Number(isOurs(a)));
}

export function isOurs({ source }: Origin): boolean {
  return source === "reconstruction";
}
