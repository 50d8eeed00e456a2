import type { Steps } from "./agent_steps.ts";
import { EventPieces, type PiecesOptions } from "./event_pieces.ts";
import { jsonReply, type Reply } from "./reply.ts";
import { type EventsContext, responseEvents } from "./response_events.ts";

/**
 * Collects the finished response object, without a stream.
 * @throws what the agent throws.
 */
export async function collectResponse(steps: Steps, context: EventsContext): Promise<Reply> {
  let response: unknown;
  for await (const event of responseEvents(steps, context)) {
    if (event.type === "response.completed") response = event.response;
  }
  return jsonReply(response);
}

/** Streams the events, one per chunk, on demand: a slow reader holds the agent back, and cancelling stops it. */
export function streamResponse(steps: Steps, options: PiecesOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const pieces = new EventPieces(steps, options);
  const encoder = new TextEncoder();
  let cancelled = false;
  return new ReadableStream({
    pull: async (controller) => {
      const piece = await pieces.next();
      if (cancelled) return;
      if (piece === undefined) controller.close();
      else controller.enqueue(encoder.encode(piece.text));
    },
    cancel: async (reason) => {
      cancelled = true;
      options.work.abort(reason);
      await pieces.stop();
    },
  }, { highWaterMark: 0 });
}
