/** Keeps the last states of a seat, so that the server need only tell what changed since. */

import type { Difference, DifferenceEvent, PieceEdit, Piece, Scene, SceneDifference, State, StateEvent } from "./answers";

/** What a deed is answered with, and what the live line tells. */
export type News = StateEvent | DifferenceEvent;

const KEPT = 6;

export class Keeper {
  #known = new Map<number, State>();
  #missed = false;
  #asking = false;

  constructor(
    /** Asks for the whole state; undefined if it cannot be had any more. */
    private whole: () => Promise<State | undefined>,
    /** Takes what was heard. */
    private tell: (state: State) => void,
  ) {}

  keep(state: State): State {
    this.#known.set(state.version, state);
    for (const old of [...this.#known.keys()].slice(0, -KEPT)) this.#known.delete(old);
    return state;
  }

  /** The live line tells something. */
  hear(news: News): void {
    const state = this.#read(news);
    if (state) this.tell(state);
    else void this.#catchUp();
  }

  /** The state that an answer tells; the whole is asked for if it builds on one unknown here. */
  async answer(news: News): Promise<State | undefined> {
    return this.#read(news) ?? this.#whole();
  }

  #read(news: News): State | undefined {
    if (news.type === "state") return this.keep(news.state);
    const base = this.#known.get(news.difference.base);
    return base && this.keep(applied(base, news.difference));
  }

  async #whole(): Promise<State | undefined> {
    const state = await this.whole();
    return state && this.keep(state);
  }

  /** What cannot be understood while the whole is asked for may be newer than the answer. */
  async #catchUp(): Promise<void> {
    this.#missed = true;
    if (this.#asking) return;
    this.#asking = true;
    while (this.#missed) {
      this.#missed = false;
      const state = await this.#whole();
      if (state) this.tell(state);
    }
    this.#asking = false;
  }
}

/** The new state; of its log it has only the new part. */
export function applied(old: State, { base: _, scene, ...given }: Difference): State {
  return { ...old, ...given, scene: scene ? sceneAfter(old.scene, scene) : old.scene };
}

/** The scene that a difference makes of another. */
export function sceneAfter(old: Scene, { pieces, overlays, overlay_order, ...given }: SceneDifference): Scene {
  const known = new Map([...old.overlays, ...(overlays ?? [])].map((one) => [one.id, one]));
  const order = overlay_order ?? [...known.keys()];
  return {
    ...old,
    ...given,
    pieces: pieces ? edited(old.pieces, pieces) : old.pieces,
    overlays: order.flatMap((id) => known.get(id) ?? []),
  };
}

function edited(old: readonly Piece[], edits: readonly PieceEdit[]): Piece[] {
  const pieces = [...old];
  for (const { at, drop, put } of edits) pieces.splice(at, drop, ...put);
  return pieces;
}
