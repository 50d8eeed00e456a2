import type { Agent } from "../agent/ports.ts";
import type { Clock } from "../pace/clock.ts";
import type { Dialect } from "../protocol/route.ts";
import type { McpHandler } from "./assistants.ts";
import type { Caller, KeyRing } from "./tenants/authorize.ts";
import type { Trace } from "./trace.ts";
import type { ServiceRequest } from "./exchange.ts";
import type { FileStore } from "./file_store.ts";
import type { AgentPlaces, ServiceLimits } from "./limits.ts";
import type { Gauge } from "./meter.ts";
import type { ReplyStore } from "./reply_store.ts";
import type { ResponseStore } from "./response_store.ts";

/** What a service says of itself. */
export interface About {
  /** Version of the program. */
  readonly version: string;
  /** What it works with, for callers with a key. */
  readonly details: () => Promise<Readonly<Record<string, unknown>>>;
  /** Rejects with a refusal while answers cannot be kept. Default: they can. */
  readonly check?: (() => Promise<void>) | undefined;
  /** Figures of now, beside what the service counts itself. */
  readonly gauges: () => readonly Gauge[];
}

/** Settings of a service. */
export interface ServiceSettings {
  /** Researches one question. */
  readonly agent: Agent;
  /**
   * Questions that the agent works on at once, for one whose answer depends on its question alone; the others wait in
   * line, and equal ones without files are worked on once. Default: every question starts at once, and anew.
   */
  readonly places?: AgentPlaces;
  /** Store of the agent's files. */
  readonly fileStore: FileStore;
  /** Store of replies for repeated `Idempotency-Key`s. Default: in memory, within `maxKeptBytes`. */
  readonly replyStore?: ReplyStore;
  /** Store of finished responses. Default: in memory, within `maxResponseBytes`. */
  readonly responseStore?: ResponseStore;
  /** Accepted keys, each of visible ASCII characters; an empty list rejects every request. */
  readonly apiKeys: readonly string[];
  /** Keys that may change while the service runs, beside `apiKeys`. */
  readonly keys?: KeyRing | undefined;
  /** Names of the models that callers may ask for, the default first. Default: `conviction-smart` alone. */
  readonly models?: readonly string[];
  /** Clock for timestamps and for the time limit of background responses. */
  readonly clock: Pick<Clock, "now" | "schedule">;
  /** Returns a new random UUID in lower case, with or without dashes. */
  readonly newId: () => string;
  /** Answers assistants at `/mcp`; without it the path refuses. */
  readonly mcp?: McpHandler;
  /** Limits that differ from {@linkcode DEFAULT_LIMITS}. */
  readonly limits?: Partial<ServiceLimits>;
  /** Origins like `https://desk.example` whose pages may ask the service from a browser. Default: none. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** What `/healthz` and `/metrics` show beside what the service knows. */
  readonly about?: About | undefined;
  /** Watches tools, programs and verifications. Default: nobody does. */
  readonly trace?: Trace | undefined;
  /** Called with each internal failure and the request's identifier. */
  readonly onFailure?: (error: unknown, requestId: string) => void;
}

/** An authorized request. */
export interface Job {
  readonly request: ServiceRequest;
  /** How the answer is written, by the path of the request. */
  readonly dialect: Dialect;
  readonly requestId: string;
  readonly caller: Caller;
  /** That of the caller. */
  readonly owner: string;
}
