import { lastFigures, withMinus } from "../protocol/answer_block.ts";
import { isHighChance } from "../protocol/drawdown_line.ts";
import { chanceWords, isOwnEngine } from "../run/drawdown_chance.ts";
import { headlineOf, shortPoint } from "../run/headline.ts";
import type { ListWeight } from "../run/list_weights.ts";
import { statementName } from "../run/statement.ts";
import type { ThesisRow } from "../run/thesis_row.ts";
import { verifiedWords } from "../run/verified_words.ts";
import { excerpt } from "../text/control.ts";
import { counted } from "../text/counted.ts";
import type { BlockCell, BlockColumn, TableBlock } from "./block.ts";
import { signalWords } from "./thesis_view.ts";

/** A column of theses: terminal, page, cell and workbook have the same ones, each a choice of them. */
export interface ThesisColumn extends BlockColumn {
  /** Empty where the row has no such thing. */
  readonly cellOf: (row: ThesisRow) => BlockCell;
}

const MAX_TICKER = 16;
const MAX_COMPANY = 60;
const MAX_REASON = 300;

/** A column. */
export function column(
  title: string,
  look: BlockColumn["look"],
  cellOf: (row: ThesisRow) => BlockCell | undefined,
): ThesisColumn {
  return {
    title,
    look,
    cellOf: (row) => {
      const cell = cellOf(row);
      return cell === undefined || Number.isNaN(cell) ? "" : cell;
    },
  };
}

/** A table of some columns, without those that no row has a cell for. */
export function thesisBlock(rows: readonly ThesisRow[], columns: readonly ThesisColumn[]): TableBlock {
  const cells = columns.map((column) => ({ column, cells: rows.map(column.cellOf) }))
    .filter(({ cells }) => cells.some((cell) => cell !== "" && !(Array.isArray(cell) && cell.length === 0)));
  return {
    kind: "table",
    columns: cells.map(({ column }) => column),
    rows: rows.map((_, at) => cells.map(({ cells }) => cells[at] ?? "")),
  };
}

/** The columns of a thesis, in no order. */
export const COLUMNS = {
  name: column("Name", "name", ({ ticker, company = "", row }) => ({
    name: excerpt(ticker, MAX_TICKER) || `row ${row}`,
    note: excerpt(company, MAX_COMPANY),
    row,
  })),
  risk: column("Drawdown risk", "chance", ({ drawdownProbability }) => drawdownProbability),
  driver: column("Main driver of the risk", "prose", riskDriver),
  rank: column("Rank", "rank", ({ rank }) => rank),
  score: column("Score", "score", ({ score }) => score),
  signal: column("Signal", "words", ({ signal = "" }) => signalWords(signal)),
  reason: column("Reason", "prose", reasonOf),
  status: column("Status", "words", ({ status }) => status.replace("_", " ")),
  verified: column("Claims verified", "words", verifiedWords),
  warnings: column("Warnings", "prose", ({ warnings }) => warnings.join("; ")),
  bars: column("Bars", "words", ({ frequency }) => frequency),
  asOf: column("As of", "words", ({ asOf }) => asOf),
  row: column("Row", "rank", ({ row }) => row),
  reasoning: column("Reasoning", "texts", ({ reasoning }) => reasoning ?? []),
} as const;

/** The probability of the statement or, where no thesis has one, the confidence as the service states it. */
export function statementColumn(rows: readonly ThesisRow[]): ThesisColumn {
  const name = statementName(rows);
  return name === undefined
    ? column("Confidence", "confidence", ({ confidence }) => confidence)
    : column(name.short, "probability", ({ probability }) => probability);
}

/** Why the name stands where it does; without a view, or without a thesis, why it is missing. */
function reasonOf(row: ThesisRow): string {
  const { risks: [risk], signal, error, reasoning = "", drivers: [driver] } = row;
  if (error !== undefined && reasoning === "" && driver === undefined) return excerpt(serviceWords(error), MAX_REASON);
  const reason = risk !== undefined && signal === "no_view"
    ? shortPoint(risk, row)
    : headlineOf(row) || shortPoint(reasoning, row);
  return withMinus(excerpt(reason, MAX_REASON));
}

/** The message of a failure without what was asked for and the HTTP status, where the service gave a reason. */
export function serviceWords(message: string): string {
  return message.replace(/^Cannot .*?: service answered \d+: /, "");
}

/** Names by drawdown risk, in the order given: the chance, what the list holds, and what drives it. */
export function riskTable(rows: readonly ThesisRow[], weights: readonly ListWeight[] = []): TableBlock {
  const held = new Map(weights.map(({ ticker, weight }) => [ticker, weight]));
  const weight = column("Weight", "share", ({ ticker }) => held.get(ticker));
  return thesisBlock(rows, [COLUMNS.name, COLUMNS.risk, weight, COLUMNS.driver]);
}

/** What of a business without prices is shown beside its name. */
const BUSINESS = ["Accounts", "Revenue", "Growth", "Gross margin", "Operating margin", "Free cash flow"];

/** The newest figures of businesses whose answers are about filings alone; without rows where none is. */
export function businessTable(rows: readonly ThesisRow[]): TableBlock {
  const figures = new Map(rows.map((row) => [row, lastFigures(row.sections)]));
  return thesisBlock(rows.filter((row) => (figures.get(row)?.size ?? 0) > 0), [
    COLUMNS.name,
    ...BUSINESS.map((head, at) =>
      column(head, at === 0 ? "words" : "figures", (row) => withMinus(figures.get(row)?.get(head) ?? ""))
    ),
  ]);
}

/** Names by score, in the order given; where none has a score, the figures of their businesses. */
export function scoreTable(rows: readonly ThesisRow[]): TableBlock {
  const business = rows.some(({ score }) => score !== undefined) ? undefined : businessTable(rows);
  if (business !== undefined && business.rows.length === rows.length) return business;
  const { name, bars, rank, risk, score, signal, reason } = COLUMNS;
  const isMixed = new Set(rows.map(({ frequency }) => frequency)).size > 1;
  return thesisBlock(rows, [name, ...isMixed ? [bars] : [], rank, risk, score, statementColumn(rows), signal, reason]);
}

/** Of 7,385 theses, as `docs/measured.md` has it: direction was no better than chance, and drawdown risk could be ranked. */
const DIRECTION_RECORD =
  "Past scores did not predict which names beat the index (AUC 0.49 over 7,385 theses; 0.50 is chance)";
const HIGH = "a 25% chance of a 15% drawdown";
/** A recent volatility this many times that of the year is rising. */
const RISING = 1.2;
const MAX_SIGNALS = 5;
const MAX_DRIVER = 240;

type ShownRow = Pick<ThesisRow, "drawdownProbability" | "signal" | "engine">;

/** What the theses of a run say together, counted one by one, so that a run of any length fits. */
export class ThesisTally {
  /** Names with a chance of a drawdown. */
  chances = 0;
  /** Names whose chance reaches 25%. */
  high = 0;
  readonly #signals = new Map<string, number>();
  #isOurs = false;

  constructor(theses: Iterable<ShownRow> = []) {
    for (const one of theses) this.add(one);
  }

  add({ drawdownProbability: chance, signal = "", engine }: ShownRow): void {
    if (chance !== undefined) this.chances++;
    if (isHighChance(chance)) this.high++;
    this.#isOurs ||= isOwnEngine({ engine });
    const word = signalWords(signal);
    if (word !== "") this.#signals.set(word, 1 + (this.#signals.get(word) ?? 0));
  }

  /** Like `none of 8 names reaches a 25% chance of a 15% drawdown within three months`; empty where no chance is stated. */
  get risk(): string {
    if (this.chances === 0) return "";
    const count = this.high === 0 ? "none" : counted(this.high);
    const within = this.#isOurs ? "within three months" : "within the service's horizon";
    return `${count} of ${counted(this.chances, "name")} ${this.high > 1 ? "reach" : "reaches"} ${HIGH} ${within}`;
  }

  /** What is known of direction: of our engine its record; of another service, what it states. */
  get direction(): string {
    if (this.#isOurs) return `no call. ${DIRECTION_RECORD}`;
    const signals = [...this.#signals].toSorted(([, one], [, other]) => other - one).slice(0, MAX_SIGNALS);
    return signals.map(([word, count]) => `${counted(count)} ${word}`).join(", ");
  }
}

/**
 * What drives the chance of a drawdown of a name most: its volatility, from the verified figures.
 * @returns Like `volatility 25.5% annualised`; where the service states none, its first risk in short.
 */
export function riskDriver(row: ThesisRow): string {
  const { claims, risks: [risk = ""] } = row;
  const shareOf = (metric: string) => {
    const { value } = claims.find((claim) => claim.metric === metric && claim.unit === "fraction") ?? {};
    return typeof value === "number" ? value : undefined;
  };
  const year = shareOf("volatility");
  const recent = shareOf("volatility_recent");
  if (year === undefined) return excerpt(shortPoint(risk, row), MAX_DRIVER);
  return recent !== undefined && recent >= RISING * year
    ? `volatility is rising: ${chanceWords(recent, 1)} over 60 days, from ${chanceWords(year, 1)}`
    : `volatility ${chanceWords(year, 1)} annualised`;
}
