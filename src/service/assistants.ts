import type { Agent, Question } from "../agent/ports.ts";
import type { Step } from "../agent/step.ts";
import { RequestError } from "../protocol/request_error.ts";
import { startSteps } from "./agent_steps.ts";
import type { Caller } from "./tenants/authorize.ts";
import type { Outgoing, ServiceRequest } from "./exchange.ts";
import { causeOf } from "./failure.ts";
import type { FileStore, StoredFile } from "./file_store.ts";

/** Where assistants ask by the Model Context Protocol. */
export const MCP_PATH = "/mcp";

/** What a handler of another protocol works with, for one caller. */
export interface CallerTools {
  /** Who asks. */
  readonly caller: Caller;
  /** The agent, within the limits of the caller; files of its answers are the caller's. */
  readonly agent: Agent;
  /** Finds a file of the caller; `undefined` for an unknown one and another caller's. */
  find(fileId: string): Promise<StoredFile | undefined>;
  /** Called with each internal failure. */
  onFailure(error: unknown): void;
}

/**
 * Answers requests of another protocol, at `/mcp`: authorized already, with a body that was not read.
 * It may throw a refusal, which the service answers in its own form.
 */
export type McpHandler = (request: ServiceRequest, desk: CallerTools) => Promise<Outgoing>;

/** What a desk is made of. */
export interface DeskParts {
  /** The agent without limits. */
  readonly agent: Agent;
  readonly fileStore: FileStore;
  /** Admits work, or throws a refusal; returns what releases its place. */
  readonly take?: (work: AbortController) => (() => void) | Promise<() => void>;
  readonly onFailure?: (error: unknown) => void;
}

/** The desk of one caller. */
export function callerTools(caller: Caller, { agent, fileStore, take, onFailure = () => {} }: DeskParts): CallerTools {
  const { owner, revoked } = caller;
  const admitted = async function* (question: Question): AsyncGenerator<Step, void, undefined> {
    const work = new AbortController();
    const signal = AbortSignal.any([question.signal, ...(revoked ? [revoked] : [])]);
    const abort = () => work.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    let release = () => {};
    try {
      release = await take?.(work) ?? release;
      yield* await startSteps(agent, { ...question, signal: work.signal }, { fileStore, owner });
    } catch (error) {
      throw causeOf(error, work.signal);
    } finally {
      signal.removeEventListener("abort", abort);
      release();
    }
  };
  return { caller, agent: admitted, find: (fileId) => fileStore.find(fileId, owner), onFailure };
}

/** The refusal of a service that has no handler: its packages were not asked for. */
export function mcpNotLoaded(): RequestError {
  return new RequestError(
    "Cannot answer assistants: this service was started without MCP; docs/mcp.md says how to start it with",
    { status: 404, code: "mcp_not_loaded" },
  );
}
