import { InputError } from "../protocol/errors.ts";
import type { RunFormat } from "../run/manifest.ts";
import type { FlagTable } from "./flags.ts";

const FORMATS: Readonly<Record<string, readonly RunFormat[]>> = {
  csv: [], // these two are always written
  jsonl: [],
  xlsx: ["xlsx"],
  parquet: ["parquet"],
  report: ["report"],
};

/** The flags that say which files a run gets beside its tables. */
export const REPORT_FLAGS = {
  "format": {
    value: "LIST",
    read: readFormats,
    option: "formats",
    help: "files beside theses.csv: xlsx, parquet, report (xlsx,report); csv for none",
  },
  "since": {
    value: "last|none|RUN",
    help: "run to compare with: the last finished one of the list (last), none, or a folder",
  },
  "group": { value: "COLUMN", help: "group the report by a column of the list, like sector" },
} as const satisfies FlagTable;

function readFormats(list: string): readonly RunFormat[] {
  const names = list.split(",").map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !Object.hasOwn(FORMATS, name));
  if (unknown === undefined) return [...new Set(names.flatMap((name) => FORMATS[name] ?? []))];
  throw new InputError(`Cannot write the format "${unknown}": there are ${Object.keys(FORMATS).join(", ")}`);
}
