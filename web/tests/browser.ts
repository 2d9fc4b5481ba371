/** What the client's logic needs of a browser, as far as tests of it go. */

import { vi } from "vitest";

function shelf(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
    key: () => null,
    length: 0,
  };
}

const calm = { matches: false, addEventListener: () => undefined };

vi.stubGlobal("window", globalThis);
vi.stubGlobal("navigator", { language: "en-GB" });
vi.stubGlobal("location", { protocol: "http:", host: "table", pathname: "/" });
vi.stubGlobal("matchMedia", () => calm);
vi.stubGlobal("localStorage", shelf());
vi.stubGlobal("sessionStorage", shelf());
