import type { Dataset, Frequency } from "../data/dataset.ts";
import { type CalibrationCard, CARD_KIND, type CardPart } from "../data/calibration_card.ts";
import { BUILT_IN_MAPS } from "../data/metrics/chance.ts";
import { RISK_METRICS } from "../data/metrics/risk.ts";
import { collectCases } from "./collect_cases.ts";
import { type TooFew, walkForward } from "./walk_forward.ts";

/** A card, or what each frequency of a folder has too little of; a frequency without any case is absent. */
export type Calibration =
  | { readonly card: CalibrationCard }
  | { readonly lacks: Readonly<Partial<Record<Frequency, TooFew>>> };

/** Later than every bar. */
const LAST_DAY = "9999-12-31";
/** Days of cases between two fits: a quarter of a year. */
const EVERY = 3;

/**
 * Fits and judges the maps of a dataset, on daily and on monthly bars.
 * @param dataset Read to its end; each map of the card rests on nothing after its day.
 */
export async function makeCard(dataset: Dataset): Promise<Calibration> {
  const view = dataset.at(LAST_DAY);
  const parts: Partial<Record<Frequency, CardPart>> = {};
  const lacks: Partial<Record<Frequency, TooFew>> = {};
  for (const frequency of ["daily", "monthly"] as const) {
    const cases = collectCases(view, frequency);
    if (cases.cases.length === 0) continue;
    const part = walkForward(cases, BUILT_IN_MAPS[frequency], EVERY);
    if ("maps" in part) parts[frequency] = part;
    else lacks[frequency] = part;
  }
  if (Object.keys(parts).length === 0) return { lacks };
  const content = { data: dataset.notice, rule: RISK_METRICS["drawdown_probability"]?.formula ?? "", ...parts };
  return { card: { kind: CARD_KIND, version: 1, id: await digestOf(content), ...content } };
}

/** Eight hex digits. */
async function digestOf(content: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(content)));
  return Array.from(new Uint8Array(bytes, 0, 4), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
