/**
 * Draws the board on two canvases: the ground (map and counters), drawn again only when the
 * scene or the view changes, and the glass above it (what follows the pointer).
 */

import type { Cell, Field } from "./field";
import { drawCounter, drawCounters, drawFan, type Counters } from "./layers/counters";
import { drawLights, drawNotes, drawSides } from "./layers/offers";
import { drawOverlays } from "./layers/overlays";
import { drawFocus, drawHover, drawLines, drawPath, drawPointed, drawTrails } from "./layers/pointers";
import type { Brush } from "./layers/brush";
import type { Hit } from "./hits";
import { Motion } from "./motion";
import { palette, type Palette } from "./palette";
import { pen } from "./pictures";
import { EMPTY, type BoardPiece, type BoardScene } from "./scene";
import { Sprites } from "./sprites";
import { fan, Stacks, type Fan } from "./stacks";
import { Tiles } from "./tiles";
import { Transform, type Point, type Size } from "./transform";

/** What follows the pointer or the keyboard. */
export interface Pointing {
  hit: Hit | undefined;
  focus: Cell | undefined;
  path: readonly number[];
  /** The hex whose stack is spread out. */
  spread: number | undefined;
  carried: { piece: BoardPiece; at: Point } | undefined;
}

export class Painter {
  view: Transform;
  scene: BoardScene = EMPTY;
  stacks: Stacks;
  pointing: Pointing = {
    hit: undefined,
    focus: undefined,
    path: [],
    spread: undefined,
    carried: undefined,
  };
  readonly tiles = new Tiles(() => this.needGround());
  readonly sprites: Sprites;
  readonly motion = new Motion();
  #palette: Palette;
  #ratio = 1;
  #dirty = { ground: false, glass: false };
  #frame = 0;
  /** When the stack that is spread out was first seen so. */
  #spreadSeen = Infinity;

  constructor(
    private ground: HTMLCanvasElement,
    private glass: HTMLCanvasElement,
    readonly field: Field,
    map: Size,
    /** Hears of every other view. */
    private looked: (view: Transform) => void = () => undefined,
  ) {
    this.view = Transform.whole({ width: 1, height: 1 }, map);
    this.stacks = new Stacks([], field);
    this.sprites = new Sprites(() => undefined, () => this.needGround());
    this.#palette = palette(ground);
  }

  /** Show another scene; counters that lie elsewhere now travel there if `animated`. */
  show(scene: BoardScene, animated: boolean): void {
    const before = this.stacks;
    if (scene.pieces !== this.scene.pieces) {
      this.stacks = new Stacks(scene.pieces, this.field);
      if (animated) this.#sendOff(before);
      else this.motion.stop();
    }
    this.scene = scene;
    this.needGround();
  }

  look(view: Transform): void {
    this.view = view;
    // Tells tests and tools where on the screen a hex lies: what a press at this moment would hit.
    const { centre, scale, window } = view;
    this.ground.dataset.view = [centre.x, centre.y, scale, window.width, window.height].join(" ");
    this.looked(view);
    this.needGround();
  }

  resize(window: Size, ratio: number): void {
    this.#ratio = ratio;
    for (const canvas of [this.ground, this.glass]) {
      canvas.width = Math.round(window.width * ratio);
      canvas.height = Math.round(window.height * ratio);
    }
    this.look(this.view.resized(window));
    // A canvas of another size is empty: it is filled at once, before anybody sees that.
    this.#paint(performance.now());
  }

  repaint(): void {
    this.#palette = palette(this.ground);
    this.needGround();
  }

  point(to: Partial<Pointing>): void {
    // A counter in the hand leaves its place on the ground.
    const lifted = "carried" in to && to.carried?.piece !== this.pointing.carried?.piece;
    if ("spread" in to && to.spread !== this.pointing.spread) this.#close();
    this.pointing = { ...this.pointing, ...to };
    if (lifted) this.needGround();
    else this.needGlass();
  }

  /** The stack that is spread out, laid out for the present view. */
  get fan(): Fan | undefined {
    const stack = this.stacks.byHex.get(this.pointing.spread ?? -1);
    return stack && fan(stack, this.stacks.counter, this.view);
  }

  #close(): void {
    this.#spreadSeen = Infinity;
    delete this.glass.dataset.spread;
  }

  #seen(open: Fan): void {
    this.#spreadSeen = Math.min(this.#spreadSeen, performance.now());
    // Tells tests and tools which stack lies spread out.
    this.glass.dataset.spread = String(open.hex);
  }

  /** Whether the stack has lain spread out for so long that a player can have seen it. */
  fanIsSeen(after: number): boolean {
    return performance.now() - this.#spreadSeen > after;
  }

  needGround(): void {
    this.#dirty.ground = true;
    this.needGlass();
  }

  needGlass(): void {
    this.#dirty.glass = true;
    if (this.#frame) return;
    this.ground.dataset.drawn = "part";
    this.#frame = requestAnimationFrame((now) => this.#paint(now));
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    // Whatever asks for another frame from now on asks in vain.
    this.#frame = -1;
  }

  #sendOff(before: Stacks): void {
    const now = performance.now();
    let delay = 0;
    for (const [token, laid] of this.stacks.byToken) {
      const was = before.byToken.get(token);
      if (!was || was.piece.hex === laid.piece.hex) continue;
      const way = this.scene.ways.get(laid.piece.unit) ?? [];
      const between = way.slice(1, -1).flatMap((hex) => this.field.byHex.get(hex) ?? []);
      this.motion.send(token, [was, ...between, laid], now, delay);
      delay += 60;
    }
  }

  #paint(now: number): void {
    if (this.#frame < 0) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const started = performance.now();
    const { ground, glass } = this.#dirty;
    this.#dirty = { ground: false, glass: false };
    const counters = this.#counters(now);
    if (ground) this.#paintGround(counters);
    if (glass) this.#paintGlass(counters);
    if (this.motion.goesOn(now)) this.needGround();
    // Tells tests and tools that the picture is whole: nothing moves, no tile, no face is to come.
    const whole = !this.#frame && this.tiles.quiet && this.sprites.quiet;
    this.ground.dataset.drawn = whole ? "all" : "part";
    const detail = { took: performance.now() - started, ground, map: this.tiles.shown };
    this.ground.dispatchEvent(new CustomEvent("board-drawn", { detail, bubbles: true }));
  }

  #paintGround(counters: Counters): void {
    const brush = this.#brush(this.ground);
    const { width, height } = this.view.window;
    brush.ctx.fillStyle = this.#palette.desk;
    brush.ctx.fillRect(0, 0, width, height);
    this.tiles.draw(brush.ctx, this.view, this.#ratio);
    drawOverlays(brush, this.scene.overlays);
    drawLights(brush, this.scene);
    drawCounters(brush, counters);
    drawTrails(brush, this.scene.trails);
    drawNotes(brush, this.scene);
  }

  #paintGlass(counters: Counters): void {
    const brush = this.#brush(this.glass);
    const { hit, focus, path, carried } = this.pointing;
    brush.ctx.clearRect(0, 0, this.view.window.width, this.view.window.height);
    drawPointed(brush, this.scene.pointed);
    drawLines(brush, this.scene.lines);
    drawSides(brush, this.scene.sides, hit?.side);
    const hovered = this.field.byHex.get(hit?.hex ?? -1);
    if (hovered) drawHover(brush, hovered);
    drawPath(brush, path);
    if (focus) drawFocus(brush, focus);
    const open = this.fan;
    if (open) drawFan(brush, counters, open, hit?.piece?.token);
    if (open) this.#seen(open);
    const size = Math.max(40, this.stacks.counter * this.view.scale);
    if (carried) drawCounter(brush, counters, carried.piece, carried.at, size, true);
  }

  #counters(now: number): Counters {
    const { scene, stacks, sprites, motion } = this;
    return { scene, stacks, sprites, motion, now, carried: this.pointing.carried?.piece.token };
  }

  #brush(canvas: HTMLCanvasElement): Brush {
    const ctx = pen(canvas);
    ctx.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    const { view, field } = this;
    return { ctx, view, field, palette: this.#palette, ratio: this.#ratio };
  }
}
