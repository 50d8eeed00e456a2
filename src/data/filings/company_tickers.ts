import { nameLine } from "../../text/control.ts";
import type { Company } from "../dataset.ts";
import { normaliseTicker } from "../ticker.ts";
import { cikOf, isObject, type JsonObject, shown } from "./read_json.ts";

type Filer = Required<Pick<Company, "ticker" | "cik" | "name">>;

/**
 * Reads the SEC's table `company_tickers.json`, of which an object has `cik_str`, `ticker` and `title` for each ticker.
 * @param text All of it.
 * @returns Its rows in their order, in which the usual ticker of a company comes before those of its other shares; or
 * why it is no such table.
 */
export function readCompanyTickers(text: string): readonly Filer[] | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "it is not complete JSON";
  }
  if (!isObject(value)) return `it is ${shown(value)}, not an object`;
  const all = Object.values(value).filter(isObject);
  const rows = all.flatMap(rowOf);
  if (rows.length > 0) return rows;
  const [first] = all;
  return first === undefined ? "it has no ticker" : `its first row is ${shown(first)}, without cik_str and ticker`;
}

/** A row that is not whole is not one: the table lists only what has both. */
function rowOf({ cik_str, ticker, title }: JsonObject): Filer[] {
  const cik = cikOf(cik_str);
  const usual = typeof ticker === "string" ? normaliseTicker(ticker) : "";
  if (cik === undefined || usual === "") return [];
  const name = nameLine(title);
  return [{ ticker: usual, cik, name: name === "" ? usual : name }];
}
