/** Who sits at this screen, remembered so that a reload finds the same person in the seat. */

import type { Game, Seat } from "../api/answers";

const key = (game: string, what: string) => `grognard.${what}.${game}`;

/** Seats of people that can be played from here. */
export function persons(game: Game): Seat[] {
  return game.seats.filter((seat) => seat.kind === "person" && seat.token);
}

/** The seat to take first: the one held before a reload, else the first person's, else any to watch. */
export function firstSeat(game: Game): Seat | undefined {
  const { side: held } = noted(game.id);
  const here = persons(game);
  return (
    here.find(({ side }) => side === held) ?? here[0] ?? game.seats.find(({ token }) => token)
  );
}

/** Somebody sits in the seat: a reload of the page finds the same person. */
export function remember(game: string, side: string): void {
  note(game, { side, seated: true });
}

/** The seat is to be handed over: whoever comes next is asked to sit down first. */
export function handOver(game: string, side: string): void {
  note(game, { side, seated: false });
}

export function isSeated(game: string, side: string): boolean {
  const held = noted(game);
  return isTrusting(game) || (held.seated && held.side === side);
}

interface Note {
  side: string;
  seated: boolean;
}

function note(game: string, held: Note): void {
  sessionStorage.setItem(key(game, "seat"), JSON.stringify(held));
}

function noted(game: string): Note {
  const nobody = { side: "", seated: false };
  const held = sessionStorage.getItem(key(game, "seat"));
  return held ? { ...nobody, ...(JSON.parse(held) as Partial<Note>) } : nobody;
}

/** The players do not mind seeing each other's side: no curtains in this game. */
export function trust(game: string): void {
  localStorage.setItem(key(game, "trust"), "yes");
}

export function isTrusting(game: string): boolean {
  return localStorage.getItem(key(game, "trust")) === "yes";
}
