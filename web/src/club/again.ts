/** The same match once more: in a club the other is asked first. */

import type { Game } from "../api/answers";
import * as server from "../api/server";
import { toGame } from "../router.svelte";

/** Gives the place to go to: the new game, or the lobby while the other has to accept. */
export async function challengeAgain({ id, seats }: Game, swapped: boolean): Promise<string> {
  const seat = seats.find(({ token }) => token)?.token ?? "";
  const { game } = await server.rematch(id, seat, swapped);
  return game ? toGame(game) : "/";
}
