import { type ResearchPort, screen } from "conviction/batch";
import type { ReasoningRequest } from "../../src/protocol/reasoning.ts";
import { answerTo } from "../batch/fake_research.ts";
import { efficiencyOf, measureRun, OURS, type RunSetting } from "./cpu_bench.ts";

const LATENCY_S = 1;
const ROUNDS = 16;
const CONCURRENCIES = [64, 256] as const;
/** The most that a screen accepts. */
const MOST_AT_ONCE = 2_000;

/** A figure: the reached share of what is possible, 0 to 1. */
export interface BenchFigure {
  readonly name: string;
  readonly ratio: number;
  readonly detail: string;
}

/**
 * Rows per second over concurrency / latency, with replies of one second and of 50 ms, durability on, files off; then the
 * most at once, with replies of 10 s. `cpu_bench.ts 4000 2000 60000` measures it with replies of a minute.
 */
export async function screenBench(): Promise<BenchFigure[]> {
  const figures: BenchFigure[] = [];
  for (const concurrency of CONCURRENCIES) {
    figures.push(await measure("in process", concurrency, inProcess()));
    for (const delayMs of [LATENCY_S * 1000, 50]) {
      figures.push(await overLoopback({ rows: concurrency * 1000 * ROUNDS / delayMs, concurrency, delayMs }));
    }
  }
  figures.push(await overLoopback({ rows: 2 * MOST_AT_ONCE, concurrency: MOST_AT_ONCE, delayMs: 10_000 }));
  return figures;
}

/** With a service in its own process, so that its time does not count as ours. */
async function overLoopback(setting: RunSetting): Promise<BenchFigure> {
  const { rows, concurrency, delayMs } = setting;
  const report = await measureRun(OURS, setting);
  const usPerRow = (report.cpuMs * 1000 / rows).toFixed(0);
  const detail = `${rows} rows in ${report.seconds.toFixed(2)} s, ${usPerRow} us CPU a row, peak ${
    report.peakMiB.toFixed(0)
  } MiB`;
  return {
    name: `screen over loopback, ${concurrency} at once, ${delayMs} ms replies`,
    ratio: efficiencyOf(report, setting),
    detail,
  };
}

/** Answers like a slow service, without a network. */
function inProcess(): ResearchPort {
  return {
    reason: async (request) => {
      await new Promise((resolve) => setTimeout(resolve, LATENCY_S * 1000));
      return answerTo(request as ReasoningRequest);
    },
    download: () => Promise.reject(new Error("no files here")),
  };
}

async function measure(where: string, concurrency: number, research: ResearchPort): Promise<BenchFigure> {
  const count = concurrency * ROUNDS;
  const rows = Array.from({ length: count }, (_, at) => ({ ticker: `T${at}`, company: `Company ${at}` }));
  const folder = await Deno.makeTempDir();
  let firstMs = Infinity;
  let done = 0;
  const startMs = performance.now();
  const outcomes = screen(rows, research, {
    ...{ folder, concurrency, files: "none" },
    onEvent: ({ type }) => type === "started" ? firstMs = Math.min(firstMs, performance.now()) : undefined,
  });
  for await (const { status } of outcomes) if (status === "done") done++;
  const endMs = performance.now();
  await Deno.remove(folder, { recursive: true });
  if (done !== count) throw new Error(`Cannot measure: ${done} of ${count} rows done`);
  const ratio = count / ((endMs - startMs) / 1000) / (concurrency / LATENCY_S);
  const sending = count / ((endMs - firstMs) / 1000) / (concurrency / LATENCY_S);
  const detail = `${count} rows in ${((endMs - startMs) / 1000).toFixed(2)} s; from the first send ${
    sending.toFixed(3)
  }`;
  return { name: `screen ${where}, ${concurrency} at once, 1 s replies`, ratio, detail };
}

if (import.meta.main) {
  for (const { name, ratio, detail } of await screenBench()) {
    // deno-lint-ignore no-console -- a bench prints
    console.log(`${name}: ${ratio.toFixed(3)} of concurrency/latency (${detail})`);
  }
}
