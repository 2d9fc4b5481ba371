/** How fast a match is played, in words. */

import type { Pace } from "../api/answers";
import { t } from "../text/catalogue.svelte";

export function paceWords({ kind, minutes = 0, bonus = 0, days = 0, reserve = 0 }: Pace): string {
  if (kind === "live") return t("pace.live-words", { minutes, bonus });
  return kind === "days" ? t("pace.days-words", { days, reserve }) : t("pace.free");
}

/** A rating as it is shown: with a question mark while few matches stand behind it. */
export const ratingWords = ({ rating = 0, sure = true }: { rating?: number; sure?: boolean }): string =>
  rating ? `${rating}${sure ? "" : "?"}` : "";
