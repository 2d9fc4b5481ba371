/** What is asked of the server: see docs/api.md, whose words these are. */

import type { BoxOption, Game, Pace, Seat } from "./answers";

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

export interface NewChallenge {
  box: string;
  scenario: string;
  options: Record<string, OptionValue>;
  /** Our own; nothing where the lot is drawn. */
  side: string;
  /** Whom it is for; nothing for whoever accepts first. */
  to: string;
  bot: string;
  pace: Pace;
  rated: boolean;
  watched: boolean;
}
