/** How each overlay looks: by what its id says it is, and in the colour of the side it names. */

import type { OverlayLook } from "../board/scene";
import type { Furniture } from "./furniture.svelte";

export const LAST_MOVES = "last-moves";
export const RECONSTRUCTED = "reconstructed";

const COVERS: Array<[RegExp, OverlayLook["cover"]]> = [
  [/zone|zoc/, "rising"],
  [/supply|control/, "tint"],
  [/victory/, "edge"],
  [/command|range|reconstructed/, "dots"],
];
const COLOURS = ["choice", "good", "gold", "bad", "warn", "faint"];

export function lookOf(id: string, index: number, furniture: Furniture): OverlayLook {
  const cover = COVERS.find(([words]) => words.test(id))?.[1] ?? "tint";
  const sides = furniture.table?.sides ?? [];
  const side = sides.findIndex((one) => id.split(/[-_.]/).includes(one.id));
  // Zones of both sides cross each other where they overlap, so that both can be seen.
  const turned = cover === "rising" && side === 1 ? "falling" : cover;
  const colour = side < 0 ? colourOf(id, index) : (sides[side]?.colour ?? COLOURS[side] ?? "");
  return { cover: turned, colour: colour.startsWith("#") ? colour : themed(colour) };
}

function colourOf(id: string, index: number): string {
  if (id === RECONSTRUCTED) return "faint";
  if (/victory/.test(id)) return "gold";
  return COLOURS[index % COLOURS.length] ?? "choice";
}

/** A canvas wants the colour itself, not its name in the theme. */
function themed(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
