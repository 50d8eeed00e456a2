import { barsWords } from "../run/bars.ts";
import { chanceWords, fallDefinition } from "../run/fall_chance.ts";
import { errorOf, hasThesis, type Outcome, type ThesisOutcome } from "../run/outcome.ts";
import { leadOf } from "../run/lead.ts";
import { shortPoint } from "../run/short_point.ts";
import { confidenceWords, statementName } from "../run/statement.ts";
import { type ThesisRow, toThesisRow } from "../run/thesis_row.ts";
import { excerpt } from "../text/control.ts";
import { cutWords } from "../text/cut.ts";
import { scoreWords } from "./thesis_view.ts";
import { wrapped } from "./word_wrap.ts";
import { counted } from "../text/counted.ts";

/** Layout of a table. */
export interface RunTableOptions {
  /** Columns of the terminal, at least 60. */
  readonly width: number;
  /** Most theses, and most other rows, to show. Default: 20. */
  readonly maxRows?: number | undefined;
}

const DEFAULT_MAX_ROWS = 20;
const MIN_WIDTH = 60;
/** On a narrower terminal a sentence has a line of its own, below its figures. */
const WIDE = 160;
const INDENT = "      ";
const MAX_TICKER = 14;
const MAX_SIGNAL = 10;
const MAX_REASON = 300;
const MAX_MESSAGE = 400;
/** The share of the worst in a table, and likewise of the riskiest, if it has none, one or both of them. */
const END_SHARES = [0, 0.5, 0.3];
/** Rows of a long list for names whose bars are not those of most: a share, and the least. */
const APART_SHARE = 0.3;
const LEAST_APART = 3;

/**
 * Renders the theses of a run as a short table: all of a short list, else the best, the worst and the riskiest; then the
 * rows that are not done and why.
 * @param outcomes The rows of a run; iterated once. Kept in memory are rows that are shown, and each score.
 * @returns Lines no wider than the terminal, broken between words, without control characters.
 */
export function runTable(outcomes: Iterable<Outcome>, options: RunTableOptions): string[] {
  const { maxRows = DEFAULT_MAX_ROWS } = options;
  const width = Math.max(options.width, MIN_WIDTH);
  const survey = new Survey(maxRows);
  for (const outcome of outcomes) survey.add(outcome);
  const { rest, restCount, count } = survey;
  return [
    ...count === 0 ? [] : thesisLines(survey.sections(), { count, width }),
    ...(restCount > 0 && count > 0 ? [""] : []),
    ...rest.map((outcome) => cutWords(restLine(outcome), width)),
    ...restCount > maxRows ? [`… ${counted(restCount - maxRows)} more rows in failures.csv`] : [],
  ];
}

/** Some theses under a title. */
interface Section {
  /** Absent for a list that is shown whole. */
  readonly title?: string;
  readonly rows: readonly ThesisRow[];
  /** Whether the reason is the first risk, not the first driver. */
  readonly isRisk?: boolean;
}

/** The rows that a table shows of a run of any length. */
class Survey {
  readonly rest: Outcome[] = [];
  restCount = 0;
  count = 0;
  readonly #maxRows: number;
  readonly #sameBars = new Map<string | undefined, SameBarsSurvey>();

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
  }

  add(outcome: Outcome): void {
    if (errorOf(outcome) !== undefined && ++this.restCount <= this.#maxRows) this.rest.push(outcome);
    if (!hasThesis(outcome)) return;
    this.count++;
    const { frequency } = outcome.result.metadata ?? {};
    const same = this.#sameBars.get(frequency) ?? new SameBarsSurvey(this.#maxRows);
    this.#sameBars.set(frequency, same);
    same.add(outcome);
  }

  /** The names with the bars of most names first; those with others have ranks of their own. */
  sections(): Section[] {
    const [most, ...others] = [...this.#sameBars].toSorted(([, one], [, other]) => other.count - one.count);
    if (most === undefined) return [];
    const [frequency, same] = most;
    if (others.length === 0) return same.sections(this.#maxRows);
    const apart = (bars: string | undefined) => `${capital(barsWords(bars))}, ranked apart`;
    if (this.count <= this.#maxRows) {
      return [
        { title: capital(barsWords(frequency)), rows: same.all() },
        ...others.map(([bars, one]) => ({ title: apart(bars), rows: one.all({ isApart: true }) })),
      ];
    }
    const room = Math.max(LEAST_APART, Math.floor(APART_SHARE * this.#maxRows));
    return [
      ...same.sections(this.#maxRows).map((section) => titled(section, barsWords(frequency))),
      ...others.flatMap(([bars, one]) => one.sections(room).map((section) => titled(section, barsWords(bars)))),
    ];
  }
}

/** Names whose bars are the same. */
class SameBarsSurvey {
  count = 0;
  readonly #maxRows: number;
  readonly #first: ThesisOutcome[] = [];
  readonly #best: ThesisOutcome[] = [];
  readonly #worst: ThesisOutcome[] = [];
  readonly #riskiest: ThesisOutcome[] = [];
  readonly #scores: number[] = [];

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
  }

  add(outcome: ThesisOutcome): void {
    const { score, drawdown_probability } = outcome.result.metadata ?? {};
    if (++this.count <= this.#maxRows) this.#first.push(outcome);
    if (score !== undefined) {
      this.#scores.push(score);
      this.#insert(this.#best, outcome, scoreOf);
      this.#insert(this.#worst, outcome, (one) => -scoreOf(one));
    }
    if (drawdown_probability !== undefined) this.#insert(this.#riskiest, outcome, chanceOf);
  }

  /** All of a short list, the best first. @param options Whether other names have other bars; one alone then has no rank. */
  all({ isApart = false }: { readonly isApart?: boolean } = {}): ThesisRow[] {
    const rows = this.#rows(this.#first.toSorted((one, other) => order(scoreOf(other), scoreOf(one))));
    return isApart && this.count === 1 ? rows.map((row) => ({ ...row, rank: undefined })) : rows;
  }

  /** @param maxRows Most rows in all. */
  sections(maxRows: number): Section[] {
    if (this.count <= maxRows) return [{ rows: this.all() }];
    const of = `of ${counted(this.count)}`;
    const ends = Number(this.#worst.length > 0) + Number(this.#riskiest.length > 0);
    const end = Math.floor((END_SHARES[ends] ?? 0) * maxRows);
    const top = maxRows - ends * end;
    const riskiest = this.#rows(this.#riskiest.slice(0, end));
    const best = this.#rows(this.#best.slice(0, top));
    const worst = this.#rows(this.#worst.slice(0, end));
    return [
      ...best.length === 0
        ? [{ title: `First ${top} ${of}`, rows: this.#rows(this.#first.slice(0, top)) }]
        : [{ title: `Best ${best.length} ${of} by score`, rows: best }, {
          title: `Worst ${worst.length} by score`,
          rows: worst,
        }],
      ...riskiest.length === 0
        ? []
        : [{ title: `Riskiest ${riskiest.length} by chance of a fall`, rows: riskiest, isRisk: true }],
    ];
  }

  /** Inserts after those with the same value. */
  #insert(top: ThesisOutcome[], outcome: ThesisOutcome, valueOf: (outcome: ThesisOutcome) => number): void {
    const value = valueOf(outcome);
    const at = top.findIndex((other) => valueOf(other) < value);
    top.splice(at < 0 ? top.length : at, 0, outcome);
    if (top.length > this.#maxRows) top.pop();
  }

  #rows(outcomes: readonly ThesisOutcome[]): ThesisRow[] {
    return outcomes.map((outcome) => {
      const score = outcome.result.metadata?.score;
      const rank = score === undefined ? undefined : 1 + this.#scores.filter((other) => other > score).length;
      return toThesisRow({ outcome, rank, warnings: [] });
    });
  }
}

function titled({ title, ...section }: Section, bars: string): Section {
  return { ...section, title: title === undefined ? capital(bars) : `${title}, ${bars}` };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
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

/** A column; one without a cell in any row is left out. */
interface Column {
  readonly title: string;
  readonly isRight?: boolean;
  readonly cell: (row: ThesisRow) => string;
}

/** The columns before the reason. */
function columnsOf(rows: readonly ThesisRow[]): Column[] {
  const statement = statementName(rows);
  const columns: Column[] = [
    { title: "rank", isRight: true, cell: ({ rank }) => `${rank ?? ""}` },
    { title: "ticker", cell: ({ ticker }) => excerpt(ticker, MAX_TICKER) },
    { title: "signal", cell: ({ signal = "" }) => excerpt(signal, MAX_SIGNAL).replaceAll("_", " ") },
    { title: "score", isRight: true, cell: ({ score }) => score === undefined ? "" : scoreWords(score) },
    statement === undefined
      ? {
        title: "confidence",
        isRight: true,
        cell: ({ confidence = NaN }) => confidenceWords(confidence),
      }
      : {
        title: statement.short,
        isRight: true,
        cell: ({ probability }) => probability === undefined ? "" : confidenceWords(probability),
      },
    {
      title: "15% fall",
      isRight: true,
      cell: ({ drawdownProbability: chance }) => chance === undefined ? "" : chanceWords(chance),
    },
  ];
  return columns.filter(({ cell }) => rows.some((row) => cell(row) !== ""));
}

/** A header, then each section under its title, and what the figures say. */
function thesisLines(
  sections: readonly Section[],
  { count, width }: { readonly count: number; readonly width: number },
): string[] {
  const rows = sections.flatMap((section) => section.rows);
  const columns = columnsOf(rows);
  const widths = columns.map(({ title, cell }) => Math.max(title.length, ...rows.map((row) => cell(row).length)));
  const isBelow = width < WIDE;
  const line = (cells: readonly string[], reason: string): string[] => {
    const padded = cells.map((cell, at) =>
      columns[at]?.isRight === true ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)
    );
    const figures = padded.join("  ");
    const room = width - figures.length - 2;
    if (!isBelow) return [`${figures}  ${cutWords(reason, room)}`.trimEnd()];
    return [figures.trimEnd(), ...reason === "" ? [] : [`${INDENT}${cutWords(reason, width - INDENT.length)}`]];
  };
  const header = line(columns.map(({ title }) => title), isBelow ? "" : "what stands out");
  const shown = sections.flatMap(({ title, rows, isRisk = false }) => [
    ...title === undefined ? [] : ["", title],
    ...rows.flatMap((row) => line(columns.map(({ cell }) => cell(row)), reasonOf(row, isRisk))),
  ]);
  const isWhole = rows.length === count && new Set(rows.map(({ row }) => row)).size === count;
  const others = isWhole ? [] : ["", `All ${counted(count)} theses are in theses.csv.`];
  const words = legend(rows);
  return [...header, ...shown, ...others, ...words === "" ? [] : ["", ...wrapped(words, width)]];
}

/** What only this name could have, or its first risk, which without a view says why there is none. */
function reasonOf(row: ThesisRow, isRisk: boolean): string {
  const { risks: [risk], signal, subject, ticker } = row;
  const isTold = risk !== undefined && (isRisk || signal === "no_view");
  return excerpt(isTold ? shortPoint(risk, subject ?? ticker) : leadOf(row), MAX_REASON);
}

/** What the figures of the columns say. */
function legend(rows: readonly ThesisRow[]): string {
  const name = statementName(rows);
  return [
    ...name === undefined ? [] : [`${name.short} is the probability of ${excerpt(name.what, MAX_REASON)}.`],
    ...rows.some(({ drawdownProbability }) => drawdownProbability !== undefined) ? [fallDefinition(rows)] : [],
  ].join(" ");
}

function restLine(outcome: Outcome): string {
  const message = serviceWords(errorOf(outcome)?.message ?? "");
  const ticker = outcome.input.ticker === "" ? "(no ticker)" : outcome.input.ticker;
  return excerpt(`row ${outcome.input.row} ${ticker}, ${outcome.status.replace("_", " ")}: ${message}`, MAX_MESSAGE);
}

/** The message of a failure without what was asked for and the HTTP status, where the service gave a reason. */
export function serviceWords(message: string): string {
  return message.replace(/^Cannot .*?: service answered \d+: /, "");
}
