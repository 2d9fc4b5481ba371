/** Turns gestures and keys on the board into what the player means by them. */

import type { Cell } from "./field";
import type { Hand } from "./gestures";
import { hit, type Hit } from "./hits";
import type { Painter } from "./painter";
import type { BoardPiece } from "./scene";
import { fan, inside, type Stack } from "./stacks";
import { between, type Point, type Transform } from "./transform";

/** What the board tells to whoever holds the game. */
export interface Wishes {
  /** The player points at something, or at nothing. */
  look(at: Hit | undefined): void;
  /** The player chooses what was pointed at; `whole`: all that lies in the hex, if that can be. */
  choose(at: Hit, screen: Point, whole?: boolean): void;
  /** May this counter be picked up, alone or with its stack? */
  canLift(piece: BoardPiece, whole?: boolean): boolean;
  lift(piece: BoardPiece, whole?: boolean): void;
  drop(piece: BoardPiece, hex: number | undefined): void;
}

const SPREAD_AFTER = 380;
const GLIDE = 260;
/** Milliseconds after which a player has seen that a stack has spread out under the pointer. */
const SEEN_AFTER = 250;

export class Controller implements Hand {
  #timer = 0;
  #glide = 0;
  /** How often the view was moved by hand: what was to be come back to is then left alone. */
  moves = 0;
  #to: Transform | undefined;
  /** Where the pointer rests, and where it did when a stack spread out beneath it. */
  #rests: Point | undefined;
  #spreadAt: Point | undefined;

  constructor(
    private painter: Painter,
    private wishes: Wishes,
    private animated: () => boolean,
  ) {}

  hover(at: Point | null): void {
    this.#rests = at ?? undefined;
    this.#spreadAt = undefined;
    const found = at ? this.#hit(at) : undefined;
    const open = this.painter.fan;
    if (open && (!at || !inside(open.panel, at, 14))) this.painter.point({ spread: undefined });
    if (same(found, this.painter.pointing.hit)) return;
    this.painter.point({ hit: found });
    this.wishes.look(found);
    this.#stay();
    if (found && !found.inFan) this.#timer = window.setTimeout(() => this.#open(found), SPREAD_AFTER);
  }

  tap(at: Point, touch: boolean, whole = false): void {
    this.#stay();
    const found = this.#pressed(at);
    this.painter.point({ hit: found, focus: undefined });
    this.wishes.look(found);
    const mustSpread = !whole && this.#mustSpread(found, touch);
    this.painter.point({ spread: mustSpread ? found.hex : undefined });
    if (!mustSpread) this.wishes.choose(found, at, whole);
  }

  pan(dx: number, dy: number): void {
    this.moves++;
    this.#stay();
    this.#stopGliding();
    this.painter.look(this.painter.view.panned(dx, dy));
  }

  zoom(factor: number, about: Point): void {
    this.moves++;
    this.#stay();
    this.#stopGliding();
    this.painter.look(this.painter.view.zoomed(factor, about));
  }

  lift(at: Point, whole = false): boolean {
    this.#stay();
    const { piece } = this.#pressed(at);
    if (!piece || !this.wishes.canLift(piece, whole)) return false;
    this.painter.point({ carried: { piece, at }, spread: undefined });
    this.wishes.lift(piece, whole);
    return true;
  }

  carry(at: Point): void {
    const { carried } = this.painter.pointing;
    if (!carried) return;
    const found = this.#hit(at);
    this.painter.point({ carried: { piece: carried.piece, at }, hit: found });
    this.wishes.look(found);
  }

  drop(at: Point): void {
    const { carried } = this.painter.pointing;
    this.letGo();
    if (carried) this.wishes.drop(carried.piece, this.#hit(at).hex);
  }

  letGo(): void {
    this.painter.point({ carried: undefined });
  }

  // -- keys ---------------------------------------------------------------------------

  /** Move the keyboard's hex; the first press puts it where the player looks. */
  step(dx: number, dy: number): void {
    const { focus } = this.painter.pointing;
    const next = focus ? (this.painter.field.toward(focus, dx, dy) ?? focus) : this.#middle();
    if (next) this.focus(next);
  }

  focus(cell: Cell): void {
    this.painter.point({ focus: cell, hit: this.#hitIn(cell), spread: undefined });
    this.wishes.look(this.#hitIn(cell));
    this.glide(this.painter.view.showing(cell));
  }

  /** Choose what lies in the keyboard's hex. */
  press(): void {
    const { focus } = this.painter.pointing;
    if (focus) this.wishes.choose(this.#hitIn(focus), this.painter.view.toScreen(focus));
  }

  nudge(dx: number, dy: number): void {
    this.moves++;
    this.glide(this.painter.view.panned(dx, dy));
  }

  zoomBy(factor: number): void {
    this.moves++;
    const { width, height } = this.painter.view.window;
    const { focus } = this.painter.pointing;
    const about = focus ? this.painter.view.toScreen(focus) : { x: width / 2, y: height / 2 };
    this.glide(this.painter.view.zoomed(factor, about));
  }

  /** The player wants this point of the map in the middle, at once. */
  centre(point: Point): void {
    this.moves++;
    this.#stopGliding();
    this.painter.look(this.painter.view.at(point));
  }

  /** Where a glide ends that is under way, else where the player looks. */
  get heading(): Transform {
    return this.#to ?? this.painter.view;
  }

  /** Go over to another view, gently if motion is wanted. */
  glide(to: Transform): void {
    this.#stopGliding();
    if (!this.animated()) return this.painter.look(to);
    this.#to = to;
    const from = this.painter.view;
    const begun = performance.now();
    const go = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - begun) / GLIDE));
      this.painter.look(between(from, to, 1 - (1 - part) ** 3));
      if (part < 1) this.#glide = requestAnimationFrame(go);
      else this.#to = undefined;
    };
    this.#glide = requestAnimationFrame(go);
  }

  close(): void {
    this.#stopGliding();
    this.#stay();
  }

  // -- inside -------------------------------------------------------------------------

  /** The stack that the pointer rests on does not spread out: something else is being done. */
  #stay(): void {
    window.clearTimeout(this.#timer);
  }

  #hit(at: Point): Hit {
    const { view, field, stacks, scene, fan } = this.painter;
    return hit(at, view, field, stacks, scene.sides, fan);
  }

  /** What lies there, whatever is spread out above it. */
  #beneath(at: Point): Hit {
    const { view, field, stacks, scene } = this.painter;
    return hit(at, view, field, stacks, scene.sides, undefined);
  }

  /** A stack that spread out just as the player pressed was not seen: the stack itself is meant. */
  #pressed(at: Point): Hit {
    const rested = this.#spreadAt;
    const still = rested?.x === at.x && rested.y === at.y;
    return still && !this.painter.fanIsSeen(SEEN_AFTER) ? this.#beneath(at) : this.#hit(at);
  }

  /** What a keyboard means by a hex: the topmost unit that can be chosen, else the top one. */
  #hitIn(cell: Cell): Hit {
    const laid = this.painter.stacks.byHex.get(cell.hex)?.laid ?? [];
    const open = laid.findLast(({ piece }) => this.painter.scene.open.has(piece.unit));
    const piece = (open ?? laid.at(-1))?.piece;
    return { hex: cell.hex, piece, side: undefined, inFan: false };
  }

  #open(found: Hit): void {
    const stack = this.painter.stacks.byHex.get(found.hex ?? -1);
    if (!stack || stack.laid.length < 2 || !found.piece) return;
    const choosable = stack.laid.some(({ piece }) => this.painter.scene.open.has(piece.unit));
    if (!choosable && this.#wouldHide(stack)) return;
    this.#spreadAt = this.#rests;
    this.painter.point({ spread: stack.hex });
  }

  /** Spread out, the stack would lie over a lit hex: over a place to go to. */
  #wouldHide(stack: Stack): boolean {
    const { view, field, stacks, scene } = this.painter;
    const { panel } = fan(stack, stacks.counter, view);
    const margin = (field.side * view.scale) / 2;
    return [...scene.lit.keys()].some((hex) => {
      const cell = this.#isOffered(hex) && field.byHex.get(hex);
      return cell && inside(panel, view.toScreen(cell), margin);
    });
  }

  /** A press means a whole stack: spread it first if it does not say which counter is meant. */
  #mustSpread(found: Hit, touch: boolean): boolean {
    if (found.inFan) return found.piece === undefined;
    const laid = this.painter.stacks.byHex.get(found.hex ?? -1)?.laid ?? [];
    const { open, chosen } = this.painter.scene;
    const choosable = laid.filter(({ piece }) => open.has(piece.unit)).length;
    if (this.#isOffered(found.hex) && !choosable) return false;
    // Whoever presses the stack of the counter in hand wants another one of it.
    const instead = !choosable && laid.some(({ piece }) => chosen.has(piece.unit));
    return found.piece !== undefined && laid.length > 1 && (touch || instead || choosable > 1);
  }

  #isOffered(hex: number | undefined): boolean {
    const light = this.painter.scene.lit.get(hex ?? -1);
    return light !== undefined && light.aim !== "glimpse";
  }

  #middle(): Cell | undefined {
    const { view, field } = this.painter;
    const point = view.toMap({ x: view.window.width / 2, y: view.window.height / 2 });
    return field.at(point) ?? field.cells[0];
  }

  #stopGliding(): void {
    this.#to = undefined;
    cancelAnimationFrame(this.#glide);
  }
}

function same(a: Hit | undefined, b: Hit | undefined): boolean {
  return a?.hex === b?.hex && a?.piece === b?.piece && a?.side === b?.side && a?.inFan === b?.inFan;
}
