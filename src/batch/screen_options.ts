import type { ServiceName } from "../run/manifest.ts";
import type { Machine } from "./machine.ts";
import type { Question } from "./plan.ts";
import type { ScreenEvent } from "./screen_event.ts";

/** How a screen runs; all of it optional. */
export interface ScreenOptions extends Question {
  /**
   * Folder of the run: an unfinished run of the same question there is continued, a finished one is
   * read. Default: the newest unfinished run of the same question under `runs/`, or a new one there.
   */
  readonly folder?: string | undefined;
  /** Asks again, in a new folder, whatever there is. Default: false. */
  readonly startNew?: boolean | undefined;
  /** Asks the rows of the run that failed or are in doubt again. Default: false. */
  readonly retryFailed?: boolean | undefined;
  /** How many requests in doubt are sent again with the same key. Default: 0, they are parked. */
  readonly resendInDoubt?: number | undefined;
  /** Name of the ticker column. Default: the first of its usual names. */
  readonly tickerColumn?: string | undefined;
  /** Most requests at once, from 1. Default: 8. */
  readonly concurrency?: number | undefined;
  /** Rows after this number are skipped. Default: none. */
  readonly limit?: number | undefined;
  /** Who is asked; it is part of what makes two runs the same. */
  readonly service?: ServiceName | undefined;
  /** Whether the service outlives this process. Default: true. */
  readonly serviceSurvives?: boolean | undefined;
  /** Options as the user gave them, for the manifest beside the question; never a key. */
  readonly given?: Readonly<Record<string, unknown>> | undefined;
  /** Drains: nothing new is sent, what is on its way is awaited. */
  readonly stop?: AbortSignal | undefined;
  /** Stops at once: what is on its way is given up. */
  readonly signal?: AbortSignal | undefined;
  /** Told what happens while it happens. */
  readonly onEvent?: ((event: ScreenEvent) => void) | undefined;
  /** Clock, ids and current folder. Default: those of this machine. */
  readonly machine?: Machine | undefined;
}
