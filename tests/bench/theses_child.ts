/** Asks about each name of a data folder in one process: `theses_child.ts FOLDER`; prints a {@linkcode ThesesReport}. */
import process from "node:process";
import { createAnalyst } from "../../src/agent/analyst.ts";
import type { Agent, AgentPorts } from "../../src/agent/ports.ts";
import { openFolder } from "../../src/data/folder/folder.ts";
import { encodeEvent } from "../../src/protocol/sse.ts";
import { ROUTES } from "../../src/protocol/route.ts";
import { responseEvents } from "../../src/service/response_events.ts";
import { serveDataset } from "../../src/setup/embedded.ts";
import { verify } from "../../src/verify/verify.ts";

/** Elapsed milliseconds of the parts of one pass over all names. */
export interface ThesesParts {
  /** Resolving the name, reading its measures, and comparing them. */
  readonly research: number;
  /** Wording the draft. */
  readonly draft: number;
  readonly verify: number;
  /** Cutting the text, and the conclusion. */
  readonly text: number;
}

/** One pass over all names. */
export interface ThesesPass {
  readonly elapsedMs: number;
  /** Processor time of the process; on a busy machine, elapsed time is noise. */
  readonly cpuMs: number;
}

/** What the child prints. */
export interface ThesesReport {
  readonly names: number;
  /** Milliseconds of the first answer after loading. */
  readonly firstMs: number;
  /** Each name for the first time. */
  readonly first: ThesesPass & { readonly parts: ThesesParts };
  /** Each name again, by another question. */
  readonly again: ThesesPass & { readonly parts: ThesesParts };
  /** Again, through the service, answers as JSON. */
  readonly json: ThesesPass;
  /** Again, each step encoded as events. */
  readonly events: ThesesPass;
}

const KEY = "sk-bench-123456";
const none = (what: string) => () => Promise.reject(new Error(`Cannot ${what}: no files are made here`));

const [folder = ""] = Deno.args;
const dataset = await openFolder(folder);
const { companies } = dataset.at(dataset.asOf);
const spent = { verify: 0 };
const ports: AgentPorts = {
  dataset,
  verify: (draft, view) => {
    const startMs = performance.now();
    try {
      return verify(draft, view);
    } finally {
      spent.verify += performance.now() - startMs;
    }
  },
  runCode: none("run code"),
  drawPriceChart: none("draw"),
  drawItemChart: none("draw"),
  storeFile: none("store a file"),
};

/** Asks about each name, and notes how long each part takes. */
async function partsOf(agent: Agent, questionOf: (ticker: string) => string): Promise<ThesesParts> {
  const times = { research: 0, draft: 0, verify: 0, text: 0 };
  const { signal } = new AbortController();
  for (const { ticker } of companies) {
    let lastMs = performance.now();
    spent.verify = 0;
    for await (const { kind } of agent({ input: questionOf(ticker), files: false, signal })) {
      if (kind !== "verification_started" && kind !== "verification_done" && kind !== "conclusion") continue;
      const nowMs = performance.now();
      const part = kind === "verification_started" ? "research" : kind === "conclusion" ? "text" : "draft";
      times[part] += nowMs - lastMs;
      lastMs = nowMs;
    }
    times.verify += spent.verify;
    times.draft -= spent.verify;
  }
  return times;
}

async function timed<Parts>(work: () => Promise<Parts>): Promise<ThesesPass & { readonly parts: Parts }> {
  const startMs = performance.now();
  const start = process.cpuUsage();
  const parts = await work();
  const { user, system } = process.cpuUsage(start);
  return { elapsedMs: performance.now() - startMs, cpuMs: (user + system) / 1000, parts };
}

const agent = createAnalyst(ports);
const startMs = performance.now();
for await (const _ of agent({ input: "Analyse AAPL", files: false, signal: new AbortController().signal }));
const firstMs = performance.now() - startMs;
const first = await timed(() => partsOf(agent, (ticker) => `Analyse ${ticker}`));
const again = await timed(() => partsOf(agent, (ticker) => `Which risks does ${ticker} run?`));

await using embedded = await serveDataset(dataset, { apiKeys: [KEY] });
const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
const questionOf = (ticker: string) => `What is the outlook for ${ticker}?`;

/** Asks the reasoning operation. */
async function served(): Promise<void> {
  for (const { ticker } of companies) {
    const body = JSON.stringify({ input: questionOf(ticker) });
    const reply = await embedded.fetch(`http://localhost${ROUTES.reason.path}`, { method: "POST", headers, body });
    if (!reply.ok) throw new Error(`Cannot measure: ${await reply.text()}`);
    await reply.text();
  }
}

/** Encodes every step as events; the operation that streams draws charts too, which would hide this. */
async function streamed(): Promise<void> {
  const identity = { model: "bench", background: false, createdAt: 0, extensions: true };
  for (const { ticker } of companies) {
    const steps = agent({ input: questionOf(ticker), files: false, signal: new AbortController().signal });
    const context = { ...identity, responseId: "resp_1", newId: () => "1", nowSeconds: () => 0 };
    for await (const event of responseEvents(steps, context)) encodeEvent(event);
  }
}

await served();
const json = await timed(served);
await streamed();
const events = await timed(streamed);
const report: ThesesReport = { names: companies.length, firstMs, first, again, json, events };
// deno-lint-ignore no-console -- its report is its output
console.log(JSON.stringify(report));
