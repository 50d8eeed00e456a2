// deno-lint-ignore-file no-console -- a benchmark prints
/**
 * What a language model that answers at once adds to an answer, as our own time: `deno task dev model:bench [RUNS]`.
 *
 * One process asks the embedded service the same kind of question without and with a model, in turn. The scripted
 * server runs in another process, so that its processor time is not ours. Equal questions share an answer, so each
 * differs by a word that changes nothing.
 */
import process from "node:process";
import { createClient } from "../src/client/client.ts";
import { networkFetch } from "../src/setup/network.ts";
import { newId, random } from "../src/setup/host.ts";
import { openEmbedded } from "../src/setup/embedded.ts";
import { readModelSettings } from "../src/setup/model_settings.ts";
import { systemClock } from "../src/pace/system_clock.ts";
import { choosingReply } from "../tests/model/choosing_reply.ts";
import { startModelServer } from "../tests/model/model_server.ts";
import { openModel } from "./adapter.ts";

const KEY = "sk-of-the-model-bench";
/** Most that a model may add, of our own time. */
const GOAL_MS = 50;
const RUNS = 60;
const WARM = 10;
const NEVER = new AbortController().signal;
const TICKERS = ["AAPL", "ADBE", "AMZN", "GOOGL", "IBM", "MSFT"] as const;

interface Took {
  readonly wallMs: number;
  readonly cpuMs: number;
}

async function serve(): Promise<void> {
  await using server = startModelServer({
    reply: (asked) => {
      const words = asked.body.messages?.map(({ content }) => String(content)).join(" ") ?? "";
      return choosingReply(asked, TICKERS.find((ticker) => words.includes(`Analyse ${ticker}`)) ?? TICKERS[0]);
    },
  });
  console.log(server.url);
  await Deno.stdin.read(new Uint8Array(1)); // until the bench closes it
}

async function measure(runs: number): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-q",
      "--no-check",
      "--config",
      "model/deno.json",
      "--allow-net=127.0.0.1",
      "model/bench.ts",
      "serve",
    ],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const printed = child.stdout.getReader();
  const url = new TextDecoder().decode((await printed.read()).value).trim();
  const env: Readonly<Record<string, string>> = { CONVICTION_LLM_BASE_URL: url, CONVICTION_LLM_MODEL: "small" };
  const settings = readModelSettings((name) => env[name]);
  if (settings === undefined) throw new Error("the settings of the bench are no model");
  let calls = 0;
  const counting: typeof networkFetch = (url, init) => {
    calls++;
    return networkFetch(url, init);
  };
  const ask = openModel(settings, { fetch: counting, clock: systemClock });
  const options = { data: undefined, apiKeys: [KEY] };
  await using plain = await openEmbedded(options);
  await using assisted = await openEmbedded({ ...options, model: { terms: settings.terms, ask } });
  const [without, with_] = [plain, assisted].map(({ fetch }) =>
    createClient({ baseUrl: "http://embedded.invalid", apiKey: KEY, fetch, clock: systemClock, newId, random })
  );
  const took: { without: Took; with: Took }[] = [];
  for (let run = -WARM; run < runs; run++) {
    if (run === 0) calls = 0;
    const input = `Analyse ${TICKERS[Math.abs(run) % TICKERS.length]} ${"please ".repeat(Math.abs(run) % 7)}(${run})`;
    const one = async (research: typeof without): Promise<Took> => {
      const wall = performance.now();
      const cpu = cpuMs();
      await research?.reason(input);
      return { wallMs: performance.now() - wall, cpuMs: cpuMs() - cpu };
    };
    const pair = run % 2 === 0
      ? { without: await one(without), with: await one(with_) }
      : await one(with_).then(async (first) => ({ with: first, without: await one(without) }));
    if (run >= 0) took.push(pair);
  }
  const perAnswer = calls / runs;
  const single: Took[] = [];
  for (let call = -WARM; call < runs; call++) {
    const wall = performance.now();
    const cpu = cpuMs();
    const reply = await ask({ messages: [{ role: "user", text: "Hello?" }], maxTokens: 64, withinMs: 60_000 }, NEVER);
    if (reply.failure !== undefined) throw new Error(`a call of the bench fails: ${reply.message}`);
    if (call >= 0) single.push({ wallMs: performance.now() - wall, cpuMs: cpuMs() - cpu });
  }
  await child.stdin.close();
  await printed.cancel();
  await child.status;
  const of = (all: readonly Took[]) =>
    `${median(all.map(({ wallMs }) => wallMs))} ms of wall time, ${
      median(all.map(({ cpuMs }) => cpuMs))
    } ms of processor time`;
  console.log(`One call of a model on this machine that answers at once, medians of ${runs}: ${of(single)}`);
  console.log(`An answer, medians of ${runs}: ${perAnswer.toFixed(1)} calls of the model each`);
  console.log(`  without: ${of(took.map(({ without }) => without))}`);
  console.log(`  with:    ${of(took.map((one) => one.with))}`);
  const added = took.map((one) => ({
    wallMs: one.with.wallMs - one.without.wallMs,
    cpuMs: one.with.cpuMs - one.without.cpuMs,
  }));
  if (perAnswer === 0) console.log("  added: NOT MEASURED, no answer called the model");
  else console.log(`  added:   ${of(added)} (goal: at most ${GOAL_MS} ms)`);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Number((sorted[sorted.length >> 1] ?? NaN).toFixed(1));
}

const [what = ""] = Deno.args;
if (what === "serve") await serve();
else await measure(Number(what) || RUNS);
