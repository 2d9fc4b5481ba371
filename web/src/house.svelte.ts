/** Whose table this is, and whether we are its host. */

import type { About, Me } from "./api/answers";
import * as server from "./api/server";
import { hostKeyIn } from "./guest";

class House {
  about = $state.raw<About>();
  /** Whether we know already who we are here. */
  known = $state(false);

  /** Who is signed in, on the server of a club. */
  me = $state.raw<Me | null>(null);

  get isGuest(): boolean {
    return this.about?.host === false;
  }

  /** Whether people sign in here. */
  get isClub(): boolean {
    return !!this.about?.club;
  }

  /** Whoever was signed out meanwhile is told so by the door. */
  async look(): Promise<void> {
    this.me = (await server.visitor()).me;
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
      if (this.isClub) this.me = (await server.visitor()).me;
    } catch {
      // The page that is shown says that nobody answers.
    }
    this.known = true;
  }
}

export const house = new House();
