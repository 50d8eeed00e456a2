/** Scorecard cases 1 to 3: the format, at any split and for any bytes. */
import { deepEqual, equal, ok } from "../assert.ts";
import { runsOf, sweep } from "../sweeps.ts";
import fc from "fast-check";
import { ProtocolError } from "conviction/protocol";
import { EventDecoder } from "../../src/protocol/sse.ts";
import { type Vector, VECTORS } from "./event_stream_vectors.ts";
import { printFigure } from "./figure.ts";
import { recordStream } from "./recorded_stream.ts";

const BEFORE = 'data: {"type":"before"}\n\n';

/** What a decoder yields for bytes cut at some places: events, then the data of an invalid one. */
function read(
  bytes: Uint8Array,
  cuts: readonly number[],
): { readonly events: number; readonly data: string | undefined } {
  const decoder = new EventDecoder();
  let events = 0;
  try {
    let start = 0;
    for (const end of [...cuts, bytes.length]) {
      events += decoder.push(bytes.subarray(start, end)).length;
      start = end;
    }
    return { events: events + decoder.end().length, data: undefined };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { events, data: error.excerpt };
  }
}

/**
 * Their data is not JSON, so our decoder rejects it and keeps an excerpt. To see every event of a vector, the vector is
 * read once per event, with a valid event in place of each earlier one. One without data is skipped: services send it to
 * keep the connection alive.
 */
function* readings({ parts }: Vector) {
  for (const [at, { data }] of parts.entries()) {
    if ((data === undefined || data.trim() === "") && at < parts.length - 1) continue;
    const wire = parts.map((part, place) => place < at && part.data !== undefined ? BEFORE : part.wire).join("");
    yield { bytes: new TextEncoder().encode(wire), data: data?.trim() === "" ? undefined : data };
  }
}

Deno.test("scorecard 1: the web platform's parser vectors yield their data, event by event", () => {
  let held = 0;
  for (const vector of VECTORS) {
    for (const { bytes, data } of readings(vector)) equal(read(bytes, []).data, data, vector.name);
    held++;
  }
  printFigure(1, `${held} of 27 parser vectors (the HTTP cases are counted in http_vectors_test.ts)`);
  equal(held, 27);
});

Deno.test("scorecard 2: the events are the same for any two-way split of a stream, and for random splits", async () => {
  const whole = await recordStream();
  const wires = [...VECTORS.flatMap((vector) => [...readings(vector)].map(({ bytes }) => bytes)), whole];
  let [places, splits] = [0, 0];
  for (const bytes of wires) {
    const uncut = read(bytes, []);
    const cuts = sweep("scorecard/event_stream", Array.from({ length: bytes.length + 1 }, (_, cut) => cut));
    for (const cut of cuts) deepEqual(read(bytes, [cut]), uncut);
    places += bytes.length + 1;
    splits += cuts.length;
  }
  const random = runsOf("scorecard/event_stream", 10_000);
  const anySplit = fc.tuple(fc.nat(wires.length - 1), fc.array(fc.nat(), { minLength: 1, maxLength: 30 }));
  fc.assert(
    fc.property(anySplit, ([which, seeds]) => {
      const bytes = wires[which] ?? whole;
      const cuts = seeds.map((seed) => seed % (bytes.length + 1)).toSorted((a, b) => a - b);
      deepEqual(read(bytes, cuts), read(bytes, []));
    }),
    random,
  );
  printFigure(2, `0 differences over ${splits} of ${places} two-way splits and ${random.numRuns} random ones`);
  ok(places > 10_000, "a whole answer is included");
});

const MAX_BYTES = 200;
const PIECES = [
  "data: ",
  'data: {"type":"',
  '"}',
  "\n",
  "\n\n",
  "\r",
  "\r\n",
  ":",
  "id: 1\n",
  "data: [DONE]",
  "\uFEFF",
  "x".repeat(90),
];
const latin1 = new TextDecoder("latin1");
const pieces = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  fc.constantFrom(...PIECES.map((piece) => new TextEncoder().encode(piece))),
);

Deno.test("scorecard 3: random bytes yield events or a ProtocolError, and no line over the limit is held", () => {
  let runs = 0;
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (chunks) => {
      runs++;
      const decoder = new EventDecoder({ maxEventBytes: MAX_BYTES });
      try {
        let wire = "";
        for (const chunk of chunks) {
          decoder.push(chunk);
          wire += latin1.decode(chunk);
          const held = /(?:^|[\r\n])data:([^\r\n]*)$/.exec(wire)?.[1]?.replace(/[^\0-\x7F]/g, "").length ?? 0;
          const isWithin = held <= MAX_BYTES + 1; // the space after the colon is not part of the data
          ok(isWithin || decoder.terminated, `a line of at least ${held} bytes is held`);
        }
        decoder.end();
      } catch (error) {
        ok(error instanceof ProtocolError, String(error));
      }
    }),
    runsOf("scorecard/event_stream, random bytes", 100_000),
  );
  printFigure(3, `0 uncaught errors in ${runs} runs, no line over the limit held`);
});
