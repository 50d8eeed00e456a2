import { deepEqual, equal, ok } from "../assert.ts";
import type { RunRecord } from "../../src/run/manifest.ts";
import type { RunStatus } from "../../src/run/progress.ts";
import { amount } from "../../src/view/progress_line.ts";
import { statusFields, statusLines } from "../../src/view/status_lines.ts";

const NOW = new Date("2024-03-01T22:10:00Z");
const NO_ROWS = { done: 0, partial: 0, failed: 0, invalid: 0, in_doubt: 0, skipped: 0, pending: 0 };

interface Parts {
  readonly record?: Partial<RunRecord>;
  readonly status?: Partial<RunStatus>;
  readonly statuses?: Partial<typeof NO_ROWS>;
}

function statusOf({ record, status, statuses }: Parts): RunStatus {
  const counts = { ...NO_ROWS, ...statuses };
  return {
    folder: "/home/me/runs/tickers/2024-03-01",
    record: {
      ...{ runId: "run-1", input: { name: "tickers.csv", sha256: "" }, fingerprint: "", header: [] },
      ...{ service: { name: "embedded" }, options: { files: "auto" }, startedAt: "2024-03-01T22:00:00Z" },
      ...record,
    },
    state: "stopped",
    progress: {
      rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
      ...{ statuses: counts, inFlight: 0, rowsPerSecond: 0 },
    },
    inDoubt: 0,
    isIdempotent: false,
    ...status,
  };
}

Deno.test("the status of a running run shows its process, its progress and the last thesis", () => {
  const status = statusOf({
    status: {
      state: "running",
      holder: { pid: 4242, since: "2024-03-01T22:00:00Z" },
      progress: {
        ...{ rows: 8, statuses: { ...NO_ROWS, done: 4, pending: 4 }, inFlight: 3, limit: 8 },
        ...{ rowsPerSecond: 2, secondsLeft: 2, spent: 1.2 },
      },
      inDoubt: 2,
      lastEndedAt: "2024-03-01T22:09:48Z",
      lastThesis: { row: 5, ticker: "AA\x1b[31mPL", signal: "bullish", confidence: 0.531 },
    },
  });
  deepEqual(statusLines(status, { folder: "runs/tickers/2024-03-01", now: NOW }), [
    "tickers.csv on embedded, in runs/tickers/2024-03-01. Process 4242 has been running it for 10 min 0 s.",
    "4 of 8 rows: 4 done · 3 of 8 in flight · 2.0 rows/s · 2 s left · 1.20 spent.",
    "2 requests unclear: possibly sent, no answer received. --in-doubt resend:N sends up to N of them again.",
    "Last thesis: AAPL bullish, row 5, 12 s ago.",
  ]);
});

Deno.test("the status of a finished run shows when it ended, and suggests no command when every row is done", () => {
  const finishedAt = "2024-03-01T22:05:00Z";
  const status = statusOf({ status: { state: "finished" }, record: { finishedAt }, statuses: { done: 3 } });
  deepEqual(statusLines(status, { folder: ".", now: NOW }), [
    "tickers.csv on embedded, in .. Finished at 2024-03-01 22:05 UTC.",
    "3 of 3 rows: 3 done.",
  ]);
});

Deno.test("the status of a run that a limit stopped does not call it finished", () => {
  const finishedAt = "2024-03-01T22:05:00Z";
  const status = statusOf({ status: { state: "finished" }, record: { finishedAt }, statuses: { done: 1, skipped: 2 } });
  deepEqual(statusLines(status, { folder: ".", now: NOW }).slice(0, 2), [
    "tickers.csv on embedded, in .. Stopped by a limit at 2024-03-01 22:05 UTC.",
    "1 of 3 rows: 1 done, 2 skipped.",
  ]);
});

Deno.test("the status as JSON has the same content, with the names of the manifest", () => {
  const fields = statusFields(statusOf({ statuses: { done: 1, pending: 2 } }));
  equal(JSON.stringify(Object.keys(fields)).includes("runId"), false);
  deepEqual([fields["run_id"], fields["state"], fields["rows"]], ["run-1", "stopped", 3]);
  equal(fields["go_on"], "deno task -q screen tickers.csv");
});

const COMMANDS: readonly (Parts & { readonly is: string | undefined; readonly when: string })[] = [
  { when: "rows are open", statuses: { pending: 1, done: 1 }, is: "deno task -q screen tickers.csv" },
  { when: "every row is done", statuses: { done: 1 }, is: undefined },
  { when: "only invalid rows are left", statuses: { done: 1, invalid: 1 }, is: undefined },
  { when: "it is running", status: { state: "running" }, statuses: { pending: 1 }, is: undefined },
  {
    when: "rows failed",
    statuses: { done: 1, failed: 1 },
    is: "deno task -q screen /home/me/runs/tickers/2024-03-01/failures.csv",
  },
  {
    when: "rows of a service failed",
    record: { service: { name: "https://research.example" } },
    statuses: { done: 1, failed: 1 },
    is: "CONVICTION_BASE_URL=https://research.example deno task -q screen tickers.csv --retry-failed",
  },
  {
    when: "its flags need quotes, and some were for the first call only",
    record: {
      options: {
        ...{ promptColumn: undefined, asOf: "2017-12-29", "as-of": "2017-12-29", files: "none" },
        new: true,
        out: "my run",
        prompt: "it's {{ticker}}",
      },
    },
    statuses: { pending: 1 },
    is: `deno task -q screen tickers.csv --as-of 2017-12-29 --files none --out 'my run' --prompt 'it'\\''s {{ticker}}'`,
  },
  {
    when: "a limit stopped it",
    record: { options: { limit: "5" } },
    statuses: { done: 5, skipped: 2 },
    is: "deno task -q screen tickers.csv",
  },
  {
    when: "it stopped before its limit",
    record: { options: { limit: "5" } },
    statuses: { done: 3, pending: 2, skipped: 2 },
    is: "deno task -q screen tickers.csv --limit 5",
  },
  {
    when: "a remote service is set by the environment",
    record: { service: { name: "https://research.example" }, options: { model: "big" } },
    statuses: { pending: 1 },
    is: "CONVICTION_BASE_URL=https://research.example deno task -q screen tickers.csv --model big",
  },
  {
    when: "it is that of a night, which is found by its day",
    record: { options: { taskName: "nightly", night: "2026-11-23", "as-of": "2026-11-23" } },
    statuses: { pending: 1 },
    is: "deno task -q nightly tickers.csv --night 2026-11-23 --as-of 2026-11-23",
  },
  {
    when: "it is the sample list, which nobody named",
    record: { options: { listPath: "" } },
    statuses: { pending: 1 },
    is: "deno task -q screen",
  },
  {
    when: "a program used its own service",
    record: { service: { name: "unnamed" } },
    statuses: { pending: 1 },
    is: undefined,
  },
  {
    when: "its rows come from a program",
    record: { input: { name: "rows", sha256: "" } },
    statuses: { pending: 1 },
    is: undefined,
  },
];
for (const { when, is, ...parts } of COMMANDS) {
  Deno.test(`the command that resumes a run when ${when}: ${is}`, () =>
    equal(statusFields(statusOf(parts))["go_on"], is));
}

for (const [value, is] of [[0, "0.00"], [0.004249, "0.0042"], [0.1, "0.10"], [12.346, "12.35"]] as const) {
  Deno.test(`an amount of ${value} is ${is}`, () => equal(amount(value), is));
}

Deno.test("the status says that a resume resolves requests in doubt if the service runs a repeated key once", () => {
  const lines = statusLines(statusOf({ status: { inDoubt: 1, isIdempotent: true } }), {
    folder: "out",
    now: new Date("2024-03-01T23:00:00Z"),
  });
  ok(lines.includes(
    "1 request unclear: possibly sent, no answer received. The service executes a repeated key only once: resuming the run resolves them.",
  ));
});
