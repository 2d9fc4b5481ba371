import { beforeEach, expect, test, vi } from "vitest";

import type { News } from "../src/api/keeper";
import type { Ear } from "../src/api/live";
import type { LogPart, State } from "../src/api/answers";
import { settings } from "../src/settings.svelte";
import { Session } from "../src/table/session.svelte";
import { later, settled } from "./later";
import { game, part, question, scene, seat, state, whole } from "./told";

const server = vi.hoisted(() => ({
  game: vi.fn(),
  state: vi.fn(),
  act: vi.fn(),
  log: vi.fn(),
}));
const lines = vi.hoisted(() => ({ open: [] as Array<{ seat: string; ear: Ear; closed: boolean }> }));

vi.mock("../src/api/server", () => server);
vi.mock("../src/api/live", () => ({
  Live: class {
    line;
    constructor(_: string, seat: string, ear: Ear) {
      this.line = { seat, ear, closed: false };
      lines.open.push(this.line);
    }
    speak(): void {}
    close(): void {
      this.line.closed = true;
    }
  },
}));

const tell = (state: State) => lines.open.at(-1)?.ear.news(whole(state));

beforeEach(() => {
  vi.resetAllMocks();
  lines.open = [];
  sessionStorage.clear();
  settings.motion = false;
  settings.language = "en";
});

async function sat({ hides = false, players = ["blue"] } = {}): Promise<Session> {
  const seats = ["blue", "red"].map((side) => ({
    ...seat(side),
    kind: players.includes(side) ? ("person" as const) : ("bot" as const),
  }));
  server.game.mockResolvedValue(game({ seats }));
  const session = new Session("g", () => hides);
  await session.open();
  if (session.curtain) session.lift(false);
  return session;
}

test("a state older than the one shown is not shown", async () => {
  const session = await sat();
  tell(state(3));
  tell(state(2));
  expect(session.state?.seq).toBe(3);
});

test("the news of an answer leave alone what the answer has shown", async () => {
  const session = await sat();
  tell(state(3));
  const { decision } = session;
  tell(state(3));
  expect(session.decision).toBe(decision);
});

test("a secret choice of the other side is shown though it does not count", async () => {
  const session = await sat();
  tell(state(3, { waiting: ["blue", "red"], thinking: ["red"] }));
  const { decision } = session;
  tell(state(3, { waiting: ["blue"], thinking: [] }));
  expect(session.state?.thinking).toEqual([]);
  expect(session.decision).toBe(decision);
});

test("news that come before the answer they tell about are shown after it", async () => {
  const session = await sat();
  tell(state(3));
  const answer = later<News>();
  server.act.mockReturnValue(answer.promise);
  const done = session.act({ kind: "done", arg: 0 });
  tell(state(4, { decision: null, waiting: ["red"], thinking: [] }));
  expect(session.state?.seq).toBe(3);
  await answer.come(whole(state(4, { decision: null, waiting: ["red"], thinking: ["red"] })));
  expect(await done).toBe(true);
  expect(session.state?.thinking).toEqual([]);
});

test("whoever changes the language twice reads the last one, whichever answer comes last", async () => {
  const session = await sat();
  tell(state(3));
  const [french, english] = [later<State>(), later<State>()];
  server.state.mockReturnValueOnce(french.promise).mockReturnValueOnce(english.promise);
  settings.language = "fr";
  void session.speak();
  settings.language = "en";
  void session.speak();
  await english.come(state(3));
  const decision = question("une question");
  await french.come(state(3, { decision, log: part(0, 4, { sentence: "une ligne" }) }));
  expect(session.log[0]?.sentence).toBe("line 0");
});

test("a state in another language replaces the one shown, even where nobody is asked", async () => {
  const session = await sat();
  tell(state(3, { decision: null }));
  const french = later<State>();
  server.state.mockReturnValue(french.promise);
  settings.language = "fr";
  void session.speak();
  tell(state(3, { decision: null })); // sent before the server heard of it
  const shown = scene({ date: "juillet" });
  await french.come(state(3, { decision: null, scene: shown, log: part(0, 4, { sentence: "une ligne" }) }));
  expect(session.log[0]?.sentence).toBe("une ligne");
  expect(session.news).toEqual([]);
});

test("behind the curtain nothing of the seat before is left, nor comes any more", async () => {
  const session = await sat({ hides: true, players: ["blue", "red"] });
  tell(state(3));
  const before = lines.open.at(-1);
  tell(state(4, { decision: null, waiting: ["red"] }));
  expect(session.curtain).toBe("red");
  expect(before?.closed).toBe(true);
  before?.ear.news(whole(state(5, { decision: null, waiting: ["red"] })));
  expect([session.state, session.log, session.side]).toEqual([undefined, [], ""]);
});

test("lines fetched for one side do not reach the other", async () => {
  const session = await sat({ players: ["blue", "red"] });
  tell(state(9, { log: { ...part(5, 10), length: 10 } }));
  const earlier = later<LogPart>();
  server.log.mockReturnValue(earlier.promise);
  void session.earlier();
  tell(state(10, { decision: null, waiting: ["red"] }));
  expect(session.side).toBe("red");
  tell(state(10, { side: "red", waiting: ["red"], log: { ...part(8, 10), length: 10 } }));
  await earlier.come(part(0, 5));
  expect(session.log.map(({ n }) => n)).toEqual([8, 9]);
});

test("earlier lines asked for twice come once", async () => {
  const session = await sat();
  tell(state(9, { log: { ...part(5, 10), length: 10 } }));
  server.log.mockResolvedValue(part(0, 5));
  await Promise.all([session.earlier(), session.earlier()]);
  expect(session.log.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("a table left before the game came opens no line", async () => {
  const coming = later<unknown>();
  server.game.mockReturnValue(coming.promise);
  const session = new Session("g", () => false);
  void session.open();
  session.close();
  await coming.come(game());
  expect(lines.open).toEqual([]);
});

test("a table left before an answer came opens no line to the next seat", async () => {
  const session = await sat({ players: ["blue", "red"] });
  tell(state(3));
  const answer = later<News>();
  server.act.mockReturnValue(answer.promise);
  void session.act({ kind: "done", arg: 0 });
  session.close();
  await answer.come(whole(state(4, { decision: null, waiting: ["red"] })));
  await settled();
  expect(lines.open).toHaveLength(1);
});
