import { afterEach, beforeEach, expect, test, vi } from "vitest";

import * as server from "../src/api/server";
import { layOutSoon, RESTED } from "../src/lobby/ahead";

const drawn = { light: "/light.svg" } as Parameters<typeof server.lightMap>[0];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(server, "table").mockResolvedValue({ maps: [{ drawn }] } as never);
  vi.spyOn(server, "lightMap").mockResolvedValue("<svg/>");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a scenario that is looked at for a while is made ready, map and all", async () => {
  layOutSoon("typhoon", "campaign", "dark");
  await vi.advanceTimersByTimeAsync(RESTED);
  expect(server.table).toHaveBeenCalledExactlyOnceWith("/api/tables/typhoon/campaign/-");
  expect(server.lightMap).toHaveBeenCalledExactlyOnceWith(drawn, "dark");
});

test("who leafs on has nothing made ready", async () => {
  layOutSoon("typhoon", "campaign", "light")();
  await vi.advanceTimersByTimeAsync(RESTED);
  expect(server.table).not.toHaveBeenCalled();
});

test("a table that cannot be had is no fault of the lobby", async () => {
  vi.mocked(server.table).mockRejectedValue(new Error("gone"));
  layOutSoon("typhoon", "campaign", "light");
  await vi.advanceTimersByTimeAsync(RESTED);
  expect(server.lightMap).not.toHaveBeenCalled();
});
