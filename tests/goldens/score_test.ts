/** Scores of both programs, against pandas: of companies whose measures are given, and among a company's own months. */
import { deepEqual } from "../assert.ts";
import { type DomainFinding, findingsOn } from "../../src/agent/findings.ts";
import { KNOWLEDGE as ANALYST } from "../../src/agent/tools.ts";
import { Memory } from "../../src/agent/memory.ts";
import { scoreOf } from "../../src/agent/synthesis.ts";
import { dayNumber } from "../../src/calendar/day.ts";
import type { DatasetView } from "../../src/data/dataset.ts";
import { createDataset } from "../../src/data/dataset_in_memory.ts";
import { metricIds } from "../../src/data/metrics/metric.ts";
import { seriesOf } from "../../src/data/series.ts";
import { figureOf } from "../../src/verify/figures.ts";
import { Ground, KNOWLEDGE as VERIFIER } from "../../src/verify/knowledge.ts";
import SCORES from "./score_measures.json" with { type: "json" };

const SIGNS: Readonly<Record<string, 1 | -1>> = { "own.liked": 1, "own.feared": -1 };
const SHOWN = metricIds(
  "score score_trend score_risk score_quality score_value score_events score_insider score_text score_own own_view",
);
const source = "made";
const sources = [{ id: source, title: "Made", sha256: "" }];

const made = createDataset({
  ...{ name: "Made measures", notice: "", sources },
  companies: SCORES.made.map(({ of: ticker, sector }) => ({ ticker, name: ticker, sector })),
  series: SCORES.made.map(({ of: ticker }) =>
    seriesOf({ ticker, frequency: "daily", basis: "price", currency: "USD", source }, [{
      date: "2024-06-28",
      close: 40,
    }])
  ),
  own: SCORES.made.flatMap(({ of: ticker, own }) =>
    Object.entries(own).map(([name, value]) => {
      const days = Int32Array.of(dayNumber("2024-05-31"), dayNumber("2024-06-28"));
      const columns = { days, known: days.map((day) => day + 1), values: Float64Array.of(value, 100 - value) };
      return { ...columns, name, ticker, source, sign: SIGNS[name] ?? 1 };
    })
  ),
}).at("2024-06-28");

const months = createDataset({
  ...{ name: "Made months", notice: "", sources, benchmark: "MARKET" },
  companies: SCORES.months.map(({ of: ticker }) => ({ ticker, name: ticker })),
  series: Object.entries(SCORES.closes).map(([ticker, closes]) =>
    seriesOf(
      { ticker, frequency: "monthly", basis: "price", currency: "USD", source },
      closes.map((close, at) => ({ date: new Date(Date.UTC(2020, at + 1, 0)).toISOString().slice(0, 10), close })),
    )
  ),
}).at("2023-08-31");

const given = new Map(SCORES.made.map(({ of, measures }) => [of, new Map(Object.entries(measures))]));
const metrics = [...new Set([...given.values()].flatMap((one) => [...one.keys()]))];
const LACK = { cause: "history", lacks: "is not given" } as const;

/** The knowledge of both, with the measures that are given: the places of own tables are read. */
const KNOWN = {
  analyst: {
    ...ANALYST,
    readers: {
      ...ANALYST.readers,
      ...Object.fromEntries(metrics.map((metric) => [metric, (_: unknown, _at: number, beside?: Beside) => {
        const value = given.get(beside?.company?.ticker ?? "")?.get(metric);
        return value === undefined ? LACK : { value };
      }])),
    },
  },
  verifier: {
    ...VERIFIER,
    readers: {
      ...VERIFIER.readers,
      ...Object.fromEntries(metrics.map((metric) => [
        metric,
        ({ series: { ticker } }: Subject) => given.get(ticker)?.get(metric) ?? LACK.cause,
      ])),
    },
  },
};

interface Beside {
  readonly company?: { readonly ticker: string };
}

interface Subject {
  readonly series: { readonly ticker: string };
}

/** What differs from a golden in either program, and what one of them has that it has not. */
function differing(
  view: DatasetView,
  { of, values }: { readonly of: string; readonly values: Readonly<Record<string, number>> },
  { analyst, verifier }: { readonly analyst: typeof ANALYST; readonly verifier: typeof VERIFIER },
) {
  const company = view.companies.find(({ ticker }) => ticker === of) ?? { ticker: of, name: of };
  const memory = new Memory<readonly DomainFinding[]>({ maxBytes: 0, bytesOf: () => 1 });
  const found = findingsOn(company, { view, knowledge: analyst, memory });
  const ground = new Ground(view, { companies: [of] }, verifier);
  const own = new Map<string, number | undefined>(
    found?.domains.flatMap(({ domain, score, measures }) => [
      [domain.score ?? "", score] as const,
      ...measures.map(({ metric, value }) => [metric, value] as const),
    ]),
  );
  own.set("score", found && scoreOf(found));
  return SHOWN.filter((metric) => {
    const both: readonly unknown[] = [own.get(metric), figureOf({ metric }, ground.subjects(), ground)];
    const golden = values[metric];
    return !both.every((one) => golden === undefined ? one === undefined : Math.abs(Number(one) - golden) < 1e-12);
  }).map((metric) => `${of} ${metric}`);
}

Deno.test("both programs give the scores that pandas gives of companies whose measures are given", () => {
  deepEqual(SCORES.made.flatMap((one) => differing(made, one, KNOWN)), []);
});

Deno.test("and those of a few companies among their own month-ends", () => {
  deepEqual(SCORES.months.flatMap((one) => differing(months, one, { analyst: ANALYST, verifier: VERIFIER })), []);
});
