import { join } from "node:path";

/** The report of a process that sent a list of tickers through a service. */
export interface RunReport {
  readonly done: number;
  readonly seconds: number;
  /** Processor time of the process, without its start. */
  readonly cpuMs: number;
  readonly peakMiB: number;
}

/** A measurement: rows, concurrency and delay of each reply. */
export interface RunSetting {
  readonly rows: number;
  readonly concurrency: number;
  readonly delayMs: number;
}

/** A program that takes `ADDRESS CSV FOLDER CONCURRENCY` and prints a {@linkcode RunReport}. */
export interface Runner {
  readonly name: string;
  readonly script: URL;
  /** The configuration with its packages. */
  readonly config: URL;
}

export const OURS: Runner = {
  name: "conviction",
  script: new URL("cpu_child.ts", import.meta.url),
  config: new URL("../../deno.json", import.meta.url),
};

/** The lower bound for a screen: it keeps the promises, and does nothing else. */
export const BAREST: Runner = { ...OURS, name: "barest program", script: new URL("barest_child.ts", import.meta.url) };

const SERVER = new URL("screen_bench_server.ts", import.meta.url);

/** Sends a list of made-up tickers through a service in a third process. */
export async function measureRun({ script, config, name }: Runner, setting: RunSetting): Promise<RunReport> {
  const folder = await Deno.makeTempDir();
  await using server = await startServer(setting.delayMs);
  try {
    const input = join(folder, "tickers.csv");
    await Deno.writeTextFile(input, tickers(setting.rows));
    const permissions = ["--allow-read", "--allow-write", "--allow-net=127.0.0.1", "--allow-env", "--allow-sys"];
    const { success, stdout, stderr } = await new Deno.Command("deno", {
      args: [
        ...["run", "--no-prompt", "--config", config.pathname, ...permissions],
        ...[script.pathname, server.address, input, join(folder, "out"), String(setting.concurrency)],
      ],
    }).output();
    if (!success) throw new Error(`Cannot measure ${name}: ${new TextDecoder().decode(stderr)}`);
    const report: RunReport = JSON.parse(new TextDecoder().decode(stdout));
    if (report.done === setting.rows) return report;
    throw new Error(`Cannot measure ${name}: ${report.done} of ${setting.rows} rows done`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Rows per second over concurrency / latency: 1 is the upper bound. */
export function efficiencyOf({ seconds }: RunReport, { rows, concurrency, delayMs }: RunSetting): number {
  return rows / seconds / (concurrency / (delayMs / 1000));
}

function tickers(rows: number): string {
  const lines = Array.from({ length: rows }, (_, at) => `T${at},"Company ${at}, Inc."`);
  return `ticker,company\n${lines.join("\n")}\n`;
}

async function startServer(delayMs: number): Promise<AsyncDisposable & { readonly address: string }> {
  const child = new Deno.Command("deno", {
    args: ["run", "--no-prompt", "--allow-net=127.0.0.1", SERVER.pathname, String(delayMs)],
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  return {
    address: `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      while (!(await reader.read()).done);
      await child.status;
    },
  };
}

if (import.meta.main) {
  const [rows = "10000", concurrency = "256", delayMs = "50"] = Deno.args;
  const setting = { rows: Number(rows), concurrency: Number(concurrency), delayMs: Number(delayMs) };
  const report = await measureRun(OURS, setting);
  // deno-lint-ignore no-console -- a bench prints
  console.log({
    ...report,
    cpuUsPerRow: report.cpuMs * 1000 / setting.rows,
    efficiency: efficiencyOf(report, setting),
  });
}
