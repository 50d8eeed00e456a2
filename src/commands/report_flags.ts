import { InputError } from "../protocol/errors.ts";
import type { RunFormat } from "../run/manifest.ts";
import { type FlagTable, type GivenFlags, textOf } from "./flags.ts";

/** The flags that say what a run leaves beside its tables. */
export const REPORT_FLAGS = {
  "format": { value: "LIST", help: "files beside theses.csv: xlsx, parquet, report (xlsx,report); csv for none" },
  "since": { value: "last|none|RUN", help: "what changed since: the last finished run of the list beside (last)" },
  "group": { value: "COLUMN", help: "group the report by a column of the list, like sector" },
} as const satisfies FlagTable;

/** What a run leaves beside its tables; absent where no flag says it. */
export interface ReportFlags {
  readonly formats?: readonly RunFormat[] | undefined;
  readonly since?: string | undefined;
  readonly group?: string | undefined;
}

const FORMATS: Readonly<Record<string, readonly RunFormat[]>> = {
  csv: [], // these two are always there
  jsonl: [],
  xlsx: ["xlsx"],
  parquet: ["parquet"],
  report: ["report"],
};

/**
 * Takes the {@linkcode REPORT_FLAGS} out of what was given.
 * @throws {InputError} when a format is not known.
 */
export function readReportFlags(given: GivenFlags): ReportFlags {
  const list = textOf(given, "format");
  return {
    formats: list === undefined ? undefined : readFormats(list),
    since: textOf(given, "since"),
    group: textOf(given, "group"),
  };
}

function readFormats(list: string): readonly RunFormat[] {
  const names = list.split(",").map((name) => name.trim().toLowerCase());
  const formats = names.map((name) => Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined);
  const unknown = formats.indexOf(undefined);
  if (unknown < 0) return [...new Set(formats.flatMap((found) => found ?? []))];
  throw new InputError(`Cannot write the format "${names[unknown]}": there are ${Object.keys(FORMATS).join(", ")}`);
}
