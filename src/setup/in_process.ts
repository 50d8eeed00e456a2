import { failureOf, failureReply } from "../service/failure.ts";
import { toResponse } from "../service/reply.ts";
import type { Service } from "../service/service.ts";

/** The part of `fetch` that a client needs. */
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/**
 * Makes a service behave as `fetch` does over a network, so that one client speaks to both.
 *
 * An abort rejects, or errors the body, with the signal's reason; a throw is a 500 with a fixed body;
 * bytes are copied, and neither side ever holds an object of the other. Leaving the body, or aborting,
 * aborts the request the service sees.
 *
 * @param service What answers.
 * @returns Never rejects but for an abort, or for a request that cannot be made or read.
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
      answered.then(({ body }) => body?.cancel(error)).catch(() => {}); // too late: nobody is there to read it
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
  /** The caller's. */
  readonly signal: AbortSignal;
  /** Says on the service's side what a broken connection would say. */
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

/** Hands chunks over as copies, one at a time, when they are asked for. */
class CopiedBody {
  /** What the caller reads. */
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
      if (this.#signal.aborted || this.#wire.signal.aborted) return; // the reader was told already
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
      // a connection that is given up tells nobody how the other side took it
    }
  }
}

/** A reply made from anything but bytes would be an object both sides hold. */
function copyBytes(chunk: unknown): Uint8Array<ArrayBuffer> {
  if (chunk instanceof Uint8Array) return new Uint8Array(chunk);
  throw new TypeError("Cannot send the body: a chunk is not bytes");
}
