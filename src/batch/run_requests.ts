import { mapConcurrent } from "../pace/map_concurrent.ts";
import type { Outcome } from "../run/outcome.ts";
import { ask, type AskContext } from "./ask.ts";
import type { OpenRequest } from "./ledger_rows.ts";
import type { ProgressMeter } from "./progress_meter.ts";
import type { ScreenEvent } from "./screen_event.ts";

/** What the loop over requests needs beside what one request needs. */
export interface RunContext extends AskContext {
  readonly concurrency: number;
  readonly meter: ProgressMeter;
  /** Drains: nothing new is taken. */
  readonly stop: AbortSignal;
  readonly onEvent: (event: ScreenEvent) => void;
}

/**
 * Asks what is open, several at once, and yields each row of a request when its outcome is durable.
 * Leaving the loop gives up what is on its way.
 */
export async function* runRequests(context: RunContext): AsyncGenerator<Outcome, void, undefined> {
  const { ledger, meter, onEvent, concurrency } = context;
  const work = async (open: OpenRequest, left: AbortSignal): Promise<Outcome[]> => {
    meter.started();
    onEvent({ type: "started", row: open.firstRow, progress: meter.read() });
    try {
      await ask(open, { ...context, signal: AbortSignal.any([context.signal, left]) });
    } finally {
      meter.ended();
    }
    return ledger.outcomesOf(open.id);
  };
  for await (const outcomes of mapConcurrent(untilStopped(context), work, { concurrency })) {
    for (const outcome of outcomes) meter.settled(outcome);
    const progress = meter.read();
    for (const outcome of outcomes) {
      if (outcome.status === "pending") continue; // given up before it cost anything
      onEvent({ type: "outcome", outcome, progress });
      yield outcome;
    }
  }
}

function* untilStopped({ ledger, stop, signal }: RunContext): Generator<OpenRequest, void, undefined> {
  for (const open of ledger.openRequests()) {
    if (stop.aborted || signal.aborted) return;
    yield open;
  }
}
