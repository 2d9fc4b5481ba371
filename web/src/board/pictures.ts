/** SVG texts as images that a canvas can draw. */

/** An SVG document as an image, ready to be drawn at any size. */
export async function picture(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } finally {
    // A decoded image keeps what it needs; the address is no longer looked at.
    URL.revokeObjectURL(address);
  }
  return image;
}

/** A canvas that is never put on the page. */
export function sheet(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  return canvas;
}

export function pen(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser has no canvas to draw on");
  context.imageSmoothingQuality = "high";
  return context;
}

/** The picture at an address, ready to be drawn. */
export async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}
