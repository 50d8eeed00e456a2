import type { ListWeight } from "../run/list_weights.ts";
import { errorOf, hasThesis, type Outcome, type ThesisOutcome } from "../run/outcome.ts";
import { statementName } from "../run/statement.ts";
import { type ThesisRow, toThesisRow } from "../run/thesis_row.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import { type Block, said } from "./block.ts";
import { businessTable, riskTable, scoreTable, serviceWords, ThesisTally } from "./thesis_columns.ts";

/** What of a run is shown first. */
export interface SurveyOptions {
  /** What the names are ordered by. Default: `risk`; `score` where no thesis states the chance of a drawdown. */
  readonly by?: "risk" | "score" | undefined;
  /** What the list holds. Default: nothing. */
  readonly weights?: readonly ListWeight[] | undefined;
}

const DEFAULT_MAX_ROWS = 20;
const MAX_REASON = 300;
const MAX_MESSAGE = 400;
/** Most of a long list by risk, unless more names reach 25%. */
const RISKIEST = 10;

/**
 * The theses of a run: all of a short list, else the riskiest, or the best and the worst; then the rows that are not done
 * and why.
 */
export function surveyBlocks(survey: RunSurvey, { by = "risk", weights }: SurveyOptions = {}): Block[] {
  const { rest, restCount, tally, count, maxRows } = survey;
  const more = restCount > maxRows ? [`… ${counted(restCount - maxRows)} more in failures.csv`] : [];
  return [
    ...count === 0 ? [] : by === "risk" && tally.chances > 0 ? riskBlocks(survey, weights) : scoreBlocks(survey),
    ...restCount === 0 ? [] : [said("text", [...rest.map(restLine), ...more], "Not done")],
  ];
}

function riskBlocks(survey: RunSurvey, weights: SurveyOptions["weights"]): Block[] {
  const rows = survey.riskiest();
  const business = businessTable(rows);
  return [
    said("text", [`Drawdown risk: ${survey.tally.risk}.`]),
    riskTable(rows, weights),
    ...business.rows.length === 0 ? [] : [business],
    said("text", rows.length < survey.count ? [`All ${counted(survey.count)} theses are in theses.csv.`] : []),
  ];
}

function scoreBlocks(survey: RunSurvey): Block[] {
  const { best, worst } = survey.byScore();
  const rows = [...best, ...worst];
  const name = statementName(rows);
  const ends = worst.length === 0 ? `first ${best.length}` : `${best.length} highest and ${worst.length} lowest`;
  const table = scoreTable(rows);
  const between = worst.length === 0 ? [] : [table.columns.map((_, at) => at === 0 ? "…" : "")];
  return [
    { ...table, rows: table.rows.toSpliced(best.length, 0, ...between) },
    said("text", [
      ...rows.length < survey.count ? [`The ${ends} of ${counted(survey.count)}; all are in theses.csv.`] : [],
      ...name === undefined ? [] : [`${name.short} is the probability of ${excerpt(name.what, MAX_REASON)}.`],
    ]),
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

/** The rows that a table shows of a run. */
class RunSurvey {
  readonly rest: Outcome[] = [];
  restCount = 0;
  count = 0;
  readonly tally = new ThesisTally();
  readonly maxRows: number;
  readonly #riskiest: ThesisOutcome[] = [];
  readonly #best: ThesisOutcome[] = [];
  readonly #worst: ThesisOutcome[] = [];
  /** Scores of names with the same bars: names with others have ranks of their own. */
  readonly #scores = new Map<string | undefined, number[]>();

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
    this.#insert(this.#riskiest, outcome, ({ result }) => result.metadata?.drawdown_probability ?? -Infinity);
    this.#insert(this.#best, outcome, ({ result }) => result.metadata?.score ?? -Infinity);
    if (score === undefined) return;
    this.#insert(this.#worst, outcome, ({ result }) => -(result.metadata?.score ?? 0));
    this.#scores.getOrInsert(frequency, []).push(score);
  }

  /** All of a short list, the riskiest first; of a long one those that reach 25%, and ten at least. */
  riskiest(): ThesisRow[] {
    const shown = this.count <= this.maxRows ? this.count : Math.max(RISKIEST, this.tally.high);
    return this.#riskiest.slice(0, shown).map((outcome) => this.#rowOf(outcome));
  }

  /** All of a short list, the best first; of a long one both ends, or its first names where none has a score. */
  byScore(): { readonly best: readonly ThesisRow[]; readonly worst: readonly ThesisRow[] } {
    const low = this.count <= this.maxRows ? [] : this.#worst.slice(0, this.maxRows >> 1).reverse();
    const best = this.#best.slice(0, this.maxRows - low.length);
    const worst = low.filter((outcome) => !best.includes(outcome));
    return { best: best.map((one) => this.#rowOf(one)), worst: worst.map((one) => this.#rowOf(one)) };
  }

  #rowOf(outcome: ThesisOutcome): ThesisRow {
    const { score, frequency } = outcome.result.metadata ?? {};
    const same = this.#scores.get(frequency) ?? [];
    const isAlone = same.length === 1 && this.#scores.size > 1;
    const rank = score === undefined || isAlone ? undefined : 1 + same.filter((other) => other > score).length;
    return toThesisRow({ outcome, rank, warnings: [] });
  }

  /** Inserts after those with the same value. */
  #insert(top: ThesisOutcome[], outcome: ThesisOutcome, valueOf: (outcome: ThesisOutcome) => number): void {
    const value = valueOf(outcome);
    const at = top.findIndex((other) => valueOf(other) < value);
    top.splice(at < 0 ? top.length : at, 0, outcome);
    if (top.length > this.maxRows) top.pop();
  }
}

function restLine(outcome: Outcome): string {
  const message = serviceWords(errorOf(outcome)?.message ?? "");
  const ticker = outcome.input.ticker === "" ? "(no ticker)" : outcome.input.ticker;
  return excerpt(`row ${outcome.input.row} ${ticker}, ${outcome.status.replace("_", " ")}: ${message}`, MAX_MESSAGE);
}
