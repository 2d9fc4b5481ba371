/** The other side's turn as a story: what is told now, how fast, and where it waits. */

import type { Beat, LogLine, Scene, State, Story as Told } from "../api/answers";
import { sceneAfter } from "../api/keeper";
import { settings, type Tempo } from "../settings.svelte";
import { lasts, Stakes } from "./beats";
import { Pace, type Chapter, type Teller } from "./pace";

/** Whose table it is told at. */
export interface Listener {
  /** What is shown now. */
  readonly state: State | undefined;
  readonly side: string;
  /** Whether a person sits here: who only watches bots is concerned by nothing. */
  readonly plays: boolean;
  show(state: State): boolean;
  /** Shows the table in the middle of what others do, and what the log says of it. */
  glimpse(scene: Scene, lines: readonly LogLine[]): void;
  /** What happened after so many lines of the log. */
  tale(from: number): Promise<Told | undefined>;
  hexAt(place: string): number | undefined;
}

export class Story implements Teller {
  /** The beat that is told now. */
  now = $state.raw<Beat>();
  /** It waits until the player presses on. */
  waits = $state(false);
  /** The player has had enough, until he has to choose again. */
  #enough = false;
  #scene: Scene | undefined;
  #stakes: Stakes | undefined;
  readonly pace = new Pace(this);

  constructor(private listener: Listener) {}

  get tempo(): Tempo {
    return settings.telling;
  }

  // -- the player's hands -------------------------------------------------------------

  /** Go on where it waits; wait where it goes on. */
  press(): void {
    if (this.waits) return this.pace.press();
    this.waits = true;
    this.pace.stay();
  }

  /** Another tempo, from this beat on; where it waits it goes on waiting. */
  hurry(tempo: Tempo): void {
    settings.telling = tempo;
    if (tempo === "skip") this.skip();
    else if (!this.waits) this.pace.press();
  }

  /** To now; who only watches is told on from there. */
  skip(): void {
    this.#enough = this.listener.plays;
    this.pace.skip();
  }

  // -- the teller ---------------------------------------------------------------------

  show(state: State): boolean {
    if (state.decision) this.#enough = false;
    return this.listener.show(state);
  }

  /** What others do while the player has nothing to choose; nobody waits at his own turn. */
  tells(state: State): boolean {
    const { state: shown, side } = this.listener;
    if (this.tempo === "skip" || this.#enough || !shown || shown.decision || shown.roll) return false;
    return state.side === side && !state.coach && state.log.length > shown.log.length;
  }

  async next({ log }: State): Promise<Chapter | undefined> {
    const from = this.listener.state?.log.length ?? 0;
    const told = from < log.length ? await this.listener.tale(from) : undefined;
    if (!told || told.from !== from) return undefined;
    this.#scene = told.scene;
    this.#stakes ??= new Stakes(this.listener.side, (place) => this.listener.hexAt(place));
    // What happened after that state is told on the way to the next one.
    const beats = told.beats.filter(({ lines }) => (lines.at(-1)?.n ?? 0) < log.length);
    return { beats, to: Math.min(told.to, log.length) };
  }

  beat(beat: Beat): number {
    const before = this.#scene;
    if (!before) return 0;
    this.#scene = beat.scene ? sceneAfter(before, beat.scene) : before;
    this.now = beat;
    this.listener.glimpse(this.#scene, beat.lines);
    this.waits = this.#halts(beat, before);
    return this.waits ? Infinity : lasts(beat, this.tempo);
  }

  end(): void {
    [this.now, this.waits] = [undefined, false];
    this.#stakes = undefined;
  }

  #halts(beat: Beat, before: Scene): boolean {
    const halts = this.#stakes?.halts(beat, before) ?? false;
    return halts && settings.halts && this.listener.plays;
  }
}
