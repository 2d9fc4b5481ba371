/** What the server answers: see docs/api.md, whose words these are. */

export interface RuleCase {
  id: string;
  title: string;
  kind?: string;
  says: string;
  open?: string;
  ruling?: string;
}

/** Any answer from 400 up, and any refusal by the rules. */
export interface Refusal {
  code: string;
  rule: string;
  sentence: string;
  field?: string;
  /** What exactly is wrong, where the sentence does not say it. */
  detail?: string;
  units?: number[];
  hexes?: number[];
  case?: RuleCase | null;
}

export interface About {
  version: string;
  languages: string[];
  local: boolean;
  bots: Array<{ id: string; name: string; says: string }>;
}

export type OptionValue = boolean | number | string;

export interface BoxOption {
  id: string;
  title: string;
  default: OptionValue;
  /** A choice may be one of some scenarios only. */
  choices: Array<{ value: OptionValue; title: string; scenarios?: string[] }>;
}

export interface Side {
  id: string;
  name: string;
  colour?: string;
}

export interface Box {
  id: string;
  title: string;
  publisher: string;
  rulebook: string;
  fault: string;
  scenarios: Array<{ id: string; title: string }>;
  options: BoxOption[];
  sides: Side[];
  lessons?: Array<{ id: string; title: string; says: string; scenario: string }>;
}

export interface Fact {
  label: string;
  value: string;
  rule?: string;
}

export interface Unit {
  n: number;
  code: string;
  name: string;
  side?: string;
  group?: string;
  facts?: Fact[];
  /** Where the numbers on it are from. */
  source?: string;
}

export type Domain = string;

export interface Kind {
  kind: string;
  label: string;
  domain: Domain;
  aim?: "target";
}

/** Where the pictures of a map are: a light one of the whole, and parts in more detail. */
export interface DrawnMap {
  light: string;
  /** Parts are at `{parts}/{detail}/{column}/{row}.svg`, squares of `span` units of the map. */
  parts: string;
  stamp: string;
  span: number;
  columns: number;
  rows: number;
  /** From how many pixels a hex side on which detail is drawn; below, the light picture. */
  levels: Array<{ detail: string; from: number }>;
}

export interface TableMap {
  id: string;
  name: string;
  svg: string;
  drawn: DrawnMap;
  orientation: "flat" | "pointy";
  width: number;
  height: number;
  size: number;
  terrains: Array<{ id: string; name: string }>;
  hexes: {
    n: number[];
    label: string[];
    x: number[];
    y: number[];
    terrain: number[];
    name: string[];
    aliases: string[][];
  };
  reconstructed: number[];
}

export interface Panel {
  id: string;
  label: string;
  form: "box" | "track" | "pool";
  places: Array<{ at: string; label: string }>;
}

export interface Chart {
  id: string;
  label: string;
  rule: string;
  rows: string[][];
}

/** A row, a column or a cell of a chart that counts now. */
export interface LitCell {
  chart: string;
  row?: number;
  column?: number;
}

export interface Table {
  box: string;
  scenario: string;
  title: string;
  fingerprint: string;
  sides: Side[];
  units: Unit[];
  kinds: Kind[];
  maps: TableMap[];
  panels: Panel[];
  charts: Chart[];
  faces: string[];
  face_labels?: Record<string, string>;
  hides?: boolean;
}

export interface HexFacts {
  hex: number;
  label: string;
  name: string;
  terrain: { id: string; name: string };
  features: Array<{ id: string; name: string }>;
  areas: Array<{ id: string; name: string }>;
  lines: Array<{ kind: string; name: string }>;
  sides: Array<{ direction: number; to: number; kinds: string[]; name: string }>;
  facts: Fact[];
  sources: Record<string, string>;
  lit: LitCell[];
}

export type Dice = "machine" | "typed";

export interface Seat {
  side: string;
  side_name: string;
  kind: "person" | "bot";
  name: string;
  bot?: string;
  token: string;
}

export interface Result {
  winner: string | null;
  winner_name: string;
  level: string;
  reason: string;
  score: number;
}

export interface Notice {
  code: string;
  sentence: string;
  lines?: string[];
}

export interface Game {
  id: string;
  title: string;
  box: string;
  scenario: string;
  options: Record<string, OptionValue>;
  dice: Dice;
  table: string;
  created: string;
  changed: string;
  archived: boolean;
  over: boolean;
  turn: number;
  result: Result | null;
  fork_of: string;
  /** The lesson that it follows, or nothing. */
  lesson?: string;
  seats: Seat[];
  notices: Notice[];
}

export interface Player {
  kind: "person" | "bot";
  name?: string;
  bot?: string;
}

export interface NewGame {
  box: string;
  scenario?: string;
  options?: Record<string, OptionValue>;
  players?: Record<string, Player>;
  dice?: Dice;
  title?: string;
  lesson?: string;
}
