/** States and log lines as the server would tell them, with only what a test is about. */

import type { Decision, Game, LogLine, LogPart, Scene, Seat, State } from "../src/api/answers";
import type { News } from "../src/api/keeper";

export function line(n: number, more: Partial<LogLine> = {}): LogLine {
  return { n, id: "said", sentence: `line ${n}`, rule: "", units: [], hexes: [], side: "blue", roll: "", ...more };
}

export function part(from: number, to: number, more: Partial<LogLine> = {}): LogPart {
  const lines = Array.from({ length: to - from }, (_, index) => line(from + index, more));
  return { length: to, from, lines };
}

export function scene(more: Partial<Scene> = {}): Scene {
  return {
    turn: 1,
    date: "",
    pieces: [],
    phases: [],
    gauges: [],
    overlays: [],
    score: null,
    lit: [],
    signs: [],
    fight: null,
    arrows: [],
    closed: [],
    ...more,
  };
}

export function question(prompt: string): Decision {
  return { side: "blue", prompt, rule: "", units: [], hexes: [], continues: false, choices: [] };
}

/** A message with a whole state. */
export function whole(state: State): News {
  return { type: "state", state };
}

export function state(seq: number, more: Partial<State> = {}): State {
  return {
    game: "g",
    side: "blue",
    version: 1000 + seq,
    seq,
    over: false,
    scene: scene(),
    waiting: ["blue"],
    thinking: [],
    doing: [],
    decision: question(`question ${seq}`),
    roll: null,
    undo: { allowed: false },
    coach: null,
    log: part(0, seq + 1),
    result: null,
    notices: [],
    ...more,
  };
}

export function seat(side: string): Seat {
  return { side, side_name: side, kind: "person", name: "", bot: "", token: `token of ${side}` };
}

export function game(more: Partial<Game> = {}): Game {
  return {
    id: "g",
    title: "",
    box: "b",
    scenario: "s",
    scenario_title: "",
    lesson: "",
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
