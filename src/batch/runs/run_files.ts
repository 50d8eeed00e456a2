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
