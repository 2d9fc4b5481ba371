/** Every word of the interface, from the catalogue that the server keeps in each language. */

import { settings, type Language } from "../settings.svelte";

type Texts = Record<string, string>;
type Args = Record<string, string | number>;

class Catalogue {
  #texts = $state.raw<Texts>({});
  /** The language of the texts at hand, which lags behind the wish while they are fetched. */
  language = $state<Language | undefined>();
  #fetched = new Map<Language, Promise<Texts>>();

  async speak(language: Language, fetchTexts: (language: Language) => Promise<Texts>) {
    const coming = this.#fetched.get(language) ?? fetchTexts(language);
    this.#fetched.set(language, coming);
    coming.catch(() => this.#fetched.delete(language)); // to be asked for again
    const texts = await coming;
    if (settings.language !== language) return;
    this.#texts = texts;
    this.language = language;
    document.documentElement.lang = language;
  }

  /** The text with its arguments; an id without a text shows itself, so that a gap is seen. */
  text(id: string, args: Args = {}): string {
    const template = this.#texts[id] ?? id;
    return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
  }

  /** A text that depends on a number: `id.one` or `id.other`. */
  count(id: string, n: number, args: Args = {}): string {
    const form = new Intl.PluralRules(this.language ?? "en").select(n);
    const key = this.has(`${id}.${form}`) ? `${id}.${form}` : `${id}.other`;
    return this.text(key, { n, ...args });
  }

  has(id: string): boolean {
    return id in this.#texts;
  }
}

export const catalogue = new Catalogue();

export function t(id: string, args?: Args): string {
  return catalogue.text(id, args);
}

export function count(id: string, n: number, args?: Args): string {
  return catalogue.count(id, n, args);
}

/** A moment as people write it. */
export function moment(time: string | number | Date): string {
  const format = new Intl.DateTimeFormat(catalogue.language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return format.format(new Date(time));
}

export function percent(part: number): string {
  const format = new Intl.NumberFormat(catalogue.language, {
    style: "percent",
    maximumFractionDigits: part > 0 && part < 0.01 ? 1 : 0,
  });
  return format.format(part);
}
