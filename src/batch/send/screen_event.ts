import type { Manifest } from "../../run/manifest.ts";
import type { Outcome } from "../../run/outcome.ts";
import type { Progress } from "../../run/progress.ts";
import type { StopReason } from "./stop_reason.ts";

/** What a listener of a screen is told. */
export type ScreenEvent =
  | {
    readonly type: "begun";
    /** The run's folder. */
    readonly folder: string;
    /** `finished`: nothing is sent, what the run left is read. */
    readonly state: "new" | "continued" | "finished";
    /** Columns whose cells leave the machine. */
    readonly sentColumns: readonly string[];
    /** How the list was read where that is not plain, and what of it is no row, as sentences. */
    readonly notes: readonly string[];
    readonly progress: Progress;
  }
  | { readonly type: "started"; readonly row: number; readonly progress: Progress }
  | { readonly type: "outcome"; readonly outcome: Outcome; readonly progress: Progress }
  | {
    readonly type: "ended";
    readonly folder: string;
    readonly manifest: Manifest;
    /** How far it came. */
    readonly progress: Progress;
    /** Why it stopped by itself before the last row; absent when it did not. */
    readonly stopped?: StopReason | undefined;
    /** Seconds that this process took. */
    readonly seconds: number;
  };
