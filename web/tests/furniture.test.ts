import { expect, test, vi } from "vitest";

import type { Table } from "../src/api/types";
import { settings } from "../src/settings.svelte";
import { Furniture } from "../src/table/furniture.svelte";
import { later } from "./later";

const server = vi.hoisted(() => ({ table: vi.fn() }));
vi.mock("../src/api/server", () => server);

const named = (title: string) => ({ title, maps: [], units: [], sides: [] }) as unknown as Table;

test("names come in the language wanted last, whichever answer comes last", async () => {
  const [french, english] = [later<Table>(), later<Table>()];
  server.table.mockReturnValueOnce(french.promise).mockReturnValueOnce(english.promise);
  const furniture = new Furniture("/t");
  settings.language = "fr";
  void furniture.name();
  settings.language = "en";
  void furniture.name();
  await english.come(named("Bridgehead"));
  await french.come(named("Tête de pont"));
  expect(furniture.table?.title).toBe("Bridgehead");
});
