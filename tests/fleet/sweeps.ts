/** Runs of a fleet in which something dies, keeps to a rate, or is much; what is counted of each, and what is wrong. */
import { openPostgres } from "../../packages/fleet/postgres.ts";
import { randomFrom } from "../bench/simulated_service.ts";
import { grantedIn, keepGrants } from "./grants.ts";
import { listFolder, mostInASecond, statusesOf } from "./list_folder.ts";
import { countingService, type FleetProcess, fleetProcess, screenAlone } from "./processes.ts";
import { type ScratchPostgres, scratchPostgres } from "./scratch_postgres.ts";

/** The sweep of kills: two workers, each with so many requests under way. */
const SWEEP = { rows: 200, answerMs: 700, concurrency: 32, outageMs: 1_000 };
const MOST_STARTS = 20;
const RATE = { rows: 120, perSecond: 5, workers: 3 };
/** Of processor time, in a second, on Linux. */
const TICKS = 100;
const LOAD = { answerMs: 1_000, underWay: 256 };
/** The longest that one process of the load may take beyond its rows. */
const LOAD_GRACE_MS = 600_000;

/** What is said of a run. */
export interface RunFigures {
  readonly line: string;
  /** What must not be; empty where nothing is wrong. */
  readonly wrong: readonly string[];
}

/** What a run over many rows came to. */
export interface LoadFigures extends RunFigures {
  /** Rows per second, as a share of concurrency over latency. */
  readonly share: number;
  /** Most memory of each worker, in MB; NaN where the system does not say. */
  readonly memoryMb: readonly number[];
}

/** Each word whose condition holds. */
function wordsOf(wrong: readonly (readonly [word: string, isWrong: boolean])[]): readonly string[] {
  return wrong.filter(([, isWrong]) => isWrong).map(([word]) => word);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const screenArgs = (serviceUrl: string, ...more: readonly string[]) => [
  ...["list.csv", "--files", "none", "--base-url", serviceUrl, "--out", "out", "--quiet", ...more],
];
const workArgs = (serviceUrl: string, concurrency: number) => [
  ...["--base-url", serviceUrl, "--concurrency", String(concurrency)],
];

/** `theses.csv` of one process for so many rows. */
async function thesesAlone(rows: number): Promise<string> {
  await using list = await listFolder(rows);
  await using service = await countingService(0);
  return (await screenAlone(list.folder, service.url)).theses;
}

/** A worker and the server are killed in the same run, at moments that the seed decides. */
export async function killedRun(seed: number): Promise<RunFigures> {
  const { rows, answerMs, concurrency, outageMs } = SWEEP;
  const random = randomFrom(seed);
  const honoursKeys = seed % 2 === 0;
  const moment = () => ({ arrivals: 1 + Math.floor(random() * 0.7 * rows), afterMs: Math.floor(random() * answerMs) });
  const [workerDies, serverDies] = [moment(), moment()];
  await using postgres = await scratchPostgres();
  await using list = await listFolder(rows);
  await using service = await countingService(answerMs, honoursKeys ? ["keys"] : []);
  const place = { folder: list.folder, url: postgres.url };
  await using first = fleetProcess("work", workArgs(service.url, concurrency), place);
  await using second = fleetProcess("work", workArgs(service.url, concurrency), place);
  await using conductor = fleetProcess("screen", screenArgs(service.url, "--shard", "25"), place);
  const early = Promise.race([conductor.ended.then(() => undefined), second.ended]);
  const at = async ({ arrivals, afterMs }: ReturnType<typeof moment>, fault: () => Promise<void> | void) => {
    await service.reached(arrivals);
    await pause(afterMs);
    await fault();
  };
  await Promise.all([
    at(workerDies, () => first.kill("SIGKILL")),
    at(serverDies, async () => {
      await postgres.kill();
      await pause(outageMs);
      await startAgain(postgres);
    }),
  ]);
  const gone = await early;
  if (gone !== undefined) conductor.kill("SIGKILL"); // nobody works on its run any more
  const { code, text } = await conductor.ended;
  const theses = await list.theses().catch(() => "");
  const alone = await thesesAlone(rows);
  const { done = 0, in_doubt: doubts = 0 } = statusesOf(theses);
  const { arrivals, executions, mostOfOne, mostExecutions } = await service.counted();
  const when = `worker at ${workerDies.arrivals}+${workerDies.afterMs} ms, server at ${serverDies.arrivals}` +
    `+${serverDies.afterMs} ms`;
  const keys = honoursKeys ? "keys" : "no keys";
  return {
    line: `seed ${seed}, ${keys}, ${when}: ${done} done, ${doubts} in doubt, ${arrivals} sent, ${executions} executed`,
    wrong: wordsOf([
      [`lost (exit ${code}) ${text.trim()}`, done + doubts !== rows],
      [`the other worker ended by itself, exit ${gone?.code} ${gone?.text.trim()}`, gone !== undefined],
      ["in doubt although keys are honoured", honoursKeys && doubts > 0],
      ["more in doubt than a worker has under way", doubts > concurrency],
      ["sent twice", !honoursKeys && mostOfOne !== 1],
      ["executed twice", mostExecutions !== 1],
      ["theses.csv differs", !isOf(theses, alone)],
    ]),
  };
}

/** A server that was killed lets go of its memory when its last process has ended: until then it does not start. */
async function startAgain(postgres: ScratchPostgres): Promise<void> {
  for (let tries = 1;; tries++) {
    try {
      return await postgres.start();
    } catch (error) {
      if (tries === MOST_STARTS) throw error;
      await pause(SWEEP.outageMs);
    }
  }
}

/** Whether a file has the lines of one process, except those in doubt. */
function isOf(theses: string, alone: string): boolean {
  const expected = alone.split("\n");
  const lines = theses.split("\n");
  return lines.length === expected.length &&
    lines.every((line, at) => line === expected[at] || line.split(",")[2] === "in_doubt");
}

/** Three workers under one rate. */
export async function rateRun(): Promise<RunFigures> {
  const { rows, perSecond, workers } = RATE;
  await using postgres = await scratchPostgres();
  await using list = await listFolder(rows);
  await using service = await countingService(200);
  await using sql = openPostgres(postgres.url, { connections: 1 });
  await keepGrants(sql);
  const place = { folder: list.folder, url: postgres.url };
  await using stack = new AsyncDisposableStack();
  for (let at = 0; at < workers; at++) stack.use(fleetProcess("work", workArgs(service.url, 32), place));
  const args = screenArgs(service.url, "--shard", "20", "--rate", `${perSecond}/s`);
  await using conductor = fleetProcess("screen", args, place);
  const { text } = await conductor.ended;
  const { done = 0 } = statusesOf(await list.theses().catch(() => ""));
  const { starts, mostOfOne } = await service.counted();
  const { grants, inASecond } = await grantedIn(sql);
  const seconds = (Math.max(...starts) - Math.min(...starts)) / 1_000;
  return {
    line: `rate ${perSecond}/s: ${done} done in ${seconds.toFixed(1)} s, at most ${inASecond} starts in a second; ` +
      `${mostInASecond(starts)} arrived in one`,
    wrong: wordsOf([
      [`lost ${text.trim()}`, done !== rows],
      ["sent twice", mostOfOne !== 1],
      ["sent without a grant", grants < starts.length],
      [`over ${perSecond}/s`, inASecond > perSecond],
    ]),
  };
}

/** Many rows without a rate, over so many workers, which have 256 requests under way together. */
export async function load(rows: number, workers: number): Promise<LoadFigures> {
  const { answerMs, underWay } = LOAD;
  await using list = await listFolder(rows);
  const alone = await loadAlone(list.folder, rows);
  await using postgres = await scratchPostgres();
  await using service = await countingService(answerMs);
  const place = { folder: list.folder, url: postgres.url, giveUpMs: LOAD_GRACE_MS + rows * answerMs / 64 };
  await using stack = new AsyncDisposableStack();
  const working: FleetProcess[] = [];
  for (let at = 0; at < workers; at++) {
    working.push(stack.use(fleetProcess("work", workArgs(service.url, underWay / workers), place)));
  }
  await using conductor = fleetProcess("screen", screenArgs(service.url), place);
  const { text } = await conductor.ended;
  const memoryMb = await Promise.all(working.map(peakMb));
  const worked = await sumOf(working.map(({ pid }) => processorSeconds(pid)));
  const [first, ...others] = await postgres.processes();
  const served = await sumOf([
    processorSeconds(first, "ended"),
    ...[first, ...others].map((pid) => processorSeconds(pid)),
  ]);
  const theses = await list.theses().catch(() => "");
  const { done = 0 } = statusesOf(theses);
  const { starts, mostOfOne } = await service.counted();
  const rate = rateOf(starts);
  const share = rate / (underWay / (answerMs / 1_000));
  await using sql = openPostgres(postgres.url, { connections: 1 });
  const [{ mb } = {}] = await sql.query("SELECT pg_total_relation_size('conviction_fleet.requests') / 1e6 AS mb");
  return {
    ...{ share, memoryMb },
    line:
      `${workers} workers: ${done} of ${rows} rows, ${rate.toFixed(0)} rows/s, ${
        share.toFixed(2)
      } of concurrency/latency; peak RSS of ` +
      `the workers ${memoryMb.map((mb) => mb.toFixed(0)).join(", ")} MB; processor time a row: workers ${
        perRow(worked, rows)
      }, ` +
      `server ${perRow(served, rows)}; table of ${
        Number(mb).toFixed(0)
      } MB; one process with as many under way: ${alone.line}`,
    wrong: wordsOf([
      [`lost ${text.trim()}`, done !== rows],
      ["sent twice", mostOfOne !== 1],
      ["theses.csv differs", theses !== alone.theses],
    ]),
  };
}

/** The same rows by one process, which has as many requests under way as all workers have. */
async function loadAlone(folder: string, rows: number) {
  const { answerMs, underWay } = LOAD;
  await using service = await countingService(answerMs);
  const before = await processorSeconds("self", "ended");
  const { theses } = await screenAlone(folder, service.url, { concurrency: underWay });
  const worked = await processorSeconds("self", "ended") - before;
  const { starts } = await service.counted();
  return { theses, line: `${rateOf(starts).toFixed(0)} rows/s, ${perRow(worked, rows)} a row` };
}

/** Rows per second from the first start to the last answer. @param starts In milliseconds. */
function rateOf(starts: readonly number[]): number {
  // A loop: as many arguments as rows are too many for a call.
  const [first, last] = [starts.reduce((a, b) => Math.min(a, b)), starts.reduce((a, b) => Math.max(a, b))];
  return 1_000 * starts.length / (last - first + LOAD.answerMs);
}

async function sumOf(numbers: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(numbers)).reduce((sum, number) => sum + number, 0);
}

function perRow(seconds: number, rows: number): string {
  return `${(1_000 * seconds / rows).toFixed(2)} ms`;
}

/** Processor time that a process has used, or those that it started and that have ended, in seconds. */
async function processorSeconds(pid: number | "self", of: "itself" | "ended" = "itself"): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // from the third field on
  const [user, system] = of === "itself" ? fields.slice(11, 13) : fields.slice(13, 15);
  return (Number(user) + Number(system)) / TICKS;
}

/** Most memory that a process had, in MB, as Linux counts it. */
async function peakMb({ pid }: FleetProcess): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => "");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? NaN) * 1_024 / 1e6;
}
