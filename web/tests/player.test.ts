import { beforeEach, expect, test, vi } from "vitest";

import type { Past, Stop } from "../src/api/answers";
import { Player } from "../src/replay/player.svelte";
import { later, settled } from "./later";
import { part, scene } from "./told";

const server = vi.hoisted(() => ({ replay: vi.fn(), stop: vi.fn() }));
vi.mock("../src/api/server", () => server);

const past = (stops: number): Past => ({ stops, marks: [], moments: [...Array(stops).keys()] });
const stop = (number: number, side: string): Stop => ({
  stop: number,
  stops: 9,
  side,
  scene: scene(),
  waiting: [],
  lines: [],
  log: part(0, 0),
});

beforeEach(() => {
  vi.resetAllMocks();
  server.replay.mockResolvedValue(past(9));
  server.stop.mockImplementation(async (_: string, __: string, number: number, side: string) =>
    stop(number, side),
  );
});

test("while scrubbing, the stop asked for last is shown, whichever comes last", async () => {
  const player = new Player("g", "token", "blue");
  await player.open();
  const [third, fifth] = [later<Stop>(), later<Stop>()];
  server.stop.mockReturnValueOnce(third.promise).mockReturnValueOnce(fifth.promise);
  void player.go(3);
  void player.go(5);
  await fifth.come(stop(5, "blue"));
  await third.come(stop(3, "blue"));
  expect(player.at).toBe(5);
});

test("what one side saw is not shown once another's eyes are wanted", async () => {
  const player = new Player("g", "token", "blue");
  const blue = later<Stop>();
  server.stop.mockReturnValueOnce(blue.promise);
  void player.open();
  await settled();
  await player.through("red");
  await blue.come(stop(0, "blue"));
  expect(player.now?.side).toBe("red");
});

test("of two changes of eyes the last one counts, whichever answer comes last", async () => {
  const player = new Player("g", "token", "blue");
  await player.open();
  const [red, blue] = [later<Past>(), later<Past>()];
  server.replay.mockReturnValueOnce(red.promise).mockReturnValueOnce(blue.promise);
  void player.through("red");
  void player.through("blue");
  await blue.come(past(9));
  await red.come(past(3));
  expect([player.stops, player.now?.side]).toEqual([9, "blue"]);
});
