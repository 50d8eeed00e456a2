/** `probe --llm` against scripted servers: each line is what the server did, and the verdict follows from them. */
import { deepEqual, equal, match, ok } from "../../assert.ts";
import type { Fetch } from "../../../src/client/send.ts";
import { probeCommand } from "../../../src/commands/service_check/probe_command.ts";
import { type ManualClock, manualClock } from "../../fixtures/manual_clock.ts";
import {
  type Asked,
  chunk,
  modelEnv,
  type ModelServerOptions,
  soon,
  startModelServer,
  textChunk,
} from "../../model/model_server.ts";
import { testHost } from "../captured.ts";

const KEY = "sk-of/the/model+probe-test";

/** A server that can do everything, unless it lacks something. */
const ABLE = ({ body }: Asked) => {
  if (body.tools !== undefined) return { calls: [{ name: "look_up", arguments: '{"ticker":"AAPL"}' }] };
  if (body.response_format !== undefined) return '{"ticker":"AAPL"}';
  return "ready";
};

interface Checked {
  readonly check: string;
  readonly state: string;
  readonly words: string;
}

async function probing(
  options: ModelServerOptions,
  args: readonly string[],
  { url, clock = manualClock(), fetch: send = fetch }: {
    readonly url?: string | undefined;
    readonly clock?: ManualClock;
    readonly fetch?: Fetch;
  } = {},
) {
  await using server = startModelServer({ reply: ABLE, ...options });
  const env = modelEnv(url ?? server.url, { CONVICTION_LLM_API_KEY: KEY });
  const host = testHost({ clock, fetch: send, env: (name) => env[name] });
  const code = await probeCommand(["--llm", ...args], host);
  const { out: { text: out }, err: { text: err } } = host;
  ok(!(out + err).includes(KEY), "no key");
  return { code, out, err, asked: server.asked };
}

async function found(options: ModelServerOptions, at: Parameters<typeof probing>[2] = {}) {
  const { code, out, asked } = await probing(options, ["--json"], at);
  const { checks, verdict, usable } = JSON.parse(out) as { checks: Checked[]; verdict: string; usable: boolean };
  equal(usable, code === 0);
  return { code, verdict, asked, states: checks.map(({ state }) => state).join(" "), checks };
}

Deno.test("a server that can do everything is usable fully, after five requests", async () => {
  const { code, verdict, states, asked, checks } = await found({ key: KEY });
  deepEqual([code, verdict, asked.length], [0, "Usable fully.", 5]);
  equal(states, "yes yes yes yes yes yes yes yes unknown unknown");
  deepEqual(checks.map(({ check }) => check), [
    ...["reachable", "key accepted", "model known", "answers", "streams", "tools", "JSON by a schema"],
    ...["counts tokens", "Retry-After", "speed"],
  ]);
  match(checks[7]?.words ?? "", /^\d+ read, 30 written$/);
});

const CASES: readonly (readonly [string, ModelServerOptions, string, string])[] = [
  [
    "takes no tools",
    { lacks: ["tools"] },
    "yes yes yes yes yes no yes yes unknown unknown",
    'Usable without tools: 400: "small does not support tools"; they are offered in words.',
  ],
  [
    "does not call the tool that it sees",
    { reply: (asked) => asked.body.tools === undefined ? ABLE(asked) : "I would look it up." },
    "yes yes yes yes yes no yes yes unknown unknown",
    "Usable without tools: its model did not call one.",
  ],
  [
    "does not show its model the tool",
    { isDeaf: true },
    "yes yes yes yes yes no yes yes unknown unknown",
    "Usable without tools: its model does not see them; they are offered in words.",
  ],
  [
    "takes no schema",
    { lacks: ["json_schema"] },
    "yes yes yes yes yes yes no yes unknown unknown",
    "Usable fully.",
  ],
  [
    "ignores the schema",
    { reply: (asked) => asked.body.response_format === undefined ? ABLE(asked) : "AAPL" },
    "yes yes yes yes yes yes no yes unknown unknown",
    "Usable fully.",
  ],
  ["does not count", { lacks: ["usage"] }, "yes yes yes yes yes yes yes no unknown unknown", "Usable fully."],
  [
    "refuses to count",
    { lacks: ["stream_options"] },
    "yes yes yes yes yes yes yes no unknown unknown",
    "Usable fully.",
  ],
  [
    "limits replies by the newer name",
    { lacks: ["max_tokens"] },
    "yes yes yes yes yes yes yes yes unknown unknown",
    "Usable fully.",
  ],
  [
    "has no list of models",
    { lacks: ["models"] },
    "yes yes unknown yes yes yes yes yes unknown unknown",
    "Usable fully.",
  ],
  [
    "does not stream",
    { lacks: ["streams"] },
    "yes yes yes yes no yes yes yes unknown unknown",
    "Not usable: streams: it sent application/json instead of a stream of events.",
  ],
  [
    "refuses the key",
    { key: "another" },
    "yes no unknown unknown unknown unknown unknown unknown unknown unknown",
    'Not usable: key accepted: 401: "Incorrect API key provided: Bearer [redacted]".',
  ],
  [
    "does not have the model",
    { models: ["large", "huge"] },
    "yes unknown no no unknown unknown unknown unknown unknown unknown",
    `Not usable: answers: 404: "The model 'small' does not exist".`,
  ],
  ...([[500, "500"], [429, "429"], [503, "503"]] as const).map(([status, words]) =>
    [
      `answers ${status} where tools or a schema are asked for`,
      { reply: (asked: Asked) => asked.body.tools ?? asked.body.response_format ? { status } : "ready" },
      "yes yes yes yes yes unknown unknown yes unknown unknown",
      `Usable; whether it calls tools is not known: ${words}.`,
    ] as const
  ),
  [
    "is at another address",
    { reply: () => ({ status: 307, headers: { location: "/v2/chat/completions" } }) },
    "yes unknown yes no unknown unknown unknown unknown unknown unknown",
    "Not usable: answers: 307.",
  ],
  [
    "asks to wait",
    { reply: () => ({ status: 429, headers: { "retry-after": "3" } }) },
    "yes unknown yes no unknown unknown unknown unknown yes unknown",
    "Not usable: answers: 429.",
  ],
  [
    "answers with a page",
    { reply: () => ({ status: 200, body: "<html>", headers: { "content-type": "text/html" } }) },
    "yes yes yes no no unknown unknown no unknown unknown",
    "Not usable: answers: no text came (text/html).",
  ],
  [
    "cuts its streams",
    { reply: () => ({ pieces: [textChunk("rea")] }) },
    "yes yes yes yes no unknown unknown no unknown unknown",
    "Not usable: streams: the stream ended before the reply did.",
  ],
  [
    "sends garbage",
    { reply: () => ({ pieces: ["data: {]\n\n", chunk({ choices: "none" })] }) },
    "yes yes yes no no unknown unknown no unknown unknown",
    "Not usable: answers: no text came (text/event-stream).",
  ],
];

for (const [what, options, states, verdict] of CASES) {
  Deno.test(`a server that ${what}: ${verdict}`, async () => {
    const probed = await found(options);
    deepEqual([probed.states, probed.verdict], [states, verdict]);
    ok(probed.asked.length <= 7, `${probed.asked.length} requests`);
  });
}

for (
  const [secondsToRead, state, says] of [
    [
      20,
      "yes",
      /^reads (?:4|5)\d tokens a second, writes \d+; a prompt of 3500 takes (?:6|7)\d s of 180, an answer's two 1\d\d s of 300$/,
    ],
    [
      80,
      "no",
      /an answer's two 5\d\d s of 300; raise CONVICTION_LLM_WAIT and CONVICTION_LLM_BUDGET, or lower CONVICTION_LLM_CONTEXT$/,
    ],
  ] as const
) {
  Deno.test(`a server that reads a thousand tokens in ${secondsToRead} s: what fits is said with its speed`, async () => {
    const clock = manualClock();
    const slowly = function* () {
      clock.advance(secondsToRead * 1_000);
      yield textChunk("one");
      clock.advance(2_000);
      yield chunk({ choices: [{ index: 0, delta: { content: " two" }, finish_reason: "stop" }] });
      yield chunk({ choices: [], usage: { prompt_tokens: 1_050, completion_tokens: 20 } });
    };
    const reply = (asked: Asked) =>
      JSON.stringify(asked.body.messages).includes("twenty") ? { pieces: slowly() } : ABLE(asked);
    const { checks } = await found({ reply }, { clock });
    const speed = checks.at(-1);
    deepEqual([speed?.check, speed?.state], ["speed", state]);
    match(speed?.words ?? "", says);
  });
}

Deno.test("a server that stalls is left when its wait is over, even where fetch has forgotten its signal", async () => {
  const clock = manualClock();
  const stalling = () => {
    const pieces = [textChunk("a")].values();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const { value } = pieces.next();
        if (value !== undefined) return controller.enqueue(new TextEncoder().encode(value));
        clock.advance(240_000);
        return new Promise(() => {});
      },
    }, { highWaterMark: 0 });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  };
  const { verdict, checks } = await soon(found({}, { clock, fetch: stalling }), "the verdict");
  equal(verdict, "Not usable: streams: the stream ended before the reply did.");
  match(
    checks.find(({ check }) => check === "answers")?.words ?? "",
    /^first token after 0 ms, whole after 240000 ms$/,
  );
});

Deno.test("what a server sends back of the key is not shown, however it is written and wherever it is cut", async () => {
  const slashed = KEY.replaceAll("/", "\\/");
  for (const before of ["", "x".repeat(130), "x".repeat(150), "x".repeat(190), "x".repeat(200)]) {
    const body = `{"error":"${before} ${slashed} \\u0073${KEY.slice(1)}"}`;
    const { out, code } = await probing({ reply: () => ({ status: 400, body }) }, []);
    equal(code, 1);
    ok(!out.includes(slashed.slice(0, 8)) && !out.includes(KEY.slice(0, 8)), out);
  }
});

Deno.test("a server that is not there is not usable, after one request", async () => {
  const { code, verdict, asked } = await found({}, { url: "http://127.0.0.1:1" });
  deepEqual([code, verdict, asked.length], [1, "Not usable: reachable: no connection.", 0]);
});

Deno.test("a person reads how many requests are sent, what was sent and came, each finding, and the verdict last", async () => {
  const { code, out, err } = await probing({ lacks: ["tools"] }, []);
  const lines = out.trimEnd().split("\n");
  deepEqual([code, err], [0, ""]);
  match(lines[0] ?? "", /^Language model small at http:.*\/v1\. Key: the one in CONVICTION_LLM_API_KEY\.$/);
  equal(lines[1], "It is sent at most 7 small requests.");
  ok(lines.some((line) => line.startsWith('> POST /chat/completions {"model":"small"')));
  ok(lines.some((line) => line.startsWith("< 400 application/json")));
  ok(lines.includes('tools                NO  400: "small does not support tools"; they are offered in words'));
  match(lines.at(-1) ?? "", /^Usable without tools: 400: .*; they are offered in words\.$/);
  ok(lines.every((line) => line.length <= 250), "shortened");
});

const WRONG = [
  [["--llm"], "Cannot probe a language model: none is named; set CONVICTION_LLM_BASE_URL and CONVICTION_LLM_MODEL"],
  [
    ["--llm", "--base-url", "http://h"],
    "Cannot probe a language model with --base-url: it is named by the environment alone",
  ],
  [["--llm", "--model", "m"], "Cannot probe a language model with --model: it is named by the environment alone"],
  [["--json"], "Cannot print JSON of a service: only a language model has it"],
] as const;

for (const [args, message] of WRONG) {
  Deno.test(`probe ${args.join(" ")} is wrong usage, and nothing is sent`, async () => {
    const host = testHost();
    equal(await probeCommand(args, host), 2);
    deepEqual([host.err.text, host.out.text], [`error: ${message}\n`, ""]);
  });
}
