/** Keys that work anywhere at the table. */

import type { PlayerInput } from "./playerInput.svelte";
import { buttonsOf } from "./meaning";
import type { Session } from "./session.svelte";

/** Where keys lead to. */
export interface Places {
  board: () => void;
  unit: (unit: number) => void;
  briefing: () => void;
  help: () => void;
}

export function tableKey(event: KeyboardEvent, session: Session, playerInput: PlayerInput, to: Places): void {
  if (isTyping(event.target) || event.altKey) return;
  const undo = event.key.toLowerCase() === (event.ctrlKey || event.metaKey ? "z" : "u");
  if (undo || (event.key === "Escape" && session.parts.length)) void session.undo();
  else if (event.ctrlKey || event.metaKey) return;
  else if (event.key === "b") to.board();
  else if (event.key === "c") toChoices();
  else if (event.key === "i") to.briefing();
  else if (event.key === "t") session.recapper.toggle();
  else if (event.key === "?") to.help();
  else if (event.key.toLowerCase() === "n") void playerInput.next(event.shiftKey).then((unit) => unit !== undefined && to.unit(unit));
  else if (event.key === "r" && !event.repeat) void playerInput.repeat();
  // A key held down too long must not answer the next question as well.
  else if (event.repeat || !pressedButton(event.key, session, playerInput)) return;
  event.preventDefault();
}

/** To the first choice in the lists, opening a list if all are closed. */
function toChoices(): void {
  const decision = document.querySelector(".decision");
  const wanted = [".places li button[tabindex='0']", ".places summary", ".buttons button"];
  const found = wanted.map((selector) => decision?.querySelector<HTMLElement>(selector));
  found.find((one) => one)?.focus();
}

/** The digits press the buttons of the decision, in their order. */
function pressedButton(key: string, session: Session, playerInput: PlayerInput): boolean {
  const button = session.decision && buttonsOf(session.decision)[Number(key) - 1];
  if (button) void playerInput.act(button.action);
  return !!button;
}

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, dialog *");
}
