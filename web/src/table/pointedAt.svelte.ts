/** What the table tells about the unit and the hex under the pointer: how it is fed, who can attack. */

import * as server from "../api/server";
import type { Pointed } from "../api/answers";
import type { Hit } from "../board/hits";
import type { Session } from "./session.svelte";

const PAUSE = 160;

export class PointedAt {
  told = $state.raw<Pointed>();
  #timer = 0;
  #turn = 0;

  constructor(private session: Session) {}

  /** The pointer rests on something, or on nothing; asking waits a moment, in case it is a sweep. */
  at(hit: Hit | undefined): void {
    window.clearTimeout(this.#timer);
    const turn = ++this.#turn;
    this.told = undefined;
    if (hit?.hex === undefined || !hit.piece) return;
    const unit = hit.piece.unit < 0 ? undefined : hit.piece.unit;
    this.#timer = window.setTimeout(() => void this.#ask(hit.hex, unit, turn), PAUSE);
  }

  async #ask(hex: number | undefined, unit: number | undefined, turn: number): Promise<void> {
    const found = await this.session.asked((id, seat) => server.pointed(id, seat, { hex, unit }));
    if (turn === this.#turn) this.told = found;
  }
}
