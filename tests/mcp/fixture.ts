import { createAnalyst } from "../../src/agent/analyst.ts";
import { createDesks } from "../../src/agent/desk.ts";
import type { Agent } from "../../src/agent/ports.ts";
import { createTools } from "../../src/agent/tools.ts";
import type { AssistantParts, Calling } from "../../src/mcp/assistant.ts";
import { type Answer, createMcpHttp, type McpHttpOptions } from "../../src/mcp/http.ts";
import { type CallerTools, callerTools } from "../../src/service/assistants.ts";
import { type ClosableService, createService, MemoryFileStore } from "../../src/service/mod.ts";
import { tellDifference, VERIFY_TEXT } from "../../src/setup/assistant_parts.ts";
import { ports, sample } from "../agent/ask.ts";

export const KEY = "sk-test-first-0001";
export const OTHER_KEY = "sk-test-other-0002";

export const PARTS: AssistantParts = {
  tools: createTools({ tell: tellDifference, more: [VERIFY_TEXT] }),
  desk: createDesks(sample),
};

export const fileStore = new MemoryFileStore({ newId: () => crypto.randomUUID() });

/** The analyst of the sample, whose files are kept. */
export const agent: Agent = createAnalyst(ports({ storeFile: (file) => fileStore.put(file) }));

/** The desk of one caller. */
export function deskOf(owner: string, parts: Partial<Parameters<typeof callerTools>[1]> = {}): CallerTools {
  return callerTools({ owner }, { agent, fileStore, ...parts });
}

/** A call that nobody follows. */
export function calling(replaced: Partial<Calling> = {}): Calling {
  return { signal: new AbortController().signal, step: () => Promise.resolve(), ...replaced };
}

/** Answers without the protocol: the method and what the assistant offers. */
export const plainAnswer: Answer = async (request, assistant) => {
  const { method } = await request.json();
  return Response.json({ method, tools: assistant.tools.map(({ name }) => name) });
};

/** A service that answers assistants, by a function in place of the protocol. */
export function service(
  answer: Answer = plainAnswer,
  { options = {}, agent: asked = agent }: { readonly options?: Partial<McpHttpOptions>; readonly agent?: Agent } = {},
): ClosableService {
  let ids = 0;
  return createService({
    ...{ agent: asked, fileStore, apiKeys: [KEY, OTHER_KEY], newId: () => crypto.randomUUID() },
    clock: { now: () => new Date("2018-01-02T00:00:00Z"), schedule: () => () => {} },
    mcp: createMcpHttp(answer, { newId: () => `session_${++ids}`, ...options })(PARTS),
  });
}

/** How a request in a test differs from the usual one. */
export interface Posting {
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly signal?: AbortSignal;
}

/** A request as an assistant sends it. */
export function post(message: unknown, { key = KEY, headers = {}, method = "POST", signal }: Posting = {}): Request {
  return new Request("http://127.0.0.1:8787/mcp", {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${key}`, ...headers },
    ...(method === "POST" && { body: JSON.stringify(message) }),
    ...(signal && { signal }),
  });
}
