import type { Outcome } from "../../run/outcome.ts";
import type { Progress } from "../../run/progress.ts";
import type { ProgressMeter } from "./progress_meter.ts";

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
