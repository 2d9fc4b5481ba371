/** Seats that this browser holds as a guest: their tokens are nowhere else. */

const START = "grognard.held.";

export const held = (game: string): string => localStorage.getItem(START + game) ?? "";

export const hold = (game: string, token: string): void => localStorage.setItem(START + game, token);

export const drop = (game: string): void => localStorage.removeItem(START + game);

/** Games in which this browser is a guest. */
export function heldGames(): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
  return keys.filter((key) => key.startsWith(START)).map((key) => key.slice(START.length));
}

/** What stands behind the # of a link: the game and its key. */
export function linkIn(hash: string): { game: string; key: string } | undefined {
  const [game, key] = hash.replace(/^#/, "").split(".");
  return game && key ? { game, key } : undefined;
}

/** The key of the host, behind the # of the address that the shell tells. */
export const hostKeyIn = (hash: string): string => /^#host=([\w-]+)$/.exec(hash)?.[1] ?? "";
