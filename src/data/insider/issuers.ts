import type { CompanyRecords } from "../filings/record_file.ts";
import type { ProblemLog } from "../problem_log.ts";
import { inOrder, type InsiderTrade, NO_RECORDS } from "../records.ts";
import { isTicker, normaliseTicker } from "../ticker.ts";

/** A trade of a table, and whose shares its row says they are. */
export interface ReportedTrade {
  readonly trade: InsiderTrade;
  /** As the row has it; some rows name several, others none. */
  readonly ticker: string;
  readonly issuer: string;
  readonly cik: string | undefined;
  readonly line: number;
}

/**
 * The share of a company's rows up to which another ticker is a slip of who filled in the form: of 786 tickers of a real
 * table, rows of Doordash were under `FN`, which is Fabrinet, and of Honeywell under `-`.
 */
const SLIP_SHARE = 0.1;
/** Letters that tickers of two classes share at least. */
const LEAST_SHARED = 3;

/**
 * The trades of a table by company. Classes of shares of one company, like GOOG and GOOGL, have the same insiders: each
 * trade stands under one of the tickers, and counts for all of them.
 */
export function companiesOf(all: readonly ReportedTrade[], log: ProblemLog): readonly CompanyRecords[] {
  const byIssuer = Map.groupBy(all, ({ cik, issuer, ticker }) => cik ?? (issuer.toUpperCase() || ticker.toUpperCase()));
  return [...byIssuer.values()].flatMap((rows) =>
    [...byTickers(rows, log)].map(([tickers, trades]): CompanyRecords => {
      const [first] = trades;
      return {
        owner: {
          ...(first?.cik !== undefined && { cik: first.cik }),
          ...(tickers !== "" && { tickers: tickers.split(" ") }),
          ...(first !== undefined && first.issuer !== "" && { name: first.issuer }),
        },
        records: { ...NO_RECORDS, trades: inOrder(trades.map(({ trade }) => trade)) },
      };
    })
  );
}

/** The rows of one company by the tickers of its classes, which a space parts. */
function byTickers(rows: readonly ReportedTrade[], log: ProblemLog): ReadonlyMap<string, readonly ReportedTrade[]> {
  const counts = new Map<string, number>();
  for (const ticker of rows.flatMap((row) => tickersIn(row.ticker))) counts.set(ticker, (counts.get(ticker) ?? 0) + 1);
  const byRows = (one: string, other: string) =>
    (counts.get(other) ?? 0) - (counts.get(one) ?? 0) || (one < other ? -1 : 1);
  const [main] = [...counts.keys()].toSorted(byRows);
  if (main === undefined) return withoutTicker(rows, log);
  const isSlip = (ticker: string) => (counts.get(ticker) ?? 0) <= SLIP_SHARE * rows.length;
  const groups = new Map<string, readonly string[]>();
  for (const ticker of counts.keys()) {
    const classes = [...counts.keys()].filter((other) => areClasses(other, ticker));
    groups.set(ticker, !classes.includes(main) && isSlip(ticker) ? [] : classes.toSorted(byRows));
  }
  const slips = [...groups].filter(([, classes]) => classes.length === 0).map(([ticker]) => ticker);
  if (slips.length > 0) log.remark(`Rows of ${slips.join(", ")} name the company of ${main}, and count for it`);
  const usual = (groups.get(main) ?? [main]).join(" ");
  return Map.groupBy(rows, (row) => {
    const own = tickersIn(row.ticker).flatMap((ticker) => groups.get(ticker) ?? []);
    return own.length === 0 ? usual : [...new Set(own)].toSorted(byRows).join(" ");
  });
}

function withoutTicker(rows: readonly ReportedTrade[], log: ProblemLog): ReadonlyMap<string, readonly ReportedTrade[]> {
  const [first] = rows;
  if (first?.cik !== undefined || first === undefined) return new Map([["", rows]]);
  log.add(`${rows.length} rows are skipped: ${JSON.stringify(first.ticker)} is not a ticker`, { line: first.line });
  return new Map();
}

/** The tickers of a cell: some forms name several classes, like `LEN, LEN.B`. */
export function tickersIn(cell: string): readonly string[] {
  const all = cell.split(/[,;]|\s(?:and|&)\s/).map(normaliseTicker).filter((one) => isTicker(one));
  return [...new Set(all)];
}

/** Whether two tickers of one company are those of classes of its shares: `GOOG` and `GOOGL`, `BRK.A` and `BRKB`. */
function areClasses(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [one, other].map((ticker) => ticker.replace(/[./-]/g, ""));
  if (first === undefined || second === undefined) return false;
  const differs = [...first].findIndex((letter, at) => letter !== second[at]);
  const shared = differs < 0 ? first.length : differs;
  return shared >= LEAST_SHARED && first.length - shared <= 1 && second.length - shared <= 1;
}
