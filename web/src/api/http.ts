/** Asking the server: JSON there and back, and every "no" as one kind of error. */

import { settings } from "../settings.svelte";
import type { Refusal } from "./answers";

/** The server said no: a refusal by the rules, or a request that does not fit. */
export class No extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(refusal.sentence);
  }
}

/** The server did not answer at all. */
export class Unreachable extends Error {}

interface Request {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  body?: unknown;
  seat?: string;
  /** The version of the state that is known here: only what changed since is told. */
  holds?: number;
  /** Ask without a language: the answer holds no words. */
  wordless?: boolean;
}

export async function ask<T>(path: string, request: Request = {}): Promise<T> {
  const answer = await send(path, request);
  if (!answer.ok) throw new No(answer.status, await refusalIn(answer));
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

export async function askText(path: string, request: Request = {}): Promise<string> {
  const answer = await send(path, request);
  if (!answer.ok) throw new No(answer.status, await refusalIn(answer));
  return answer.text();
}

async function send(path: string, request: Request): Promise<Response> {
  const { method = request.body === undefined ? "GET" : "POST", body, seat } = request;
  const headers: Record<string, string> = {};
  if (seat) headers["Grognard-Seat"] = seat;
  if (request.holds !== undefined) headers["Grognard-Holds"] = String(request.holds);
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  try {
    return await fetch(request.wordless ? path : spoken(path), init);
  } catch {
    throw new Unreachable();
  }
}

function spoken(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}lang=${settings.language}`;
}

async function refusalIn(answer: Response): Promise<Refusal> {
  try {
    return (await answer.json()) as Refusal;
  } catch {
    return { code: `http-${answer.status}`, rule: "", sentence: answer.statusText, field: "" };
  }
}
