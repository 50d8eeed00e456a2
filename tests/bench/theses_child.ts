/** Asks about each name of a data folder in one process: `theses_child.ts FOLDER`; prints a {@linkcode ThesesReport}. */
import { createAnalyst } from "../../src/agent/analyst.ts";
import type { Agent, AgentPorts } from "../../src/agent/ports.ts";
import { openFolder } from "../../src/data/prices/folder.ts";
import { ROUTES } from "../../src/protocol/route.ts";
import { serveDataset } from "../../src/setup/embedded.ts";
import { verify } from "../../src/verify/verify.ts";

/** Milliseconds of one pass over all names. */
export interface ThesesPass {
  /** Resolving the name, reading its measures, and comparing them. */
  readonly research: number;
  /** Wording the draft. */
  readonly draft: number;
  readonly verify: number;
  /** Cutting the text, and the conclusion. */
  readonly text: number;
}

/** What the child prints. */
export interface ThesesReport {
  readonly names: number;
  /** Milliseconds of the first answer after loading. */
  readonly firstMs: number;
  /** Each name for the first time. */
  readonly first: ThesesPass;
  /** Each name again, by another question. */
  readonly again: ThesesPass;
  /** Milliseconds of a pass through the service, answers as JSON. */
  readonly json: number;
  /** The same, answers as streams of events. */
  readonly events: number;
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
  storeFile: none("store a file"),
};

/** One pass over the names. */
async function pass(agent: Agent, questionOf: (ticker: string) => string): Promise<ThesesPass> {
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

const agent = createAnalyst(ports);
const startMs = performance.now();
for await (const _ of agent({ input: "Analyse AAPL", files: false, signal: new AbortController().signal }));
const firstMs = performance.now() - startMs;
const first = await pass(agent, (ticker) => `Analyse ${ticker}`);
const again = await pass(agent, (ticker) => `Which risks does ${ticker} run?`);

await using embedded = await serveDataset(dataset, { apiKeys: [KEY] });
const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
/** Milliseconds of a pass through the service. */
async function served(path: string, bodyOf: (input: string) => object): Promise<number> {
  const startMs = performance.now();
  for (const { ticker } of companies) {
    const body = JSON.stringify(bodyOf(`What is the outlook for ${ticker}?`));
    const reply = await embedded.fetch(`http://localhost${path}`, { method: "POST", headers, body });
    if (!reply.ok) throw new Error(`Cannot measure: ${await reply.text()}`);
    await reply.text();
  }
  return performance.now() - startMs;
}
await served(ROUTES.reason.path, (input) => ({ input }));
const json = await served(ROUTES.reason.path, (input) => ({ input }));
const events = await served(ROUTES.createResponse.path, (input) => ({ input, stream: true }));
const report: ThesesReport = { names: companies.length, firstMs, first, again, json, events };
// deno-lint-ignore no-console -- its report is its output
console.log(JSON.stringify(report));
