import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { hasCode, ifThere } from "../../disk/disk_error.ts";
import { safeName } from "../../text/safe_name.ts";

/** Folder of the runs whose folder the user did not name. */
export const RUNS_FOLDER = "runs";

/** Name of the manifest in the folder of a run. */
export const MANIFEST_FILE = "manifest.json";

/** Name of the file that names the last finished run, of an input and of all inputs. */
export const LATEST_FILE = "latest.json";

/** The tables that every run has. */
export const TABLE_FILES = { theses: "theses.csv", lines: "theses.jsonl", failures: "failures.csv" } as const;

/** Further files of a run. */
export const REPORT_FILES = {
  workbook: "theses.xlsx",
  parquet: "theses.parquet",
  report: "report.html",
  summary: "summary.md",
  changes: "changes.csv",
  alerts: "alerts.jsonl",
} as const;

/** Names of all files that a run writes into its folder. */
export const OUTPUT_FILES: readonly string[] = [
  ...Object.values(TABLE_FILES),
  ...Object.values(REPORT_FILES),
  MANIFEST_FILE,
];

/** Name of the folder of the runs of a list, under `runs/`. */
export function folderNameOf(inputName: string): string {
  return safeName(`${basename(inputName).replace(/\.[a-z]{1,4}$/i, "")}.bin`, { fallback: "rows" }).replace(
    /\.bin$/,
    "",
  );
}

/** Reads a JSON file of a run; undefined when it is missing or truncated. */
export function readJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR") || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The first of these names that exists in a folder. */
export function firstHeld(folder: string, names: readonly string[]): string | undefined {
  const held = new Set(ifThere(() => readdirSync(folder), []));
  return names.find((name) => held.has(name));
}
