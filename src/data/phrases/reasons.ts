import { lacksMetric } from "../metrics/judgements.ts";
import { type Cause, CAUSES, type Metrics } from "../metrics/metric.ts";
import type { Phrase, Phrases } from "./phrase.ts";

/**
 * Why metrics are missing, in words; coarse bars, a missing benchmark, reports and texts that are not there are those of the
 * data, and told with it.
 */
const REASONS: Readonly<Partial<Record<Cause, string>>> = {
  history: "too short a history for {lacking}",
  volume: "no daily volume for {lacking}",
  comparison: "too little to compare {lacking} with",
  old: "prices too old for {lacking}",
  still: "no trading, so no {lacking}",
  gap: "gaps in the prices for {lacking}",
  bars: "impossible prices behind {lacking}",
  split: "an unexplained move, such as an unadjusted split, behind {lacking}",
  item: "filings without all that {lacking} needs",
  conflict: "contradictory filings for {lacking}",
  stale: "filings too old for {lacking}",
  financial: "{lacking} not meaningful for banks and insurers",
  adjusted: "dividend-adjusted prices, so no {lacking}",
  currency: "filings in another currency or share class than {lacking} needs",
  unit: "prices of unstated currency, so no {lacking}",
  shares: "prices that seem to be on another share basis than the filings, so no {lacking}",
  loss: "negative equity, so no {lacking}",
  kind: "no document for {lacking}",
  dated: "documents too old for {lacking}",
  short: "too few words for {lacking}",
};

/** What a company's data would have to hold, in a few words. */
const LIMITS: Readonly<Partial<Record<Cause, string>>> = {
  history: "a longer price history",
  volume: "daily trading volume",
  comparison: "the accounts of enough peers",
  old: "recent prices",
  still: "trading in its shares",
  gap: "regular prices",
  bars: "prices that can be trusted",
  split: "what explains a large move of its price",
  item: "some lines of its accounts",
  conflict: "accounts that agree with each other",
  stale: "a recent report",
  financial: "measures that suit banks and insurers",
  adjusted: "prices without dividends",
  currency: "accounts in the currency of its prices",
  unit: "the currency of its prices",
  shares: "a share count that fits its prices",
  loss: "positive equity",
  kind: "calls or filings for some measures",
  dated: "recent calls or filings",
  short: "documents of sufficient length",
};

/** Causes that every metric of bars may have, and every metric of what is filed. */
const COMMON: Readonly<Record<"bars" | "filed", readonly Cause[]>> = {
  bars: ["history", "old", "still", "gap", "bars", "split"],
  filed: ["old"],
};

/**
 * The phrases that say which metrics are missing and why.
 * @param metrics In the order in which a sentence lists them; one without a name for its absence is not listed.
 */
export function reasonPhrases(metrics: Metrics): Phrases {
  const told = CAUSES.flatMap((cause) => REASONS[cause] === undefined ? [] : [{ cause, text: REASONS[cause] }]);
  return {
    ...Object.fromEntries(told.map(reasonFor)),
    ...Object.assign({}, ...told.map(({ cause }) => lacksFor(cause, metrics))),
    ...Object.fromEntries(told.flatMap(({ cause }) => limitFor(cause))),
  };
}

function reasonFor({ cause, text }: { readonly cause: Cause; readonly text: string }): readonly [string, Phrase] {
  return [`reason.${cause}`, {
    role: "reason",
    text,
    parts: { lacking: { role: `lacks_${cause}`, join: "list", all: true } },
  }];
}

function limitFor(cause: Cause): readonly (readonly [string, Phrase])[] {
  const text = LIMITS[cause];
  const lacking = { role: `lacks_${cause}`, all: true, silent: true } as const;
  return text === undefined
    ? []
    : [[`limit.${cause}`, { role: "limit", text: `${text}{lacking}`, parts: { lacking } }]];
}

function lacksFor(cause: Cause, metrics: Metrics): Phrases {
  return Object.fromEntries(
    Object.entries(metrics).flatMap(([metric, { missing, lacks = [], shelf }]): [string, Phrase][] =>
      missing === undefined || ![...COMMON[shelf === undefined ? "bars" : "filed"], ...lacks].includes(cause)
        ? []
        : [[`lacks.${cause}.${metric}`, {
          role: `lacks_${cause}`,
          of: metric,
          text: `${missing}{${lacksMetric(cause)}}`,
          words: { [lacksMetric(cause)]: { yes: "" } },
        }]]
    ),
  );
}
