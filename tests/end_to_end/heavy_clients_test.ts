/**
 * Clients that are too dear to install every day, unchanged, against the strict dialect of our service: a first and a
 * second question of each, at night only. Their packages are installed for the test: see `tests/clients/heavy*.txt`.
 */
import { ok } from "../assert.ts";
import { CASES } from "../clients/clean.ts";
import type { Connection, Outcome } from "../clients/client.ts";
import { outcomeKey, runPythonClients } from "../clients/python_clients.ts";
import { startService } from "../clients/served.ts";
import { hasProgram, PYTHON, testOnNightsAlone } from "../needs.ts";

const FOLDER = new URL("../clients/", import.meta.url).pathname;
const ASKED = CASES.filter(({ name }) => ["question", "second question"].includes(name));

/** Requirements that fit into one environment, one package of them, and the clients of it. */
const ENVIRONMENTS = [
  { requirements: "heavy.txt", first: "inspect-ai", clients: ["inspect_ai", "dspy", "litellm"] },
  { requirements: "heavy_llama_index.txt", first: "llama-index-core", clients: ["llama-index"] }, // its openai is older
] as const;

/** Why a test is not run; the registry is asked at night only, and for one package: all of them take minutes. */
function missingFor(requirements: string, first: string): string | undefined {
  const isThere = hasProgram(PYTHON, ["-m", "venv", "--help"]) &&
    hasProgram(PYTHON, ["-m", "pip", "index", "versions", first]);
  return isThere ? undefined : `a Python with venv, and a registry that has tests/clients/${requirements}`;
}

/** Serves while something is asked: a service that outlives a test is a leak of it. */
async function serving<T>(ask: (connection: Connection) => Promise<T>): Promise<T> {
  const { url, apiKey, stop } = await startService();
  try {
    return await ask({ baseURL: `${url}/openai/v1`, apiKey, model: "conviction-smart" });
  } finally {
    await stop();
  }
}

async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], env }).output();
  const decoder = new TextDecoder();
  ok(
    success,
    `${program} ${args.join(" ")}:\n${decoder.decode(stdout).slice(-2_000)}${decoder.decode(stderr).slice(-4_000)}`,
  );
}

/** Installs what a file of requirements names into a folder, and returns the Python that has it. */
async function install(requirements: string, folder: string): Promise<string> {
  await run(PYTHON, ["-m", "venv", folder]);
  const python = `${folder}/bin/python`;
  const flags = ["--quiet", "--no-compile", "--no-deps", "--disable-pip-version-check"];
  await run(python, ["-m", "pip", "install", ...flags, "-r", FOLDER + requirements]);
  return python;
}

for (const { requirements, first, clients } of ENVIRONMENTS) {
  const title = `${clients.join(", ")}: a first and a second question are answered`;
  testOnNightsAlone(() => missingFor(requirements, first), title, async (test) => {
    const folder = await Deno.makeTempDir();
    const script = { args: ["heavy_clients.py", ...clients], python: await install(requirements, folder) } as const;
    const outcomes = await serving((connection) => runPythonClients(connection, ASKED, script));
    for (const name of clients) {
      for (const { name: asked, sentence, judge } of ASKED) {
        await test.step(`${name}: ${sentence}`, () => judge(outcomes.get(outcomeKey(name, asked)) ?? {}));
      }
    }
    await Deno.remove(folder, { recursive: true });
  });
}

const PROMPTFOO = "promptfoo@0.123.1";
const NODE = "node@22"; // its engines ask for it
/** An object of a conversation for each turn: how promptfoo asks a second question. Braces of answers stay in variables. */
const CONVERSATION = [
  "[{% for turn in _conversation %}",
  '{"role": "user", "content": {{ turn.input | dump }}}, {"role": "assistant", "content": {{ turn.output | dump }}},',
  "{% endfor %}",
  '{"role": "user", "content": {{ question | dump }}}]',
].join("");

/** It shows what the tools of the service returned before the answer, on a line each. */
const TOOL_RESULT = /^MCP Tool Result \(\w+\): .*\n/gm;

/** What is read of a response of promptfoo. */
interface Evaluated {
  readonly error?: string;
  readonly response?: {
    readonly output: string;
    readonly raw: { readonly status: string; readonly output: readonly { readonly type: string }[] };
  };
}

function missingForPromptfoo(): string | undefined {
  const isThere = [PROMPTFOO, NODE].every((name) => hasProgram("npm", ["view", name, "version"]));
  return isThere ? undefined : `npm, and a registry that has ${PROMPTFOO} and ${NODE}`;
}

interface Installed {
  readonly folder: string;
  readonly connection: Connection;
}

/** Asks promptfoo, installed in a folder, these questions of one conversation. */
async function evaluate(
  { folder, connection }: Installed,
  questions: readonly string[],
): Promise<readonly Evaluated[]> {
  const { baseURL, apiKey, model } = connection;
  const [asked, answered] = [`${folder}/asked.json`, `${folder}/answered.json`];
  const providers = [{ id: `openai:responses:${model}`, config: { apiBaseUrl: baseURL, apiKey } }];
  const prompts = [{ raw: CONVERSATION, label: "conversation" }];
  const tests = questions.map((question) => ({ vars: { question } }));
  await Deno.writeTextFile(asked, JSON.stringify({ prompts, providers, tests }));
  const program = `${folder}/node_modules/promptfoo/dist/src/entrypoint.js`;
  const flags = ["-c", asked, "-o", answered, "--no-cache", "--no-table"];
  await run(`${folder}/node_modules/node/bin/node`, [program, "eval", ...flags], {
    PROMPTFOO_CONFIG_DIR: folder,
    PROMPTFOO_DISABLE_TELEMETRY: "1",
    PROMPTFOO_DISABLE_UPDATE: "1",
    PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
  });
  return JSON.parse(await Deno.readTextFile(answered)).results.results;
}

function outcomeOf({ response, error = "no response" }: Evaluated = {}): Outcome {
  if (response === undefined) return { failure: { kind: "Error", status: 0, message: error } };
  const text = response.output.replaceAll(TOOL_RESULT, "");
  const count = (kind: string) => response.raw.output.filter(({ type }) => type === kind).length;
  const calls = { ownCalls: count("function_call"), serviceCalls: count("mcp_call") };
  const { status: finish } = response.raw;
  return { shown: { text, finalText: text, pieces: 1, finish, turns: 1, ...calls, warnings: [] } };
}

testOnNightsAlone(missingForPromptfoo, "promptfoo: a first and a second question are answered", async (test) => {
  const folder = await Deno.makeTempDir();
  await run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "--silent", PROMPTFOO, NODE]);
  const questions = ASKED.map((one) => one.questions.at(-1) ?? "");
  const evaluated = await serving((connection) => evaluate({ folder, connection }, questions));
  for (const [index, { sentence, judge }] of ASKED.entries()) {
    await test.step(`promptfoo: ${sentence}`, () => judge(outcomeOf(evaluated[index])));
  }
  await Deno.remove(folder, { recursive: true });
});
