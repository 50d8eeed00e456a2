// deno-lint-ignore-file no-console -- a benchmark prints
/**
 * What a language model that answers at once adds to an answer, as our own time: `deno task dev model:bench [RUNS]`.
 *
 * One process asks the embedded service the same kind of question without and with a model, in turn. The scripted
 * server runs in another process, so that its processor time is not ours. Equal questions share an answer, so each
 * differs by a word that changes nothing.
 */
import process from "node:process";
import { createClient } from "../../src/client/client.ts";
import { networkFetch } from "../../src/setup/network.ts";
import { newId } from "../../src/setup/host.ts";
import { openEmbedded } from "../../src/setup/embedded.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import { choosingReply } from "../../tests/model/choosing_reply.ts";
import { modelSettings, startModelServer } from "../../tests/model/model_server.ts";
import { openModel } from "./adapter.ts";

const KEY = "sk-of-the-model-bench";
/** Most that a model may add, of our own time. */
const GOAL_MS = 50;
const RUNS = 60;
const WARM = 10;
const NEVER = new AbortController().signal;
const TICKERS = ["AAPL", "ADBE", "AMZN", "GOOGL", "IBM", "MSFT"] as const;

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

/** Starts the server in a process of its own. */
async function startServing() {
  const task =
    "run -q --no-check --config packages/model/deno.json --allow-net=127.0.0.1 packages/model/bench.ts serve";
  const child = new Deno.Command("deno", { args: task.split(" "), stdin: "piped", stdout: "piped" }).spawn();
  const printed = child.stdout.getReader();
  const { value } = await printed.read();
  return {
    url: new TextDecoder().decode(value).trim(),
    async [Symbol.asyncDispose]() {
      await child.stdin.close();
      await printed.cancel();
      await child.status;
    },
  };
}

/** Milliseconds of wall and of processor time that some work takes. */
async function timed(work: () => Promise<unknown>) {
  const wall = performance.now();
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return { wallMs: performance.now() - wall, cpuMs: (user + system) / 1_000 };
}

type Took = Awaited<ReturnType<typeof timed>>;

/** The medians of some times. */
function medians(all: readonly Took[]): string {
  const [wall, cpu] = (["wallMs", "cpuMs"] as const).map((name) =>
    all.map((one) => one[name]).toSorted((one, other) => one - other)[all.length >> 1]?.toFixed(1)
  );
  return `${wall} ms of wall time, ${cpu} ms of processor time`;
}

async function measure(runs: number): Promise<void> {
  await using server = await startServing();
  const settings = modelSettings(server.url);
  let calls = 0;
  const counting: typeof networkFetch = (url, init) => (calls++, networkFetch(url, init));
  const ask = openModel(settings, { fetch: counting, clock: systemClock });
  const options = { data: undefined, apiKeys: [KEY] };
  await using plain = await openEmbedded(options);
  await using assisted = await openEmbedded({ ...options, model: { terms: settings.terms, ask } });
  const asking = ({ fetch }: typeof plain) => {
    const client = createClient({ baseUrl: "http://embedded.invalid", apiKey: KEY, fetch, clock: systemClock, newId });
    return (input: string) => client.reason(input);
  };
  const works = {
    single: async () => {
      const reply = await ask({ messages: [{ role: "user", text: "Hello?" }], maxTokens: 64, withinMs: 60_000 }, NEVER);
      if (reply.failure !== undefined) throw new Error(`a call of the bench fails: ${reply.message}`);
    },
    without: asking(plain),
    with: asking(assisted),
  };
  const took = { single: [] as Took[], without: [] as Took[], with: [] as Took[] };
  const names = ["single", "without", "with"] as const;
  for (let run = -WARM; run < runs; run++) {
    if (run === 0) calls = 0;
    const input = `Analyse ${TICKERS[Math.abs(run) % TICKERS.length]} ${"please ".repeat(Math.abs(run) % 7)}(${run})`;
    for (const name of run % 2 === 0 ? names : names.toReversed()) {
      const one = await timed(() => works[name](input));
      if (run >= 0) took[name].push(one);
    }
  }
  const perAnswer = calls / runs - 1; // one of each run is the single call
  const differences = took.with.map(({ wallMs, cpuMs }, at) => {
    const { wallMs: wall = 0, cpuMs: cpu = 0 } = took.without[at] ?? {};
    return { wallMs: wallMs - wall, cpuMs: cpuMs - cpu };
  });
  console.log(`One call of a model on this machine that answers at once, medians of ${runs}: ${medians(took.single)}`);
  console.log(`An answer, medians of ${runs}: ${perAnswer.toFixed(1)} calls of the model each`);
  console.log(`  without: ${medians(took.without)}`);
  console.log(`  with:    ${medians(took.with)}`);
  const added = `${medians(differences)} (goal: at most ${GOAL_MS} ms)`;
  console.log(`  added:   ${perAnswer === 0 ? "NOT MEASURED, no answer called the model" : added}`);
}

const [what = ""] = Deno.args;
if (what === "serve") await serve();
else await measure(Number(what) || RUNS);
