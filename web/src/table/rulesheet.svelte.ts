/** The rule that is being looked up. */

import * as server from "../api/server";
import type { RuleCase, Table } from "../api/answers";
import { t } from "../text/catalogue.svelte";

class RuleSheet {
  /** The rule asked for, as cited; empty while no sheet is open. */
  rule = $state("");
  cases = $state.raw<RuleCase[]>([]);
  state = $state<"here" | "coming" | "none">("here");
  /** Rules that are known by their titles. */
  #titles = $state.raw<Record<string, string>>({});
  #own = $state("");
  #box = "";

  /** The box whose rules are looked up from now on. */
  use(box: string): void {
    this.#box = box;
    this.close();
  }

  /** What lies on the table says how its rules are called. */
  know({ citation, rule_titles }: Pick<Table, "citation" | "rule_titles">): void {
    this.#own = citation;
    this.#titles = rule_titles;
  }

  /** What a rule is called: by its number, with the book if it is another one, or by its title. */
  nameOf(rule: string): { number: string; title: string } {
    const [book, number] = rule.includes(":") ? splitAt(rule, rule.indexOf(":")) : ["", rule];
    const away = book && this.#own && book !== this.#own;
    if (away) return { number: t("rule.elsewhere", { book: named(book), number }), title: "" };
    return { number, title: this.#titles[number] ?? "" };
  }

  open(rule: string, known?: RuleCase): void {
    this.rule = rule;
    this.cases = known ? [known] : [];
    this.state = known ? "here" : "coming";
    void this.#fetch(rule);
  }

  close(): void {
    this.rule = "";
    this.cases = [];
  }

  async #fetch(rule: string): Promise<void> {
    try {
      const cases = await server.rule(this.#box, rule);
      if (this.rule !== rule) return;
      this.cases = cases;
      this.state = cases.length ? "here" : "none";
    } catch {
      if (this.rule === rule && !this.cases.length) this.state = "none";
    }
  }
}

function splitAt(text: string, at: number): [string, string] {
  return [text.slice(0, at), text.slice(at + 1)];
}

function named(book: string): string {
  return book.charAt(0).toUpperCase() + book.slice(1);
}

export const ruleSheet = new RuleSheet();
