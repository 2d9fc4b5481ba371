/** Counter faces, each rasterised once per size: drawing a thousand counters is copying bitmaps. */

import { pen, picture, sheet } from "./pictures";

const SIZES_KEPT = 6;

/** Where the faces come from: the SVG text of a face, or nothing if there is none. */
export type FaceSource = (face: string) => string | undefined;

export class Sprites {
  #images = new Map<string, HTMLImageElement | "coming" | "none">();
  #sizes = new Map<number, Map<string, HTMLCanvasElement>>();
  #coming = 0;

  /** `ready` is called whenever a face has arrived and the board should be drawn again. */
  constructor(
    private source: FaceSource,
    private ready: () => void,
  ) {}

  /** The face at so many device pixels, or nothing while it is on its way. */
  at(face: string, pixels: number): HTMLCanvasElement | undefined {
    const size = Math.max(8, Math.round(pixels));
    const sheets = this.#sheetsOf(size);
    const found = sheets.get(face);
    if (found !== undefined) return found;
    const image = this.image(face);
    if (image === undefined) return undefined;
    const drawn = rasterised(image, size);
    sheets.set(face, drawn);
    return drawn;
  }

  image(face: string): HTMLImageElement | undefined {
    const found = this.#images.get(face);
    if (found instanceof HTMLImageElement) return found;
    if (found === undefined) void this.#fetch(face);
    return undefined;
  }

  /** Whether no face is on its way. */
  get quiet(): boolean {
    return this.#coming === 0;
  }

  /** Forget everything, when the theme has changed and faces look different. */
  renew(source: FaceSource): void {
    this.source = source;
    // What is still on its way finds its own shelf, which nobody looks at any more.
    this.#images = new Map();
    this.#sizes.clear();
    this.ready();
  }

  async #fetch(face: string): Promise<void> {
    const svg = this.source(face);
    if (svg === undefined) return;
    const images = this.#images.set(face, "coming");
    this.#coming++;
    images.set(face, await picture(svg).catch(() => "none" as const));
    this.#coming--;
    this.ready();
  }

  #sheetsOf(size: number): Map<string, HTMLCanvasElement> {
    const sheets = this.#sizes.get(size) ?? new Map<string, HTMLCanvasElement>();
    // Put back at the end: the front of the map holds the sizes longest not looked at.
    this.#sizes.delete(size);
    this.#sizes.set(size, sheets);
    for (const old of this.#sizes.keys()) {
      if (this.#sizes.size <= SIZES_KEPT) break;
      this.#sizes.delete(old);
    }
    return sheets;
  }
}

function rasterised(image: HTMLImageElement, size: number): HTMLCanvasElement {
  const [width, height] = [image.naturalWidth || 1, image.naturalHeight || 1];
  const scale = size / Math.max(width, height);
  const canvas = sheet(width * scale, height * scale);
  pen(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
