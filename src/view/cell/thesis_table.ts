import { chanceWords } from "../../run/fall_chance.ts";
import { shortPoint } from "../../run/short_point.ts";
import { confidenceWords, probabilityWords, statementName } from "../../run/statement.ts";
import type { ThesisRow } from "../../run/thesis_row.ts";
import { verifiedWords } from "../../run/verified_words.ts";
import { excerpt } from "../../text/control.ts";
import { riskDriver } from "../leading.ts";
import { serviceWords } from "../run_table.ts";
import { scoreWords, signalWords } from "../thesis_view.ts";
import type { CellTable, ColumnLook, TableColumn } from "./table.ts";
import { rowDetail } from "./thesis_detail.ts";

/** What a table of theses may know beyond its rows. */
export interface ThesisTableOptions {
  /** Names of the list's own columns, which are added. Default: none. */
  readonly header?: readonly string[] | undefined;
  /** Code of a cell that shows more about the row at a place. Default: none. */
  readonly codeOf?: ((at: number) => string) | undefined;
}

const MAX_NAME = 60;
const MAX_TICKER = 16;
const MAX_REASON = 160;
const MAX_TEXT = 300;
/** Most columns of the list's own. */
const MAX_OWN = 12;

/** How a column is made of rows; one without a cell in any row is left out. */
interface ColumnOf {
  readonly title: string;
  readonly look?: ColumnLook;
  readonly isExtra?: boolean;
  readonly number?: (row: ThesisRow) => number | undefined;
  readonly words: (row: ThesisRow) => string;
}

/** Whether a list holds rows of a run. */
export function isThesisRows(rows: readonly object[]): rows is readonly ThesisRow[] {
  return rows.length > 0 && rows.every((row) => {
    const { ticker, status, drivers, risks, cells } = row as Partial<ThesisRow>; // other lists have such names too
    return "row" in row && isText(ticker) && isText(status) && [drivers, risks, cells].every(isTexts);
  });
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

/** Rows of a run with the columns of its page, in the order in which the rows are given. */
export function thesisTable(rows: readonly ThesisRow[], options: ThesisTableOptions = {}): CellTable {
  const columns = [...columnsOf(rows), ...ownColumns(rows, options.header ?? []), AS_OF].map((column) =>
    made(column, rows)
  );
  return {
    columns: columns.filter(({ words }) => words.some((word) => word !== "")),
    count: rows.length,
    detailOf: (at) => {
      const row = rows[at];
      return row === undefined ? { title: "", facts: [], sections: [] } : rowDetail(row, options.codeOf?.(at));
    },
    codeOf: options.codeOf,
  };
}

const AS_OF: ColumnOf = { title: "data as of", isExtra: true, words: ({ asOf = "" }) => excerpt(asOf, MAX_TICKER) };

function made({ title, look, isExtra, number, words }: ColumnOf, rows: readonly ThesisRow[]): TableColumn {
  return { title, look, isExtra, words: rows.map(words), values: number && rows.map(number) };
}

function columnsOf(rows: readonly ThesisRow[]): ColumnOf[] {
  const isAllDone = rows.every(({ status }) => status === "done");
  const isByRisk = rows.some(({ drawdownProbability }) => drawdownProbability !== undefined);
  return [
    { title: "ticker", look: "name", words: ({ ticker, row }) => excerpt(ticker, MAX_TICKER) || `row ${row}` },
    { title: "company", words: ({ company = "" }) => excerpt(company, MAX_NAME) },
    figure("drawdown risk", (row) => row.drawdownProbability, { look: "chance", words: chanceWords }),
    ...isByRisk ? [{ title: "main driver of the risk", look: "prose" as const, words: driverOf }] : [],
    { title: "rank", number: ({ rank }) => rank, words: ({ rank }) => `${rank ?? ""}` },
    figure("score", ({ score }) => score, { look: "score", words: scoreWords }),
    statementColumn(rows),
    { title: "signal", words: ({ signal = "" }) => signalWords(signal) },
    { title: "reason", look: "prose", words: reasonOf },
    ...isAllDone ? [] : [{ title: "status", words: ({ status }: ThesisRow) => status.replace("_", " ") }],
    ...isByRisk ? [] : [{ title: "first risk", look: "prose" as const, isExtra: true, words: driverOf }],
    { title: "verified", isExtra: true, words: verifiedWords },
    { title: "warnings", isExtra: true, words: ({ warnings }) => excerpt(warnings.join("; "), MAX_TEXT) },
    figure("files", ({ files }) => files.length || undefined, { isExtra: true, words: String }),
  ];
}

function figure(
  title: string,
  number: (row: ThesisRow) => number | undefined,
  { words, ...rest }: {
    readonly words: (value: number) => string;
    readonly look?: ColumnLook;
    readonly isExtra?: true;
  },
): ColumnOf {
  const known = (row: ThesisRow) => {
    const value = number(row);
    return value !== undefined && Number.isFinite(value) ? value : undefined;
  };
  return {
    title,
    number: known,
    ...rest,
    words: (row) => {
      const value = known(row);
      return value === undefined ? "" : words(value);
    },
  };
}

/** The probability of the statement or, where no thesis has one, the confidence as the service states it. */
function statementColumn(rows: readonly ThesisRow[]): ColumnOf {
  const name = statementName(rows);
  return name === undefined
    ? figure("confidence", ({ confidence }) => confidence, { words: confidenceWords })
    : figure(name.short, ({ probability }) => probability, { words: probabilityWords });
}

/** The first driver, without a view the first risk, or why there is no thesis. */
function reasonOf({ drivers, risks, reasoning = "", signal, error, subject, ticker }: ThesisRow): string {
  const [first] = signal === "no_view" && risks.length > 0 ? risks : drivers;
  const text = first ?? (reasoning !== "" || error === undefined ? reasoning : serviceWords(error));
  return excerpt(shortPoint(text, subject ?? ticker), MAX_REASON);
}

/** What drives the chance of a drawdown, or else the first risk. */
function driverOf(row: ThesisRow): string {
  return excerpt(riskDriver(row), MAX_REASON);
}

/** The columns of the list, but for those that repeat the ticker or the company. */
function ownColumns(rows: readonly ThesisRow[], header: readonly string[]): ColumnOf[] {
  const isTold = (at: number) =>
    rows.every(({ cells, ticker, company }) => [ticker, company].includes(cells[at]?.trim()));
  return header.map((title, at): ColumnOf => ({
    title: excerpt(title, MAX_NAME),
    isExtra: true,
    words: ({ cells }) => excerpt(cells[at] ?? "", MAX_REASON),
    ...rows.every(({ cells }) => isNumberText(cells[at])) && { number: ({ cells }) => numberOf(cells[at]) },
    ...rows.some(({ cells }) => (cells[at] ?? "").length > MAX_NAME) && { look: "prose" as const },
  })).filter((_, at) => !isTold(at)).slice(0, MAX_OWN);
}

function isNumberText(text = ""): boolean {
  return text.trim() === "" || Number.isFinite(Number(text));
}

function numberOf(text = ""): number | undefined {
  return text.trim() === "" ? undefined : Number(text);
}
