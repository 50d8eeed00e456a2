import { daySpan } from "../../calendar/day.ts";
import { type Bar, type BarPanel, barsChart } from "../../chart/bars_chart.ts";
import { ChartError, isDrawable, plainText } from "../../chart/look.ts";
import { isHighChance } from "../../protocol/drawdown_line.ts";
import { chanceWords } from "../../run/drawdown_chance.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { counted } from "../../text/counted.ts";
import { kindOf, type OptionShape, TEXT } from "../../text/options.ts";
import { scoreWords, sentenceCase } from "../thesis_view.ts";
import { type Chart, checkOptions, createChart } from "./chart.ts";
import { RISK_COLORS, SCORE_COLORS, scoreDomain } from "./thesis.ts";

/** Which names of a ranking are drawn. */
export interface RankingOptions {
  /** Names from the top, 0 to 100. Default: 15. */
  readonly best?: number | undefined;
  /** Names from the bottom, 0 to 100. Default: 15. */
  readonly worst?: number | undefined;
  /** Title. Default: "Ranking by score". */
  readonly title?: string | undefined;
  /** Source of the theses, for the line that names it. Default: no such line. */
  readonly source?: string | undefined;
}

const COUNT: OptionShape = {
  words: "a whole number from 0 to 100",
  fits: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100,
};
const RANKING_OPTIONS = {
  best: COUNT,
  worst: COUNT,
  title: TEXT,
  source: TEXT,
} satisfies Readonly<Record<keyof RankingOptions, OptionShape>>;

const SHOWN = 15;

/** A row with a score. */
interface Scored {
  readonly row: ThesisRow;
  readonly name: string;
  readonly score: number;
}

/**
 * The names of a screen by score, with the chance of a fall beside it: the highest and the lowest. The subtitle says how
 * many are not drawn, and how many rows have no score.
 * @param rows Those of a run, as `openRun()` gives them, in any order.
 * @throws {ChartError} when no row has a score, or an option cannot be used.
 * @example
 * ```ts ignore
 * import { openRun } from "conviction/batch";
 * import { rankingChart } from "conviction/chart";
 *
 * const { rows } = await openRun("latest");
 * await rankingChart(rows, { best: 10, worst: 10 }).png();
 * ```
 */
export function rankingChart(rows: readonly ThesisRow[], options: RankingOptions = {}): Chart {
  checkOptions(options, RANKING_OPTIONS);
  const scored = scoredRows(rows);
  const { best = SHOWN, worst = SHOWN, title = "Ranking by score", source } = options;
  if (best + worst === 0) throw new ChartError("best and worst are 0: no name is drawn");
  const shown = ends(scored, { best, worst });
  const subtitle = subtitleOf(shown, rows.length - scored.length);
  const words = { title, subtitle, source, description: inWords(title, subtitle, scored) };
  return createChart(barsChart(words, panelsOf(shown), true));
}

function scoredRows(rows: readonly ThesisRow[]): Scored[] {
  if (!Array.isArray(rows)) throw new ChartError(`the rows must be a list, not ${kindOf(rows)}`);
  const withScore = rows.filter((row: Partial<ThesisRow> | null): row is ThesisRow => Number.isFinite(row?.score));
  if (withScore.length === 0) throw new ChartError(`none of ${counted(rows.length, "row")} has a score`);
  const times = Map.groupBy(withScore, ({ ticker }) => ticker);
  return withScore.map((row) => {
    const isOnly = times.get(row.ticker)?.length === 1;
    return { row, name: isOnly ? nameOf(row) : `${nameOf(row)}, row ${row.row}`, score: row.score ?? 0 };
  }).toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
}

/** The ticker and the company, if the fonts of a picture have their letters. */
function nameOf({ ticker = "", company = "", row }: ThesisRow): string {
  const [short, long] = [ticker, company].map((text) => plainText(String(text), 40));
  const known = [short, long].filter((text) => text !== undefined && text !== "" && isDrawable(text));
  return known.length === 0 ? `row ${row}` : [...new Set(known)].join(" · ");
}

/** Both ends of a ranking, each from the highest score. */
interface Ends {
  readonly top: readonly Scored[];
  readonly bottom: readonly Scored[];
  /** Names between them. */
  readonly hidden: number;
}

function ends(scored: readonly Scored[], { best, worst }: { readonly best: number; readonly worst: number }): Ends {
  if (scored.length <= best + worst + 1) return { top: scored, bottom: [], hidden: 0 };
  const bottom = worst === 0 ? [] : scored.slice(-worst);
  return { top: scored.slice(0, best), bottom, hidden: scored.length - best - worst };
}

/** How many names are drawn, of which day, and how many rows have no score. */
function subtitleOf({ top, bottom, hidden }: Ends, without: number): string[] {
  const parts = [
    ...top.length === 0 ? [] : [`the ${counted(top.length)} highest`],
    ...bottom.length === 0 ? [] : [`the ${counted(bottom.length)} lowest`],
  ];
  const all = counted(top.length + bottom.length + hidden, "name");
  const names = hidden === 0 ? all : `${parts.join(" and ")} of ${all}; ${counted(hidden)} not drawn`;
  const days = [...top, ...bottom].flatMap(({ row }) => row.asOf ?? []).toSorted();
  const asOf = days.length === 0 ? [] : [`as of ${daySpan(days[0], days.at(-1))}`];
  const rest = [...asOf, ...without === 0 ? [] : [`${counted(without, "row")} without a score`]].join("; ");
  return [names, ...rest === "" ? [] : [rest]].map(sentenceCase);
}

function panelsOf({ top, bottom, hidden }: Ends): BarPanel[] {
  const drawn = [...top, ...bottom];
  const barsOf = (bar: (one: Scored) => Bar, shown: string) => [
    ...top.map(bar),
    ...hidden === 0 ? [] : [{ name: "…", shown }],
    ...bottom.map(bar),
  ];
  const scores: BarPanel = {
    title: "Score",
    bars: barsOf(scoreBar, `${counted(hidden, "name")} not drawn`),
    domain: scoreDomain(drawn.map(({ score }) => score)),
    format: "+.3~f",
    width: 290,
    hasNames: true,
    colors: SCORE_COLORS,
  };
  const chances = drawn.map(({ row }) => row.drawdownProbability).filter(isShare);
  if (chances.length === 0) return [scores];
  return [scores, {
    title: "Drawdown risk",
    bars: barsOf(chanceBar, ""),
    domain: [0, Math.max(...chances) <= 0.5 ? 0.5 : 1],
    format: ".0%",
    width: 130,
    hasNames: false,
    colors: RISK_COLORS,
  }];
}

function scoreBar({ name, score, row }: Scored): Bar {
  const { signal = "", asOf = "" } = row;
  return { name, value: score, shown: scoreWords(score), notes: { Signal: plainText(signal, 40), "As of": asOf } };
}

function chanceBar({ name, row: { drawdownProbability: chance } }: Scored): Bar {
  if (!isShare(chance)) return { name, shown: "not known" };
  return { name, value: chance, shown: chanceWords(chance), isMarked: isHighChance(chance) };
}

function isShare(chance: number | undefined): chance is number {
  return chance !== undefined && chance >= 0 && chance <= 1;
}

function inWords(title: string, subtitle: readonly string[], scored: readonly Scored[]): string {
  const [first, last] = [scored[0], scored.at(-1)].map((one) => one && `${one.name} ${scoreWords(one.score)}`);
  return `${[title, ...subtitle].join(". ")}. Highest ${first}, lowest ${last}.`;
}
