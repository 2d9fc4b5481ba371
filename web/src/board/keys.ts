/** The keys of the board: arrows move about, plus and minus zoom, Enter chooses. */

import type { Controller } from "./controller";

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const PAN = 120;

export function pressed(event: KeyboardEvent, board: Controller, whole: () => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target !== event.currentTarget) return;
  if (!answered(event, board, whole)) return;
  event.preventDefault();
  event.stopPropagation();
}

function answered(event: KeyboardEvent, board: Controller, whole: () => void): boolean {
  const arrow = ARROWS[event.key];
  if (arrow) {
    const [dx, dy] = arrow;
    if (event.shiftKey) board.nudge(-dx * PAN, -dy * PAN);
    else board.step(dx, dy);
    return true;
  }
  const deeds: Record<string, () => void> = {
    "+": () => board.zoomBy(1.4),
    "=": () => board.zoomBy(1.4),
    "-": () => board.zoomBy(1 / 1.4),
    "0": whole,
    Enter: () => board.press(),
    " ": () => board.press(),
  };
  const deed = deeds[event.key];
  deed?.();
  return deed !== undefined;
}
