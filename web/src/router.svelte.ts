/** Where in the house we are: the address of the page. */

export type Place =
  | { page: "start" }
  | { page: "join" }
  | { page: "account" }
  | { page: "player"; name: string }
  /** Reached by the link of a letter. */
  | { page: "confirm" }
  | { page: "reset" }
  | { page: "table"; game: string }
  | { page: "replay"; game: string };

class Router {
  #path = $state(location.pathname);

  constructor() {
    window.addEventListener("popstate", () => (this.#path = location.pathname));
  }

  get place(): Place {
    const [first, game, last] = this.#path.split("/").filter(Boolean);
    if (first === "join" || first === "account" || first === "confirm" || first === "reset") return { page: first };
    if (first === "players" && game) return { page: "player", name: decodeURIComponent(game) };
    if (first !== "games" || !game) return { page: "start" };
    return { page: last === "replay" ? "replay" : "table", game };
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.#path = path;
    window.scrollTo(0, 0);
  }

  /** A click on a link within the house. */
  follow = (event: MouseEvent): void => {
    const link = event.currentTarget;
    if (!(link instanceof HTMLAnchorElement)) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.go(new URL(link.href).pathname);
  };
}

export const router = new Router();

export const toGame = (id: string) => `/games/${id}`;
export const toPlayer = (name: string) => `/players/${encodeURIComponent(name)}`;
export const toReplay = (id: string) => `/games/${id}/replay`;
