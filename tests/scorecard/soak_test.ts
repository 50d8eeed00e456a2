/** Scorecard case 25: in a long run with a bad service the counts add up, and memory does not grow. */
import config from "../../deno.json" with { type: "json" };
import { deepEqual, equal, ok } from "../assert.ts";
import { testAtNight } from "../needs.ts";
import { fileURLToPath } from "node:url";
import { openRun, type Outcome } from "conviction/batch";
import { type Delivered, type FaultRule, faultServer } from "../fixtures/fault_server.ts";
import { printFigure } from "./figure.ts";
import { run } from "./strace.ts";

const ROWS = 4_000;
const SAMPLES = 40;
const CONCURRENCY = 16;
const CHILD = fileURLToPath(new URL("soak_child.ts", import.meta.url));
/** As `deno task screen` starts V8. */
const V8_OF_SCREEN = /--v8-flags=(\S+)/.exec(config.tasks.screen)?.[1];
const MEBIBYTE = 1024 * 1024;
/** The first rows fill caches and pools. */
const WARM_ROWS = ROWS / 4;

const RULES: readonly FaultRule[] = [
  { rate: 0.05, then: { kind: "reset", at: "head" } },
  { rate: 0.05, then: { kind: "status", status: 429, retryAfter: { ms: 20 } } },
  { rate: 0.05, then: { kind: "stall", at: "head" } },
  { rate: 0.01, then: { kind: "cut", framing: "length" } },
];

/** What the run reports about itself while it runs. */
interface Sample {
  readonly rows: number;
  readonly rss: number;
  /** Without what V8 keeps in reserve. */
  readonly held: number;
  readonly descriptors: number;
}

/** When a call of the run ended, by the machine's clock. */
interface CallEnd {
  readonly key: string;
  readonly endedAt: number;
}

/**
 * Peak number of concurrent requests at the service, without those that the run had abandoned. The service alone would
 * count too many: an abandoned call frees its slot at once, and its connection closes a moment after the next request
 * has arrived. The run alone would miss requests that its client sends twice.
 */
function mostAtOnce(delivered: readonly Delivered[], ends: readonly CallEnd[]): number {
  const endsByKey = Map.groupBy(ends, ({ key }) => key);
  const changes = delivered.flatMap(({ key, arrivedAt, endedAt = Infinity }) => {
    const givenUpAt = endsByKey.get(key)?.find((call) => call.endedAt >= arrivedAt)?.endedAt ?? Infinity;
    const end = Math.min(endedAt, givenUpAt);
    return end === arrivedAt ? [] : [{ at: arrivedAt, by: 1 }, { at: end, by: -1 }];
  });
  let count = 0;
  let most = 0;
  for (const { by } of changes.toSorted((a, b) => a.at - b.at || a.by - b.by)) most = Math.max(most, count += by);
  return most;
}

/**
 * Growth of y per 1,000 of x, as the median over all pairs of points (Theil and Sen): memory that grows does so between
 * most of them, while a pool that is enlarged once is one step of some MiB, which least squares take for growth.
 */
function slopePerThousand(points: readonly (readonly [x: number, y: number])[]): number {
  return medianOf(points.flatMap(([x, y], at) => points.slice(at + 1).map(([x2, y2]) => 1000 * (y2 - y) / (x2 - x))));
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

/** Attempts of each question, according to the ledger: rows that share a request share its attempts. */
function attemptsIn(outcomes: readonly Outcome[]): Map<string, number> {
  const asked = outcomes.flatMap((row) => row.status === "invalid" ? [] : [row.asked]);
  return new Map(asked.map(({ request, attempts }) => [String(request.input), attempts]));
}

/** An attempt in doubt may not have arrived, if the machine was too busy; every other attempt arrived once. */
function unaccounted(outcomes: readonly Outcome[], delivered: ReadonlyMap<string, number>): string[] {
  const inDoubt = new Set(
    outcomes.flatMap((row) => row.status === "in_doubt" ? [String(row.asked.request.input)] : []),
  );
  return [...attemptsIn(outcomes)].flatMap(([question, attempts]) => {
    const missing = attempts - (delivered.get(question) ?? 0);
    return missing === 0 || (missing === 1 && inDoubt.has(question)) ? [] : [`${question}: ${missing} not delivered`];
  });
}

for (const isIdempotent of [false, true]) {
  const service = isIdempotent ? "that honours keys" : "that repeats a repeated key";
  const name = `scorecard 25: ${ROWS} rows with a bad service ${service} add up, and memory does not grow`;
  testAtNight(name, async () => {
    const folder = await Deno.makeTempDir();
    const list = `${folder}/tickers.csv`;
    await Deno.writeTextFile(list, `ticker\n${Array.from({ length: ROWS }, (_, at) => `T${at}\n`).join("")}`);
    await using server = await faultServer({
      seed: 25,
      isIdempotent,
      latency: { medianMs: 5, sigma: 0.6 },
      rules: RULES,
    });

    // All permissions: counting the descriptors of a process needs them. Otherwise V8 enlarges its young generation in
    // one step of 23 MiB, at any time: of 12,000 rows at the 5,200th.
    ok(V8_OF_SCREEN, "the task screen has no V8 flags");
    const flags = `--v8-flags=--expose-gc,${V8_OF_SCREEN}`;
    const child = [Deno.execPath(), "run", "--quiet", "--no-prompt", "--allow-all", flags, CHILD];
    const args = [list, `${folder}/out`, server.baseUrl, String(CONCURRENCY), String(ROWS / SAMPLES)];
    const { code, stdout, stderr } = await run([...child, ...args]);
    equal(code, 0, stderr);
    const reports = stdout.trim().split("\n").map((line): Sample | CallEnd => JSON.parse(line));
    const samples = reports.filter((report) => "rows" in report);
    const most = mostAtOnce(server.log.questions, reports.filter((report) => "key" in report));
    const { outcomes } = await openRun(`${folder}/out`);
    const { log } = server;

    const counts = Map.groupBy(outcomes, ({ status }) => status);
    const summary = [...counts].map(([status, rows]) => `${rows.length} ${status}`).join(", ");
    const warm = samples.filter(({ rows }) => rows > WARM_ROWS);
    const slope = slopePerThousand(warm.map(({ rows, held }) => [rows, held / MEBIBYTE]));
    const peak = Math.max(...samples.map(({ rss }) => rss)) / MEBIBYTE;
    const descriptors = warm.map((sample) => sample.descriptors);
    const attempts = [...attemptsIn(outcomes).values()].reduce((a, b) => a + b, 0);
    const executions = Math.max(...(isIdempotent ? log.executionsByKey : log.executionsByQuestion).values());
    printFigure(
      25,
      `service ${service}: ${summary}; ${log.questions.length} requests at the service, at most ${most} at once, ` +
        `${attempts} attempts in the ledger, at most ${executions} execution of a request, ` +
        `${slope.toFixed(2)} MiB per 1,000 rows, ${peak.toFixed(0)} MiB at most, ${Math.min(...descriptors)} to ` +
        `${Math.max(...descriptors)} descriptors`,
    );
    equal(outcomes.length, ROWS);
    deepEqual([...counts.keys()].filter((status) => !["done", "failed", "in_doubt"].includes(status)), []);
    deepEqual(unaccounted(outcomes, log.deliveriesByQuestion), []);
    equal(executions, 1, "no request that may have run is sent again");
    const answered = new Set(
      log.questions.filter(({ end }) => end === "answered" || end === "attached").map(({ text }) => text),
    );
    deepEqual(outcomes.filter((row) => row.status === "done" && !answered.has(String(row.asked.request.input))), []);
    ok(most > CONCURRENCY / 2 && most <= CONCURRENCY, `${most} concurrent requests that the run had not abandoned`);
    ok(slope < 1, `${slope} MiB per 1,000 rows`);
    const half = descriptors.length >> 1;
    const grown = medianOf(descriptors.slice(half)) - medianOf(descriptors.slice(0, half));
    ok(grown <= CONCURRENCY / 4, `${grown} more descriptors in the second half: ${descriptors.join()}`);
    await Deno.remove(folder, { recursive: true });
  });
}
