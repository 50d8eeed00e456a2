/**
 * Thirteen clients that we did not write, unchanged, against the strict dialect of our service. They are given its
 * address, a key and a model; LangChain is told to use the Responses style, and litellm wants its provider before the
 * model. Others are dearer to install: `tests/end_to_end/heavy_clients_test.ts` has them.
 */
import { throws } from "../assert.ts";
import { agentsClient } from "./agents_client.ts";
import { aiSdkOpenaiClient, aiSdkOpenResponsesClient } from "./ai_sdk_client.ts";
import { CASES, outcomeOf } from "./clean.ts";
import type { Client, Connection, Outcome } from "./client.ts";
import { langchainClient } from "./langchain_client.ts";
import { openaiClient } from "./openai_client.ts";
import { missingPythonClients, outcomeKey, runPythonClients } from "./python_clients.ts";
import { type Served, startService } from "./served.ts";

interface Row {
  /** Its adapter; the clients of PyPI have theirs in `python_clients.py`. */
  readonly client?: Client;
  /** How its user comes from an answer to the bytes of a file: not every client has a download. */
  readonly file: string;
  /** The cases that it is asked. Default: all. */
  readonly cases?: readonly string[];
}

const ASKING = ["question", "second question", "unknown company"];

const ROWS: Readonly<Record<string, Row>> = {
  "openai (npm)": { client: openaiClient, file: "files.content" },
  "@ai-sdk/openai": { client: aiSdkOpenaiClient, file: "kept body, fetch with the key" },
  "@ai-sdk/open-responses": { client: aiSdkOpenResponsesClient, file: "kept body, fetch with the key" },
  "@langchain/openai": { client: langchainClient, file: "metadata, fetch with the key" },
  "@openai/agents": { client: agentsClient, file: "raw response, files.content of its openai" },
  "openai (PyPI)": { file: "files.content" },
  "langchain-openai": { file: "metadata, urllib with the key" },
  "litellm": { file: "litellm.file_content" },
  "openai-agents (PyPI)": { file: "responses.retrieve and files.content of its openai" },
  "pydantic-ai": { file: "responses.retrieve and files.content of its openai" },
  "haystack-ai": { file: "not asked", cases: ASKING },
  "agno": { file: "not asked", cases: ASKING },
  "agent-framework": { file: "not asked", cases: ASKING },
};

const missing = missingPythonClients();
if (missing !== undefined && Deno.env.get("CONVICTION_CI") === "1") {
  throw new Error(`Cannot run the Python clients: they need ${missing}, and CI must have it`);
}

let served: Served;
let connection: Connection;
let ofPython: Promise<ReadonlyMap<string, Outcome>>;
const clean = new Set<string>();

Deno.test.beforeAll(async () => {
  served = await startService();
  connection = { baseURL: `${served.url}/openai/v1`, apiKey: served.apiKey, model: "conviction-smart" };
  // beside the clients of npm, since its imports take longer than its questions
  ofPython = missing === undefined ? runPythonClients(connection, CASES) : Promise.resolve(new Map());
  ofPython.catch(() => {}); // each of its tests says why
});

Deno.test.afterAll(async () => {
  await served.stop();
  console.log(cleanTable());
});

for (const [name, { client, cases }] of Object.entries(ROWS)) {
  const isMissing = client === undefined && missing !== undefined;
  for (const each of CASES.filter((one) => cases?.includes(one.name) ?? true)) {
    const sentence = `${name}: ${each.sentence}`;
    Deno.test({
      name: isMissing ? `${sentence} (NOT RUN: needs ${missing})` : sentence,
      ignore: isMissing,
      fn: async () => {
        const key = outcomeKey(name, each.name);
        const outcome = client ? await outcomeOf(client, connection, each) : (await ofPython).get(key);
        if (outcome === undefined) throw new Error("python_clients.py printed no line for it");
        each.judge(outcome);
        clean.add(key);
      },
    });
  }
}

Deno.test("a text that names the ticker, is as long as an analysis and has no view on the company is not clean", () => {
  const text = `AAPL and its fall: ${"apples are green or red, and fall in autumn. ".repeat(20)}`;
  const counts = { pieces: 2, turns: 1, ownCalls: 0, serviceCalls: 0 };
  const shown = { text, finalText: text, finish: "completed", warnings: [], ...counts };
  for (const { judge } of CASES.filter(({ name }) => /question|stream/.test(name))) throws(() => judge({ shown }));
});

/** Which client is clean in what, how it gets a file, and how many of all are clean; what was not run is not. */
function cleanTable(): string {
  const width = Math.max(...Object.keys(ROWS).map((name) => name.length)) + 2;
  const asked = Object.values(ROWS).reduce((sum, { cases = CASES }) => sum + cases.length, 0);
  const rows = Object.entries(ROWS).map(([name, { client, file, cases }]) => {
    const cells = CASES.map((each) => {
      if (cases?.includes(each.name) === false) return "".padEnd(Math.max(each.name.length, 7) + 2);
      const unclean = client === undefined && missing !== undefined ? "NOT RUN" : "-";
      return (clean.has(outcomeKey(name, each.name)) ? "clean" : unclean).padEnd(Math.max(each.name.length, 7) + 2);
    });
    return name.padEnd(width) + cells.join("") + file;
  });
  const head = "".padEnd(width) + CASES.map(({ name }) => name.padEnd(Math.max(name.length, 7) + 2)).join("") +
    "the file by";
  return ["", head, ...rows, "", `${clean.size} of ${asked} clean`].join("\n");
}
