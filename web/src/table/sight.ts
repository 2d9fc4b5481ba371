/** Puts a scene of the game together for the board. */

import type { Choices, Decision, LogLine, Scene, TableMap } from "../api/answers";
import type { Action } from "../api/wishes";
import type { BoardPiece, Light, LitSide, Overlay, Trail } from "../board/scene";
import type { TableInfo } from "./tableInfo.svelte";
import { lookOf, out, RECONSTRUCTED } from "./looks";
import { choicesOf, costOf, modeOf, type Modes } from "./meaning";

export function piecesOnMap(scene: Scene, tableInfo: TableInfo): BoardPiece[] {
  return scene.pieces.flatMap((piece) => {
    const hex = tableInfo.hexAt(piece.at);
    if (hex === undefined) return [];
    const { token, face, side = "", unit = -1, marks = [] } = piece;
    return [{ token, face, hex, side, unit, marks }];
  });
}

function all(decision: Decision | null, domain: string): Choices[] {
  return decision?.choices.filter((choices) => choices.domain === domain) ?? [];
}

export function openUnits(decision: Decision | null): Set<number> {
  return new Set(all(decision, "unit").flatMap(({ args }) => args));
}

/** Hexes to choose. Where the enemy stands, choosing means attacking. */
export function lights(
  decision: Decision | null,
  modes: Modes,
  glimpsed: readonly Choices[],
  pieces: readonly BoardPiece[],
  tableInfo: TableInfo,
): Map<number, Light> {
  const lit = new Map<number, Light>();
  const enemies = new Set(
    pieces.filter(({ side }) => side && side !== decision?.side).map(({ hex }) => hex),
  );
  for (const choices of glimpsed.filter(({ domain }) => domain === "hex"))
    for (const hex of choices.args)
      lit.set(hex, { hex, aim: "glimpse", note: costOf(choices, hex) });
  const mode = modeOf(decision, "hex", modes);
  if (mode === undefined) return lit;
  // The kind that a click means comes last and so has the last word on a hex.
  const byMode = all(decision, "hex").sort(
    (a, b) => Number(a.kind === mode) - Number(b.kind === mode),
  );
  for (const choices of byMode) {
    const aimed = tableInfo.table?.kinds.find(({ kind }) => kind === choices.kind)?.aim;
    for (const hex of choices.args) {
      const place = choices.kind === mode ? "place" : "aside";
      const aim = aimed === "target" || enemies.has(hex) ? "target" : place;
      lit.set(hex, { hex, aim, note: aim === "aside" ? "" : costOf(choices, hex) });
    }
  }
  return lit;
}

/** Angles at which a hexside of direction 0, 1, 2 begins, in sixths of a turn from the right. */
const FIRST_CORNER = { flat: -2, pointy: -1.5 } as const;

export function litSides(decision: Decision | null, map: TableMap): LitSide[] {
  const offered = all(decision, "hexside");
  if (!offered.length) return [];
  const where = new Map(map.hexes.n.map((hex, index) => [hex, index]));
  const corner = (index: number, sixths: number) => ({
    x: (map.hexes.x[index] ?? 0) + Math.cos((sixths * Math.PI) / 3) * map.size,
    y: (map.hexes.y[index] ?? 0) + Math.sin((sixths * Math.PI) / 3) * map.size,
  });
  return offered.flatMap(({ args }) =>
    args.flatMap((arg) => {
      const index = where.get(Math.floor(arg / 3));
      if (index === undefined) return [];
      const first = FIRST_CORNER[map.orientation] + (arg % 3);
      return [{ arg, from: corner(index, first), to: corner(index, first + 1) }];
    }),
  );
}

/** The overlays that are switched on; each keeps its look whichever others are shown. */
export function overlays(
  scene: Scene,
  map: TableMap,
  tableInfo: TableInfo,
  shown: (id: string) => boolean,
): Overlay[] {
  const all = [...(scene.overlays ?? []), { id: RECONSTRUCTED, hexes: map.reconstructed }];
  return all
    .map(({ id, hexes }, index) => ({ id, hexes, look: lookOf(id, index, tableInfo) }))
    .filter(({ id }) => shown(id));
}

/** The ground that no unit can come to in this scenario, dimmed. */
export function outOfPlay(map: TableMap, inPlay: readonly number[]): Overlay[] {
  if (!inPlay.length) return [];
  const played = new Set(inPlay);
  const hexes = map.hexes.n.filter((hex) => !played.has(hex));
  return [{ id: "out-of-play", hexes, look: out() }];
}

/** The hexes that an offer pointed at is about, as one more overlay. */
export function areaOf(
  decision: Decision | null,
  considered: Action | undefined,
  tableInfo: TableInfo,
): Overlay[] {
  const choices = considered && choicesOf(decision, considered);
  const hexes = choices?.hints?.[considered?.arg ?? -1]?.area ?? [];
  return hexes.length ? [{ id: "area", hexes, look: lookOf("area", 0, tableInfo) }] : [];
}

/** Attacks that are declared: from hex to hex, until they are fought. */
export function arrows(scene: Scene | undefined): Trail[] {
  return (scene?.arrows ?? []).map(({ hexes, side = "" }) => ({ hexes, side, aim: "attack" }));
}

/** Where the units of other sides went, as far as the log tells. */
export function trails(lines: readonly LogLine[], own: string): Trail[] {
  return lines
    .filter((line) => line.side !== own && line.hexes.length > 1 && line.units.length > 0)
    .map(({ hexes, side }) => ({ hexes, side }));
}

/** Where a beat of the story leads: moves as they went, attacks as they are meant, whoever it is. */
export function toldTrails(lines: readonly LogLine[], own: string): Trail[] {
  return lines
    .filter(({ side, hexes, tells }) => side !== own && hexes.length > 1 && (tells === "move" || tells === "attack"))
    .map(({ hexes, side, tells }) => ({ hexes, side, ...(tells === "attack" ? { aim: "attack" as const } : {}) }));
}
