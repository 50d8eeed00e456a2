/**
 * Clients that are too dear to install every day, unchanged, against the strict dialect of our service: a first and a
 * second question of each, at night only. Their packages are installed for the test: see `tests/clients/heavy*.txt`.
 */
import { match, ok } from "../assert.ts";
import { CASES } from "../clients/clean.ts";
import type { Connection } from "../clients/client.ts";
import { outcomeKey, runPythonClients } from "../clients/python_clients.ts";
import { type Served, startService } from "../clients/served.ts";
import { IS_WHOLE } from "../lanes.ts";
import { hasProgram, PYTHON, testNeeding } from "../needs.ts";

const FOLDER = new URL("../clients/", import.meta.url).pathname;
const ASKED = CASES.filter(({ name }) => ["question", "second question"].includes(name));

/** Requirements that fit into one environment, and the clients of it. */
const ENVIRONMENTS = [
  { requirements: "heavy.txt", clients: ["inspect_ai", "dspy", "litellm"] },
  { requirements: "heavy_llama_index.txt", clients: ["llama-index"] }, // its openai is older
] as const;

const DRY = ["-m", "pip", "install", "--quiet", "--dry-run", "--no-deps", "--disable-pip-version-check"];

/** Why a test is not run; the registry is asked at night only. */
function missingFor(requirements: string): string | undefined {
  if (!IS_WHOLE) return "a night";
  const isThere = hasProgram(PYTHON, ["-m", "venv", "--help"]) &&
    hasProgram(PYTHON, [...DRY, "-r", FOLDER + requirements]);
  return isThere ? undefined : `a Python with venv, and a registry that has tests/clients/${requirements}`;
}

let served: Served | undefined;
let connection: Connection | undefined;
async function connect(): Promise<Connection> {
  served ??= await startService();
  return connection ??= { baseURL: `${served.url}/openai/v1`, apiKey: served.apiKey, model: "conviction-smart" };
}
Deno.test.afterAll(async () => {
  await served?.stop();
});

async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], env }).output();
  const decoder = new TextDecoder();
  ok(
    success,
    `${program} ${args.join(" ")}:\n${decoder.decode(stdout).slice(-2_000)}${decoder.decode(stderr).slice(-4_000)}`,
  );
  return decoder.decode(stdout);
}

for (const { requirements, clients } of ENVIRONMENTS) {
  const names = clients.join(", ");
  testNeeding(missingFor(requirements), `${names}: a first and a second question are answered`, async (test) => {
    const folder = await Deno.makeTempDir();
    await run(PYTHON, ["-m", "venv", folder]);
    const python = `${folder}/bin/python`;
    const install = ["-m", "pip", "install", "--quiet", "--no-compile", "--no-deps", "--disable-pip-version-check"];
    await run(python, [...install, "-r", FOLDER + requirements]);
    const outcomes = await runPythonClients(await connect(), ASKED, { args: ["heavy_clients.py", ...clients], python });
    for (const name of clients) {
      for (const { name: asked, sentence, judge } of ASKED) {
        await test.step(`${name}: ${sentence}`, () => judge(outcomes.get(outcomeKey(name, asked)) ?? {}));
      }
    }
    await Deno.remove(folder, { recursive: true });
  });
}

const PROMPTFOO = "promptfoo@0.123.1";
const NODE = "node@22";

function missingForPromptfoo(): string | undefined {
  if (!IS_WHOLE) return "a night";
  const isThere = hasProgram("npm") && hasProgram("npm", ["view", PROMPTFOO, "version"]);
  return isThere ? undefined : `npm, and a registry that has ${PROMPTFOO}`;
}

testNeeding(missingForPromptfoo(), "promptfoo: a first and a second question are answered", async () => {
  const folder = await Deno.makeTempDir();
  const env = {
    PROMPTFOO_CONFIG_DIR: folder,
    PROMPTFOO_DISABLE_TELEMETRY: "1",
    PROMPTFOO_DISABLE_UPDATE: "1",
    PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
  };
  await run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "--silent", PROMPTFOO, NODE]);
  const { baseURL, apiKey, model } = await connect();
  const config = { apiBaseUrl: baseURL, apiKey };
  const ask = async (prompt: string): Promise<string> => {
    const [asked, told] = [`${folder}/asked.json`, `${folder}/told.json`];
    const providers = [{ id: `openai:responses:${model}`, config }];
    const tests = [{ vars: {}, assert: [{ type: "contains", value: "AAPL" }] }];
    await Deno.writeTextFile(asked, JSON.stringify({ prompts: [{ raw: prompt, label: "asked" }], providers, tests }));
    const program = `${folder}/node_modules/promptfoo/dist/src/entrypoint.js`;
    await run(`${folder}/node_modules/.bin/node`, [
      program,
      "eval",
      "-c",
      asked,
      "-o",
      told,
      "--no-cache",
      "--no-table",
    ], env);
    return JSON.parse(await Deno.readTextFile(told)).results.results[0].response.output;
  };
  const [first, second] = ASKED.map(({ questions }) => questions.at(-1) ?? "");
  const answer = await ask(first ?? "");
  match(answer, /AAPL is (?:up|down) .{500}/s); // the results of tools come first
  const history = [["user", first], ["assistant", answer], ["user", second]];
  match(
    await ask(JSON.stringify(history.map(([role, content]) => ({ role, content })))),
    /About AAPL .{0,150}\bfall\b/s,
  );
  await Deno.remove(folder, { recursive: true });
});
