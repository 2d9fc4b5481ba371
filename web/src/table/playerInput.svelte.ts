/** What the player's hands do: clicks, drags and buttons become actions, or refusals by the judge. */

import type { Decision } from "../api/answers";
import type { Action } from "../api/wishes";
import type { Wishes } from "../board/controller";
import type { Hit } from "../board/hits";
import type { BoardPiece } from "../board/scene";
import type { Point } from "../board/transform";
import { sounds } from "../parts/sounds";
import { t } from "../text/catalogue.svelte";
import { chosen } from "./compound";
import type { Attention } from "./attention.svelte";
import type { TableInfo } from "./tableInfo.svelte";
import { attempted, choicesOf, fitting, secondThoughts, waiting } from "./meaning";
import type { Session } from "./session.svelte";

interface Doubt {
  action: Action;
  sentence: string;
  decision: Decision;
}

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

  choose(at: Hit, screen: Point): void {
    const { decision } = this.session;
    if (!decision || this.session.busy) return;
    const actions = fitting(at, decision, this.#unitsIn(at.hex), this.attention.modes);
    if (actions.length > 1) this.attention.menu = { actions, at: screen };
    else if (actions[0]) void this.act(actions[0]);
    else void this.#otherwise(at);
  }

  canLift(piece: BoardPiece): boolean {
    const { decision, parts, busy } = this.session;
    if (!decision || busy || piece.unit < 0) return false;
    const hit = handle(piece);
    if (chosen(parts, "unit").has(piece.unit)) return true;
    return fitting(hit, decision, [], this.attention.modes).length === 1 || !!secondThoughts(hit, parts, []);
  }

  lift(piece: BoardPiece): void {
    const { decision, parts } = this.session;
    const action = decision && fitting(handle(piece), decision, [], this.attention.modes)[0];
    if (action) this.#lifted = this.session.act(action);
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
    const sentence = choices?.confirm ?? choices?.doubts?.[action.arg];
    if (sentence && decision) this.#doubt = { action, sentence, decision };
    else await this.#do(action);
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
