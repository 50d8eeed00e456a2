import { createHash } from "node:crypto";
import { join } from "node:path";
import type { DataProblem, DataSource } from "../dataset.ts";
import { combineOwn, NO_OWN_TABLES, type OwnTables } from "../own/combine_own.ts";
import { isOwnFile, isOwnSettings, type OwnFile, readOwnFile } from "../own/own_file.ts";
import { NO_SETTINGS, readOwnSettings } from "../own/own_settings.ts";
import { excerpt } from "../../text/control.ts";
import { firstNames } from "../../text/cut.ts";
import { counted } from "../../text/counted.ts";
import { isTicker } from "../ticker.ts";
import { readText } from "../prices/price_file.ts";

const MAX_TICKER = 20;
const NO_TICKER = "No tickers, never asked about";

/** Whether a file of a folder is one's own, or stands among those: then it is read as nothing else. */
export function isOwn(file: string): boolean {
  return /^own\//i.test(file) || isOwnSettings(file);
}

/**
 * Reads the own tables of a folder. They are read at each opening and kept in no index, which holds prices and records:
 * one of 10,000 rows with three columns takes 0.1 to 0.2 s, one of 500,000 rows 4.5 to 6.6 s (measured on 2 cores).
 * @param folder Where it is.
 * @param options The last day that may have a row.
 */
export async function readOwnTables(
  folder: string,
  names: readonly string[],
  { latestDay }: { readonly latestDay?: string | undefined },
): Promise<OwnTables> {
  const own = names.filter(isOwn);
  if (own.length === 0) return NO_OWN_TABLES;
  const files: OwnFile[] = [];
  for (const file of own.filter(isOwnFile)) files.push(await readOwnFile(join(folder, file), { file, latestDay }));
  const columns = files.flatMap((file) => file.columns);
  const [first, ...others] = own.filter(isOwnSettings);
  const text = first === undefined ? "" : await readText(join(folder, first));
  const settings = first === undefined ? NO_SETTINGS : readOwnSettings(text, { file: first, columns });
  const tables = combineOwn(files, { ...settings, ...(others.length > 0 && { isBroken: true as const }) });
  return {
    ...tables,
    ...(first !== undefined && { settings: sourceOf(first, text) }),
    problems: [...tables.problems, ...twice(first, others), ...own.flatMap(unread)],
  };
}

function sourceOf(file: string, text: string): DataSource {
  return { id: file, title: "Signs and lags of own tables", sha256: createHash("sha256").update(text).digest("hex") };
}

function twice(first: string | undefined, others: readonly string[]): DataProblem[] {
  const message = `There is ${first} too: which of them counts is not known, so no own table is used; delete one`;
  return others.map((file) => ({ kind: "refused", file, line: 1, column: 1, message }));
}

/** A file of the folder `own` of another kind; what a person writes for persons is not one. */
function unread(file: string): DataProblem[] {
  if (isOwnFile(file) || isOwnSettings(file) || /\.md$/i.test(file)) return [];
  const message = "Only .parquet, .csv, .tsv and .txt are read as own tables, all but the first with or without .gz";
  return [{ kind: "refused", file, line: 1, column: 1, message }];
}

/** Rows of tickers of which the data has nothing else: a remark for each table, as a name may be misspelled. */
export function strangersIn({ columns }: OwnTables, known: ReadonlySet<string>): readonly DataProblem[] {
  const strangers = columns.filter(({ ticker }) => !known.has(ticker));
  return [...Map.groupBy(strangers, ({ source }) => source)].flatMap(([file, all]) =>
    [true, false].flatMap((isAskable): readonly DataProblem[] => {
      const some = all.filter(({ ticker }) => isTicker(ticker) === isAskable);
      const names = firstNames([...new Set(some.map(({ ticker }) => excerpt(ticker, MAX_TICKER)))]);
      const what = isAskable ? "No prices and no records, so that this table is all that is known of" : NO_TICKER;
      return some.length === 0 ? [] : [{ kind: "remark", file, line: 1, column: 1, message: `${what}: ${names}` }];
    })
  );
}

/** Like `3 own columns of 40 names`; empty without one. */
export function ownWords({ columns }: OwnTables): string {
  const names = new Set(columns.map(({ name }) => name)).size;
  const tickers = new Set(columns.map(({ ticker }) => ticker)).size;
  const words = `${counted(names, "own column")} of ${counted(tickers, "name")}`;
  return names === 0 ? "" : words;
}
