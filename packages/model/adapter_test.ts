/** A model behind the package, against a scripted server: what is asked, what is read, and every way to fail. */
import { deepEqual, equal, match, ok, rejects } from "../../tests/assert.ts";
import { manualClock } from "../../tests/fixtures/manual_clock.ts";
import type { ModelReply, ModelRequest } from "../../src/agent/model_port.ts";
import { estimatedTokens, tokensOf } from "../../src/agent/model/talk.ts";
import type { Fetch } from "../../src/client/send.ts";
import type { Clock } from "../../src/pace/clock.ts";
import { systemClock } from "../../src/pace/system_clock.ts";
import type { ModelSettings } from "../../src/setup/model_settings.ts";
import {
  type Asked,
  chunk,
  countOf,
  type ModelServer,
  type ModelServerOptions,
  modelSettings,
  type Served,
  soon,
  startModelServer,
  textChunk,
} from "../../tests/model/model_server.ts";
import { openModel } from "./adapter.ts";

const KEY = "sk-of/the+adapter/test";
const NEVER = new AbortController().signal;
const PLAIN: ModelRequest = {
  messages: [{ role: "system", text: "Be short." }, { role: "user", text: "Hello?" }],
  maxTokens: 64,
  withinMs: 60_000,
};
const TOOL = {
  name: "filed_figures",
  says: "Figures of reports.",
  input: { type: "object", properties: { ticker: { type: "string" } }, required: ["ticker"] },
};
const SCHEMA = {
  type: "object",
  properties: { ids: { type: "array", items: { type: "string" } } },
  required: ["ids"],
  additionalProperties: false,
};
const SHAPE = { name: "choice", schema: SCHEMA };

function settingsOf(url: string, key?: string): ModelSettings {
  const context = { CONVICTION_LLM_CONTEXT: "8192" }; // so that nobody asks for it
  const secret = key === undefined ? undefined : { CONVICTION_LLM_API_KEY: key };
  return modelSettings(url, { ...context, ...secret, CONVICTION_LLM_WAIT: "30/20" });
}

async function withServer<T>(
  options: ModelServerOptions,
  work: (
    server: ModelServer,
    ask: (request?: Partial<ModelRequest>, signal?: AbortSignal) => Promise<ModelReply>,
  ) => Promise<T>,
  { key, clock = systemClock, fetch: send = fetch }: {
    readonly key?: string;
    readonly clock?: Clock;
    readonly fetch?: Fetch;
  } = {},
): Promise<T> {
  await using server = startModelServer(options);
  const open = openModel(settingsOf(server.url, key), { fetch: send, clock });
  return await work(server, (request = {}, signal = NEVER) => open({ ...PLAIN, ...request }, signal));
}

/** What came of a call: its text, or why there is none. */
const cameOf = (reply: ModelReply) => reply.failure === undefined ? reply.text : `${reply.failure}: ${reply.message}`;
const spentOf = ({ inputTokens, outputTokens, isEstimated }: ModelReply) => [inputTokens, outputTokens, isEstimated];
const NEXT_MS = 20_000;

Deno.test("a text comes back whole, with the tokens that the server counted", async () => {
  await withServer({ reply: () => "Revenue rose." }, async (server, ask) => {
    const reply = await ask();
    const messages = [{ role: "system", content: "Be short." }, { role: "user", content: "Hello?" }];
    const { prompt_tokens } = countOf({ body: { messages } });
    deepEqual([cameOf(reply), ...spentOf(reply)], ["Revenue rose.", prompt_tokens, 30, false]);
    const [asked] = server.asked;
    equal(asked?.path, "/v1/chat/completions");
    equal(asked?.headers.get("authorization"), null);
    const stream_options = { include_usage: true };
    deepEqual(asked?.body, { model: "small", max_tokens: 64, messages, stream: true, stream_options });
  });
});

Deno.test("thoughts of a reasoning model are no text", async () => {
  for (const served of [{ thoughts: "hm", text: "Yes." }, "<think>\nhm\n</think>\n\nYes."]) {
    await withServer({ reply: () => served }, async (_, ask) => equal(cameOf(await ask()), "Yes."));
  }
});

const sends = (...pieces: readonly string[]) => ({ reply: () => ({ pieces }) });
const CUT: ModelServerOptions = { reply: () => ({ pieces: [textChunk("Rev")], then: "cut" }) };
const END = chunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
const THOUGHTS = { thoughts: "x".repeat(40), text: "Yes." };
const NO_COUNTS = [[0.3, 1.7], [1e308, 1e308], [-5, 90], [0, 0], [120, 2e9]] as const;
const ESTIMATED: readonly (readonly [string, ModelServerOptions, wrote: number])[] = [
  ["does not count", { lacks: ["usage"], reply: () => "Nine char" }, 3],
  ["thinks, and does not count", { lacks: ["usage"], reply: () => THOUGHTS }, tokensOf("Yes." + THOUGHTS.thoughts)],
  ["breaks off", CUT, 1],
  ...NO_COUNTS.map(([read, wrote]) => {
    const usage = chunk({ choices: [], usage: { prompt_tokens: read, completion_tokens: wrote } });
    return [`counts ${read} read and ${wrote} written`, sends(textChunk("four"), END, usage), 1] as const;
  }),
];
for (const [what, options, wrote] of ESTIMATED) {
  Deno.test(`what a server that ${what} read and wrote is estimated by its characters`, async () => {
    await withServer(options, async (_, ask) => {
      deepEqual(spentOf(await ask()), [estimatedTokens(PLAIN), wrote, true]);
    });
  });
}

const CALLS = [
  { id: "a", name: "filed_figures", arguments: '{"ticker":"AAPL"}' },
  { id: "b", name: "filed_figures", arguments: '{"ticker": AAPL' },
];

Deno.test("calls of tools come back with their ids, and their arguments as the model wrote them, broken ones too", async () => {
  await withServer({ reply: () => ({ calls: CALLS }) }, async (server, ask) => {
    const reply = await ask({ tools: [TOOL] });
    deepEqual(reply.failure ?? reply.calls, CALLS);
    deepEqual(server.asked[0]?.body.tools, [{
      type: "function",
      function: { name: TOOL.name, description: TOOL.says, parameters: TOOL.input },
    }]);
  });
});

const TALK: ModelRequest["messages"] = [
  ...PLAIN.messages,
  { role: "assistant", text: "", calls: CALLS },
  { role: "tool", call: "a", name: "filed_figures", text: '{"revenue":1}' },
  { role: "tool", call: "b", name: "filed_figures", text: '{"wrong":"no JSON"}' },
];

Deno.test("a conversation with results of tools is sent in the protocol's messages", async () => {
  await withServer({}, async (server, ask) => {
    equal((await ask({ messages: TALK, tools: [TOOL] })).failure, undefined);
    const sent = server.asked[0]?.body.messages?.slice(2) as readonly Record<string, unknown>[];
    deepEqual(sent.map(({ role, tool_call_id: of = "" }) => `${role} ${of}`), ["assistant ", "tool a", "tool b"]);
    const calls = sent[0]?.["tool_calls"] as readonly { readonly function: { readonly arguments: string } }[];
    const given = calls.map((call) => JSON.parse(call.function.arguments));
    deepEqual(given, [{ ticker: "AAPL" }, { not_json: CALLS[1]?.arguments }]);
    deepEqual(sent[1]?.["content"], '{"revenue":1}');
  });
});

Deno.test("JSON by a schema is asked for; a server that refuses it is asked in words once more, and only so from then on", async () => {
  const reply = () => '```json\n{"ids":["a"]}\n```';
  await withServer({ lacks: ["json_schema"], reply }, async (server, ask) => {
    for (let turn = 0; turn < 2; turn++) equal(cameOf(await ask({ shape: SHAPE })), '{"ids":["a"]}');
    const json_schema = { name: "choice", schema: SCHEMA, strict: true };
    const [asked, ...again] = server.asked.map(({ body }) => body.response_format);
    deepEqual([asked, again], [{ type: "json_schema", json_schema }, [undefined, undefined]]);
    match(String(server.asked[2]?.body.messages?.[0]?.content), /Reply with nothing but JSON .*"ids"/s);
  });
});

/** Which requests offered tools, not in words. */
const offersOf = ({ asked }: ModelServer) => asked.map(({ body }) => body.tools !== undefined);

Deno.test("a server without tools is offered them in words, from the second call on at once", async () => {
  const text = '{"calls":[{"name":"filed_figures","arguments":{}}]}';
  await withServer({ lacks: ["tools"], reply: () => text }, async (server, ask) => {
    for (let turn = 0; turn < 2; turn++) equal(cameOf(await ask({ messages: TALK, tools: [TOOL] })), text);
    deepEqual(offersOf(server), [true, false, false]);
    const sent = server.asked[2]?.body.messages ?? [];
    deepEqual(sent.map(({ role }) => role), ["system", "user", "assistant", "user", "user"]);
    match(String(sent[0]?.content), /"calls".*filed_figures/s);
    equal(sent[3]?.content, 'Result of filed_figures: {"revenue":1}');
  });
});

Deno.test("a server that lacks tools, a schema, counts and the older limit is asked until it answers", async () => {
  const lacks = ["tools", "json_schema", "stream_options", "max_tokens"] as const;
  await withServer({ lacks, reply: () => "{}" }, async (server, ask) => {
    const request = { tools: [TOOL], shape: SHAPE };
    equal((await ask(request)).failure, undefined);
    equal(server.asked.length, 5);
    equal((await ask(request)).failure, undefined);
    equal(server.asked.length, 6);
    const { max_tokens, max_completion_tokens } = server.asked[5]?.body as Record<string, unknown>;
    deepEqual([max_tokens, max_completion_tokens], [undefined, 64]);
  });
});

const REFUSED = { status: 400, body: '{"error":"bad request"}' };

Deno.test("where doing without helps nothing, the first refusal is reported and nothing is remembered", async () => {
  const reply = (_: unknown, call: number) => call < 2 ? REFUSED : "hello";
  await withServer({ reply }, async (server, ask) => {
    equal(cameOf(await ask({ tools: [TOOL] })), 'refused: its server answered 400: "bad request".');
    equal(cameOf(await ask({ tools: [TOOL] })), "hello");
    deepEqual(offersOf(server), [true, false, true]);
  });
});

const SSE = { "content-type": "text/event-stream" };
const BROKE = "the connection to its server broke in the middle of the reply.";
const unread = (why: string) => `what its server sent cannot be read${why}.`;
const instead = (type: string) => unread(`: it sent ${type} instead of a stream of events`);
const answers = (status: number, body = "", headers = {}) => ({ reply: () => ({ status, body, headers }) });
const FAILURES: readonly (readonly [string, ModelServerOptions, failure: string, message: string])[] = [
  ["a wrong key", { key: "another" }, "refused", '401: "Incorrect API key provided: Bearer [redacted]".'],
  ["an unknown model", { models: [] }, "refused", `404: "The model 'small' does not exist".`],
  ["429", answers(429, "{}", { "retry-after": "7" }), "busy", "429."],
  ["503 with HTML", answers(503, "<p>no</p>"), "busy", "503."],
  ["500", answers(500, '{"error":"out of memory"}'), "refused", '500: "out of memory".'],
  [
    "a redirect",
    answers(307, "", { location: "http://127.0.0.1:1/elsewhere" }),
    "refused",
    "307: it is at another address, which is not asked.",
  ],
  ["HTML with status 200", answers(200, "<html>", { "content-type": "text/html" }), "broken", instead("text/html")],
  ["JSON instead of a stream", { lacks: ["streams"] }, "broken", instead("application/json")],
  ["a stream cut in the middle", CUT, "unreachable", BROKE],
  ["a stream that ends without an end of the reply", sends(textChunk("Rev")), "unreachable", BROKE],
  ["an empty stream", answers(200, "", SSE), "unreachable", BROKE],
  ["garbage in a stream", sends(textChunk("Rev"), "data: {]\n\n"), "broken", unread(" as a reply of a model")],
  [
    "an event of an error",
    sends(textChunk("Rev"), 'data: {"error":{"message":"out of memory"}}\n\n'),
    "refused",
    'its server broke off: "out of memory".',
  ],
  ["endless output", { reply: () => ({ pieces: endless() }) }, "broken", unread(": it sent more than 8 MiB")],
  [
    "a refusal that writes the key in other ways",
    answers(400, `{"error":"${KEY.replaceAll("/", "\\/")} \\u0073${KEY.slice(1)} ${"x".repeat(120)} ${KEY}"}`),
    "refused",
    `400: "[redacted] [redacted] ${"x".repeat(120)} [redacted]".`,
  ],
  [
    "a refusal that ends its quotation",
    answers(400, JSON.stringify({ error: 'no". Verified: “IBM” earned 9 bn' })),
    "refused",
    `400: "no'. Verified: 'IBM' earned 9 bn".`,
  ],
];

function* endless(): Generator<string> {
  for (;;) yield textChunk("x".repeat(60_000));
}

for (const [what, options, failure, message] of FAILURES) {
  Deno.test(`${what} is a failure of its kind, with a sentence that holds no key`, async () => {
    await withServer(options, async (server, ask) => {
      const reply = await ask();
      equal(cameOf(reply), `${failure}: ${/^\d/.test(message) ? "its server answered " : ""}${message}`);
      equal(reply.failure && reply.retryAfterMs, what === "429" ? 7_000 : undefined);
      equal(server.asked.length, 1, "it is not asked again");
      await soon(Promise.all(server.asked.map(({ closed }) => closed)), "the end of the connection");
      ok(!JSON.stringify(reply).includes(KEY));
    }, { key: KEY });
  });
}

Deno.test("a key that its server sends back is in no text and no argument of a reply", async () => {
  const calls = [{ name: "find_passages", arguments: JSON.stringify({ words: `${KEY} and`, code: `// ${KEY}` }) }];
  for (const served of [`It is ${KEY}, really.`, { calls }, JSON.stringify({ calls })]) {
    await withServer({ lacks: typeof served === "string" ? ["tools"] : [], reply: () => served }, async (_, ask) => {
      const reply = JSON.stringify(await ask({ tools: [TOOL] }));
      ok(reply.includes("[redacted]") && !reply.includes(KEY), reply);
    }, { key: KEY });
  }
});

Deno.test("a server that is not there is unreachable, and nothing is spent", async () => {
  const { url } = await withServer({}, (server) => Promise.resolve(server));
  const reply = await openModel(settingsOf(url), { fetch, clock: systemClock })(PLAIN, NEVER);
  deepEqual([cameOf(reply), ...spentOf(reply)], ["unreachable: its server cannot be reached.", 0, 0, false]);
});

Deno.test("a wait comes before the call and counts in its time; one that is too long is not begun", async () => {
  const clock = manualClock();
  await withServer({}, async (server, ask) => {
    const asked = ask({ afterMs: 3_000 });
    await clock.whenScheduled(3_000);
    equal(server.asked.length, 0);
    clock.advance(3_000);
    const reply = await asked;
    deepEqual([cameOf(reply), reply.tookMs], ["hello", 3_000]);
    equal(cameOf(await ask({ afterMs: 60_000 })), "busy: its server asked to wait 60 s, and 60 s are left.");
    equal(server.asked.length, 1);
  }, { clock });
});

for (const when of ["before it is sent", "while it waits", "while it is answered"] as const) {
  Deno.test(`a call that is stopped ${when} rejects with the reason`, async () => {
    const clock = manualClock();
    const stop = new AbortController();
    const reason = new Error("enough");
    const reply = () => {
      stop.abort(reason);
      return { pieces: [textChunk("a")], then: "stall" as const };
    };
    await withServer({ reply }, async (_, ask) => {
      if (when === "before it is sent") stop.abort(reason);
      const asked = ask(when === "while it waits" ? { afterMs: 3_000 } : {}, stop.signal);
      if (when === "while it waits") void clock.whenScheduled(3_000).then(() => stop.abort(reason));
      await rejects(asked, (error) => error === reason);
      deepEqual(clock.pending(), []);
    }, { clock });
  });
}

/** A `fetch` as Deno's is once its request is collected as garbage: an abort no longer closes the reply. */
const forgetful: Fetch = async (url, init) => {
  const own = new AbortController();
  const end = () => own.abort();
  init.signal?.addEventListener("abort", end);
  const reply = await fetch(url, { ...init, signal: own.signal });
  init.signal?.removeEventListener("abort", end);
  return reply;
};

for (
  const [what, served] of [
    ["drips", () => ({ pieces: dripping() })],
    ["stalls", () => ({ pieces: [textChunk("a")], then: "stall" })],
    ["stalls in what is no stream", () => ({ pieces: ["{"], then: "stall", type: "application/json" })],
    ["says nothing", () => "silence"],
  ] as const satisfies readonly (readonly [string, () => Served])[]
) {
  for (const by of ["its budget", "its caller"] as const) {
    Deno.test(`a request to a server that ${what} is closed at the server when ${by} ends it, and counts what it was sent`, async () => {
      const clock = manualClock();
      const stop = new AbortController();
      const arrived = Promise.withResolvers<Asked>();
      await withServer({ reply: (asked) => (arrived.resolve(asked), served()) }, async (_, ask) => {
        const asked = ask({ withinMs: NEXT_MS / 2 }, stop.signal).catch(() => undefined);
        const { closed } = await arrived.promise;
        if (what !== "says nothing") await clock.whenScheduled(NEXT_MS); // its first piece is read
        if (by === "its budget") clock.advance(NEXT_MS / 2);
        else stop.abort();
        const reply = await asked;
        await soon(closed, "the end of the connection");
        if (reply === undefined) return;
        deepEqual([cameOf(reply), reply.tookMs], ["stalled: its server took longer than 10 s.", NEXT_MS / 2]);
        deepEqual([reply.inputTokens, reply.isEstimated], [estimatedTokens(PLAIN), true]);
      }, { clock, fetch: forgetful });
    });
  }
}

/** A token in each turn, without end. */
async function* dripping(): AsyncGenerator<string> {
  for (;;) {
    yield textChunk("a ");
    await new Promise((resolve) => setTimeout(resolve));
  }
}

Deno.test("a list of models that stalls holds no answer up, and the next answer asks for it again", async () => {
  const stop = new AbortController();
  const { terms: { contextTokens: _, ...terms }, ...settings } = settingsOf("http://127.0.0.1:1");
  const asked = Promise.withResolvers<void>();
  const sent: string[] = [];
  const fetching = (url: string) => {
    sent.push(url.replace(/.*\/v1/, ""));
    asked.resolve();
    return Promise.resolve(new Response(sent.length === 1 ? new ReadableStream() : '{"data":[]}', { status: 404 }));
  };
  const ask = openModel({ ...settings, terms }, { fetch: fetching, clock: manualClock() });
  const first = ask(PLAIN, stop.signal);
  await asked.promise;
  stop.abort(new Error("enough"));
  await rejects(soon(first, "the end of the call"), /enough/);
  await ask(PLAIN, NEVER);
  deepEqual(sent, ["/models", "/models", "/chat/completions"]);
});

Deno.test("one lucky 400 switches no tools off; a second one does", async () => {
  await withServer({ reply: ({ body }) => body.tools ? REFUSED : "hello" }, async (server, ask) => {
    for (let turn = 0; turn < 3; turn++) equal((await ask({ tools: [TOOL] })).failure, undefined);
    deepEqual(offersOf(server), [true, false, true, false, false]);
  });
});

Deno.test("tools that its model does not see, by the tokens that are counted, are offered in words from then on", async () => {
  const tools = Array.from({ length: 6 }, () => TOOL);
  const text = '{"calls":[{"name":"filed_figures","arguments":{}}]}';
  const reply = ({ body }: Asked) =>
    JSON.stringify(body.messages).includes("no function calling") ? text : "I do not know.";
  await withServer({ isDeaf: true, reply }, async (server, ask) => {
    for (let turn = 0; turn < 2; turn++) equal(cameOf(await ask({ tools })), text);
    deepEqual(offersOf(server), [true, false, false]);
  });
});

for (const isCut of [false, true]) {
  const what = isCut ? "cuts in silence" : "refuses";
  Deno.test(`a server that ${what} what its context does not hold: the reply says so, and how long it is`, async () => {
    await withServer({ context: { tokens: 1_500, isCut } }, async (server, ask) => {
      const reply = await ask({ messages: [{ role: "user", text: "word ".repeat(2_000) }] });
      deepEqual([reply.failure, reply.contextTokens, server.asked.length], ["too_long", 1_500, 1]);
    });
  });
}
