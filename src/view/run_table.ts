import { barsWords } from "../run/bars.ts";
import type { ListWeight } from "../run/list_weights.ts";
import { errorOf, hasThesis, type Outcome, type ThesisOutcome } from "../run/outcome.ts";
import { statementName } from "../run/statement.ts";
import { type ThesisRow, toThesisRow } from "../run/thesis_row.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { cutWords } from "../text/cut.ts";
import { tableLines } from "./block_lines.ts";
import { riskTable, scoreTable, serviceWords, ThesisTally } from "./thesis_columns.ts";
import { sentenceCase } from "./thesis_view.ts";
import { wrapped } from "./word_wrap.ts";

/** Layout of a table. */
export interface RunTableOptions {
  /** Columns of the terminal, at least 60. */
  readonly width: number;
  /** What the names are ordered by. Default: `risk`; `score` where no thesis states the chance of a drawdown. */
  readonly by?: "risk" | "score" | undefined;
  /** What the list holds. Default: nothing. */
  readonly weights?: readonly ListWeight[] | undefined;
}

const DEFAULT_MAX_ROWS = 20;
const MIN_WIDTH = 60;
const MAX_REASON = 300;
const MAX_MESSAGE = 400;
/** Most of a long list by risk, unless more names reach 25%. */
const RISKIEST = 10;
/** Rows of a long list for names whose bars are not those of most: a share, and the least. */
const APART_SHARE = 0.3;
const LEAST_APART = 3;

/**
 * Renders the theses of a run as a short table: all of a short list, else the riskiest, or the best and the worst; then
 * the rows that are not done and why.
 * @returns Lines no wider than the terminal, broken between words, without control characters.
 */
export function runTable(survey: RunSurvey, options: RunTableOptions): string[] {
  const { by = "risk", weights } = options;
  const width = Math.max(options.width, MIN_WIDTH);
  const { rest, restCount, tally, count, maxRows } = survey;
  const isByRisk = by === "risk" && tally.chances > 0;
  const riskiest = survey.riskiest();
  const table = !isByRisk ? thesisLines(survey.sections(), { count, width }) : [
    ...wrapped(`Drawdown risk: ${tally.risk}.`, width),
    "",
    ...tableLines(riskTable(riskiest, weights), width),
    ...riskiest.length < count ? ["", `All ${counted(count)} theses are in theses.csv.`] : [],
  ];
  return [
    ...count === 0 ? [] : table,
    ...restCount > 0 && count > 0 ? [""] : [],
    ...rest.map((outcome) => cutWords(restLine(outcome), width)),
    ...restCount > maxRows ? [`… ${counted(restCount - maxRows)} more in failures.csv`] : [],
  ];
}

/**
 * Looks through the rows of a run of any length.
 * @param outcomes Iterated once. Kept in memory are rows that are shown, and each score.
 * @param options `maxRows`: most theses, and most other rows, to show. Default: 20.
 */
export function surveyRun(
  outcomes: Iterable<Outcome>,
  { maxRows = DEFAULT_MAX_ROWS }: { readonly maxRows?: number } = {},
): RunSurvey {
  const survey = new RunSurvey(maxRows);
  for (const outcome of outcomes) survey.add(outcome);
  return survey;
}

/** Some theses under a title. */
interface Section {
  /** Absent for a list that is shown whole. */
  readonly title?: string;
  readonly rows: readonly ThesisRow[];
}

/** The rows that a table shows of a run. */
class RunSurvey {
  readonly rest: Outcome[] = [];
  restCount = 0;
  count = 0;
  readonly tally = new ThesisTally();
  readonly maxRows: number;
  readonly #riskiest: ThesisOutcome[] = [];
  readonly #ranked = new Map<string | undefined, Ranked>();

  constructor(maxRows: number) {
    this.maxRows = maxRows;
  }

  add(outcome: Outcome): void {
    if (errorOf(outcome) !== undefined && ++this.restCount <= this.maxRows) this.rest.push(outcome);
    if (!hasThesis(outcome)) return;
    this.count++;
    const { agent_thesis: { signal }, metadata: { frequency, engine, drawdown_probability, score } = {} } =
      outcome.result;
    this.tally.add({ signal, engine, drawdownProbability: drawdown_probability });
    insert(this.#riskiest, outcome, { valueOf: chanceOf, most: this.maxRows });
    const same = this.#ranked.get(frequency) ?? { count: 0, first: [], best: [], worst: [], scores: [] };
    this.#ranked.set(frequency, same);
    if (++same.count <= this.maxRows) same.first.push(outcome);
    if (score === undefined) return;
    same.scores.push(score);
    insert(same.best, outcome, { valueOf: scoreOf, most: this.maxRows });
    insert(same.worst, outcome, { valueOf: (one) => -scoreOf(one), most: this.maxRows });
  }

  /** All of a short list, the riskiest first; of a long one those that reach 25%, and ten at least. */
  riskiest(): ThesisRow[] {
    const shown = this.count <= this.maxRows ? this.count : Math.max(RISKIEST, this.tally.high);
    return this.#riskiest.slice(0, shown).map((outcome) => toThesisRow({ outcome, rank: undefined, warnings: [] }));
  }

  /** The names with the bars of most names first; those with others have ranks of their own. */
  sections(): Section[] {
    const [most, ...others] = [...this.#ranked].toSorted(([, one], [, other]) => other.count - one.count);
    if (most === undefined) return [];
    const [frequency, same] = most;
    if (others.length === 0) return endsOf(same, this.maxRows);
    if (this.count <= this.maxRows) {
      return [
        { title: sentenceCase(barsWords(frequency)), rows: byScore(same) },
        ...others.map(([bars, one]) => {
          const rows = byScore(one).map((row) => one.count === 1 ? { ...row, rank: undefined } : row);
          return { title: `${sentenceCase(barsWords(bars))}, ranked separately`, rows };
        }),
      ];
    }
    const room = Math.max(LEAST_APART, Math.floor(APART_SHARE * this.maxRows));
    const titled = (bars: string | undefined, sections: readonly Section[]) =>
      sections.map(({ title, rows }) => {
        const words = barsWords(bars);
        return { title: title === undefined ? sentenceCase(words) : `${title}, ${words}`, rows };
      });
    return [
      ...titled(frequency, endsOf(same, this.maxRows)),
      ...others.flatMap(([bars, one]) => titled(bars, endsOf(one, room))),
    ];
  }
}

/** Names whose bars are the same: the first, both ends by score, and every score. */
interface Ranked {
  count: number;
  readonly first: ThesisOutcome[];
  readonly best: ThesisOutcome[];
  readonly worst: ThesisOutcome[];
  readonly scores: number[];
}

/** All of a short list, the best first. */
function byScore(ranked: Ranked): ThesisRow[] {
  return rowsOf(ranked, ranked.first.toSorted((one, other) => order(scoreOf(other), scoreOf(one))));
}

/** The best and the worst; the first where none has a score; all where there is room. */
function endsOf(ranked: Ranked, room: number): Section[] {
  const { count, first, best, worst } = ranked;
  if (count <= room) return [{ rows: byScore(ranked) }];
  const of = `of ${counted(count)}`;
  const end = worst.length > 0 ? room >> 1 : 0;
  const top = rowsOf(ranked, best.slice(0, room - end));
  const bottom = rowsOf(ranked, worst.slice(0, end));
  return top.length === 0 ? [{ title: `First ${room} ${of}`, rows: rowsOf(ranked, first.slice(0, room)) }] : [
    { title: `Highest ${top.length} ${of} by score`, rows: top },
    { title: `Lowest ${bottom.length} by score`, rows: bottom },
  ];
}

function rowsOf({ scores }: Ranked, outcomes: readonly ThesisOutcome[]): ThesisRow[] {
  return outcomes.map((outcome) => {
    const score = outcome.result.metadata?.score;
    const rank = score === undefined ? undefined : 1 + scores.filter((other) => other > score).length;
    return toThesisRow({ outcome, rank, warnings: [] });
  });
}

/** Inserts after those with the same value. */
function insert(
  top: ThesisOutcome[],
  outcome: ThesisOutcome,
  { valueOf, most }: { readonly valueOf: (outcome: ThesisOutcome) => number; readonly most: number },
): void {
  const value = valueOf(outcome);
  const at = top.findIndex((other) => valueOf(other) < value);
  top.splice(at < 0 ? top.length : at, 0, outcome);
  if (top.length > most) top.pop();
}

function scoreOf({ result }: ThesisOutcome): number {
  return result.metadata?.score ?? -Infinity;
}

function chanceOf({ result }: ThesisOutcome): number {
  return result.metadata?.drawdown_probability ?? -Infinity;
}

function order(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

/** A header, then each section under its title, and what the figures say. */
function thesisLines(
  sections: readonly Section[],
  { count, width }: { readonly count: number; readonly width: number },
): string[] {
  const rows = sections.flatMap((section) => section.rows);
  const [header = "", ...lines] = tableLines(scoreTable(rows), width);
  const shown = sections.flatMap(({ title, rows }) => [
    ...title === undefined ? [] : ["", title],
    ...lines.splice(0, rows.length),
  ]);
  const isWhole = rows.length === count && new Set(rows.map(({ row }) => row)).size === count;
  const others = isWhole ? [] : ["", `All ${counted(count)} theses are in theses.csv.`];
  const name = statementName(rows);
  const legend = name && `${name.short} is the probability of ${excerpt(name.what, MAX_REASON)}.`;
  return [header, ...shown, ...others, ...legend === undefined ? [] : ["", ...wrapped(legend, width)]];
}

function restLine(outcome: Outcome): string {
  const message = serviceWords(errorOf(outcome)?.message ?? "");
  const ticker = outcome.input.ticker === "" ? "(no ticker)" : outcome.input.ticker;
  return excerpt(`row ${outcome.input.row} ${ticker}, ${outcome.status.replace("_", " ")}: ${message}`, MAX_MESSAGE);
}
