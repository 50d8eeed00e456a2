import type { Clock } from "../pace/clock.ts";
import { REQUEST_ID_HEADER } from "../protocol/route.ts";
import { type Tape, TapeError, type TapeRequest } from "../stream/tape.ts";
import type { Fetch } from "./send.ts";
import { tapeRequestOf } from "./taping_fetch.ts";

/** Speed of a replay: each chunk at once, or after its recorded delay. */
export type TapePace = "at_once" | "recorded";

/**
 * A `fetch` that answers from tapes, with the recorded chunks. Nothing is sent.
 *
 * @param tapes One per request; a request may be repeated.
 * @param options The clock is used at the recorded pace only.
 */
export function replayingFetch(tapes: readonly Tape[], { pace, clock }: { pace: TapePace; clock: Clock }): Fetch {
  return async (url, init) => {
    init.signal?.throwIfAborted();
    const asked = await tapeRequestOf(url, init);
    const tape = tapes.find(({ request }) => isSame(request, asked));
    if (tape === undefined) throw notHeld(asked, tapes);
    const headers = new Headers();
    if (tape.contentType !== undefined) headers.set("content-type", tape.contentType);
    if (tape.requestId !== undefined) headers.set(REQUEST_ID_HEADER, tape.requestId);
    const { status } = tape;
    const hasBody = status !== 204 && status !== 205 && status !== 304;
    const startMs = clock.monotonicMs();
    const wait = (atMs: number) =>
      pace === "at_once" ? undefined : sleep(clock, startMs + atMs - clock.monotonicMs(), init.signal);
    return new Response(hasBody ? bodyOf(tape, wait, init.signal) : null, { status, headers });
  };
}

function bodyOf(
  { chunks, end, endMs }: Tape,
  wait: (atMs: number) => Promise<void> | undefined,
  signal: AbortSignal | null | undefined,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      const chunk = chunks[at++];
      await wait(chunk?.atMs ?? endMs);
      signal?.throwIfAborted();
      if (chunk !== undefined) return controller.enqueue(chunk.bytes);
      if (end === "complete") return controller.close();
      // A TypeError, as fetch throws when a connection breaks. A recording that its reader left ends there.
      throw new TypeError(end === "broken" ? "the connection broke when this was recorded" : "the recording ends here");
    },
  }, { highWaterMark: 0 });
}

/** The base URL of the recording may have had a path. */
function isSame(held: TapeRequest, { method, path, bodySha256 }: TapeRequest): boolean {
  return held.method === method && held.path.endsWith(path) && held.bodySha256 === bodySha256;
}

function notHeld(asked: TapeRequest, tapes: readonly Tape[]): TapeError {
  const holds = tapes.map(({ request }) => describe(request));
  const other = holds.length === 0 ? "there is no tape" : `the tapes hold ${holds.join(", ")}`;
  return new TapeError(`Cannot replay ${describe(asked)}: ${other}`, { asked: describe(asked), holds });
}

function describe({ method, path, bodySha256 }: TapeRequest): string {
  return `${method} ${path}${bodySha256 === undefined ? "" : ` (body ${bodySha256.slice(0, 12)})`}`;
}

function sleep(clock: Clock, delayMs: number, signal: AbortSignal | null | undefined): Promise<void> | undefined {
  if (delayMs <= 0) return undefined;
  return new Promise((resolve) => {
    const wake = () => {
      cancel();
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const cancel = clock.schedule(delayMs, wake);
    signal?.addEventListener("abort", wake);
  });
}
