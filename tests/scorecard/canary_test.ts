/**
 * Scorecard case 14: a service repeats the key in every refusal, head, broken body, failed stream and answer; no file and
 * no output contains it.
 */
import { deepEqual, ok } from "../assert.ts";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type RawConnection, reply, startRawServer, STREAM_HEAD } from "../client/raw_server.ts";
import { COMPLETED, DELTA, DONE } from "./bad_stream.ts";
import { sweep } from "../sweeps.ts";
import { printFigure } from "./figure.ts";
import { CANARY } from "./scene.ts";

/** The key, plain and encoded: what a service sends, and what would reveal the key. */
const FORMS: Readonly<Record<string, { readonly sent: string; readonly sought: string }>> = {
  plain: formOf(CANARY),
  base64: formOf(btoa(CANARY)),
  "base64 for URLs": formOf(btoa(CANARY).replaceAll("+", "-").replaceAll("/", "_")),
  "base64 of the header": { sent: btoa(`Bearer ${CANARY}`), sought: btoa(`Bearer ${CANARY}`).slice(12, -4) },
  "percent-encoded": formOf(encodeURIComponent(CANARY)),
};
const ALL = Object.values(FORMS).map(({ sent }) => sent).join(" and ");
const STATUSES = [
  "400 Bad",
  "401 No",
  "402 Pay",
  "403 No",
  "404 None",
  "405 No",
  "409 Clash",
  "413 Large",
  "415 No",
  "422 No",
  "500 Oh",
  "501 No",
  "502 Bad",
];

const thesis = (text: string, metadata?: unknown) =>
  JSON.stringify({
    agent_thesis: { signal: text, confidence: 0.5, reasoning: text },
    key_drivers: [text],
    risks: [text],
    metadata,
  });

/** The reply for one row; the connection closes after it. */
const REPLIES: readonly string[] = [
  ...STATUSES.map((status) =>
    reply(JSON.stringify({ error: { message: `Incorrect key ${ALL}`, code: CANARY, type: CANARY, param: ALL } }), {
      status,
    })
  ),
  reply(JSON.stringify({ error: ALL }), { status: "400 Bad" }),
  reply(ALL, { status: "500 Oh", type: "text/plain" }),
  reply(`<html>${ALL}</html>`, { status: "502 Bad", type: "text/html" }),
  reply(`<html>${ALL}</html>`, { type: "text/html" }),
  reply("{}", { type: CANARY.replace("/", "/x") }),
  reply("{}", { status: "400 Bad", more: `x-request-id: ${CANARY}\r\n` }),
  reply("{}", { status: `400 ${CANARY}` }),
  reply("", { status: "307 Elsewhere", more: `location: http://127.0.0.1/?key=${encodeURIComponent(CANARY)}\r\n` }),
  reply(ALL, {}),
  reply(JSON.stringify({ [CANARY]: ALL }), {}),
  reply(JSON.stringify({ agent_thesis: { signal: 1, confidence: ALL, reasoning: ALL } }), {}),
  reply(thesis("x"), { more: `content-encoding: ${CANARY}\r\n` }),
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n{"error":"${ALL}`,
  `HTTP/1.1 ${CANARY}\r\n\r\n`,
  `${ALL}\r\n\r\n`,
  "",
  reply(thesis("x"), {
    more: `x-request-id: ${CANARY}
`,
  }),
  reply(thesis("x", { files: [{ file_id: "refused", filename: "x.csv" }] }), {}),
  reply(thesis(ALL, { subject: CANARY, [CANARY]: ALL, files: [{ file_id: CANARY, filename: CANARY }] }), {}),
];

async function behave({ request, send, close }: RawConnection): Promise<void> {
  const row = Number(/T(\d+)/.exec(request.slice(request.indexOf("\r\n\r\n")))?.[1] ?? NaN);
  if (request.startsWith("GET")) await send(reply(`no file for ${ALL}`, { status: "403 No", type: "text/plain" }));
  else if (request.startsWith("POST /v1")) await send(STREAM_REPLIES[row] ?? "");
  else await send(REPLIES[row] ?? "");
  close();
}

/** Ends of streams that the terminal shows. */
const STREAM_REPLIES: readonly string[] = [
  ...REPLIES.slice(0, 3),
  `${STREAM_HEAD}${DELTA}data: {"type":"error","error":{"message":"Incorrect key ${ALL}","code":"${CANARY}"}}\n\n${DONE}`,
  `${STREAM_HEAD}${DELTA}data: ${ALL}\n\n`,
  `${STREAM_HEAD.replace("req_7", CANARY)}${DELTA}`,
  `${STREAM_HEAD}${DELTA}data: {"type":"response.failed","response":{"error":{"message":"${ALL}"}}}\n\n`,
  STREAM_HEAD + DELTA + COMPLETED + DONE,
  STREAM_HEAD + [...ALL].map((delta) => eventOf({ type: "response.output_text.delta", delta })).join("") + COMPLETED +
  DONE,
  STREAM_HEAD + eventOf({ type: "response.output_text.done", text: ALL }) + COMPLETED + DONE,
];

function eventOf(event: unknown): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

/** The day's ends of streams, each with one of the ways in which it is shown. */
const ASKED = sweep(
  "scorecard/canary",
  [...STREAM_REPLIES.keys()].flatMap((at) => [[], ["--json"], ["--events"]].map((how) => ({ at, how }))),
  3_000,
);

const ROOT = new URL("../../", import.meta.url);
const TASK = ["run", "--no-prompt", "--allow-read", "--allow-write", "--allow-net", "--allow-run=deno,prlimit"];

function formOf(text: string): { readonly sent: string; readonly sought: string } {
  return { sent: text, sought: text };
}

/** The whole output of a command. */
async function printedBy(command: string, args: readonly string[], baseUrl: string): Promise<string> {
  const { stdout, stderr } = await new Deno.Command("deno", {
    args: [...TASK, "--allow-env", fileURLToPath(new URL("pipelines/conviction.ts", ROOT)), command, ...args],
    env: { CONVICTION_BASE_URL: baseUrl, CONVICTION_API_KEY: CANARY, NO_COLOR: "1" },
  }).output();
  return new TextDecoder("latin1").decode(stdout) + new TextDecoder("latin1").decode(stderr);
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* filesBelow(join(folder, name));
    else yield join(folder, name);
  }
}

const formsIn = (text: string) => Object.keys(FORMS).filter((form) => text.includes(FORMS[form]?.sought ?? ""));

Deno.test("scorecard 14: no file or output of screen and ask contains the key, however a failing service repeats it", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await using server = startRawServer(behave);
    const list = join(folder, "list.csv");
    await Deno.writeTextFile(list, "ticker\n" + REPLIES.map((_, at) => `T${at}\n`).join(""));
    const artefacts = new Map<string, string>();
    const out = join(folder, "out");
    const print = (command: string, args: readonly string[]) => printedBy(command, args, server.baseUrl);
    artefacts.set("screen", await print("screen", [list, "--out", out, "--format", "csv,jsonl,xlsx,report"]));
    for await (const path of filesBelow(folder)) {
      artefacts.set(path.slice(folder.length), path + new TextDecoder("latin1").decode(await Deno.readFile(path)));
    }
    for (const { at, how } of ASKED) {
      artefacts.set(`ask ${at} ${how}`, await print("ask", [`Analyse T${at}`, ...how]));
    }
    const hits = [...artefacts].map(([name, text]) => ({ name, forms: formsIn(text) })).filter(({ forms }) =>
      forms.length > 0
    );
    const bytes = [...artefacts.values()].reduce((sum, text) => sum + text.length, 0);
    const failures = REPLIES.length + ASKED.length;
    printFigure(
      14,
      `${hits.length} hits in ${artefacts.size} artefacts of ${bytes} bytes, ${
        Object.keys(FORMS).length
      } encodings, ${failures} replies`,
    );
    deepEqual(hits, []);
    ok(failures >= 30 && [...artefacts.keys()].some((name) => name.includes("ledger.sqlite")));
    ok(server.requests.length >= failures && server.requests.every((request) => request.includes(CANARY)));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
