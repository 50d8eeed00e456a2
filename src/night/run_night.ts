import type { Clock } from "../pace/clock.ts";
import type { NightMessageKind } from "./message.ts";
import type { NightFile } from "./night_file.ts";
import type { DoneStep, NightRecord, NightStep } from "./night_record.ts";

/** How a step ended. */
export interface StepEnd extends Omit<DoneStep, "at"> {
  /**
   * Ends the night here: of what is left only the message is sent, and another start does this step again. `stale` does
   * the steps before it again, too.
   */
  readonly ends?: "stopped" | "stale" | undefined;
  /** What is written down with the step. */
  readonly keeps?: Pick<NightRecord, "asOf"> | undefined;
}

/** A step, and how it is done. */
export interface StepWork {
  readonly step: NightStep;
  /** What is written down before it begins, so that another start goes on with the same. */
  begins?(record: NightRecord): Pick<NightRecord, "folder">;
  /** @param record What is known of the night by now. */
  work(record: NightRecord): Promise<StepEnd>;
  /** Whether it is done again although it is done, because the person asks for it. Default: no. */
  readonly isAgain?: boolean | undefined;
}

/** A step as it is reported. */
export interface ReportedStep extends DoneStep {
  readonly step: NightStep;
  /** `kept`: an earlier start of the night has done it; `dry`: it would be done. */
  readonly state: "done" | "kept" | "stopped" | "stale" | "dry";
}

/** How a start of a night ended, before its message is sent. */
export interface NightEnd {
  readonly kind: Exclude<NightMessageKind, "missed">;
  /** Exit status, so far. */
  readonly status: number;
  /** The steps, as they were reported. */
  readonly steps: readonly ReportedStep[];
  /** What was thrown; the message says it, and then it is thrown again. */
  readonly error?: unknown;
}

/** What a night runs with. */
export interface NightRunning {
  readonly clock: Pick<Clock, "now">;
  /** Aborted when a person or a service manager stops the night. */
  readonly stop: AbortSignal;
  /** Called with each step, once it is written down. */
  readonly onStep: (one: ReportedStep) => void;
  /** An error as a line, without what is secret in it. */
  readonly wordsOf: (error: unknown) => string;
}

/** Exit status of a night that was stopped (128 + SIGINT). */
const STOPPED_BY_SIGNAL = 130;

/**
 * Does the steps of a night in their order, and writes each down when it is done: another start of the same night does
 * only what is left.
 * @param file The open night, which was begun.
 * @param steps All but the message.
 */
export async function runNight(
  file: NightFile,
  steps: readonly StepWork[],
  running: NightRunning,
): Promise<NightEnd> {
  const { clock, stop, wordsOf } = running;
  const reported: ReportedStep[] = [];
  const report = (one: ReportedStep) => {
    reported.push(one);
    running.onStep(one);
  };
  let isOpen = false; // what follows a step that is done now is done again
  for (const { step, begins, work, isAgain } of steps) {
    const kept = file.record.steps[step];
    if (kept !== undefined && isAgain !== true && !isOpen) {
      report({ step, ...kept, state: "kept" });
      continue;
    }
    isOpen = true;
    try {
      if (begins !== undefined && !stop.aborted) await file.change(begins(file.record));
      const { ends, keeps, ...end } = stop.aborted ? STOPPED : await work(file.record);
      const done: DoneStep = { at: clock.now().toISOString(), ...end };
      await file.change({ ...keeps, steps: stepsAfter(file.record, { step, done, ends }) });
      report({ step, ...done, state: ends ?? "done" });
      if (ends !== undefined) return { kind: ends, status: done.status ?? 0, steps: reported };
    } catch (error) {
      report({ step, at: clock.now().toISOString(), words: wordsOf(error), state: "stopped" });
      return { kind: "stopped", status: 1, steps: reported, error };
    }
  }
  return { kind: "ended", status: reported.find(({ status = 0 }) => status !== 0)?.status ?? 0, steps: reported };
}

const STOPPED: StepEnd = { words: "interrupted", status: STOPPED_BY_SIGNAL, ends: "stopped" };

/** What is done after a step; one that ended the night is not, and data that are stale are fetched again. */
function stepsAfter(
  { steps }: NightRecord,
  { step, done, ends }: { readonly step: NightStep; readonly done: DoneStep; readonly ends: StepEnd["ends"] },
): NightRecord["steps"] {
  if (ends === "stale") return {};
  if (ends === undefined) return { ...steps, [step]: done };
  const { [step]: _, ...others } = steps;
  return others;
}
