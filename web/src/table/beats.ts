/** What a beat of the story is about, how long it stays, and whether it concerns the player. */

import type { Beat, Blow, LogLine, Scene } from "../api/answers";
import type { Tempo } from "../settings.svelte";

type Tells = NonNullable<LogLine["tells"]>;

/** Milliseconds that a beat is looked at: dice are read, a move is followed. */
const LASTS: Record<Tells, number> = { order: 1100, move: 1100, attack: 1500, battle: 2600, loss: 1800, time: 1400, "": 700 };
const LINE_MORE = 450;
const LINES_MORE = 4;
const BLOW_MORE = 1600;
/** The part of it that is left when the story is told fast. */
const FAST = 0.3;

export function lasts({ lines, blows = [] }: Beat, tempo: Tempo): number {
  const longest = Math.max(...lines.map(({ tells = "" }) => LASTS[tells]));
  const more = LINE_MORE * Math.min(lines.length - 1, LINES_MORE) + (blows.length ? BLOW_MORE : 0);
  return (longest + more) * (tempo === "fast" ? FAST : 1);
}

/** The hexes to look at: where something was lost, else the battle, else where the last line leads. */
export function scenery({ lines, blows = [] }: Beat): readonly number[] {
  const blow = blows.flatMap(({ hexes }) => hexes);
  if (blow.length) return blow;
  const told = lines.find(({ tells }) => tells === "battle") ?? lines.findLast(({ hexes }) => hexes.length);
  return told?.hexes ?? [];
}

/** What is at stake for one side while others act. */
export class Stakes {
  /** Where the battle is fought that the player has been shown already. */
  #seen = "";

  constructor(
    private side: string,
    private hexAt: (place: string) => number | undefined,
  ) {}

  /** Whether the story waits here: for a loss of one's own, or where a battle for one's own begins. */
  halts({ lines, blows = [] }: Beat, before: Scene): boolean {
    const battle = lines.find(({ tells }) => tells === "battle");
    const place = battle?.hexes.join(" ") ?? "";
    if (lines.some(({ tells }) => tells === "move" || tells === "time")) this.#seen = "";
    const begins = !!battle && place !== this.#seen && this.#isOurs(battle, before);
    if (begins) this.#seen = place;
    return begins || blows.some((blow) => this.isOurs(blow));
  }

  isOurs({ side }: Blow): boolean {
    return side === this.side;
  }

  #isOurs({ hexes }: LogLine, { pieces }: Scene): boolean {
    return pieces.some(({ side, at }) => side === this.side && hexes.includes(this.hexAt(at) ?? -1));
  }
}
