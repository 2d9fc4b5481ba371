/** The websocket that tells what changed; it comes back by itself when the line breaks. */

import { settings } from "../settings.svelte";
import type { LiveMessage, Match, PresentEvent, Refusal, TalkEvent } from "./answers";
import type { News } from "./keeper";

export interface Ear {
  news(news: News): void;
  gone(): void;
  error(refusal: Refusal): void;
  /** Who is at a shared table. */
  present?(event: PresentEvent): void;
  /** What the players said since. */
  talk?(event: TalkEvent): void;
  /** How the match of a club stands. */
  match?(match: Match): void;
  /** The line was lost (false) or is back (true). */
  line(open: boolean): void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

/** Listens for the seat until closed. */
export class Live {
  #socket: WebSocket | undefined;
  #wait = FIRST_WAIT;
  #timer: number | undefined;
  #closed = false;

  constructor(
    private game: string,
    private seat: string,
    private ear: Ear,
  ) {
    this.#open();
  }

  speak(language: string): void {
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ lang: language }));
  }

  close(): void {
    this.#closed = true;
    window.clearTimeout(this.#timer);
    const socket = this.#socket;
    // To close a line that is only being opened is an error in the eyes of the browser.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/live`);
    this.#socket = socket;
    socket.onopen = () => {
      this.ear.line(true);
      socket.send(JSON.stringify({ seats: [this.seat], lang: settings.language }));
    };
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as LiveMessage);
    socket.onclose = () => this.#lost();
  }

  #hear(message: LiveMessage): void {
    if (this.#closed) return;
    // A line is good once it has told something: one that is refused at once is tried ever less.
    if (message.type === "state" || message.type === "difference") this.#wait = FIRST_WAIT;
    if (message.type === "gone") this.close();
    this.#tell(message);
  }

  #tell(message: LiveMessage): void {
    if (message.type === "state" || message.type === "difference") this.ear.news(message);
    if (message.type === "gone") this.ear.gone();
    if (message.type === "talk") this.ear.talk?.(message);
    if (message.type === "present") this.ear.present?.(message);
    if (message.type === "match") this.ear.match?.(message.match);
    if (message.type === "error") this.ear.error(message.error);
  }

  #lost(): void {
    if (this.#closed) return;
    this.ear.line(false);
    this.#timer = window.setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }
}
