/** Goes through the past of a game: to any stop, step by step, phase by phase, or by itself. */

import * as server from "../api/server";
import type { LogLine, Mark, Stop } from "../api/answers";
import { settings } from "../settings.svelte";

const KEPT = 400;
const BEAT = 900;

export class Player {
  stops = $state(0);
  marks = $state.raw<Mark[]>([]);
  now = $state.raw<Stop>();
  playing = $state(false);
  speed = $state(1);
  lines = $state.raw<LogLine[]>([]);
  #cache = new Map<number, Promise<Stop>>();
  /** The moments of the stops, as these eyes count them and as the seat does. */
  #moments: readonly number[] = [];
  #own: readonly number[] = [];
  #wanted = 0;
  /** Counts what was asked for: only the answer to the last of it is shown. */
  #turn = 0;
  #timer = 0;

  constructor(
    private game: string,
    private seat: string,
    private side: string,
  ) {}

  get at(): number {
    return this.now?.stop ?? 0;
  }

  get last(): number {
    return Math.max(0, this.stops - 1);
  }

  /** Begin at the stop of a moment, if the game is over and moments are known. */
  async open(moment = 0): Promise<void> {
    const turn = ++this.#turn;
    const { stops, marks, moments = [] } = await server.replay(this.game, this.seat, this.side);
    if (turn !== this.#turn) return;
    [this.stops, this.marks, this.#moments] = [stops, marks, moments];
    if (!this.#own.length) this.#own = moments;
    this.#cache.clear();
    await this.go(stopAt(moments, moment));
  }

  /** The language changed: hear the same stop in the new one. */
  async speak(): Promise<void> {
    const { side } = this;
    const { language } = settings;
    this.#cache.clear();
    const hearing = this.go(this.#wanted);
    const { marks } = await server.replay(this.game, this.seat, side);
    if (side === this.side && language === settings.language) this.marks = marks;
    await hearing;
  }

  /** See the same moment through another side's eyes: each side has stops of its own. */
  async through(side: string): Promise<void> {
    this.side = side;
    await this.open(this.#moments[this.at]);
  }

  /** This stop as the seat itself counts, through whosever eyes one looks. */
  get ownStop(): number {
    const moment = this.#moments[this.at];
    return moment === undefined ? this.at : stopAt(this.#own, moment);
  }

  /** To the stop of a moment that all sides count alike. */
  goTo(moment: number): Promise<void> {
    return this.go(stopAt(this.#moments, moment));
  }

  async go(stop: number): Promise<void> {
    const wanted = Math.max(0, Math.min(this.last, stop));
    this.#wanted = wanted;
    const turn = ++this.#turn;
    const found = await this.#fetch(wanted);
    // While scrubbing only the stop asked for last is shown.
    if (turn !== this.#turn) return;
    this.now = found;
    this.lines = found.lines;
    if (wanted < this.last) void this.#fetch(wanted + 1);
  }

  step(by: number): Promise<void> {
    return this.go(this.#wanted + by);
  }

  /** To the beginning of the phase after or before this one. */
  phase(direction: 1 | -1): Promise<void> {
    const stops = this.marks.map(({ stop }) => stop);
    const found =
      direction > 0
        ? stops.find((stop) => stop > this.#wanted)
        : stops.findLast((stop) => stop < this.#wanted);
    return this.go(found ?? (direction > 0 ? this.last : 0));
  }

  play(): void {
    this.playing = !this.playing;
    if (this.playing && this.at >= this.last) void this.go(0);
    this.#beat();
  }

  close(): void {
    this.playing = false;
    window.clearTimeout(this.#timer);
  }

  #beat(): void {
    window.clearTimeout(this.#timer);
    if (!this.playing) return;
    this.#timer = window.setTimeout(async () => {
      await this.step(1);
      if (this.at >= this.last) this.playing = false;
      this.#beat();
    }, BEAT / this.speed);
  }

  #fetch(stop: number): Promise<Stop> {
    const known = this.#cache.get(stop) ?? server.stop(this.game, this.seat, stop, this.side);
    this.#cache.set(stop, known);
    known.catch(() => this.#cache.delete(stop));
    for (const old of this.#cache.keys()) {
      if (this.#cache.size <= KEPT) break;
      this.#cache.delete(old);
    }
    return known;
  }
}

/** The last stop that is not later than a moment. */
function stopAt(moments: readonly number[], moment: number): number {
  return Math.max(0, moments.findLastIndex((one) => one <= moment));
}
