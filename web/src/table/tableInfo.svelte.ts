/** What lies on the table whatever happens in the game: maps, faces, charts, names. */

import * as server from "../api/server";
import type { HexFacts, Side, Table, TableMap, Unit } from "../api/answers";
import { settings } from "../settings.svelte";
import { t } from "../text/catalogue.svelte";
import { ruleSheet } from "./rulesheet.svelte";

export class TableInfo {
  table = $state.raw<Table>();
  svg = $state.raw("");
  faces = $state.raw<Record<string, string>>({});
  #facts = new Map<string, Promise<HexFacts>>();
  #hexes = new Map<string, number>();
  #labels = new Map<number, string>();
  #look: string | undefined;
  #language: string | undefined;

  constructor(readonly address: string) {}

  /** Fetch what the present language needs. */
  async name(): Promise<void> {
    const { language } = settings;
    if (language === this.#language) return;
    this.#language = language;
    this.#facts.clear();
    const table = await server.table(this.address);
    // Who changes the language twice may get the first answer last.
    if (language !== this.#language) return;
    this.#note(table);
    ruleSheet.know(table);
    this.table = table;
  }

  /** Fetch what the present theme needs; of the map a light picture, the board asks for more. */
  async dress(): Promise<void> {
    const { look } = settings;
    if (look === this.#look) return;
    this.#look = look;
    // One after the other: drawn at the same time by the server, the map would come later.
    await this.#fetchMap(look);
    await this.#fetchFaces(look);
  }

  async #fetchFaces(look: server.Look): Promise<void> {
    const faces = await server.faces(this.address, look);
    if (settings.look === look) this.faces = faces;
  }

  async #fetchMap(look: server.Look): Promise<void> {
    const svg = this.map ? await server.lightMap(this.map.drawn, look) : "";
    if (settings.look === look) this.svg = svg;
  }

  #note(table: Table): void {
    const map = table.maps[0];
    map?.hexes.n.forEach((hex, index) => {
      const label = map.hexes.label[index] ?? "";
      this.#labels.set(hex, label);
      this.#hexes.set(label, hex);
      for (const alias of map.hexes.aliases[index] ?? []) this.#hexes.set(alias, hex);
    });
  }

  get map(): TableMap | undefined {
    return this.table?.maps[0];
  }

  /** `hex:2626` as the number of the hex; undefined for places beside the map. */
  hexAt(place: string): number | undefined {
    return place.startsWith("hex:") ? this.#hexes.get(place.slice(4)) : undefined;
  }

  label(hex: number): string {
    // notation has no blanks, but a player reads "Rostov E1"
    return (this.#labels.get(hex) ?? String(hex)).replaceAll("_", " ");
  }

  unit(n: number): Unit | undefined {
    return this.table?.units[n]?.n === n
      ? this.table.units[n]
      : this.table?.units.find((unit) => unit.n === n);
  }

  side(id: string): Side | undefined {
    return this.table?.sides.find((side) => side.id === id);
  }

  sideName(id: string): string {
    return this.side(id)?.name ?? id;
  }

  /** The colour a side is told apart by in texts and frames. */
  sideColour(id: string): string {
    const index = this.table?.sides.findIndex((side) => side.id === id) ?? -1;
    return this.side(id)?.colour ?? (index < 0 ? "var(--faint)" : `var(--side-${index % 2})`);
  }

  /** What a counter is called: the unit's name where it is known, else what its face shows. */
  nameOf({ unit = -1, face }: { unit?: number; face: string }): string {
    return this.unit(unit)?.name ?? this.table?.face_labels?.[face] ?? face;
  }

  /** What a counter is called in full; codes stay for notation. */
  fullNameOf(piece: { unit?: number; face: string }): string {
    return this.unit(piece.unit ?? -1)?.title || this.nameOf(piece);
  }

  facts(hex: number): Promise<HexFacts> {
    const map = this.map?.id ?? "";
    const key = `${map}/${hex}`;
    const known = this.#facts.get(key) ?? server.hexFacts(this.address, map, hex);
    this.#facts.set(key, known);
    known.catch(() => this.#facts.delete(key));
    return known;
  }

  /** Where a place is, in words. */
  place(at: string): string {
    const hex = this.hexAt(at);
    if (hex !== undefined) return this.label(hex);
    const panel = this.table?.panels.find(({ places }) => places.some((place) => place.at === at));
    const label = panel?.places.find((place) => place.at === at)?.label;
    // A box of a track may be no more than a number.
    if (panel && label && /^\d+$/.test(label)) return t("named", { what: panel.label, more: label });
    return label || panel?.label || at;
  }
}
