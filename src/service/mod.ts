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
export type { McpHandler } from "./assistants.ts";
export {
  type FileStore,
  FileStoreError,
  MemoryFileStore,
  type MemoryFileStoreOptions,
  type StoredFile,
} from "./file_store.ts";
export type { ServiceLimits } from "./limits.ts";
export type { Exchanged, ServiceRequest } from "./exchange.ts";
export type { Reply } from "./reply.ts";
export type { ReplyStore } from "./reply_store.ts";
export type { ResponseStore } from "./response_store.ts";
export type { Retention } from "./retention.ts";
export { type ClosableService, createService } from "./service.ts";
export type { AcceptedKey, Caller, CallerLimits, KeyRing } from "./tenants/authorize.ts";
export { ServiceState, type ServiceStateOptions, StateError } from "./service_state.ts";
export type { About, ServiceSettings } from "./settings.ts";
export type { Trace } from "./trace.ts";
export type { ServiceLoad } from "./runs.ts";
