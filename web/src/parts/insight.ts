/** Keeps what counts in the middle of a row that is wider than its window. */

import type { Action } from "svelte/action";

/**
 * `mark` selects what counts. The row goes there when that changes its place, and when the window
 * of the row changes; in between it stays where the player has scrolled it.
 */
export const inSight: Action<HTMLElement, { mark: string; of: unknown }> = (row, first) => {
  let { mark } = first;
  let place = -1;

  function go(): void {
    const found = row.querySelector<HTMLElement>(mark);
    if (found) row.scrollTo({ left: middleOf(found, row) - row.clientWidth / 2 });
  }
  function look(): void {
    const found = row.querySelector<HTMLElement>(mark);
    const now = found ? middleOf(found, row) : -1;
    if (now === place) return;
    place = now;
    go();
  }

  const watch = new ResizeObserver(go);
  watch.observe(row);
  look();
  return {
    update(next) {
      ({ mark } = next);
      look();
    },
    destroy: () => watch.disconnect(),
  };
};

/** Where in the row the middle of a thing lies. */
function middleOf(thing: HTMLElement, row: HTMLElement): number {
  const before = thing.getBoundingClientRect().left - row.getBoundingClientRect().left;
  return Math.round(before + row.scrollLeft + thing.clientWidth / 2);
}
