import { lastSession } from "../../src/calendar/last_session.ts";
import type { FetchPort, ReplyProblem, SourceRequest } from "../../src/connect/source.ts";

/** What a made network answers. */
export type MadeReply = { readonly status: number; readonly body: string | Uint8Array };

/** A data folder in memory, and a network that is a function. */
export class MadePort {
  readonly files = new Map<string, Uint8Array>();
  readonly asked: string[] = [];
  readonly reports: string[] = [];
  readonly notes: string[] = [];
  readonly refusals: ReplyProblem[] = [];
  /** Bytes of the bodies that came. */
  bytes = 0;
  readonly #fresh = new Map<string, string>();
  readonly #network: (url: URL, headers: Headers) => MadeReply;

  constructor(network: (url: URL, headers: Headers) => MadeReply) {
    this.#network = network;
  }

  /** The file as text. */
  text(path: string): string {
    return new TextDecoder().decode(this.files.get(path));
  }

  /** What a source gets at a time. */
  at(now: string): FetchPort {
    const session = lastSession(new Date(now));
    const keep: FetchPort["keep"] = (path, body, { through = session } = {}) => {
      const before = this.files.get(path);
      this.files.set(path, body);
      if (through >= session) this.#fresh.set(path, session);
      return Promise.resolve({ state: before === undefined ? "new" : "changed", body });
    };
    return {
      now: new Date(now),
      lastSession: session,
      kept: (path) => Promise.resolve(this.files.get(path)),
      get: async (file) => {
        const kept = this.files.get(file.path);
        if (this.#fresh.get(file.path) === session && kept !== undefined) return { state: "fresh", body: kept };
        const { state, body, problem } = this.#ask(file);
        if (state !== "new" || body === undefined) return { state, body, problem };
        return await keep(file.path, body);
      },
      ask: (request) => Promise.resolve(this.#ask(request)),
      keep,
      run: () => Promise.reject(new Error("no program is run")),
      isFresh: (path) => this.#fresh.get(path) === session,
      note: (ticker, text) => void this.notes.push(`${ticker}: ${text}`),
      report: (ticker, problem) => void this.reports.push(`${ticker}: ${problem}`),
    };
  }

  #ask(request: SourceRequest) {
    const url = new URL(request.url);
    for (const [name, value] of Object.entries(request.secretParameters ?? {})) url.searchParams.set(name, value);
    this.asked.push(request.url);
    const reply = this.#network(url, new Headers(request.headers));
    const body = typeof reply.body === "string" ? new TextEncoder().encode(reply.body) : reply.body;
    this.bytes += body.length;
    const found = reply.status === 200 ? request.problemOf(body) : request.problemOfStatus?.(reply.status, body);
    if (reply.status === 200 && found === undefined) return { state: "new" as const, body };
    const problem = typeof found === "string" ? { text: found } : found ?? { text: `status ${reply.status}` };
    this.refusals.push(problem);
    return { state: "refused" as const, body: undefined, problem: problem.text };
  }
}
