import { join } from "node:path";
import type { RunRecord, RunSettings } from "../../run/manifest.ts";
import { inQuotes } from "../../text/control.ts";
import { LedgerReader } from "../ledger/ledger_reader.ts";
import { LEDGER_FILE } from "../ledger/ledger_schema.ts";

/** What a call wants to ask. */
export interface WantedQuestion {
  /** Nouns and values, as a run records them. */
  readonly settings: RunSettings;
  /** Reads the cells of the list, row by row. */
  cells(): AsyncIterable<readonly string[]>;
}

/** The setting whose value is a digest of the list. */
export const LIST_SETTING = "the list";
/** The setting whose value is a digest of what the service knows. */
export const DATA_SETTING = "the data of the service";
const MAX_VALUE = 60;

/** How a run and a call differ. */
export interface RunDifference {
  /** Completes "its run differs: ...". */
  readonly words: string;
  /** Whether requests of the run are wanted again: only the list is another one. */
  readonly isSameQuestion: boolean;
}

/** Says which settings differ; undefined when the run did not record them. */
export async function differenceFrom(
  { folder, record }: { readonly folder: string; readonly record: RunRecord },
  wanted: WantedQuestion,
): Promise<RunDifference | undefined> {
  const { settings: before } = record;
  if (before === undefined) return undefined;
  const nouns = [...new Set([...Object.keys(before), ...Object.keys(wanted.settings)])]
    .filter((noun) => before[noun] !== wanted.settings[noun]);
  const words = nouns.map((noun) => changeWords(noun, { before: before[noun], now: wanted.settings[noun] }));
  const isSameQuestion = nouns.length === 1 && nouns[0] === LIST_SETTING;
  const isSameList = isSameQuestion && await hasRows(folder, wanted.cells());
  return { words: isSameList ? `${words.join("")}, its rows have not` : words.join("; "), isSameQuestion };
}

function changeWords(noun: string, { before, now }: Readonly<Record<"before" | "now", string | undefined>>): string {
  if (noun === LIST_SETTING) return "the bytes of the list have changed";
  if (noun === DATA_SETTING) return `${noun} has changed`;
  const was = valueWords(before);
  const is = valueWords(now);
  return was === is ? `${noun} has changed` : `${noun} was ${was}, and is ${is}`;
}

function valueWords(value: string | undefined): string {
  return value === undefined ? "not set" : inQuotes(value, MAX_VALUE);
}

/** Whether a run has just these rows, as after a change of line ends. */
async function hasRows(folder: string, cells: AsyncIterable<readonly string[]>): Promise<boolean> {
  using reader = new LedgerReader(join(folder, LEDGER_FILE));
  const known = reader.all("SELECT cells FROM rows ORDER BY row");
  let at = 0;
  for await (const row of cells) {
    if (known[at++]?.["cells"] !== JSON.stringify(row)) return false;
  }
  return at === known.length;
}
