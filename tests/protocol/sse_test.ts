import { deepEqual, equal, ok, rejects, throws } from "../assert.ts";
import fc from "fast-check";
import { decodeEvents, encodeEvent, parseEvent, ProtocolError, type ResponseEvent } from "conviction/protocol";
import { encodeDone, EventDecoder } from "../../src/protocol/sse.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The events of a wire text cut at one place, and the decoder's final state. */
function decode(wire: Uint8Array, cut: number, maxEventBytes?: number) {
  const decoder = new EventDecoder({ maxEventBytes });
  const parts = [wire.subarray(0, cut), wire.subarray(cut)];
  const events = [...parts.flatMap((part) => decoder.push(part)), ...decoder.end()];
  return { texts: events.map(textOf), terminated: decoder.terminated, unfinished: decoder.unfinished };
}

function textOf(event: ResponseEvent): string {
  return event.type === "response.output_text.delta" ? event.delta : event.type;
}

const delta = (text: string) => `data: {"type":"response.output_text.delta","delta":${JSON.stringify(text)}}`;
const COMPLETED = 'data: {"type":"response.completed","response":{}}';

const WIRES = [
  { when: "as the specification says", wire: `${delta("A")}\n\ndata: [DONE]\n\n`, texts: ["A"] },
  { when: "CRLF ends lines", wire: `${delta("A")}\r\n\r\ndata: [DONE]\r\n\r\n`, texts: ["A"] },
  { when: "CR ends lines", wire: `${delta("A")}\r\rdata: [DONE]\r\r`, texts: ["A"] },
  { when: "a byte order mark comes first", wire: `\uFEFF${delta("A")}\n\ndata: [DONE]\n\n`, texts: ["A"] },
  { when: "no space follows the colon", wire: `${delta("A").replace(": ", ":")}\n\ndata:[DONE]\n\n`, texts: ["A"] },
  { when: "a comment comes between", wire: `: ping\n\n${delta("A")}\n\n: ping\n\ndata: [DONE]\n\n`, texts: ["A"] },
  { when: "an event name disagrees", wire: `event: ping\n${delta("A")}\n\ndata: [DONE]\n\n`, texts: ["A"] },
  { when: "there are id and retry fields", wire: `id: 1\nretry: 5\n${delta("A")}\n\ndata: [DONE]\n\n`, texts: ["A"] },
  {
    when: "one event has several data lines",
    wire: 'data: {"type":"response.output_text.delta",\ndata: "delta":"A"}\n\ndata: [DONE]\n\n',
    texts: ["A"],
  },
  { when: "characters have more than one byte", wire: `${delta("€𝛼ñ")}\n\ndata: [DONE]\n\n`, texts: ["€𝛼ñ"] },
  { when: "text contains the terminator", wire: `${delta("[DONE]")}\n\ndata: [DONE]\n\n`, texts: ["[DONE]"] },
  { when: "text contains a line separator", wire: `${delta("a\u2028b")}\n\ndata: [DONE]\n\n`, texts: ["a\u2028b"] },
  { when: "events follow the terminator", wire: `data: [DONE]\n\n${delta("A")}\n\ndata: [DONE]\n\n`, texts: [] },
  { when: "the terminator lacks its blank line", wire: `${delta("A")}\n\ndata: [DONE]`, texts: ["A"] },
] as const;

for (const { when, wire, texts } of WIRES) {
  Deno.test(`EventDecoder yields the same events when ${when}, wherever the bytes are cut`, () => {
    const bytes = bytesOf(wire);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const read = decode(bytes, cut);
      deepEqual([read.texts, read.terminated], [texts, true], `cut at ${cut}`);
    }
  });
}

Deno.test("EventDecoder accepts a last response.completed without its blank line, and reports it", () => {
  deepEqual(decode(bytesOf(`${delta("A")}\n\n${COMPLETED}`), 5), {
    texts: ["A", "response.completed"],
    terminated: false,
    unfinished: true,
  });
});

Deno.test("EventDecoder drops any other last event without its blank line: half of it may be missing", () => {
  deepEqual(decode(bytesOf(`${delta("A")}\n\n${delta("B")}`), 5), {
    texts: ["A"],
    terminated: false,
    unfinished: false,
  });
});

Deno.test("EventDecoder never accepts a response.completed that is cut inside its JSON", () => {
  const bytes = bytesOf(`${COMPLETED}\n\n`);
  for (let length = 0; length < COMPLETED.length; length++) {
    deepEqual(decode(bytes.subarray(0, length), 0).texts, [], `of ${length} bytes`);
  }
  deepEqual(decode(bytes.subarray(0, COMPLETED.length), 0).texts, ["response.completed"]);
});

const TOO_LONG = new ProtocolError("Cannot read event: it is longer than 1000 bytes (limit maxEventBytes)");

for (
  const { what, char } of [{ what: "ASCII", char: "x" }, { what: "two-byte", char: "é" }, { what: "emoji", char: "📈" }]
) {
  Deno.test(`EventDecoder counts an event of ${what} characters in bytes, however it is cut`, () => {
    const charBytes = bytesOf(char).length;
    const rest = 1000 - bytesOf(delta("").slice("data: ".length)).length;
    const fits = "x".repeat(rest % charBytes) + char.repeat(Math.floor(rest / charBytes));
    for (const end of ["\n\n", "\r\n\r\n"]) {
      const longest = bytesOf(delta(fits) + end);
      const longer = bytesOf(delta(`${fits}x`) + end);
      for (const cut of [0, 3, 500, longest.length - 3, longest.length]) {
        deepEqual(decode(longest, cut, 1000).texts, [fits]);
        throws(() => decode(longer, cut, 1000), TOO_LONG);
      }
    }
  });
}

Deno.test("EventDecoder rejects an endless event at the limit, on one line or on many", () => {
  for (const line of ["x".repeat(100), `data: ${"x".repeat(93)}\n`]) {
    const decoder = new EventDecoder({ maxEventBytes: 1000 });
    decoder.push(bytesOf("data: "));
    let pushed = 0;
    throws(() => {
      for (; pushed < 100_000; pushed += line.length) decoder.push(bytesOf(line));
    }, TOO_LONG);
    ok(pushed <= 2200, `${pushed} bytes were accepted`);
  }
});

Deno.test("EventDecoder counts neither earlier events nor comments", () => {
  const wire = Array.from({ length: 50 }, (_, at) => `: ${"c".repeat(3000)}\n\n${delta(`${at}`.repeat(200))}\n\n`).join(
    "",
  );
  for (const size of [7, 1000, wire.length]) {
    const decoder = new EventDecoder({ maxEventBytes: 1000 });
    const bytes = bytesOf(wire);
    let events = 0;
    for (let at = 0; at < bytes.length; at += size) events += decoder.push(bytes.subarray(at, at + size)).length;
    equal(events, 50);
  }
});

Deno.test("EventDecoder yields the events before one that is not JSON, then throws", () => {
  const decoder = new EventDecoder();
  deepEqual(decoder.push(bytesOf(`${delta("A")}\n\n`)).map(textOf), ["A"]);
  throws(() => decoder.push(bytesOf("data: <html>\n\n")), { name: "ProtocolError", excerpt: "<html>" });
});

Deno.test("EventDecoder throws only ProtocolError on random bytes", () => {
  fc.assert(fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), (chunks) => {
    const decoder = new EventDecoder({ maxEventBytes: 500 });
    try {
      for (const chunk of chunks) decoder.push(chunk);
      decoder.end();
    } catch (error) {
      ok(error instanceof ProtocolError, String(error));
    }
  }));
});

Deno.test("encoding and decoding preserves an event, for any split of the bytes", () => {
  const events = fc.array(fc.record({
    type: fc.constantFrom("response.output_text.delta", "response.newer"),
    delta: fc.string({ unit: "grapheme" }),
    sequence_number: fc.nat(),
  }));
  fc.assert(fc.property(events, fc.infiniteStream(fc.integer({ min: 1, max: 40 })), (wires, sizes) => {
    const sent = wires.map((wire) => parseEvent(JSON.stringify(wire)));
    const bytes = bytesOf(sent.map(encodeEvent).join("") + encodeDone());
    const decoder = new EventDecoder();
    const read: ResponseEvent[] = [];
    for (let at = 0; at < bytes.length;) {
      const size = sizes.next().value;
      read.push(...decoder.push(bytes.subarray(at, at + size)));
      at += size;
    }
    deepEqual(read, sent);
    equal(decoder.terminated, true);
  }));
});

Deno.test("decodeEvents() cancels the body when its reader leaves the loop", async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytesOf(`${delta("A")}\n\n`)),
    cancel: () => void (cancelled = true),
  });
  for await (const event of decodeEvents(body)) {
    equal(textOf(event), "A");
    break;
  }
  equal(cancelled, true);
});

Deno.test("decodeEvents() rethrows the error of a broken body", async () => {
  const body = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new TypeError("reset")) });
  await rejects(Array.fromAsync(decodeEvents(body)), new TypeError("reset"));
});
