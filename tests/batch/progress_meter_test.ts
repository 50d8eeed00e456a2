import { equal } from "../assert.ts";
import { ProgressMeter } from "../../src/batch/send/progress_meter.ts";
import type { Outcome } from "conviction/batch";
import { manualClock } from "../fixtures/manual_clock.ts";

const FAILED = { status: "failed", input: { row: 1, line: 2, ticker: "IBM", cells: ["IBM"] } } as unknown as Outcome;

/** A meter of a run of so many rows whose first request leaves after 30 s of reading. */
function meterOf(rows: number) {
  const clock = manualClock();
  const none = { done: 0, partial: 0, failed: 0, invalid: 0, in_doubt: 0, skipped: 0 };
  const meter = new ProgressMeter(clock, { rows, statuses: { ...none, pending: rows } });
  clock.advance(30_000);
  meter.started();
  const finish = (count: number, everyMs: number) => {
    for (let at = 0; at < count; at++) {
      clock.advance(everyMs);
      meter.settled(FAILED);
    }
  };
  return { clock, meter, finish };
}

const ENOUGH: readonly (readonly [rows: number, least: number])[] = [[3, 3], [8, 3], [60, 3], [200, 10], [
  1_000_000,
  20,
]];

for (const [rows, least] of ENOUGH) {
  Deno.test(`the meter of ${rows} rows says how long the others take after ${least}, not before`, () => {
    const { meter, finish } = meterOf(rows);
    finish(least - 1, 1000);
    equal(meter.read().secondsLeft, undefined);
    finish(1, 1000);
    equal(meter.read().secondsLeft, rows - least);
  });
}

Deno.test("the time before the first request does not count", () => {
  const { meter, finish } = meterOf(200);
  equal(meter.read().rowsPerSecond, 0);
  finish(10, 500);
  equal(meter.read().rowsPerSecond, 2);
});

Deno.test("the rate is that of the last minute, or of the last twenty rows of a slow service", () => {
  const { clock, meter, finish } = meterOf(10_000);
  const rate = () => Number(meter.read().rowsPerSecond.toPrecision(2));
  finish(100, 6000);
  equal(rate(), 0.17);
  finish(7000, 10);
  equal(rate(), 100);
  finish(20, 60_000);
  equal(rate(), 0.017);
  clock.advance(1_200_000);
  equal(rate(), 0.0083);
});
