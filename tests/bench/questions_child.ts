/**
 * Runs `deno task screen` in this process: `questions_child.ts ARGUMENTS`; prints a {@linkcode QuestionsReport} at the
 * end. Reading the memory of a process needs all permissions.
 */
import process from "node:process";
import { thisHost } from "../../src/commands/this_host.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";

/** What the child prints. */
export interface QuestionsReport {
  /** Exit status of the command: 0 when every row is done. */
  readonly status: number;
  /** From the start of the command to its end, with data, plan and files. */
  readonly seconds: number;
  /** Processor time of all threads. */
  readonly cpuSeconds: number;
  /** Resident MiB, every half a second. */
  readonly memory: readonly number[];
  /** Most resident MiB. */
  readonly peakMiB: number;
}

const SAMPLE_MS = 500;

/** A line of this process's status, in MiB. */
function statusMiB(name: "VmRSS" | "VmHWM"): number {
  const lines = Deno.readTextFileSync("/proc/self/status");
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(lines)?.[1]) / 1024);
}

const memory: number[] = [];
const startMs = performance.now();
const timer = setInterval(() => memory.push(statusMiB("VmRSS")), SAMPLE_MS);
const status = await screenCommand(Deno.args, thisHost());
clearInterval(timer);
const seconds = (performance.now() - startMs) / 1000;
const { user, system } = process.cpuUsage();
const cpuSeconds = (user + system) / 1e6;
const report: QuestionsReport = { status, seconds, cpuSeconds, memory, peakMiB: statusMiB("VmHWM") };
// deno-lint-ignore no-console -- its report is its output
console.log(JSON.stringify(report));
