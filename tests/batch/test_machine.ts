import type { Machine } from "conviction/batch";
import { type ManualClock, manualClock } from "../fixtures/manual_clock.ts";

/** A machine of a test: a folder of its own, a day of its own, ids that count. */
export interface TestMachine extends Machine {
  readonly clock: ManualClock;
}

/** Its local day is the one given, whatever the time zone. */
export function testMachine(options: { readonly folder?: string; readonly day?: string } = {}): TestMachine {
  let ids = 0;
  return {
    clock: manualClock(new Date(`${options.day ?? "2024-03-01"}T22:00:00`).toISOString()),
    newId: () => `${options.day ?? "run"}-${++ids}`,
    folder: options.folder ?? Deno.makeTempDirSync(),
    versions: { conviction: "test" },
  };
}

/** Writes a list and gives its path. */
export function writeCsv(folder: string, text: string, name = "tickers.csv"): string {
  const path = `${folder}/${name}`;
  Deno.writeTextFileSync(path, text);
  return path;
}
