/**
 * The embedded research service: a function from request to response, made of an agent, a file store and keys.
 *
 * `deno task -q serve` serves it on a port; a program can also call it directly, without a port.
 *
 * @module
 */
export type { Agent, MadeFile, OwnTableText, Question } from "../agent/ports.ts";
export type { Conclusion, Step } from "../agent/step.ts";
export { DiskError } from "../disk/disk_error.ts";
export { LockedError } from "../disk/folder_lock.ts";
export { systemClock } from "../pace/system_clock.ts";
export type { CallerDesk, McpHandler } from "./assistants.ts";
export {
  type FileStore,
  FileStoreError,
  MemoryFileStore,
  type MemoryFileStoreOptions,
  type StoredFile,
} from "./file_store.ts";
export type { AgentPlaces, ServiceLimits } from "./limits.ts";
export type { Exchanged, Outgoing, ServiceRequest } from "./exchange.ts";
export type { Reply } from "./reply.ts";
export type { KeptKey, KeyedRequest, ReplyStore } from "./reply_store.ts";
export type { ResponseStore, StoredResponse } from "./response_store.ts";
export type { Retention } from "./retention.ts";
export { type ClosableService, createService } from "./service.ts";
export type { AcceptedKey, Caller, CallerLimits, KeyRing } from "./tenants/authorize.ts";
export type { DurabilityOption } from "../disk/durability.ts";
export { ServiceState, type ServiceStateOptions, StateError } from "./service_state.ts";
export type { Gauge } from "./meter.ts";
export type { About, ServiceSettings } from "./settings.ts";
export type { Facts, Span, Trace } from "./trace.ts";
export type { ServiceLoad } from "./runs.ts";
export type { AgentLoad } from "./workload.ts";
export type { LineLoad } from "./line.ts";
