/** Short lines that are told one after the other, each long enough to be read. */

const EACH = 1500;
const LAST = 4500;
/** More than this at once nobody reads: the first of them are left to the log. */
const MOST = 6;

export class Ticker {
  line = $state("");
  #queue: string[] = [];
  #timer = 0;
  #begun = 0;

  /** They come after what is being told; that has its time, but not more. */
  add(lines: readonly string[]): void {
    if (!lines.length) return;
    this.#queue = [...this.#queue, ...lines].slice(-MOST);
    const left = this.line ? Math.max(0, this.#begun + EACH - Date.now()) : 0;
    window.clearTimeout(this.#timer);
    if (left) this.#timer = window.setTimeout(() => this.#next(), left);
    else this.#next();
  }

  clear(): void {
    window.clearTimeout(this.#timer);
    this.#queue = [];
    this.line = "";
  }

  #next(): void {
    const line = this.#queue.shift();
    [this.line, this.#begun] = [line ?? "", Date.now()];
    if (line !== undefined) this.#timer = window.setTimeout(() => this.#next(), this.#queue.length ? EACH : LAST);
  }
}
