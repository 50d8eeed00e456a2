/** Screens a long list with immediate answers, and reports the times; the bench may kill it. */
import { type ResearchPort, screen } from "conviction/batch";
import type { ReasoningRequest, ReasoningResult } from "../../src/protocol/reasoning.ts";

/** A report of the child, one line of JSON. */
export type ChildReport =
  | { readonly at: "begun" | "first_send"; readonly seconds: number; readonly peakMiB: number }
  | {
    readonly at: "ended";
    readonly seconds: number;
    readonly sentSeconds: number;
    readonly peakMiB: number;
    readonly longestTurnMs: number;
  };

const WORDS = "momentum volatility drawdown liquidity revenue margin inventory guidance turnover breadth".split(" ");

/** About 600 bytes, each answer different. */
function answerTo({ input }: ReasoningRequest): ReasoningResult {
  const ticker = /"(\w+)"/.exec(String(input))?.[1] ?? "";
  const number = Number(ticker.slice(1));
  const words = Array.from({ length: 24 }, (_, at) => WORDS[(number >> (at % 20)) % WORDS.length]).join(" ");
  return {
    agent_thesis: {
      signal: "neutral",
      confidence: 0.5 + (number % 50) / 1000,
      reasoning: `${ticker} moves with the market: ${words}.`,
    },
    key_drivers: [`For: ${ticker} outran the index over twelve months`, "Against: its volatility is 31%"],
    risks: ["It may fall by more than 15% within three months"],
    metadata: {
      ...{ subject: ticker, as_of: "2017-12-29", score: ((number * 7919) % 100_003) / 100_003 },
      ...{ drawdown_probability: 0.2, verification: { confidence: 1, claims_total: 12, claims_verified: 12 } },
    },
  };
}

function write(report: ChildReport): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(report)}\n`));
}

/** Peak memory of this process, from the system. */
function peakMiB(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(Deno.readTextFileSync("/proc/self/status"))?.[1]) / 1024;
}

const [folder = "", concurrency = "", killAt = ""] = Deno.args;
const startMs = performance.now();
const seconds = () => (performance.now() - startMs) / 1000;
let sent = 0;
let lastSentSeconds = 0;
const research: ResearchPort = {
  reason: (request) => {
    if (sent++ === 0) write({ at: "first_send", seconds: seconds(), peakMiB: peakMiB() });
    if (sent === Number(killAt)) Deno.kill(Deno.pid, "SIGKILL");
    lastSentSeconds = seconds();
    return Promise.resolve(answerTo(request as ReasoningRequest));
  },
  download: () => Promise.reject(new Error("no files here")),
};

let longestTurnMs = 0;
let lastTurnMs = performance.now();
const turns = setInterval(() => {
  const now = performance.now();
  if (sent > 0) longestTurnMs = Math.max(longestTurnMs, now - lastTurnMs);
  lastTurnMs = now;
}, 5);
const outcomes = screen(`${folder}/tickers.csv`, research, {
  ...{ folder: `${folder}/out`, concurrency: Number(concurrency), files: "none" },
  onEvent: ({ type }) => type === "begun" ? write({ at: "begun", seconds: seconds(), peakMiB: peakMiB() }) : undefined,
});
for await (const _outcome of outcomes);
clearInterval(turns);
write({ at: "ended", seconds: seconds(), sentSeconds: lastSentSeconds, peakMiB: peakMiB(), longestTurnMs });
