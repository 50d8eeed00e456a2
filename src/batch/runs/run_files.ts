/** Name of the manifest in the folder of a run. */
export const MANIFEST_FILE = "manifest.json";

/** Names the last finished run, beside the runs of one input and beside all inputs. */
export const LATEST_FILE = "latest.json";

/** The tables that every run has. */
export const TABLE_FILES = { theses: "theses.csv", lines: "theses.jsonl", failures: "failures.csv" } as const;

/** What a run may have beside them. */
export const REPORT_FILES = {
  workbook: "theses.xlsx",
  parquet: "theses.parquet",
  report: "report.html",
  summary: "summary.md",
  changes: "changes.csv",
  alerts: "alerts.jsonl",
} as const;

/** Names in a run's folder that a run writes. */
export const OUTPUT_FILES: readonly string[] = [
  ...Object.values(TABLE_FILES),
  ...Object.values(REPORT_FILES),
  MANIFEST_FILE,
];

/** Reads a file of JSON that we wrote; undefined when it is not there or not whole. */
export function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(Deno.readTextFileSync(path)) as T;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The first of these names that a folder holds; none when there is no such folder. */
export function firstHeld(folder: string, names: readonly string[]): string | undefined {
  try {
    const held = new Set(Array.from(Deno.readDirSync(folder), ({ name }) => name));
    return names.find((name) => held.has(name));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
