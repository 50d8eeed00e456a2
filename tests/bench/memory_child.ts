/** Reads a gibibyte in one of several ways and reports how far the memory grew. */
import { decodeEvents } from "conviction/protocol";
import { growthOf } from "../scorecard/memory.ts";
import type { MemoryReport } from "./memory_bench.ts";
import { answerOf, type Body } from "./readers.ts";

const MEBIBYTE = 1024 * 1024;
const TOTAL = 1024 * MEBIBYTE;

const bytesOf = (text: string) => new TextEncoder().encode(text);
const event = `data: {"type":"response.output_text.delta","delta":"abcd","padding":"${"x".repeat(953)}"}\n\n`;
const comment = `: ${"x".repeat(1021)}\n`;
const COMPLETED = bytesOf('data: {"type":"response.completed","response":{}}\n\ndata: [DONE]\n\n');

let read = 0;

/** A gibibyte of one piece again and again, in chunks of 64 KiB, then the end of an answer. */
function gibibyteOf(piece: string, start = ""): Body {
  const chunk = bytesOf(piece.repeat(Math.max(1, 65536 / piece.length)));
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytesOf(start)),
    pull(controller) {
      if (read >= TOTAL) {
        controller.enqueue(COMPLETED);
        return controller.close();
      }
      read += chunk.length;
      controller.enqueue(chunk.slice());
    },
  }, { highWaterMark: 0 });
}

const WAYS: Readonly<Record<string, () => AsyncIterable<unknown>>> = {
  events: () => decodeEvents(gibibyteOf(event)),
  answer: () => answerOf(gibibyteOf(event)),
  comments: () => answerOf(gibibyteOf(comment)),
  line: () => decodeEvents(gibibyteOf("x".repeat(65536), "data: "), { maxEventBytes: 8 * MEBIBYTE }),
  default: () => decodeEvents(gibibyteOf("x".repeat(65536), "data: ")),
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
