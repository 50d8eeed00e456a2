/**
 * Ten clients that we did not write, unchanged, against the strict dialect of our service. They are given its address,
 * a key and a model; LangChain is told to use the Responses style, and litellm wants its provider before the model.
 */
import { agentsClient } from "./agents_client.ts";
import { aiSdkOpenaiClient, aiSdkOpenResponsesClient } from "./ai_sdk_client.ts";
import { CASES, outcomeOf } from "./clean.ts";
import type { Client, Connection, Outcome } from "./client.ts";
import { langchainClient } from "./langchain_client.ts";
import { openaiClient } from "./openai_client.ts";
import { missingPythonClients, outcomeKey, PYTHON_CLIENTS, runPythonClients } from "./python_clients.ts";
import { type Served, startService } from "./served.ts";

const NPM_CLIENTS: Readonly<Record<string, Client>> = {
  "openai (npm)": openaiClient,
  "@ai-sdk/openai": aiSdkOpenaiClient,
  "@ai-sdk/open-responses": aiSdkOpenResponsesClient,
  "@langchain/openai": langchainClient,
  "@openai/agents": agentsClient,
};
const NAMES = [...Object.keys(NPM_CLIENTS), ...PYTHON_CLIENTS];

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

for (const [name, client] of Object.entries(NPM_CLIENTS)) {
  for (const each of CASES) {
    Deno.test(`${name}: ${each.sentence}`, async () => {
      each.judge(await outcomeOf(client, connection, each));
      clean.add(outcomeKey(name, each.name));
    });
  }
}

for (const name of PYTHON_CLIENTS) {
  for (const each of CASES) {
    const ignore = missing !== undefined;
    const sentence = `${name}: ${each.sentence}`;
    Deno.test({ name: ignore ? `${sentence} (NOT RUN: needs ${missing})` : sentence, ignore }, async () => {
      const outcome = (await ofPython).get(outcomeKey(name, each.name));
      if (outcome === undefined) throw new Error("The script printed no line for it");
      each.judge(outcome);
      clean.add(outcomeKey(name, each.name));
    });
  }
}

/** Which client is clean in what, and how many of them all; what was not run is not clean. */
function cleanTable(): string {
  const width = Math.max(...NAMES.map((name) => name.length)) + 2;
  const rows = NAMES.map((name) => {
    const cells = CASES.map((each) => {
      const word = clean.has(outcomeKey(name, each.name))
        ? "clean"
        : missing && !(name in NPM_CLIENTS)
        ? "NOT RUN"
        : "-";
      return word.padEnd(each.name.length + 2);
    });
    return name.padEnd(width) + cells.join("");
  });
  const head = "".padEnd(width) + CASES.map(({ name }) => `${name}  `).join("");
  return ["", head, ...rows, "", `${clean.size} of ${NAMES.length * CASES.length} clean`].join("\n");
}
