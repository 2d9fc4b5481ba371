/** How each overlay looks: by what its id says it is, and in the colour of the side it names. */

import type { OverlayLook } from "../board/scene";
import { settings } from "../settings.svelte";
import type { TableInfo } from "./tableInfo.svelte";

export const LAST_MOVES = "last-moves";
export const RECONSTRUCTED = "reconstructed";

const COVERS: Array<[RegExp, OverlayLook["cover"]]> = [
  [/zone|zoc/, "rising"],
  [/supply|control/, "tint"],
  [/victory|frontier/, "edge"],
  [/command|range|reconstructed/, "dots"],
];
/** Ground that takes no part lies in the colour of the desk. */
export const out = (): OverlayLook => ({ cover: "veil", colour: themed("desk") });

const COLOURS = ["choice", "good", "gold", "bad", "warn", "faint"];

export function lookOf(id: string, index: number, tableInfo: TableInfo): OverlayLook {
  const cover = COVERS.find(([words]) => words.test(id))?.[1] ?? "tint";
  const sides = tableInfo.table?.sides ?? [];
  const side = sides.findIndex((one) => id.split(/[-_.]/).includes(one.id));
  // Zones of both sides cross each other where they overlap, so that both can be seen.
  const turned = cover === "rising" && side === 1 ? "falling" : cover;
  const colour = side < 0 ? colourOf(id, index) : (sides[side]?.colour ?? COLOURS[side] ?? "");
  return { cover: turned, colour: colour.startsWith("#") ? clear(colour) : themed(colour) };
}

/** A side's colour, darker or lighter, so that it stands out from the map of the theme. */
function clear(hex: string): string {
  const parts = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const light = Math.max(...parts) / 255;
  const wanted = settings.look === "dark" ? Math.max(light, 0.85) : Math.min(light, 0.62);
  const scaled = parts.map((part) => Math.min(255, Math.round((part * wanted) / (light || 1))));
  return `rgb(${scaled.join(" ")})`;
}

function colourOf(id: string, index: number): string {
  if (id === RECONSTRUCTED) return "faint";
  if (/victory/.test(id)) return "gold";
  return COLOURS[index % COLOURS.length] ?? "choice";
}

/** A canvas wants the colour itself, not its name in the theme. */
function themed(name: string): string {
  void settings.look; // another theme, another colour
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
