import { WITHOUT } from "./answers.ts";
import { lacksMetric } from "../metrics/judgements.ts";
import { type Cause, CAUSES, type Metrics } from "../metrics/metric.ts";
import type { Phrase, Phrases } from "./phrase.ts";

/**
 * What a company's data would have to hold, in a few words; coarse bars, a missing benchmark, reports and texts that are not there
 * are those of the data, and told with it.
 */
const LIMITS: Readonly<Partial<Record<Cause, string>>> = {
  history: "a longer price history",
  volume: "daily trading volume",
  comparison: "enough peers with accounts",
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
  dated: "recent earnings calls or reports",
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
  const told = CAUSES.filter((cause) => LIMITS[cause] !== undefined);
  return Object.assign({}, ...told.map((cause) => ({ ...reasonFor(cause), ...lacksFor(cause, metrics) })));
}

function reasonFor(cause: Cause): Phrases {
  const lacking = { role: `lacks_${cause}`, all: true } as const;
  return {
    [`reason.${cause}`]: {
      role: "reason",
      text: `{lacking} (${WITHOUT[cause]})`,
      parts: { lacking: { ...lacking, join: "list" } },
    },
    [`limit.${cause}`]: {
      role: "limit",
      text: `${LIMITS[cause]}{lacking}`,
      parts: { lacking: { ...lacking, silent: true } },
    },
  };
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
