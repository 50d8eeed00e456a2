/** A service that begins to answer and then waits, so that whoever asks can be stopped at a known place. */

/** A request, and what became of it. */
export interface HeldRequest {
  readonly path: string;
  readonly body: string;
  /** Resolves when the client has left before the end. */
  readonly left: Promise<void>;
  /** Lets a request that waits be answered with a thesis. */
  answer(): void;
}

/** The service on a port of this machine. */
export interface HeldService extends AsyncDisposable {
  readonly baseUrl: string;
  /** All requests, in the order in which they arrived. */
  readonly requests: readonly HeldRequest[];
  /** Resolves with the request of this number, from 0, once it has arrived. */
  arrived(at: number): Promise<HeldRequest>;
}

const THESIS = { agent_thesis: { signal: "neutral", confidence: 0.5, reasoning: "r" }, key_drivers: [], risks: [] };
const EVENTS = [
  { type: "response.created", response: { id: "resp_1" } },
  ...["one ", "two "].map((delta) => ({ type: "response.output_text.delta", delta })),
];

/** Starts it. Streams give two words and wait; a thesis waits; a file gives some bytes and waits. */
export function heldService(): HeldService {
  const requests: HeldRequest[] = [];
  const arrivals: ((request: HeldRequest) => void)[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const left = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const { pathname: path } = new URL(request.url);
    const held = { path, body: await request.text(), left: left.promise, answer: answered.resolve };
    let isAnswered = false;
    answered.promise.then(() => isAnswered = true);
    request.signal.addEventListener("abort", () => isAnswered || left.resolve());
    arrivals[requests.push(held) - 1]?.(held);
    if (path.endsWith("/cancel")) return Response.json({ id: "resp_1", status: "cancelled" });
    if (path.startsWith("/v1/files/")) return begin("some bytes", "text/csv", left.resolve);
    if (path === "/v1/responses" && !held.body.includes("HEAD")) {
      return begin(eventLines(), "text/event-stream", left.resolve);
    }
    await answered.promise;
    return Response.json(THESIS);
  });
  return {
    baseUrl: `http://127.0.0.1:${server.addr.port}`,
    requests,
    arrived: (at) => new Promise((resolve) => requests[at] ? resolve(requests[at]) : arrivals[at] = resolve),
    async [Symbol.asyncDispose]() {
      for (const { answer } of requests) answer();
      await server.shutdown();
    },
  };
}

function eventLines(): string {
  return EVENTS.map((event, at) => `data: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`).join("");
}

/** A reply that begins and never ends. */
function begin(text: string, type: string, cancel: () => void): Response {
  const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(text)), cancel });
  return new Response(body, { headers: { "content-type": type } });
}
