import type { RunRecord } from "./manifest.ts";
import type { LastThesis, Progress } from "./progress.ts";

/** How a run stands, as its ledger tells; the runner need not be asked. */
export interface RunStatus {
  /** Absolute path. */
  readonly folder: string;
  /** What was asked of whom. */
  readonly record: RunRecord;
  /** `stopped`: rows are open, and nobody works on them. */
  readonly state: "running" | "stopped" | "finished";
  /** Who works in the folder, where that can be read. */
  readonly holder?: { readonly pid: number; readonly since: string } | undefined;
  /** How far it is; rate and time left follow from the times of the last answers. */
  readonly progress: Progress;
  /** Requests that were maybe sent and whose answer nobody saw; of a stopped run those too that were on their way. */
  readonly inDoubt: number;
  /** Whether the service has said that it runs a request with a repeated key once. */
  readonly honoursKeys: boolean;
  /** When the last request ended, ISO 8601. */
  readonly lastEndedAt?: string | undefined;
  /** The thesis that came last. */
  readonly lastThesis?: LastThesis & { readonly row: number } | undefined;
}
