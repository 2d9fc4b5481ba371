/**
 * The table of a chosen scenario is made ready while its briefing is read: a campaign takes
 * seconds to load and its map a second to draw, once; the server and the browser keep both.
 */

import * as server from "../api/server";

/** Who only leafs through the scenarios has none of them made ready. */
export const RESTED = 800;

/** After a while, unless it is called off by what this returns. */
export function layOutSoon(box: string, scenario: string, look: server.Look): () => void {
  const timer = setTimeout(() => void layOut(`/api/tables/${box}/${scenario}/-`, look), RESTED);
  return () => clearTimeout(timer);
}

async function layOut(address: string, look: server.Look): Promise<void> {
  try {
    const { maps } = await server.table(address);
    if (maps[0]) await server.lightMap(maps[0].drawn, look);
  } catch {
    // The table says what is wrong when it is opened.
  }
}
