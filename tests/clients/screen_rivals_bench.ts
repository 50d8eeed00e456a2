/**
 * A screen beside a typical script, and beside the smallest program that keeps the same promises,
 * against the same service, each in its own process.
 */
import {
  BAREST,
  efficiencyOf,
  measureRun,
  OURS,
  type Runner,
  type RunReport,
  type RunSetting,
} from "../bench/cpu_bench.ts";

const ROUNDS = 3;
const USUAL: Runner = {
  name: "usual script",
  script: new URL("usual_script.ts", import.meta.url),
  config: new URL("deno.json", import.meta.url),
};
const RUNNERS: readonly Runner[] = [OURS, USUAL, BAREST];
const SETTINGS: readonly RunSetting[] = [
  { rows: 10_000, concurrency: 64, delayMs: 50 },
  { rows: 10_000, concurrency: 256, delayMs: 50 },
  { rows: 640, concurrency: 64, delayMs: 1000 },
  { rows: 2560, concurrency: 256, delayMs: 1000 },
];

/** Prints all as medians; the programs run in turns. */
export async function screenRivals(print: (line: string) => void): Promise<void> {
  for (const setting of SETTINGS) {
    const measured = RUNNERS.map((runner) => ({ runner, reports: [] as RunReport[] }));
    for (let round = 0; round < ROUNDS; round++) {
      for (const { runner, reports } of measured) reports.push(await measureRun(runner, setting));
    }
    const usual = measured.find(({ runner }) => runner === USUAL)?.reports ?? [];
    print(`  ${setting.rows} rows, ${setting.concurrency} at once, replies after ${setting.delayMs} ms`);
    for (const { runner, reports } of measured) {
      const ratio = cpuUsPerRow(reports, setting) / cpuUsPerRow(usual, setting);
      print(`    ${describe(runner, reports, setting)}; ${ratio.toFixed(2)} of the usual script's CPU`);
    }
  }
}

function describe({ name }: Runner, reports: readonly RunReport[], setting: RunSetting): string {
  const reached = median(reports.map((report) => efficiencyOf(report, setting)));
  const peakMiB = median(reports.map((report) => report.peakMiB));
  const usPerRow = cpuUsPerRow(reports, setting);
  return `${name}: ${usPerRow.toFixed(0)} us CPU a row, ${reached.toFixed(3)} of concurrency / latency, ` +
    `peak ${peakMiB.toFixed(0)} MiB`;
}

function cpuUsPerRow(reports: readonly RunReport[], { rows }: RunSetting): number {
  return median(reports.map(({ cpuMs }) => cpuMs * 1000 / rows));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

if (import.meta.main) {
  console.log(`Screen: durability on, files off, median of ${ROUNDS}`);
  await screenRivals((line) => console.log(line));
}
