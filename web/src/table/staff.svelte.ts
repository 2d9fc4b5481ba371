/** What the staff advises on the question at hand: asked for, looked at, and played. */

import * as server from "../api/server";
import type { Hints, StaffHint } from "../api/answers";
import { settings } from "../settings.svelte";
import { isOffered } from "./errands";
import type { PlayerInput } from "./playerInput.svelte";
import type { Session } from "./session.svelte";

export class StaffRoom {
  thinking = $state(false);
  /** The hint that is shown on the map. */
  chosen = $state<number>();
  #told = $state.raw<Hints>();
  #language = settings.language;

  constructor(
    private session: Session,
    private playerInput: PlayerInput,
  ) {}

  /** What was told about the question that is still asked, in the language still spoken. */
  get told(): Hints | undefined {
    const current = this.#told?.seq === this.session.state?.seq && this.#language === settings.language;
    return current && this.session.decision ? this.#told : undefined;
  }

  /** In a lesson the coach says what to do. */
  get isHere(): boolean {
    return !!this.session.decision && !this.session.state?.coach;
  }

  async ask(): Promise<void> {
    const { state } = this.session;
    if (!state || this.thinking || !this.isHere) return;
    this.thinking = true;
    const { language } = settings;
    const found = await this.session.asked((id, seat) => server.hints(id, seat, state.seq));
    this.thinking = false;
    [this.#told, this.#language, this.chosen] = [found, language, undefined];
  }

  /** The first time to see it, the second time to do it; true if it is to be shown. */
  async take(index: number): Promise<boolean> {
    const hint = this.told?.hints[index];
    if (!hint) return false;
    if (this.chosen !== index) {
      this.chosen = index;
      return true;
    }
    await this.#play(hint);
    return false;
  }

  /** Part by part, as if by hand: what is no longer offered, or doubted, ends it. */
  async #play({ line }: StaffHint): Promise<void> {
    for (const action of line) {
      if (!isOffered(this.session.decision, action)) return;
      await this.playerInput.act(action);
      if (this.playerInput.doubt) return;
    }
  }
}
