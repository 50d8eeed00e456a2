import { dayAfter } from "../calendar/day.ts";
import type { LoadedDataset } from "../data/dataset.ts";
import { type FolderOptions, openFolder } from "../data/folder/folder.ts";
import { openSample } from "../data/prices/sample.ts";
import { systemClock } from "../pace/system_clock.ts";

/** Which data the analyst reads; it can be copied to a thread. */
export interface DataSettings extends Pick<FolderOptions, "names"> {
  /** Folder of price files; the sample when absent. */
  readonly data: string | undefined;
  /** What to measure against: a file of prices, or a ticker of the folder. Default: the index among its files. */
  readonly benchmark?: string | undefined;
  /** Currency of prices that state none. Default: such prices have no unit. */
  readonly currency?: string | undefined;
  /** Where a relative path of the benchmark starts. Default: the current folder. */
  readonly base?: string | undefined;
  /** Where what is read of the folder is kept: in an index in it, or in memory. Default: in an index. */
  readonly index?: "file" | "memory" | undefined;
  /** The last day of which a row is read, `YYYY-MM-DD`. Default: tomorrow, which is today somewhere. */
  readonly latestDay?: string | undefined;
}

/** Which data the analyst reads, and who is notified while it does. */
export interface DataOptions extends DataSettings {
  /** Called after each file with the number of those read and of all. */
  readonly onFile?: ((read: number, all: number) => void) | undefined;
}

/**
 * Opens the data of the analyst. A row of a day that is still to come everywhere is skipped.
 *
 * @throws {DataError} when the data folder cannot be read, the benchmark has no prices, or the currency is unknown.
 */
export function openDataset(
  { data, index = "file", latestDay = lastDayAnywhere(), ...options }: DataOptions,
): Promise<LoadedDataset> {
  if (data === undefined) return openSample();
  return openFolder(data, { ...options, index, latestDay });
}

/** Tomorrow is today somewhere. */
export function lastDayAnywhere(): string {
  return dayAfter(systemClock.now());
}
