/** What went wrong with a request, in words. */

import { No } from "../api/http";
import { t } from "./catalogue.svelte";

export function wordsOf(fault: unknown): string {
  if (!(fault instanceof No)) return t("table.unreachable");
  const { sentence, detail } = fault.refusal;
  return detail ? `${sentence} ${detail}` : sentence;
}
