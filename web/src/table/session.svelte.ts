/** One game as one person at the table sees it: the seat in hand, its state, and what can be done. */

import { No, Unreachable } from "../api/http";
import { Keeper, type News } from "../api/keeper";
import { Live } from "../api/live";
import * as server from "../api/server";
import type {
  Decision,
  Game,
  LogLine,
  Match,
  PresentEvent,
  Refusal,
  Scene,
  Seat,
  State,
  TalkLine,
} from "../api/answers";
import type { Action } from "../api/wishes";
import { settings } from "../settings.svelte";
import { t } from "../text/catalogue.svelte";
import { Compound, type Made } from "./compound";
import { filled, grown, waysIn, type Grown } from "./logbook";
import { isFree, Recapper } from "./recap.svelte";
import * as seats from "./seats";
import { Story, type Listener } from "./story.svelte";
import type { Deed } from "./turning";

export class Session implements Listener {
  game = $state.raw<Game>();
  state = $state.raw<State>();
  log = $state.raw<LogLine[]>([]);
  /** Lines of the log that came with the present state. */
  news = $state.raw<LogLine[]>([]);
  ways = $state.raw<ReadonlyMap<number, readonly number[]>>(new Map());
  /** The side whose player must take the seat before anything is shown. */
  curtain = $state<string>();
  refusal = $state.raw<Refusal>();
  busy = $state(false);
  online = $state(true);
  gone = $state(false);
  /** Who is at a shared table; nothing at one that is not. */
  present = $state.raw<PresentEvent>();
  talk = $state.raw<TalkLine[]>([]);
  /** How the match stands, on the server of a club. */
  match = $state.raw<Match>();
  /** Parts already chosen of the choice being made. */
  parts = $state.raw<Made[]>([]);
  /** Log lines since this seat last had to choose: what the others did meanwhile. */
  meanwhile = $state.raw<LogLine[]>([]);
  /** What the player chose last, if that led to what is shown. */
  deed: Deed | undefined;
  #seat = $state.raw<Seat>();
  #live: Live | undefined;
  #closed = false;
  #compound = new Compound();
  #keeper = this.#newKeeper();
  /** What others do, told beat by beat. */
  readonly story = new Story(this);
  #pace = this.story.pace;
  /** The same, summed up at its end. */
  readonly recapper = new Recapper(
    (from) => this.asked((id, seat) => server.recap(id, seat, from)),
    () => this.plays && settings.telling !== "skip",
  );

  constructor(
    readonly id: string,
    /** Whether the sides see different things, so that a seat is handed over behind a curtain. */
    private hides: () => boolean,
    /** The hex that a place is, if it is one. */
    readonly hexAt: (place: string) => number | undefined = () => undefined,
  ) {}

  /** Whether a person plays this seat, and does not only watch. */
  get plays(): boolean {
    return this.#seat?.kind === "person";
  }

  get side(): string {
    return this.#seat?.side ?? "";
  }

  get decision(): Decision | null {
    return this.isEnded ? null : (this.state?.decision ?? null);
  }

  /** Whether the match ended otherwise than by the rules: nothing more can be done. */
  get isEnded(): boolean {
    return !!this.match?.ended && !this.state?.over;
  }

  /** Whether the recap lies open. */
  get isSummedUp(): boolean {
    return this.recapper.open && !this.story.now;
  }

  /** What the lesson wants of this seat now, if it can be chosen. */
  get expected(): Action | undefined {
    const coach = this.state?.coach;
    const first = coach?.side === this.side ? coach.expects[0] : undefined;
    const offered = this.decision?.choices.find(({ kind }) => kind === first?.kind);
    return first && offered?.args.includes(first.arg) ? { kind: first.kind, arg: first.arg } : undefined;
  }

  async open(): Promise<void> {
    const game = await server.game(this.id);
    if (this.#closed) return;
    this.game = game;
    const first = seats.firstSeat(game);
    if (!first) return;
    const alone = seats.persons(game).length < 2;
    if (alone || !this.#curtained() || seats.isSeated(this.id, first.side)) this.#sit(first);
    else this.curtain = first.side;
  }

  /** The person of the side behind the curtain sits down. */
  lift(trusting: boolean): void {
    const seat = this.game?.seats.find(({ side }) => side === this.curtain);
    if (trusting) seats.trust(this.id);
    if (seat) this.#sit(seat);
  }

  close(): void {
    this.#closed = true;
    this.#leave();
  }

  /** The language changed: hear everything again in the new one. */
  async speak(): Promise<void> {
    const { language } = settings;
    if (!this.#seat) return;
    this.#live?.speak(language);
    this.log = [];
    this.refusal = undefined;
    this.recapper.hush();
    const state = await this.asked(server.state);
    // Who changes the language twice may hear the first answer last.
    if (state && settings.language === language) this.#pace.at(this.#keeper.keep(state));
  }

  // -- deeds --------------------------------------------------------------------------

  async act(action: Action, way?: readonly number[]): Promise<boolean> {
    const { decision, state } = this;
    if (!decision || !state || this.busy) return false;
    return this.#do((seat) => server.act(this.id, seat, state, action), () => {
      this.#compound.after(decision, action);
      this.deed = { decision, action };
      if (way) this.#wayOfMine = way;
    });
  }

  async undo(times = 1): Promise<boolean> {
    for (let left = times; left > 0; left--) {
      const { state } = this;
      if (!state || this.busy) return false;
      if (!state.undo.allowed) return this.#refuse(state.undo.sentence ?? "", state.undo.code);
      const done = await this.#do(
        (seat) => server.undo(this.id, seat, state),
        (after) => this.#compound.takenBack(after),
      );
      if (!done) return false;
    }
    return true;
  }

  async roll(outcome: number[] | string): Promise<boolean> {
    const { state } = this;
    if (!state || this.busy) return false;
    return this.#do((seat) => server.roll(this.id, seat, state, outcome));
  }

  /** Let the coach do the next line of the lesson, or the rest of the step. */
  async showMe(what: "line" | "step"): Promise<boolean> {
    const { state } = this;
    if (!state || this.busy) return false;
    this.#compound.forget();
    return this.#do((seat) => server.showMe(this.id, seat, state, what));
  }

  /** Play on without the coach. */
  async leaveLesson(): Promise<boolean> {
    const { state } = this;
    if (!state || this.busy) return false;
    return this.#do((seat) => server.leaveLesson(this.id, seat, state), () => {
      if (this.game) this.game = { ...this.game, lesson: "" };
    });
  }

  /** Ask the judge, and show the refusal if it is one. */
  async protest(action: Action): Promise<void> {
    await this.#try(async (seat) => {
      const ruling = await server.check(this.id, seat, action);
      const said = { code: "", rule: "", sentence: "", field: "act", ...ruling };
      this.refusal = ruling.allowed ? undefined : said;
    });
  }

  /** Say no without the judge: nothing was pointed at that it could rule about. */
  object(sentence: string): void {
    this.#refuse(sentence);
  }

  /** Asked on this seat's behalf; undefined if it cannot be answered, or too late for this seat. */
  async asked<T>(question: (id: string, seat: string) => Promise<T>): Promise<T | undefined> {
    const seat = this.#seat;
    if (!seat) return undefined;
    try {
      const answer = await question(this.id, seat.token);
      return seat === this.#seat ? answer : undefined;
    } catch {
      return undefined;
    }
  }

  /** Said on this seat's behalf; whoever says it hears why it cannot be. */
  async told(deed: (id: string, seat: string) => Promise<void>): Promise<void> {
    if (this.#seat) await deed(this.id, this.#seat.token);
  }

  async earlier(): Promise<void> {
    const first = this.log[0]?.n ?? 0;
    const part = await this.asked((id, seat) =>
      server.log(id, seat, Math.max(0, first - 300), first),
    );
    if (part) this.log = filled(this.log, part);
  }

  // -- what is shown ------------------------------------------------------------------

  /** What happened after so many lines of the log; undefined if it cannot be heard. */
  tale(from: number): ReturnType<Listener["tale"]> {
    return this.asked((id, seat) => server.story(id, seat, from));
  }

  /** The table in the middle of what others do: nobody can choose yet. */
  glimpse(scene: Scene, lines: readonly LogLine[]): void {
    const { state } = this;
    const from = lines[0]?.n ?? this.log.length;
    if (!state) return;
    this.log = [...this.log.filter(({ n }) => n < from), ...lines];
    [this.news, this.meanwhile] = [[...lines], [...this.meanwhile, ...lines]];
    this.ways = waysIn(lines);
    const length = from + lines.length;
    this.state = { ...state, scene, decision: null, log: { ...state.log, length } };
  }

  /** Show it, unless it is known, older than what is shown, or not for this seat. */
  show(state: State): boolean {
    const first = this.log.length === 0;
    if (state.side !== this.side || (!first && isKnown(state, this.state))) return false;
    const unasked = this.state?.decision === null;
    if (unasked) this.deed = undefined;
    const gap = this.#read(state, first);
    this.ways = this.#waysOf(state);
    this.state = asBefore(state, this.state);
    this.#compound.since(this.news, state);
    this.parts = this.#compound.parts(this.state.decision);
    if (this.game && state.over !== this.game.over) this.game = { ...this.game, over: state.over };
    if (gap) void this.#fill(gap.from, gap.to);
    void this.recapper.shown(state, unasked);
    this.#handOver(state);
    return true;
  }

  // -- inside -------------------------------------------------------------------------

  #wayOfMine: readonly number[] | undefined;

  /** Nothing is heard any more, and nothing stays that the seat has seen. */
  #leave(): void {
    this.#live?.close();
    this.#pace.stop();
    this.recapper.forget();
    this.#compound.forget();
    this.#keeper = this.#newKeeper();
    this.#seat = undefined;
    this.state = undefined;
    this.refusal = undefined;
    [this.log, this.news, this.parts] = [[], [], []];
  }

  /** For one sitting: what one seat has heard is nothing to the next. */
  #newKeeper(): Keeper {
    return new Keeper(() => this.asked(server.state), (state) => this.#pace.add(state));
  }

  #sit(seat: Seat): void {
    this.#leave();
    this.curtain = undefined;
    this.#seat = seat;
    seats.remember(this.id, seat.side);
    const keeper = this.#keeper;
    this.#live = new Live(this.id, seat.token, {
      news: (news) => keeper.hear(news),
      gone: () => (this.gone = true),
      error: (refusal) => (this.refusal = refusal),
      present: (event) => (this.present = event),
      match: (match) => (this.match = match),
      talk: ({ lines }) => (this.talk = heard(this.talk, lines)),
      line: (open) => (this.online = open),
    });
  }

  /** Take the log of a state over; gives the lines that are still missing. */
  #read(state: State, first: boolean): Grown["gap"] {
    const { lines, news, gap } = grown(this.log, state.log);
    const hadChoice = this.state?.decision != null || first;
    // The same moment told once more, in another language say, is no news.
    const same = state.seq === this.state?.seq;
    this.log = lines;
    this.news = first || same ? [] : news;
    if (!same) this.meanwhile = hadChoice ? news : [...this.meanwhile, ...news];
    return gap;
  }

  #waysOf(state: State): Map<number, readonly number[]> {
    const ways: Map<number, readonly number[]> = waysIn(this.news);
    const way = this.#wayOfMine;
    this.#wayOfMine = undefined;
    const mover = way && state.scene.pieces.findLast(({ unit }) => this.#justChose(unit));
    if (way && mover?.unit !== undefined) ways.set(mover.unit, way);
    return ways;
  }

  #justChose(unit: number | undefined): boolean {
    return this.parts.some(({ action }) => action.arg === unit);
  }

  /** Whether a side's secrets are kept from the other; in a lesson one person plays both. */
  #curtained(): boolean {
    return this.hides() && !this.game?.lesson;
  }

  /** Hot-seat: when only others must choose, the table goes to the first of them who is here. */
  #handOver(state: State): void {
    if (!this.game || state.over || state.roll) return;
    const asked = state.coach?.side ? [state.coach.side] : state.waiting;
    if (asked.includes(this.side)) return;
    const next = seats.persons(this.game).find(({ side }) => asked.includes(side));
    if (!next || next.side === this.side) return;
    if (!this.#curtained() || seats.isTrusting(this.id)) return this.#sit(next);
    this.#leave();
    this.curtain = next.side;
    seats.handOver(this.id, next.side);
  }

  async #fill(from: number, to: number): Promise<void> {
    const part = await this.asked((id, seat) => server.log(id, seat, from, to));
    if (part) this.log = filled(this.log, part);
  }

  /** Do something that changes the game, and show what comes of it. */
  #do(deed: (seat: string) => Promise<News>, then?: (after: State) => void): Promise<boolean> {
    const keeper = this.#keeper;
    const free = isFree(this.decision);
    return this.#try(async (seat) => {
      const after = await keeper.answer(await deed(seat));
      if (!after) return;
      then?.(after);
      this.recapper.acted(after, free);
      this.#pace.at(after);
    });
  }

  async #try(deed: (seat: string) => Promise<void>): Promise<boolean> {
    if (!this.#seat) return false;
    this.busy = true;
    this.refusal = undefined;
    this.#pace.hold();
    try {
      await deed(this.#seat.token);
      return true;
    } catch (fault) {
      return this.#fail(fault);
    } finally {
      this.busy = false;
      this.#pace.goOn();
    }
  }

  #fail(fault: unknown): boolean {
    if (fault instanceof Unreachable) return this.#refuse(t("table.unreachable"), "unreachable");
    if (!(fault instanceof No)) throw fault;
    this.refusal = fault.refusal;
    if (fault.refusal.code === "stale") void this.#catchUp();
    return false;
  }

  /** Something else happened first: show it, so that the player can decide again. */
  async #catchUp(): Promise<void> {
    const state = await this.asked(server.state);
    if (state) this.#pace.at(this.#keeper.keep(state));
  }

  #refuse(sentence: string, code = ""): boolean {
    this.refusal = { code, rule: "", sentence, field: "" };
    return false;
  }
}

/** A line that broke tells all of it again when it is back. */
function heard(known: readonly TalkLine[], lines: readonly TalkLine[]): TalkLine[] {
  const last = known.at(-1)?.n ?? -1;
  return [...known, ...lines.filter(({ n }) => n > last)];
}

/** An answer and the news of it tell the same twice, and news may come late. */
function isKnown(state: State, shown: State | undefined): boolean {
  if (!shown || state.seq > shown.seq) return false;
  return state.seq < shown.seq || told(state) === told(shown);
}

/** All that a state tells; of the log each tells the part that its hearer lacks. */
function told(state: State): string {
  return JSON.stringify({ ...state, log: state.log.length });
}

/** A question told once more stays the one it was: what was pointed at or opened for it stays too. */
function asBefore(state: State, shown: State | undefined): State {
  if (state.seq !== shown?.seq) return state;
  const same = JSON.stringify(state.decision) === JSON.stringify(shown.decision);
  return same ? { ...state, decision: shown.decision } : state;
}
