/** The same game once more. */

import type { Game } from "../api/answers";
import type { NewGame, Player } from "../api/wishes";

/** A wish for the same scenario with the same players, who may change sides. */
export function again(game: Game, swapped: boolean): NewGame {
  if (game.lesson) return { box: game.box, lesson: game.lesson };
  const sides = game.seats.map(({ side }) => side);
  const players = game.seats.map(({ kind, name, bot }): Player =>
    kind === "bot" ? { kind, bot } : { kind, name },
  );
  if (swapped) players.reverse();
  return {
    box: game.box,
    scenario: game.scenario,
    options: game.options,
    dice: game.dice,
    players: Object.fromEntries(sides.map((side, index) => [side, players[index]!])),
  };
}
