import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Live } from "../src/api/live";
import { state } from "./told";

class Socket {
  static OPEN = 1;
  static CONNECTING = 0;
  static made: Socket[] = [];
  readyState = Socket.CONNECTING;
  onopen: () => void = () => undefined;
  onclose: () => void = () => undefined;
  onmessage: (message: { data: string }) => void = () => undefined;
  constructor() {
    Socket.made.push(this);
  }
  send(): void {}
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen();
  }
  say(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const ear = { news: vi.fn(), gone: vi.fn(), error: vi.fn(), line: vi.fn() };
const last = () => Socket.made.at(-1) as Socket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  vi.clearAllMocks();
  Socket.made = [];
});
afterEach(() => void vi.useRealTimers());

test("a line that breaks comes back", () => {
  new Live("g", "token", ear);
  last().open();
  last().onclose();
  vi.advanceTimersByTime(400);
  expect(Socket.made).toHaveLength(2);
});

test("a game that is gone is not asked for again", () => {
  new Live("g", "token", ear);
  last().open();
  last().say({ type: "gone" });
  last().onclose();
  vi.advanceTimersByTime(60_000);
  expect(ear.gone).toHaveBeenCalledOnce();
  expect(Socket.made).toHaveLength(1);
});

test("a line that is refused each time is tried ever less", () => {
  new Live("g", "token", ear);
  for (let refused = 0; refused < 4; refused++) {
    last().open();
    last().onclose();
    vi.advanceTimersByTime(400 * 2 ** refused - 1);
    expect(Socket.made).toHaveLength(refused + 1);
    vi.advanceTimersByTime(1);
    expect(Socket.made).toHaveLength(refused + 2);
  }
  last().open();
  last().say({ type: "state", state: state(1) });
  last().onclose();
  vi.advanceTimersByTime(400);
  expect(Socket.made).toHaveLength(6);
});

test("a line closed while it opens tells nothing", () => {
  const live = new Live("g", "token", ear);
  live.close();
  last().open();
  last().say({ type: "state", state: state(1) });
  expect(ear.news).not.toHaveBeenCalled();
});
