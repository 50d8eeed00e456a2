import { Buffer } from "node:buffer";
import { createByteBudget } from "../pace/byte_budget.ts";
import { ProtocolError } from "../protocol/errors.ts";
import { readerOf } from "./body_reader.ts";
import { codingOf, decoded, unpacked } from "./coding.ts";
import { MAX_BYTES_IN_FLIGHT, type WholeLimits } from "./limits.ts";
import { explain } from "./send.ts";
import type { Watch } from "./watch.ts";

/**
 * The body of a reply under the limits of its call: silence, size, and the announced length.
 *
 * @returns A stream that fails with errors of this library instead of the runtime's.
 */
export function limitedBody(
  reply: Response,
  watch: Watch,
  { maxBytes }: WholeLimits,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = readerOf(reply, watch.signal);
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      if (Number(reply.headers.get("content-length") ?? 0) > maxBytes) throw await tooLong(reader, maxBytes);
      watch.await("silenceMs");
      const { done, value } = await reader.read().catch((error) => {
        throw explain(watch.action, error, watch.signal);
      });
      watch.pause();
      if (done && watch.signal.aborted) throw explain(watch.action, undefined, watch.signal);
      bytes += value?.byteLength ?? 0;
      if (bytes > maxBytes) throw await tooLong(reader, maxBytes);
      if (done) {
        checkLength(reply, bytes);
        controller.close();
      } else {
        controller.enqueue(value);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Makes room for a body in memory: one bound for those of all clients. */
export const enterBodies = createByteBudget(MAX_BYTES_IN_FLIGHT);

/**
 * Reads a body as text: with the limit on its bytes before and after it is unpacked, and decoded as UTF-8 where it is
 * that, otherwise as its head says.
 */
export async function readText(reply: Response, watch: Watch, limits: WholeLimits): Promise<string> {
  using room = enterBodies();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of limitedBody(reply, watch, limits)) {
    await room.take(chunk.byteLength, watch.signal);
    chunks.push(chunk);
  }
  const [only = new Uint8Array()] = chunks;
  const bytes = unpacked(chunks.length > 1 ? Buffer.concat(chunks) : only, reply);
  if (bytes.byteLength > limits.maxBytes) throw longerThan(limits.maxBytes);
  return decoded(bytes, reply);
}

async function tooLong(reader: ReadableStreamDefaultReader<unknown>, maxBytes: number): Promise<ProtocolError> {
  await reader.cancel();
  return longerThan(maxBytes);
}

function longerThan(maxBytes: number): ProtocolError {
  return new ProtocolError(`Cannot read body: it is longer than ${maxBytes} bytes (limit maxBytes)`);
}

/** The runtime may unpack a body, and leave the length of the packed one in the head. */
function checkLength(reply: Response, bytes: number): void {
  const promised = codingOf(reply) === "" ? reply.headers.get("content-length") : null;
  if (promised !== null && Number(promised) !== bytes) {
    throw new ProtocolError(`Cannot read body: it has ${bytes} bytes, but its head announced ${promised}`);
  }
}
