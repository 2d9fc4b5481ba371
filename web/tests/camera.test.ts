import { expect, test } from "vitest";

import { Camera, wanted, type Filmed, type Standing } from "../src/board/camera";
import { Transform } from "../src/board/transform";

const window = { width: 100, height: 100 };
const map = { width: 1000, height: 1000 };

class Board implements Filmed {
  now: Standing = { view: Transform.whole(window, map).at({ x: 200, y: 200 }, 1), moves: 0 };
  shown: Array<readonly number[]> = [];
  glided: Transform[] = [];
  constructor(private visible: readonly number[]) {}
  sees = (hex: number) => this.visible.includes(hex);
  show = (hexes: readonly number[]) => void this.shown.push(hexes);
  standing = () => this.now;
  glide = (to: Transform) => void this.glided.push(to);
}

const sees = (hex: number) => hex < 10;

test("what the question is about comes into view, whole", () => {
  expect(wanted({ about: [1, 20], held: [], offered: [3] }, sees)).toEqual([1, 20]);
});

test("the unit in hand comes into view", () => {
  expect(wanted({ about: [], held: [20], offered: [3] }, sees)).toEqual([20]);
});

test("nobody is moved about while one of the offers is in view", () => {
  expect(wanted({ about: [], held: [], offered: [20, 3] }, sees)).toEqual([]);
  expect(wanted({ about: [], held: [], offered: [20, 30] }, sees)).toEqual([20]);
});

test("the board follows what others do, and comes back to where the player looked", () => {
  const board = new Board([1]);
  const camera = new Camera(() => board, () => true);
  const home = board.now.view;
  camera.follow([1]);
  expect(board.shown).toEqual([]);
  camera.follow([20]);
  board.now = { view: home.at({ x: 800, y: 800 }), moves: 0 };
  camera.follow([30]);
  camera.comeBack();
  expect(board.shown).toEqual([[20], [30]]);
  expect(board.glided).toEqual([home]);
  camera.comeBack();
  expect(board.glided).toHaveLength(1);
});

test("a view that was moved by hand is left alone", () => {
  const board = new Board([]);
  const camera = new Camera(() => board, () => true);
  camera.follow([20]);
  board.now = { ...board.now, moves: 1 };
  camera.comeBack();
  expect(board.glided).toEqual([]);
});

test("a board that must not move by itself stays", () => {
  const board = new Board([]);
  const camera = new Camera(() => board, () => false);
  camera.follow([20]);
  camera.ask({ about: [20], held: [], offered: [] });
  expect(board.shown).toEqual([]);
});
