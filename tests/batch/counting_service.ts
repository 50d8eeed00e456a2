import type { ReasoningRequest } from "../../src/protocol/reasoning.ts";
import { answerTo } from "./fake_research.ts";

/** A service on a port of this machine that counts requests. */
export interface CountingService extends AsyncDisposable {
  readonly baseUrl: string;
  /** How often each question was answered, by its text. */
  readonly answered: Map<string, number>;
  /** Idempotency keys by question. */
  readonly keys: Map<string, Set<string>>;
  /** Resolves after this many answers. */
  reached(count: number): Promise<void>;
}

/** Answers after a delay, with two files for each company. */
export function countingService(
  options: {
    readonly delayMs?: number;
    /** Answers after so many wait for this. */
    readonly held?: { readonly after: number; readonly until: Promise<void> };
  } = {},
): CountingService {
  const answered = new Map<string, number>();
  const keys = new Map<string, Set<string>>();
  let total = 0;
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/v1/files/")) {
      return new Response(`content of ${pathname}`, { headers: { "content-type": "text/csv" } });
    }
    const body = await request.json() as ReasoningRequest;
    const key = request.headers.get("idempotency-key") ?? "";
    keys.set(body.input, (keys.get(body.input) ?? new Set()).add(key));
    await new Promise((resolve) => setTimeout(resolve, options.delayMs ?? 0));
    if (total >= (options.held?.after ?? Infinity)) await options.held?.until;
    answered.set(body.input, (answered.get(body.input) ?? 0) + 1);
    total++;
    for (const { count, resolve } of waiting) if (total >= count) resolve();
    const name = encodeURIComponent(body.input).replaceAll("%", "").slice(-40);
    return Response.json(answerTo(body, [
      { file_id: `file_a${name}`, filename: "prices.csv" },
      { file_id: `file_b${name}`, filename: "prices.csv" },
    ]));
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, answer);
  return {
    baseUrl: `http://127.0.0.1:${server.addr.port}`,
    answered,
    keys,
    reached: (count) => new Promise((resolve) => total >= count ? resolve() : waiting.push({ count, resolve })),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
