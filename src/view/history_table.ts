import type { TickerHistory, TickerNight } from "../run/ticker_history.ts";
import type { SeriesTrends } from "../run/trend.ts";
import { csvLine, type CsvValue, flat } from "../text/csv_write.ts";

const COLUMNS: readonly (readonly [name: string, cell: (night: TickerNight) => CsvValue])[] = [
  ["night", ({ night }) => night],
  ["ran_at", ({ ranAt }) => ranAt],
  ["run_id", ({ runId }) => flat(runId)],
  ["status", ({ status }) => status],
  ["signal", ({ signal }) => flat(signal)],
  ["score", ({ score }) => score],
  ["confidence", ({ confidence }) => confidence],
  ["probability", ({ probability }) => probability],
  ["drawdown_probability", ({ drawdownProbability }) => drawdownProbability],
  ["rank", ({ rank }) => rank],
  ["percentile", ({ percentile }) => percentile],
  ["as_of", ({ asOf }) => flat(asOf)],
  ["frequency", ({ frequency }) => flat(frequency)],
  ["engine", ({ engine }) => flat(engine)],
];

/** The nights of a name as CSV, a line each; list, service, model and question stand first. */
export function nightsCsv(histories: readonly TickerHistory[], { last }: { readonly last: number }): string {
  const head = ["ticker", "list", "service", "model", "question", ...COLUMNS.map(([name]) => name)];
  const lines = histories.flatMap(({ ticker, series: { list, service, model, question }, nights }) =>
    nights.slice(-last).map((night) => [
      ...[ticker, list, service, model, question].map(flat),
      ...COLUMNS.map(([, cell]) => cell(night)),
    ])
  );
  return [head, ...lines].map(csvLine).join("");
}

/** The names of a list as CSV, a line each. */
export function namesCsv(trends: readonly SeriesTrends[]): string {
  const head = [
    "ticker",
    "list",
    "service",
    "model",
    "question",
    "signal",
    "nights",
    "since",
    "before",
    "score",
    "month_ago",
  ];
  const lines = trends.flatMap(({ series: { list, service, model, question }, names }) =>
    names.map(({ ticker, streak, score, monthAgo }) => [
      ...[ticker, list, service, model, question, streak?.signal].map(flat),
      streak?.nights,
      streak?.since,
      flat(streak?.before),
      score,
      monthAgo,
    ])
  );
  return [head, ...lines].map(csvLine).join("");
}
