/** A service in this process whose agent waits until it is stopped, so that a test sees that a client stops it. */
import { createDesks } from "../../src/agent/desk.ts";
import type { Agent } from "../../src/agent/ports.ts";
import { createTools } from "../../src/agent/tools.ts";
import { openHistory } from "../worlds/history.ts";
import { listen } from "../../src/door/listen.ts";
import { createMcpHttp } from "../../src/mcp/http.ts";
import { createService, MemoryFileStore, systemClock } from "../../src/service/mod.ts";
import { answerHttp } from "../../packages/mcp/server.ts";
import type { Endpoint } from "./mcp_clients.ts";

/** A service that waits. */
export interface Waiting extends Endpoint, AsyncDisposable {
  /** Resolves when the agent has been asked, and has told its first step. */
  readonly begun: Promise<void>;
  /** Resolves when the agent has been stopped and has cleaned up. */
  readonly stopped: Promise<void>;
}

/** Serves an agent that tells one step and then waits until it is stopped. */
export async function serveWaiting(): Promise<Waiting> {
  const [begun, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const agent: Agent = async function* ({ signal }) {
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => {});
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    try {
      yield { kind: "tool_call", name: "resolve_companies", arguments: {} };
      begun.resolve();
      await promise;
    } finally {
      stopped.resolve();
    }
  };
  const apiKey = "sk-waiting-0001";
  const newId = () => crypto.randomUUID();
  const parts = { tools: createTools(), desk: createDesks(await openHistory()) };
  const service = createService({
    ...{ agent, fileStore: new MemoryFileStore({ newId }), apiKeys: [apiKey], clock: systemClock, newId },
    mcp: createMcpHttp(answerHttp, { newId })(parts),
  });
  const listener = await listen(service, { port: 0, limits: { graceMs: 0 } });
  const close = async () => {
    await service.close();
    await listener.close();
  };
  return {
    ...{ url: listener.url, apiKey, begun: begun.promise, stopped: stopped.promise },
    [Symbol.asyncDispose]: close,
  };
}
