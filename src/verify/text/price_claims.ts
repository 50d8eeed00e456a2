import type { MetricId } from "../../data/metrics/metric.ts";
import type { Agreement } from "./agrees.ts";
import type { PriceMarks } from "./price_marks.ts";
import type { PriceValue } from "./price_values.ts";
import type { CheckedClaim } from "./text_report.ts";

/** What a figure or a word about prices is held against. */
export interface Held {
  readonly metric: MetricId;
  readonly ticker: string;
  readonly values: readonly PriceValue[];
  readonly agreement: (value: PriceValue) => Agreement;
  /** Whether nothing else may be meant. */
  readonly isSure: boolean;
}

/** What is found of a figure or a word. */
export function claimOf(
  marks: PriceMarks,
  { start, end }: { readonly start: number; readonly end: number },
  held: Held,
): CheckedClaim {
  const { metric, ticker, values, agreement, isSure } = held;
  const about = { shown: marks.text.slice(start, end), start, end, metric, ticker };
  const judged = values.map((value) => {
    const found = agreement(value);
    const isNear = value.doubt !== undefined || found === "yes" && value.isSeldom;
    return { value, agreement: isNear ? "near" : found };
  });
  const proof = judged.find((one) => one.agreement === "yes");
  const [near] = proof ? [proof] : judged;
  const nearest = near && { evidence: near.value.says(), source: near.value.source };
  if (proof !== undefined) return { ...about, finding: "proven", ...nearest };
  if (values.length === 0) return { ...about, finding: "unknown", why: "the data do not give it" };
  if (judged.some((one) => one.agreement === "near")) {
    const why = near?.value.doubt ?? "it is too near to refuse and too far to prove";
    return { ...about, finding: "unknown", why, ...nearest };
  }
  if (!isSure) return { ...about, finding: "unknown", why: "it may be of something else", ...nearest };
  return { ...about, finding: "false", why: "the prices give another", ...nearest };
}

/** What is said of a figure or a word on which nothing is decided. */
export function unknownOf(
  marks: PriceMarks,
  { start, end }: { readonly start: number; readonly end: number },
  about: { readonly metric: MetricId; readonly ticker: string | undefined; readonly why: string },
): CheckedClaim {
  const { ticker, ...rest } = about;
  return { shown: marks.text.slice(start, end), start, end, ...rest, ...(ticker && { ticker }), finding: "unknown" };
}
