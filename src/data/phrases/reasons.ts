import { type Cause, CAUSES, type Metrics } from "../metrics/metric.ts";
import { WORDS_OF } from "./answers.ts";
import { lacksMetric } from "../metrics/judgements.ts";
import type { Phrase, Phrases } from "./phrase.ts";

/** Causes that every metric of bars may have, and every metric of what is filed. */
const COMMON: Readonly<Record<"bars" | "filed", readonly Cause[]>> = {
  bars: ["history", "stale_prices", "not_trading", "irregular_bars", "bars", "split"],
  filed: ["stale_prices"],
};

/**
 * The phrases that say which metrics are missing and why.
 * @param metrics In the order in which a sentence lists them; one without a name for its absence is not listed.
 */
export function reasonPhrases(metrics: Metrics): Phrases {
  return Object.assign({}, ...CAUSES.flatMap((cause) => reasonsOf(cause, metrics)));
}

/** Those of a cause: one, but of texts that are too old one for each kind of text. */
function reasonsOf(cause: Cause, metrics: Metrics): readonly Phrases[] {
  const [without = "", , limit] = WORDS_OF[cause] ?? [];
  const lacking = Object.entries(metrics).flatMap(([metric, { missing, lacks = [], shelf, needs }]) =>
    missing !== undefined && [...COMMON[shelf === undefined ? "bars" : "filed"], ...lacks].includes(cause)
      ? { metric, missing, kind: cause === "stale_text" ? ` ${needs}` : "" }
      : []
  );
  return limit === undefined ? [] : [...Map.groupBy(lacking, (one) => one.kind)].map(([kind, some]): Phrases => {
    const id = `${cause}${kind.replaceAll(" ", "_")}`;
    const part = { role: `lacks_${id}`, all: true } as const;
    return {
      [`reason.${id}`]: {
        role: "reason",
        text: `{lacking} (${without})`,
        parts: { lacking: { ...part, join: "list" } },
      },
      [`limit.${id}`]: {
        role: "limit",
        text: limit.includes("{lacking}") ? limit : `${limit}${kind}{lacking}`,
        parts: { lacking: { ...part, ...limit.includes("{lacking}") ? { join: "list" } : { silent: true } } },
      },
      ...Object.fromEntries(some.map(({ metric, missing }): [string, Phrase] => [`lacks.${cause}.${metric}`, {
        role: part.role,
        of: metric,
        text: `${missing}{${lacksMetric(cause)}}`,
        words: { [lacksMetric(cause)]: { yes: "" } },
      }])),
    };
  });
}
