import type { Manifest } from "../../run/manifest.ts";
import type { Outcome } from "../../run/outcome.ts";
import type { Progress, StopReason } from "../../run/progress.ts";
import type { ProgressMeter } from "./progress_meter.ts";

/** What a screen reports while it runs. */
export type ScreenEvent =
  | {
    readonly type: "begun";
    /** The run's folder. */
    readonly folder: string;
    /** `finished`: nothing is sent; the outcomes are read from the run. */
    readonly state: "new" | "continued" | "finished";
    /** Columns whose cells leave the machine. */
    readonly sentColumns: readonly string[];
    /** What was unusual about the list, and which of its lines are not rows, as sentences. */
    readonly notes: readonly string[];
    readonly progress: Progress;
  }
  | { readonly type: "started"; readonly row: number; readonly progress: Progress }
  | { readonly type: "outcome"; readonly outcome: Outcome; readonly progress: Progress }
  | {
    readonly type: "ended";
    readonly folder: string;
    readonly manifest: Manifest;
    /** How far the run is. */
    readonly progress: Progress;
    /** Why the run stopped before its last row; absent when it did not, or the caller stopped it. */
    readonly stopped?: StopReason | undefined;
    /** Seconds that this call took. */
    readonly seconds: number;
  };

/**
 * An event of a row. Its progress is an accessor of the class and computed only when read; an accessor in each object
 * would give each object a shape of its own, which costs a microsecond and outlives the object.
 */
abstract class RowEvent {
  readonly #meter: ProgressMeter;

  constructor(meter: ProgressMeter) {
    this.#meter = meter;
  }

  get progress(): Progress {
    return this.#meter.read();
  }

  /** Adds the progress, which is not an own property. */
  toJSON(): object {
    return { ...this, progress: this.progress };
  }
}

/** A request is about to be sent. */
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
