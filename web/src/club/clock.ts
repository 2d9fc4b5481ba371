/** Clocks of a match: what is left, reckoned from what the server told last. */

import type { Entrant, Match, Pace } from "../api/answers";

const DAY = 86400;

/** Seconds that are free each time that a side must choose. */
export const allowance = (pace: Pace) => (pace.kind === "days" ? (pace.days ?? 0) * DAY : 0);

/** Seconds left before the flag falls: the free ones, and what is on the clock. */
export function leftAt(entrant: Entrant, pace: Pace, now: number): number {
  const used = entrant.since ? Math.max(0, now - entrant.since) : 0;
  return (entrant.left ?? 0) + allowance(pace) - used;
}

/** As a clock shows it: `1:02:03`, or in days and hours. */
export function shown(seconds: number, words: (days: number, hours: number) => string): string {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole >= 2 * DAY) return words(Math.floor(whole / DAY), Math.floor((whole % DAY) / 3600));
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const [hours, ...rest] = parts as [number, number, number];
  const minutes = rest.map((part) => String(part).padStart(2, "0")).join(":");
  return hours ? `${hours}:${minutes}` : minutes;
}

/** Whether the other side's time is up, so that the match can be claimed. */
export function canClaim(match: Match, side: string, now: number): boolean {
  const others = match.entrants.filter((one) => one.side !== side && one.since);
  return match.pace.kind !== "free" && !match.ended && others.some((one) => leftAt(one, match.pace, now) < 0);
}
