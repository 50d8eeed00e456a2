import { deepEqual, equal, match, throws } from "../assert.ts";
import fc from "fast-check";
import { decodeTape, encodeTape, type Tape, TapeError } from "../../src/stream/tape.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

const TAPE: Tape = {
  request: { method: "POST", path: "/v1/responses", bodySha256: "ab12", model: "m" },
  status: 200,
  contentType: "text/event-stream",
  requestId: "req_1",
  chunks: [{ atMs: 3, bytes: bytesOf("data: 1\n\n") }, { atMs: 5, bytes: new Uint8Array([0xe2, 0x82]) }],
  end: "complete",
  endMs: 8,
};

Deno.test("a tape is a line for the request, a line per chunk and a line for the end", () => {
  deepEqual(encodeTape(TAPE).trimEnd().split("\n").map((line) => JSON.parse(line)), [
    {
      tape: 1,
      method: "POST",
      path: "/v1/responses",
      body_sha256: "ab12",
      model: "m",
      status: 200,
      content_type: "text/event-stream",
      request_id: "req_1",
    },
    { at_ms: 3, text: "data: 1\n\n" },
    { at_ms: 5, b64: "4oI=" },
    { at_ms: 8, end: "complete" },
  ]);
});

Deno.test("encoding and decoding a tape preserves any chunks", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.string({ unit: "grapheme" }).map(bytesOf),
    fc.constant(bytesOf("\uFEFFa byte order mark")),
    fc.constant(bytesOf("lines\r\n\u2028\0")),
  ).map((chunk) => Uint8Array.from(chunk));
  const tapes = fc.record({
    chunks: fc.array(fc.record({ atMs: fc.nat(), bytes }, { noNullPrototype: true })),
    end: fc.constantFrom("complete", "broken", "left"),
    endMs: fc.nat(),
  });
  fc.assert(fc.property(tapes, (fields) => {
    const tape: Tape = { ...TAPE, ...fields };
    deepEqual(decodeTape(encodeTape(tape)), tape);
  }));
});

Deno.test("a tape cut off during writing ends like a broken connection", () => {
  const lines = encodeTape(TAPE).trimEnd().split("\n");
  const { end, endMs, chunks } = decodeTape(lines.slice(0, -1).join("\n"));
  deepEqual([end, endMs, chunks], ["broken", 5, TAPE.chunks]);
});

const BAD = [
  { when: "it is empty", text: "", line: 1 },
  { when: "its first line is a chunk", text: '{"at_ms":1,"text":"x"}\n', line: 1 },
  { when: "its format is newer", text: encodeTape(TAPE).replace('"tape":1', '"tape":2'), line: 1 },
  { when: "a line is cut", text: encodeTape(TAPE).slice(0, -5), line: 4 },
  { when: "a line has no time", text: encodeTape(TAPE).replace('"at_ms":3,', ""), line: 2 },
];

for (const { when, text, line } of BAD) {
  Deno.test(`decodeTape() names the unreadable line when ${when}`, () => {
    throws(() => decodeTape(text), (error) => {
      equal(error instanceof TapeError, true);
      match(String(error), new RegExp(`Cannot read tape: line ${line} `));
      return true;
    });
  });
}
