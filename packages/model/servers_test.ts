/** What small and broken servers do to an answer, as each command, a cell and a client over a port get it: nothing. */
import { deepEqual, equal, match, ok } from "../../tests/assert.ts";
import { once } from "../../tests/once.ts";
import { manualClock } from "../../tests/fixtures/manual_clock.ts";
import { choosingReply } from "../../tests/model/choosing_reply.ts";
import {
  type Asked,
  modelEnv,
  type ModelServerOptions,
  modelSettings,
  soon,
  stalling,
  startModelServer,
  textChunk,
} from "../../tests/model/model_server.ts";
import { parted } from "../../tests/model/parted.ts";
import type { AskModel } from "../../src/agent/model_port.ts";
import { parse } from "@std/csv";
import { createClient } from "../../src/client/client.ts";
import type { Fetch } from "../../src/client/send.ts";
import { askCommand } from "../../src/commands/ask_command.ts";
import { modelCommand } from "../../src/commands/model_command.ts";
import { screenCommand } from "../../src/commands/screen_command.ts";
import { thisHost } from "../../src/commands/this_host.ts";
import { startKernel } from "../../src/kernel/kernel.ts";
import { listen } from "../../src/door/listen.ts";
import { openEmbedded } from "../../src/setup/embedded.ts";
import type { ModelSettings } from "../../src/setup/model_settings.ts";
import { openModel } from "./adapter.ts";

const KEY = "sk-of-the-servers-test";
const ASK = "Analyse AAPL";

type Reply = NonNullable<ModelServerOptions["reply"]>;

/** What happens again and again: `next` resolves when `now` is called. */
function happening() {
  let coming = Promise.withResolvers<void>();
  return {
    next: () => coming.promise,
    now: () => {
      coming.resolve();
      coming = Promise.withResolvers();
    },
  };
}

/**
 * The time of an answer. It goes by only while its model is asked, and never before what it brought has arrived: the
 * service answers in turns and through sockets, to which no clock can be handed.
 */
class Time {
  readonly clock = manualClock();
  /** The model's part waits for the next piece of a reply, because it has read one. */
  readonly read = happening();
  readonly #heard = happening();
  /** The call of the model that goes on. */
  #call: symbol | undefined;
  #streams = 0;
  #signs = 0;

  /** Schedules signs of life of the service. */
  readonly schedule = (delayMs: number, callback: () => void) =>
    this.clock.schedule(delayMs, () => {
      this.#signs++;
      callback();
    });

  /** Opens a model in this time. */
  open(settings: ModelSettings): AskModel {
    const schedule = (delayMs: number, callback: () => void) => {
      if (delayMs === settings.waitMs.next) this.read.now();
      return this.clock.schedule(delayMs, callback);
    };
    const ask = openModel(settings, { fetch, clock: { ...this.clock, schedule } });
    return async (request, signal) => {
      this.#call = Symbol();
      return await ask(request, signal).finally(() => this.#call = undefined);
    };
  }

  /** A `fetch` of a client of the service, which hears its pieces. */
  hearing(send: Fetch): Fetch {
    const hear = () => new TransformStream({ transform: (piece, to) => (this.#heard.now(), to.enqueue(piece)) });
    return async (url, init) => {
      const reply = await send(url, init);
      return new Response(reply.body?.pipeThrough(hear()) ?? null, reply);
    };
  }

  /** Work that reads signs of life. */
  async streaming<T>(work: Promise<T>): Promise<T> {
    this.#streams++;
    return await work.finally(() => this.#streams--);
  }

  /** Goes by once; false when the call of the model has ended. */
  async pass(ms: number): Promise<boolean> {
    const call = this.#call;
    const signs = this.#signs;
    const sign = this.#heard.next();
    this.clock.advance(ms);
    if (this.#signs > signs && this.#streams > 0) await soon(sign, "a sign of life");
    await new Promise((resolve) => setTimeout(resolve)); // what has ended is closed
    return this.#call === call;
  }

  /** Goes by until the call of the model has ended. */
  async passAll(): Promise<void> {
    while (await this.pass(15_000));
  }

  /** So many tokens, eight seconds after each. */
  async *drip(tokens: number): AsyncGenerator<string> {
    for (let at = 0; at < tokens; at++) {
      const read = this.read.next();
      yield textChunk("a ");
      await soon(read, "the next read");
      if (!await this.pass(8_000)) return;
    }
    await this.passAll();
  }
}

const choosing: Reply = (asked) => choosingReply(asked, "AAPL");
const endless = function* () {
  for (;;) yield textChunk("a ".repeat(2_000));
};

/** Each server, and what the answer says of it. */
const SERVERS: Readonly<Record<string, (time: Time) => readonly [ModelServerOptions, said: RegExp]>> = {
  "drips a token in 8 s for 300 s": (time) => [
    { reply: () => ({ pieces: time.drip(38), then: "stall" }) },
    /its 300 seconds are spent/,
  ],
  "stalls after its first token": (time) => [
    { reply: () => ({ pieces: time.drip(1), then: "stall" }) },
    /its server sent nothing for 60 s/,
  ],
  "says nothing at all": (time) => [
    { reply: () => (void time.passAll(), "silence") },
    /its 300 seconds are spent/,
  ],
  "writes without end": () => [{ reply: () => ({ pieces: endless() }) }, /its 60000 tokens do not hold another call/],
  "refuses what is longer than its context": () => [{ reply: choosing, context: { tokens: 2_200 } }, /^$/],
  "cuts what is longer than its context": () => [
    { reply: choosing, context: { tokens: 1_100, isCut: true } },
    /^$|context of \d+ tokens is too short|had no room/,
  ],
  "says how long its context is": () => [
    { reply: choosing, context: { tokens: 2_200, isListed: true } },
    /^$/,
  ],
  "hears no tools": () => [{ isDeaf: true, reply: inWords }, /^$/],
  "takes no schema": () => [{ lacks: ["json_schema"], reply: choosing }, /^$/],
  "dies in the middle": () => [
    { reply: () => ({ pieces: [textChunk("a")], then: "cut" }) },
    /the connection to its server broke in the middle of the reply/,
  ],
};

/** Calls in the words of a model without tools. */
function inWords(asked: Asked) {
  const text = JSON.stringify(asked.body.messages);
  if (text.includes("Sentences:")) return choosingReply(asked, "AAPL");
  const isDone = text.includes("Results of the calls");
  return text.includes("no function calling") && !isDone
    ? '{"calls":[{"name":"price_history","arguments":{"ticker":"AAPL"}}]}'
    : '{"calls": []}';
}

function clientOf(baseUrl: string, send: Fetch, clock = manualClock()) {
  return createClient({ baseUrl, apiKey: KEY, fetch: send, clock, newId: () => crypto.randomUUID() });
}

/** The answer without a model. */
const alone = once(async () => {
  await using plain = await openEmbedded({ data: undefined, apiKeys: [KEY] });
  const research = clientOf("http://embedded.invalid", plain.fetch);
  const result = await research.reason(ASK);
  const { reasoning } = result.agent_thesis;
  return { ...parted(result), reasoning, text: (await research.stream(ASK).final()).text };
});

/** A command without a model, or with one in the time that is handed in. */
async function command([name = "", ...rest]: readonly string[], model?: { readonly time: Time; readonly url: string }) {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/list.csv`, "ticker\nAAPL\nIBM\n");
  const env: Readonly<Record<string, string>> = model === undefined ? {} : modelEnv(model.url);
  const output = { isTerminal: false, width: 100, text: "", write: (text: string) => void (output.text += text) };
  const silent = { ...output, write: () => {} };
  const { signal } = new AbortController();
  const onInterrupt = () => ({ stop: signal, giveUp: signal, close: () => {} });
  const host = { ...thisHost(), folder, out: output, err: silent, env: (name: string) => env[name], onInterrupt };
  const code = model === undefined
    ? await (name === "ask" ? askCommand : screenCommand)(rest, host)
    : await modelCommand([name, ...rest], { ...host, openModel: (settings) => model.time.open(settings) });
  equal(code, 0);
  const text = name === "ask" ? "ticker" : await Deno.readTextFile(`${folder}/out/theses.csv`);
  const rows: readonly Readonly<Record<string, string>>[] = parse(text, { skipFirstRow: true });
  await Deno.remove(folder, { recursive: true });
  return {
    out: output.text,
    rows: rows.map((row) => Object.entries(row).filter(([name]) => !name.startsWith("model"))),
  };
}

const SCREEN = ["screen", "list.csv", "--out", "out", "--files", "none", "--concurrency", "1"];
/** Rows without a model. */
const rowsAlone = once(async () => (await command(SCREEN)).rows);

/** The service with a model, and its door. */
async function serving(url: string, time: Time) {
  const settings = modelSettings(url);
  const model = { terms: settings.terms, ask: time.open(settings), schedule: time.schedule };
  const embedded = await openEmbedded({ data: undefined, apiKeys: [KEY], model });
  const door = await listen(embedded.service, { port: 0, limits: { graceMs: 1 } });
  return {
    embedded,
    url: door.url,
    async [Symbol.asyncDispose]() {
      await door.close();
      await embedded.close();
    },
  };
}

for (const [what, open] of Object.entries(SERVERS)) {
  Deno.test(`a server that ${what} costs an answer nothing, in ask, screen and serve, and is let go of`, async () => {
    const time = new Time();
    const [options, said] = open(time);
    await using server = startModelServer(options);
    const { thesis: fixed, text } = await alone();
    {
      await using served = await serving(server.url, time);
      const within = clientOf("http://embedded.invalid", time.hearing(served.embedded.fetch), time.clock);
      for (const research of [clientOf(served.url, time.hearing(fetch), time.clock), within]) {
        const answer = await time.streaming(research.stream(ASK).final());
        ok(answer.text.startsWith(text), "the fixed answer comes first, and whole");
        ok(answer.thesis);
        const { report } = parted(answer.thesis);
        ok(report);
        match((report.notes ?? []).join(" "), said);
        if (said.source === "^$") equal(report.answer.length, 1, JSON.stringify(report));
        equal(parted(await research.reason(ASK)).thesis, fixed);
      }
    }
    equal(server.asked.filter(({ path }) => path === "/v1/models").length, 1);
    const model = { time, url: server.url };
    const asked = JSON.parse((await command(["ask", ASK, "--json"], model)).out);
    const { thesis, report } = parted(asked.thesis);
    deepEqual([asked.state, thesis], ["completed", fixed]);
    match((report?.notes ?? []).join(" "), said);
    deepEqual((await command(SCREEN, model)).rows, await rowsAlone());
    // whose reply never began is not seen to be let go of
    if (what !== "says nothing at all") await soon(Promise.all(server.asked.map(({ closed }) => closed)), "the end");
  });
}

Deno.test("a cell has its thesis whatever the model's server does, and lets go of it when it is stopped", async () => {
  await using kernel = await startKernel({ folder: "notebooks" });
  const run = async (code: string) => JSON.stringify((await kernel.execute(code)).outputs());
  const reason = ({ url }: { readonly url: string }) =>
    `await connect(${JSON.stringify({ baseUrl: url, apiKey: KEY })}).reason(${JSON.stringify(ASK)})`;
  await run('import { connect } from "conviction";');
  const { reasoning } = await alone();
  for (const [what, open] of Object.entries(SERVERS)) {
    const time = new Time();
    await using server = startModelServer(open(time)[0]);
    await using served = await serving(server.url, time);
    const shown = await run(`console.log((${reason(served)}).agent_thesis.reasoning === ${JSON.stringify(reasoning)})`);
    match(shown, /"true\\n"/, what);
  }
  const { arrived, reply } = stalling();
  await using server = startModelServer({ reply });
  await using served = await serving(server.url, new Time());
  const stopped = run(reason(served));
  const { closed } = await arrived;
  kernel.interrupt();
  await closed; // never, where it is not let go of
  match(await stopped, /it was stopped; nothing is lost/);
});
