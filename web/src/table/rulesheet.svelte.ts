/** The rule that is being looked up. */

import * as server from "../api/server";
import type { RuleCase } from "../api/answers";

class RuleSheet {
  /** The rule asked for, as cited; empty while no sheet is open. */
  rule = $state("");
  cases = $state.raw<RuleCase[]>([]);
  state = $state<"here" | "coming" | "none">("here");
  #box = "";

  /** The box whose rules are looked up from now on. */
  use(box: string): void {
    this.#box = box;
    this.close();
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

export const ruleSheet = new RuleSheet();
