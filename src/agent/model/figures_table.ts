import { stringify } from "../../text/csv_write.ts";
import type { MadeFile } from "../ports.ts";
import type { CheckedFigure } from "./checked_rows.ts";

const SEPARATOR = " | ";

/** The figures as a table, each with the claims that it is. */
export function tableOf(figures: readonly CheckedFigure[], number: number): MadeFile {
  const rows = figures.map(({ row, subject, what, value, unit, shown, day, length, formula, operands }) => {
    const sources = new Set(operands.flatMap(({ source }) => source ?? []));
    const accessions = new Set(operands.flatMap((operand) => operand.accessions ?? []));
    return {
      row,
      subject,
      figure: what,
      value,
      unit,
      shown,
      day,
      period: length,
      made_of: formula,
      sources: [...sources].join(SEPARATOR),
      accessions: [...accessions].join(SEPARATOR),
    };
  });
  return {
    filename: `${stemOf(figures)}_model_table_${number}.csv`,
    mediaType: "text/csv",
    bytes: new TextEncoder().encode(stringify([Object.keys(rows[0] ?? {}), ...rows.map(Object.values)])),
  };
}

const MAX_TICKERS = 4;

/** The start of a file's name. */
export function stemOf(figures: readonly CheckedFigure[]): string {
  const tickers = subjectsOf(figures).split(", ").slice(0, MAX_TICKERS);
  return tickers.map((ticker) => ticker.replace(/[^\w.-]/g, "_")).join("_");
}

/** The tickers that figures are of, as a list. */
export function subjectsOf(figures: readonly CheckedFigure[]): string {
  return [...new Set(figures.flatMap(({ operands }) => operands.map(({ subject }) => subject)))].join(", ");
}
