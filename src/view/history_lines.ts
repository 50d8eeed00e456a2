import { isHighChance } from "../protocol/fall_line.ts";
import { chanceWords } from "../run/fall_chance.ts";
import { statementName } from "../run/statement.ts";
import type { RunSeries, TickerHistory, TickerNight } from "../run/ticker_history.ts";
import { type NameTrend, type SeriesTrends, streakWords, TREND_NIGHTS } from "../run/trend.ts";
import { oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { csvLine, type CsvValue, flat } from "../text/csv_write.ts";
import { cut } from "../text/cut.ts";
import { columns } from "./lines.ts";
import { scoreWords } from "./thesis_view.ts";

/** A move of a score between two nights that counts as a change, as between two runs. */
const MIN_SCORE_MOVE = 0.1;
const MAX_TICKER = 14;
const MAX_SIGNAL = 12;
/** Blocks beside a name of a list. */
const LIST_BLOCKS = 30;
const SCALE = "scores drawn from −1 to 1";

/** The list, service and question of a history, in words. */
export function seriesWords({ list, service, model, question }: RunSeries): string {
  const asked = question === undefined ? "" : `, question ${question}`;
  return oneLine(`${list}, ${service}${model === undefined ? "" : ` (${model})`}${asked}`);
}

/**
 * The nights of a name as lines: its streak, its scores as a line of blocks, and the last nights, the newest last.
 * @param history A name over the nights of one series.
 * @param options `last`: nights to show.
 */
export function tickerLines(
  { ticker, series, nights, streak }: TickerHistory,
  { last }: { readonly last: number },
): string[] {
  const first = nights[0]?.night ?? "";
  const end = nights.at(-1)?.night ?? "";
  const scores = nights.flatMap(({ score }) => score ?? []);
  const shown = nights.slice(-last);
  const isShort = shown.length < nights.length;
  return [
    `${oneLine(ticker)}: ${streak === undefined ? "no thesis" : oneLine(streakWords(streak))}`,
    `${seriesWords(series)}: ${counted(nights.length, "night")}, ${first} to ${end}`,
    ...scores.length < 2 ? [] : [`score  ${sparkText(scores, TREND_NIGHTS)}  -1 to 1`],
    "",
    ...columns([headOf(nights), ...nightRows(nights).slice(-last)]),
    ...isShort ? ["", `The last ${counted(last, "night")}; --last ${nights.length} shows all.`] : [],
  ];
}

function headOf(nights: readonly TickerNight[]): string[] {
  return [
    "night",
    "signal",
    "score",
    "place",
    statementName(nights)?.short ?? "conf.",
    "drawdown risk",
    "what changed",
  ];
}

function nightRows(nights: readonly TickerNight[]): string[][] {
  const isStated = statementName(nights) !== undefined;
  let before: TickerNight | undefined;
  return nights.map((night) => {
    const { signal, score, percentile, drawdownProbability: fall } = night;
    const chance = isStated ? night.probability : night.confidence;
    const row = [
      night.night,
      cut(oneLine(signal ?? "-"), MAX_SIGNAL),
      score === undefined ? "" : scoreWords(score),
      percentile === undefined ? "" : percentile.toFixed(0),
      chance === undefined ? "" : chance.toFixed(2),
      fall === undefined ? "" : chanceWords(fall),
      changeBetween(before, night),
    ];
    if (signal !== undefined) before = night;
    return row;
  });
}

/** What changed from the night before that has a thesis. */
function changeBetween(before: TickerNight | undefined, { status, ...now }: TickerNight): string {
  if (now.signal === undefined) return `no thesis: ${status.replace("_", " ")}`;
  if (before === undefined) return "";
  const move = now.score === undefined || before.score === undefined ? 0 : now.score - before.score;
  const was = isHighChance(before.drawdownProbability);
  const is = isHighChance(now.drawdownProbability);
  return [
    ...before.signal === now.signal ? [] : [`was ${oneLine(before.signal ?? "")}`],
    ...Math.abs(move) < MIN_SCORE_MOVE ? [] : [`score ${scoreWords(move)}`],
    ...was === is ? [] : [is ? "drawdown risk rose to 25% or more" : "drawdown risk fell below 25%"],
    ...before.engine === now.engine ? [] : [`engine ${oneLine(now.engine ?? "not named")}`],
  ].join("; ");
}

/**
 * The names of a list as lines: scores as a line of blocks, streak, score now and a month ago, the best first.
 * @param trends One series of the list.
 * @param options `last`: names to show at most; all without it.
 */
export function listLines(
  { series, nights, names }: SeriesTrends,
  { last = Infinity }: { readonly last?: number | undefined },
): string[] {
  const sorted = names.toSorted(byScore);
  const first = nights[0] ?? "";
  const end = nights.at(-1) ?? "";
  return [
    `${seriesWords(series)}: ${counted(nights.length, "night")}, ${first} to ${end}; ${SCALE}`,
    "",
    ...columns([["name", "scores", "now", "a month ago", "signal"], ...sorted.slice(0, last).map(nameRow)]),
    ...sorted.length > last
      ? ["", `${counted(last)} of ${counted(sorted.length, "name")}; --last ${sorted.length} shows all.`]
      : [],
  ];
}

function nameRow({ ticker, scores, score, monthAgo, streak }: NameTrend): string[] {
  return [
    cut(oneLine(ticker), MAX_TICKER),
    sparkText(scores.map((one) => one.score), LIST_BLOCKS).padStart(Math.min(LIST_BLOCKS, TREND_NIGHTS)),
    score === undefined ? "" : scoreWords(score),
    monthAgo === undefined ? "" : scoreWords(monthAgo),
    streak === undefined ? "" : oneLine(streakWords(streak)),
  ];
}

/** Names without a score keep their order, behind the others. */
function byScore({ score: one = -Infinity }: NameTrend, { score: other = -Infinity }: NameTrend): number {
  return one === other ? 0 : other - one;
}

const BLOCKS = [..."▁▂▃▄▅▆▇█"];

/**
 * Scores as a line of blocks. All lines have the scale -1 to 1, so that lines of several names can be compared.
 * @param scores -1 to 1, oldest first.
 * @param most Blocks at most; the last scores are shown.
 */
export function sparkText(scores: readonly number[], most: number): string {
  return scores.slice(-most).map((score) => {
    const at = Math.floor((Math.min(1, Math.max(-1, score)) + 1) / 2 * BLOCKS.length);
    return BLOCKS[Math.min(at, BLOCKS.length - 1)] ?? "";
  }).join("");
}

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
