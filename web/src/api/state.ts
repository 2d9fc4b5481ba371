/** One seat's state of a game, as the server tells it. */

import type { Fight, Ledger, Sign } from "./screens";
import type { Domain, Fact, LitCell, Notice, Refusal, Result } from "./types";

export interface Piece {
  token: string;
  face: string;
  at: string;
  side?: string;
  unit?: number;
  marks?: string[];
  note?: string;
}

export interface Phase {
  id: string;
  label: string;
  now?: boolean;
  /** Whose phase it is, where one side acts at a time. */
  side?: string;
  side_name?: string;
}

export interface Gauge {
  id: string;
  label: string;
  value: number;
  top?: number;
  side?: string;
}

export interface SceneOverlay {
  id: string;
  label: string;
  hexes: number[];
}

export interface Score {
  standing: string;
  lines?: Array<{ label: string; value: number }>;
}

export interface Scene {
  turn: number;
  date?: string;
  pieces: Piece[];
  phases?: Phase[];
  gauges?: Gauge[];
  overlays?: SceneOverlay[];
  score?: Score | null;
  lit?: LitCell[];
  signs?: Sign[];
  fight?: Fight | null;
}

export interface Hint {
  cost?: string;
  path?: number[];
  /** Hexes that the offer is about: the radius of a headquarters, say. */
  area?: number[];
}

/** The offers of one kind of action. */
export interface Choices {
  kind: string;
  label: string;
  domain: Domain;
  args: number[];
  labels?: string[];
  hints?: Record<string, Hint>;
  /** To be asked before any of these is chosen, or before one of them. */
  confirm?: string;
  doubts?: Record<string, string>;
  odds?: boolean;
  /** Hexes beside offered units that, once chosen, cannot be taken back. */
  final?: boolean;
}

/** A button that the rules hold back just now. */
export interface Barred {
  kind: string;
  label: string;
  code: string;
  rule: string;
  sentence: string;
  hexes: number[];
}

export interface Decision {
  side: string;
  prompt: string;
  rule: string;
  /** Units and hexes that the prompt speaks of. */
  units?: number[];
  hexes?: number[];
  continues: boolean;
  choices: Choices[];
  barred?: Barred[];
  ledger?: Ledger;
}

export interface Roll {
  rule: string;
  prompt: string;
  dice?: { count: number; faces: number; lowest: number };
  draw?: string[];
  /** What the things to be drawn are called. */
  labels?: string[];
}

export interface LogLine {
  n: number;
  id: string;
  sentence: string;
  rule: string;
  units: number[];
  hexes: number[];
  side: string;
  roll: string;
  /** The cells of charts that it was read from. */
  lit?: LitCell[];
}

export interface LogPart {
  length: number;
  from: number;
  lines: LogLine[];
}

/** What a lesson wants now. */
export interface Coach {
  lesson: string;
  title: string;
  step: number;
  steps: number;
  done: boolean;
  do: string;
  why: string;
  rules: string[];
  /** Lines of the record that are left of this step. */
  left: number;
  /** Who is to choose; empty where dice are to be rolled. */
  side: string;
  /** What is to be chosen, one part after the other. */
  expects: Array<Action & { label: string }>;
  dice: { outcome: number[]; text: string; printed: boolean } | null;
}

export interface State {
  game: string;
  side: string;
  seq: number;
  over: boolean;
  scene: Scene;
  waiting: string[];
  thinking: string[];
  decision: Decision | null;
  roll: Roll | null;
  undo: { allowed: boolean; code?: string; sentence?: string };
  coach?: Coach | null;
  log: LogPart;
  result: Result | null;
  notices: Notice[];
}

export type Check = { allowed: true } | ({ allowed: false } & Refusal);

export interface Odds {
  column: string;
  lines: Fact[];
  results: Array<{ result: string; label: string; fraction: string; percent: number }>;
  assumes: string[];
  lit?: LitCell[];
}

export interface Preview {
  prompt: string;
  rule: string;
  choices: Choices[];
}

/** Where one can stop on the way through a game. */
export interface Past {
  stops: number;
  marks: Mark[];
  /** After the end: the moment of each stop, in a count that all sides share. */
  moments?: number[];
}

export interface Mark {
  stop: number;
  turn: number;
  phase: string;
  date?: string;
}

export interface Stop {
  stop: number;
  stops: number;
  side: string;
  scene: Scene;
  waiting: string[];
  /** What happened since the stop before. */
  lines: LogLine[];
  /** The log up to here. */
  log?: LogPart;
}

export interface Action {
  kind: string;
  arg: number;
}

export type LiveMessage =
  | { type: "state"; state: State }
  | { type: "gone" }
  | { type: "error"; error: Refusal }
  | { type: "pong" };
