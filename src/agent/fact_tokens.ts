import { type PeriodToken, readPeriod } from "../data/fact_period.ts";
import { itemOf } from "../data/metrics/items.ts";
import type { AskedFact, AskedPeriod } from "../data/question/asked.ts";
import type { Records } from "../data/records.ts";
import type { Statements } from "../data/statements.ts";
import { statementsOf } from "./domains/statements.ts";
import { numberOf, periodOf, tokenOf } from "./fact_reading.ts";
import { findPeriods } from "../data/question/fact_periods.ts";
import { fold } from "../terms/fold.ts";
import { ToolError } from "./tool.ts";

/** Bounds the work of "since 1900". */
const MAX_TOKENS = 60;

/** The periods of a question, one by one in order of time, for one company; the newest where it names none. */
export function tokensOf({ item, periods }: Pick<AskedFact, "item" | "periods">, records: Records): PeriodToken[] {
  const isBalance = itemOf(item).kind === "balance";
  if (periods.length === 0) return [isBalance ? "END" : newestOf(statementsOf(records))];
  const tokens = periods.flatMap((period) => period.from === undefined ? [period.to] : between(period, records));
  const all = isBalance
    ? [
      ...tokens.map((token) => token.replace(/^TTM/, "END")), // a balance is of the day that they end on
      ...isPastYear({ periods }, records) && typeof statementsOf(records).balance(item) !== "string" ? ["END"] : [],
    ]
    : tokens;
  return [...new Set(all)].slice(-MAX_TOKENS);
}

/** Whether years up to now are asked, and a quarter is known that ends after the newest of them. */
export function isPastYear({ periods }: Pick<AskedFact, "periods">, records: Records): boolean {
  const { years: [year], quarters: [quarter] } = statementsOf(records);
  return periods.at(-1)?.from !== undefined && periods.at(-1)?.to === "FY" && (quarter?.end ?? "") > (year?.end ?? "");
}

/** The newest year; the newest quarter of a company whose annual reports are not known. */
function newestOf({ years, quarters }: Statements): PeriodToken {
  return years.length === 0 && quarters.length > 0 ? "Q" : "FY";
}

function between({ from = "", to }: AskedPeriod, records: Records): readonly PeriodToken[] {
  const [, unit, back] = /^(FY|Q)-(\d+)$/.exec(from) ?? [];
  if (unit !== undefined) {
    return Array.from({ length: Number(back) + 1 }, (_, at) => at).reverse().map((at) =>
      at === 0 ? unit : `${unit}-${at}`
    );
  }
  const first = indexOf(from);
  const last = indexOf(to);
  if (first === undefined) return [to];
  if (last === undefined) return sinceFirst(from, records);
  const isQuarter = from.includes("Q");
  const step = isQuarter ? 1 : 4;
  const all: PeriodToken[] = [];
  for (let at = first; at <= last && all.length < MAX_TOKENS; at += step) all.push(named(at, isQuarter));
  return all;
}

/** The quarters since year 0 before a numbered year or quarter. */
function indexOf(token: PeriodToken): number | undefined {
  const [, year, quarter = "1"] = /^FY(\d{4})(?:Q([1-4]))?$/.exec(token) ?? [];
  return year === undefined ? undefined : 4 * Number(year) + Number(quarter) - 1;
}

function named(index: number, isQuarter: boolean): PeriodToken {
  const year = String(Math.floor(index / 4)).padStart(4, "0");
  return isQuarter ? `FY${year}Q${index % 4 + 1}` : `FY${year}`;
}

/** All that reports cover from a numbered period on; that period itself where they cover none. */
function sinceFirst(from: PeriodToken, records: Records): readonly PeriodToken[] {
  const statements = statementsOf(records);
  const { years, quarters } = statements;
  const first = Number(from.slice(2, 6));
  if (from.includes("Q")) {
    const named = readPeriod(from);
    const begin = named && periodOf(named, statements);
    return begin === undefined ? [from] : quarters.filter(({ end }) => end >= begin.end).map(tokenOf).reverse();
  }
  const all = years.filter((year) => numberOf(year) >= first).map((year) => `FY${numberOf(year)}`).reverse();
  return all[0] === from ? all : [from, ...all];
}

/** The same period a year before; none where a day names it. */
export function yearBefore(token: PeriodToken): PeriodToken | undefined {
  const index = indexOf(token);
  if (index !== undefined) return named(index - 4, token.includes("Q"));
  const [, unit = "", back = "0"] = /^(FY|Q|TTM|END)(?:-(\d+))?$/.exec(token) ?? [];
  if (unit !== "") return `${unit}-${Number(back) + (unit === "Q" ? 4 : 1)}`;
  const [, words = "", year = "", rest = ""] = /^(FYto|Qto|M[69]to|ON|FY)(\d{4})(-\d\d-\d\d|M[69]|H2)$/.exec(token) ??
    [];
  return words === "" ? undefined : `${words}${Number(year) - 1}${rest === "-02-29" ? "-02-28" : rest}`;
}

const TO = "..";

/** A period of a question as an argument of a tool. */
export function periodArgument({ from, to }: AskedPeriod): string {
  return from === undefined ? to : `${from}${TO}${to}`;
}

/**
 * Reads periods of reports from the arguments of a tool: as tokens, a range of tokens, or in words.
 * @param today The day on which they are asked for.
 * @throws {ToolError} `unknown_period` for a text that is not one.
 */
export function periodsOf(texts: readonly string[], today: string): readonly AskedPeriod[] {
  return texts.map((text) => {
    const [first = "", last, ...more] = text.trim().split(TO);
    if (last === undefined && readPeriod(first) !== undefined) return { to: first, text };
    if (last !== undefined && more.length === 0 && readPeriod(first) !== undefined && readPeriod(last) !== undefined) {
      return { from: first, to: last, text };
    }
    const [found, ...others] = findPeriods(fold(text), today);
    if (found !== undefined && others.length === 0) {
      return { ...(found.from !== undefined && { from: found.from }), to: found.to, text };
    }
    throw new ToolError(
      `Cannot read the period ${
        JSON.stringify(text)
      }: write FY2017, FY2017Q3, FY2017M9, FY2017H2, FY2013${TO}FY2017, FY-1, Q, TTM or END`,
      { code: "unknown_period" },
    );
  });
}
