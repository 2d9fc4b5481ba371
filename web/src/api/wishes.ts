/** What is asked of the server: see docs/api.md, whose words these are. */

import type { BoxOption, Game, Seat } from "./answers";

export interface Action {
  kind: string;
  arg: number;
}

export type OptionValue = BoxOption["default"];
export type Dice = Game["dice"];

export interface Player {
  kind: Seat["kind"];
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
