/** Whose table this is, and whether we are its host. */

import type { About } from "./api/answers";
import * as server from "./api/server";
import { hostKeyIn } from "./guest";

class House {
  about = $state.raw<About>();
  /** Whether we know already who we are here. */
  known = $state(false);

  get isGuest(): boolean {
    return this.about?.host === false;
  }

  /** Show the key that stands in the address, if one does, and never show it again. */
  async enter(): Promise<void> {
    const key = hostKeyIn(location.hash);
    if (key) history.replaceState(null, "", location.pathname);
    try {
      if (key) await server.beHost(key);
    } catch {
      // A key of yesterday: we are a guest, and are told so.
    }
    try {
      this.about = await server.about();
    } catch {
      // The page that is shown says that nobody answers.
    }
    this.known = true;
  }
}

export const house = new House();
