/** How much of the log a side has seen in this browser. */

const key = (game: string, side: string) => `grognard.seen.${game}.${side}`;

/** Lines seen when somebody last looked; undefined if nobody did. */
export function lastLook(game: string, side: string): number | undefined {
  const noted = localStorage.getItem(key(game, side));
  return noted === null ? undefined : Number(noted);
}

export function look(game: string, side: string, lines: number): void {
  localStorage.setItem(key(game, side), String(lines));
}
