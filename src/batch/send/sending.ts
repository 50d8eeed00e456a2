import type { DurabilityOption } from "../../disk/durability.ts";
import type { Clock } from "../../pace/clock.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { RunLimits } from "./limits.ts";
import type { Pace } from "./pacer.ts";
import type { ResearchPort, ThesisVerifier } from "./ports.ts";
import type { ProgressMeter } from "./progress_meter.ts";
import type { ScreenEvent } from "../../run/progress.ts";
import type { Spending } from "./spending.ts";
import type { Brake } from "./verdict.ts";

/** What the requests of a run need from the first to the last; `screen()` makes one record of it. */
export interface Sending extends DurabilityOption, Pick<RunLimits, "until"> {
  readonly research: ResearchPort;
  readonly ledger: Ledger;
  readonly pacer: Pace;
  readonly spending: Spending;
  readonly brake?: Brake | undefined;
  readonly meter: ProgressMeter;
  readonly clock: Clock;
  /** Spreads delays, 0 up to 1. */
  readonly random: () => number;
  /** The run's folder. */
  readonly folder: string;
  /** Whether files that an answer names are downloaded. */
  readonly wantsFiles: boolean;
  /** Checks each thesis before it counts as done. Default: nothing is checked. */
  readonly verify?: ThesisVerifier | undefined;
  /** The limits of time, as {@linkcode RunLimits} defines them. */
  readonly attemptMs: number;
  readonly requestMs: number;
  readonly stallMs: number;
  /** Stops sending; requests under way are awaited. */
  readonly stop: AbortSignal;
  /** Stops sending; requests under way are given up. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: ScreenEvent) => void;
}
