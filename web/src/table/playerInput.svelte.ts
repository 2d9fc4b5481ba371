/** What the player's hands do: clicks, drags and buttons become actions, or refusals by the judge. */

import type { Decision, Reminder } from "../api/answers";
import type { Action } from "../api/wishes";
import type { Wishes } from "../board/controller";
import type { Hit } from "../board/hits";
import type { BoardPiece } from "../board/scene";
import type { Point } from "../board/transform";
import { sounds } from "../parts/sounds";
import { settings } from "../settings.svelte";
import { t } from "../text/catalogue.svelte";
import { chosen } from "./compound";
import type { Attention } from "./attention.svelte";
import type { TableInfo } from "./tableInfo.svelte";
import { isOffered, nextUnit, oneMore } from "./errands";
import { attempted, choicesOf, fitting, secondThoughts, waiting } from "./meaning";
import type { Session } from "./session.svelte";

interface Doubt {
  action: Action;
  sentence: string;
  forgotten: readonly Reminder[];
  decision: Decision;
}

const NOTHING: Action = { kind: "", arg: -1 };

export class PlayerInput implements Wishes {
  #doubt = $state.raw<Doubt>();
  /** Picking a counter up asks the server; putting it down must wait for the answer. */
  #lifted: Promise<boolean> = Promise.resolve(true);

  constructor(
    private session: Session,
    private tableInfo: TableInfo,
    private attention: Attention,
  ) {}

  /**
   * An action that waits for a "yes", because it cannot be taken back and may surprise.
   * It was doubted as the answer to one question: once another is asked, it is none any more.
   */
  get doubt(): Doubt | undefined {
    return this.#doubt?.decision === this.session.decision ? this.#doubt : undefined;
  }

  /** The player says no. */
  unsure(): void {
    this.#doubt = undefined;
  }

  look(at: Hit | undefined): void {
    this.attention.hit = at;
    const { decision } = this.session;
    this.attention.considered = at && decision ? fitting(at, decision, [], this.attention.modes)[0] : undefined;
  }

  choose(at: Hit, screen: Point, whole = false): void {
    const { decision } = this.session;
    if (!decision || this.session.busy) return;
    const together = whole ? this.#stackOf(at.hex) : [];
    const actions = together.length ? together : fitting(at, decision, this.#unitsIn(at.hex), this.attention.modes);
    if (actions.length > 1) this.attention.menu = { actions, at: screen };
    else if (actions[0]) void this.act(actions[0]);
    else void this.#otherwise(at);
  }

  canLift(piece: BoardPiece, whole = false): boolean {
    const { decision, parts, busy } = this.session;
    if (!decision || busy || piece.unit < 0) return false;
    if (whole && this.#stackOf(piece.hex).length === 1) return true;
    const hit = handle(piece);
    if (chosen(parts, "unit").has(piece.unit)) return true;
    return fitting(hit, decision, [], this.attention.modes).length === 1 || !!secondThoughts(hit, parts, []);
  }

  lift(piece: BoardPiece, whole = false): void {
    const { decision, parts } = this.session;
    const together = whole ? this.#stackOf(piece.hex)[0] : undefined;
    const action = together ?? (decision && fitting(handle(piece), decision, [], this.attention.modes)[0]);
    if (action) this.#lifted = this.#chosen(action);
    else if (chosen(parts, "unit").has(piece.unit)) this.#lifted = Promise.resolve(true);
    else this.#lifted = this.#reconsider(handle(piece));
  }

  async drop(piece: BoardPiece, hex: number | undefined): Promise<void> {
    if (!(await this.#lifted) || hex === undefined || hex === piece.hex) return;
    const { decision } = this.session;
    const place: Hit = { hex, piece: undefined, side: undefined, inFan: false };
    const action = decision && fitting(place, decision, [], this.attention.modes)[0];
    if (action) void this.act(action);
    else void this.#protest(place);
  }

  /** Do it, or ask first where the server says that it is irrevocable and surprising. */
  async act(action: Action): Promise<void> {
    const { decision } = this.session;
    const choices = choicesOf(decision, action);
    const sentence = choices?.confirm || choices?.doubts?.[action.arg];
    const forgotten = this.#forgotten(action);
    if (decision && (sentence || forgotten.length))
      this.#doubt = { action, sentence: sentence ?? t("reminders.sure"), forgotten, decision };
    else await this.#do(action);
  }

  /** What the server reminds of before the side passes; in a lesson the coach knows what he wants. */
  #forgotten({ kind, arg }: Action): Reminder[] {
    const { decision, expected } = this.session;
    if (!decision?.passes?.includes(kind) || !settings.reminds) return [];
    if (expected?.kind === kind && expected.arg === arg) return [];
    return decision.reminders?.filter(({ grave }) => grave) ?? [];
  }

  // -- many units ---------------------------------------------------------------------

  /** The compound chosen last, from its first part on, and where its first unit stood. */
  #line: Action[] = [];
  #from = "";
  #visited: number | undefined;

  /** Choose the next unit that can still be chosen; the one in hand is put back. */
  async next(back = false): Promise<number | undefined> {
    const { parts, state } = this.session;
    if (this.session.busy || !state) return undefined;
    const held = parts.length === 1 ? parts[0] : undefined;
    if (parts.length && choicesOf(held?.decision ?? null, held?.action ?? NOTHING)?.domain !== "unit") return undefined;
    const asked = held?.decision ?? this.session.decision;
    const after = held?.action.arg ?? this.#visited;
    const action = nextUnit(asked, state.scene.pieces, after, back);
    if (!action || (held && held.action.arg === action.arg)) return action?.arg;
    if (held && !(await this.session.undo())) return undefined;
    this.#visited = action.arg;
    await this.#do(action);
    return action.arg;
  }

  /** The same again, with the unit in hand or with one more of the same place. */
  async repeat(): Promise<void> {
    const [first, ...rest] = this.#line;
    const { session } = this;
    if (!first || !rest.length || session.busy) return;
    const pieces = session.state?.scene.pieces ?? [];
    if (session.parts.length > 1) return;
    if (!session.parts.length) {
      const who = oneMore(session.decision, pieces, first, this.#from);
      if (!who || !(await session.act(who))) return;
    }
    const line = this.#line;
    for (const action of rest) {
      if (!isOffered(session.decision, action)) return void (await session.protest(action));
      await this.#do(action);
    }
    this.#line = line;
  }

  /** What chooses all that lies in a hex. */
  #stackOf(hex: number | undefined): Action[] {
    const stacks = new Set(this.tableInfo.table?.kinds.filter(({ stack }) => stack).map(({ kind }) => kind));
    const found = this.session.decision?.choices.filter(
      ({ kind, args }) => hex !== undefined && stacks.has(kind) && args.includes(hex),
    );
    return found?.map(({ kind }) => ({ kind, arg: hex ?? -1 })) ?? [];
  }

  /** Remember a part of a compound, so that it can be repeated. */
  #note(action: Action): void {
    const { decision, state } = this.session;
    if (!decision) return;
    if (!decision.continues) {
      this.#line = [];
      this.#from = state?.scene.pieces.find(({ unit }) => unit === action.arg)?.at ?? "";
    }
    this.#line.push(action);
  }

  async #chosen(action: Action): Promise<boolean> {
    this.#note(action);
    return this.session.act(action);
  }

  async sure(): Promise<void> {
    const { doubt } = this;
    this.unsure();
    if (doubt) await this.#do(doubt.action);
  }

  async #do(action: Action): Promise<void> {
    const way = choicesOf(this.session.decision, action)?.hints?.[action.arg]?.path;
    this.attention.menu = undefined;
    this.attention.considered = undefined;
    this.#note(action);
    if (await this.session.act(action, way)) sounds.place();
    else sounds.refusal();
  }

  /** Nothing fits now: perhaps the player thought better of an earlier part, else the judge speaks. */
  async #otherwise(at: Hit): Promise<void> {
    if (!(await this.#reconsider(at))) await this.#protest(at);
  }

  async #reconsider(at: Hit): Promise<boolean> {
    const thought = secondThoughts(at, this.session.parts, this.#unitsIn(at.hex));
    if (!thought || !(await this.session.undo(thought.back))) return false;
    return this.session.act(thought.action);
  }

  async #protest(at: Hit): Promise<void> {
    const { decision } = this.session;
    const kinds = this.tableInfo.table?.kinds ?? [];
    const action = decision && attempted(at, decision, kinds, this.#unitsIn(at.hex), this.attention.modes);
    const unsaid = waiting(decision, this.attention.modes);
    if (!decision || (!action && !at.piece && !unsaid)) return;
    sounds.refusal();
    if (action) await this.session.protest(action);
    else if (unsaid) this.session.object(t("refused.say-first", { label: unsaid.label }));
    else this.session.object(t("refused.not-here", { prompt: decision.prompt }));
  }

  #unitsIn(hex: number | undefined): number[] {
    if (hex === undefined) return [];
    const pieces = this.session.state?.scene.pieces ?? [];
    return pieces
      .filter(({ at, unit = -1 }) => unit >= 0 && this.tableInfo.hexAt(at) === hex)
      .map(({ unit = -1 }) => unit);
  }
}

/** A counter by itself, whatever else lies in its hex. */
function handle(piece: BoardPiece): Hit {
  return { hex: undefined, piece, side: undefined, inFan: false };
}
