import type { RequestBody } from "../protocol/reasoning.ts";

/** What a screen would do; nothing was sent, and nothing written. */
export interface ScreenPreview {
  /** Folder of the run that would be gone on with, or read; absent for a new one. */
  readonly folder: string | undefined;
  /** `finished`: nothing would be sent, what the run left would be read. */
  readonly state: "new" | "continued" | "finished";
  /** Data rows of the list. */
  readonly rows: number;
  /** Rows that are bad. */
  readonly invalid: number;
  /** Rows that ask what another one asks, too. */
  readonly duplicates: number;
  /** Requests whose answer is known. */
  readonly known: number;
  /** Requests that were maybe sent, and stay so. */
  readonly inDoubt: number;
  /** Requests that would be sent. */
  readonly requests: number;
  /** Columns whose cells would leave the machine. */
  readonly sentColumns: readonly string[];
  /** The first three bodies that would be sent. */
  readonly first: readonly RequestBody[];
  /** About how long it takes; absent when no earlier run of the service says how long an answer takes. */
  readonly seconds: number | undefined;
  /** What the requests cost at most; absent without a price. */
  readonly cost: number | undefined;
  /** How the list was read where that is not plain, and what of it is no row, as sentences. */
  readonly notes: readonly string[];
  /** What would stop it before the last request. */
  readonly stops: readonly string[];
}
