import { readPeriod } from "../data/fact_period.ts";
import type { AskedPeriod } from "../data/question/asked.ts";
import { findPeriods } from "../data/question/fact_periods.ts";
import { fold } from "../terms/fold.ts";
import { ToolError } from "./tool.ts";

const TO = "..";

/** A period of a question as an argument of a tool. */
export function periodArgument({ from, to }: AskedPeriod): string {
  return from === undefined ? to : `${from}${TO}${to}`;
}

/**
 * Reads periods of reports from the arguments of a tool: as tokens, a range of tokens, or in words.
 * @param today The day on which they are asked for.
 * @throws {ToolError} `unknown_period` for a text that is none.
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
