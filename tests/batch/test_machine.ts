import type { Machine } from "conviction/batch";
import { type Durability, RELAXED } from "../../src/disk/durability.ts";
import { clearImmediate, setImmediate } from "node:timers";
import { type ManualClock, manualClock } from "../fixtures/manual_clock.ts";

/** A machine for a test: its own folder and day, and ids that count. */
export interface TestMachine extends Machine {
  readonly clock: ManualClock;
}

/** Waits before a retry last a few seconds at most and pass by themselves; a test advances only longer ones. */
const SHORT_WAIT_MS = 10_000;

function impatient(clock: ManualClock): ManualClock {
  const schedule: ManualClock["schedule"] = (delayMs, callback) => {
    const cancel = clock.schedule(delayMs, callback);
    if (delayMs > SHORT_WAIT_MS) return cancel;
    const dueMs = clock.monotonicMs() + delayMs;
    const turn = setImmediate(() => clock.advance(Math.max(0, dueMs - clock.monotonicMs())));
    return () => {
      clearImmediate(turn);
      cancel();
    };
  };
  return { ...clock, schedule };
}

/** What a test says of its machine. */
interface TestMachineOptions {
  readonly folder?: string;
  readonly day?: string;
  /** Default: nothing waits for the disk. Tests of kills, power cuts and the order of writes hand in `DURABLE`. */
  readonly durability?: Durability;
}

/** Its local day is the one given, whatever the time zone. */
export function testMachine(options: TestMachineOptions = {}): TestMachine {
  let ids = 0;
  return {
    clock: impatient(manualClock(new Date(`${options.day ?? "2024-03-01"}T22:00:00`).toISOString())),
    newId: () => `${options.day ?? "run"}-${++ids}`,
    random: () => 0.5,
    folder: options.folder ?? Deno.makeTempDirSync(),
    versions: { conviction: "test" },
    filesLeft: (most) => most,
    durability: options.durability ?? RELAXED,
  };
}

/** Writes a list and returns its path. */
export function writeCsv(folder: string, text: string, name = "tickers.csv"): string {
  const path = `${folder}/${name}`;
  Deno.writeTextFileSync(path, text);
  return path;
}
