import type { Agent } from "../agent/ports.ts";
import type { Clock } from "../pace/clock.ts";
import type { FileStore } from "./file_store.ts";
import type { ServiceLimits } from "./limits.ts";
import type { ReplyStore } from "./reply_store.ts";

/** What a service is made of. */
export interface ServiceSettings {
  /** Researches one question. */
  readonly agent: Agent;
  /** The store the agent's files go to. */
  readonly fileStore: FileStore;
  /** Where replies are kept for repeated `Idempotency-Key`s; in memory, within `maxKeptBytes`, when absent. */
  readonly replyStore?: ReplyStore;
  /** The keys that are let in, each one line of visible ASCII; none lets nobody in. */
  readonly apiKeys: readonly string[];
  /** Says the time, and when a background response has taken too long. */
  readonly clock: Pick<Clock, "now" | "schedule">;
  /** A random UUID in lower case, with or without its dashes; new on each call. */
  readonly newId: () => string;
  /** Those left out are {@linkcode DEFAULT_LIMITS}. */
  readonly limits?: Partial<ServiceLimits>;
  /** Hears of each failure that is the service's own, with the identifier the caller was given. */
  readonly onFailure?: (error: unknown, requestId: string) => void;
}

/** One request whose caller is known. */
export interface Job {
  readonly request: Request;
  readonly requestId: string;
  readonly owner: string;
}
