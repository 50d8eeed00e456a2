import { SecretFilter } from "../../src/text/redact.ts";
import { deepEqual, equal, match, rejects } from "../assert.ts";
import { deflateSync, gzipSync } from "node:zlib";
import { connect } from "conviction";
import { readReplyThesis } from "../../src/client/reply_thesis.ts";
import { listOf, screened } from "../batch/screened.ts";
import { testMachine } from "../batch/test_machine.ts";

const THESIS = {
  agent_thesis: { signal: "bullish", confidence: 0.61, reasoning: "T1, Société Générale: even." },
  key_drivers: ["d"],
  risks: [],
};
const TEXT = JSON.stringify(THESIS);
const UTF8 = new TextEncoder().encode(TEXT);
const LATIN1 = Uint8Array.from(TEXT, (letter) => letter.charCodeAt(0));
const UTF16 = new Uint8Array(Uint16Array.from(`\uFEFF${TEXT}`, (letter) => letter.charCodeAt(0)).buffer);

/** Asks a service that answers so. */
async function asking(body: Uint8Array, headers: Record<string, string>) {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(body.slice(), { headers }),
  );
  const research = connect({ baseUrl: `http://127.0.0.1:${server.addr.port}` });
  const result = await research.reason("T1");
  await research.reason("T1"); // says nothing twice
  return { result, notes: research.replyNotes };
}

const CALLED = ["text/json", "text/plain", "application/octet-stream", "text/html; charset=utf-8", ""];
for (const type of CALLED) {
  Deno.test(`a thesis that is called ${type || "nothing"} is a thesis, with a note`, async () => {
    const { result, notes } = await asking(UTF8, type === "" ? {} : { "content-type": type });
    deepEqual(result, THESIS);
    match(
      notes.join(),
      /^The service calls its replies (text|application|nothing)[^,]*, not application\/json; they were read/,
    );
  });
}

for (const type of ["application/json", "application/vnd.api+json", "application/problem+json; charset=UTF-8"]) {
  Deno.test(`a thesis that is called ${type} needs no note`, async () => {
    deepEqual(await asking(UTF8, { "content-type": type }), { result: THESIS, notes: [] });
  });
}

const PACKED = [["gzip", gzipSync(UTF8)], ["x-gzip", gzipSync(UTF8)], ["deflate", deflateSync(UTF8)]] as const;
for (const [coding, body] of PACKED) {
  Deno.test(`a thesis that comes packed (${coding}) is unpacked, with a note`, async () => {
    const { result, notes } = await asking(body, { "content-type": "application/json", "content-encoding": coding });
    deepEqual(result, THESIS);
    deepEqual(notes, [`The service packs its replies (${coding}), which was not requested`]);
  });
}

Deno.test("what is called gzip and is none, or not whole, or a bomb, is refused with words", async () => {
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  await rejects(asking(UTF8, headers), { name: "ProtocolError", message: /^Cannot read body: it is not whole gzip/ });
  await rejects(asking(gzipSync(UTF8).subarray(0, 40), headers), {
    message: /^Cannot read body: it is not whole gzip/,
  });
  const bomb = gzipSync(new Uint8Array(17 * 1024 * 1024));
  await rejects(asking(bomb, headers), { message: /longer than 16777216 bytes unpacked \(gzip\)$/ });
});

const CHARSETS: readonly { readonly charset: string; readonly body: Uint8Array }[] = [
  { charset: "iso-8859-1", body: LATIN1 },
  { charset: '"windows-1252"', body: LATIN1 },
  { charset: "iso-8859-1", body: UTF8 }, // the head is wrong
  { charset: "nonsense", body: UTF8 },
  { charset: "utf-16le", body: UTF16 },
  { charset: "utf-8", body: UTF16 }, // its mark says better
];
for (const { charset, body } of CHARSETS) {
  const is = body === UTF8 ? "UTF-8" : body === LATIN1 ? "Latin-1" : "UTF-16";
  Deno.test(`a thesis in ${is} whose head says ${charset} is read to the letter`, async () => {
    deepEqual((await asking(body, { "content-type": `application/json; charset=${charset}` })).result, THESIS);
  });
}

Deno.test("bytes that nothing explains are a warning of their row, and the notes of a run come once, at its end", async () => {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(LATIN1.slice(), { headers: { "content-type": "text/plain" } }),
  );
  const machine = testMachine();
  const research = connect({ baseUrl: `http://127.0.0.1:${server.addr.port}` });
  const told = await screened(listOf(2), research, { machine });
  deepEqual(told.statuses, ["done", "done"]);
  const end = told.events.at(-1);
  equal(end?.type === "ended" && end.notes?.length, 1);
  match(await Deno.readTextFile(`${machine.folder}/out/theses.csv`), /some characters arrived damaged \(\uFFFD\)/);
});

Deno.test("a page of a login stays an error that names its type", () => {
  const reply = new Response("<html>", { headers: { "content-type": "text/html" } });
  let said = "";
  try {
    readReplyThesis({ reply, text: "<html>" }, { redact: (text) => text, filter: new SecretFilter([]) });
  } catch (error) {
    said = String(error);
  }
  equal(said, "HttpError: Cannot get thesis: service answered 200: the body is text/html, not application/json");
});
