/** The server's endpoints, one function each. */

import { held } from "../guest";
import { ask, askText } from "./http";
import type {
  About,
  Acquaintances,
  Asked,
  Begun,
  Boxes,
  Browsers,
  Briefing,
  Briefings,
  Challenges,
  Check,
  Course,
  DrawnMap,
  Faces,
  Game,
  Games,
  HexFacts,
  Invitation,
  Joined,
  Hints,
  LogPart,
  MatchLines,
  Notepad,
  NoticeLines,
  Odds,
  OddsAnswer,
  Past,
  Pointed,
  Preferences,
  Preview,
  Profile,
  Recap,
  RuleCase,
  RuleCases,
  Rules,
  State,
  Stop,
  Story,
  Table,
  Texts,
  Visitor,
} from "./answers";
import type { News } from "./keeper";
import type { Action, Dice, NewChallenge, NewGame, Player } from "./wishes";

export type Look = "light" | "dark";

// -- the shelf ------------------------------------------------------------------------

export const about = () => ask<About>("/api/about");

export const boxes = async () => (await ask<Boxes>("/api/boxes")).boxes;

export async function texts(language: string): Promise<Record<string, string>> {
  const path = `/api/texts?lang=${language}`;
  return (await ask<Texts>(path, { wordless: true })).texts;
}

export async function briefings(box: string): Promise<Record<string, Briefing>> {
  return (await ask<Briefings>(`/api/boxes/${box}/briefings`)).briefings;
}

export async function rules(box: string): Promise<RuleCase[]> {
  return (await ask<Rules>(`/api/boxes/${box}/rules`)).cases;
}

export async function rule(box: string, number: string): Promise<RuleCase[]> {
  const path = `/api/boxes/${box}/rules/${encodeURIComponent(number)}`;
  return (await ask<RuleCases>(path)).cases;
}

// -- tables ---------------------------------------------------------------------------

export const table = (address: string) => ask<Table>(address);

/** The whole map in flat colours: it is there at once. */
export const lightMap = ({ light, stamp }: DrawnMap, look: Look) =>
  askText(`${light}?theme=${look}&stamp=${stamp}`, { wordless: true });

/** The address of one part of a map in some detail. */
export const mapPart = (map: DrawnMap, look: Look, detail: string, column: number, row: number) =>
  `${map.parts}/${detail}/${column}/${row}.svg?theme=${look}&stamp=${map.stamp}`;

export async function faces(address: string, look: Look): Promise<Record<string, string>> {
  const path = `${address}/faces.json?theme=${look}`;
  return (await ask<Faces>(path, { wordless: true })).faces;
}

export const hexFacts = (address: string, map: string, hex: number) =>
  ask<HexFacts>(`${address}/hexes/${map}/${hex}`);

// -- games ----------------------------------------------------------------------------

/** Games on a page of the list. */
export const PAGE = 50;

/** The games changed last: so many of them, page by page. */
export async function games(archived: boolean, wanted = PAGE): Promise<Games> {
  const found: Games = { games: [], total: 0, from: 0 };
  do {
    const from = found.games.length;
    const page = await ask<Games>(`/api/games?archived=${archived}&from=${from}&count=${PAGE}`);
    if (!page.games.length) return { ...found, total: page.total };
    found.games.push(...page.games);
    found.total = page.total;
  } while (found.games.length < Math.min(wanted, found.total));
  return found;
}

export const game = (id: string) => ask<Game>(`/api/games/${id}`, { seat: held(id) });

export const create = (wish: NewGame) => ask<Game>("/api/games", { body: wish });

export const change = (
  id: string,
  to: { title?: string; archived?: boolean; players?: Record<string, Player> },
) => ask<Game>(`/api/games/${id}`, { method: "PATCH", body: to });

export const remove = (id: string) => ask<void>(`/api/games/${id}`, { method: "DELETE" });

export const record = (id: string, tokens: string[]) =>
  askText(`/api/games/${id}/record`, { seat: tokens.join(",") });

export const importRecord = (text: string) =>
  ask<Game>("/api/games/import", { body: { record: text } });

// -- the door -------------------------------------------------------------------------

interface Link {
  game: string;
  key: string;
}

export const beHost = (key: string) => ask<void>("/api/host", { body: { key } });

export const invite = (id: string, side: string) =>
  ask<Invitation>(`/api/games/${id}/invite`, { body: { side } });

export const uninvite = (id: string, side: string) =>
  ask<Game>(`/api/games/${id}/uninvite`, { body: { side } });

export const lookAtLink = (link: Link) => ask<Asked>("/api/join/look", { body: link });

export const join = (link: Link, name: string) =>
  ask<Joined>("/api/join", { body: { ...link, name } });

export const leave = (id: string, seat: string) =>
  ask<void>(`/api/games/${id}/leave`, { seat, body: {} });

export const say = (id: string, seat: string, text: string) =>
  ask<void>(`/api/games/${id}/talk`, { seat, body: { text } });

export const notepad = (id: string, seat: string) =>
  ask<Notepad>(`/api/games/${id}/notepad`, { seat });

export const note = (id: string, seat: string, text: string) =>
  ask<void>(`/api/games/${id}/notepad`, { method: "PUT", seat, body: { text } });

// -- accounts -------------------------------------------------------------------------

export const visitor = () => ask<Visitor>("/api/people/me", { wordless: true });

export const signUp = (name: string, password: string) =>
  ask<Visitor>("/api/people/sign-up", { body: { name, password } });

export const signIn = (name: string, password: string) =>
  ask<Visitor>("/api/people/sign-in", { body: { name, password } });

export const signOut = (everywhere = false) =>
  ask<void>(`/api/people/sign-out${everywhere ? "-everywhere" : ""}`, { body: {} });

export const browsers = async () => (await ask<Browsers>("/api/people/me/browsers")).browsers;

export const changePassword = (password: string, fresh: string) =>
  ask<void>("/api/people/me/password", { body: { password, new: fresh } });

export const changeMail = (password: string, mail: string) =>
  ask<void>("/api/people/me/mail", { body: { password, mail } });

export const speakTo = () => ask<void>("/api/people/me/language", { body: {} });

export const exportMe = () => askText("/api/people/me/export");

export const deleteMe = (password: string) =>
  ask<void>("/api/people/me/delete", { body: { password } });

export const forgot = (name: string) => ask<void>("/api/people/forgot", { body: { name } });

export const confirmMail = (key: string) => ask<void>("/api/people/confirm", { body: { key } });

export const resetPassword = (key: string, password: string) =>
  ask<void>("/api/people/reset", { body: { key, password } });

// -- the club -------------------------------------------------------------------------

export const challenges = async () => (await ask<Challenges>("/api/club/challenges")).challenges;

export const challenge = (wish: NewChallenge) =>
  ask<Begun>("/api/club/challenges", { body: wish });

export const accept = (id: string) =>
  ask<Begun>(`/api/club/challenges/${id}/accept`, { body: {} });

export const withdraw = (id: string) =>
  ask<void>(`/api/club/challenges/${id}/withdraw`, { body: {} });

export const matches = async () => (await ask<MatchLines>("/api/club/matches")).matches;

export const running = async () => (await ask<MatchLines>("/api/club/running")).matches;

export const profile = (name: string) =>
  ask<Profile>(`/api/club/players/${encodeURIComponent(name)}`);

export const bind = (name: string, kind: Profile["bond"]) =>
  ask<void>(`/api/club/players/${encodeURIComponent(name)}/bond`, { body: { kind } });

export const bonds = async () => (await ask<Acquaintances>("/api/club/bonds")).people;

export const notices = async () => (await ask<NoticeLines>("/api/club/notices")).notices;

export const noticesSeen = () => ask<void>("/api/club/notices/seen", { body: {} });

export const preferences = () => ask<Preferences>("/api/club/preferences");

export const prefer = (wish: Preferences) => ask<void>("/api/club/preferences", { body: wish });

export const vacation = (away: boolean) => ask<void>("/api/club/vacation", { body: { away } });

export const resign = (id: string, seat: string) =>
  ask<void>(`/api/games/${id}/resign`, { seat, body: {} });

export const offerResult = (id: string, seat: string, result: string) =>
  ask<void>(`/api/games/${id}/offer`, { seat, body: { result } });

export const claim = (id: string, seat: string) =>
  ask<void>(`/api/games/${id}/claim`, { seat, body: {} });

export const rematch = (id: string, seat: string, swapped: boolean) =>
  ask<Begun>(`/api/games/${id}/rematch`, { seat, body: { swapped } });

// -- playing --------------------------------------------------------------------------

const at = (id: string, what: string) => `/api/games/${id}/${what}`;

export const state = (id: string, seat: string) => ask<State>(at(id, "state"), { seat });

export const log = (id: string, seat: string, from: number, to: number) =>
  ask<LogPart>(`${at(id, "log")}?from=${from}&to=${to}`, { seat });

/** What happened after so many lines of the log, beat by beat. */
export const story = (id: string, seat: string, from: number) =>
  ask<Story>(`${at(id, "story")}?from=${from}`, { seat });

/** The same, summed up. */
export const recap = (id: string, seat: string, from: number) =>
  ask<Recap>(`${at(id, "recap")}?from=${from}`, { seat });

/** What somebody decides upon: deeds name it, and are answered with what changed since. */
export type Shown = Pick<State, "seq" | "version">;

const deed = (path: string, seat: string, { seq, version }: Shown, wish: object = {}) =>
  ask<News>(path, { seat, holds: version, body: { seq, ...wish } });

export const act = (id: string, seat: string, shown: Shown, action: Action) =>
  deed(at(id, "act"), seat, shown, { act: action });

export const roll = (id: string, seat: string, shown: Shown, outcome: number[] | string) =>
  deed(at(id, "roll"), seat, shown, { outcome });

export const undo = (id: string, seat: string, shown: Shown) => deed(at(id, "undo"), seat, shown);

export const showMe = (id: string, seat: string, shown: Shown, what: "line" | "step") =>
  deed(at(id, "lesson/show"), seat, shown, { what });

export const leaveLesson = (id: string, seat: string, shown: Shown) =>
  deed(at(id, "lesson/leave"), seat, shown);

export const check = (id: string, seat: string, action: Action) =>
  ask<Check>(at(id, "check"), { seat, body: { act: action } });

export const preview = (id: string, seat: string, action: Action) =>
  ask<Preview>(at(id, "preview"), { seat, body: action });

export const pointed = (
  id: string,
  seat: string,
  thing: { hex: number | undefined; unit: number | undefined },
) => ask<Pointed>(at(id, "pointed"), { seat, body: thing });

export async function odds(id: string, seat: string, action: Action): Promise<Odds | null> {
  const path = at(id, "odds");
  return (await ask<OddsAnswer>(path, { seat, body: { act: action } })).odds;
}

/** What the staff would do about the question of a state. */
export const hints = (id: string, seat: string, seq: number) =>
  ask<Hints>(at(id, "hints"), { seat, body: { seq } });

/** How the margin ran through a game that is over. */
export const course = (id: string, seat: string) => ask<Course>(at(id, "course"), { seat });

// -- replay ---------------------------------------------------------------------------

const through = (side: string) => (side ? `?side=${side}` : "");

export const replay = (id: string, seat: string, side: string) =>
  ask<Past>(`${at(id, "replay")}${through(side)}`, { seat });

export const stop = (id: string, seat: string, number: number, side: string) =>
  ask<Stop>(`${at(id, `replay/${number}`)}${through(side)}`, { seat });

export const fork = (
  id: string,
  seat: string,
  how: { stop?: number; players?: Record<string, Player>; dice?: Dice; title?: string },
) => ask<Game>(at(id, "fork"), { seat, body: how });
