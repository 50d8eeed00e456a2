import type { DataProblem, DataSource } from "../dataset.ts";
import type { OwnColumn } from "../own_column.ts";
import type { OwnFile } from "./own_file.ts";
import { type OwnSettings, USUAL_LAG_DAYS } from "./own_settings.ts";
import type { OwnSeries } from "./own_series.ts";

/** The own tables of a data folder, or those that come with a question. */
export interface OwnTables {
  /** In order of files. */
  readonly files: readonly OwnFile[];
  /** Several of a ticker only if they have different names. */
  readonly columns: readonly OwnColumn[];
  /** The files that gave a column. */
  readonly sources: readonly DataSource[];
  /** What says of their signs and lags, of a folder that has it: with another one the data is another. */
  readonly settings?: DataSource;
  readonly problems: readonly DataProblem[];
}

/** Nothing of one's own. */
export const NO_OWN_TABLES: OwnTables = { files: [], columns: [], sources: [], problems: [] };

/** Joins own tables: a column that two of them have is that of the first. */
export function combineOwn(files: readonly OwnFile[], settings: OwnSettings): OwnTables {
  const owner = new Map<string, string>();
  const problems = [...files.flatMap((one) => one.problems), ...settings.problems];
  for (const { file, columns } of files) {
    for (const name of columns) {
      const first = owner.getOrInsert(name, file);
      if (first === file) continue;
      const message = `The column ${name} is in ${first} too, which serves: rename one of the files`;
      problems.push({ kind: "skipped", file, line: 1, column: 1, message });
    }
  }
  const columns = files.flatMap(({ file, series }) =>
    ownColumns(series.filter(({ name }) => owner.get(name) === file), { source: file, settings })
  );
  const used = new Set(columns.map(({ source }) => source));
  return {
    files,
    columns,
    problems,
    sources: files.filter(({ file }) => used.has(file)).map(({ file, sha256 }) => ({
      id: file,
      title: `Own table ${file}`,
      sha256,
    })),
  };
}

/** The columns of a table as a view holds them: from the day on which each of their values is known. */
export function ownColumns(
  series: readonly OwnSeries[],
  { source, settings }: { readonly source: string; readonly settings: OwnSettings },
): readonly OwnColumn[] {
  if (settings.isBroken) return [];
  return series.filter(({ name }) => !settings.refused.has(name)).map((one) => {
    const { sign, lag_days: lag = USUAL_LAG_DAYS } = settings.columns.get(one.name) ?? {};
    return { ...one, known: one.days.map((day) => day + lag), source, ...(sign !== undefined && { sign }) };
  });
}
