import { expect, test, vi } from "vitest";

import type { Table } from "../src/api/answers";
import { settings } from "../src/settings.svelte";
import { TableInfo } from "../src/table/tableInfo.svelte";
import { later } from "./later";

const server = vi.hoisted(() => ({ table: vi.fn() }));
vi.mock("../src/api/server", () => server);

const named = (title: string) => ({ title, maps: [], units: [], sides: [] }) as unknown as Table;

test("names come in the language wanted last, whichever answer comes last", async () => {
  const [french, english] = [later<Table>(), later<Table>()];
  server.table.mockReturnValueOnce(french.promise).mockReturnValueOnce(english.promise);
  const tableInfo = new TableInfo("/t");
  settings.language = "fr";
  void tableInfo.name();
  settings.language = "en";
  void tableInfo.name();
  await english.come(named("Bridgehead"));
  await french.come(named("Tête de pont"));
  expect(tableInfo.table?.title).toBe("Bridgehead");
});
