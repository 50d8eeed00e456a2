/** Odd replies as services send them, byte by byte, and what a person is shown of each. */
import { equal, match, ok } from "../assert.ts";
import { gzipSync } from "node:zlib";
import { startRawServer } from "../client/raw_server.ts";
import { called } from "./called.ts";

const KEY = "sk-canary-0123456789";
const THESIS = {
  agent_thesis: { signal: "bullish", confidence: 0.61, reasoning: "AAPL is cheap." },
  key_drivers: ["margin"],
  risks: ["rates"],
};

function head(type: string, more = ""): string {
  return `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: ${type}\r\n${more}\r\n`;
}

/** A stream of these frames, each the lines of one event. */
function stream(...frames: readonly string[]): string {
  return head("text/event-stream") + [...frames, "data: [DONE]"].map((frame) => `${frame}\n\n`).join("");
}

/** A reply of JSON; `more` are its further fields, as text. */
function json(more = "", { headers = "", status = "200 OK" } = {}): string {
  const body = `${JSON.stringify(THESIS).slice(0, -1)}${more}}`;
  return head("application/json", headers).replace("200 OK", status) + body;
}

const event = (type: string, fields: object) => `data: ${JSON.stringify({ type, ...fields })}`;
const CREATED = event("response.created", { response: { id: "r", status: "in_progress" } });
const TEXT = event("response.output_text.delta", { delta: "AAPL looks cheap." });
const completed = (response: object = { status: "completed", output: [] }) => event("response.completed", { response });

interface Case {
  readonly when: string;
  readonly reply: string | Uint8Array;
  /** What is shown, on both outputs. */
  readonly shows: RegExp;
  readonly code: number;
}

const COMPLETE = /^AAPL looks cheap\.\s*$/m;

const ASKED: readonly Case[] = [
  {
    when: "the completed response says that it failed",
    reply: stream(
      CREATED,
      TEXT,
      completed({ status: "failed", error: { code: "server_error", message: "it crashed" } }),
    ),
    shows: /^Incomplete answer: the service failed with server_error: it crashed$/m,
    code: 1,
  },
  {
    when: "the completed response says that it is incomplete",
    reply: stream(
      CREATED,
      TEXT,
      completed({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }),
    ),
    shows: /^Incomplete answer: the service failed with max_output_tokens: the answer is incomplete$/m,
    code: 1,
  },
  {
    when: "it is a refusal alone",
    reply: stream(
      CREATED,
      event("response.refusal.delta", { delta: "I cannot help with that." }),
      completed({ output: [{ type: "message", content: [{ type: "refusal", refusal: "I cannot help with that." }] }] }),
    ),
    shows: /^Incomplete answer: the service failed with refusal: I cannot help with that\.$/m,
    code: 1,
  },
  {
    when: "it has no text at all",
    reply: stream(CREATED, completed()),
    shows: /^Incomplete answer: the service failed with no_answer: it completed an answer without any text$/m,
    code: 1,
  },
  {
    when: "a frame of it is empty",
    reply: stream(CREATED, "data:", TEXT, "data: null", completed()),
    shows: COMPLETE,
    code: 0,
  },
  {
    when: "a frame says only that the connection lives",
    reply: stream(CREATED, "event: ping\ndata: ping", TEXT, "event: keep-alive\ndata:", completed()),
    shows: COMPLETE,
    code: 0,
  },
  {
    when: "an error comes without a type",
    reply: stream(CREATED, TEXT, 'data: {"error": {"message": "CUDA out of memory", "type": "InternalServerError"}}'),
    shows: /^Incomplete answer: the service failed: CUDA out of memory$/m,
    code: 1,
  },
  {
    when: "an error is a text",
    reply: stream(CREATED, TEXT, 'data: {"error": "CUDA out of memory"}'),
    shows: /^Incomplete answer: the service failed: CUDA out of memory$/m,
    code: 1,
  },
  {
    when: "an error is flat, with its family as its type",
    reply: stream(
      CREATED,
      TEXT,
      'data: {"object": "error", "message": "CUDA out of memory", "type": "InternalServerError", "code": 500}',
    ),
    shows: /^Incomplete answer: the service failed with 500: CUDA out of memory$/m,
    code: 1,
  },
  {
    when: "an error is a detail",
    reply: stream(CREATED, TEXT, 'data: {"detail": "CUDA out of memory"}'),
    shows: /^Incomplete answer: the service failed: CUDA out of memory$/m,
    code: 1,
  },
  {
    when: "an error is bare words after its name",
    reply: stream(CREATED, TEXT, "event: error\ndata: CUDA out of memory"),
    shows: /^Incomplete answer: the service failed: CUDA out of memory$/m,
    code: 1,
  },
  {
    when: "a gateway writes words into it",
    reply: stream(CREATED, TEXT, "data: upstream connect error"),
    shows: /^Incomplete answer: it is not JSON: upstream connect error$/m,
    code: 1,
  },
  {
    when: "types are only in the event lines",
    reply: stream(
      'event: response.created\ndata: {"response":{"id":"r"}}',
      'event: response.output_text.delta\ndata: {"delta":"AAPL looks cheap."}',
      'event: response.completed\ndata: {"response":{"id":"r","status":"completed"}}',
    ),
    shows: COMPLETE,
    code: 0,
  },
  {
    when: "a delta is an object",
    reply: stream(CREATED, event("response.output_text.delta", { delta: { text: "AAPL looks cheap." } }), completed()),
    shows: COMPLETE,
    code: 0,
  },
  {
    when: "NaN is in its metadata",
    reply: stream(CREATED, TEXT, 'data: {"type": "response.completed", "response": {"metadata": {"sharpe": NaN}}}'),
    shows: COMPLETE,
    code: 0,
  },
  {
    when: "it is Latin-1, as its head says",
    reply: latin1(
      stream(event("response.output_text.delta", { delta: "Société Générale" }), completed()),
      "iso-8859-1",
    ),
    shows: /^Société Générale$/m,
    code: 0,
  },
  {
    when: "it is Latin-1, and its head does not say so",
    reply: latin1(stream(event("response.output_text.delta", { delta: "Société" }), completed()), "utf-8"),
    shows: /^Soci\uFFFDt\uFFFD\n[^]*^Stream warnings: damaged_text\.$/m,
    code: 0,
  },
];

/** A reply of one byte for each character. */
function latin1(reply: string, charset: string): Uint8Array {
  const said = reply.replace("text/event-stream", `text/event-stream; charset=${charset}`);
  return Uint8Array.from(said, (char) => char.charCodeAt(0));
}

const [FIRST, SECOND] = [JSON.stringify(THESIS).slice(0, 60), JSON.stringify(THESIS).slice(60)]
  .map((part) => gzipSync(part));
const FENCED = { choices: [{ message: { content: `\`\`\`json\n${JSON.stringify(THESIS)}\n\`\`\`` } }] };

const SCREENED: readonly (Case & { readonly flags?: readonly string[] })[] = [
  {
    when: "an error is beside the thesis",
    reply: json(', "error": {"code": "rate_limited", "message": "quota exhausted, stale answer"}'),
    shows: /the service sent an error beside the thesis: quota exhausted, stale answer/,
    code: 0,
  },
  {
    when: "the thesis is called failed",
    reply: json(', "status": "failed"'),
    shows: /the service calls this thesis failed/,
    code: 1,
  },
  { when: "NaN is in its metadata", reply: json(', "metadata": {"sharpe": NaN}'), shows: /^$/, code: 0 },
  {
    when: "a charset is called its packing",
    reply: json("", { headers: "content-encoding: UTF-8\r\n" }),
    shows: /^$/,
    code: 0,
  },
  {
    when: "its gzip has two members",
    reply: new Uint8Array([
      ...new TextEncoder().encode(head("application/json", "content-encoding: gzip\r\n")),
      ...FIRST ?? [],
      ...SECOND ?? [],
    ]),
    shows: /^$/,
    code: 0,
  },
  {
    when: "a language model puts it between marks of code",
    reply: head("application/json") + JSON.stringify(FENCED),
    flags: ["--result-at", "/choices/0/message/content"],
    shows: /^$/,
    code: 0,
  },
  ...["201 Created", "202 Accepted", "203 Non-Authoritative Information"].map((status): Case => ({
    when: `its status is ${status}`,
    reply: json("", { status }),
    shows: /^$/,
    code: 0,
  })),
];

/** Runs a command on a service that answers every request with these bytes. */
async function run(name: string, args: readonly string[], reply: Case["reply"]) {
  await using server = startRawServer(async ({ send, close }) => {
    await send(reply);
    close();
  });
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/one.csv`, "ticker\nAAPL\n");
    const env = { CONVICTION_API_KEY: KEY, CONVICTION_BASE_URL: server.baseUrl };
    const ending = await called(name, { folder, args, env });
    const table = await Deno.readTextFile(`${folder}/r/theses.csv`).catch(() => "");
    return { ...ending, table };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

for (const { when, reply, shows, code } of ASKED) {
  Deno.test(`ask ends with ${code} where ${when}`, async () => {
    const ended = await run("ask", ["Analyse AAPL"], reply);
    match(`${ended.out}\n${ended.err}`, shows);
    equal(ended.code, code, ended.err);
  });
}

for (const { when, reply, shows, code, flags = [] } of SCREENED) {
  Deno.test(`screen reads a thesis where ${when}`, async () => {
    const { table, ...ended } = await run("screen", [
      "one.csv",
      "--prompt",
      "Analyse {{ticker}}",
      "--out",
      "r",
      ...flags,
    ], reply);
    const [names = "", row = ""] = table.trim().split(/\r?\n/);
    ok(row.includes("AAPL is cheap."), ended.err);
    const warnings = names.split(",").indexOf("warnings");
    ok(warnings > 0);
    match(shows.source === "^$" ? row.split(",")[warnings] ?? "" : row, shows);
    equal(ended.code, code, ended.err);
  });
}

Deno.test("probe tries the field that a server names, and not the same command again", async () => {
  const detail = [{ type: "missing", loc: ["body", "question"], msg: "Field required" }];
  const refusal = head("application/json").replace("200 OK", "422 Unprocessable Content") + JSON.stringify({ detail });
  const { out } = await run("probe", ["--only", "reason"], refusal);
  match(out, /^FAILED: .*service answered 422: question: Field required$/m);
  match(out, /^ {2}CONVICTION_BASE_URL=\S+ .*conviction probe --body '\{"question":"\{\{prompt\}\}"\}'$/m);
});
