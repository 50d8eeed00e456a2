/** Rows of a caller's own tables are in no log, no trace and no state of a service. */
import { deepEqual, equal, match, ok } from "../assert.ts";
import { csvFile } from "../../src/protocol/input_file.ts";
import { sweep } from "../sweeps.ts";
import { traced } from "./traced_service.ts";

const KEY = "sk-of-the-own-rows";
/** A ticker, a word and a number of rows that no answer tells of, and a piece of the table as it was sent. */
const TABLE = "ticker,date,my_factor,note\n" +
  "AAPL,2017-05-02,1.25,zanzibar\nZQMRK,2017-05-02,98765432.125,zanzibar\nMSFT,2017-05-02,98765432.125,zanzibar\n";
const FILE = csvFile("scores.csv", TABLE);
const MARKERS = ["ZQMRK", "zanzibar", "98765432", "98,765,4", FILE.file_data.slice(100, 140)];

const parts = (text: string, file: unknown) => [{ role: "user", content: [{ type: "input_text", text }, file] }];

/** Of requests that fail: what is wrong, and a body that has a marker in what is wrong. */
const BROKEN: readonly (readonly [path: string, body: unknown])[] = [
  ["/api/v1/agent/reasoning", { input: "Analyse AAPL", input_files: [csvFile("a.csv", "note\nzanzibar\n")] }],
  ["/api/v1/agent/reasoning", {
    input: "Analyse AAPL",
    input_files: [csvFile("a.csv", "ticker,date,x\nZQMRK,zanzibar,98765432.125\n")],
  }],
  ["/v1/responses", { input: parts("Analyse AAPL", csvFile("a.csv", "ticker,date,x\nZQMRK,zanzibar,98765432\n")) }],
  ["/v1/responses", { input: parts("Analyse AAPL", { ...FILE, file_data: "data:text/csv;base64,zanzibar!" }) }],
  ["/v1/responses", { input: parts("Analyse AAPL", { ...FILE, filename: "a.pdf" }) }],
  ["/v1/responses", { input: parts("Analyse ZZZZQ", FILE), stream: true }],
  ["/v1/responses", `{"input": "zanzibar 98765432 ${FILE.file_data}`],
];

for (const log of sweep("setup/own_rows_leak", ["json", "text"])) {
  Deno.test(`rows that came with questions are in no ${log} log, no span and no state, whether they were read or refused`, async () => {
    const state = await Deno.makeTempDir();
    const replies: string[] = [];
    try {
      const { collected, spans, stdout, stderr, code } = await traced(
        { key: KEY, flags: ["--log", log, "--state", state] },
        async (address) => {
          const send = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
            const reply = await fetch(`${address}${path}`, {
              method: "POST",
              headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json", ...headers },
              body: typeof body === "string" ? body : JSON.stringify(body),
            });
            const text = await reply.text();
            replies.push(`${reply.status} ${text}`);
            return text;
          };
          const input = parts("What is my_factor of AAPL?", FILE);
          await send("/v1/responses", { input, stream: true });
          await send("/v1/responses", { input, store: true }, { "idempotency-key": "a-key-of-one-request" });
          await send("/api/v1/agent/reasoning", { input: "What is my_factor of AAPL?", input_files: [FILE] });
          const { id } = JSON.parse(await send("/v1/responses", { input, background: true, store: true }));
          for (let text = ""; !/"status":"completed"/.test(text);) {
            const reply = await fetch(`${address}/v1/responses/${id}?stream=true`, {
              headers: { authorization: `Bearer ${KEY}` },
            });
            text = await reply.text();
          }
          for (const [path, body] of BROKEN) await send(path, body);
        },
      );
      equal(code, 0, stderr);
      for (const reply of replies.slice(0, 3)) match(reply, /^200 [^]*scores\.my_factor was 1\.25 on 2 May 2017/);
      deepEqual(
        replies.slice(4).map((reply) => reply.slice(0, 3)),
        BROKEN.map(([, { stream } = Object({})]) => stream ? "200" : "400"),
      );
      ok(spans.length > 20, `${spans.length} spans`);
      match(stderr, /\/v1\/responses/, "requests are logged");
      const kept = await contentsOf(state);
      ok(kept.includes("scores.my_factor was 1.25 on 2 May 2017"), "the answers are kept");
      const places = { collected, stdout, stderr, kept };
      const found = Object.entries(places).flatMap(([place, text]) =>
        MARKERS.filter((marker) => text.includes(marker)).map((marker) => `${marker} in ${place}`)
      );
      deepEqual(found, []);
    } finally {
      await Deno.remove(state, { recursive: true });
    }
  });
}

/** The bytes of all files of a folder, one character each. */
async function contentsOf(folder: string): Promise<string> {
  let text = "";
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    text += isDirectory ? await contentsOf(path) : new TextDecoder("latin1").decode(await Deno.readFile(path));
  }
  return text;
}
