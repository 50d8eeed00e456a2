import { failureOf, failureReply } from "../service/failure.ts";
import { toResponse } from "../service/reply.ts";
import type { Service } from "../service/service.ts";

/** The part of `fetch` that a client needs. */
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/**
 * Wraps a service as a `fetch` that behaves as over a network, so that one client works with both.
 * An abort rejects, or errors the body, with the signal's reason; an exception becomes a 500 with a fixed body; bytes
 * are copied, so that the two sides share no object. Cancelling the body, or aborting, aborts the service's request.
 * @returns A `fetch` that rejects only for an abort, or for an invalid request.
 */
export function inProcessFetch(service: Service): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const wire = new AbortController();
    const aborted = rejectionOf(signal, wire);
    const answered = answer(service, { request, wire });
    try {
      return copyOf(await Promise.race([answered, aborted.promise]), { request, wire });
    } catch (error) {
      answered.then(({ body }) => body?.cancel(error)).catch(() => {}); // too late: there is no reader
      throw error;
    } finally {
      aborted.forget();
    }
  };
}

function copyOf(response: Response, { request, wire }: Wire): Response {
  const { status, statusText, headers, body } = response;
  const isBodiless = request.method === "HEAD" || [204, 205, 304].includes(status);
  if (isBodiless) void body?.cancel();
  const copied = isBodiless || !body ? null : new CopiedBody(body, { signal: request.signal, wire }).stream;
  return new Response(copied, { status, statusText, headers: new Headers(headers) });
}

interface Line {
  /** The caller's signal. */
  readonly signal: AbortSignal;
  /** Aborts the service's request, as a broken connection would. */
  readonly wire: AbortController;
}

interface Wire {
  readonly request: Request;
  readonly wire: AbortController;
}

async function answer(service: Service, { request, wire }: Wire): Promise<Response> {
  const bytes = request.body === null ? null : await request.arrayBuffer();
  wire.signal.throwIfAborted();
  const copy = new Request(request.url, {
    method: request.method,
    headers: new Headers(request.headers),
    body: bytes,
    signal: wire.signal,
  });
  try {
    return await service(copy);
  } catch (error) {
    return toResponse(failureReply(failureOf(new Error("Cannot answer in process", { cause: error }))));
  }
}

function rejectionOf(signal: AbortSignal, wire: AbortController) {
  const { promise, reject } = Promise.withResolvers<never>();
  const leave = () => {
    wire.abort(signal.reason);
    reject(signal.reason);
  };
  signal.addEventListener("abort", leave, { once: true });
  return { promise, forget: () => signal.removeEventListener("abort", leave) };
}

/** Passes on copies of chunks, one at a time, on demand. */
class CopiedBody {
  /** The caller's stream. */
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #signal: AbortSignal;
  readonly #wire: AbortController;
  #leave = () => {};

  constructor(body: ReadableStream<Uint8Array>, { signal, wire }: Line) {
    this.#reader = body.getReader();
    this.#signal = signal;
    this.#wire = wire;
    this.stream = new ReadableStream({
      start: (controller) => this.#listen(controller),
      pull: (controller) => this.#pull(controller),
      cancel: (reason) => this.#end(reason),
    }, { highWaterMark: 0 });
  }

  #listen(controller: ReadableStreamDefaultController): void {
    this.#leave = () => {
      controller.error(this.#signal.reason);
      void this.#end(this.#signal.reason);
    };
    this.#signal.addEventListener("abort", this.#leave, { once: true });
    if (this.#signal.aborted) this.#leave();
  }

  async #pull(controller: ReadableStreamDefaultController): Promise<void> {
    try {
      const { done, value } = await this.#reader.read();
      if (this.#signal.aborted || this.#wire.signal.aborted) return; // the stream has its error already
      if (!done) return controller.enqueue(copyBytes(value));
      this.#signal.removeEventListener("abort", this.#leave);
      controller.close();
    } catch (cause) {
      if (this.#wire.signal.aborted) return;
      this.#signal.removeEventListener("abort", this.#leave);
      controller.error(new TypeError("Cannot read the body: the connection was lost", { cause }));
    }
  }

  async #end(reason: unknown): Promise<void> {
    this.#signal.removeEventListener("abort", this.#leave);
    this.#wire.abort(reason);
    try {
      await this.#reader.cancel(reason);
    } catch {
      // as on a network, the caller does not learn how the other side handled it
    }
  }
}

/** Any chunk but bytes would be an object that both sides share. */
function copyBytes(chunk: unknown): Uint8Array<ArrayBuffer> {
  if (chunk instanceof Uint8Array) return new Uint8Array(chunk);
  throw new TypeError("Cannot send the body: a chunk is not bytes");
}
