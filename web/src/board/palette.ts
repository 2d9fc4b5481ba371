/** The colours of the board, taken from the page's theme. */

export interface Palette {
  desk: string;
  paper: string;
  ink: string;
  choice: string;
  gold: string;
  bad: string;
  good: string;
  shadow: string;
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
  };
}
