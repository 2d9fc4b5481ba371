/** The briefings of the boxes, fetched once in each language. */

import * as server from "../api/server";
import type { Briefing } from "../api/answers";
import { settings } from "../settings.svelte";

const fetched = $state<Record<string, Record<string, Briefing>>>({});
const asked = new Set<string>();

/** What is told of a scenario, as soon as it is there; scenarios of one's own have nothing. */
export function briefingOf(box: string, scenario: string): Briefing | undefined {
  return fetched[keyOf(box)]?.[scenario];
}

/** Have the briefings of a box at hand. A briefing that cannot be had is not worth a fault. */
export async function fetchBriefings(box: string): Promise<void> {
  const key = keyOf(box);
  if (asked.has(key)) return;
  asked.add(key);
  try {
    fetched[key] = await server.briefings(box);
  } catch {
    asked.delete(key);
  }
}

function keyOf(box: string): string {
  return `${settings.language}/${box}`;
}
