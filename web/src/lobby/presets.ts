/** Usual ways to fill the seats. */

import type { About, Named } from "../api/answers";

export type Preset = "bot" | "hot-seat" | "watch";

export const PRESETS: Preset[] = ["bot", "hot-seat", "watch"];

/** Who plays each side: `person`, or the id of a bot. The strongest bot is the last one listed. */
export function presets(
  preset: Preset,
  sides: readonly Named[],
  bots: About["bots"],
): Record<string, string> {
  const bot = bots.at(-1)?.id ?? "person";
  return Object.fromEntries(
    sides.map(({ id }, index) => {
      const person = preset === "hot-seat" || (preset === "bot" && index === 0);
      return [id, person ? "person" : bot];
    }),
  );
}
