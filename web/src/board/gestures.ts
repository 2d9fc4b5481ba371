/** What fingers, mouse and wheel do on the board, told in the board's own words. */

import type { Point } from "./transform";

export interface Hand {
  /** The pointer moved without a button; `null`: it left the board. */
  hover(at: Point | null): void;
  /**
   * A press and release in one place. `touch`: by a finger, which cannot hover. `whole`: with the
   * shift key, the whole stack is meant.
   */
  tap(at: Point, touch: boolean, whole: boolean): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, about: Point): void;
  /** A press that moves on: true if something is picked up, else the map is panned. */
  lift(at: Point, whole: boolean): boolean;
  carry(at: Point): void;
  drop(at: Point): void;
  /** The gesture was broken off by the system. */
  letGo(): void;
}

const SLIP = 6;
const WHEEL = 0.0016;

type Mode = "still" | "pressed" | "panning" | "carrying" | "pinching";

/** Listens on the element until the returned function is called. */
export function listen(element: HTMLElement, hand: Hand): () => void {
  const gestures = new Gestures(element, hand);
  const stop = new AbortController();
  const options = { signal: stop.signal };
  element.addEventListener("pointerdown", (event) => gestures.down(event), options);
  element.addEventListener("pointermove", (event) => gestures.move(event), options);
  element.addEventListener("pointerup", (event) => gestures.up(event), options);
  element.addEventListener("pointercancel", (event) => gestures.cancel(event), options);
  element.addEventListener("pointerleave", () => gestures.leave(), options);
  element.addEventListener("wheel", (event) => gestures.wheel(event), {
    ...options,
    passive: false,
  });
  return () => stop.abort();
}

class Gestures {
  #pointers = new Map<number, Point>();
  #mode: Mode = "still";
  #start: Point = { x: 0, y: 0 };

  constructor(
    private element: HTMLElement,
    private hand: Hand,
  ) {}

  down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button > 1) return;
    this.element.setPointerCapture(event.pointerId);
    const at = this.#at(event);
    this.#pointers.set(event.pointerId, at);
    if (this.#pointers.size > 1) {
      if (this.#mode === "carrying") this.hand.letGo();
      this.#mode = "pinching";
      return;
    }
    this.#start = at;
    this.#mode = "pressed";
  }

  move(event: PointerEvent): void {
    const at = this.#at(event);
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) return this.hand.hover(at);
    if (this.#mode === "pinching") return this.#pinch(event.pointerId, at);
    this.#pointers.set(event.pointerId, at);
    if (this.#mode === "pressed" && distance(this.#start, at) > SLIP)
      this.#mode = this.hand.lift(this.#start, event.shiftKey) ? "carrying" : "panning";
    if (this.#mode === "carrying") this.hand.carry(at);
    if (this.#mode === "panning") this.hand.pan(at.x - before.x, at.y - before.y);
  }

  up(event: PointerEvent): void {
    const at = this.#at(event);
    const mode = this.#mode;
    this.#pointers.delete(event.pointerId);
    if (this.#pointers.size === 0) this.#mode = "still";
    if (mode === "pressed") this.hand.tap(at, event.pointerType === "touch", event.shiftKey);
    if (mode === "carrying") this.hand.drop(at);
  }

  cancel(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    if (this.#mode === "carrying") this.hand.letGo();
    this.#mode = "still";
  }

  leave(): void {
    if (this.#pointers.size === 0) this.hand.hover(null);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : 1;
    // A pinch on a touchpad arrives as a wheel with ctrl and small steps.
    const strength = event.ctrlKey ? 6 : 1;
    this.hand.zoom(Math.exp(-event.deltaY * lines * WHEEL * strength), this.#at(event));
  }

  /** Two fingers: the point between them is held, the distance between them zooms. */
  #pinch(id: number, at: Point): void {
    const others = [...this.#pointers].filter(([pointer]) => pointer !== id);
    const other = others[0]?.[1];
    const before = this.#pointers.get(id);
    this.#pointers.set(id, at);
    if (!other || !before) return;
    const was = middle(before, other);
    const is = middle(at, other);
    this.hand.pan(is.x - was.x, is.y - was.y);
    const factor = distance(at, other) / Math.max(1, distance(before, other));
    this.hand.zoom(factor, is);
  }

  #at(event: MouseEvent): Point {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
