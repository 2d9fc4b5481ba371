/** What a player likes, kept in this browser. */

export type Theme = "auto" | "light" | "dark";
export type Language = "en" | "fr";
/** How fast the other side's turn is told; `skip`: not at all. */
export type Tempo = "slow" | "fast" | "skip";

const KEY = "grognard.settings";

interface Kept {
  theme: Theme;
  language: Language;
  motion: boolean;
  sounds: boolean;
  /** Sounds have been offered. */
  offered: boolean;
  /** Ask before a phase is ended with something forgotten. */
  reminds: boolean;
  /** The board goes where something happens. */
  follows: boolean;
  /** Chosen by the player; nothing before he did. */
  tempo: Tempo | undefined;
  /** The story waits where the player is concerned. */
  halts: boolean;
  /** A small map of the whole lies on the board. */
  overview: boolean;
  /** A lesson says at every step why. */
  reasons: boolean;
  /** Overlays that are switched on, by name. */
  overlays: string[];
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

class Settings implements Kept {
  theme = $state<Theme>("auto");
  language = $state<Language>(preferred());
  motion = $state(!calm.matches);
  sounds = $state(false);
  offered = $state(false);
  reminds = $state(true);
  follows = $state(true);
  tempo = $state<Tempo>();
  halts = $state(true);
  overview = $state(true);
  reasons = $state(false);
  overlays = $state<string[]>(["command", "frontier"]);
  #systemDark = $state(dark.matches);

  constructor() {
    Object.assign(this, read());
    dark.addEventListener("change", () => (this.#systemDark = dark.matches));
  }

  /** The theme in effect. */
  get look(): "light" | "dark" {
    if (this.theme === "auto") return this.#systemDark ? "dark" : "light";
    return this.theme;
  }

  /** The tempo in effect: whoever wants no motion is not shown any unasked. */
  get telling(): Tempo {
    return this.tempo ?? (this.motion ? "slow" : "skip");
  }

  set telling(tempo: Tempo) {
    this.tempo = tempo;
  }

  shows(overlay: string): boolean {
    return this.overlays.includes(overlay);
  }

  toggle(overlay: string): void {
    this.overlays = this.shows(overlay)
      ? this.overlays.filter((name) => name !== overlay)
      : [...this.overlays, overlay];
  }

  keep(): void {
    const { theme, language, motion, sounds, offered, reminds, follows, tempo, halts, overview, reasons, overlays } = this;
    const likes = { theme, language, motion, sounds, offered, reminds, follows, tempo, halts, overview, reasons };
    const kept: Kept = { ...likes, overlays: [...overlays] };
    localStorage.setItem(KEY, JSON.stringify(kept));
  }
}

function preferred(): Language {
  return navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
}

function read(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

export const settings = new Settings();
