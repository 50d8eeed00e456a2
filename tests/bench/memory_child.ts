/** Reads a gibibyte in one of several ways and reports the growth of memory. */
import { decodeEvents } from "conviction/protocol";
import { growthOf } from "../scorecard/memory.ts";
import type { MemoryReport } from "./memory_bench.ts";
import { answerOf, type Body } from "./readers.ts";

const MEBIBYTE = 1024 * 1024;
const TOTAL = 1024 * MEBIBYTE;

const bytesOf = (text: string) => new TextEncoder().encode(text);
const event = `data: {"type":"response.output_text.delta","delta":"abcd","padding":"${"x".repeat(953)}"}\n\n`;
const FIRST_NUMBER = 100_000_000; // so that all have the same number of digits
const numbered = event.replace('"delta"', `"sequence_number":${FIRST_NUMBER},"item_id":"msg_0123456789abcdef","delta"`);
const comment = `: ${"x".repeat(1021)}\n`;
const COMPLETED = bytesOf('data: {"type":"response.completed","response":{}}\n\ndata: [DONE]\n\n');

let read = 0;

interface PieceOptions {
  /** Sent before the first. */
  readonly start?: string;
  /** Changes the pieces of a chunk before it is sent. */
  readonly prepare?: (chunk: Uint8Array) => void;
}

/** A gibibyte of one repeated piece, in chunks of 64 KiB, then the end of an answer. */
function gibibyteOf(piece: string, { start = "", prepare }: PieceOptions = {}): Body {
  const chunk = bytesOf(piece.repeat(Math.max(1, 65536 / piece.length)));
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytesOf(start)),
    pull(controller) {
      if (read >= TOTAL) {
        controller.enqueue(COMPLETED);
        return controller.close();
      }
      read += chunk.length;
      prepare?.(chunk);
      controller.enqueue(chunk.slice());
    },
  }, { highWaterMark: 0 });
}

let next = FIRST_NUMBER;

/** Writes the next numbers over those of a chunk, byte by byte: a new text for each would use memory too. */
function countOn(chunk: Uint8Array): void {
  const digits = String(FIRST_NUMBER).length;
  const last = numbered.indexOf(String(FIRST_NUMBER)) + digits - 1;
  for (let at = last; at < chunk.length; at += numbered.length) {
    let left = next++;
    for (let digit = 0; digit < digits; digit++, left = Math.floor(left / 10)) chunk[at - digit] = 48 + left % 10;
  }
}

const WAYS: Readonly<Record<string, () => AsyncIterable<unknown>>> = {
  events: () => decodeEvents(gibibyteOf(event)),
  answer: () => answerOf(gibibyteOf(event)),
  numbered: () => answerOf(gibibyteOf(numbered, { prepare: countOn })),
  comments: () => answerOf(gibibyteOf(comment)),
  line: () => decodeEvents(gibibyteOf("x".repeat(65536), { start: "data: " }), { maxEventBytes: 8 * MEBIBYTE }),
  default: () => decodeEvents(gibibyteOf("x".repeat(65536), { start: "data: " })),
};

async function drain(way: string): Promise<Omit<MemoryReport, "growth">> {
  let events = 0;
  try {
    for await (const _event of WAYS[way]?.() ?? []) events++;
    return { read, events };
  } catch (error) {
    return { read, events, error: error instanceof Error ? error.name : String(error) };
  }
}

let report: Omit<MemoryReport, "growth"> = { read: 0, events: 0 };
const growth = await growthOf(async () => report = await drain(Deno.args[0] ?? ""));
// deno-lint-ignore no-console -- its report is its output
console.log(JSON.stringify({ ...report, growth } satisfies MemoryReport));
