/** What choosing a unit would offer next, shown while the player only points at it. */

import * as server from "../api/server";
import type { Choices } from "../api/answers";
import type { Action } from "../api/wishes";
import { choicesOf } from "./meaning";
import type { Session } from "./session.svelte";

const PAUSE = 160;

export class Preview {
  choices = $state.raw<Choices[]>([]);
  #timer = 0;
  #turn = 0;

  constructor(private session: Session) {}

  /** The player points at an action, or at nothing; asking waits a moment, in case it is a sweep. */
  at(action: Action | undefined): void {
    window.clearTimeout(this.#timer);
    const turn = ++this.#turn;
    this.choices = [];
    const { decision } = this.session;
    if (!action || choicesOf(decision, action)?.domain !== "unit") return;
    if (decision?.choices.some(({ domain }) => domain === "hex")) return;
    this.#timer = window.setTimeout(() => void this.#ask(action, turn), PAUSE);
  }

  async #ask(action: Action, turn: number): Promise<void> {
    const found = await this.session.asked((id, seat) => server.preview(id, seat, action));
    if (turn === this.#turn) this.choices = found?.choices ?? [];
  }
}
