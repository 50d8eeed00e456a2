import { isHighChance } from "../protocol/drawdown_line.ts";
import { toCsv } from "../run/rows_csv.ts";
import { statementName } from "../run/statement.ts";
import type { RunSeries, TickerHistory, TickerNight } from "../run/ticker_history.ts";
import { type SeriesTrends, streakWords, TREND_NIGHTS } from "../run/trend.ts";
import { oneLine } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { cut } from "../text/cut.ts";
import { type Block, type BlockColumn, said, type TableBlock } from "./block.ts";
import { scoreWords, signalWords } from "./thesis_view.ts";

/** A move of a score between two nights that counts as a change, as between two runs. */
const MIN_SCORE_MOVE = 0.1;
const MAX_TICKER = 14;
/** Parts of a line of scores beside a name of a list. */
const LIST_SCORES = 30;

/** The list, service and question of a history, in words. */
export function seriesWords({ list, service, model, question }: RunSeries): string {
  const asked = question === undefined ? "" : `, question ${question}`;
  return oneLine(`${list}, ${service}${model === undefined ? "" : ` (${model})`}${asked}`);
}

function nightsWords(series: RunSeries, nights: readonly string[]): string {
  return `${seriesWords(series)}: ${counted(nights.length, "night")}, ${nights[0] ?? ""} to ${nights.at(-1) ?? ""}`;
}

/**
 * The nights of a name: its streak, its scores as a line, and the last nights, the newest last.
 * @param history A name over the nights of one series.
 * @param options `last`: nights to show.
 */
export function tickerBlocks(
  { ticker, series, nights, streak }: TickerHistory,
  { last }: { readonly last: number },
): Block[] {
  const scores = nights.flatMap(({ score }) => score ?? []);
  const { rows, ...table } = nightsTable(nights);
  return [
    said("text", [
      `${ticker}: ${streak === undefined ? "no thesis" : streakWords(streak)}`,
      nightsWords(series, nights.map(({ night }) => night)),
      ...scores.length < 2 ? [] : [`Score: ${sparkText(scores, TREND_NIGHTS)} (−1 to 1)`],
    ]),
    {
      ...table,
      title: rows.length > last
        ? `The last ${counted(last, "night")}; --last ${nights.length} shows all.`
        : counted(nights.length, "night"),
      rows: rows.slice(-last),
    },
  ];
}

function nightsTable(nights: readonly TickerNight[]): TableBlock {
  const name = statementName(nights);
  const columns: readonly BlockColumn[] = [
    { title: "Night", look: "words" },
    { title: "Signal", look: "words" },
    { title: "Score", look: "score" },
    { title: "Place", look: "rank" },
    name === undefined ? { title: "Confidence", look: "confidence" } : { title: name.short, look: "probability" },
    { title: "Drawdown risk", look: "chance" },
    { title: "What changed", look: "prose" },
  ];
  let before: TickerNight | undefined;
  const rows = nights.map((night) => {
    const { signal, score = "", percentile, drawdownProbability: fall = "", confidence, probability } = night;
    const changed = changeBetween(before, night);
    if (signal !== undefined) before = night;
    const chance = name === undefined ? confidence : probability;
    const place = percentile === undefined ? "" : Math.round(percentile);
    return [night.night, signalWords(signal ?? "-"), score, place, chance ?? "", fall, changed];
  });
  return { kind: "table", columns, rows };
}

/** What changed from the night before that has a thesis. */
function changeBetween(before: TickerNight | undefined, { status, ...now }: TickerNight): string {
  if (now.signal === undefined) return `no thesis: ${status.replace("_", " ")}`;
  if (before === undefined) return "";
  const move = now.score === undefined || before.score === undefined ? 0 : now.score - before.score;
  const was = isHighChance(before.drawdownProbability);
  const is = isHighChance(now.drawdownProbability);
  return [
    ...before.signal === now.signal ? [] : [`was ${signalWords(before.signal ?? "")}`],
    ...Math.abs(move) < MIN_SCORE_MOVE ? [] : [`score ${scoreWords(move)}`],
    ...was === is ? [] : [is ? "drawdown risk rose to 25% or more" : "drawdown risk fell below 25%"],
    ...before.engine === now.engine ? [] : [`engine ${now.engine ?? "not named"}`],
  ].join("; ");
}

/**
 * The names of a list: scores as a line, streak, score now and a month ago, the best first; those without a score behind.
 * @param trends One series of the list.
 * @param options `last`: names to show at most; all without it.
 */
export function listBlocks(
  { series, nights, names }: SeriesTrends,
  { last = names.length }: { readonly last?: number | undefined },
): Block[] {
  const sorted = names.toSorted(({ score: one = -Infinity }, { score: other = -Infinity }) => other - one || 0);
  return [
    said("text", [`${nightsWords(series, nights)}; scores drawn from −1 to 1`]),
    {
      kind: "table",
      columns: [
        { title: "Name", look: "words" },
        { title: "Scores", look: "figures" },
        { title: "Now", look: "score" },
        { title: "Month ago", look: "score" },
        { title: "Signal", look: "words" },
      ],
      rows: sorted.map(({ ticker, scores, score = "", monthAgo = "", streak }) => [
        cut(oneLine(ticker), MAX_TICKER),
        sparkText(scores.map((one) => one.score), LIST_SCORES),
        score,
        monthAgo,
        streak === undefined ? "" : streakWords(streak),
      ]),
      show: { shown: last, most: last, rest: `with --last ${sorted.length}` },
    },
  ];
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

/** The nights of a name as CSV, a line each; list, service, model and question stand first. */
export function nightsCsv(histories: readonly TickerHistory[], { last }: { readonly last: number }): string {
  return toCsv(
    histories.flatMap(({ ticker, series, nights }) =>
      nights.slice(-last).map(({ night, ranAt, runId, status, signal, score, confidence, probability, ...rest }) => {
        const { drawdownProbability, rank, percentile, asOf, frequency, engine } = rest;
        const said = { status, signal, score, confidence, probability, drawdown_probability: drawdownProbability };
        const placed = { rank, percentile, as_of: asOf, frequency, engine };
        return { ...seriesFields(ticker, series), night, ran_at: ranAt, run_id: runId, ...said, ...placed };
      })
    ),
  );
}

/** The names of a list as CSV, a line each. */
export function namesCsv(trends: readonly SeriesTrends[]): string {
  return toCsv(trends.flatMap(({ series, names }) =>
    names.map(({ ticker, streak, score, monthAgo }) => ({
      ...seriesFields(ticker, series),
      signal: streak?.signal,
      nights: streak?.nights,
      since: streak?.since,
      before: streak?.before,
      score,
      month_ago: monthAgo,
    }))
  ));
}

function seriesFields(ticker: string, { list, service, model, question }: RunSeries) {
  return { ticker, list, service, model, question };
}
