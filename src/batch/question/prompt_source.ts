import type { InputColumns } from "../list/input_columns.ts";
import { InputError } from "../../protocol/errors.ts";
import { bindTemplate, cellAt, findColumn, type Template } from "./template.ts";

/** The options that decide a row's prompt. */
export interface PromptSource {
  readonly prompt?: string | undefined;
  readonly promptColumn?: string | undefined;
}

/**
 * Binds the prompt: the row's own cell, or the common prompt, or a sentence with ticker and company.
 * @param source The common prompt, and the column with the rows' own prompts.
 * @throws {InputError} when either names an unknown column.
 */
export function bindPrompt({ prompt, promptColumn }: PromptSource, columns: InputColumns): Template {
  const common = prompt === undefined ? defaultTemplate(columns) : bindTemplate(prompt, columns);
  if (promptColumn === undefined) return common;
  const ownAt = findColumn(promptColumn, columns);
  if (ownAt === undefined) {
    const known = columns.header.map((column) => `"${column}"`).join(", ");
    throw new InputError(`Cannot find the prompt column "${promptColumn}": the header is ${known}`);
  }
  return {
    columns: [...new Set([...common.columns, columns.header[ownAt] ?? ""])],
    fill: (row) => {
      const own = cellAt(row, ownAt);
      return own === "" ? common.fill(row) : { text: own };
    },
  };
}

/** 68 of 505 S&P tickers are English words, so the sentence calls it a ticker. */
function defaultTemplate({ header, tickerAt, companyAt }: InputColumns): Template {
  const used = [tickerAt, ...(companyAt === undefined ? [] : [companyAt])];
  return {
    columns: used.map((at) => header[at] ?? ""),
    fill: ({ ticker, company }) => {
      const name = company === undefined || company === ticker ? "" : ` (${company})`;
      return { text: `Analyse the company listed under ticker "${ticker}"${name}` };
    },
  };
}
