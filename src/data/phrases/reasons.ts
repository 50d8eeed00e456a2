import { lacksMetric } from "../metrics/judgements.ts";
import { type Cause, CAUSES, type Metrics } from "../metrics/metric.ts";
import type { Phrase, Phrases } from "./phrase.ts";

/**
 * Why metrics are missing, in words; coarse bars, a missing benchmark, reports and texts that are not there are those of the
 * data, and told with it.
 */
const REASONS: Readonly<Partial<Record<Cause, string>>> = {
  history: "the history is too short for {lacking}",
  volume: "the volume of each day is missing for {lacking}",
  comparison: "there is too little to compare {lacking} with",
  old: "the last bar is too old for {lacking}",
  still: "the price neither moves nor trades, so it says nothing of {lacking}",
  gap: "the bars span too long or too short a time for {lacking}",
  bars: "prices that cannot be true are among the bars of {lacking}",
  split: "a move that nothing in the data explains is among the bars of {lacking}",
  item: "its reports do not state all that {lacking} needs",
  conflict: "one report states in two ways what {lacking} needs",
  stale: "its newest report is too old for {lacking}",
  financial: "the statements of banks and insurers do not carry {lacking}",
  adjusted: "closes that are adjusted for dividends do not give {lacking}",
  currency: "its reports are not in the currency or the shares that it trades in, as {lacking} needs",
  unit: "nothing states the currency of its prices, as {lacking} needs",
  shares:
    "its closes seem to be in other shares than its reports count, as after a later split, so there is no {lacking}",
  loss: "its equity is not above 0, so there is no {lacking}",
  kind: "no text is read that {lacking} needs",
  dated: "the newest text is too old for {lacking}",
  short: "too few words of the text count for {lacking}",
};

/** What a company's data would have to hold, in a few words. */
const LIMITS: Readonly<Partial<Record<Cause, string>>> = {
  history: "a longer price history",
  volume: "daily trading volume",
  comparison: "enough companies to compare its accounts with",
  old: "recent prices",
  still: "trading in its shares",
  gap: "regular prices",
  bars: "prices that can be trusted",
  split: "what explains a large move of its price",
  item: "every line of its accounts",
  conflict: "accounts that agree with each other",
  stale: "a recent report",
  financial: "measures that suit banks and insurers",
  adjusted: "prices without dividends",
  currency: "accounts in the currency of its prices",
  unit: "the currency of its prices",
  shares: "a share count that fits its prices",
  loss: "positive equity",
  kind: "the documents for some measures",
  dated: "recent documents",
  short: "documents of sufficient length",
};

/** Causes that every metric of bars may have, and every metric of what is filed. */
const COMMON: Readonly<Record<"bars" | "filed", readonly Cause[]>> = {
  bars: ["history", "old", "still", "gap", "bars", "split"],
  filed: ["old"],
};

/**
 * The phrases that say which metrics are missing and why, of one company and of several.
 * @param metrics In the order in which a sentence lists them; one without a name for its absence is not listed.
 */
export function reasonPhrases(metrics: Metrics): Phrases {
  const told = CAUSES.flatMap((cause) => REASONS[cause] === undefined ? [] : [{ cause, text: REASONS[cause] }]);
  return {
    ...Object.assign({}, ...told.map(reasonsFor)),
    ...Object.assign({}, ...told.map(({ cause }) => lacksFor(cause, metrics))),
    ...Object.fromEntries(told.flatMap(({ cause }) => limitFor(cause))),
  };
}

function reasonsFor({ cause, text }: { readonly cause: Cause; readonly text: string }): Phrases {
  const parts: Phrase["parts"] = { lacking: { role: `lacks_${cause}`, join: "list", all: true } };
  return {
    [`reason.${cause}`]: { role: "reason", text, parts },
    [`reason.${cause}.of_set`]: {
      role: "reason_of_set",
      of: cause,
      text: `for {extent} of them ${text}`,
      words: { extent: { all: "all", some: "some" } },
      parts,
    },
  };
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
