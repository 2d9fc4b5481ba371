/** The log as it grows: parts of it arrive, and an undo takes lines away again. */

import type { LitCell, LogLine, LogPart } from "../api/answers";

export interface Grown {
  lines: LogLine[];
  /** Lines that were not there before. */
  news: LogLine[];
  /** Where lines are missing between what is known and what has come. */
  gap: { from: number; to: number } | undefined;
}

/** Everything from line `part.from` on is replaced. */
export function grown(known: readonly LogLine[], part: LogPart): Grown {
  const kept = known.filter((line) => line.n < part.from);
  const seen = new Map(known.map((line) => [line.n, line.sentence]));
  const news = part.lines.filter((line) => seen.get(line.n) !== line.sentence);
  const next = (kept.at(-1)?.n ?? part.from - 1) + 1;
  const gap = next < part.from ? { from: next, to: part.from } : undefined;
  return { lines: [...kept, ...part.lines], news, gap };
}

/**
 * Earlier lines have come, perhaps twice, perhaps late: only those that are missing before the
 * last known line are put in, for what lies beyond it may have been taken back.
 */
export function filled(known: readonly LogLine[], part: LogPart): LogLine[] {
  const numbers = new Set(known.map(({ n }) => n));
  const end = known.at(-1)?.n ?? 0;
  const missing = part.lines.filter(({ n }) => n < end && !numbers.has(n));
  return [...known, ...missing].sort((a, b) => a.n - b.n);
}

/** Ways that units went, as far as the lines tell them. */
export function waysIn(lines: readonly LogLine[]): Map<number, number[]> {
  const ways = new Map<number, number[]>();
  for (const line of lines)
    if (line.hexes.length > 1) for (const unit of line.units) ways.set(unit, line.hexes);
  return ways;
}

/** The numbers that the dice showed; nothing for draws of chits. */
export function diceOf(line: LogLine): number[] {
  return /^\d+( \d+)*$/.test(line.roll) ? line.roll.split(" ").map(Number) : [];
}

/** Where in the charts the last roll was read. */
export function lastRead(lines: readonly LogLine[]): readonly LitCell[] {
  return lines.findLast(({ lit }) => lit?.length)?.lit ?? [];
}
