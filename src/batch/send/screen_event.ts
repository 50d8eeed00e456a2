import type { Manifest } from "../../run/manifest.ts";
import type { Outcome } from "../../run/outcome.ts";
import type { Progress, StopReason } from "../../run/progress.ts";
import type { ProgressMeter } from "./progress_meter.ts";

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

/**
 * What is told of a row. Its progress is made for who looks at it, by an accessor of the class: one in each object
 * would give each object a shape of its own, which takes a microsecond and outlives the object.
 */
abstract class RowEvent {
  readonly #meter: ProgressMeter;

  constructor(meter: ProgressMeter) {
    this.#meter = meter;
  }

  get progress(): Progress {
    return this.#meter.read();
  }

  /** With the progress, which is no property of its own. */
  toJSON(): object {
    return { ...this, progress: this.progress };
  }
}

/** The request of a row is about to be sent. */
export class RowStarted extends RowEvent {
  readonly type = "started";
  readonly row: number;

  constructor(row: number, meter: ProgressMeter) {
    super(meter);
    this.row = row;
  }
}

/** A row has an outcome. */
export class RowSettled extends RowEvent {
  readonly type = "outcome";
  readonly outcome: Outcome;

  constructor(outcome: Outcome, meter: ProgressMeter) {
    super(meter);
    this.outcome = outcome;
  }
}
