/** States and log lines as the server would tell them, with only what a test is about. */

import type { LogLine, LogPart, State } from "../src/api/state";
import type { Game, Seat } from "../src/api/types";

export function line(n: number, more: Partial<LogLine> = {}): LogLine {
  return { n, id: "said", sentence: `line ${n}`, rule: "", units: [], hexes: [], side: "blue", roll: "", ...more };
}

export function part(from: number, to: number, more: Partial<LogLine> = {}): LogPart {
  const lines = Array.from({ length: to - from }, (_, index) => line(from + index, more));
  return { length: to, from, lines };
}

export function state(seq: number, more: Partial<State> = {}): State {
  return {
    game: "g",
    side: "blue",
    seq,
    over: false,
    scene: { turn: 1, pieces: [] },
    waiting: ["blue"],
    thinking: [],
    decision: { side: "blue", prompt: `question ${seq}`, rule: "", continues: false, choices: [] },
    roll: null,
    undo: { allowed: false },
    log: part(0, seq + 1),
    result: null,
    notices: [],
    ...more,
  };
}

export function seat(side: string): Seat {
  return { side, side_name: side, kind: "person", name: "", token: `token of ${side}` };
}

export function game(more: Partial<Game> = {}): Game {
  return {
    id: "g",
    title: "",
    box: "b",
    scenario: "s",
    options: {},
    dice: "machine",
    table: "/t",
    created: "",
    changed: "",
    archived: false,
    over: false,
    turn: 1,
    result: null,
    fork_of: "",
    seats: [seat("blue"), seat("red")],
    notices: [],
    ...more,
  };
}
