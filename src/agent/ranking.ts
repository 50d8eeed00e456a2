import { type About, ofMetric } from "../data/about.ts";
import type { Statement } from "../data/claim.ts";
import type { DatasetView } from "../data/dataset.ts";
import { isAskable } from "../data/metrics/asked_names.ts";
import type { MetricId } from "../data/metrics/metric.ts";
import { MOST_RANKED } from "../data/phrases/compared.ts";
import type { AskedMeasure } from "../data/question/asked.ts";
import { VOCABULARY } from "../data/vocabulary.ts";
import type { Answering } from "./answering.ts";
import { meanPercentile, scoreOf, valueOf } from "./synthesis.ts";
import type { CompanyFindings } from "./findings.ts";
import { isBehind, newestPeriodEnd } from "./fact_reading.ts";
import { lackOf } from "./judgements.ts";
import { inOrder, leadOf, type Valued } from "./ordering.ts";
import { BESIDE, businessRows, companyRows, measureRows, RISKINESS, SIDE_BY_SIDE } from "./rows.ts";
import { countNamed } from "../terms/calendar_words.ts";
import { given } from "./say.ts";

/** A measure, the end that is asked for, and what it is held against. */
export type Wanted = Pick<AskedMeasure, "metric" | "end" | "limit">;
type Context = Pick<Answering, "found" | "speaker">;

/** Of fewer ranked companies a third is nothing. */
const LEAST_THIRDS = 6;
/** Yearly accounts older than this are mentioned, though the next may not be public yet. */
const YEAR_DAYS = 365;

/** What the words of a question say of how it is answered, beside what is read from it. */
export function wordingOf(text: string): { readonly isThan: boolean; readonly rows: number } {
  const [, rows = MOST_RANKED] = ASKS_COUNT.exec(text) ?? [];
  return {
    isThan: ASKS_THAN.test(text),
    rows: Math.min(MOST_RANKED, Math.max(2, countNamed(String(rows).toLowerCase()))),
  };
}

/** Of whom a question asks whether it has more than another. */
export function subjectOf({ text }: Answering["asked"], found: Answering["found"]): string | undefined {
  return wordingOf(text).isThan ? found[0]?.company.ticker : undefined;
}

/** "Is one cheaper than the other?" is answered with yes or no. */
const ASKS_THAN = /^\W*(?:is|are|was|were|does|do|did|has|have)\b[^.?!]*\bthan\b/i;
/** "Top 5", "which three banks": how many are wanted. */
const ASKS_COUNT =
  /\b(?:top|bottom|best|worst|safest|riskiest|which|list|the) (\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)\b(?![-.,%]|[ -](?:days?|weeks?|months?|years?|sessions?|quarters?)\b)/i;

/** Several companies by what is asked: few as columns, more as rows in the order of the first measure. */
export function tableOf(
  { asked: { kind, measures, text }, found, speaker }: Answering,
  [first, ...others]: readonly Wanted[],
): readonly Statement[] {
  const isTold = kind === "compare" && measures.length === 0; // the common text has the table
  if (first === undefined || found.length < 2 || isTold) return [];
  const metrics = [first, ...others].map(({ metric }) => metric);
  const tickers = found.map(({ company }) => company.ticker);
  if (found.length <= SIDE_BY_SIDE && kind === "compare") {
    const rows = measureRows([...new Set([...metrics, ...BESIDE])], tickers, speaker);
    return [...businessRows(found, speaker), ...rows, ...oldAccounts(tickers, { found, speaker })];
  }
  if (found.length === 2 || speaker.say("answer.unlike", tickers, { of: ofMetric(first.metric) }) !== undefined) {
    return [];
  }
  const shown = orderedBy(first, found).slice(0, wordingOf(text).rows);
  const rows = companyRows([...new Set([...metrics, ...RISKINESS])].filter(isAskable), shown, speaker);
  return [...rows, ...oldAccounts(shown, { found, speaker, metrics })];
}

/** Those that have a measure, the asked end first. */
export function orderedBy({ metric, end = "highest" }: Wanted, found: readonly CompanyFindings[]): readonly string[] {
  return inOrder(found.flatMap((one) => valued(metric, one)), end);
}

/** Many companies by two measures at once: the mean of their percentiles, and who is in the better third by each. */
export function bothSentences(
  { measures, text }: Pick<Answering["asked"], "measures" | "text">,
  context: Context,
): readonly Statement[] {
  const { found, speaker } = context;
  const criteria = measures.flatMap(({ metric, end }) => end === undefined ? [] : [{ metric, end }]);
  if (criteria.length !== 2 || measures.length !== 2) return [];
  const of = { kind: "criteria", criteria } as const;
  const valued = found.flatMap((one) => {
    const value = meanPercentile(one, of, found);
    return value === undefined ? [] : [{ ticker: one.company.ticker, value }];
  });
  if (valued.length < 2) return [];
  const tickers = inOrder(valued, "highest");
  const shown = tickers.slice(0, wordingOf(text).rows);
  const names = tickers.flatMap((ticker) => speaker.say("third_name.of", [ticker], { of }) ?? []);
  const rows = shown.flatMap((ticker) => {
    const cells = [
      ...criteria.map(({ metric }) => speaker.say("company_cell.measure", [ticker], { of: ofMetric(metric) })),
      speaker.say("company_cell.both", [ticker], { of }),
    ].filter((one) => one !== undefined);
    return given(speaker.say("row.company", [ticker], { parts: { cells } }));
  });
  const lacking = found.filter(({ company: { ticker } }) => !tickers.includes(ticker));
  return [
    ...given(leadOf(tickers, { id: "both", of, end: "highest", speaker })),
    ...rows,
    ...oldAccounts(shown, { ...context, metrics: criteria.map(({ metric }) => metric) }),
    ...tickers.length < LEAST_THIRDS ? [] : given(
      names.length > 0
        ? speaker.say(names.length > 1 ? "both.thirds" : "both.third", tickers, {
          of,
          parts: { names: names.slice(0, MOST_RANKED) },
        })
        : speaker.say("both.no_third", tickers, { of }),
    ),
    ...criteria.flatMap(({ metric }, at) => {
      const names = lacking.filter((one) =>
        criteria.findIndex((other) => valueOf(one, other.metric) === undefined) === at
      );
      return leftOut(names.map(({ company }) => company.ticker), metric, { context, id: "answer.left_out" });
    }),
  ];
}

/** Which companies lack a measure, by the reason. */
export function leftOut(
  lacking: readonly string[],
  metric: MetricId,
  { context: { found, speaker }, id }: { readonly context: Context; readonly id: string },
): readonly Statement[] {
  const without = found.filter(({ company: { ticker } }) => lacking.includes(ticker));
  const reasons = [...Map.groupBy(without, (one) => lackOf(metric, one)).values()].flatMap((some) =>
    given(
      speaker.say(id.replace("answer.", "").concat("_of.cause"), some.map(({ company }) => company.ticker), {
        of: ofMetric(metric),
      }),
    )
  );
  const about = found.map(({ company }) => company.ticker);
  return reasons.length === 0 ? [] : given(speaker.say(id, about, { of: ofMetric(metric), parts: { reasons } }));
}

/** Up to when the accounts go of those who show what is made of them, where newer ones should be public. */
export function oldAccounts(
  shown: readonly string[],
  { found, speaker, metrics }: Context & { readonly metrics?: readonly MetricId[] },
): readonly Statement[] {
  if (metrics?.every((metric) => VOCABULARY.metrics[metric]?.shelf !== "facts")) return [];
  const [view] = found.map(({ research }) => research.view);
  const about = found.map(({ company }) => company.ticker);
  return view === undefined ? [] : accountsBehind(shown, { view, speaker, about });
}

/** Up to when accounts go, of those that should be newer on the day of a view; said of all of an answer. */
export function accountsBehind(
  tickers: readonly string[],
  { view, speaker, about = tickers }: Pick<Context, "speaker"> & {
    readonly view: DatasetView;
    readonly about?: readonly string[];
  },
): readonly Statement[] {
  const of: About = { kind: "fact", item: "net_income", period: "FY", version: "newest" };
  const behind = tickers.filter((ticker) => isBehind(view.filed(ticker), view.asOf, YEAR_DAYS));
  const entries = Map.groupBy(behind, (ticker) => newestPeriodEnd(view.filed(ticker))).values().toArray()
    .flatMap((some) => accountsTo(some, of, speaker));
  return entries.length === 0 ? [] : given(speaker.say("accounts.old", about, { of, parts: { entries } }));
}

/** The newest day of the accounts of companies that have one and the same. */
export function accountsTo(tickers: readonly string[], of: About, speaker: Context["speaker"]): readonly Statement[] {
  const whose = tickers.flatMap((ticker) => given(speaker.say("accounts_whose.company", [ticker])));
  return given(speaker.say("accounts_of.day", tickers, { of, parts: { whose } }));
}

function valued(metric: MetricId, one: CompanyFindings): readonly Valued[] {
  const value = metric === "score" ? scoreOf(one) : valueOf(one, metric);
  return value === undefined ? [] : [{ ticker: one.company.ticker, value }];
}
