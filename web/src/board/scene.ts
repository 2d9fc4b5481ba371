/** What the board is to show, as plain data. Whoever fills it in decides nothing about looks. */

import type { Point } from "./transform";

export interface BoardPiece {
  /** Names the counter from one scene to the next, so that it can be seen moving. */
  token: string;
  face: string;
  hex: number;
  side: string;
  /** The unit's number; -1 where it is not known or the piece is no unit. */
  unit: number;
  /** Faces of markers lying on it. */
  marks: readonly string[];
}

/** A hex that can be chosen now, to go to or to attack; or that could be, after one more choice. */
export interface Light {
  hex: number;
  /** `aside`: only by another kind of action than a click means now. */
  aim: "place" | "aside" | "target" | "glimpse";
  /** Written small in the hex: what it costs to get there. */
  note: string;
}

export interface LitSide {
  arg: number;
  from: Point;
  to: Point;
}

/** How an overlay covers its hexes. */
export interface OverlayLook {
  colour: string;
  cover: "tint" | "rising" | "falling" | "dots" | "edge" | "veil";
}

export interface Overlay {
  id: string;
  hexes: readonly number[];
  look: OverlayLook;
}

export interface Trail {
  hexes: readonly number[];
  side: string;
  /** Not where somebody went, but whom somebody is about to attack. */
  aim?: "attack";
}

/** A way that something comes by: supply along a road, say; broken where it gets no further. */
export interface Line {
  drawn: "dots" | "dashes" | "solid";
  hexes: readonly number[];
  broken: boolean;
}

export interface BoardScene {
  /** The last piece of a hex lies on top. */
  pieces: readonly BoardPiece[];
  /** Units that can be chosen now. */
  open: ReadonlySet<number>;
  /** Units that have been chosen and wait for what follows. */
  chosen: ReadonlySet<number>;
  lit: ReadonlyMap<number, Light>;
  sides: readonly LitSide[];
  overlays: readonly Overlay[];
  trails: readonly Trail[];
  lines: readonly Line[];
  /** Hexes pointed out: by the log, by a refusal, by the list of choices. */
  pointed: ReadonlySet<number>;
  /** Units pointed out by a refusal. */
  blamed: ReadonlySet<number>;
  /** The way each unit has come since the last scene, where it is known. */
  ways: ReadonlyMap<number, readonly number[]>;
}

export const EMPTY: BoardScene = {
  pieces: [],
  open: new Set(),
  chosen: new Set(),
  lit: new Map(),
  sides: [],
  overlays: [],
  trails: [],
  lines: [],
  pointed: new Set(),
  blamed: new Set(),
  ways: new Map(),
};
