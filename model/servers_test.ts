/** What small and broken servers do to an answer, as `ask`, a cell, `screen` and a client over a port get it: nothing. */
import { deepEqual, equal, match, ok } from "../tests/assert.ts";
import { once } from "../tests/once.ts";
import { manualClock } from "../tests/fixtures/manual_clock.ts";
import { choosingReply } from "../tests/model/choosing_reply.ts";
import { type Asked, type ModelServerOptions, startModelServer, textChunk } from "../tests/model/model_server.ts";
import { createClient } from "../src/client/client.ts";
import type { Fetch } from "../src/client/send.ts";
import type { ReasoningResult } from "../src/protocol/reasoning.ts";
import { listen } from "../src/door/listen.ts";
import { openEmbedded } from "../src/setup/embedded.ts";
import { readModelSettings } from "../src/setup/model_settings.ts";
import { openModel } from "./adapter.ts";

const KEY = "sk-of-the-servers-test";
const ASK = "Analyse AAPL";

type Clock = ReturnType<typeof manualClock>;
type Reply = NonNullable<ModelServerOptions["reply"]>;

/** Pieces of replies that clients of the service have read. */
const heard = { pieces: 0 };

function hearing(send: Fetch): Fetch {
  const count = () => new TransformStream({ transform: (piece, to) => (heard.pieces++, to.enqueue(piece)) });
  return async (url, init) => {
    const reply = await send(url, init);
    return new Response(reply.body?.pipeThrough(count()) ?? null, reply);
  };
}

/** Lets time go by, and a heartbeat that it brings arrive: the service answers in threads and through sockets. */
async function pass(clock: Clock, ms: number): Promise<void> {
  const before = heard.pieces;
  clock.advance(ms);
  for (let turn = 0; turn < 25 && heard.pieces === before; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
}

/** A token in eight seconds, for five minutes. */
async function* drip(clock: Clock): AsyncGenerator<string> {
  for (let at = 0; at < 38; at++) {
    await pass(clock, 8_000);
    yield textChunk("a ");
  }
}

/** Time goes by while a request is open. */
function waiting(clock: Clock, reply: Reply): Reply {
  return (asked, call) => {
    let isOpen = true;
    void asked.closed.then(() => isOpen = false);
    void (async () => {
      while (isOpen) await pass(clock, 15_000);
    })();
    return reply(asked, call);
  };
}

const choosing: Reply = (asked) => choosingReply(asked, "AAPL");
const endless = function* () {
  for (;;) yield textChunk("a ".repeat(2_000));
};
/** Each server, and what the answer says of it. */
const SERVERS: Readonly<Record<string, (clock: Clock) => readonly [ModelServerOptions, said: RegExp]>> = {
  "drips a token in 8 s for 300 s": (clock) => [
    { reply: () => ({ pieces: drip(clock), then: "stall" }) },
    /its 300 seconds are spent/,
  ],
  "stalls after its first token": (clock) => [
    { reply: waiting(clock, () => ({ pieces: [textChunk("a")], then: "stall" })) },
    /its server sent nothing for 60 s/,
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
  const isDone = text.includes("Result of");
  return text.includes("no function calling") && !isDone
    ? '{"calls":[{"name":"price_history","arguments":{"ticker":"AAPL"}}]}'
    : '{"calls": []}';
}

/** A thesis apart from what a model added. */
function parted({ metadata: { language_model, response_id: _, ...metadata } = {}, ...thesis }: ReasoningResult) {
  return { thesis: JSON.stringify({ ...thesis, metadata }), report: language_model };
}

function clientOf(baseUrl: string, send: Fetch, clock: Clock) {
  return createClient({ baseUrl, apiKey: KEY, fetch: send, clock, newId: () => crypto.randomUUID() });
}

/** The answer without a model. */
const alone = once(async () => {
  await using plain = await openEmbedded({ data: undefined, apiKeys: [KEY] });
  const research = clientOf("http://embedded.invalid", plain.fetch, manualClock());
  return { ...parted(await research.reason(ASK)), text: (await research.stream(ASK).final()).text };
});

for (const [what, open] of Object.entries(SERVERS)) {
  Deno.test(`a server that ${what} costs an answer nothing, and is let go of`, async () => {
    const clock = manualClock();
    const [options, said] = open(clock);
    await using server = startModelServer(options);
    const env: Readonly<Record<string, string>> = {
      CONVICTION_LLM_BASE_URL: server.url,
      CONVICTION_LLM_MODEL: "small",
    };
    const settings = readModelSettings((name) => env[name]);
    ok(settings);
    const ask = openModel(settings, { fetch, clock });
    const model = { terms: settings.terms, ask, schedule: clock.schedule };
    const served = { data: undefined, apiKeys: [KEY] };
    const { thesis: fixed, text } = await alone();
    await using assisted = await openEmbedded({ ...served, model });
    const door = await listen(assisted.service, { port: 0, limits: { graceMs: 1 } });
    const within = clientOf("http://embedded.invalid", hearing(assisted.fetch), clock);
    for (const research of [within, clientOf(door.url, hearing(fetch), clock)]) {
      const answer = await research.stream(ASK).final();
      ok(answer.text.startsWith(text), "the fixed answer comes first, and whole");
      ok(answer.thesis);
      const { report } = parted(answer.thesis);
      ok(report);
      match((report.notes ?? []).join(" "), said);
      if (said.source === "^$") equal(report.answer.length, 1, JSON.stringify(report));
      const { thesis } = parted(await research.reason(ASK));
      equal(thesis, fixed);
    }
    await door.close();
    await Promise.all(server.asked.map(({ closed }) => closed));
    deepEqual(server.asked.filter(({ path }) => path === "/v1/models").length, 1);
  });
}
