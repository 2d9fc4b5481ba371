/** The colours of the board, taken from the page's theme. */

/** How an overlay covers its hexes. */
export interface OverlayLook {
  colour: string;
  cover: "tint" | "rising" | "falling" | "dots" | "edge";
}

export interface Palette {
  desk: string;
  paper: string;
  ink: string;
  choice: string;
  gold: string;
  bad: string;
  good: string;
  shadow: string;
  overlays: readonly OverlayLook[];
}

export function palette(element: Element): Palette {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    desk: colour("desk"),
    paper: colour("sheet"),
    ink: colour("ink"),
    choice: colour("choice"),
    gold: colour("gold"),
    bad: colour("bad"),
    good: colour("good"),
    shadow: "#0007",
    overlays: [
      { colour: colour("bad"), cover: "rising" },
      { colour: colour("choice"), cover: "falling" },
      { colour: colour("good"), cover: "tint" },
      { colour: colour("gold"), cover: "edge" },
      { colour: colour("faint"), cover: "dots" },
      { colour: colour("warn"), cover: "tint" },
    ],
  };
}
