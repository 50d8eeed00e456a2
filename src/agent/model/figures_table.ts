import { stringify } from "../../text/csv_write.ts";
import type { MadeFile } from "../ports.ts";
import type { CheckedFigure } from "./checked_rows.ts";

/** Each name once, in one cell. */
export function joined(names: readonly (string | undefined)[]): string {
  return [...new Set(names.filter((name) => name !== undefined))].join(" | ");
}

const HEAD = "row subject figure value unit shown day period made_of sources accessions".split(" ");

/** The figures as a table, each with the claims that it is. */
export function tableOf(figures: readonly CheckedFigure[], number: number): MadeFile {
  const rows = figures.map(({ row, subject, what, value, unit, shown, day, length, formula, operands }) => {
    const sources = joined(operands.map(({ source }) => source));
    const accessions = joined(operands.flatMap(({ accessions = [] }) => accessions));
    return [row, subject, what, value, unit, shown, day, length, formula, sources, accessions];
  });
  return {
    filename: `${stemOf(figures)}_model_table_${number}.csv`,
    mediaType: "text/csv",
    bytes: new TextEncoder().encode(stringify([HEAD, ...rows])),
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
